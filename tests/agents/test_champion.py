"""The champion: the bot that champions.toml names for a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from cthulhu_agents import champion
from cthulhu_agents.champion import Champion, read, spec_for

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find

ROWS = """
[[champion]]
game = "love_letter"
agent = "random"
players = 2

[[champion]]
game = "love_letter"
agent = "heuristic"
players = 2
[champion.settings]
rounds = "single"

[[champion]]
game = "love_letter"
agent = "flat"
players = 4
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "champions.toml"
    path.write_text(ROWS, encoding="utf-8")
    monkeypatch.setattr(champion, "read", lambda: read(path))
    return path


@pytest.mark.parametrize(
    ("settings", "spec"),
    [
        ({"num_players": 2}, "random"),
        ({"num_players": 2, "rounds": "single"}, "heuristic"),
        ({"num_players": 4, "rounds": "single"}, "flat"),
        ({"num_players": 6}, "flat"),
    ],
    ids=str,
)
def test_the_entry_that_fits_best_is_taken(
    file: Path, settings: dict[str, object], spec: str
) -> None:
    assert spec_for(find("love_letter").configure(**settings)) == spec


def test_a_game_without_a_champion_says_so(file: Path) -> None:
    with pytest.raises(ValueError, match="champion of Unspeakable Words"):
        spec_for(find("unspeakable_words"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "'champion' is missing"),
        ("champion = 3", "'champion'"),
        ("[[champion]]\nplayers = 2", "'game' is missing"),
        ("[[champion]]\ngame = 'x'\nagent = 'y'\nplayers = 0", "'players'"),
        ("[[champion", "this is no TOML"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "champions.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ValueError, match=fault):
        read(path)


def test_every_champion_can_be_made() -> None:
    entries = read()

    assert entries
    for one in entries:
        game = find(one.game).configure(num_players=one.players, **one.settings)
        assert one.plays(game)
        assert make_agent("champion", game).game.num_players == one.players


def test_only_the_same_table_is_its_own() -> None:
    one = Champion("love_letter", "random", 2, {"rounds": "single"})

    assert one.plays(find("love_letter").configure(num_players=2, rounds="single"))
    assert not one.plays(find("love_letter").configure(num_players=2))
    assert not one.plays(find("love_letter").configure(num_players=3, rounds="single"))
    assert not one.plays(find("lovecraft_letter").configure(num_players=2, rounds="single"))
