"""What the tests of `sample_world` share: histories of a round kept in numbers, and samples
compared with the count of them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.authoring.game import Game

CHUNK = 20_000  # histories played at a time, to bound the memory
ENOUGH = 10  # cells of the chi-square test expect at least so many worlds
SURE = 20  # a world expected more often than this must occur

World = TypeVar("World", bound=Hashable)


# Histories


@dataclass
class Histories:
    """Entries of equal length: a state, the cards not laid out yet, how many histories it is."""

    states: NDArray[Any]
    rest: NDArray[np.int64]  # copies by card
    weight: NDArray[np.int64]

    def take(self, which: NDArray[Any] | slice) -> Histories:
        return Histories(self.states[which], self.rest[which], self.weight[which])


def joined(parts: list[Histories]) -> Histories:
    return Histories(
        join_states([part.states for part in parts]),
        np.concatenate([part.rest for part in parts]),
        np.concatenate([part.weight for part in parts]),
    )


def join_states(parts: list[NDArray[Any]]) -> NDArray[Any]:
    """numpy forgets that the elements are records."""
    return np.concatenate(parts).view(parts[0].dtype)


def begins_round(states: list[NDArray[Any]], n: int) -> bool:
    return n == 0 or bool(states[n - 1][0].round_number != states[n][0].round_number)


def lay(found: Histories, field: str, place: int | None = None) -> Histories:
    """Lay out every card that may be at a place, once for each copy left."""
    parts = []
    for card in range(found.rest.shape[1]):
        part = found.take(found.rest[:, card] > 0)
        part.weight *= part.rest[:, card]
        part.rest[:, card] -= 1
        if place is None:
            part.states[field] = card
        else:
            part.states[field][:, place] = card
        parts.append(part)
    return joined(parts)


def step(game: Game, found: Histories, action: int) -> Histories:
    """Play an action in all histories in which it is legal."""
    parts = [found.take(slice(0, 0))]
    for start in range(0, len(found.weight), CHUNK):
        part = found.take(slice(start, start + CHUNK))
        is_legal = show(game, part.states, int(part.states[0].seat)).mask[:, action] == 1
        part = part.take(is_legal)
        lanes = Lanes(game, len(part.weight))
        lanes.states[...] = part.states
        lanes.mask[:, action] = 1
        lanes.actions[:] = action
        assert lanes.run(loops.STEP) == ALL_LEGAL
        part.states = lanes.states
        parts.append(part)
    return joined(parts)


def show(game: Game, states: NDArray[Any], seat: int) -> Lanes:
    """Copies of the states, shown to one seat."""
    lanes = Lanes(game, len(states))
    lanes.states[...] = states
    lanes.seat[:] = seat
    lanes.run(loops.LOOK)
    return lanes


def observed(game: Game, states: NDArray[Any], seat: int) -> NDArray[Any]:
    """What one seat observes of the states."""
    chunks = range(0, max(len(states), 1), CHUNK)
    return np.concatenate([show(game, states[n : n + CHUNK], seat).obs for n in chunks])


def same_rows(ours: NDArray[Any], theirs: NDArray[Any]) -> NDArray[Any]:
    """For each entry, whether all of it is as in the only entry of the others."""
    same: NDArray[Any] = (ours == theirs).all(axis=tuple(range(1, ours.ndim)))
    return same


def chance(worlds: Mapping[World, int], holds: Callable[[World], bool]) -> Fraction:
    """The exact probability that something holds."""
    total = sum(worlds.values())
    return Fraction(sum(count for world, count in worlds.items() if holds(world)), total)


# Comparing a sample with the count


def p_value(chi_square: float, freedom: int) -> float:
    """The chance of a worse fit: Q(freedom / 2, chi_square / 2), by its recurrence."""
    x = chi_square / 2
    if x <= 0:
        return 1.0
    a, q = (0.5, math.erfc(math.sqrt(x))) if freedom % 2 else (1.0, math.exp(-x))
    while a < freedom / 2:
        q += math.exp(a * math.log(x) - x - math.lgamma(a + 1))
        a += 1
    return q


def cells(worlds: Mapping[Any, int], seen: Mapping[Any, int]) -> Iterator[tuple[float, int]]:
    """Expected and seen numbers, neighbours taken together until enough are expected."""
    total, count = sum(worlds.values()), sum(seen.values())
    pooled = []
    expected, number = 0.0, 0
    for world in sorted(worlds, key=repr):
        expected += worlds[world] / total * count
        number += seen.get(world, 0)
        if expected >= ENOUGH:
            pooled.append((expected, number))
            expected, number = 0.0, 0
    if pooled:
        pooled[-1] = (pooled[-1][0] + expected, pooled[-1][1] + number)
    yield from pooled


def fit(worlds: Mapping[Any, int], seen: Mapping[Any, int]) -> float:
    """The chance that a fair sampler strays at least as far."""
    pooled = list(cells(worlds, seen))
    chi_square = sum((number - expected) ** 2 / expected for expected, number in pooled)
    return p_value(chi_square, len(pooled) - 1) if len(pooled) > 1 else 1.0


def grouped(worlds: Mapping[World, int], key: Callable[[World], Hashable]) -> dict[Hashable, int]:
    groups: dict[Hashable, int] = defaultdict(int)
    for world, count in worlds.items():
        groups[key(world)] += count
    return groups


def assert_fair(
    worlds: Mapping[World, int],
    seen: Mapping[World, int],
    rare: float,
    aspects: Mapping[str, Callable[[World], Hashable]],
) -> None:
    """No impossible world, all likely ones, and each as often as its histories say."""
    impossible = [world for world in seen if world not in worlds]
    assert not impossible, f"{len(impossible)} impossible worlds, among them {impossible[0]}"
    total, count = sum(worlds.values()), sum(seen.values())
    for world, histories in worlds.items():
        assert world in seen or histories / total * count <= SURE, f"never drawn: {world}"
    for aspect, key in aspects.items():
        expected, number = grouped(worlds, key), grouped(seen, key)
        p = fit(expected, number)
        assert p > rare, f"{aspect}: p = {p:.1e}\n{furthest_off(expected, number)}"


def furthest_off(worlds: Mapping[Any, int], seen: Mapping[Any, int], most: int = 6) -> str:
    """The worlds that were drawn too often or too rarely, for the message."""
    total, count = sum(worlds.values()), sum(seen.values())
    off = []
    for world, histories in worlds.items():
        share = histories / total
        error = math.sqrt(share * (1 - share) / count) or 1.0
        off.append((abs(seen.get(world, 0) / count - share) / error, world, share))
    off.sort(key=lambda entry: -entry[0])
    return "\n".join(
        f"expected {share:.4f}, seen {seen.get(world, 0) / count:.4f}: {world}"
        for _, world, share in off[:most]
    )
