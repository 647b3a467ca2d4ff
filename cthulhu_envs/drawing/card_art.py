"""Cards as pictures: a value, an emblem and a name on a sheet of paper. A game brings emblems,
colours and the back.

Emblems are drawn on a square of 100 x 100 units, cards on 100 x 140.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PIL import Image

from cthulhu_envs.drawing.canvas import Canvas

Emblem = Callable[[Canvas, str], None]  # draws in the card's colour

SIDE, MARGIN = 100, 8  # units of an emblem
SMOOTH = 3  # how many times too large an emblem is drawn
WIDE, HIGH = 100, 140  # units of a card
DRAWN = 4.0  # pixels to the unit in which a card is drawn before it is shrunk
RATIO = HIGH / WIDE
WHITE = "#ffffff"


@dataclass(frozen=True)
class Front:
    """What is printed on a card."""

    value: int
    name: str
    color: str
    emblem: Emblem
    paper: str
    edge: str


@cache
def emblem_image(emblem: Emblem, color: str, pixels: int) -> Image.Image:
    """An emblem as a square image; not to be drawn on."""
    art = Canvas.clear(SIDE, SIDE, SMOOTH * pixels / (SIDE + 2 * MARGIN), MARGIN)
    emblem(art, color)
    return art.shrunk(pixels, pixels)


def card_of(paint: Callable[[Canvas], None], pixels: int) -> Image.Image:
    """A painted card that many pixels wide."""
    card = Canvas.clear(WIDE, HIGH, DRAWN)
    paint(card)
    return card.shrunk(pixels, round(pixels * RATIO))


def paint_sheet(art: Canvas, paper: str, edge: str) -> None:
    """An empty card."""
    art.box((0, 0, WIDE, HIGH), edge, 11)
    art.box((1.5, 1.5, WIDE - 1.5, HIGH - 1.5), paper, 10)


def paint_front(art: Canvas, front: Front) -> None:
    """Value, emblem, name."""
    paint_sheet(art, front.paper, front.edge)
    art.box((5, 5, WIDE - 5, HIGH - 5), None, 8, outline=front.color, width=2)
    art.box((5, 112, WIDE - 5, HIGH - 5), front.color, 8)
    art.box((5, 112, WIDE - 5, 122), front.color)
    art.lay(emblem_image(front.emblem, front.color, round(84 * DRAWN)), (9, 30))
    art.box((1.5, 1.5, 36, 38), front.color, 11)
    art.words((18.5, 20), str(front.value), 32, WHITE, bold=True)
    art.words((WIDE / 2, 123.5), front.name, 19, WHITE, bold=True, most=WIDE - 16)
