"""The arena: the same deals in every seat, and files that survive being stopped."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena import (
    Tournament,
    play,
    run_tournament,
    shares,
)
from cthulhu_training.arena.results import NAME
from cthulhu_training.arena.settings import Chunk, Pairing

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from tests.training.arena_tools import NEVER, First, Stopped, by_hand, game, outcome_of, run, small

__all__ = ["game"]  # a fixture

# --- seats and deals


def test_the_one_sits_in_every_seat_of_each_deal(game: Game) -> None:
    settings = small(game, settings={"num_players": 3})

    seats = settings.seats(Chunk(Pairing("first", "random"), range(4, 6)))

    around = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert seats.tolist() == around + around


def test_two_players_meet_once_and_more_in_both_roles(game: Game) -> None:
    two = small(game).pairings
    three = small(game, settings={"num_players": 3}).pairings

    assert two == [("random", "random"), ("random", "first"), ("first", "first")]
    assert [*three[:2], three[2]] == [two[0], two[1], ("first", "random")] and len(three) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_game_is_the_aec_game_of_its_deal(game: Game, players: int, tmp_path: Path) -> None:
    settings = small(game, ("first", "last"), deals=3, settings={"num_players": players})

    results = outcome_of(settings, tmp_path).results

    for (one, rest), rewards in results.reward.items():
        for deal, seat in np.ndindex(3, players):
            seated = [one if place == seat else rest for place in range(players)]
            expected = by_hand(settings.configured, results.seeds[deal], seated)
            assert rewards[deal, seat] == pytest.approx(expected, abs=1e-6)


def test_a_win_is_shared_among_those_paid_most() -> None:
    paid = np.array([[1.0, -0.5, -0.5], [0.5, 0.5, -1.0], [0.0, 0.0, 0.0]])

    assert shares(paid) == pytest.approx(np.array([[1, 0, 0], [0.5, 0.5, 0], [1 / 3] * 3]))


def test_rewards_of_a_whole_game_are_summed() -> None:
    game = find("love_letter").configure(num_players=2, reward="tokens", goal=3, edition="classic")
    seats = np.zeros((20, 2), np.int64)

    total = play(game, [First(game)], seats, np.arange(20, dtype=np.uint64))

    assert (total.max(axis=1) == 3).all()  # one by one, so nobody passes the goal


def test_an_illegal_action_is_named_and_never_repaired(game: Game, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cheat, seat \d of love_letter-v1 with seed \d+, tried"):
        run(small(game, ("random", "cheat")), tmp_path / "a")
    with pytest.raises(
        ValueError, match=r"float, seat \d of .*, was asked for 2 actions and gave float64"
    ):
        run(small(game, ("float", "random"), deals=1), tmp_path / "b")


# --- the same again


def test_the_same_settings_give_the_same_bytes(game: Game, tmp_path: Path) -> None:
    settings = small(game, ("random", "first", "slow"), settings={"num_players": 3}, deals=8)

    for name in "ab":
        run_tournament(settings, tmp_path / name, progress=False)

    for name in (NAME, "games.csv", "summary.json", "tournament.png"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    other = run(dataclasses.replace(settings, seed=2), tmp_path / "c").splitlines()
    assert other[1:] != (tmp_path / "a" / NAME).read_bytes().splitlines()[1:]


def test_results_do_not_depend_on_who_else_takes_part(game: Game, tmp_path: Path) -> None:
    few = run(small(game), tmp_path / "few").splitlines()
    many = run(small(game, ("random", "first", "last")), tmp_path / "many").splitlines()

    assert set(few[1:]) < set(many[1:])


def test_lanes_do_not_matter_to_agents_without_batches(game: Game, tmp_path: Path) -> None:
    agents = ("slow", "first")

    narrow = run(small(game, agents, deals=5, lanes=2), tmp_path / "narrow").splitlines()
    wide = run(small(game, agents, deals=5, lanes=99), tmp_path / "wide").splitlines()

    assert narrow[0] != wide[0] and narrow[1:] == wide[1:]


# --- stopped and gone on


CUT_SHORT, AGAIN = "cut short", "played again"
CUTS = {  # what a killed run may leave: whole lines (chunks are of 8), bytes more, the notices
    "nothing": (0, 0, []),
    "half a head": (0, 90, [CUT_SHORT]),
    "a head": (1, 0, []),
    "a line without its break": (3, -1, [CUT_SHORT, AGAIN]),
    "half a line": (21, 40, [CUT_SHORT, AGAIN]),
    "half a chunk": (21, 0, [AGAIN]),
    "two chunks": (17, 0, []),
    "everything": (91, 0, []),
}


@pytest.mark.parametrize("lines, more, notices", CUTS.values(), ids=CUTS)
def test_a_killed_run_goes_on_to_the_same_bytes(
    game: Game,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    lines: int,
    more: int,
    notices: list[str],
) -> None:
    complete = run(small(game), tmp_path)
    cut = len(b"".join(complete.splitlines(keepends=True)[:lines])) + more
    (tmp_path / NAME).write_bytes(complete[:cut])

    assert run(small(game), tmp_path) == complete

    told = capsys.readouterr().err
    assert [words for words in (CUT_SHORT, AGAIN) if words in told] == notices


def test_a_damaged_last_line_is_dropped(game: Game, tmp_path: Path) -> None:
    complete = run(small(game), tmp_path)
    lines = complete.splitlines(keepends=True)

    (tmp_path / NAME).write_bytes(b"".join(lines[:12]) + b'{"one": \xff\x00\n')

    assert run(small(game), tmp_path) == complete


def test_damage_before_the_last_line_is_refused(game: Game, tmp_path: Path) -> None:
    lines = run(small(game), tmp_path).splitlines(keepends=True)
    damaged = b"".join([*lines[:5], b"?\n", *lines[6:]])
    (tmp_path / NAME).write_bytes(damaged)

    with pytest.raises(ValueError, match="line 6: damaged"):
        run(small(game), tmp_path)

    assert (tmp_path / NAME).read_bytes() == damaged


def test_lines_out_of_order_are_refused(game: Game, tmp_path: Path) -> None:
    lines = run(small(game), tmp_path).splitlines(keepends=True)
    (tmp_path / NAME).write_bytes(b"".join([*lines[:3], *lines[4:]]))

    with pytest.raises(ValueError, match="line 4: does not belong in this file"):
        run(small(game), tmp_path)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"deals": 31}, "deals 30, not 31"),
        ({"seed": 2}, "seed 1, not 2"),
        ({"lanes": 8}, "lanes 16, not 8"),
        ({"agents": ("first", "random")}, r"agents \['random', 'first'\], not"),
        ({"settings": {"num_players": 3}}, "num_players 2, not 3"),
        ({"settings": {"num_players": 2, "history": 4}}, "history None, not 4"),
    ],
    ids=str,
)
def test_results_of_other_settings_are_refused(
    game: Game, change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    before = run(small(game), tmp_path)

    with pytest.raises(ValueError, match=words):
        run(dataclasses.replace(small(game), **change), tmp_path)

    assert (tmp_path / NAME).read_bytes() == before


def test_a_file_of_somebody_else_is_refused(game: Game, tmp_path: Path) -> None:
    for text in ("my notes", "my\nnotes\n", "{}\n"):
        (tmp_path / NAME).write_text(text)
        with pytest.raises(ValueError, match=NAME):
            run(small(game), tmp_path)
        assert (tmp_path / NAME).read_text() == text


def test_ctrl_c_leaves_whole_chunks(game: Game, tmp_path: Path) -> None:
    settings = small(game, ("first", "stopped"), deals=6)
    Stopped.left = NEVER
    complete = run(settings, tmp_path / "whole")

    Stopped.left = 25
    with pytest.raises(KeyboardInterrupt):
        run(settings, tmp_path / "stopped")

    left = (tmp_path / "stopped" / NAME).read_bytes()
    assert complete.startswith(left) and left.endswith(b"\n")
    assert 7 < left.count(b"\n") < complete.count(b"\n")
    assert run(settings, tmp_path / "stopped") == complete


def test_other_weights_are_other_settings(game: Game, tmp_path: Path) -> None:
    weights = tmp_path / "weights"
    weights.write_text("old")
    settings = Tournament(game, ("random", f"first:path={weights}"))
    before = settings.head()["files"]

    weights.write_text("new")

    assert list(before) == [str(weights)] and before != settings.head()["files"]


# --- bad input


@pytest.mark.parametrize(
    "change, words",
    [
        ({"agents": ("random",)}, "at least two agents"),
        ({"agents": "random"}, "at least two agents"),
        (
            {"agents": ("random,heuristic",)},
            "; agents stand apart by blanks, not commas: random heuristic$",
        ),
        ({"agents": ("ismcts:iters=2,worlds=3",)}, r"not \('ismcts:iters=2,worlds=3',\)$"),
        ({"agents": ("random", "random")}, "'random' is named twice"),
        ({"agents": ("random", "human")}, "a human cannot take part"),
        ({"agents": ("random", "frist")}, "no agent 'frist'.*did you mean 'first'"),
        ({"agents": ("random", "first:x=1")}, "'first' has no option 'x'"),
        ({"deals": 0}, "deals must be a whole number of at least 1, not 0"),
        ({"deals": 1.5}, "deals must be"),
        ({"lanes": 0}, "lanes must be"),
        ({"seed": -1}, "seed must be"),
        ({"seed": None}, "needs a seed"),
        ({"game": "luv_letter"}, "no game 'luv_letter'; did you mean 'love_letter'"),
        ({"settings": {"num_players": 9}}, "2 to 6 players, not 9"),
        ({"settings": {"rownds": 1}}, "no setting 'rownds'"),
    ],
    ids=str,
)
def test_bad_input_is_refused_before_anything_is_written(
    game: Game, change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=words):
        run(dataclasses.replace(small(game), **change), tmp_path / "new")

    assert not (tmp_path / "new").exists()


def test_a_tournament_that_was_stopped_before_its_first_chunk_blocks_no_other(
    game: Game, tmp_path: Path
) -> None:
    other = small(game, deals=2)
    (tmp_path / NAME).write_text(json.dumps(small(game, deals=3).head()) + "\n", encoding="utf-8")

    outcome_of(other, tmp_path)

    first = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()[0]
    assert json.loads(first) == other.head()


def test_the_interval_of_a_pair_is_that_of_the_matrix(game: Game, tmp_path: Path) -> None:
    outcome = outcome_of(small(game), tmp_path)
    first, last = outcome.matrix.agents[0], outcome.matrix.agents[-1]

    low, high = outcome.interval(first, last)

    assert low == pytest.approx(outcome.matrix.low[0, -1])
    assert high == pytest.approx(outcome.matrix.high[0, -1])
    few = outcome.interval(first, last, deals=2)
    assert few[1] - few[0] > high - low
