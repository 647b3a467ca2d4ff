"""Numpy archives from anywhere: what they hold is known and checked before any of it is unpacked.

An `.npz` file is a zip archive of arrays, each behind a header that gives its type and shape. The
directory and the headers are read first; a table then says which arrays there must be, of which
types and shapes. Pickled objects are never read.
"""

from __future__ import annotations

import ast
import math
import struct
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import bounded, nearest, shown
from cthulhu_envs.authoring.files import GB, MB, named, reading, size_in_words

MOST_MEMBERS = 20_000
MOST_UNPACKED = 16 * GB  # of all arrays together ...
FREE, MOST_RATIO = 64 * MB, 8  # ... and, beyond a size that does no harm, times the file's size
MOST_AXES = 8
SUFFIX = ".npy"
MAGIC = b"\x93NUMPY"
LENGTHS = {1: "<H", 2: "<I"}  # by version: how the length of a header is kept
LONGEST_HEADER = 10_000  # bytes
AT_ONCE = 1 * MB
LONGEST_DIRECTORY = 16 * MB  # which MOST_MEMBERS do not fill


class Shape(NamedTuple):
    """What an array must be: its type, or one of several, and its size along each axis, None for
    any.
    """

    dtype: Any
    sizes: tuple[int | None, ...]

    @property
    def dtypes(self) -> list[np.dtype[Any]]:
        return [
            np.dtype(one)
            for one in (self.dtype if isinstance(self.dtype, tuple) else (self.dtype,))
        ]

    def fits(self, dtype: np.dtype[Any], sizes: tuple[int, ...]) -> bool:
        return (
            dtype in self.dtypes
            and len(sizes) == len(self.sizes)
            and all(one in (None, size) for one, size in zip(self.sizes, sizes, strict=True))
        )

    def __str__(self) -> str:
        sizes = ", ".join("any" if size is None else str(size) for size in self.sizes)
        return f"{' or '.join(map(_words, self.dtypes))} ({sizes})"


Found = Mapping[str, tuple[np.dtype[Any], tuple[int, ...]]]  # types and shapes by name
Table = Mapping[str, Shape]


class _SaidError(ValueError):
    """Our own words about an archive, as against those of a library."""


@contextmanager
def opened(path: str | Path, most: int = MOST_UNPACKED) -> Iterator[Npz]:
    """An archive of at most `most` bytes when unpacked; ValueError if the file is none."""
    with reading(path, MOST_UNPACKED) as file:
        yield Npz(path, file, most)


class _InParts:
    """A file of which nobody reads much at once. The directory of an archive is read whole, and
    the archive itself says how long it is.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def read(self, size: int = -1) -> bytes:
        if size > LONGEST_DIRECTORY:
            raise _SaidError(f"its directory has {size_in_words(size)}")
        return self.file.read(size)


class Npz:
    """An archive whose directory and headers were read and are sound. A ValueError names the file,
    whatever is wrong with it.
    """

    def __init__(self, path: str | Path, file: IO[bytes], most: int) -> None:
        self.path = path
        with _faults_of(path):
            self._zip = zipfile.ZipFile(cast("IO[bytes]", _InParts(file)))
            self._members = self._directory(file, most)
            self.found: Found = {n: self._header(n, info) for n, info in self._members.items()}

    def _directory(self, file: IO[bytes], most: int) -> dict[str, zipfile.ZipInfo]:
        members: dict[str, zipfile.ZipInfo] = {}
        infos = self._zip.infolist()
        if len(infos) > MOST_MEMBERS:
            raise _SaidError(f"it has {len(infos)} arrays, and {MOST_MEMBERS} are the most")
        for info in infos:
            name = info.filename.removesuffix(SUFFIX)
            if name in members:
                raise _SaidError(f"the array {shown(name)} is in it twice")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise _SaidError(f"the array {shown(name)} is packed in a way that is not known")
            members[name] = info
        total = sum(info.file_size for info in infos)
        allowed = min(most, max(FREE, MOST_RATIO * file.seek(0, 2)))
        if total > allowed:
            words = f"{size_in_words(total)}, and {size_in_words(allowed)} is the most"
            raise _SaidError(f"it unpacks to {words}")
        return members

    def _header(self, name: str, info: zipfile.ZipInfo) -> tuple[np.dtype[Any], tuple[int, ...]]:
        with self._zip.open(info) as member:
            dtype, sizes, _ = _header_of(member, name)
            rest = info.file_size - member.tell()
        if math.prod(sizes) * dtype.itemsize != rest:
            raise _SaidError(f"the array {shown(name)} is not of the size that its header gives")
        return dtype, sizes

    def check(self, table: Table) -> None:
        """ValueError if an array is missing, too many, or not of the type and shape in a table."""
        with _faults_of(self.path):
            for name, wanted in table.items():
                if name not in self.found:
                    raise _SaidError(f"the array {shown(name)} is missing")
                dtype, sizes = self.found[name]
                if not wanted.fits(dtype, sizes):
                    has = f"{_words(dtype)} {sizes}"
                    raise _SaidError(f"the array {shown(name)} is {has}, and must be {wanted}")
            for name in self.found:
                if name not in table:
                    hint = nearest(name, table)
                    raise _SaidError(f"the array {shown(name)} does not belong there{hint}")

    def read(self, name: str) -> NDArray[Any]:
        """One array; numbers that are infinite, or none, are refused."""
        with _faults_of(self.path), self._zip.open(self._members[name]) as member:
            dtype, sizes, is_fortran = _header_of(member, name)
            data = bytearray(math.prod(sizes) * dtype.itemsize)
            at = 0
            while part := member.read(AT_ONCE):  # at the end the checksum is compared
                data[at : at + len(part)] = part
                at += len(part)
            if at != len(data):
                raise _SaidError(f"the array {shown(name)} is cut short")
            array = np.frombuffer(data, dtype, math.prod(sizes))
            array = array.reshape(sizes, order="F" if is_fortran else "C")
            if dtype.kind in "fc" and not np.isfinite(array).all():
                raise _SaidError(f"some numbers of the array {shown(name)} are infinite, or none")
            return array


def _header_of(member: IO[bytes], name: str) -> tuple[np.dtype[Any], tuple[int, ...], bool]:
    """Type, shape and order of the array that follows in a file."""
    begin = member.read(len(MAGIC) + 2)
    if begin[: len(MAGIC)] != MAGIC or len(begin) < len(MAGIC) + 2:
        raise _SaidError(f"{shown(name)} is no array")
    if begin[-2] not in LENGTHS:
        raise _SaidError(f"the array {shown(name)} has a header of version {begin[-2]}")
    form = struct.Struct(LENGTHS[begin[-2]])
    (length,) = form.unpack(member.read(form.size))
    if length > LONGEST_HEADER:
        raise _SaidError(f"the array {shown(name)} has a header of {length} bytes")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of signs and types that nobody writes
        told = ast.literal_eval(member.read(length).decode("latin1").strip())
        dtype = npy.descr_to_dtype(told["descr"])
    sizes, is_fortran = told["shape"], told["fortran_order"]
    if dtype.hasobject:
        raise _SaidError(f"the array {shown(name)} holds pickled objects, which are never read")
    is_shape = isinstance(sizes, tuple) and all(type(size) is int and size >= 0 for size in sizes)
    if not is_shape or len(sizes) > MOST_AXES or type(is_fortran) is not bool:
        raise _SaidError(f"the array {shown(name)} cannot have the shape {shown(sizes)}")
    return dtype, sizes, is_fortran


@contextmanager
def _faults_of(path: str | Path) -> Iterator[None]:
    """Whatever a damaged archive makes zipfile, zlib and numpy raise, as one sentence."""
    try:
        yield
    except _SaidError as fault:
        raise ValueError(bounded(f"{named(path)} is damaged: {fault}")) from None
    except Exception as fault:  # there are more kinds than the libraries document
        words = f"{named(path)} is damaged, or no file of ours ({type(fault).__name__}: {fault})"
        raise ValueError(bounded(words)) from None


def _words(dtype: np.dtype[Any]) -> str:
    return "records" if dtype.names else str(dtype)
