"""An emblem of our own for each card."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cthulhu_envs.drawing.canvas import Canvas, Point, arc, bend, curl
from cthulhu_envs.drawing.card_art import WHITE, Emblem
from cthulhu_envs.games.lovecraft_letter.cards import Card

INK, GOLD, STEEL, RED = "#122420", "#d9b044", "#c2ced2", "#b8283a"
BONE, GLASS = "#efe6c8", "#bfe3e0"


def mirrored(points: Sequence[Point]) -> list[Point]:
    """The same on the other side of the middle line."""
    return [(100 - x, y) for x, y in points]


def braincase(art: Canvas, color: str) -> None:
    """A brain in a cylinder with sockets."""
    art.box((22, 8, 78, 92), color, 8)
    art.box((28, 20, 72, 74), GLASS, 6)
    for x, y, r in ((41, 44, 13), (59, 44, 13), (39, 54, 10), (61, 54, 10), (50, 40, 12)):
        art.dot((x, y), r, "#d98a9c")
    art.line([(50, 30), (50, 62)], "#9c4a62", 2.5)
    for side in (1, -1):
        folds = (
            [(56, 38), (62, 40), (66, 36)],
            [(55, 48), (61, 52), (67, 48)],
            [(56, 58), (63, 59)],
        )
        for fold in folds:
            art.line([(50 + side * (x - 50), y) for x, y in fold], "#9c4a62", 2)
    art.box((18, 4, 82, 18), STEEL, 5, outline=INK, width=1.5)
    art.box((18, 76, 82, 96), STEEL, 5, outline=INK, width=1.5)
    for x in (32, 50, 68):
        art.dot((x, 86), 5, INK)
        art.dot((x, 86), 2.5, GOLD)
    art.line([(33, 26), (33, 66)], WHITE, 3)


def investigators(art: Canvas, color: str) -> None:
    """An eye under a magnifying glass."""
    art.line([(64, 66), (92, 94)], "#4a3420", 13)
    art.line([(62, 64), (72, 74)], GOLD, 8)
    art.dot((42, 42), 40, color)
    art.dot((42, 42), 33, GLASS)
    art.eye((42, 42), 56, WHITE, INK)
    art.dot((42, 42), 13, color)
    art.dot((42, 42), 7, INK)
    art.dot((46, 38), 3, WHITE)
    art.line(arc((42, 42), 28, 200, 250), WHITE, 3)


def deep_ones(art: Canvas, color: str) -> None:
    """The face of a fish that walks."""
    for points in ([(50, 2), (38, 26), (62, 26)], [(34, 8), (30, 30), (48, 26)]):
        art.shape(points, "#1d5245")
        art.shape(mirrored(points), "#1d5245")
    for points in ([(10, 52), (0, 34), (2, 74)], [(14, 70), (2, 82), (20, 86)]):
        art.shape(points, "#1d5245")
        art.shape(mirrored(points), "#1d5245")
    art.oval((10, 18, 90, 98), color)
    art.oval((24, 64, 76, 96), "#8fc7a6")
    for x in (25, 75):
        art.dot((x, 42), 18, "#1d5245")
        art.dot((x, 42), 15, "#f2e48a")
        art.dot((x, 43), 7, INK)
        art.dot((x + 3, 39), 2.5, WHITE)
    art.line(bend((22, 72), (50, 92), (78, 72)), INK, 4)
    for x in (34, 45, 56):
        art.shape([(x, 78), (x + 8, 79), (x + 4, 86)], WHITE)
    for x in (45, 55):
        art.dot((x, 60), 2, INK)


def cats(art: Canvas, color: str) -> None:
    """A cat before the moon."""
    art.dot((58, 40), 38, "#f4dc8c")
    art.dot((70, 30), 6, "#e2c46a")
    art.dot((48, 20), 4, "#e2c46a")
    art.taper(bend((66, 90), (106, 92), (88, 50)), INK, 9, 6)
    art.oval((22, 50, 74, 100), INK)
    art.oval((20, 26, 60, 62), INK)
    art.shape([(21, 46), (19, 14), (38, 29)], INK)
    art.shape([(59, 46), (61, 14), (42, 29)], INK)
    art.shape([(24, 32), (23, 21), (31, 28)], color)
    art.shape([(56, 32), (57, 21), (49, 28)], color)
    for x in (32, 48):
        art.oval((x - 5, 38, x + 5, 48), "#a8e04a")
        art.oval((x - 1.6, 38, x + 1.6, 48), INK)
    art.shape([(37, 50), (43, 50), (40, 54)], color)
    for y in (51, 55):
        art.line([(32, y), (16, y - 2)], "#7f8f89", 1.2)
        art.line([(48, y), (64, y - 2)], "#7f8f89", 1.2)


def golden_mead(art: Canvas, color: str) -> None:
    """A goblet that brims over."""
    art.box((44, 56, 56, 88), color, 3)
    art.oval((24, 82, 76, 98), color)
    art.oval((30, 80, 70, 90), "#e8cf5a")
    art.slice((14, -22, 86, 68), 0, 180, color)
    art.oval((14, 12, 86, 34), "#f7e27a")
    art.oval((19, 15, 81, 31), "#e0a21c")
    art.shape([(20, 24), (32, 25), (30, 44), (25, 52), (21, 42)], "#f3c638")
    for x, y, r in ((40, 8, 5), (56, 3, 4), (63, 12, 3), (50, 14, 3.5)):
        art.dot((x, y), r, "#f7d65a")
    art.star((52, 47), 12, 5, 5, "#f7e27a")
    art.dot((50, 66), 6, "#e8cf5a")


def great_race(art: Canvas, color: str) -> None:
    """A ridged cone with its four limbs."""
    art.taper(bend((50, 26), (24, 2), (18, 24)), "#7fa05e", 9, 6)
    art.taper(bend((50, 26), (76, 2), (82, 24)), "#7fa05e", 9, 6)
    for x in (18, 82):
        art.line([(x - 8, 36), (x, 26), (x + 8, 36)], "#7fa05e", 5)
    art.taper(bend((50, 30), (40, 12), (50, 6)), "#7fa05e", 8, 7)
    art.shape([(50, 18), (72, 90), (28, 90)], color)
    art.shape([(42, 40), (58, 40), (88, 92), (12, 92)], color)
    art.oval((10, 82, 90, 100), color)
    for y, half in ((52, 14), (64, 21), (76, 28), (88, 35)):
        art.line(bend((50 - half, y), (50, y + 10), (50 + half, y)), "#a9c685", 2.5)
    art.dot((50, 9), 11, "#7fa05e")
    for x in (43, 50, 57):
        art.dot((x, 8), 3.2, BONE)
        art.dot((x, 8), 1.5, INK)


def hound(art: Canvas, color: str) -> None:
    """A beast all of corners, with its tongue out."""
    art.shape([(4, 4), (34, 22), (20, 40)], "#2a2370")
    art.shape([(52, 0), (56, 26), (38, 26)], "#2a2370")
    art.shape([(14, 30), (44, 18), (62, 28), (98, 44), (94, 54), (58, 58), (20, 60)], color)
    art.shape([(8, 96), (20, 40), (50, 52), (46, 98)], color)
    art.shape([(40, 60), (84, 72), (80, 80), (36, 82)], "#3a3088")
    art.shape([(20, 40), (38, 56), (24, 98), (8, 96)], "#5f53c4")
    for x in (60, 70, 80, 90):
        art.shape([(x - 5, 57 - (x - 60) * 0.1), (x + 3, 56 - (x - 60) * 0.1), (x - 1, 66)], BONE)
    for x in (52, 62, 72):
        art.shape([(x - 4, 66), (x + 4, 69), (x + 1, 59)], BONE)
    art.taper(bend((58, 66), (96, 68), (86, 96)), "#3fc7e0", 8, 2)
    art.shape([(44, 34), (60, 38), (48, 44)], "#ffe14a")
    art.line([(92, 43), (97, 47)], INK, 4)


def elder_sign(art: Canvas, color: str) -> None:
    """A warped star with a burning eye in it."""
    art.dot((50, 52), 48, "#123f4a")
    art.dot((50, 52), 43, color)
    art.star((50, 54), 44, 19, 5, BONE)
    art.star((50, 54), 36, 14, 5, "#9fd8d6")
    art.eye((50, 55), 36, INK, INK)
    art.shape([(50, 44), (54, 54), (52, 63), (50, 65), (48, 63), (46, 54)], "#ff9a3c")
    art.shape([(50, 50), (52, 56), (50, 62), (48, 56)], "#ffe27a")


def liber_ivonis(art: Canvas, color: str) -> None:
    """An open book from which something reaches out."""
    art.shape([(2, 60), (50, 72), (98, 60), (98, 90), (50, 100), (2, 90)], color)
    art.shape([(6, 54), (28, 50), (50, 62), (50, 92), (28, 82), (6, 86)], BONE)
    art.shape(mirrored([(6, 54), (28, 50), (50, 62), (50, 92), (28, 82), (6, 86)]), "#ddd0b0")
    for y in (62, 70, 78):
        art.line([(13, y - 1), (28, y - 4), (43, y + 3)], "#a08c74", 2)
        art.line(mirrored([(13, y - 1), (28, y - 4), (43, y + 3)]), "#8f7c66", 2)
    for points, wide in (
        (bend((50, 66), (40, 30), (18, 28)), 11),
        (bend((50, 66), (60, 30), (82, 28)), 11),
        (bend((50, 66), (54, 30), (44, 4)), 12),
    ):
        art.taper(points, "#a5509a", wide, 2)
    art.taper(curl((18, 36), 8, 270, -240), "#a5509a", 3, 1.5)
    art.taper(curl((82, 36), 8, 270, 240), "#a5509a", 3, 1.5)
    for x, y in ((30, 22), (70, 16), (62, 4)):
        art.star((x, y), 6, 2, 4, GOLD)


def armitage(art: Canvas, color: str) -> None:
    """A professor with beard and spectacles."""
    art.slice((6, 66, 94, 134), 180, 360, color)
    art.shape([(38, 72), (62, 72), (50, 98)], WHITE)
    art.shape([(50, 84), (55, 98), (45, 98)], RED)
    art.oval((24, 16, 76, 80), "#eac9a4")
    art.slice((20, 4, 80, 64), 180, 360, "#d9d9d2")
    art.oval((30, 20, 70, 46), "#eac9a4")
    art.shape(
        [(24, 50), (32, 58), (50, 60), (68, 58), (76, 50), (72, 76), (50, 96), (28, 76)], "#eeeee8"
    )
    art.shape([(34, 60), (50, 56), (66, 60), (50, 66)], "#d9d9d2")
    for x in (38, 62):
        art.dot((x, 43), 11, INK)
        art.dot((x, 43), 8.5, GLASS)
        art.dot((x, 44), 3, INK)
    art.line([(48, 42), (52, 42)], INK, 2.5)
    art.line([(30, 30), (44, 29)], "#b9b9b0", 4)
    art.line([(56, 29), (70, 30)], "#b9b9b0", 4)


def mi_go(art: Canvas, color: str) -> None:
    """A winged fungus with claws."""
    wing = [(46, 42), (30, 12), (2, 4), (10, 22), (2, 34), (16, 42), (12, 58), (30, 56)]
    art.shape(wing, "#7c2f58")
    art.shape(mirrored(wing), "#7c2f58")
    for tip in ((4, 6), (4, 34), (14, 56)):
        art.line([(44, 44), tip], "#a9588a", 1.5)
        art.line(mirrored([(44, 44), tip]), "#a9588a", 1.5)
    for y, reach in ((58, 20), (68, 26), (78, 22)):
        limb = [(46, y), (50 - reach, y + 3), (50 - reach - 4, y + 15)]
        art.line(limb, "#8f3765", 4)
        art.line(mirrored(limb), "#8f3765", 4)
    for y, wide in ((48, 15), (60, 14), (72, 12), (84, 9)):
        art.oval((50 - wide, y - 9, 50 + wide, y + 9), color)
        art.line(bend((50 - wide + 3, y + 4), (50, y + 9), (50 + wide - 3, y + 4)), "#e79fc0", 2)
    for x in (34, 42, 58, 66):
        art.taper(bend((50, 26), (x, 16), (x + (x - 50) * 0.5, 4)), "#e07fae", 4, 2)
    art.oval((32, 16, 68, 46), "#e07fae")
    for y in (24, 31, 38):
        art.line(bend((35, y), (50, y + 6), (65, y)), "#b8487e", 2)


def carter(art: Canvas, color: str) -> None:
    """A dreamer on the steps to the moon."""
    night = "#1c2f5c"
    art.dot((50, 50), 48, night)
    art.dot((56, 34), 25, "#f6e6a8")
    art.dot((64, 28), 21, night)
    for x, y, r in ((24, 26, 5), (86, 58, 4), (36, 50, 3.5), (60, 16, 3.5)):
        art.star((x, y), r, r / 3, 4, WHITE)
    for k in range(5):
        left, top = 12 + 11 * k, 88 - 9 * k
        art.box((left, top, left + 30, top + 9), "#6f8cc6")
        art.box((left, top, left + 30, top + 3), "#c4d4f2")
    art.shape([(76, 30), (82, 32), (85, 52), (69, 52), (71, 33)], color)
    art.shape([(76, 30), (82, 32), (85, 52), (77, 52)], "#5f86c4")
    art.dot((76, 26), 5.5, "#eac9a4")
    art.line([(68, 22), (84, 22)], BONE, 3)
    art.box((71, 15, 81, 22), BONE, 3)


def nyarlathotep(art: Canvas, color: str) -> None:
    """A pharaoh without a face."""
    art.shape(
        [(50, 2), (80, 12), (92, 50), (96, 96), (66, 96), (34, 96), (4, 96), (8, 50), (20, 12)],
        GOLD,
    )
    for k in range(5):
        y = 26 + 15 * k
        stripe = [(19 - 2.6 * k, y), (32, y + 2), (32, y + 8), (17 - 2.6 * k, y + 7)]
        art.shape(stripe, color)
        art.shape(mirrored(stripe), color)
    art.shape([(50, 2), (80, 12), (76, 24), (24, 24), (20, 12)], color)
    art.oval((26, 14, 74, 80), "#0d0918")
    art.shape([(44, 78), (56, 78), (54, 98), (46, 98)], "#0d0918")
    for x, y, size in ((50, 34, 20), (40, 52, 20), (60, 52, 20)):
        art.eye((x, y), size, "#ff6a3c", "#ffe27a")
    art.box((22, 16, 78, 24), RED, 3)
    art.taper(bend((50, 22), (42, 10), (54, 2)), "#3fae7a", 6, 3)
    art.dot((54, 3), 4, "#3fae7a")


def silver_key(art: Canvas, color: str) -> None:
    """A key with a knotted bow."""

    def along(x: float, y: float) -> Point:
        turned = math.radians(-45)
        return (
            46 + x * math.cos(turned) - y * math.sin(turned),
            54 + x * math.sin(turned) + y * math.cos(turned),
        )

    for wide, fill in ((11, color), (7, STEEL)):
        art.line([along(-20, 0), along(54, 0)], fill, wide)
        for x, reach in ((30, 17), (48, 22)):
            art.line([along(x, 2), along(x, reach)], fill, wide - 1)
            art.line([along(x - 4, reach), along(x + 4, reach)], fill, wide - 3)
    for x, y in ((-42, -12), (-42, 12), (-26, 0)):
        art.dot(along(x, y), 16, color)
        art.dot(along(x, y), 14, STEEL)
    for x, y in ((-42, -12), (-42, 12), (-26, 0)):
        art.dot(along(x, y), 7, color)
        art.dot(along(x, y), 5.5, "#eceedb")
    for x in (-4, 4):
        art.line([along(x, -7), along(x, 7)], color, 3)
    for (x, y), size in (((30, 22), 9), ((46, 8), 5), ((84, 84), 7)):
        art.star((x, y), size, size / 3.5, 4, "#4fb3b8")


def trapezohedron(art: Canvas, color: str) -> None:
    """A crystal that shines out of its own darkness."""
    for turn in range(0, 360, 30):
        a = math.radians(turn)
        inner, outer = 34, 50 if turn % 60 else 44
        art.taper(
            [
                (50 + inner * math.cos(a), 50 + inner * math.sin(a)),
                (50 + outer * math.cos(a), 50 + outer * math.sin(a)),
            ],
            "#e0862c",
            5,
            1,
        )
    rim = [(50, 6), (82, 26), (86, 62), (58, 94), (26, 84), (12, 46), (24, 18)]
    art.shape(rim, "#2a0a14")
    heart = (52, 46)
    shades = ("#c8384e", "#8c1c34", "#5e1024", "#7a1730", "#a8283f", "#d9566a", "#e88494")
    for k, shade in enumerate(shades):
        here, there = rim[k], rim[(k + 1) % len(rim)]
        shrunk = [
            (heart[0] + (x - heart[0]) * 0.93, heart[1] + (y - heart[1]) * 0.93)
            for x, y in (here, there)
        ]
        art.shape([heart, *shrunk], shade)
    art.shape([(36, 34), (52, 26), (70, 40), (64, 62), (44, 64), (32, 50)], "#f2a0a8")
    art.shape([(38, 36), (52, 29), (67, 41), (62, 59), (45, 61), (35, 50)], "#3a0c1a")
    art.eye((51, 46), 26, "#ffd35a", INK)


def necronomicon(art: Canvas, color: str) -> None:
    """A book bound in skin."""
    art.box((16, 8, 92, 98), "#3c150e", 5)
    art.box((20, 84, 90, 95), BONE, 3)
    art.line([(24, 89), (88, 89)], "#b9a987", 1.5)
    art.box((10, 4, 86, 88), color, 6)
    art.box((10, 4, 22, 88), "#4e1c12", 5)
    art.box((28, 10, 80, 82), None, 4, outline="#b0643c", width=2)
    art.oval((34, 16, 74, 70), "#c08a5e")
    art.shape([(40, 60), (68, 60), (60, 80), (48, 80)], "#c08a5e")
    for x in (45, 63):
        art.oval((x - 7, 34, x + 7, 48), INK)
        art.dot((x, 42), 2.5, "#ff7a3c")
    art.shape([(54, 46), (58, 56), (50, 56)], INK)
    art.line([(44, 68), (64, 68)], INK, 3)
    for x in (46, 50, 54, 58, 62):
        art.line([(x, 64), (x, 72)], INK, 2)
    for y in (24, 64):
        art.box((78, y, 95, y + 9), GOLD, 2, outline=INK, width=1)


def cthulhu(art: Canvas, color: str) -> None:
    """The head of the sleeper."""
    for points in ([(24, 40), (0, 8), (40, 16)], [(22, 52), (2, 40), (24, 32)]):
        art.shape(points, "#154d27")
        art.shape(mirrored(points), "#154d27")
    art.oval((18, 2, 82, 72), color)
    art.oval((28, 8, 72, 44), "#3d9154")
    for end, pull, wide in (
        ((6, 94), (14, 70), 13),
        ((26, 98), (22, 78), 13),
        ((44, 98), (40, 84), 12),
    ):
        limb = bend((38 + (end[0] - 26) * 0.3, 54), pull, end)
        art.taper(limb, "#154d27", wide + 2.5, 5)
        art.taper(limb, color, wide, 3)
        art.taper(mirrored(limb), "#154d27", wide + 2.5, 5)
        art.taper(mirrored(limb), color, wide, 3)
    art.oval((34, 46, 66, 68), color)
    for side in (1, -1):
        eye = [(50 + side * x, y) for x, y in ((8, 48), (16, 36), (30, 34), (24, 47))]
        art.shape(eye, INK)
        glow = [(50 + side * x, y) for x, y in ((11, 46), (17, 38), (28, 36), (23, 45))]
        art.shape(glow, "#ffd23c")
        art.oval((50 + side * 20 - 2, 37, 50 + side * 20 + 2, 46), RED)
    art.line([(36, 24), (46, 32)], "#154d27", 3)
    art.line(mirrored([(36, 24), (46, 32)]), "#154d27", 3)


EMBLEM: dict[Card, Emblem] = {
    Card.BRAINCASE: braincase,
    Card.INVESTIGATORS: investigators,
    Card.DEEP_ONES: deep_ones,
    Card.CATS: cats,
    Card.GOLDEN_MEAD: golden_mead,
    Card.GREAT_RACE: great_race,
    Card.HOUND: hound,
    Card.ELDER_SIGN: elder_sign,
    Card.LIBER_IVONIS: liber_ivonis,
    Card.ARMITAGE: armitage,
    Card.MI_GO: mi_go,
    Card.CARTER: carter,
    Card.NYARLATHOTEP: nyarlathotep,
    Card.SILVER_KEY: silver_key,
    Card.TRAPEZOHEDRON: trapezohedron,
    Card.NECRONOMICON: necronomicon,
    Card.CTHULHU: cthulhu,
}
