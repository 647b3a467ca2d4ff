"""What the Gymnasium environments share: the learner's seat, and the bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game

ANY_SEAT = "random"


def configured(name: str, settings: dict[str, Any]) -> Game:
    """The game with its settings. A keyword that is no setting is a TypeError, as of any function:
    libraries that try arguments of other environments go by that.
    """
    game = find(name)
    known = [NUM_PLAYERS, *(setting.name for setting in game.settings)]
    for word in settings:
        if word not in known:
            raise TypeError(
                f"{game.title} got an unexpected keyword argument {word!r}{nearest(word, known)}"
            )
    return game.configure(**settings)


def check_seat(game: Game, seat: int | str) -> int | None:
    """The learner's seat, or None if it is drawn anew for each game."""
    if seat == ANY_SEAT:
        return None
    if isinstance(seat, bool) or seat not in range(game.num_players):
        raise ValueError(f"seat must be 0 to {game.num_players - 1} or 'random', not {seat!r}")
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
