"""Content files as sections that know their lines: whatever is wrong is told with file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.games.death_may_die.board import BOX_MYTHOS
from cthulhu_envs.games.death_may_die.phrases import Names, PhraseError, Program

HEADER = re.compile(r"\s*\[(\[)?\s*([\w.]+)\s*\]")
KEY = re.compile(r"\s*([\w.]+)\s*=")
NO_EFFECT = 0  # row 0 of every program is END
Condition = tuple[int, int, int]
ALWAYS: Condition = (0, 1, 1)
OF_CARDS = ("before", "use", "gain")  # keys of effects that can speak of their card


class ContentError(ValueError):
    """A fault in a content file, with the place where it stands."""


class Section:
    """One table of a file, with the line each of its keys stands in."""

    def __init__(self, path: Path, name: str, values: Mapping[str, Any], lines: dict[str, int]):
        self.path, self.name, self.values, self.lines = path, name, values, lines

    def fault(self, words: str, key: str = "", below: int = 0) -> ContentError:
        line = self.lines.get(key, self.lines.get("", 1)) + below
        return ContentError(f"{self.path.name}, line {line}: {words}")

    def known(self, *keys: str) -> None:
        for key in self.values:
            if key not in keys:
                raise self.fault(f"[{self.name}] has no {key!r}{nearest(key, keys)}", key)

    def get(self, key: str, kind: type, default: Any = None) -> Any:
        if key not in self.values:
            if default is None:
                raise self.fault(f"[{self.name}] needs {key!r}")
            return default
        value = self.values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fault(f"{key!r} must be {WORDS[kind]}, not {value!r}", key)
        return value

    def effect(self, program: Program, key: str, names: Names, text: Any = None) -> int:
        text = self.get(key, str, "") if text is None else text
        if not text:
            return NO_EFFECT
        try:
            return program.effect(text, names, key in OF_CARDS)
        except PhraseError as fault:
            first = 1 if text.count("\n") else 0  # the text begins on the line below its quotes
            raise self.fault(str(fault), key, fault.line + first) from None

    def condition(self, program: Program, key: str, names: Names, text: Any) -> Condition:
        if not isinstance(text, str):
            raise self.fault(f"{key!r} must be text, not {text!r}", key)
        try:
            return program.condition(text, names)
        except PhraseError as fault:
            raise self.fault(str(fault), key) from None


WORDS = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    list: "a list",
    dict: "a table in braces",
}


class File:
    """A TOML file as sections that know their lines."""

    def __init__(self, path: Path, *sections: str) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
            values = tomllib.loads(text)
        except OSError as fault:
            raise ContentError(f"{path}: cannot be read ({fault.strerror})") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise ContentError(f"{path.name}: {fault}") from None
        places = _places(text)
        for name in values:
            if name not in sections:
                line = places.get((name, 0), {"": 1})[""]
                hint = nearest(name, sections)
                raise ContentError(f"{path.name}, line {line}: there is no section {name!r}{hint}")
        self.sections: dict[str, list[Section]] = {}
        for name in sections:
            tables = values.get(name, [])
            tables = tables if isinstance(tables, list) else [tables]
            self.sections[name] = []
            for number, table in enumerate(tables):
                lines = places.get((name, number), {"": 1})
                if not isinstance(table, dict):
                    raise ContentError(f"{path.name}, line {lines['']}: {name!r} is a section")
                self.sections[name].append(Section(path, name, table, lines))

    def all(self, name: str) -> list[Section]:
        return self.sections[name]

    def one(self, name: str) -> Section:
        if len(self.sections[name]) != 1:
            raise ContentError(f"{self.path.name}: exactly one section [{name}] is needed")
        return self.sections[name][0]


def _places(text: str) -> dict[tuple[str, int], dict[str, int]]:
    """The line of every key of every section; '' is the section's own line."""
    places: dict[tuple[str, int], dict[str, int]] = {}
    counts: dict[str, int] = {}
    at: dict[str, int] = {}
    is_text = False
    for number, line in enumerate(text.splitlines(), 1):
        header, key = HEADER.match(line), KEY.match(line)
        if not is_text and header:
            name = header.group(2)
            at = places.setdefault((name, counts.get(name, 0)), {"": number})
            counts[name] = counts.get(name, 0) + 1
        elif not is_text and key:
            at.setdefault(key.group(1), number)
            at.setdefault(key.group(1).split(".")[0], number)
        if line.count('"""') % 2:
            is_text = not is_text
    return places


def traits_of(section: Section, key: str, values: Any, known: Mapping[str, int]) -> dict[int, int]:
    """Traits by number, each with its amount."""
    if not isinstance(values, dict):
        raise section.fault(f"{key!r} must be a table in braces, not {values!r}", key)
    traits = {}
    for word, amount in values.items():
        if word not in known:
            raise section.fault(f"there is no trait {word!r}{nearest(word, known)}", key)
        if isinstance(amount, bool) or not isinstance(amount, int) or not -99 <= amount <= 99:
            raise section.fault(f"{word!r} must be a whole number, not {amount!r}", key)
        traits[known[word]] = amount
    return traits


def numbers_of(section: Section, key: str, count: int) -> list[int]:
    """So many whole numbers."""
    values: list[int] = section.get(key, list)
    good = all(isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in values)
    if len(values) != count or not good:
        raise section.fault(f"{key!r} must be {count} whole numbers, not {values!r}", key)
    return values


def mythos_of(file: File, program: Program, names: Names) -> tuple[tuple[int, bool], ...]:
    """First row and symbol of each of the box's Mythos cards."""
    cards = file.all("mythos")
    if len(cards) != BOX_MYTHOS:
        raise ContentError(f"{file.path.name}: {BOX_MYTHOS} [[mythos]] cards are needed")
    for section in cards:
        section.known("symbol", "effect")
    return tuple(
        (section.effect(program, "effect", names), section.get("symbol", bool, False))
        for section in cards
    )
