"""Making environments by name; the `<game>_v1` modules and `cthulhu_envs.make` come here."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.guarded import Env, stock_wrapped
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.errors import shown
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

    `render_mode` says what `render()` gives: "ansi" (text), "rgb_array" (a picture), "human"
    (printed to the terminal), or None for nothing. `settings` are those of the game, `num_players`
    among them; a ValueError names the one that is wrong.
    `render_seat` says whose eyes `render()` shows the table through: the name of an agent
    ("player_0"), "current" for the seat to move, or "all" with every card open.
    `guards` chooses what checks the caller: "fused" (order, bounds and legality in one fast
    environment), "stock" (PettingZoo's three wrappers) or "none" (the raw environment, which raises
    ValueError for an illegal action).
    """
    if not isinstance(guards, str) or guards not in GUARDS:
        raise ValueError(f"guards must be one of {', '.join(GUARDS)}, not {shown(guards)}")
    raw = RawEnv(game_of(name).configure(**settings), render_mode, render_seat)
    if guards == "none":
        return raw
    return Env(raw) if guards == "fused" else stock_wrapped(raw)


def game(name: str | Game, **settings: Any) -> Game:
    """A game with its settings chosen: what it is called, its `actions` and `observations` by name,
    its `rules_text`. It can stand wherever the name of a game can.

        table = cthulhu_envs.game("love_letter", num_players=2, edition="classic")
        table.actions.size, table.observations.size
        table.actions.text(7)       # an action in words
    """
    return game_of(name).configure(**settings)


def make_vec(
    name: str | Game,
    num_envs: int,
    *,
    threads: int = 1,
    reuse: bool = False,
    obs: str = "dense",
    **settings: Any,
) -> VectorEnv:
    """A batch of `num_envs` games of one kind, stepped together, with `threads` threads. Finished
    games restart in the same step. `settings` are those of the game, `num_players` among them; a
    ValueError names the one that is wrong. `reset` and `step` return copies, or with `reuse`
    the same buffers each time, which the next step writes anew. `obs="sparse"` gives only what
    is not zero in the observations, as a `SparseObs` (api/vector.py).
    """
    table = game_of(name).configure(**settings)
    return VectorEnv(table, num_envs, threads, reuse=reuse, obs=obs)
