"""Compiled kernels on disk: one file for each kernel, types of arguments and kind of processor.

Numba's own cache keeps an index beside its data files and numbers those by counting, so two
processes that write at once can map a signature to each other's code. Here a file is named by the
digest of what it holds (`entry_key`), written whole or not at all, and checked when it is read.
Whatever is missing, damaged or not what its name says is compiled again and replaced.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from numba.core import serialize, sigutils
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult

from cthulhu_envs._compile.fingerprint import entry_key, fingerprint

NOTICE = "__compiling__"  # a module of loops holds (title, seconds) under this name
HEAD = b"cthulhu_envs kernel 1\n"
DIGEST = hashlib.sha256().digest_size
_announced: set[str] = set()


def cache_folder() -> Path:
    """Where compiled kernels are kept: $CTHULHU_CACHE, or `cthulhu_envs` in the user's cache
    folder.
    """
    own = os.environ.get("CTHULHU_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cthulhu_envs"


class KernelCache(_Cache):  # type: ignore[misc]
    """What Numba's dispatcher asks for machine code before it compiles, and gives it afterwards.

    A folder that cannot be written costs a compilation in every process, never the game.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

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
        try:
            found = self._read(key, target_context)
        except Exception:  # a damaged file is as good as none; it is written anew
            found = None
        if found is None:
            _announce(self._function)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.lifted or data.library.has_dynamic_globals:
            return  # holds addresses of this process
        try:
            self._write(self._key(sig, data.codegen), serialize.dumps(data._reduce()))
        except Exception as error:
            if "folder" not in _announced:
                _announced.add("folder")
                print(f"cthulhu_envs: compiled rules cannot be kept ({error})", file=sys.stderr)

    def enable(self) -> None:
        """Always on."""

    def disable(self) -> None:
        raise NotImplementedError("the cache of kernels is always on; $CTHULHU_CACHE moves it")

    def flush(self) -> None:
        """Nothing is kept back."""

    def _key(self, sig: Any, codegen: Any) -> str:
        arguments, _ = sigutils.normalize_signature(sig)
        return entry_key(self._fingerprint, arguments, codegen)

    def _file(self, key: str) -> Path:
        module = self._function.__module__.rpartition(".")[2]
        return cache_folder() / f"{module}.{self._function.__name__}-{key}.kernel"

    def _read(self, key: str, target_context: Any) -> Any:
        """The machine code in a file, if it is whole and the file is what its name says."""
        try:
            whole = self._file(key).read_bytes()
        except FileNotFoundError:
            return None
        payload = whole[len(HEAD) + DIGEST :]
        if whole != HEAD + _digest(key, payload) + payload:
            return None
        parts = pickle.loads(payload)
        if parts[1].uid != key:  # the names inside belong to another kernel
            return None
        return CompileResult._rebuild(target_context, *parts)

    def _write(self, key: str, payload: bytes) -> None:
        """All at once: other processes see the file whole or not at all."""
        file = self._file(key)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(HEAD + _digest(key, payload) + payload)
            os.replace(name, file)
        except BaseException:
            os.unlink(name)
            raise


def _digest(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(key.encode() + payload).digest()


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
