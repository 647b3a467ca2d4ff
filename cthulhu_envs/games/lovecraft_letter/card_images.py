"""The cards as pictures: colours, the signs of sanity and insanity, fronts and the back."""

from __future__ import annotations

from functools import cache

from PIL import Image

from cthulhu_envs.drawing.canvas import Canvas, Color, Point, curl
from cthulhu_envs.drawing.card_art import (
    HIGH,
    WHITE,
    WIDE,
    Front,
    card_of,
    paint_front,
    paint_sheet,
)
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.emblems import EMBLEM
from cthulhu_envs.games.lovecraft_letter.scene import CardOrBack, short

COLOR = {
    Card.BRAINCASE: "#57707f",
    Card.INVESTIGATORS: "#8a6a35",
    Card.DEEP_ONES: "#2b7361",
    Card.CATS: "#b06a22",
    Card.GOLDEN_MEAD: "#a3860f",
    Card.GREAT_RACE: "#5d7a45",
    Card.HOUND: "#4a3fa3",
    Card.ELDER_SIGN: "#1f7f92",
    Card.LIBER_IVONIS: "#8b2f78",
    Card.ARMITAGE: "#6f5443",
    Card.MI_GO: "#b8487e",
    Card.CARTER: "#34558f",
    Card.NYARLATHOTEP: "#33254f",
    Card.SILVER_KEY: "#68808d",
    Card.TRAPEZOHEDRON: "#a32440",
    Card.NECRONOMICON: "#6a2a1d",
    Card.CTHULHU: "#22703a",
}
PAPER, PAPER_EDGE = "#eceedb", "#b4bd9d"
MAD_PAPER, MAD_EDGE = "#e6d6f0", "#a88cc4"  # of Insanity cards
VIOLET, SEA = "#7b3fa8", "#2a8f84"  # grounds of the signs of insanity and of sanity
BACK, BACK_LINE, BACK_DARK, BACK_STAR = "#12424a", "#3f8a86", "#0c2e35", "#9fd8c8"


def insanity_sign(
    art: Canvas, center: Point, size: float, ground: Color = VIOLET, fill: Color = WHITE
) -> None:
    """A spiral."""
    art.dot(center, size / 2, ground)
    art.spiral(center, size * 0.72, fill, size * 0.085)


def sanity_sign(
    art: Canvas, center: Point, size: float, ground: Color = SEA, fill: Color = WHITE
) -> None:
    """A star."""
    art.dot(center, size / 2, ground)
    art.star(center, size * 0.42, size * 0.18, 5, fill)


@cache
def card_image(face: CardOrBack, pixels: int) -> Image.Image:
    """A card, or the back of one, that many pixels wide; not to be drawn on."""
    if face is None:
        return card_of(_back, pixels)
    paper, edge = (MAD_PAPER, MAD_EDGE) if face.is_insanity else (PAPER, PAPER_EDGE)
    card = face.card
    front = Front(face.value, short(card), COLOR[card], EMBLEM[card], paper, edge)

    def paint(art: Canvas) -> None:
        paint_front(art, front)
        if face.is_insanity:
            insanity_sign(art, (83, 18), 25)

    return card_of(paint, pixels)


def _back(art: Canvas) -> None:
    """A seal in a whirl of tentacles."""
    paint_sheet(art, PAPER, PAPER_EDGE)
    art.box((6, 6, WIDE - 6, HIGH - 6), BACK, 7)
    art.box((9, 9, WIDE - 9, HIGH - 9), None, 5, outline=BACK_LINE, width=1.5)
    for k in range(8):
        art.taper(curl((50, 70), 36 if k % 2 else 33, 45 * k, -140), BACK_DARK, 1.5, 12)
    for x, y, start, sweep in (
        (24, 26, 180, 400),
        (76, 26, 0, -400),
        (24, 114, 180, -400),
        (76, 114, 0, 400),
    ):
        art.taper(curl((x, y), 10, start, sweep), BACK_LINE, 3.5, 1)
    art.dot((50, 70), 22, BACK_LINE)
    art.dot((50, 70), 19.5, BACK_DARK)
    art.star((50, 71), 17, 7, 5, BACK_STAR)
    art.eye((50, 71), 14, BACK_DARK, "#f4dc8c")
