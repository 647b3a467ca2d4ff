"""Whatever is given for a setting or a reset option: it is taken, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.make import make
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import NUM_PLAYERS

GAMES = ("love_letter-v1", "lovecraft_letter-v1", "unspeakable_words-v1")
MOST_LETTERS = 300


class Sulking:
    """Neither says what it is nor can be compared."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("leave me alone")

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        raise RuntimeError("leave me alone")


class Chatty:
    def __repr__(self) -> str:
        return "many words\n" * 1000


def nested(depth: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
LONG = "x" * 5000
HOSTILE = {
    "float": 1.5, "nan": float("nan"), "inf": float("inf"), "huge": 10**30,
    "huge beyond printing": 10**5000, "minus": -1, "minus huge": -(10**30), "flag": True,
    "empty": "", "a name": "nobody", "long name": LONG, "not printable": "\x00\n\ud800",
    "long deck": "guard " * 20_000, "commas": "," * 100_000, "many copies": "cats=" + "9" * 5000,
    "odd digits": "guard=\u00b2", "bytes": b"guard", "bytearray": bytearray(b"guard"),
    "list of none": [None], "list of long": [LONG], "list of lists": [["guard"]],
    "list of nan": [float("nan")], "list of huge": [10**30], "list of flags": [True],
    "long list": ["guard"] * 100_000, "long list of letters": ["A"] * 100_000,
    "nested": nested(5000), "endless": ENDLESS,
    "huge copies": {"guard": 10**30, "cats": 10**30}, "copies beyond printing": {"A": 10**5000},
    "minus copies": {"A": -1, "guard": -1}, "twice": {"A": 5, "a": 5, "guard": 5, "Guard": 5},
    "long key": {LONG: 1}, "no key": {None: 1}, "long copies": {"A": LONG, "guard": LONG},
    "set": {1}, "object": object(), "sulking": Sulking(), "chatty": Chatty(),
    "list of sulking": [Sulking()], "sulking copies": {"A": Sulking(), "guard": Sulking()},
    "function": len, "complex": 3 + 4j, "path": Path("/"), "device": Path("/dev/zero"),
    "home of nobody": "~nobody/at/all", "iterator": iter([1]), "range": range(5),
    "matrix": np.array([[1, 2], [3, 4]]), "array of nan": np.array([1.5, np.nan]),
    "array without items": np.zeros((2, 0, 3)), "array of none": np.array(None, object),
    "array of chatty": np.array([Chatty()], object), "masked": np.ma.masked,
    "dates": np.array([1, 2], dtype="datetime64[s]"), "memory": memoryview(b"abc"),
}  # fmt: skip
SWITCHES = {"claim_half", "dice", "lose_all_on_fail", "free_words", "word_features"}


def assert_is_a_sentence(fault: ValueError) -> None:
    said = str(fault)
    assert 0 < len(said) <= MOST_LETTERS, f"{len(said)} letters: {said[:MOST_LETTERS]}"
    assert said.isprintable(), repr(said)


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_reset_option_that_cannot_be_is_refused_in_a_sentence(game_id, what):
    env = make(game_id)
    for option in env.game.reset_options:
        with pytest.raises(ValueError) as fault:
            env.reset(seed=1, options={option: HOSTILE[what]})
        assert_is_a_sentence(fault.value)


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_setting_that_cannot_be_is_refused_in_a_sentence(game_id, what):
    game = find(game_id)
    for setting in (NUM_PLAYERS, *(one.name for one in game.settings)):
        if what == "flag" and setting in SWITCHES:
            continue
        with pytest.raises(ValueError) as fault:
            game.configure(**{setting: HOSTILE[what]})
        assert_is_a_sentence(fault.value)


@pytest.mark.parametrize("what", HOSTILE)
def test_options_are_a_dictionary(what):
    env = make("love_letter")
    if isinstance(HOSTILE[what], dict):
        env.reset(seed=1, options=HOSTILE[what])  # names of other people's are passed over
        return
    with pytest.raises(ValueError) as fault:
        env.reset(seed=1, options=HOSTILE[what])
    assert_is_a_sentence(fault.value)


@pytest.mark.parametrize("game_id", GAMES)
def test_numbers_of_numpy_are_taken_as_they_are(game_id):
    env = make(game_id)

    env.reset(seed=1, options={"start": np.int64(1)})

    assert env.agent_selection == "player_1"


def test_a_choice_is_the_setting_s_own():
    game = find("love_letter").configure(rounds=np.str_("single"))

    assert type(game.values["rounds"]) is str
