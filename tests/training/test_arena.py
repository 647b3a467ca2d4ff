"""The arena: same deals in every seat, honest intervals, files that survive being stopped."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rich.console import Console

import cthulhu_envs
from agents import Agent, make_agent
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.registry import find
from cthulhu_envs.engine.view import View
from training.arena import (
    Outcome,
    Tournament,
    play,
    play_missing,
    read_outcome,
    run_tournament,
    shares,
)
from training.arena.ratings import POINTS, fit, rate
from training.arena.results import NAME, Results
from training.arena.settings import Chunk, Pairing
from training.arena.statistics import Matrix, cross_play, cross_rewards, cycles, wilson

NEVER = -1


class First(Agent):
    """Always the first legal action: strong in Love Letter, for it plays the lowest card."""

    batched = True

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.argmax(axis=1)


class Last(Agent):
    """Always the last legal action, view by view."""

    def act(self, view: View) -> int:
        return view.legal[-1]


class Slow(Agent):
    """Random, but not in batches."""

    def act(self, view: View) -> int:
        return int(self.rng.choice(view.legal))


class Stopped(Slow):
    """Somebody presses Ctrl-C while it thinks, after so many decisions."""

    left = NEVER

    def act(self, view: View) -> int:
        Stopped.left -= 1
        if Stopped.left == 0:
            raise KeyboardInterrupt
        return super().act(view)


class Cheat(Agent):
    batched = True

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.argmin(axis=1)


class Float(Agent):
    batched = True

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.argmax(axis=1) + 0.5


TOYS = (First, Last, Slow, Stopped, Cheat, Float)


@pytest.fixture(scope="module")
def game() -> Game:
    """Love Letter, single rounds, with the toy agents of this file."""
    toys = {toy.__name__.lower(): f"{__name__}:{toy.__name__}" for toy in TOYS}
    return dataclasses.replace(find("love_letter").configure(rounds="single"), agents=toys)


def small(game: Game, agents: tuple[str, ...] = ("random", "first"), **changes: Any) -> Tournament:
    """30 deals in chunks of 8 (two players)."""
    fields: dict[str, Any] = {"deals": 30, "lanes": 16, "settings": {"num_players": 2}}
    return Tournament(game, agents, **(fields | changes))


def run(settings: Tournament, folder: Path) -> bytes:
    play_missing(settings, folder, progress=False)
    return (folder / NAME).read_bytes()


def outcome_of(settings: Tournament, folder: Path) -> Outcome:
    run(settings, folder)
    return read_outcome(folder)


def by_hand(game: Game, seed: int, seated: list[str]) -> list[float]:
    """The same game in the AEC face, First and Last played by looking at the mask."""
    env = cthulhu_envs.make(game, guards="none")
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        over = terminated or truncated
        spec = seated[env.possible_agents.index(agent)]
        env.step(None if over else int(legal[0 if spec == "first" else -1]))
    return list(total.values())


# --- seats and deals


def test_the_one_sits_in_every_chair_of_each_deal(game: Game) -> None:
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
            seated = [one if chair == seat else rest for chair in range(players)]
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
    with pytest.raises(ValueError, match=r"Cheat, seat \d of the game with seed \d+, tried"):
        run(small(game, ("random", "cheat")), tmp_path / "a")
    with pytest.raises(ValueError, match="Float was asked for 2 actions and gave float64"):
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

    with pytest.raises(ValueError, match="line 4: does not belong there"):
        run(small(game), tmp_path)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"deals": 31}, "deals 30, not 31"),
        ({"seed": 2}, "seed 1, not 2"),
        ({"lanes": 8}, "lanes 16, not 8"),
        ({"agents": ("first", "random")}, r"agents \['random', 'first'\], not"),
        ({"settings": {"num_players": 3}}, "num_players 2, not 3"),
        ({"settings": {"num_players": 2, "history": 4}}, "history 8, not 4"),
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


# --- statistics


def planted(strengths: list[float], players: int, deals: int, seed: int = 3) -> Results:
    """A tournament whose games are drawn from Luce's choice with known log strengths."""
    rng = np.random.default_rng(seed)
    agents = [f"agent{i}" for i in range(len(strengths))]
    head = {"agents": agents, "deals": deals, "seed": 1, "settings": {"num_players": players}}
    share = {}
    for i, one in enumerate(agents):
        for j in range(i if players == 2 else 0, len(agents)):
            power = np.full((players, players), np.exp(strengths[j]))
            np.fill_diagonal(power, np.exp(strengths[i]))
            edges = (power / power.sum(axis=1, keepdims=True)).cumsum(axis=1)
            winner = (rng.random((deals, players, 1)) > edges).sum(axis=2)
            share[Pairing(one, agents[j])] = np.eye(players)[winner]
    return Results(head, share, share, list(range(deals)))


def test_two_player_matrix_mirrors_itself(game: Game, tmp_path: Path) -> None:
    settings = small(game, ("random", "first", "last"))
    matrix = outcome_of(settings, tmp_path).matrix
    apart = ~np.eye(3, dtype=bool)

    assert (matrix.mean + matrix.mean.T)[apart] == pytest.approx(1)
    assert (matrix.low + matrix.high.T)[apart] == pytest.approx(1)


def test_matrix_counts_the_one_in_every_chair() -> None:
    games = np.array([[[1, 0, 0], [0, 0.5, 0.5], [0, 1, 0]]])  # one deal: 1, 1/2 and 0 for the one
    head = {"agents": ["a", "b"], "deals": 1, "seed": 1, "settings": {"num_players": 3}}
    pairs = [Pairing(one, rest) for one in "ab" for rest in "ab"]
    table = dict.fromkeys(pairs, np.tile(np.eye(3), (1, 1, 1))) | {pairs[1]: games}

    matrix = cross_play(Results(head, table, table, [0]))

    assert matrix.mean.tolist() == [[1, 0.5], [1, 1]]
    assert matrix.low[0, 1] < 0.1 and matrix.high[0, 1] > 0.9  # one deal says little


@pytest.mark.parametrize("players", [2, 4])
def test_self_play_is_fair_and_a_strong_toy_is_not(
    game: Game, players: int, tmp_path: Path
) -> None:
    settings = small(game, deals=1000, lanes=1024, settings={"num_players": players})
    matrix = outcome_of(settings, tmp_path).matrix

    assert (matrix.low.diagonal() <= 1 / players).all()
    assert (matrix.high.diagonal() >= 1 / players).all()
    assert matrix.low[1, 0] > 1 / players > matrix.high[0, 1]
    assert (matrix.high - matrix.low).max() < 0.06


def test_intervals_cover_a_toys_true_strength(game: Game) -> None:
    """40 tournaments of 100 deals: their intervals should hold the mean of all in about 38."""
    two = game.configure(num_players=2)
    agents = [First(two), make_agent("random", two, seed=5)]
    seats = np.tile(1 - np.eye(2, dtype=np.int64), (4000, 1))
    seeds = np.repeat(np.arange(4000, dtype=np.uint64), 2)

    share = shares(play(two, agents, seats, seeds))[seats == 0]

    deals = share.reshape(40, 100, 2).mean(axis=2)
    low, high = wilson(deals.T)
    covered = int(((low <= share.mean()) & (share.mean() <= high)).sum())
    assert share.mean() > 0.55 and 34 <= covered <= 40


@pytest.mark.parametrize("chance", [0.03, 0.5, 0.8])
@pytest.mark.parametrize("together", [0.0, 0.7], ids=["independent", "alike"])
def test_intervals_cover_clustered_games(chance: float, together: float) -> None:
    """3000 tournaments of 60 deals of 4 games, of which some follow the deal. In 30,000 the
    coverage is 94 to 97 %; the bounds leave room for three standard errors of 0.4.
    """
    rng = np.random.default_rng(1)
    shape = (60, 3000)
    own = rng.random((*shape, 4)) < chance
    deal = rng.random((*shape, 1)) < chance
    games = np.where(rng.random((*shape, 1)) < together, deal, own)

    low, high = wilson(games.mean(axis=2))

    covered = ((low <= chance) & (chance <= high)).mean()
    assert 0.928 < covered < 0.985 and low.min() >= 0 and high.max() <= 1


def test_a_clean_sweep_is_no_certainty() -> None:
    low, high = wilson(np.ones((10, 1)))

    assert high[0] == 1 and low[0] == pytest.approx(10 / (10 + 1.96**2), abs=1e-3)


def test_rewards_have_a_matrix_too() -> None:
    matrix = cross_rewards(planted([0.0, 1.0], 4, 200))

    assert matrix.low[1, 0] < np.e / (np.e + 3) < matrix.high[1, 0]


def test_cycles_are_found() -> None:
    mean = np.array([[0.5, 0.7, 0.2], [0.3, 0.5, 0.8], [0.8, 0.2, 0.5]])
    ring = Matrix(["rock", "scissors", "paper"], 0.5, mean, mean - 0.05, mean + 0.05)
    unsure = Matrix(ring.agents, 0.5, mean, mean - 0.25, mean + 0.25)

    assert cycles(ring) == [("rock", "scissors", "paper")]
    assert cycles(unsure) == []


# --- ratings


def test_bradley_terry_of_two_is_the_log_odds() -> None:
    strength = fit(np.array([[0.0, 75.0], [25.0, 0.0]]), 100, 2)

    assert strength[0] - strength[1] == pytest.approx(np.log(75.5 / 25.5))  # and half a drawn game


@pytest.mark.parametrize("players", [2, 4])
def test_ratings_recover_planted_strengths(players: int) -> None:
    strengths = [-1.2, -0.2, 0.0, 1.4]

    ratings = rate(planted(strengths, players, 3000), repeats=200)

    true = POINTS * np.array(strengths)
    assert ratings.anchor == "mean = 0" and ratings.points == pytest.approx(true, abs=12)
    assert (ratings.low <= true).all() and (true <= ratings.high).all()
    assert (ratings.high - ratings.low).max() < 40


def test_a_hopeless_agent_stays_finite() -> None:
    ratings = rate(planted([0.0, 30.0, 60.0], 2, 500), repeats=20)

    assert np.isfinite(ratings.points).all() and (np.diff(ratings.points) > 400).all()


def test_random_is_the_anchor(game: Game, tmp_path: Path) -> None:
    ratings = outcome_of(small(game, ("first", "random")), tmp_path).ratings

    assert ratings.anchor == "random = 0"
    assert (ratings.low[1], ratings.points[1], ratings.high[1]) == (0, 0, 0)
    assert ratings.low[0] > 0


# --- what is written


def test_files_and_table_say_what_was_played(game: Game, tmp_path: Path) -> None:
    outcome = run_tournament(small(game, ("first", "last")), tmp_path, progress=True)

    with (tmp_path / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3 * 30 * 2
    mine = [float(row[f"share_{row['seat_of_one']}"]) for row in rows if row["rest"] != row["one"]]
    assert np.mean(mine) == pytest.approx(outcome.matrix.mean[0, 1])

    summary = json.loads((tmp_path / "summary.json").read_text())
    cell = next(c for c in summary["cells"] if (c["one"], c["rest"]) == ("first", "last"))
    assert cell["mean"] == outcome.matrix.mean[0, 1] and not cell["self_play"]
    assert (tmp_path / "tournament.png").read_bytes().startswith(b"\x89PNG")

    console = Console(width=120, file=io.StringIO(), record=True)
    console.print(outcome.table())
    text = console.export_text()
    assert text.index("│ first") < text.index("│ last")
    assert f"{100 * outcome.matrix.mean[0, 1]:.1f}±" in text


def test_an_outcome_can_be_read_back(game: Game, tmp_path: Path) -> None:
    outcome = run_tournament(small(game), tmp_path, progress=False)

    again = read_outcome(tmp_path)

    assert (again.ratings.points == outcome.ratings.points).all()
    (tmp_path / NAME).write_bytes((tmp_path / NAME).read_bytes()[:-3])
    with pytest.raises(ValueError, match="89 of 90 deals"):
        read_outcome(tmp_path)


def test_one_deal_is_enough_to_play_but_not_to_bound(game: Game, tmp_path: Path) -> None:
    outcome = run_tournament(small(game, deals=1), tmp_path, progress=False)

    assert np.isnan(outcome.ratings.low).all() and np.isfinite(outcome.ratings.points).all()
    assert json.loads((tmp_path / "summary.json").read_text())["ratings"][1]["low"] is None
