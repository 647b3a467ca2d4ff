"""What a game declares of its bluffs and guesses follows from what the acting seat knows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cthulhu_training.behaviour.signals import believed_in, hidden_in, signals_in
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import pick
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.signals import NONE, signals_of

MOST_STEPS = 9


def seen_states(game: Game, count: int) -> NDArray[Any]:
    """Positions with a decision, 0 to 8 random actions into a game."""
    lanes, rng = Lanes(game, count), np.random.default_rng(2)
    lanes.seed(11)
    lanes.seeds[:] = np.arange(count)
    lanes.run(loops.BEGIN)
    kept = lanes.states.copy()
    for step in range(1, MOST_STEPS):
        pick(lanes.mask, rng.random(count), lanes.actions)
        lanes.run(loops.STEP_AND_RESTART)
        still = np.arange(count) % MOST_STEPS >= step
        kept[still] = lanes.states[still]
    return kept


def test_signals_are_no_secrets_and_name_what_there_is(game: Game) -> None:
    words = signals_of(game)
    if not game.extras.signals:
        pytest.skip(f"{game.title} declares no bluffs and guesses")
    states = seen_states(game, 200)
    told = set()
    for i in range(len(states)):
        view = view_of(game, states[i : i + 1], int(states["seat"][i]))
        legal = np.array(view.legal)
        at = np.zeros(len(legal), np.int64)
        here = signals_in(game, states[i : i + 1], legal, at)
        there = signals_in(game, view.sample_world(i), legal, at)
        assert here.tobytes() == there.tobytes()
        assert len(set(here["bluff"].tolist())) == 1  # open or not, whatever is done
        told |= set(here["bluff"].tolist()) | {NONE}
        for row in here[here["asked"] != NONE]:
            assert row["asked"] != view.seat and 0 <= row["named"] < len(words.things)
            assert hidden_in(game, states[i : i + 1], np.array([row["asked"]]))[0] != NONE
    assert told > {NONE}


def test_the_truth_is_counted_and_believed_possible(game: Game) -> None:
    if not game.extras.signals:
        pytest.skip(f"{game.title} declares no bluffs and guesses")
    states = seen_states(game, 100)
    seats = states["seat"].astype(np.int64)
    streams = np.arange(len(states), dtype=np.uint64)
    believed = believed_in(game, states, seats, streams, 300)
    for step in range(1, game.num_players):
        other = (seats + step) % game.num_players
        truth = hidden_in(game, states, other)
        views = (view_of(game, states[i : i + 1], int(seat)) for i, seat in enumerate(seats))
        obs = np.stack([view.observation for view in views])
        counted = signals_of(game).tally(game, obs, np.full(len(states), step))
        rows = np.flatnonzero(truth != NONE)
        assert counted[rows].sum(axis=1) == pytest.approx(1)
        assert (counted[rows, truth[rows]] > 0).all()
        assert believed[rows, other[rows]].sum(axis=1) == pytest.approx(1)
        assert (believed[rows, other[rows], truth[rows]] > 0).mean() > 0.97
