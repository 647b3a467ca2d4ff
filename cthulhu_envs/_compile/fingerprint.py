"""What a kernel is, as a digest: its bytecode, its constants, the values of the globals it reads,
and the same of every kernel it calls.

Numba's own cache looks at the file a function stands in, so an edit in a *called* file leaves
stale, wrong machine code behind. With this digest, an edited rule or table compiles exactly the
kernels that use it again.
"""

from __future__ import annotations

import enum
import hashlib
import platform
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic  # type: ignore[attr-defined]

COMPILER = "unsigned indices, entry points alone visible"  # change it with the way of compiling
LIBRARIES = {
    "numpy",
    "math",
    "numba",
    "llvmlite",
}  # not read: their versions are part of the digest
CO_HAS_DOCSTRING = 0x4000000  # of code since Python 3.13; `inspect` of 3.13.0 does not name it
VERSIONS = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)


def fingerprint(function: Callable[..., Any]) -> str:
    """A digest of all that decides what a kernel does; equal digests mean equal machine code."""
    head = f"{COMPILER}, {VERSIONS}, bounds {numba.config.BOUNDSCHECK}"
    digest = hashlib.sha256(head.encode())
    _feed(digest, function, set())
    return digest.hexdigest()


def entry_key(kernel: str, arguments: Iterable[Any], codegen: Any) -> str:
    """The digest of a kernel (its fingerprint) for types of arguments and a kind of processor.

    It names the kernel's file in the cache and is part of the names inside that file. The text of
    a record's type says where its fields lie, so records of different layouts differ here.
    """
    types_given = [str(argument) for argument in arguments]
    text = f"{kernel} {types_given} {codegen.magic_tuple()}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _feed(digest: Any, value: Any, seen: set[int]) -> None:
    """Add one value a kernel refers to, functions with everything they refer to in turn."""
    if isinstance(value, Dispatcher):
        value = value.py_func
    elif isinstance(value, _Intrinsic):
        value = value._defn
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
    for constant in code.co_consts[1 if _has_docstring(code) else 0 :]:
        if isinstance(constant, types.CodeType):
            _feed_code(digest, constant, scope, seen)
        else:
            digest.update(repr(constant).encode())
    for name in code.co_names:
        digest.update(name.encode())
        if name in scope:
            _feed(digest, scope[name], seen)
            _feed_module(digest, scope[name], code.co_names, seen)


def _has_docstring(code: types.CodeType) -> bool:
    """Whether the first constant is a docstring, which may change freely."""
    if sys.version_info >= (3, 13):
        return bool(code.co_flags & CO_HAS_DOCSTRING)
    return bool(code.co_consts) and isinstance(code.co_consts[0], str)


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
