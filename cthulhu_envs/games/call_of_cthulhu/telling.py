"""What a table says in words, for text and picture alike."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.engine.game import Game
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, TITLES, Ask, Phase, Proc, V


def headline(s: Any) -> str:
    """Whose turn it is, and the phase."""
    return f"turn {s.turn} of player_{s.active}, {Phase(int(s.phase)).name.lower()} phase"


def status(game: Game, s: Any) -> str:
    """Who chooses what, or how it ended."""
    if s.ending:
        winner = "nobody" if s.winner == NOTHING else f"player_{s.winner}"
        return f"over ({game.ending_name(int(s.ending))}): {winner} wins"
    words = f"player_{s.seat} chooses: {Ask(int(s.ask)).name.lower().replace('_', ' ')}"
    for depth in range(int(s.depth) - 1, -1, -1):
        frame = s.fr[depth]
        if frame[V.PROC] == Proc.USE:
            return f"{words} for {TITLES[s.kind[frame[V.SRC]]]}"
    return words


def hand_words(s: Any, seat: int, looker: int | None) -> str:
    """A hand as far as the one who looks knows it."""
    cards = [int(i) for i in s.hand[seat, : s.hand_n[seat]]]
    is_open = looker is None or looker == seat
    shown = [TITLES[s.kind[i]] for i in cards if is_open or s.seen[i] >> looker & 1]
    hidden = len(cards) - len(shown)
    return ", ".join(shown + ([f"{hidden} unknown"] if hidden else [])) or "empty"
