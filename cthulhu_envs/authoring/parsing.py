"""JSON and TOML from anywhere, as values that can do no harm.

Nested too deep, infinite, endless or named twice: each is a ValueError of one sentence, which
begins with where it is. `Fields` are the values of a record by name, with the types they must have.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cthulhu_envs.authoring.errors import bounded, nearest, shown
from cthulhu_envs.authoring.files import as_text

DEEPEST = 40  # lists and tables inside each other
MOST_BITS = 256  # of a whole number; states of random generators have 128
MANY_DIGITS = re.compile(r"\d{77}")  # longer ones may have more than MOST_BITS


class _RefusedError(ValueError):
    """Our own words about a value, as against those of a parser."""


def parse_json(text: str | bytes, where: str) -> Any:
    """The value of a JSON text; `where` begins every message: 'run.json, line 3'."""
    if isinstance(text, bytes):
        text = as_text(text, where)
    try:
        found = json.loads(
            text, parse_float=_finite, parse_constant=_finite, object_pairs_hook=_each_once
        )
        if text.count("[") + text.count("{") > DEEPEST or MANY_DIGITS.search(text):
            check_values(found)
        if "\\ud" in text or "\\uD" in text:  # half of a sign, which no file can hold
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except RecursionError:
        words = _too_deep()
    except _RefusedError as fault:
        words = str(fault)
    except json.JSONDecodeError as fault:
        words = f"not JSON ({fault.msg} at character {fault.pos})"
    except UnicodeEncodeError:
        words = "a text in it has half of a sign"
    except ValueError:
        words = "a number in it has thousands of digits"
    raise ValueError(bounded(f"{where}: {words}"))


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The tables of a TOML text."""
    try:
        found = tomllib.loads(text)
        check_values(found)
        return found
    except RecursionError:
        words = _too_deep()
    except _RefusedError as fault:
        words = str(fault)
    except tomllib.TOMLDecodeError as fault:
        words = f"this is no TOML ({fault})"
    except ValueError as fault:
        words = f"a value in it is none ({fault})"
    raise ValueError(bounded(f"{where}: {words}"))


def json_lines(data: bytes, where: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The records of a file of JSON lines, each with the number of its line; empty lines are passed
    over.
    """
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, record_in(line, f"{where}, line {number}")


def log_lines(data: bytes, where: str) -> list[dict[str, Any]]:
    """The records of a log; a last line that a killed process did not finish is left out."""
    return [row for _, row in json_lines(data[: data.rfind(b"\n") + 1], where)]


def record_in(line: bytes | str, where: str) -> dict[str, Any]:
    """A line of JSON that must be a record."""
    found = parse_json(line, where)
    if not isinstance(found, dict):
        raise ValueError(f"{where}: not a record")
    return found


def check_values(value: Any) -> None:
    """ValueError if lists and tables are nested too deep, or a number is infinite or endless."""
    level = [value]
    for _ in range(DEEPEST + 1):
        below: list[Any] = []
        for one in level:
            if isinstance(one, Mapping):
                below += one.values()
            elif isinstance(one, list):
                below += one
            elif isinstance(one, float) and not math.isfinite(one):
                raise _RefusedError("a number in it is infinite, or none")
            elif isinstance(one, int) and one.bit_length() > MOST_BITS:
                raise _RefusedError("a whole number in it is too large")
        if not below:
            return
        level = below
    raise _RefusedError(_too_deep())


def _too_deep() -> str:
    return f"lists and tables are nested deeper than {DEEPEST}"


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _RefusedError(f"{bounded(digits, 20)} is no number that can be used")
    return number


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _RefusedError(f"{shown(name)} stands in it twice")
        found[name] = value
    return found


class Fields:
    """The values of a record that a file holds, by name; what is missing or of another type is
    named, after `where` it is.
    """

    def __init__(self, values: Any, where: str) -> None:
        if not isinstance(values, Mapping):
            raise ValueError(f"{where}: {shown(values)} is no record")
        self.values, self.where = values, where

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def fault(self, words: str) -> ValueError:
        return ValueError(bounded(f"{self.where}: {words}"))

    def get(self, name: str) -> Any:
        """A value of any type."""
        if name not in self.values:
            raise self.fault(f"{name!r} is missing")
        return self.values[name]

    def text(self, name: str) -> str:
        found = self.get(name)
        if not isinstance(found, str):
            raise self._wrong(name, "text")
        return found

    def whole(self, name: str, low: int = 0, high: int = 2**63 - 1) -> int:
        found = self.get(name)
        if type(found) is not int or not low <= found <= high:
            raise self._wrong(name, f"a whole number from {low} to {high}")
        return found

    def number(self, name: str) -> float:
        found = self.get(name)
        if type(found) not in (int, float) or not math.isfinite(found):
            raise self._wrong(name, "a number")
        return float(found)

    def table(self, name: str) -> dict[str, Any]:
        found = self.get(name)
        if not isinstance(found, dict):
            raise self._wrong(name, "a table")
        return found

    def fields(self, name: str) -> Fields:
        """A record inside this one."""
        return Fields(self.table(name), f"{self.where}, {name}")

    def list_of(self, name: str, kind: type) -> list[Any]:
        found = self.get(name)
        if not isinstance(found, list) or any(type(one) is not kind for one in found):
            words = {str: "texts", int: "whole numbers", dict: "records", list: "lists"}
            raise self._wrong(name, f"a list of {words[kind]}")
        return found

    def one_of(self, name: str, known: Iterable[str]) -> str:
        """One of the words that this version knows."""
        found, names = self.text(name), list(known)
        if found not in names:
            raise self.fault(f"{name} {shown(found)} is not known{nearest(found, names)}")
        return found

    def _wrong(self, name: str, wanted: str) -> ValueError:
        return self.fault(f"{name!r} must be {wanted}, not {shown(self.values[name])}")
