"""Toy agents and small tournaments, for the tests of the arena."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena import (
    Outcome,
    Tournament,
    play_missing,
    read_outcome,
)
from cthulhu_training.arena.results import NAME
from numpy.typing import NDArray

import cthulhu_envs
from cthulhu_envs.api import agents
from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game

NEVER = -1


class First(Agent):
    """Always the first legal action: strong in Love Letter, for it plays the lowest card."""

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
    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.argmin(axis=1)


class Float(Agent):
    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.argmax(axis=1) + 0.5


TOYS = (First, Last, Slow, Stopped, Cheat, Float)


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    """Love Letter, single rounds, with the toy agents of this file."""
    names = [f"love_letter.{toy.__name__.lower()}" for toy in TOYS]
    for name, toy in zip(names, TOYS, strict=True):
        agents.register(name, toy)
    yield find("love_letter").configure(rounds="single")
    for name in names:
        del agents._registered[name]


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
    """The same game in the AEC environment, First and Last played by looking at the mask."""
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
