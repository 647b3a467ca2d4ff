"""Numpy archives: nothing is unpacked that was not announced, and nothing is unpickled."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_agents import npz
from cthulhu_agents.npz import Shape, opened
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import MOST_LETTERS

TABLE = {"a": Shape((np.float16, np.float32), (None, 3)), "b": Shape(np.int64, (2,))}
GOOD: dict[str, NDArray[Any]] = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b": np.array([1, 2]),
}


class Thief:
    """What runs if it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("stolen",)


def read(path: Path) -> dict[str, NDArray[Any]]:
    with opened(path) as archive:
        archive.check(TABLE)
        return {name: archive.read(name) for name in TABLE}


def refused(path: Path) -> str:
    with pytest.raises(ValueError) as told:
        read(path)
    said = str(told.value)
    assert len(said) <= MOST_LETTERS and path.name in said
    return said


def header(descr: str, shape: str, rest: bytes = b"") -> bytes:
    words = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(words)) + words + rest


def with_member(path: Path, name: str, data: bytes, **how: Any) -> Path:
    with zipfile.ZipFile(path, "w", **how) as archive:
        archive.writestr(f"{name}.npy", data)
    return path


def test_a_sound_archive_is_read_as_it_was_written(tmp_path: Path) -> None:
    columns = np.asfortranarray(GOOD["a"])
    np.savez_compressed(tmp_path / "f.npz", a=columns, b=GOOD["b"])

    found = read(tmp_path / "f.npz")

    assert np.array_equal(found["a"], GOOD["a"]) and np.array_equal(found["b"], GOOD["b"])
    found["a"][0] = 5  # they can be written to


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"a": GOOD["a"]}, "the array 'b' is missing"),
        ({**GOOD, "c": np.zeros(1)}, "the array 'c' does not belong there"),
        ({**GOOD, "a": np.zeros((2, 4), np.float32)}, "is float32 (2, 4), and must be float16 or"),
        ({**GOOD, "a": np.zeros((2, 3))}, "is float64 (2, 3), and must be float16 or float32 (any"),
        ({**GOOD, "b": np.zeros((2, 1), int)}, "the array 'b' is int64 (2, 1)"),
        ({**GOOD, "b": np.zeros(2, ">i8")}, "the array 'b' is >i8 (2,)"),
        ({**GOOD, "a": np.full((2, 3), np.nan, np.float32)}, "numbers of the array 'a'"),
        ({**GOOD, "a": np.full((2, 3), -np.inf, np.float16)}, "numbers of the array 'a'"),
    ],
)
def test_arrays_must_be_those_of_the_table(
    tmp_path: Path, arrays: dict[str, Any], words: str
) -> None:
    np.savez(tmp_path / "f.npz", **arrays)

    assert words in refused(tmp_path / "f.npz")


def test_pickled_objects_are_never_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    np.savez("f.npz", a=np.array([Thief()], object), b=GOOD["b"])

    assert "pickled objects" in refused(tmp_path / "f.npz")
    assert not (tmp_path / "stolen").exists()


def test_what_unpacks_to_gigabytes_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(npz, "FREE", 1000)
    data = header("'<f4'", "(25000, 3)", bytes(300_000))
    path = with_member(tmp_path / "f.npz", "a", data, compression=zipfile.ZIP_DEFLATED)

    assert "it unpacks to 293 KB, and" in refused(path)


def test_a_directory_that_hides_a_size_is_found_out(tmp_path: Path) -> None:
    path = with_member(tmp_path / "f.npz", "a", header("'<f4'", "(2, 3)", bytes(10**6)))
    data = path.read_bytes()
    size = struct.pack("<I", 10**6 + len(header("'<f4'", "(2, 3)")))
    path.write_bytes(data.replace(size, struct.pack("<I", len(header("'<f4'", "(2, 3)")) + 24)))

    assert "damaged" in refused(path)


def test_an_array_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "f.npz", "w") as archive:
        archive.writestr("a.npy", header("'<f4'", "(0,)"))
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a.npy", header("'<f4'", "(0,)"))

    assert "'a' is in it twice" in refused(tmp_path / "f.npz")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no array",
        b"\x93NUMPY",
        b"\x93NUMPY\x09\x00xxxx",
        b"\x93NUMPY\x01\x00\xff\xff",
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff",
        header("'<f4'", "(2, 3)"),
        header("'<f4'", "(2, -3)"),
        header("'<f4'", "(2, 3.0)"),
        header("'<f4'", "(True, 3)"),
        header("'<f4'", f"({2**70}, 0)"),
        header("'<f4'", f"({2**62}, {2**62})"),
        header("'|O'", "(1,)", bytes(8)),
        header("[('x', '|O')]", "(1,)", bytes(8)),
        header("'nonsense'", "(1,)"),
        header("[[]]", "(1,)"),
        header("__import__('os').mkdir('stolen')", "(1,)"),
        header("(" * 4000, "(1,)"),
        header("-" * 9000 + "1", "(1,)"),
        header(r"'\d'", "(1,)"),
        header("3", "5"),
        header("'<f4'", "(1,) * 9"),
        header("'<f4'", "(1, 1, 1, 1, 1, 1, 1, 1, 1)", bytes(4)),
    ],
)
def test_headers_of_arrays_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.chdir(tmp_path)

    refused(with_member(tmp_path / "f.npz", "a", data))

    assert not (tmp_path / "stolen").exists()


def test_flipped_bytes_and_cut_files_are_refused_or_harmless(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, a=GOOD["a"], b=GOOD["b"])
    whole, rng = buffer.getvalue(), np.random.default_rng(1)
    said = 0
    for case in range(400):
        data = bytearray(whole)
        if case % 4 == 0:
            del data[int(rng.integers(len(data))) :]
        else:
            data[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(8))
        (tmp_path / "f.npz").write_bytes(data)
        try:
            found = read(tmp_path / "f.npz")
        except ValueError as fault:
            assert len(str(fault)) <= MOST_LETTERS
            said += 1
        else:
            assert all(np.array_equal(found[name], GOOD[name]) for name in GOOD)
    assert said > 200


def test_other_kinds_of_zip_are_refused(tmp_path: Path) -> None:
    data = header("'<f4'", "(0,)")

    for compression in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        path = with_member(tmp_path / "f.npz", "a", data, compression=compression)
        assert "packed in a way" in refused(path)
