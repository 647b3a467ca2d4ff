"""What the Gymnasium environments share: the learner's seat, and the bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game

ANY_SEAT = "random"


def configured(name: str, settings: dict[str, Any]) -> Game:
    """The game with its settings. A keyword that is no setting is a TypeError, as of any function:
    libraries that try arguments of other environments go by that.
    """
    game = game_of(name)
    known = [NUM_PLAYERS, *(setting.name for setting in game.settings)]
    for word in settings:
        if word not in known:
            hint = f"{shown(word)}{nearest(word, known)}"
            raise TypeError(f"{game.title} got an unexpected keyword argument {hint}")
    return game.configure(**settings)


def check_seat(game: Game, seat: int | str) -> int | None:
    """The learner's seat, or None if it is drawn anew for each game."""
    if isinstance(seat, str) and seat == ANY_SEAT:
        return None
    is_number = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
    if not is_number or seat not in range(game.num_players):
        last = game.num_players - 1
        raise ValueError(f"seat must be 0 to {last} or 'random', not {shown(seat)}")
    return int(seat)


def make_opponents(game: Game, opponents: Any) -> list[Agent]:
    """An agent for each of the other seats, clockwise from the learner: one bot that sits in all of
    them, or a list with one each.
    """
    wanted = game.num_players - 1
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [make_agent(opponents, game)] * wanted
    if len(opponents) != wanted:
        raise ValueError(f"{game.title} here needs {wanted} opponents, not {len(opponents)}")
    return [make_agent(bot, game) for bot in opponents]
