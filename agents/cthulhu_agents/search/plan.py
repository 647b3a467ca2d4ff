"""What a search is told to do: options in words, checked, and turned into a `Plan`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent, own_kinds
from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import Game

HEURISTIC = "heuristic"
AUTO, NONE, RANDOM, SEARCH, YES, NO = "auto", "none", "random", "search", "yes", "no"


@dataclass(frozen=True)
class Plan:
    """How to search."""

    iters: int  # iterations, unless `seconds` are given
    seconds: float
    worlds: int  # worlds drawn for a move
    batch: int  # iterations side by side, where a policy is asked
    explore: float
    bias: float
    horizon: int  # chapters that an iteration lasts, 0: to the end of the game
    is_flat: bool
    models: bool  # the others play by the policy inside the tree too
    guided: bool  # play-outs are by the policy
    redraws: bool  # worlds are drawn anew for the others' decisions


def whole(name: str, value: Any, low: int) -> int:
    """A whole number of at least `low`, or a ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise ValueError(f"{name} must be a whole number of at least {low}, not {shown(value)}")
    return value


def number(name: str, value: Any, low: float, high: float) -> float:
    """A number between two bounds, or a ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, not {shown(value)}")
    return float(value)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """One of some words, or a ValueError."""
    if value not in choices:
        raise ValueError(f"{name} cannot be {shown(value)}{nearest(str(value), choices)}")
    return str(value)


def has_heuristic(game: Game) -> bool:
    """Whether there is a policy to be guided by without being told one."""
    return HEURISTIC in own_kinds(game)


def policy_of(name: str, spec: str, game: Game) -> Agent:
    """The batched agent that a spec names; ValueError for one that is not batched."""
    agent = make_agent(spec, game)
    if not agent.batched:
        raise ValueError(f"{name} needs an agent that plays in batches, and {shown(spec)} does not")
    return agent
