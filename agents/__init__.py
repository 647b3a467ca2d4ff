"""Players, named by a spec wherever a bot is wanted: `random`, `heuristic`,
`kind:option=value,...`, `kind:path`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from agents.base import Agent
from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.engine.game import Game, load

KINDS = {  # for every game; a game's own bots stand in its Game record
    "random": "agents.random_agent:RandomAgent",
    "human": "agents.human:HumanAgent",
    "solved": "agents.solved:SolvedAgent",
}

__all__ = ["Agent", "kinds", "make_agent"]


def kinds(game: Game) -> dict[str, str]:
    """The kinds of players that can play a game, and where they are written."""
    return {**KINDS, **game.agents}


def make_agent(spec: str, game: Game, seed: int = 0) -> Agent:
    """The player that a spec describes; a ValueError says what is wrong with it."""
    kind, _, rest = spec.partition(":")
    known = kinds(game)
    if kind not in known:
        raise ValueError(f"there is no agent {kind!r} for {game.title}{nearest(kind, known)}")
    make: Callable[..., Agent] = load(known[kind])
    options = _options(kind, rest, make)
    return make(game, seed=seed, **options)


def _options(kind: str, rest: str, make: Callable[..., Agent]) -> dict[str, Any]:
    """'iters=100,c=0.5' as keyword arguments; text without '=' is the agent's `path`."""
    takes = [name for name in inspect.signature(make).parameters if name not in ("game", "seed")]
    options: dict[str, Any] = {}
    for item in filter(None, rest.split(",")):
        name, equals, value = item.partition("=")
        if not equals:
            name, value = "path", item
        if name not in takes:
            what = f"{nearest(name, takes)}" if takes else "; it takes none"
            raise ValueError(f"agent {kind!r} has no option {name!r}{what}")
        options[name] = _value(value)
    return options


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
