"""Dictionaries: reading and checking them (R1.9, R1.10), and leaving out what cannot be laid
(R1.11).
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.files import DICTIONARY, named, read_text
from cthulhu_envs.authoring.own_file import OwnFile
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS, Letter

HERE = Path(__file__).parent / "words"
SHIPPED = {"enable": HERE / "enable.txt", "common": HERE / "common.txt"}
ALPHABET = frozenset(letter.name.lower() for letter in Letter)
FIRST = ord("a")


def check_dictionary(value: Any) -> str | list[str]:
    """A shipped list's name, the absolute path of a file, or words; none of them faulty."""
    if isinstance(value, (list, tuple)):
        wrong = [entry for entry in value if not isinstance(entry, str)]
        if wrong:
            raise ValueError(f"a dictionary is a list of words; {shown(wrong[0])} is none")
        words = [str(entry) for entry in value]
        checked(tuple(words), "the dictionary", "entry")
        return words
    if not isinstance(value, (str, Path)):
        raise ValueError(
            f"dictionary must be a name, a file or a list of words, not {shown(value)}"
        )
    if str(value) in SHIPPED:
        return str(value)
    if not isinstance(value, OwnFile) and not _is_file(value):
        hint = nearest(str(value), SHIPPED) if os.sep not in str(value) else ""
        raise ValueError(f"there is no dictionary {shown(str(value))}{hint}")
    own = _file(value)
    words_of(own)
    return own


def _is_file(path: str | Path) -> bool:
    """Whether there is such a file; names that no file can have are none."""
    try:
        return Path(path).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):
        return False


def words_of(dictionary: str | list[str]) -> tuple[str, ...]:
    """All words in lower case, in the order of the alphabet."""
    if not isinstance(dictionary, str):
        return checked(tuple(dictionary), "the dictionary", "entry")
    if dictionary in SHIPPED:
        return _shipped(dictionary)
    own = _file(dictionary)
    return checked(tuple(own.text.split("\n")), named(own), "line")


@cache
def _shipped(name: str) -> tuple[str, ...]:
    return checked(tuple(_text_of(SHIPPED[name]).split("\n")), name, "line")


def _file(path: str | Path) -> OwnFile:
    """A user's file, read when it is first named."""
    if isinstance(path, OwnFile):
        return path
    return OwnFile.read(path, _text_of)


def _text_of(path: Path) -> str:
    return read_text(path, DICTIONARY)


@lru_cache(maxsize=8)
def checked(lines: tuple[str, ...], where: str, unit: str) -> tuple[str, ...]:
    """R1.10: the words among the lines, each once; ValueError names the first faulty line."""
    found = [line.strip().lower() for line in lines]
    words = [word for word in found if word]
    if not ALPHABET.issuperset("".join(words)):
        number, word = next((n, w) for n, w in enumerate(found, 1) if not ALPHABET.issuperset(w))
        raise ValueError(
            f"{where}, {unit} {number}: {shown(word)} is no word of the letters a to z"
        )
    if len(set(words)) < len(words):
        twice = next(word for word, times in Counter(words).items() if times > 1)
        first, second = [n for n, word in enumerate(found, 1) if word == twice][:2]
        raise ValueError(
            f"{where}, {unit} {second}: {shown(twice)} stands in {unit} {first} already"
        )
    if not words:
        raise ValueError(f"{where} is empty")
    return tuple(sorted(words))


def playable(
    words: tuple[str, ...], copies: list[int], shortest: int, longest: int
) -> NDArray[np.int8]:
    """R1.11: the words that a hand can lay, as rows of letters with -1 behind the last."""
    fitting = [word for word in words if shortest <= len(word) <= longest]
    if not fitting:
        raise ValueError(f"the dictionary has no word of {shortest} to {longest} letters")
    rows = np.array(fitting, f"S{longest}").view(np.uint8).reshape(len(fitting), longest)
    letters = np.where(rows == 0, -1, rows.astype(np.int16) - FIRST).astype(np.int8)
    most = np.array(copies)
    possible = np.ones(len(letters), bool)
    for letter in range(N_LETTERS):
        possible &= (letters == letter).sum(axis=1) <= most[letter]
    if not possible.any():
        raise ValueError("no word of the dictionary can be spelled from the deck")
    found: NDArray[np.int8] = letters[possible]
    return found
