"""Settings that name files of the user: the path becomes absolute, the text is kept as it was, and
saves and replays refuse a file that says something else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cthulhu_envs
from cthulhu_envs.games.call_of_cthulhu.cards.decks import FOLDER

WORDS = "tea\neat\nate\ntee\nseat\nteas\nrat\ntar\nart\n"
DECK, OTHER_DECK = (
    (FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in ("deep_ones", "night_shift")
)
FILES = {
    "unspeakable_words": ("dictionary", {}, WORDS, WORDS.replace("seat\n", "")),
    "call_of_cthulhu": ("deck_0", {"format": "constructed"}, DECK, OTHER_DECK),
}


def table(name: str, file: Path) -> Any:
    setting, more, *_ = FILES[name]
    return cthulhu_envs.make(name, guards="none", num_players=2, **{setting: str(file)}, **more)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("own.txt")


@pytest.mark.parametrize("name", FILES)
def test_a_save_knows_its_file_by_what_it_says(name: str, file: Path, tmp_path: Path) -> None:
    _, _, text, other = FILES[name]
    file.write_text(text)
    env = table(name, file)
    env.reset(seed=1)
    saved = env.save()
    moved = tmp_path / "moved.txt"
    moved.write_text("\n" + text.replace("\n", "\r\n"))
    file.write_text(other)

    table(name, moved).load(saved)
    with pytest.raises(ValueError, match="which said something else"):
        table(name, file).load(saved)


@pytest.mark.parametrize("name", FILES)
def test_a_table_goes_on_with_what_the_file_said(name: str, file: Path) -> None:
    _, _, text, other = FILES[name]
    file.write_text(text)
    env = table(name, file)
    file.write_text(other)
    env.reset(seed=1)

    twin = table(name, file)

    assert env.game.contents != twin.game.contents
    with pytest.raises(ValueError, match="which said something else"):
        twin.load(env.save())


@pytest.mark.parametrize("name", FILES)
def test_the_path_is_absolute(name: str, file: Path) -> None:
    setting, _, text, _ = FILES[name]
    file.write_text(text)

    assert table(name, file).game.values[setting] == str(file.absolute())
