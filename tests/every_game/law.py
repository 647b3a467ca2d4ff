"""The law of observations: two positions that a seat can tell apart by all it has seen and done,
and that differ in what can be the case, look different to it.

Nothing here knows a game. Many worlds of one position, which look alike to a seat, are played on;
all of them prefer the same actions, so that they stay close to each other. Where two of them look
alike to the seat again after they did not, they are *twins*. What can be the case is what may come:
worlds are drawn for each twin through the seat's eyes and played on by the same numbers, and what
the seat then sees must be the same on average.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import ALL_LEGAL, WAIT, pick
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import is_over, positions
from tests.worlds import show

GROUPS = 4  # of lanes that prefer different actions now and then
STRAYS = 0.25  # how often a group has its own mind
PAIRS = 6  # twins of one position that are looked into
SUSPICIOUS, SURE = 5.0, 8.0  # standard errors between two means


@dataclass(frozen=True)
class Effort:
    """How hard to look."""

    starts: int = 8  # positions that worlds are played on from
    lanes: int = 384  # worlds of each
    plies: int = 10  # decisions they are played on for
    worlds: int = 512  # drawn for each twin, more if they look suspicious
    future: int = 8  # decisions that those are played on for
    again: int = 2500  # worlds drawn to be sure


class Twins(NamedTuple):
    """Two positions, arrays of one state each, that look alike to a seat with two pasts."""

    seat: int
    one: NDArray[Any]
    other: NDArray[Any]


class Gap(NamedTuple):
    """The greatest difference between what a seat sees after two positions."""

    errors: float  # how many standard errors
    ply: int  # after that many decisions
    entry: int  # where in observation and mask
    means: tuple[float, float]


@dataclass(frozen=True)
class Eyes:
    """What a seat sees: its observation and what it may do. Blocks can be left out, to find out
    what would be forgotten without them.
    """

    game: Game
    without: Sequence[str] = ()

    def see(self, states: NDArray[Any], seat: int) -> NDArray[np.float32]:
        """A row for each state."""
        shown = show(self.game, states, seat)
        for name in self.without:
            self.game.observations.view(shown.obs)[name][:] = 0.0
        return np.hstack([shown.obs, shown.mask], dtype=np.float32)

    def entry(self, number: int) -> str:
        """An entry of a row in words."""
        size = self.game.observations.size
        if number >= size:
            return f"the chance to {self.game.actions.text(number - size)!r}"
        meaning = self.game.observations.decode(number)
        return f"{meaning.name} {dict(meaning.values)}"


def breaches(
    game: Game, effort: Effort, seed: int = 0, without: Sequence[str] = ()
) -> tuple[int, list[str]]:
    """How many twins were compared, and those that break the law, in words."""
    eyes = Eyes(game, without)
    return compare(eyes, find_twins(eyes, effort, seed), effort)


def compare(eyes: Eyes, pairs: Iterable[Twins], effort: Effort) -> tuple[int, list[str]]:
    """The same of given twins."""
    compared, found = 0, []
    for number, twins in enumerate(pairs):
        compared += 1
        gap = widest_gap(eyes, twins, effort.worlds, effort.future, number)
        if gap.errors > SUSPICIOUS:
            gap = widest_gap(eyes, twins, effort.again, effort.future, number + 1_000_000)
        if gap.errors > SURE:
            found.append(told(eyes, twins, gap))
    return compared, found


# Twins


def find_twins(eyes: Eyes, effort: Effort, seed: int) -> Iterator[Twins]:
    """Twins of several positions of random games, through the eyes of all seats in turn; those
    that are not the same position by two ways.
    """
    game = eyes.game
    for number, start in enumerate(starts(game, effort.starts, seed)):
        seat = number % game.num_players
        twins = twins_from(eyes, start, seat, effort, seed + number)
        yield from islice((pair for pair in twins if not are_same(game, pair)), PAIRS)


def are_same(game: Game, twins: Twins) -> bool:
    """Whether the same numbers draw the same worlds for both, to the last bit."""
    one, other = (
        view_of(game, states, twins.seat).sample_worlds(4, 1).tobytes() for states in twins[1:]
    )
    return one == other


def starts(game: Game, count: int, seed: int) -> Iterator[NDArray[Any]]:
    """One position of each of some random games, early and late ones."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        met = [
            env._lanes.states.copy()
            for env in positions(game, seed + number, most=150)
            if not is_over(env)
        ]
        yield met[int(rng.integers(len(met)))]


def twins_from(
    eyes: Eyes, start: NDArray[Any], seat: int, effort: Effort, seed: int
) -> Iterator[Twins]:
    """Worlds of a position that come to look alike again to a seat, the latest first: two pasts
    of each sight.
    """
    found = []
    for states, sights, pasts in played_on(eyes, start, seat, effort, seed):
        met: dict[int, tuple[int, int]] = {}  # by sight: a past, and the lane that has it
        used = set()
        for lane, (sight, past) in enumerate(zip(sights, pasts, strict=True)):
            first = met.setdefault(sight, (past, lane))
            if first[0] != past and sight not in used:
                used.add(sight)
                pair = (states[one : one + 1].copy() for one in (first[1], lane))
                found.append(Twins(seat, *pair))
    rng = np.random.default_rng(seed)
    rng.shuffle(found)
    yield from found


def played_on(
    eyes: Eyes, start: NDArray[Any], seat: int, effort: Effort, seed: int
) -> Iterator[tuple[NDArray[Any], list[int], list[int]]]:
    """Worlds of a position after each decision: states, what the seat sees of them now, and all it
    has seen and done since, both as one number for each.
    """
    game = eyes.game
    lanes = Lanes(game, effort.lanes)
    lanes.states[...] = view_of(game, start, seat).sample_worlds(effort.lanes, seed)
    likes = preferences(game, effort.plies, seed)
    group = np.arange(effort.lanes) % GROUPS
    pasts = [0] * effort.lanes
    for ply in range(effort.plies):
        waits = look_round(lanes)
        lanes.actions[:] = (lanes.mask * likes[group, ply]).argmax(axis=1)
        lanes.actions[waits] = WAIT
        acts = np.where((lanes.seat == seat) & ~waits, lanes.actions, WAIT).tolist()
        assert lanes.run(loops.STEP) == ALL_LEGAL
        sights = [hash(row.tobytes()) for row in eyes.see(lanes.states, seat)]
        pasts = [hash(one) for one in zip(pasts, acts, sights, strict=True)]
        yield lanes.states, sights, pasts


def look_round(lanes: Lanes) -> NDArray[np.bool_]:
    """Show each game to the seat that is to act; returns which games are over."""
    lanes.seat[:] = lanes.states["seat"]
    lanes.run(loops.LOOK)
    over: NDArray[np.bool_] = lanes.states["ending"] != 0
    stuck = int((~over & ~lanes.mask.any(axis=1)).sum())
    assert not stuck, f"{stuck} of {len(over)} worlds are no games: nobody can act in them"
    return over


def preferences(game: Game, plies: int, seed: int) -> NDArray[Any]:
    """How much each group likes each action at each ply: alike, but for those that stray, and for
    one that does things the other way round.
    """
    rng = np.random.default_rng(seed)
    common = rng.random((plies, game.actions.size)) + 0.01
    likes = np.stack([common] * GROUPS)
    for group in range(1, GROUPS):
        strays = rng.random(plies) < STRAYS
        likes[group, strays] = rng.random((int(strays.sum()), game.actions.size)) + 0.01
    turn = int(rng.integers(max(plies - 1, 1)))
    likes[-1] = common
    likes[-1, turn : turn + 2] = common[turn : turn + 2][::-1]
    return likes


# What may come


def widest_gap(eyes: Eyes, twins: Twins, worlds: int, plies: int, seed: int) -> Gap:
    """Worlds of both positions, drawn and played on by the same numbers, and compared."""
    game = eyes.game
    lanes = Lanes(game, 2 * worlds)
    for half, states in enumerate((twins.one, twins.other)):
        drawn = view_of(game, states, twins.seat).sample_worlds(worlds, seed)
        lanes.states[half * worlds : (half + 1) * worlds] = drawn
    rng = np.random.default_rng(seed)
    widest = Gap(0.0, 0, 0, (0.0, 0.0))
    for ply in range(1, plies + 1):
        waits = look_round(lanes)
        pick(lanes.mask, np.tile(rng.random(worlds), 2), lanes.actions)
        lanes.actions[waits] = WAIT
        assert lanes.run(loops.STEP) == ALL_LEGAL
        gap = gap_between(eyes.see(lanes.states, twins.seat), worlds, ply)
        widest = max(widest, gap, key=lambda one: one.errors)
    return widest


def gap_between(seen: NDArray[Any], worlds: int, ply: int) -> Gap:
    """The entry whose means in the two halves are furthest apart."""
    entries = np.flatnonzero((seen != seen[0]).any(axis=0))
    if not len(entries) or np.array_equal(seen[:worlds], seen[worlds:]):
        return Gap(0.0, ply, 0, (0.0, 0.0))
    halves = seen[:, entries].astype(np.float64).reshape(2, worlds, -1)
    means, variances = halves.mean(axis=1), halves.var(axis=1)
    apart = np.abs(means[0] - means[1])
    errors = np.where(apart > 1e-6, apart / np.maximum(np.sqrt(variances.sum(0) / worlds), 1e-9), 0)
    at = int(errors.argmax())
    return Gap(float(errors[at]), ply, int(entries[at]), (float(means[0][at]), float(means[1][at])))


# Words


def told(eyes: Eyes, twins: Twins, gap: Gap) -> str:
    """A breach of the law: what the seat will see differently, and where the states differ."""
    fields = ", ".join(fields_apart(eyes.game, twins)) or "none by itself"
    return (
        f"{eyes.game.id} for {eyes.game.num_players}: after {gap.ply} more decisions seat "
        f"{twins.seat} sees {eyes.entry(gap.entry)} as {gap.means[0]:.4f} or {gap.means[1]:.4f}; "
        f"fields of the state that differ beforehand: {fields}"
    )


def fields_apart(game: Game, twins: Twins, worlds: int = 1000) -> list[str]:
    """Fields whose values are not the same on average in worlds of the two positions."""
    drawn = [view_of(game, one, twins.seat).sample_worlds(worlds, 5) for one in twins[1:]]
    names = []
    for name in game.state.names or ():
        if name == "rng" or name.startswith("hole_"):
            continue
        values = [states[name].reshape(worlds, -1) for states in drawn]
        if gap_between(np.vstack(values), worlds, 0).errors > SUSPICIOUS:
            names.append(name)
    return names
