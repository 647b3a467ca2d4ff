"""`Tabletop`: a card table as a picture, in the `Look` of a game. Knows no game.

The looking seat, or player_0, sits at the bottom; the others follow clockwise, each with a mat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from PIL import Image, ImageEnhance, ImageFilter

from cthulhu_envs.drawing.canvas import Box, Canvas, Color, Point
from cthulhu_envs.drawing.card_art import RATIO, WHITE
from cthulhu_envs.drawing.spectator import Account, Held, Seated

Shade = tuple[int, int, int, int]  # with its opacity
Sign = Callable[[Canvas, Point], None]  # draws a small sign round a point
Mark = tuple[str, str, bool, Sign | None]  # words, colour, whether it holds, sign before the words

WIDTH = 1100
SCALE = 2  # drawn that many times too large
GLOWING = 9  # width of the light around the mat of the seat to move, in pixels as drawn
OPAQUE = (0, 0, 0, 255)
SMALL_WORDS = 14  # size of a sentence too long for one line

CARD, SMALL, TINY = 80, 54, 38  # widths of cards: in hands, before a seat, many face-up ones
MAT_HEIGHT, PAD, GAP, SPACE = 213, 9, 7, 24
STEP, SMALL_STEP = CARD + GAP, SMALL + 4
MAT_WIDTH = {2: 580, 3: 430, 4: 342, 5: 342, 6: 342}  # by number of players
CENTER_ROOM = {2: 900, 3: 700, 4: 370, 5: 370, 6: 700}  # width of the middle of the table
ABOVE, BELOW = 52, 78  # from the edges of the picture to the nearest mats


@dataclass(frozen=True)
class Look:
    """The height and colours of a game's table, and how its cards look."""

    height: int
    card: Callable[[Any, int], Image.Image]  # (face, None for the back; width in pixels)
    room: Color  # around the table
    wood: Color
    rim: Color
    cloth: tuple[int, int, int]
    seam: Color
    mat: Shade
    mat_mine: Shade
    lit: Shade  # under the mat of the seat to move, inside its glow
    glow: Shade
    shadow: Shade
    ash: Color  # over the cards of those who are out
    words: Color
    bright: Color  # words that matter now
    faded: Color
    gold: str
    ink: str
    eyes_at: float = 6  # how far from a card's upper edge it is shown who knows it
    adorn: Callable[[Canvas], None] | None = None  # draws on the empty cloth


@dataclass(frozen=True)
class Spot:
    """Where a mat lies."""

    left: float
    top: float
    width: float
    is_low: bool  # the middle of the table is above it

    @property
    def box(self) -> Box:
        return self.left, self.top, self.left + self.width, self.top + MAT_HEIGHT

    @property
    def room(self) -> float:
        """Width for cards and words."""
        return self.width - 2 * PAD

    @property
    def hand(self) -> Point:
        """Left top corner of the cards held."""
        return self.left + PAD, self.top + (PAD + SMALL * RATIO + GAP if self.is_low else PAD)

    @property
    def pile(self) -> Point:
        """Left top corner of the small cards before them, towards the middle of the table."""
        below = MAT_HEIGHT - PAD - SMALL * RATIO
        return self.left + PAD, self.top + (PAD if self.is_low else below)


def middle(height: float) -> float:
    """Half way between the mats at the top and at the bottom of a table."""
    return (ABOVE + height - BELOW) / 2


def spots(players: int, height: float) -> Iterator[Spot]:
    """The mats, clockwise from the looking seat."""
    top, side, bottom = ABOVE + MAT_HEIGHT / 2, middle(height), height - BELOW - MAT_HEIGHT / 2
    left, center, right = 196, 550, 904
    places: dict[int, tuple[Point, ...]] = {
        2: ((center, bottom), (center, top)),
        3: ((center, bottom), (290, top), (810, top)),
        4: ((center, bottom), (left, side), (center, top), (right, side)),
        5: ((center, bottom), (left, side + 18), (370, top), (730, top), (right, side + 18)),
        6: (
            (center, bottom),
            (left, bottom),
            (left, top),
            (center, top),
            (right, top),
            (right, bottom),
        ),
    }
    width = MAT_WIDTH[players]
    for x, y in places[players]:
        yield Spot(x - width / 2, y - MAT_HEIGHT / 2, width, y > side + 50)


def halves(words: str) -> tuple[str, str]:
    """A sentence in two lines, broken at the space nearest to its middle."""
    spaces = [k for k, letter in enumerate(words) if letter == " "]
    at = min(spaces, key=lambda k: abs(2 * k - len(words)))
    return words[:at], words[at + 1 :]


@cache
def empty_table(look: Look) -> Image.Image:
    """The table before anything lies on it; not to be drawn on."""
    size = (WIDTH * SCALE, look.height * SCALE)
    right, bottom = WIDTH, look.height
    art = Canvas(Image.new("RGBA", size, look.room), SCALE)
    art.box((6, 30, right - 6, bottom - 54), look.wood, 36)
    art.box((8, 32, right - 8, bottom - 58), look.rim, 34)
    light = Image.radial_gradient("L").resize(size)
    dark = tuple(round(part * 0.62) for part in look.cloth)
    cloth = Image.composite(
        Image.new("RGBA", size, (*dark, 255)), Image.new("RGBA", size, look.cloth), light
    )
    if look.adorn:
        look.adorn(Canvas(cloth, SCALE))
    mask = Canvas.clear(right, bottom, SCALE)
    mask.box((16, 40, right - 16, bottom - 66), WHITE, 27)
    art.image.paste(cloth, mask=mask.image.getchannel("A"))
    art.box((21, 45, right - 21, bottom - 71), None, 22, outline=look.seam, width=1.5)
    return art.image


@cache
def veil(width: int, height: int, radius: int, color: Shade, blur: int = 0) -> Image.Image:
    """A see-through box with round corners, in pixels, blurred beyond its edges; not to be drawn
    upon.
    """
    art = Canvas.clear(width, height, 1, 3 * blur)
    art.box((0, 0, width, height), color, radius)
    if blur:
        alpha = art.image.getchannel("A").filter(ImageFilter.GaussianBlur(blur))
        art.image.paste(color[:3], (0, 0, *art.image.size))
        art.image.putalpha(alpha)
    return art.image


def drawn(
    scene: Account,
    seat: int | None,
    look: Look,
    draw_center: Callable[[Tabletop, Any], None],
    draw_place: Callable[[Tabletop, Any, Any, Spot], None],
) -> Image.Image:
    """The table as a seat sees it: what lies in the middle, then each place, and the words."""
    art = Tabletop(look)
    draw_center(art, scene)
    players = len(scene.places)
    for step, spot in enumerate(spots(players, look.height), seat or 0):
        draw_place(art, scene, scene.places[step % players], spot)
    art.caption(scene)
    return art.finished()


def small_shield(art: Canvas, center: Point) -> None:
    """The sign of protection on a mark."""
    art.shield(center, 12, WHITE)


class Tabletop(Canvas):
    """A table to lay things on."""

    def __init__(self, look: Look) -> None:
        super().__init__(empty_table(look).copy(), SCALE)
        self.look = look

    def finished(self) -> Image.Image:
        """The picture."""
        return self.image.convert("RGB").reduce(SCALE)

    def veil(self, box: Box, radius: float, color: Shade, blur: int = 0) -> None:
        """Darken or light up a box of the table; a blurred one glows beyond it."""
        left, top, right, bottom = box
        width, height = round((right - left) * SCALE), round((bottom - top) * SCALE)
        around = 3 * blur / SCALE
        sheet = veil(width, height, round(radius * SCALE), color, blur)
        self.lay(sheet, (left - around, top - around))

    def grey(self, box: Box) -> None:
        """Take the colour out of a part of the table."""
        left, top, right, bottom = (round(value * SCALE) for value in box)
        part = self.image.crop((left, top, right, bottom))
        part = Image.blend(
            ImageEnhance.Color(part).enhance(0.1), Image.new("RGBA", part.size, self.look.ash), 0.5
        )
        mask = veil(right - left, bottom - top, 14 * SCALE, OPAQUE).getchannel("A")
        self.image.paste(part, (left, top), mask)

    def mat(self, spot: Spot, color: Shade, is_lit: bool) -> None:
        """The mat of a seat; it glows where all eyes are on it."""
        if is_lit:
            self.veil(spot.box, 16, self.look.glow, blur=GLOWING)
            self.veil(spot.box, 14, self.look.lit)
        self.veil(spot.box, 14, color)
        if is_lit:
            self.box(spot.box, None, 14, outline=self.look.gold, width=2.5)

    def card(self, face: Any, at: Point, width: int) -> None:
        """A card with its shadow."""
        shade = (at[0] + 1, at[1] + 2, at[0] + width + 1, at[1] + width * RATIO + 2)
        self.veil(shade, 8 * width / CARD, self.look.shadow, blur=3)
        self.lay(self.look.card(face, width * SCALE), at)

    def row(
        self, faces: Sequence[Any], at: Point, width: int, step: float, room: float
    ) -> list[Point]:
        """Cards from left to right, overlapping if they must; returns where they lie."""
        if len(faces) > 1:
            step = min(step, (room - width) / (len(faces) - 1))
        points = [(at[0] + step * k, at[1]) for k in range(len(faces))]
        for face, point in zip(faces, points, strict=True):
            self.card(face, point, width)
        return points

    def hand(self, hand: Sequence[Held], at: Point, width: int, room: float) -> float:
        """Cards held, with an eye and the numbers of the seats that know them; returns the width
        they take, with some space.
        """
        points = self.row([held.face for held in hand], at, width, width + GAP, room)
        for held, (x, y) in zip(hand, points, strict=True):
            if held.known_to:
                numbers = " ".join(str(seat) for seat in held.known_to)
                self.eyes(numbers, (x + width - 4, y + self.look.eyes_at))
        return points[-1][0] - at[0] + width + 14 if points else 4

    def eyes(self, numbers: str, at: Point) -> None:
        """An eye with numbers behind it; `at` is its right top end."""
        ink, words = self.look.ink, self.look.words
        wide = 26 + self.width_of(numbers, 13)
        right, top = at
        self.box((right - wide, top, right, top + 18), ink, 9)
        self.eye((right - wide + 12, top + 9), 14, words, ink)
        self.words((right - 6, top + 9), numbers, 13, words, anchor="rm")

    def gap(self, at: Point) -> None:
        """The place of a card that is gone."""
        box = (at[0] + 2, at[1] + 2, at[0] + CARD - 2, at[1] + CARD * RATIO - 2)
        self.box(box, None, 9, outline=self.look.faded, width=1)

    def place_for(self, faces: Sequence[Any], at: Point, words: str) -> None:
        """A card in the middle of the table, or the gap it left, with words under it."""
        self.gap(at)
        self.row(faces, at, CARD, STEP, CARD)
        self.label(words, (at[0] + CARD / 2, at[1] + CARD * RATIO))

    def label(self, words: str, at: Point) -> None:
        """Words under cards; `at` is the middle of their lower edge."""
        self.words((at[0], at[1] + 14), words, 13, self.look.words)

    def pile(self, cards: int, at: Point) -> None:
        """The draw pile: backs in a heap, and how many there are."""
        self.gap(at)
        layers = -(-cards // 4)
        for layer in range(layers):
            self.card(None, (at[0] - 2 * layer, at[1] - 2 * layer), CARD)
        badge = (at[0] + CARD - 2 * layers - 4, at[1] - 2 * layers + 8)
        self.dot(badge, 16, self.look.gold)
        self.dot(badge, 14, self.look.ink)
        self.words(badge, str(cards), 17, WHITE, bold=True)
        self.label("draw pile", (at[0] + CARD / 2, at[1] + CARD * RATIO))

    def strip(self, chips: Sequence[tuple[str, Color]], y: float, room: float) -> None:
        """The draw pile from top to bottom as a row of small chips, a mark and a colour each."""
        pitch = min(20.0, (room - 80) / len(chips))
        left = (WIDTH - pitch * len(chips)) / 2
        words, faded = self.look.words, self.look.faded
        self.words((left - 6, y), "top", 12, faded, anchor="rm")
        for k, (mark, color) in enumerate(chips):
            x = left + pitch * k
            self.box((x, y - 9, x + pitch - 2, y + 9), color, 3, outline=words, width=0.5)
            self.words((x + pitch / 2 - 1, y), mark, min(13, pitch), words)
        self.words((left + pitch * len(chips) + 4, y), "bottom", 12, faded, anchor="lm")

    def marks(self, marks: Sequence[Mark], at: Point, room: float) -> None:
        """Those marks that hold, as small plates side by side, on new lines if need be."""
        x, y = at
        for words, color, holds, sign in marks:
            if not holds:
                continue
            wide = self.width_of(words, 13) + (32 if sign else 16)
            if x + wide > at[0] + room:
                x, y = at[0], y + 26
            self.box((x, y, x + wide, y + 21), color, 10)
            if sign:
                sign(self, (x + 13, y + 10))
            ink = self.look.ink if color == self.look.gold else WHITE
            self.words((x + wide - 8, y + 10.5), words, 13, ink, "rm")
            x += wide + 5

    def big_shield(self, spot: Spot, color: str) -> Point:
        """Protection, at the right end of a mat; returns the middle of the shield."""
        left, top = spot.hand
        center = (left + spot.room - 34, top + CARD * RATIO / 2)
        self.shield(center, 52, self.look.words)
        self.shield(center, 46, color)
        return center

    def name(self, place: Seated, at: Point) -> None:
        """Whose mat it is."""
        look = self.look
        color = look.bright if place.is_first else look.faded if place.out else look.words
        self.words((at[0], at[1] + 14), place.name, 19, color, "lm", bold=True)

    def header(self, scene: Account, words: str) -> float:
        """What is played and who looks, at the upper edge; returns where the words end."""
        written = self.words((22, 16), scene.title, 18, self.look.words, anchor="lm", bold=True)
        written += self.words((36 + written, 16), words, 15, self.look.faded, anchor="lm")
        self.words((WIDTH - 22, 16), scene.looker, 15, self.look.faded, anchor="rm")
        return 36 + written

    def caption(self, scene: Account) -> None:
        """The last turn in words, and under it who is to do what, or who has won."""
        look = self.look
        before = scene.last_round or "the cards are dealt"
        last = scene.turns[-1] if scene.turns else before
        then = f"{scene.last_round}; {scene.status}" if scene.is_over else scene.status
        x, y, most = WIDTH / 2, look.height, WIDTH - 60
        is_long = self.width_of(last, SMALL_WORDS) > most
        if is_long:
            first, second = halves(last)
            self.words((x, y - 44), first, SMALL_WORDS, look.words, most=most)
            self.words((x, y - 28), second, SMALL_WORDS, look.words, most=most)
        else:
            self.words((x, y - 37), last, 18, look.words, most=most)
        below = y - (11 if is_long else 14)
        self.words((x, below), then.lstrip("; "), 14.5, look.bright, most=most)
