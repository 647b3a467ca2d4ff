"""Hands as one seat sees them (R8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.spectator import Held, held_by
from cthulhu_envs.games._letters.limits import NO_CARD


def hand_of(
    game: Game, s: Any, looker: int | None, owner: int, printed: Callable[[int], Any]
) -> tuple[Held, ...]:
    """R8.3-R8.15. When the draw pile has run out at the end of the game, hands are shown; the only
    player left does not show theirs. `printed` is how the game draws a card.
    """
    return tuple(
        held_by(
            owner,
            printed(s.hand[owner, slot]),
            looker,
            seen=s.hand_seen[owner, slot],
            is_shown=bool(s.ending) and s.showdown[owner] != NO_CARD,
            players=game.num_players,
            sure=s.exposed[owner, slot],
        )
        for slot in range(s.hand.shape[1])
        if s.hand[owner, slot] != NO_CARD
    )
