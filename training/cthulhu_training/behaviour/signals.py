"""A game's Signals from Python: what actions give away and seats hide, for arrays of states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.templates import bound
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.signals import SIGNAL, signals_of

KERNELS = Path(__file__).with_name("kernels.py")


def signals_in(
    game: Game, states: NDArray[Any], actions: NDArray[Any], at: NDArray[Any] | None = None
) -> NDArray[Any]:
    """SIGNAL records, one for each action; action i is taken in states[at[i]], or in states[i]."""
    signals = np.zeros(len(actions), SIGNAL)
    where = np.arange(len(states)) if at is None else at
    chosen = np.ascontiguousarray(actions, np.int64)
    bound(game, KERNELS).read_signals(game.kit, states, where.astype(np.int64), chosen, signals)
    return signals


def hidden_in(game: Game, states: NDArray[Any], seats: NDArray[Any]) -> NDArray[np.int64]:
    """The thing that a seat of each state hides, or NONE."""
    things = np.zeros(len(states), np.int64)
    bound(game, KERNELS).look(game.kit, states, np.ascontiguousarray(seats, np.int64), things)
    return things


def believed_in(
    game: Game,
    states: NDArray[Any],
    seats: NDArray[Any],
    streams: NDArray[np.uint64],
    worlds: int,
) -> NDArray[np.float64]:
    """What one seat of each state holds possible, (N, seats, things): shares of the worlds that
    are consistent with all it knows, all such histories equally likely, whoever played them.
    """
    things = len(signals_of(game).things)
    counts = np.zeros((len(states), game.num_players, things))
    bound(game, KERNELS).believe(
        game.kit,
        states,
        np.ascontiguousarray(seats, np.int64),
        streams.copy(),
        worlds,
        game.new_states(1),
        np.zeros(1, game.scratch),
        counts,
    )
    return counts / worlds
