"""Making environments by name; the `<game>_v0` modules and `cthulhu_envs.make` come here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.engine.aec import RawEnv
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.guarded import Env, stock_wrapped
from cthulhu_envs.engine.registry import find
from cthulhu_envs.engine.render import CURRENT
from cthulhu_envs.engine.vector import VectorEnv

GUARDS = ("fused", "stock", "none")


def make(
    name: str | Game,
    *,
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    guards: str = "fused",
    **settings: Any,
) -> AECEnv[str, Any, int]:
    """A PettingZoo AEC environment of a game, by name ('love_letter') or id ('love_letter-v1').

    `render_seat` says whose eyes `render()` shows the table through: the name of an agent
    ("player_0"), "current" for the seat to move, or "all" with every card open.
    `guards` chooses what checks the caller: "fused" (order, bounds and legality in one fast
    face), "stock" (PettingZoo's three wrappers) or "none" (the raw environment, which raises
    ValueError for an illegal action).
    """
    if guards not in GUARDS:
        raise ValueError(f"guards must be one of {', '.join(GUARDS)}, not {guards!r}")
    game = find(name) if isinstance(name, str) else name
    raw = RawEnv(game.configure(**settings), render_mode, render_seat)
    if guards == "none":
        return raw
    return Env(raw) if guards == "fused" else stock_wrapped(raw)


def make_vec(
    name: str | Game, num_envs: int, *, threads: int = 1, reuse: bool = False, **settings: Any
) -> VectorEnv:
    """Many games of one kind, stepped together. `reset` and `step` return copies, or with `reuse`
    the environment's own buffers, which the next step writes anew (engine/vector.py).
    """
    game = find(name) if isinstance(name, str) else name
    return VectorEnv(game.configure(**settings), num_envs, threads, reuse=reuse)


def env_of(game_id: str) -> Callable[..., AECEnv[str, Any, int]]:
    """The `env` function of a game's module."""

    def env(
        render_mode: str | None = None, render_seat: str = CURRENT, **settings: Any
    ) -> AECEnv[str, Any, int]:
        return make(game_id, render_mode=render_mode, render_seat=render_seat, **settings)

    return env


def raw_env_of(game_id: str) -> Callable[..., RawEnv]:
    """The `raw_env` function of a game's module."""

    def raw_env(
        render_mode: str | None = None, render_seat: str = CURRENT, **settings: Any
    ) -> RawEnv:
        return RawEnv(find(game_id).configure(**settings), render_mode, render_seat)

    return raw_env
