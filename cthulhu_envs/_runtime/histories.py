"""How worlds came about: the others' decisions in the history of each sampled world.

Games whose worlds have a history (`Game.begin_again`) keep in their scratch record `history`, the
ids of the actions since it began, and `history_length`, how many they are.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.addresses import (
    APPLY,
    DETERMINIZE,
    LEGAL,
    OBSERVE,
    PREPARE,
    addresses,
    ask,
    do,
    record_type,
    verbs,
)
from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import seed_stream

ROWS_PER_WORLD = 4  # room at first; more is made when histories are longer


@dataclass(frozen=True)
class Histories:
    """Worlds, and every decision of another seat on the way to each of them, in order."""

    worlds: NDArray[Any]
    world: NDArray[np.int64]  # (n,) which world a decision belongs to
    seat: NDArray[np.int8]  # (n,) who decided
    obs: NDArray[np.float32]  # (n, D) what that seat saw
    mask: NDArray[np.int8]  # (n, A)
    action: NDArray[np.int64]  # (n,) and what it did


@kernel(inline=True)
def note(w, action):
    """Add an action to the history that is being played again; returns it as `apply` likes it."""
    w.history[w.history_length] = action
    w.history_length += 1
    return np.int64(action)


@kernel
def write_histories(
    kits, addresses, start, states, seat, seeds, worlds, twin, w, obs, mask, notes, ids
):
    """Draw a world for each seed, and write down the others' decisions in its history; returns how
    many there are, also if there is not room for all. `notes` has a row (world, seat, action) for
    each, `twin` is room for one state.
    """
    kit, rows = kits[0], 0
    do(addresses[PREPARE], kit, states[0], seat, w[0])
    for i in range(worlds.shape[0]):
        worlds[i] = states[0]
        seed_stream(worlds[i], seeds[i])
        do(addresses[DETERMINIZE], kit, worlds[i], seat, w[0])
        twin[0] = worlds[i]
        s = twin[0]
        if w[0].history_length == 0:
            continue
        do(start[0], kit, s, w[0])
        for k in range(w[0].history_length):
            action = np.int64(w[0].history[k])
            if s.seat != seat:
                if rows < obs.shape[0]:
                    obs[rows, :] = 0.0
                    do(addresses[OBSERVE], kit, s, s.seat, obs[rows])
                    for n in range(ask(addresses[LEGAL], kit, s, ids)):
                        mask[rows, ids[n]] = 1
                    notes[rows, 0], notes[rows, 1], notes[rows, 2] = i, s.seat, action
                rows += 1
            do(addresses[APPLY], kit, s, action)
    return rows


@cache
def _start(home: str) -> Any:
    game: Game = load(home)
    kit, s, w = (record_type(dtype) for dtype in (game.kit.dtype, game.state, game.scratch))
    assert game.search.begin_again is not None
    return addresses([(game.search.begin_again, (kit, s, w))])


def sample_histories(
    game: Game, states: NDArray[Any], seat: int, seeds: NDArray[np.uint64]
) -> Histories:
    """One world for each seed, as `sample_worlds` draws them, with the history of each."""
    worlds, twin, w = game.new_states(len(seeds)), game.new_states(1), np.zeros(1, game.scratch)
    ids = np.zeros(game.actions.size, np.int32)
    room, rows = -1, ROWS_PER_WORLD * len(seeds)  # no worlds need no room, but arrays
    while rows > room:
        room = rows
        obs = np.empty((room, game.observations.size), np.float32)
        mask = np.zeros((room, game.actions.size), np.int8)
        notes = np.zeros((room, 3), np.int64)
        rows = write_histories(
            game.kit, verbs(game), _start(game.home), states, seat, seeds, worlds, twin, w, obs,
            mask, notes, ids,
        )  # fmt: skip
    notes = notes[:rows]
    return Histories(
        worlds, notes[:, 0], notes[:, 1].astype(np.int8), obs[:rows], mask[:rows], notes[:, 2]
    )
