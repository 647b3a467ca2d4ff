"""Letter cards, sanity tokens and dice, drawn with a Canvas."""

from __future__ import annotations

from cthulhu_envs.drawing.canvas import Canvas, Color, Point, bend
from cthulhu_envs.games.unspeakable_words.cards import POINTS, Effect
from cthulhu_envs.games.unspeakable_words.scene import Card

RATIO = 1.36  # height of a card to its width
PAPER, PAPER_RIM, INK = "#f3ead0", "#b9a878", "#23201c"
BACK, BACK_RIM, BACK_EYE = "#1c4a3b", "#5f9a7f", "#cfe3b4"
RED, GREEN, DARK_GREEN, GOLD, BONE = "#a8322d", "#5fae6e", "#2c6a45", "#e2b84a", "#e9e4d4"
FAILED, PASSED, UNUSED = "#a8322d", "#3f8f58", "#39443f"


def draw_card(art: Canvas, at: Point, width: float, card: Card) -> None:
    """A letter with its points, or the back of a card."""
    left, top = at
    box = (left, top, left + width, top + width * RATIO)
    middle = (left + width / 2, top + width * RATIO / 2)
    if card is None:
        art.box(box, BACK, width * 0.1, BACK_RIM, 1.5)
        art.eye(middle, width * 0.56, BACK_EYE, BACK)
        return
    art.box(box, PAPER, width * 0.1, PAPER_RIM, 1.5)
    art.words((middle[0], middle[1] - width * 0.08), card.name, width * 0.78, INK, bold=True)
    corner = (left + width * 0.8, top + width * (RATIO - 0.2))
    art.words(corner, str(POINTS[card]), width * 0.3, RED, bold=True)


def draw_token(art: Canvas, center: Point, size: float, is_held: bool) -> None:
    """A pawn with a head and tentacles; dark if it was lost."""
    x, y = center
    color: Color = GREEN if is_held else UNUSED
    for side in (-0.34, -0.12, 0.12, 0.34):
        art.taper(
            bend(
                (x + side * size * 0.5, y),
                (x + side * size, y + size * 0.3),
                (x + side * size * 1.4, y + size * 0.5),
            ),
            color,
            size * 0.2,
            size * 0.06,
        )
    art.dot((x, y - size * 0.12), size * 0.34, color)
    if is_held:
        for side in (-0.13, 0.13):
            art.dot((x + side * size, y - size * 0.14), size * 0.07, INK)


def draw_d20(art: Canvas, center: Point, size: float, rolled: int, is_sane: bool) -> None:
    """The twenty-sided die with what it shows: green if that was sane, red if not."""
    color: Color = UNUSED if rolled == 0 else PASSED if is_sane else FAILED
    x, y = center
    rim = [(x, y - size / 2), (x + size * 0.43, y - size / 4), (x + size * 0.43, y + size / 4)]
    rim += [(x, y + size / 2), (x - size * 0.43, y + size / 4), (x - size * 0.43, y - size / 4)]
    art.shape(rim, color)
    face = [
        (x, y - size * 0.3),
        (x + size * 0.27, y + size * 0.16),
        (x - size * 0.27, y + size * 0.16),
    ]
    for corner, near in zip(face, ((0, 1, 5), (1, 2, 3), (3, 4, 5)), strict=True):
        for place in near:
            art.line([corner, rim[place]], BONE, 1)
    art.line([*face, face[0]], BONE, 1.5)
    art.line([*rim, rim[0]], BONE, 1.5)
    art.words((x, y + size * 0.03), str(rolled) if rolled else "-", size * 0.25, BONE, bold=True)


def draw_face(art: Canvas, center: Point, size: float, face: Effect | None) -> None:
    """The Cthulhu die with the face it shows."""
    x, y = center
    art.box(
        (x - size / 2, y - size / 2, x + size / 2, y + size / 2), DARK_GREEN, size * 0.2, GOLD, 2
    )
    if face is None:
        art.words(center, "-", size * 0.4, BONE)
    else:
        EMBLEM[face](art, center, size)


def _yellow_sign(art: Canvas, center: Point, size: float) -> None:
    x, y = center
    for turn in (0.0, 1.0, 2.0):
        ends = ((-0.3, 0.25), (0.32, 0.2), (0.02, -0.36))[int(turn)]
        pull = ((-0.28, -0.12), (0.12, 0.36), (0.3, -0.24))[int(turn)]
        end, via = ((x + a * size, y + b * size) for a, b in (ends, pull))
        art.taper(bend(center, via, end), GOLD, size * 0.11, size * 0.05)
    art.dot(center, size * 0.08, GOLD)


def _tentacle(art: Canvas, center: Point, size: float) -> None:
    x, y = center
    start, end = (x - size * 0.28, y + size * 0.34), (x + size * 0.16, y - size * 0.3)
    art.taper(bend(start, (x + size * 0.5, y + size * 0.25), end), GREEN, size * 0.24, size * 0.09)
    tip = (x - size * 0.12, y - size * 0.12)
    art.taper(bend(end, (x - size * 0.16, y - size * 0.46), tip), GREEN, size * 0.09, size * 0.03)
    for a, b in ((-0.08, 0.26), (0.1, 0.16), (0.18, 0.02)):
        art.dot((x + a * size, y + b * size), size * 0.035, BONE)


def _elder_sign(art: Canvas, center: Point, size: float) -> None:
    art.star(center, size * 0.38, size * 0.15, 5, BONE)
    art.eye(center, size * 0.22, DARK_GREEN, BONE)


def _cthulhu(art: Canvas, center: Point, size: float) -> None:
    x, y = center
    for side in (-0.26, -0.13, 0.0, 0.13, 0.26):
        end = (x + side * size * 1.15, y + size * 0.36)
        art.taper(
            bend(
                (x + side * size * 0.6, y + size * 0.06),
                (x + side * size * 1.4, y + size * 0.2),
                end,
            ),
            GREEN,
            size * 0.11,
            size * 0.03,
        )
    art.oval((x - size * 0.24, y - size * 0.36, x + size * 0.24, y + size * 0.14), GREEN)
    for side in (-0.1, 0.1):
        art.dot((x + side * size, y - size * 0.08), size * 0.055, RED)


def _eye(art: Canvas, center: Point, size: float) -> None:
    art.eye(center, size * 0.7, BONE, RED)


EMBLEM = {
    Effect.YELLOW_SIGN: _yellow_sign,
    Effect.TENTACLE: _tentacle,
    Effect.ELDER_SIGN: _elder_sign,
    Effect.CTHULHU: _cthulhu,
    Effect.EYE: _eye,
}
