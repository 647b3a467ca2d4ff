"""The disk cache: keyed by what a kernel is, never stale, and survived when it is damaged."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba.extending import intrinsic

from cthulhu_envs._compile.fingerprint import fingerprint
from cthulhu_envs._compile.kernel_cache import cache_folder
from cthulhu_envs._runtime.addresses import _call
from cthulhu_envs.authoring.kernels import is_compiled, kernel

compiled_only = pytest.mark.skipif(not is_compiled(), reason="plain Python keeps nothing on disk")
SOURCE = '''
def helper(n):
    """Words about the helper."""
    return n + BONUS

def caller(n):
    """Words about the caller."""
    return helper(n) * TABLE[2] + Colour.RED + 7
'''


class Red1(enum.IntEnum):
    RED = 1
    BLUE = 2


class Red3(enum.IntEnum):
    RED = 3
    BLUE = 2


BASE: dict[str, Any] = {"BONUS": 5, "TABLE": np.arange(5), "Colour": Red1}


def print_of(source: str = SOURCE, **other: Any) -> str:
    """The fingerprint of `caller` in a module with these globals."""
    scope = {**BASE, **other}
    exec(source, scope)
    return fingerprint(scope["caller"])


def test_the_same_source_has_the_same_fingerprint() -> None:
    assert print_of() == print_of()


CHANGES: dict[str, Callable[[], str]] = {
    "a constant in the kernel": lambda: print_of(SOURCE.replace("+ 7", "+ 8")),
    "what the kernel does": lambda: print_of(SOURCE.replace("* TABLE", "- TABLE")),
    "what a called kernel does": lambda: print_of(SOURCE.replace("n + BONUS", "n - BONUS")),
    "a constant that a called kernel reads": lambda: print_of(BONUS=6),
    "an entry of an array": lambda: print_of(TABLE=np.array([0, 1, 9, 3, 4])),
    "the type of an array": lambda: print_of(TABLE=np.arange(5, dtype=np.int8)),
    "the shape of an array": lambda: print_of(TABLE=np.arange(5).reshape(5, 1)),
    "a member of an enum": lambda: print_of(Colour=Red3),
    "a default": lambda: print_of(SOURCE.replace("caller(n)", "caller(n, k=2)")),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_fingerprint_changes_with(what: str) -> None:
    assert CHANGES[what]() != print_of()


def test_the_fingerprint_does_not_change_with_a_docstring() -> None:
    other = SOURCE.replace("Words about", "Something quite different about")

    assert print_of(other) == print_of()


def test_the_fingerprint_changes_with_the_name_of_a_field() -> None:
    """Strings in a kernel count, though docstrings do not."""
    hand, pile = (SOURCE.replace("+ 7", f"+ n['{name}']") for name in ("hand", "pile"))

    assert print_of(hand) != print_of(pile)


@compiled_only
def test_the_fingerprint_sees_into_an_intrinsic() -> None:
    """Two functions of one name that make calls with different results."""
    source = SOURCE.replace("+ 7", "+ call(n)")
    returns_nothing, returns_number = (
        intrinsic(_call(returns)) for returns in (numba.types.none, numba.types.int64)
    )

    assert print_of(source, call=returns_nothing) != print_of(source, call=returns_number)


def test_the_fingerprint_does_not_change_with_where_the_source_stands() -> None:
    assert print_of("\n\n# a comment\n" + SOURCE) == print_of()


def test_the_fingerprint_changes_with_an_entry_of_a_large_array_in_a_tuple() -> None:
    """repr() leaves out the middle of large arrays."""
    one, other = np.zeros(5000), np.zeros(5000)
    other[2500] = 1
    source = SOURCE.replace("TABLE[2]", "TABLES[0][2]")

    assert print_of(source, TABLES=(one,)) != print_of(source, TABLES=(other,))


def test_the_fingerprint_sees_through_the_compiled_form_of_a_called_kernel() -> None:
    def scope(source: str) -> str:
        names = dict(BASE)
        exec(source, names)
        names["helper"] = kernel(names["helper"])
        return fingerprint(names["caller"])

    assert scope(SOURCE) != scope(SOURCE.replace("n + BONUS", "n - BONUS"))


def test_kernels_that_call_each_other_have_a_fingerprint() -> None:
    ring = "def helper(n):\n    return caller(n)\n\ndef caller(n):\n    return helper(n)\n"

    assert print_of(ring) == print_of(ring)


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CTHULHU_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path

    monkeypatch.delenv("CTHULHU_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "cthulhu_envs"


EXTRA = 0


def add(a: int, b: int) -> int:
    return a + b + EXTRA


def run() -> tuple[int, int]:
    """What a process that has just begun would do: the sum of 2 and 3, and hits in the cache."""
    fresh: Any = kernel(add)
    return fresh(2, 3), sum(fresh.stats.cache_hits.values())


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache folder of the test's own."""
    monkeypatch.setenv("CTHULHU_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@compiled_only
def test_a_kernel_is_found_on_disk_and_compiled_anew_when_it_is_edited(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run() == (5, 0)
    assert run() == (5, 1)

    monkeypatch.setattr(sys.modules[__name__], "EXTRA", 10)
    assert run() == (15, 0)

    monkeypatch.undo()
    monkeypatch.setenv("CTHULHU_CACHE", str(folder))
    assert run() == (5, 1)


def flipped(whole: bytes, place: int) -> bytes:
    """One bit changed."""
    return whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "cut": lambda whole: whole[: len(whole) // 2],
    "rubbish": lambda whole: b"rubbish" * 40,
    "another format": lambda whole: flipped(whole, 3),
    "another checksum": lambda whole: flipped(whole, 30),
    "one bit of the machine code": lambda whole: flipped(whole, len(whole) // 2),
    "longer": lambda whole: whole + b"0",
}


@compiled_only
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_cache_file_costs_a_compilation_and_is_written_anew(
    folder: Path, damage: str
) -> None:
    run()
    [file] = folder.glob("*.kernel")
    file.write_bytes(DAMAGES[damage](file.read_bytes()))

    assert run() == (5, 0)

    assert run() == (5, 1)


@compiled_only
def test_a_file_under_the_name_of_another_kernel_is_not_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run()
    [five] = folder.glob("*.kernel")
    monkeypatch.setattr(sys.modules[__name__], "EXTRA", 10)
    run()
    [fifteen] = set(folder.glob("*.kernel")) - {five}
    fifteen.write_bytes(five.read_bytes())

    assert run() == (15, 0)


@compiled_only
def test_a_cache_folder_that_cannot_be_made_costs_only_time(folder: Path) -> None:
    folder.write_text("a file where the folder should be")

    assert run() == (5, 0)


class Step(enum.IntEnum):
    ONE = 1
    TWO = 2


def caller_and_callee() -> tuple[Any, Any]:
    """A kernel that hands whole numbers of all kinds to another."""
    plus: Any = kernel(add)

    def total(numbers: Any) -> int:
        n = plus(1, np.int8(2)) + plus(Step.TWO, np.int64(3))
        for number in numbers:
            n += plus(number, Step.ONE)
        return n

    return kernel(total), plus


@compiled_only
def test_a_kernel_called_with_whole_numbers_of_all_kinds_is_compiled_once(folder: Path) -> None:
    total, plus = caller_and_callee()

    assert total(np.arange(4, dtype=np.int16)) == 3 + 5 + 0 + 1 + 2 + 3 + 4

    assert len(plus._callees) == 1


@compiled_only
def test_only_the_kernel_that_is_called_from_python_becomes_machine_code(folder: Path) -> None:
    total, plus = caller_and_callee()
    total(np.arange(4))
    assert (len(total.overloads), len(plus.overloads)) == (1, 0)
    assert len([*folder.rglob("*.kernel")]) == 1

    assert plus(2, 3) == 5

    assert len(plus.overloads) == 1
