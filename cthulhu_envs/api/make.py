"""Making environments by name; the `<game>_v1` modules and `cthulhu_envs.make` come here."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.guarded import Env, stock_wrapped
from cthulhu_envs.api.registry import find, game_of
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.render import CURRENT

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
    environment), "stock" (PettingZoo's three wrappers) or "none" (the raw environment, which raises
    ValueError for an illegal action).
    """
    if guards not in GUARDS:
        raise ValueError(f"guards must be one of {', '.join(GUARDS)}, not {guards!r}")
    raw = RawEnv(game_of(name).configure(**settings), render_mode, render_seat)
    if guards == "none":
        return raw
    return Env(raw) if guards == "fused" else stock_wrapped(raw)


def game(name: str, **settings: Any) -> Game:
    """A game with its settings chosen: what it is called, its `actions` and `observations` by name,
    its `rules_text`. It can stand wherever the name of a game can.

        table = cthulhu_envs.game("love_letter", num_players=2, edition="classic")
        table.actions.size, table.observations.size
        table.actions.text(7)       # an action in words
    """
    return find(name).configure(**settings)


def make_vec(
    name: str | Game,
    num_envs: int,
    *,
    threads: int = 1,
    reuse: bool = False,
    obs: str = "dense",
    **settings: Any,
) -> VectorEnv:
    """Many games of one kind, stepped together. `reset` and `step` return copies, or with `reuse`
    the environment's own buffers, which the next step writes anew. `obs="sparse"` gives only what
    is not zero in the observations, as a `SparseObs` (api/vector.py).
    """
    table = game_of(name).configure(**settings)
    return VectorEnv(table, num_envs, threads, reuse=reuse, obs=obs)
