"""What both letter games ask about a row of the log before they put it into words."""

from __future__ import annotations

from cthulhu_envs.drawing.spectator import name_of
from cthulhu_envs.games._letters.limits import NOBODY


def is_seen_by(looker: int | None, *seats: int) -> bool:
    """Whether the looking seat is one of these; a spectator (None) sees everything."""
    return looker is None or looker in seats


def fallen(seat: int, card: str) -> str:
    """'player_3 is out, showing the Baron'."""
    return f"{name_of(seat)} is out, showing {card}"


def shown_by(target: int, out: int) -> int:
    """Whose card was turned up: that of the seat that went out, else of the one that was chosen."""
    return target if out == NOBODY else out
