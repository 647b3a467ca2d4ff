"""Love Letter, as PettingZoo users create it.

    from cthulhu_envs import love_letter_v1

Made by `cthulhu docs`; change the game's settings, not this file.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.api.registry import find
from cthulhu_envs.drawing.render import CURRENT

GAME = "love_letter-v1"


def env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 4,
    edition: str = "2019",
    rounds: str = "match",
    reward: str = "win",
    deck: Any = None,
    face_up: Any = None,
    goal: Any = None,
    history: Any = None,
) -> AECEnv[str, Any, int]:
    """Love Letter: an AEC environment that checks order, bounds and legality.

    render_mode: human, ansi or rgb_array.
    render_seat: whose eyes: "player_0", "current" for the seat to move, or "all".
    num_players: 2 to 6 players.
    edition: the 21 cards of 2019, or the 16 of the classic game.
    rounds: play to the token goal, or one round.
    reward: share of the win at the end, or tokens as they come.
    deck: own deck: cards in words such as 'guard=5, priest=2', or copies by card name; or the
        name of one; None: the edition's; decks: ll-6, ll-8, ll-9, ll-10.
    face_up: cards set aside face up each round; None: 3 for two players with the edition's
        deck, and 0 for more players or a deck of one's own.
    goal: tokens that win the match; None: by number of players.
    history: turns shown in the observation for each seat at the table; None: all of a round.
    """
    return make(
        GAME,
        render_mode=render_mode,
        render_seat=render_seat,
        num_players=num_players,
        edition=edition,
        rounds=rounds,
        reward=reward,
        deck=deck,
        face_up=face_up,
        goal=goal,
        history=history,
    )


def raw_env(
    render_mode: str | None = None,
    render_seat: str = CURRENT,
    *,
    num_players: int = 4,
    edition: str = "2019",
    rounds: str = "match",
    reward: str = "win",
    deck: Any = None,
    face_up: Any = None,
    goal: Any = None,
    history: Any = None,
) -> RawEnv:
    """The same without checks: an illegal action raises ValueError. Settings as in `env`."""
    table = find(GAME).configure(
        num_players=num_players,
        edition=edition,
        rounds=rounds,
        reward=reward,
        deck=deck,
        face_up=face_up,
        goal=goal,
        history=history,
    )
    return RawEnv(table, render_mode, render_seat)
