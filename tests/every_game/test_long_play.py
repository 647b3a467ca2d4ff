"""`cthulhu check GAME --decisions N`: what it plays, and that it sees faults."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cthulhu_training.cli.main import BAD_INPUT, main

from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.tools import long_play
from cthulhu_envs.tools.long_play import LANES, play_long, variants


def test_every_variant_is_played_at_every_player_count() -> None:
    game = find("love_letter")
    told: list[int] = []

    played = play_long(game, 40_000, told.append)

    tables = list(variants(game))
    assert len(tables) == 32  # 2 to 6 players, some of them in the classic edition
    assert {table.num_players for table in tables} == {2, 3, 4, 5, 6}
    assert 40_000 <= played.decisions < 40_000 + LANES * len(tables)
    assert played.games > 1000 and played.positions == LANES * len(tables) and not played.faults
    assert len(told) == len(tables) and told == sorted(told)


def broken(game: Game, states: Any) -> None:
    raise ValueError("two cards are the same")


def test_a_broken_invariant_is_a_fault_of_its_variant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(long_play, "check_states", broken)

    assert main(["check", "love_letter", "--decisions", "100"]) == 1

    told = capsys.readouterr()
    assert told.out.endswith(" 32 faults\n")
    assert "BROKEN  Love Letter, num_players=2, edition=2019, rounds=match" in told.err
    assert "ValueError: two cards are the same" in told.err


def shown(change: str) -> Any:
    """A step of a batch in which something cannot be."""
    step = VectorEnv.step

    def spoilt(vec: VectorEnv, *arguments: Any) -> Any:
        found = [array.copy() for array in step(vec, *arguments)]
        obs, mask, _, reward, _ = found
        if change == "mask":
            mask[3] = 0
        elif change == "reward":
            reward[0] = np.nan
        else:
            obs[1, 2] = 1000.0
        return found

    return spoilt


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("mask", "a position offers no action"),
        ("reward", "a reward is not finite"),
        ("observation", "an observation lies outside its bounds"),
    ],
)
def test_what_is_shown_is_checked(change: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VectorEnv, "step", shown(change))

    played = play_long("love_letter", 32 * 10 * LANES)

    assert len(played.faults) == 32 and words in played.faults[0]


def test_worlds_that_look_different_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    real, looks = long_play.view_of, []

    def view_of(game: Game, states: Any, seat: int) -> Any:
        view = real(game, states, seat)
        looks.append(seat)
        view.observation[0] += len(looks) % 2
        return view

    monkeypatch.setattr(long_play, "view_of", view_of)

    played = play_long("love_letter", 1)

    assert "a world of seat 0 looks different to it" in played.faults[0]


def test_a_law_and_a_number_of_decisions_do_not_go_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (["--decisions", "0"], ["--decisions", "10", "--law", "ends"]):
        assert main(["check", "love_letter", *words]) == BAD_INPUT
        assert "--decisions" in capsys.readouterr().err
