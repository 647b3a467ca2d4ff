"""Content files as sections that know their lines, so that a fault names its file and line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.own_file import OwnFile
from cthulhu_envs.authoring.parsing import parse_toml
from cthulhu_envs.games._script.places import ContentError, fault_at, text_of
from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS, MOST_SYMBOLS
from cthulhu_envs.games.death_may_die.content.effect_text import Names, PhraseError, Program
from cthulhu_envs.games.death_may_die.content.vocabulary import ALL
from cthulhu_envs.games.death_may_die.sizes import MOST_DICE

HEADER = re.compile(r"""\s*\[(\[)?\s*["']?([\w.]+)["']?\s*\]""")
KEY = re.compile(r"""\s*["']?([\w.]+)["']?\s*=""")
UNNAMED = re.compile(  # signs no name can have: markup, controls, marks that turn text around
    r'[][{}<>"|\\\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]'
)
LONGEST = 60  # letters of a name
NO_EFFECT = 0  # row 0 of every program is END
Condition = tuple[int, int, int]
ALWAYS: Condition = (0, 1, 1)


class ContentFile(OwnFile):
    """An own file of content: comments, order of keys and line ends say nothing."""

    @property
    def meaning(self) -> str:
        try:
            told: Any = parse_toml(self.text, "")
        except ValueError:
            told = self.text
        return json.dumps(told, sort_keys=True, default=str)


class Section:
    """One table of a file, with the line each of its keys stands in."""

    def __init__(self, path: Path, name: str, values: Mapping[str, Any], lines: dict[str, int]):
        self.path, self.name, self.values, self.lines = path, name, values, lines

    def fault(self, words: str, key: str = "", below: int = 0) -> ContentError:
        line = self.lines.get(key, self.lines.get("", 1)) + below
        return fault_at(self.path, line, words)

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

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value: int = self.get(key, int, default)
        if not low <= value <= high:
            raise self.fault(f"{key!r} must be from {low} to {high}, not {value}", key)
        return value

    def words(self, key: str, default: list[str] | None = None) -> list[str]:
        value: list[str] = self.get(key, list, default)
        if not all(isinstance(word, str) and word for word in value):
            raise self.fault(f"{key!r} must be a list of names, not {value!r}", key)
        for word in value:
            self._check_name(key, word)
        return value

    def title(self, key: str = "name") -> str:
        """A name that must be there."""
        value: str = self.get(key, str)
        if not value.strip():
            raise self.fault(f"{key!r} must not be empty", key)
        self._check_name(key, value)
        return value

    def _check_name(self, key: str, name: str) -> None:
        """R14.1: names stand in effects, actions, tables and pictures, which have signs of their
        own.
        """
        wrong = UNNAMED.search(name)
        if wrong:
            raise self.fault(f"{key!r} must not contain {wrong.group()!r}: {name!r}", key)
        if name != name.strip():
            raise self.fault(f"{key!r} must not begin or end with a blank: {name!r}", key)
        if len(name) > LONGEST:
            raise self.fault(f"{key!r} has {len(name)} letters, and {LONGEST} are the most", key)

    def effect(self, program: Program, key: str, names: Names, text: Any = None) -> int:
        text = self.get(key, str, "") if text is None else text
        if not text:
            return NO_EFFECT
        try:
            return program.effect(text, names, key)
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

    def __init__(self, source: Path | ContentFile, *sections: str) -> None:
        self.path = path = Path(source)
        text = source.text if isinstance(source, ContentFile) else text_of(source)
        try:
            values = parse_toml(text, path.name)
        except ValueError as fault:
            raise ContentError(str(fault)) from None
        places = _places(text)
        for name in values:
            if name not in sections:
                line = places.get((name, 0), {"": 1})[""]
                hint = nearest(name, sections)
                raise fault_at(path, line, f"there is no section {name!r}{hint}")
        self.sections: dict[str, list[Section]] = {}
        for name in sections:
            tables = values.get(name, [])
            tables = tables if isinstance(tables, list) else [tables]
            self.sections[name] = []
            for number, table in enumerate(tables):
                lines = places.get((name, number), {"": 1})
                if not isinstance(table, dict):
                    raise fault_at(path, lines[""], f"{name!r} is a section")
                self.sections[name].append(Section(path, name, table, lines))

    def all(self, name: str) -> list[Section]:
        return self.sections[name]

    def one(self, name: str) -> Section:
        if len(self.sections[name]) != 1:
            raise self.fault(name, f"exactly one section [{name}] is needed")
        return self.sections[name][0]

    def fault(self, name: str, words: str) -> ContentError:
        """About the sections of a name together: the last of them is the place."""
        line = self.sections[name][-1].lines[""] if self.sections[name] else 1
        return fault_at(self.path, line, words)

    def differ(self, name: str) -> None:
        """R14.1: sections of a name are told apart by their `name`s."""
        known: list[str] = []
        for section in self.sections[name]:
            if "name" not in section.values:
                continue
            name = section.title()
            if any(same_name(name, other) for other in known):
                raise section.fault(f"there are two {name!r}", "name")
            known.append(name)


def same_name(one: str, other: str) -> bool:
    """Names that differ by capitals alone are the same to people."""
    return one.casefold() == other.casefold()


def _places(text: str) -> dict[tuple[str, int], dict[str, int]]:
    """The line of every key of every section; '' is the section's own line."""
    places: dict[tuple[str, int], dict[str, int]] = {}
    counts: dict[str, int] = {}
    at: dict[str, int] = {}
    is_text = False
    for number, line in enumerate(text.split("\n"), 1):
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


def traits_of(
    section: Section, key: str, values: Any, known: Mapping[str, int], least: int = -ALL
) -> dict[int, int]:
    """Traits by number, each with its amount."""
    if not isinstance(values, dict):
        raise section.fault(f"{key!r} must be a table in braces, not {values!r}", key)
    traits = {}
    for word, amount in values.items():
        if word not in known:
            raise section.fault(f"there is no trait {word!r}{nearest(word, known)}", key)
        if isinstance(amount, bool) or not isinstance(amount, int) or not least <= amount <= ALL:
            words = f"{word!r} must be a whole number from {least} to {ALL}, not {amount!r}"
            raise section.fault(words, word if word in section.lines else key)
        traits[known[word]] = amount
    return traits


def dice_of(section: Section) -> tuple[int, int]:
    """Standard and bonus dice of an enemy or Stage."""
    values: list[int] = section.get("dice", list)
    good = all(type(v) is int and 0 <= v <= MOST_DICE for v in values)
    if len(values) != 2 or not good:
        words = f"'dice' must be 2 whole numbers from 0 to {MOST_DICE}, not {values!r}"
        raise section.fault(words, "dice")
    return values[0], values[1]


def mythos_of(file: File, program: Program, names: Names) -> tuple[tuple[int, int], ...]:
    """First row and symbols of each of the box's Mythos cards."""
    cards = file.all("mythos")
    if len(cards) != BOX_MYTHOS:
        raise file.fault("mythos", f"{BOX_MYTHOS} [[mythos]] cards are needed, not {len(cards)}")
    for section in cards:
        section.known("symbol", "effect")
    return tuple((s.effect(program, "effect", names), _symbols(s)) for s in cards)


def mythos_texts(file: File) -> tuple[str, ...]:
    """What stands on each of them, on one line."""
    effects = [str(section.values.get("effect", "")) for section in file.all("mythos")]
    return tuple(", ".join(text.split("\n")).strip(" ,").replace(":,", ":") for text in effects)


def _symbols(card: Section) -> int:
    """R7.5: how many symbols a Mythos card shows; true is one."""
    shown = card.values.get("symbol", False)
    if not isinstance(shown, int) or not 0 <= shown <= MOST_SYMBOLS:
        raise card.fault(
            f"'symbol' must be true, false or a number up to {MOST_SYMBOLS}, not {shown!r}",
            "symbol",
        )
    return int(shown)
