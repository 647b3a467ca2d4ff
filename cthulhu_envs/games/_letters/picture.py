"""Parts that the pictures of both letter games have: the deck, hands, and the words beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cthulhu_envs.drawing.canvas import Color, Point
from cthulhu_envs.drawing.spectator import Seated
from cthulhu_envs.drawing.tabletop import SPACE, STEP, Mark, Spot, Tabletop, small_shield

TOKENS_BELOW, MARKS_BELOW, MARKS_BELOW_TOKENS = 40, 34, 56  # the top of a name

Chip = tuple[str, Color]  # a card of the draw pile: its value, its colour


def draw_deck(art: Tabletop, pile: Sequence[Any], aside: Sequence[Any], at: Point) -> float:
    """Draw pile and face-down card side by side; returns where the next card can lie."""
    left, top = at
    art.pile(len(pile), at)
    art.place_for(aside, (left + STEP + SPACE, top), "face down")
    return left + 2 * (STEP + SPACE)


def known_chips(pile: Sequence[Any], back: Color, chip: Callable[[Any], Chip]) -> list[Chip]:
    """The draw pile card by card, if some card of it is known; else nothing."""
    if all(card is None for card in pile):
        return []
    return [("?", back) if card is None else chip(card) for card in pile]


def draw_hand(
    art: Tabletop, place: Seated, spot: Spot, width: int, room: float
) -> tuple[Point, float]:
    """A seat's hand, grey when it is out; returns where words beside it begin, and their room."""
    used = art.hand(place.hand, spot.hand, width, room)
    if place.out:
        art.grey(spot.box)
    left, top = spot.hand
    return (left + used, top), spot.room - used


class MarkColors(NamedTuple):
    """Colours of the marks that seats of both games have."""

    light: str  # of the looking seat, and of the one to move
    wins: str
    out: str
    protected: str


def seat_marks(
    place: Seated, colors: MarkColors, first: Sequence[Mark] = (), then: Sequence[Mark] = ()
) -> list[Mark]:
    """The marks of a seat; a game's own ones stand before and behind 'protected'."""
    return [
        ("you", colors.light, place.is_me, None),
        ("wins", colors.wins, place.is_winner, None),
        ("out", colors.out, place.out, None),
        *first,
        ("protected", colors.protected, place.protected, small_shield),
        *then,
        ("to move", colors.light, place.is_to_move, None),
    ]


def draw_words(
    art: Tabletop,
    place: Seated,
    at: Point,
    room: float,
    marks: Sequence[Mark],
    tokens: Callable[[Point], None] | None,
) -> None:
    """Name, tokens and marks beside a hand; `tokens` draws those, None: there are none."""
    x, y = at
    art.name(place, at)
    if tokens is not None:
        tokens((x, y + TOKENS_BELOW))
    art.marks(marks, (x, y + (MARKS_BELOW if tokens is None else MARKS_BELOW_TOKENS)), room)
