"""Positions for the tests of what text and picture say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cthulhu_envs.games.lovecraft_letter import GAME
from cthulhu_envs.games.lovecraft_letter.scene import look
from cthulhu_envs.games.lovecraft_letter.state import Ending
from tests.rules.lovecraft_letter.position import Position, new_game, position

SPECTATOR = None
PLAYERS = GAME.players
KEEP_GOING = "investigators investigators investigators"  # more cards to draw


def told(at: Position, seat: int | None = SPECTATOR) -> str:
    """The last play or check in the words of a seat."""
    return look(at.game, at.state, seat).turns[-1]


def turn(hands: list[str], deck: str = KEEP_GOING, **described: Any) -> Position:
    """The first turn of a round with just these cards."""
    return position(hands=hands, deck=deck, **described)


def insane(
    card: str, *hands: str, drawn: str = "investigators", deck: str = KEEP_GOING, **described: Any
) -> Position:
    """Seat 0 has gone insane by Liber Ivonis, stood a check and drawn; it holds the card still.

    The others have played a Silver Key each, and hold what they were dealt.
    """
    keys = "silver_key " * len(hands)
    at = turn([f"{card} liber_ivonis", *hands], f"{keys} cats {drawn} {deck}", **described)
    at.play("liber_ivonis")
    for _ in hands:
        at.play("silver_key")
    return at


def random_game(players: int, seed: int, **settings: Any) -> Iterator[Position]:
    """Every position of a game of random decisions, the last one after its end."""
    at = new_game(seed=seed, num_players=players, **settings)
    rng = np.random.default_rng(seed)
    yield at
    while at.state.ending == Ending.GOING_ON:
        mask = at.env.infos[at.env.agent_selection]["action_mask"]
        at.env.step(int(rng.choice(np.flatnonzero(mask))))
        yield at
