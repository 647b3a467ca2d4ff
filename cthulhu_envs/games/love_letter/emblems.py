"""The cards as pictures: a colour and an emblem of our own for each character, and the back."""

from __future__ import annotations

import math
from functools import cache

from PIL import Image

from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.canvas import Canvas, Point
from cthulhu_envs.drawing.card_art import (
    HIGH,
    WHITE,
    WIDE,
    Emblem,
    Front,
    card_of,
    paint_front,
    paint_sheet,
)
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.scene import CardOrBack

COLOR = {
    Card.SPY: "#4b4a63",
    Card.GUARD: "#5d7282",
    Card.PRIEST: "#1f8577",
    Card.BARON: "#a04a32",
    Card.HANDMAID: "#3b86bd",
    Card.PRINCE: "#3b4fa8",
    Card.CHANCELLOR: "#3f7a3a",
    Card.KING: "#b0780f",
    Card.COUNTESS: "#7d3f9c",
    Card.PRINCESS: "#cc3163",
}
PAPER, PAPER_EDGE, INK = "#fbf3df", "#d8c7a0", "#3a2a20"
GOLD, STEEL, RED = "#e0a92e", "#c3ccd4", "#c0273d"
BACK, BACK_LINE, BACK_DARK = "#7a2334", "#a8505c", "#5c1826"


def spy(art: Canvas, color: str) -> None:
    """A mask with ribbons."""
    art.line([(12, 50), (2, 68), (10, 92)], RED, 5)
    art.line([(88, 50), (98, 68), (90, 92)], RED, 5)
    art.oval((2, 20, 56, 72), color)
    art.oval((44, 20, 98, 72), color)
    art.shape([(26, 20), (50, 27), (74, 20), (74, 70), (50, 56), (26, 70)], color)
    for x in (29, 71):
        art.eye((x, 46), 32, PAPER, INK)
    art.line([(44, 30), (50, 32), (56, 30)], GOLD, 2.5)


def guard(art: Canvas, color: str) -> None:
    """A helmet with a plume."""
    art.shape([(50, 22), (46, 2), (70, 0), (92, 14), (96, 36), (82, 24), (66, 20)], RED)
    art.slice((16, 14, 84, 86), 180, 360, color)
    art.box((16, 48, 84, 82), color, 6)
    art.shape([(16, 76), (84, 76), (72, 98), (28, 98)], color)
    art.box((24, 46, 76, 58), INK, 5)
    art.box((46, 46, 54, 94), STEEL, 3)
    for y in (68, 76, 84):
        art.line([(31, y), (39, y)], INK, 3)
        art.line([(61, y), (69, y)], INK, 3)
    art.box((12, 40, 88, 46), STEEL, 3)


def priest(art: Canvas, color: str) -> None:
    """A candle in its holder."""
    art.dot((50, 22), 21, "#fbe6a6")
    art.shape([(50, 0), (60, 18), (58, 30), (50, 35), (42, 30), (40, 18)], "#e8821e")
    art.shape([(50, 12), (55, 22), (54, 29), (50, 32), (46, 29), (45, 22)], "#ffe27a")
    art.box((40, 38, 60, 82), "#f0e2bd", 4, outline=INK, width=2)
    art.line([(50, 34), (50, 41)], INK, 2)
    art.line([(46, 41), (46, 56)], WHITE, 5)
    art.oval((74, 66, 96, 88), None, outline=color, width=6)
    art.box((18, 78, 80, 88), color, 5)
    art.shape([(26, 86), (72, 86), (64, 98), (34, 98)], color)


def baron(art: Canvas, color: str) -> None:
    """Crossed swords."""
    for side in (1, -1):

        def at(x: float, y: float, side: int = side) -> Point:
            return (50 + side * (x - 50), y)

        art.shape([at(92, 4), at(90, 18), at(35, 75), at(25, 65), at(82, 8)], STEEL)
        art.line([at(90, 7), at(31, 69)], "#8e9aa5", 2)
        art.line([at(18, 58), at(42, 82)], color, 7)
        art.line([at(28, 72), at(14, 86)], "#5a3220", 8)
        art.dot(at(11, 89), 7, color)


def handmaid(art: Canvas, color: str) -> None:
    """A folding fan."""
    around = (-8.0, 2.0, 108.0, 118.0)
    art.slice(around, 205, 335, color)
    art.slice((8, 18, 92, 102), 205, 335, "#d9ecf8")
    art.slice((24, 34, 76, 86), 205, 335, color)
    for angle in range(205, 336, 26):
        turn = math.radians(angle)
        tip = (50 + 57 * math.cos(turn), 60 + 57 * math.sin(turn))
        art.line([(50, 88), tip], PAPER, 2.5)
    art.shape([(50, 96), (28, 50), (72, 50)], color)
    art.line([(50, 88), (38, 54)], PAPER, 2.5)
    art.line([(50, 88), (50, 52)], PAPER, 2.5)
    art.line([(50, 88), (62, 54)], PAPER, 2.5)
    art.dot((50, 89), 7, GOLD)


def prince(art: Canvas, color: str) -> None:
    """A star of honour on its ribbon."""
    art.shape([(22, 0), (46, 0), (58, 36), (42, 44)], color)
    art.shape([(78, 0), (54, 0), (42, 36), (58, 44)], "#6f82d6")
    art.star((50, 66), 33, 15, 8, GOLD)
    art.dot((50, 66), 16, PAPER)
    art.dot((50, 66), 13, color)
    art.star((50, 66), 10, 4, 5, PAPER)


def chancellor(art: Canvas, color: str) -> None:
    """A scroll, a seal and a quill."""
    art.box((14, 14, 74, 86), "#f3e3b8", 4, outline=INK, width=2)
    art.box((6, 6, 82, 20), "#e3cd94", 7, outline=INK, width=2)
    art.box((6, 80, 82, 94), "#e3cd94", 7, outline=INK, width=2)
    for y, end in ((32, 62), (42, 56), (52, 62), (62, 44)):
        art.line([(24, y), (end, y)], "#8d7a56", 3)
    art.dot((30, 76), 9, RED)
    art.shape([(98, 10), (92, 42), (64, 72), (58, 70), (66, 40)], color)
    art.line([(94, 16), (50, 82)], PAPER, 2.5)
    art.line([(60, 68), (50, 82)], INK, 3)


def king(art: Canvas, color: str) -> None:
    """A crown."""
    art.slice((18, 26, 82, 96), 180, 360, RED)
    rim = [(10, 76), (4, 30), (27, 50), (50, 16), (73, 50), (96, 30), (90, 76)]
    art.shape([*rim, (90, 78), (10, 78)], GOLD)
    art.box((10, 72, 90, 92), color, 5)
    for x, y in ((4, 27), (50, 12), (96, 27)):
        art.dot((x + (50 - x) * 0.04, y), 7, color)
    for x, gem in ((28, WHITE), (50, RED), (72, WHITE)):
        art.shape([(x, 75), (x + 7, 82), (x, 89), (x - 7, 82)], gem)


def countess(art: Canvas, color: str) -> None:
    """A cut jewel."""
    left, right, top, girdle, tip = 6, 94, 18, 42, 94
    art.shape([(26, top), (74, top), (right, girdle), (50, tip), (left, girdle)], color)
    art.shape([(26, top), (38, girdle), (left, girdle)], "#a868c6")
    art.shape([(50, top), (62, girdle), (38, girdle)], "#d3a6e6")
    art.shape([(74, top), (right, girdle), (62, girdle)], "#934fb3")
    art.shape([(38, girdle), (62, girdle), (50, tip)], "#b67ad1")
    art.shape([(left, girdle), (38, girdle), (50, tip)], "#8f4bb0")
    art.line([(left, girdle), (right, girdle)], PAPER, 1.5)
    art.star((82, 14), 13, 3.5, 4, GOLD)


def princess(art: Canvas, color: str) -> None:
    """A heart under a small crown."""
    art.heart((50, 66), 80, color)
    art.heart((36, 55), 17, "#ee86a8")
    art.shape([(28, 32), (24, 8), (38, 19), (50, 2), (62, 19), (76, 8), (72, 32)], GOLD)
    art.box((27, 27, 73, 34), "#b0780f", 3)
    for x, y in ((24, 8), (50, 3), (76, 8)):
        art.dot((x, y), 4, color)


EMBLEM: dict[Card, Emblem] = {
    Card.SPY: spy,
    Card.GUARD: guard,
    Card.PRIEST: priest,
    Card.BARON: baron,
    Card.HANDMAID: handmaid,
    Card.PRINCE: prince,
    Card.CHANCELLOR: chancellor,
    Card.KING: king,
    Card.COUNTESS: countess,
    Card.PRINCESS: princess,
}


@cache
def card_image(face: CardOrBack, pixels: int) -> Image.Image:
    """A card, or the back of one, that many pixels wide; not to be drawn on."""
    if face is None:
        return card_of(_back, pixels)
    front = Front(int(face), title(face), COLOR[face], EMBLEM[face], PAPER, PAPER_EDGE)
    return card_of(lambda art: paint_front(art, front), pixels)


def _back(art: Canvas) -> None:
    """A sealed letter."""
    paint_sheet(art, PAPER, PAPER_EDGE)
    art.box((6, 6, WIDE - 6, HIGH - 6), BACK, 7)
    art.box((9, 9, WIDE - 9, HIGH - 9), None, 5, outline=BACK_LINE, width=1.5)
    for row in range(12):
        for column in range(7 - row % 2):
            art.dot((17 + 11 * column + 5.5 * (row % 2), 17.5 + 9.55 * row), 2, BACK_DARK)
    art.box((20, 46, 80, 94), PAPER, 3, outline=BACK_DARK, width=1.5)
    art.line([(21, 93), (44, 68)], PAPER_EDGE, 1.5)
    art.line([(79, 93), (56, 68)], PAPER_EDGE, 1.5)
    art.line([(21, 48), (50, 76), (79, 48)], "#b39b6c", 2)
    art.dot((50, 74), 11, RED)
    art.heart((50, 74.5), 11, PAPER)
