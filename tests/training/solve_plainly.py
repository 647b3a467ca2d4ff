"""Values and best answers by plain recursion through the AEC environment: slow, and independent of
the solver's tree, keys and passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.authoring.game import Game


@dataclass
class Memory:
    """What a seat has done and seen so far leads to this; below it, what it may see next."""

    pay: float = 0.0  # of games that end before its next decision, times their chance
    next: dict[Any, dict[int, Memory]] = field(default_factory=dict)

    def best(self) -> float:
        return self.pay + sum(max(m.best() for m in tries.values()) for tries in self.next.values())


@dataclass(frozen=True)
class Game0:
    """One way a game can go."""

    chance: float  # of the deal, and of both seats choosing evenly
    own_share: tuple[float, float]  # how much of that is each seat's own choice
    memories: tuple[list[tuple[Any, int]], list[tuple[Any, int]]]  # what each seat saw and did
    pay: float  # of seat 0


def deals(game: Game) -> set[tuple[str, ...]]:
    """Every order of a custom deck, once."""
    copies = game.values["deck"].items()
    return set(permutations(name for name, number in copies for _ in range(number)))


def all_games(game: Game) -> Iterator[Game0]:
    orders = deals(game)
    for order in orders:
        env = RawEnv(game)
        env.reset(seed=0, options={"deck": list(order), "start": 0})
        yield from _below(env, 1.0 / len(orders), (1.0, 1.0), ([], []), (b"", b""))


def _below(env: Any, chance: float, own: Any, memories: Any, after: Any) -> Iterator[Game0]:
    if env.terminations["player_0"]:
        yield Game0(chance, own, memories, env.rewards["player_0"])
        return
    seat = int(env.agent_selection[-1])
    seen = env.observe(env.agent_selection)
    legal = [int(action) for action in np.flatnonzero(seen["action_mask"])]
    key = (after[seat], seen["observation"].tobytes())
    for action in legal:
        then = env.clone()
        then.step(action)
        share = list(own)
        share[seat] /= len(legal)
        grown = list(memories)
        grown[seat] = [*memories[seat], (key, action)]
        looked = list(after)
        looked[seat] = then.observe(f"player_{seat}")["observation"].tobytes()
        yield from _below(then, chance / len(legal), tuple(share), tuple(grown), tuple(looked))


def wins(pay: float) -> float:
    return (1.0 + pay) / 2


def value_of_even_play(games: list[Game0]) -> float:
    """How often seat 0 wins if both choose evenly."""
    return wins(sum(game.chance * game.pay for game in games))


def best_answer(games: list[Game0], seat: int) -> float:
    """How often a seat wins by the best answer to even play."""
    root = Memory()
    for game in games:
        memory = root
        for key, action in game.memories[seat]:
            memory = memory.next.setdefault(key, {}).setdefault(action, Memory())
        pay = game.pay if seat == 0 else -game.pay
        memory.pay += pay * game.chance / game.own_share[seat]
    return wins(root.best())
