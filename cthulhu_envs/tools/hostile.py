"""States as a stranger could make them: changed here and there, then checked, then played on.

A state that is refused is fine. One that is accepted must be as good as any other: kernels run on
it, and must neither leave their arrays (run with NUMBA_BOUNDSCHECK=1 to see it) nor hang.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import Span
from cthulhu_envs.authoring.state_checks import check_states

MOST_APART = 12  # decisions between two positions
MOST_CHANGES = 3
PLAYED_ON = 40  # decisions after a state was accepted
WORLDS = 2


def positions(game: Game, rng: np.random.Generator, count: int) -> NDArray[Any]:
    """States met in random games, at different times, finished games among them."""
    lanes = Lanes(game, 1)
    lanes.done[0] = True
    found = game.new_states(count)
    for i in range(count):
        for _ in range(int(rng.integers(1, MOST_APART))):
            if lanes.done[0]:
                lanes.clear()
                lanes.seeds[0] = rng.integers(2**63)
                lanes.run(loops.BEGIN)
                lanes.done[0] = False
            else:
                lanes.actions[0] = rng.choice(np.flatnonzero(lanes.mask[0]))
                lanes.run(loops.STEP)
        found[i] = lanes.states[0]
    return found


def damage(
    game: Game, state: NDArray[Any], others: NDArray[Any], rng: np.random.Generator
) -> list[str]:
    """Change a state (an array of one record) in a few places; returns the fields changed."""
    names = list(game.state.names or ())
    changed = [str(rng.choice(names)) for _ in range(int(rng.integers(1, MOST_CHANGES + 1)))]
    for name in changed:
        values = state[name].reshape(-1)
        if not values.size:
            continue
        how = rng.integers(4)
        if how == 0:  # as it is in another position
            values[:] = others[int(rng.integers(len(others)))][name].reshape(-1)
        elif how == 1 and values.size > 1:  # two places exchanged
            i, j = rng.integers(values.size, size=2)
            values[i], values[j] = values[j].copy(), values[i].copy()
        else:
            values[int(rng.integers(values.size))] = _odd_value(game, name, values.dtype, rng)
        state[name].reshape(-1)[:] = values
    return changed


def _odd_value(game: Game, name: str, dtype: np.dtype[Any], rng: np.random.Generator) -> Any:
    """A value inside the Span of a field, at its ends, just outside, or far off."""
    if dtype.kind == "f":
        return rng.choice([np.nan, np.inf, -1.0, 0.0, 1e30, rng.normal()])
    limits = np.iinfo(dtype)
    span = game.bounds.get(name, Span(limits.min, limits.max))
    low, high = int(max(span.low, limits.min)), int(min(span.high, limits.max))
    inside = int(rng.integers(low, high, endpoint=True, dtype=np.int64 if low < 0 else np.uint64))
    value = rng.choice(
        np.array([inside, inside, low, high, low - 1, high + 1, limits.min, limits.max], object)
    )
    return np.array(int(value) & (2 ** (8 * dtype.itemsize) - 1), np.uint64).astype(dtype)


def is_refused(game: Game, state: NDArray[Any]) -> bool:
    """Whether a state from outside is refused."""
    try:
        check_states(game, state)
    except ValueError:
        return True
    return False


def play_on(game: Game, state: NDArray[Any], rng: np.random.Generator) -> None:
    """Run all kernels on a state that was accepted: show it, draw worlds, play."""
    lanes = Lanes(game, 1)
    lanes.states[...] = state
    lanes.seat[0] = state["seat"][0]
    lanes.run(loops.LOOK)
    for step in range(PLAYED_ON):
        if lanes.states["ending"][0]:
            return
        legal = np.flatnonzero(lanes.mask[0])
        if not len(legal):
            raise AssertionError("an accepted state leaves nothing to do")
        if step == 0:
            _draw_worlds(game, lanes, rng)
        lanes.actions[0] = rng.choice(legal)
        lanes.run(loops.STEP)


def _draw_worlds(game: Game, lanes: Lanes, rng: np.random.Generator) -> None:
    for seat in range(game.num_players):
        worlds, scratch = game.new_states(WORLDS), np.zeros(1, game.scratch)
        seeds = rng.integers(2**63, size=WORLDS, dtype=np.uint64)
        lanes.loops.sample_worlds(lanes.kit, lanes.states, seat, seeds, worlds, scratch)
