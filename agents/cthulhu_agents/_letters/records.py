"""Fields that the records of both players have, and which of two cards others are thought to play.

Fields come in groups that a game's record puts where it likes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import FLAG, scales_dtype, starts_dtype
from cthulhu_envs.games._letters.limits import MAX_SEATS

Field = tuple[Any, ...]


def table_fields(actions: tuple[str, ...], observations: tuple[str, ...]) -> tuple[Field, ...]:
    """For KIT: the table and its layout; `fill_table` fills them."""
    return (
        ("num_players", np.int64),
        ("num_events", np.int64),  # rows of the log shown in the observation
        ("ob", starts_dtype(observations)),
        ("scale", scales_dtype(observations)),
        ("act", starts_dtype(actions)),
    )


def fill_table(kit: Any, game: Game) -> None:
    """The fields of `table_fields` for a table."""
    kit.num_players = game.num_players
    kit.num_events = game.observations.blocks["event_actor"].shape[0]
    kit.ob = game.observations.start_record()
    kit.scale = game.observations.scale_record()
    kit.act = game.actions.start_record()


def belief_fields(n_cards: int) -> tuple[Field, ...]:
    """For NOTES: what belief.py works with."""
    return (
        ("hand", np.float64, (n_cards,)),  # copies I hold
        ("unseen", np.float64, (n_cards,)),  # copies I cannot locate
        ("pool", np.float64, (n_cards,)),  # chance of each card to be drawn next
        ("is_in", FLAG, (MAX_SEATS,)),
        ("still_in", np.int64),  # seats, mine included
        ("likely", np.float64, (MAX_SEATS, n_cards)),  # what a seat's turns say of a card
        ("belief", np.float64, (MAX_SEATS, n_cards)),  # chance that a seat holds a card
    )


def choice_fields(max_actions: int) -> tuple[Field, ...]:
    """For NOTES: what `cthulhu_agents.scoring` works with."""
    return (
        ("num_candidates", np.int64),
        ("candidates", np.int64, (max_actions,)),  # legal actions ...
        ("scores", np.float64, (max_actions,)),  # ... and my chance to win with each
    )


def plays_by(keen: NDArray[Any]) -> NDArray[Any]:
    """[x, y]: chance that a hand of x and y plays x; the keener one, more often the greater the
    difference.
    """
    plays: NDArray[Any] = 1.0 / (1.0 + np.exp(keen[None, :] - keen[:, None]))
    return plays
