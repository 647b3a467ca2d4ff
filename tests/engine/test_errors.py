"""Words for bad input."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from cthulhu_envs.authoring.errors import EXTRAS, illegal_action, known_options, nearest, sentence
from tests.every_game.play import TABLES

ROOT = Path(__file__).parent.parent.parent
NAMES = ["Guard", "Priest", "Baron"]


@pytest.mark.parametrize(
    ("word", "meant"), [("gaurd", "Guard"), ("PRIEST", "Priest"), ("Baro", "Baron")]
)
def test_the_nearest_name_is_suggested_as_it_is_spelt(word: str, meant: str) -> None:
    assert nearest(word, NAMES) == f"; did you mean {meant!r}?"


def test_a_word_near_to_nothing_gets_the_list() -> None:
    assert nearest("zzzz", NAMES) == "; known: Guard, Priest, Baron"


def test_what_is_no_word_at_all_gets_the_list() -> None:
    assert nearest("", NAMES).startswith("; known:")


def test_a_long_list_of_legal_actions_is_cut_and_says_so() -> None:
    game = TABLES[0]
    everything = np.ones(game.actions.size, np.int8)

    said = illegal_action(game, "player_1", -1, everything)

    assert said.startswith(f"player_1 tried -1, which is outside 0 to {game.actions.size - 1};")
    listed = said.partition("legal: ")[2].count(";") + 1
    assert 1 < listed <= 8
    assert said.endswith(f"and {game.actions.size - listed} more")
    assert len(said) <= 300


def test_a_message_without_legal_actions_says_so() -> None:
    game = TABLES[0]

    said = illegal_action(game, "player_1", 0, np.zeros(game.actions.size, np.int8))

    assert said.endswith("legal: nothing")


def test_a_misspelt_option_is_refused_and_a_strange_one_passed_over() -> None:
    game = TABLES[0]

    assert known_options(game, {"start": np.int64(1), "wandb_run": object()}) == {"start": 1}
    with pytest.raises(ValueError, match="no reset option 'dekc'; did you mean 'deck'"):
        known_options(game, {"dekc": 1})


def test_a_missing_library_is_named_with_the_extra_that_brings_it() -> None:
    fault = ModuleNotFoundError("No module named 'scipy'", name="scipy.stats")

    assert sentence(fault) == 'this needs scipy: pip install "cthulhu_envs[eval]"'


def test_another_fault_says_what_it_says() -> None:
    assert sentence(ModuleNotFoundError("No module named 'mine'", name="mine")).endswith("'mine'")
    assert sentence(ValueError("no")) == "no"


def test_the_extras_that_are_named_are_those_of_the_package() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]

    assert set(EXTRAS.values()) <= set(extras)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (FileNotFoundError(2, "No such file or directory", "a/b"), "there is no 'a/b'"),
        (FileExistsError(17, "File exists", "a"), "'a' already exists and is not a folder"),
        (IsADirectoryError(21, "Is a directory", "a"), "'a' is a folder, not a file"),
        (PermissionError(13, "Permission denied", "a"), "there is no permission to use 'a'"),
        (OSError(28, "No space left on device", "a"), "the disk is full: 'a' could not be written"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("in our own words"), "in our own words"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors_of_files_are_words_without_numbers(fault: OSError, words: str) -> None:
    assert sentence(fault) == words
