"""Compiled kernels on disk: one file for each kernel, types of arguments and kind of processor.

Numba's own cache keeps an index beside its data files and numbers those by counting, so two
processes that write at once can map a signature to each other's code. Here a file is named by the
digest of what it holds (`entry_key`), written whole or not at all, and checked when it is read.
Whatever is missing, damaged or not what its name says is compiled again and replaced.
"""

from __future__ import annotations

import hashlib
import inspect
import multiprocessing
import pickle
import sys
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba.core import serialize, sigutils
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from cthulhu_envs._compile.fingerprint import entry_key, fingerprint
from cthulhu_envs._compile.kept_files import (
    cache_folder,
    claim,
    keep,
    read_kept,
    release,
    tell_once,
)

NOTICE = "__compiling__"  # a module of loops holds (title, seconds) under this name
HEAD = b"cthulhu_envs kernel 1\n"
DIGEST = hashlib.sha256().digest_size
MAIN_LOOP = "run_lanes"  # of a game's loops; it takes nearly all the time
QUICK = ("cthulhu_envs._runtime", "cthulhu_envs.authoring")  # so little that nothing is said
PATIENCE = 300.0  # seconds to wait for another process; after that, both compile
LOOK_EVERY = 0.05  # seconds
_said: set[str] = set()
_extent: tuple[str, int] | None = None  # what all that is compiled is part of, and its seconds


class KernelCache(_Cache):  # type: ignore[misc]
    """What Numba's dispatcher asks for machine code before it compiles, and gives it afterwards.

    A folder that cannot be written costs a compilation in every process, never the game.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._claim: int | None = None  # while this process compiles what others would, too

    @cached_property
    def _fingerprint(self) -> str:
        """Of the first call, when all globals of the kernel exist."""
        return fingerprint(self._function)

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()  # as Numba's cache does: makes sure that it is complete
        key = self._key(sig, target_context.codegen())
        found = self._found(key, target_context)
        if found is None and self._waited(key):
            found = self._found(key, target_context)
        if found is None:
            _announce(self._function)
        return found

    def _found(self, key: str, target_context: Any) -> Any:
        try:
            return self._read(key, target_context)
        except Exception:  # a damaged file is as good as none; it is written anew
            return None

    def _waited(self, key: str) -> bool:
        """Claim what is to be compiled; whether another process compiled it meanwhile."""
        self.done()
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            try:
                self._claim = claim(f"{key[:2]}.compiling")
            except BlockingIOError:
                _announce(self._function, waits=True)
                time.sleep(LOOK_EVERY)
            else:
                return time.monotonic() - began > LOOK_EVERY
        return True

    def done(self) -> None:
        """Let others compile."""
        handle, self._claim = self._claim, None
        release(handle)

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.lifted or data.library.has_dynamic_globals:
            return  # holds addresses of this process
        key = self._key(sig, data.codegen)
        try:
            content = packed(key, serialize.dumps(data._reduce()))
        except Exception as fault:  # whatever an object in it that cannot be pickled may raise
            tell_once(fault)
        else:
            keep(self._name(key), content)

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        raise NotImplementedError("the cache of kernels is always on; $CTHULHU_CACHE moves it")

    def flush(self) -> None:
        """Nothing is kept back."""

    def _key(self, sig: Any, codegen: Any) -> str:
        arguments, _ = sigutils.normalize_signature(sig)
        return entry_key(self._fingerprint, arguments, codegen)

    def _name(self, key: str) -> str:
        module = self._function.__module__.rpartition(".")[2]
        return f"{module}.{self._function.__name__}-{key}.kernel"

    def _read(self, key: str, target_context: Any) -> Any:
        """The machine code in a file, if it is whole and the file is what its name says. The pickle
        is only as trustworthy as its author: `read_kept` sees to that.
        """
        payload = unpacked(key, read_kept(self._name(key)))
        if payload is None:
            return None
        parts = pickle.loads(payload)
        if parts[1].uid != key:  # the names inside belong to another kernel
            return None
        return CompileResult._rebuild(target_context, *parts)


def packed(key: str, payload: bytes) -> bytes:
    """A file: the format, a digest of the rest and of the kernel it is for, and the rest."""
    return HEAD + _digest(key, payload) + payload


def unpacked(key: str, whole: bytes | None) -> bytes | None:
    """The payload of a file of `packed`; None if a single bit of it is another."""
    if whole is None:
        return None
    payload = whole[len(HEAD) + DIGEST :]
    return payload if whole == packed(key, payload) else None


def _digest(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(key.encode() + payload).digest()


def _announce(function: Callable[..., Any], waits: bool = False) -> None:
    """Say once what is being compiled, by this process or by another one that it waits for."""
    what, seconds = _subject(function)
    if _extent:
        what, seconds = _extent
    about = f"about {seconds} s" if seconds else "some seconds"
    if waits:
        words = f"another process compiles {what}; wait {about}"
    else:
        words = f"compiling {what}, once, {about}"
    if not what or words in _said or multiprocessing.parent_process() is not None:
        return  # a parent has said it, too
    _said.add(words)
    print(f"cthulhu_envs: {words}", file=sys.stderr, flush=True)


def _subject(function: Callable[..., Any]) -> tuple[str, int]:
    """What a kernel is part of, in words, and the seconds of all of it where they are known."""
    kernel = inspect.unwrap(function)
    title, seconds = kernel.__globals__.get(NOTICE, ("", 0))
    if title and kernel.__name__ == MAIN_LOOP:
        return f"the rules of {title}", seconds
    package, _, module = kernel.__module__.rpartition(".")
    if package in QUICK:
        return "", 0
    return f"more for {title or package or module}", 0


def announce_all(what: str, seconds: int) -> None:
    """Say, if anything has to be compiled from now on, that it is part of this."""
    global _extent
    _extent = what, seconds
