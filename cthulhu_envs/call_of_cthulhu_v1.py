"""Call of Cthulhu: the card game, as PettingZoo users create it.

    from cthulhu_envs import call_of_cthulhu_v1

Made by `cthulhu docs`; change the game's settings, not this file.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.api.registry import find
from cthulhu_envs.drawing.render import CURRENT

GAME = "call_of_cthulhu-v1"


def env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 2,
    format: str = "first_game",
    deck_0: Any = None,
    deck_1: Any = None,
    auto_pass: bool = True,
    turn_limit: int = 200,
) -> AECEnv[str, Any, int]:
    """Call of Cthulhu: the card game: an AEC environment that checks order, bounds and legality.

    render_mode: human, ansi or rgb_array.
    render_seat: whose eyes: "player_0", "current" for the seat to move, or "all".
    num_players: 2 players.
    format: quick decks of two factions and a neutral packet, or constructed deck lists.
    deck_0: first_game: 'FACTION, FACTION, PACKET', None: at random, hidden from the other seat;
        constructed: an example's name, a file, or the list itself; factions of first_game: The
        Agency, Miskatonic University, Cthulhu, The Syndicate, Hastur, Yog Sothoth, Shub
        Niggurath; packets of first_game: 1, 2; decks of constructed: deep_ones, gate_keepers,
        night_shift, yellow_mob.
    deck_1: the same for player_1.
    auto_pass: take the only option at once instead of asking.
    turn_limit: turns of both players after which the game is cut off.
    """
    return make(
        GAME,
        render_mode=render_mode,
        render_seat=render_seat,
        num_players=num_players,
        format=format,
        deck_0=deck_0,
        deck_1=deck_1,
        auto_pass=auto_pass,
        turn_limit=turn_limit,
    )


def raw_env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 2,
    format: str = "first_game",
    deck_0: Any = None,
    deck_1: Any = None,
    auto_pass: bool = True,
    turn_limit: int = 200,
) -> RawEnv:
    """The same without checks: an illegal action raises ValueError. Settings as in `env`."""
    table = find(GAME).configure(
        num_players=num_players,
        format=format,
        deck_0=deck_0,
        deck_1=deck_1,
        auto_pass=auto_pass,
        turn_limit=turn_limit,
    )
    return RawEnv(table, render_mode, render_seat)
