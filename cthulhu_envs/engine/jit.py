"""`kernel`, the one compile decorator, and the disk cache behind it.

Numba's own cache looks at the file a function stands in, so an edit in a *called* file leaves
stale, wrong machine code behind. Ours is keyed by what a kernel really is: its bytecode, its
constants, the values of the globals it reads, and the same of every kernel it calls. Edit a rule
or a table and exactly the kernels that use it are compiled again.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import os
import pickle
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _Cache, _CacheLocator
from numba.core.dispatcher import Dispatcher

from cthulhu_envs.engine.callee import Kernel

Function = TypeVar("Function", bound=Callable[..., Any])

NOTICE = "__compiling__"  # a module of loops holds (title, seconds) under this name
COMPILER = "unsigned indices"  # change it when kernels are compiled in another way
LIBRARIES = {"numpy", "math", "numba"}  # their versions are part of Numba's own key
_announced: set[str] = set()


def is_compiled() -> bool:
    """Whether kernels are compiled (NUMBA_DISABLE_JIT=1 runs the same source as plain Python)."""
    return not numba.config.DISABLE_JIT


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
    dispatcher._cache = _DiskCache(function)
    return dispatcher  # type: ignore[no-any-return]


def cache_folder() -> Path:
    """Where compiled kernels are kept: $CTHULHU_CACHE, or `cthulhu_envs` in the user's cache
    folder.
    """
    own = os.environ.get("CTHULHU_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cthulhu_envs"


def fingerprint(function: Callable[..., Any]) -> str:
    """A digest of all that decides what a kernel does; equal digests mean equal machine code."""
    digest = hashlib.sha256(f"{COMPILER}, bounds {numba.config.BOUNDSCHECK}".encode())
    _feed(digest, function, set())
    return digest.hexdigest()[:24]


def _feed(digest: Any, value: Any, seen: set[int]) -> None:
    """Add one value a kernel refers to, functions with everything they refer to in turn."""
    if isinstance(value, Dispatcher):
        value = value.py_func
    if isinstance(value, types.FunctionType):
        if id(value) in seen:
            return
        seen.add(id(value))
        _feed_code(digest, value.__code__, value.__globals__, seen)
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        for held in [*(value.__defaults__ or ()), *cells]:
            _feed(digest, held, seen)
    elif isinstance(value, np.ndarray):
        digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, enum.EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        digest.update(repr([(name, m.value) for name, m in members.items()]).encode())
    elif isinstance(value, (tuple, list)):
        digest.update(type(value).__name__.encode())
        for item in value:
            _feed(digest, item, seen)
    elif isinstance(value, types.ModuleType):
        digest.update(value.__name__.encode())
    else:
        digest.update(repr(value).encode())


def _feed_code(digest: Any, code: types.CodeType, scope: dict[str, Any], seen: set[int]) -> None:
    digest.update(code.co_code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            _feed_code(digest, constant, scope, seen)
        elif not isinstance(constant, str):  # docstrings may change freely
            digest.update(repr(constant).encode())
    for name in code.co_names:
        digest.update(name.encode())
        if name in scope:
            _feed(digest, scope[name], seen)
            _feed_module(digest, scope[name], code.co_names, seen)


def _feed_module(digest: Any, value: Any, names: tuple[str, ...], seen: set[int]) -> None:
    """Of a module of ours, add what the code may read from it, in modules below it too."""
    if not isinstance(value, types.ModuleType) or id(value) in seen:
        return
    if value.__name__.split(".")[0] in LIBRARIES:
        return
    seen.add(id(value))
    for name in names:
        if hasattr(value, name):
            _feed(digest, getattr(value, name), seen)
            _feed_module(digest, getattr(value, name), names, seen)


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Files are named after module, function and fingerprint, so that nothing ever goes stale."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._disambiguator = f"{function.__module__}-{fingerprint(function)}"

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func)

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return self._disambiguator


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Locator]  # noqa: RUF012 - Numba's own class attribute


class _FunctionCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl


class _DiskCache(_Cache):  # type: ignore[misc]
    """Numba's cache, opened at the first call, when all globals of the kernel exist.

    A folder that cannot be written costs a compilation in every process, never the game.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._opened: Any = None

    @property
    def _files(self) -> Any:
        if self._opened is None:
            self._opened = _FunctionCache(self._function)
        return self._opened

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            found = self._files.load_overload(sig, target_context)
        except Exception:  # a damaged file is as good as none; it is written anew
            found = None
        if found is None:
            _announce(self._function)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            self._save(sig, data)
        except Exception as error:
            if "folder" not in _announced:
                _announced.add("folder")
                print(f"cthulhu_envs: compiled rules cannot be kept ({error})", file=sys.stderr)

    def _save(self, sig: Any, data: Any) -> None:
        try:
            self._files.save_overload(sig, data)
        except (EOFError, pickle.UnpicklingError, ValueError, KeyError, AttributeError, IndexError):
            self._files.flush()  # the index on disk is damaged: start it anew
            self._files.save_overload(sig, data)

    def enable(self) -> None:
        self._files.enable()

    def disable(self) -> None:
        self._files.disable()

    def flush(self) -> None:
        self._files.flush()


def _announce(function: Callable[..., Any]) -> None:
    """Say once per process and game that its rules are being compiled."""
    title, seconds = inspect.unwrap(function).__globals__.get(NOTICE, ("", 0))
    if title and title not in _announced:
        _announced.add(title)
        print(
            f"cthulhu_envs: compiling the rules of {title}, once, about {seconds} s",
            file=sys.stderr,
            flush=True,
        )
