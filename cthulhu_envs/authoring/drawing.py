"""`Drawing`: how a game looks, in text and as a picture. A game names its own in `Game.draw`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cthulhu_envs.authoring.game import Game


@dataclass(frozen=True)
class Drawing:
    """How a game looks to one seat (absolute), or with every card open (None for the seat).

    A seat is shown only what it may know, and drawing changes nothing: the same state looks
    the same again, and its random stream is left alone.
    """

    text: Callable[[Game, Any, int | None], Any]  # (game, s, seat) -> something rich prints
    picture: str  # 'module:function', (game, s, seat) -> a PIL image; loaded when one is drawn
