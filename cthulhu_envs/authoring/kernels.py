"""`kernel`, the one compile decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba

from cthulhu_envs._compile.kernel_cache import KernelCache
from cthulhu_envs._compile.link import Kernel

Function = TypeVar("Function", bound=Callable[..., Any])


def is_compiled() -> bool:
    """Whether kernels are compiled (NUMBA_DISABLE_JIT=1 runs the same source as plain Python)."""
    return not numba.config.DISABLE_JIT


def checks_bounds() -> bool:
    """Whether compiled kernels look at every index they use (NUMBA_BOUNDSCHECK=1)."""
    return is_compiled() and bool(numba.config.BOUNDSCHECK)


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(*, inline: bool) -> Callable[[Function], Function]: ...
def kernel(function: Any = None, *, inline: bool = False) -> Any:
    """Compile a rule function on first use and keep the machine code on disk.

    Kernels take records and arrays, allocate nothing, and release the interpreter lock: so
    Numba's reference counting is off (`_nrt`), which made Love Letter's observation twice as
    fast. `@kernel(inline=True)` compiles a small, hot kernel into its callers (play-outs 1.4
    times as fast); large ones would only take longer to compile.
    """
    if function is None:
        return lambda given: _compiled(given, inline)
    return _compiled(function, inline)


def _compiled(function: Function, inline: bool) -> Function:
    if not is_compiled():
        return function
    dispatcher = Kernel(
        function,
        {
            "nopython": True,
            "boundscheck": None,
            "nogil": True,
            "error_model": "numpy",
            "_nrt": False,
            "forceinline": inline,
        },
    )
    dispatcher._cache = KernelCache(function)
    return dispatcher  # type: ignore[no-any-return]
