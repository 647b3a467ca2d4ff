"""The table as a picture, drawn from a Scene (scene.py) with the cards of emblems.py.

The looking seat, or player_0, sits at the bottom; the others follow clockwise. In front of every
hand, towards the middle, lie the seat's discards from left to right in the order of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from PIL import Image, ImageEnhance, ImageFilter

from cthulhu_envs.engine.game import Game
from cthulhu_envs.games.love_letter.canvas import Box, Canvas, Point
from cthulhu_envs.games.love_letter.emblems import (
    BACK,
    COLOR,
    GOLD,
    INK,
    RATIO,
    RED,
    WHITE,
    card_image,
)
from cthulhu_envs.games.love_letter.scene import Face, Held, Place, Scene, look
from cthulhu_envs.games.love_letter.state import HAND_SLOTS

Shade = tuple[int, int, int, int]  # with its opacity

WIDTH, HEIGHT = 1100, 750
SCALE = 2  # drawn that many times too large
GLOWING = 9  # width of the light around the mat of the seat to move, in pixels as drawn

CARD, SMALL, TINY = 80, 54, 38  # widths of cards in hands, of discards, of many face-up ones
THIRD = 66  # width of each of three cards, in the hand of a Chancellor's player
MAT_HEIGHT, PAD, GAP, SPACE = 213, 9, 7, 24
HAND_ROOM = 212  # width for a hand
STEP, SMALL_STEP = CARD + GAP, SMALL + 4
MAT_WIDTH = {2: 580, 3: 430, 4: 342, 5: 342, 6: 342}  # by number of players
MOST_HEARTS = 7  # longer rows of tokens are told as a number
CENTER_ROOM = {2: 900, 3: 700, 4: 370, 5: 370, 6: 700}  # width of the middle of the table

ROOM, RIM, WOOD, CLOTH = "#2a1a15", "#8a5a34", "#6b4226", (126, 44, 46)
MAT, MAT_MINE = (58, 14, 20, 92), (255, 226, 178, 46)
GLOW, LIT, SHADOW, OPAQUE = (255, 205, 90, 255), (112, 40, 40, 255), (20, 4, 6, 90), (0, 0, 0, 255)
CREAM, LIGHT, FADED, BLUE = "#f8e9cb", "#ffd877", "#d3aa94", "#2f6fb0"
EMPTY_RIM, EMPTY_HEART, ASH = "#a5786a", "#43201f", "#6a5652"

# Middle of each mat by number of players, clockwise from the looking seat.
TOP, SIDE, BOTTOM = 158.5, 362, 565.5
SEATS: dict[int, tuple[Point, ...]] = {
    2: ((550, BOTTOM), (550, TOP)),
    3: ((550, BOTTOM), (290, TOP), (810, TOP)),
    4: ((550, BOTTOM), (196, SIDE), (550, TOP), (904, SIDE)),
    5: ((550, BOTTOM), (196, 380), (370, TOP), (730, TOP), (904, 380)),
    6: ((550, BOTTOM), (196, BOTTOM), (196, TOP), (550, TOP), (904, TOP), (904, BOTTOM)),
}


@dataclass(frozen=True)
class Spot:
    """Where a mat lies."""

    left: float
    top: float
    width: float

    @property
    def box(self) -> Box:
        return self.left, self.top, self.left + self.width, self.top + MAT_HEIGHT

    @property
    def is_low(self) -> bool:
        """Whether the middle of the table is above it."""
        return self.top + MAT_HEIGHT / 2 > SIDE + 50


def picture(game: Game, s: Any, seat: int | None) -> Image.Image:
    """The table from a seat's chair, or with every card open."""
    scene = look(game, s, seat)
    art = Canvas(table_top().copy(), SCALE)
    draw_header(art, scene)
    draw_center(art, scene)
    players = len(scene.places)
    first = 0 if seat is None else seat
    for step, (x, y) in enumerate(SEATS[players]):
        width = MAT_WIDTH[players]
        spot = Spot(x - width / 2, y - MAT_HEIGHT / 2, width)
        draw_place(art, scene, scene.places[(first + step) % players], spot)
    draw_caption(art, scene)
    return art.image.convert("RGB").reduce(SCALE)


@cache
def table_top() -> Image.Image:
    """The empty table; not to be drawn upon."""
    art = Canvas(Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE), ROOM), SCALE)
    art.box((6, 30, WIDTH - 6, HEIGHT - 54), WOOD, 36)
    art.box((8, 32, WIDTH - 8, HEIGHT - 58), RIM, 34)
    light = Image.radial_gradient("L").resize((WIDTH * SCALE, HEIGHT * SCALE))
    dark = tuple(round(part * 0.62) for part in CLOTH)
    cloth = Image.composite(
        Image.new("RGBA", light.size, (*dark, 255)), Image.new("RGBA", light.size, CLOTH), light
    )
    mask = Canvas.clear(WIDTH, HEIGHT, SCALE)
    mask.box((16, 40, WIDTH - 16, HEIGHT - 66), WHITE, 27)
    art.image.paste(cloth, mask=mask.image.getchannel("A"))
    art.box((21, 45, WIDTH - 21, HEIGHT - 71), None, 22, outline="#b98f4e", width=1.5)
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


def lay_veil(art: Canvas, box: Box, radius: float, color: Shade, blur: int = 0) -> None:
    """Darken or light up a box of the table; a blurred one glows beyond it."""
    left, top, right, bottom = box
    width, height = round((right - left) * SCALE), round((bottom - top) * SCALE)
    around = 3 * blur / SCALE
    sheet = veil(width, height, round(radius * SCALE), color, blur)
    art.lay(sheet, (left - around, top - around))


def lay_card(art: Canvas, face: Face, at: Point, width: int) -> None:
    """A card with its shadow."""
    shade = (at[0] + 1, at[1] + 2, at[0] + width + 1, at[1] + width * RATIO + 2)
    lay_veil(art, shade, 8 * width / CARD, SHADOW, blur=3)
    art.lay(card_image(face, width * SCALE), at)


def lay_row(
    art: Canvas, faces: Sequence[Face], at: Point, width: int, step: float, room: float
) -> list[Point]:
    """Cards from left to right, overlapping if they must; returns where they lie."""
    if len(faces) > 1:
        step = min(step, (room - width) / (len(faces) - 1))
    points = [(at[0] + step * k, at[1]) for k in range(len(faces))]
    for face, point in zip(faces, points, strict=True):
        lay_card(art, face, point, width)
    return points


def draw_header(art: Canvas, scene: Scene) -> None:
    """What is played, at the top edge."""
    written = art.words((22, 16), scene.title, 18, CREAM, anchor="lm", bold=True)
    words = f"round {scene.round_number}, first to {scene.goal}" if scene.goal else "a single round"
    written += art.words((36 + written, 16), words, 15, FADED, anchor="lm")
    if scene.goal is not None:
        art.heart((50 + written, 16), 14, RED)
    art.words((WIDTH - 22, 16), scene.looker, 15, FADED, anchor="rm")


def draw_center(art: Canvas, scene: Scene) -> None:
    """Draw pile, face-down card and face-up cards, side by side."""
    players = len(scene.places)
    room = CENTER_ROOM[players]
    pair = 2 * (STEP + SPACE)  # draw pile and face-down card
    row = min(STEP * len(scene.face_up), room - pair)
    wide = pair + row if scene.face_up else pair - SPACE
    left, top = (WIDTH - wide + GAP) / 2, SIDE - CARD * RATIO / 2 - 8
    draw_pile(art, scene.pile, (left, top))
    left += STEP + SPACE
    draw_gap(art, (left, top))
    lay_row(art, scene.aside, (left, top), CARD, STEP, CARD)
    label(art, "face down", (left + CARD / 2, top))
    if scene.face_up:
        draw_face_up(art, scene.face_up, (left + STEP + SPACE, top), row - GAP)
    if any(face is not None for face in scene.pile):
        draw_strip(art, scene.pile, top + CARD * RATIO + 34, min(room, 560))


def draw_face_up(art: Canvas, cards: Sequence[Face], at: Point, room: float) -> None:
    """One row of cards, or two of tiny ones where there is little room."""
    if room >= STEP * len(cards) - GAP:
        lay_row(art, cards, at, CARD, STEP, room)
    else:
        half = -(-len(cards) // 2)
        lay_row(art, cards[:half], at, TINY, TINY + 2, room)
        lay_row(art, cards[half:], (at[0], at[1] + TINY * RATIO + 4), TINY, TINY + 2, room)
    label(art, "face up", (at[0] + room / 2, at[1]))


def label(art: Canvas, words: str, at: Point) -> None:
    """Words under a card of the middle row; `at` is the middle of its upper edge."""
    art.words((at[0], at[1] + CARD * RATIO + 14), words, 13, CREAM)


def draw_gap(art: Canvas, at: Point) -> None:
    """The place of a card that is gone."""
    box = (at[0] + 2, at[1] + 2, at[0] + CARD - 2, at[1] + CARD * RATIO - 2)
    art.box(box, None, 9, outline=FADED, width=1)


def draw_pile(art: Canvas, pile: Sequence[Face], at: Point) -> None:
    """Backs in a heap, and how many there are."""
    draw_gap(art, at)
    layers = -(-len(pile) // 4)
    for layer in range(layers):
        lay_card(art, None, (at[0] - 2 * layer, at[1] - 2 * layer), CARD)
    badge = (at[0] + CARD - 2 * layers - 4, at[1] - 2 * layers + 8)
    art.dot(badge, 16, GOLD)
    art.dot(badge, 14, INK)
    art.words(badge, str(len(pile)), 17, WHITE, bold=True)
    label(art, "draw pile", (at[0] + CARD / 2, at[1]))


def draw_strip(art: Canvas, pile: Sequence[Face], y: float, room: float) -> None:
    """The draw pile from top to bottom as a row of small chips, known cards by their value."""
    pitch = min(20.0, (room - 80) / len(pile))
    left = (WIDTH - pitch * len(pile)) / 2
    art.words((left - 6, y), "top", 12, FADED, anchor="rm")
    for k, face in enumerate(pile):
        x = left + pitch * k
        color = BACK if face is None else COLOR[face]
        art.box((x, y - 9, x + pitch - 2, y + 9), color, 3, outline=CREAM, width=0.5)
        mark = "?" if face is None else str(int(face))
        art.words((x + pitch / 2 - 1, y), mark, min(13, pitch), CREAM)
    art.words((left + pitch * len(pile) + 4, y), "bottom", 12, FADED, anchor="lm")


def draw_place(art: Canvas, scene: Scene, place: Place, spot: Spot) -> None:
    """A seat's mat with hand, discards, name, tokens and marks; the cards grey when out."""
    if place.is_to_move or place.is_winner:
        lay_veil(art, spot.box, 16, GLOW, blur=GLOWING)
        lay_veil(art, spot.box, 14, LIT)
    lay_veil(art, spot.box, 14, MAT_MINE if place.is_me else MAT)
    if place.is_to_move or place.is_winner:
        art.box(spot.box, None, 14, outline=GOLD, width=2.5)
    small = SMALL * RATIO
    hand_y = spot.top + (PAD + small + GAP if spot.is_low else PAD)
    discards_y = spot.top + (PAD if spot.is_low else MAT_HEIGHT - PAD - small)
    left, room = spot.left + PAD, spot.width - 2 * PAD
    lay_row(art, place.discards, (left, discards_y), SMALL, SMALL_STEP, room)
    used = draw_hand(art, place, (left, hand_y))
    if place.out:
        grey(art, spot.box)
    draw_info(art, scene, place, (left + used, hand_y), room - used)
    if place.protected:
        draw_shield(art, (left + room - 34, hand_y + CARD * RATIO / 2))


def draw_hand(art: Canvas, place: Place, at: Point) -> float:
    """The cards held; returns the width they take, with some space."""
    faces = [held.face for held in place.hand]
    width = CARD if len(faces) < HAND_SLOTS else THIRD
    points = lay_row(art, faces, at, width, width + GAP, HAND_ROOM)
    for held, (x, y) in zip(place.hand, points, strict=True):
        draw_eyes(art, held, (x + width - 4, y + 6))
    return points[-1][0] - at[0] + width + 14 if points else 4


def draw_eyes(art: Canvas, held: Held, at: Point) -> None:
    """An eye on a card that is known to others, with the numbers of those seats; `at` is its
    right end.
    """
    if not held.known_to:
        return
    numbers = " ".join(str(seat) for seat in held.known_to)
    wide = 26 + art.width_of(numbers, 13)
    right, top = at
    art.box((right - wide, top, right, top + 18), INK, 9)
    art.eye((right - wide + 12, top + 9), 14, CREAM, INK)
    art.words((right - 6, top + 9), numbers, 13, CREAM, anchor="rm")


def draw_shield(art: Canvas, center: Point) -> None:
    """The Handmaid's protection."""
    art.shield(center, 52, CREAM)
    art.shield(center, 46, BLUE)
    art.heart((center[0], center[1] - 2), 22, CREAM)


def draw_info(art: Canvas, scene: Scene, place: Place, at: Point, room: float) -> None:
    """Name, tokens and marks beside the hand."""
    x, y = at
    color = LIGHT if place.is_to_move or place.is_winner else FADED if place.out else CREAM
    art.words((x, y + 14), place.name, 19, color, "lm", bold=True)
    draw_tokens(art, place.tokens, scene.goal, (x, y + 40))
    marks = [
        ("you", GOLD, place.is_me),
        ("wins", RED, place.is_winner),
        ("out", "#2b2223", place.out),
        ("protected", BLUE, place.protected),
        ("to move", GOLD, place.is_to_move),
    ]
    shown = [(words, color) for words, color, holds in marks if holds]
    y += 56 if scene.goal or place.tokens else 34
    for words, color in shown:
        x, y = draw_mark(art, words, color, (x, y), (at[0], at[0] + room))


def draw_mark(art: Canvas, words: str, color: str, at: Point, sides: Point) -> Point:
    """A small sign; returns where the next one goes, on a new line if need be."""
    is_shield = words == "protected"
    wide = art.width_of(words, 13) + (32 if is_shield else 16)
    x, y = at if at[0] + wide <= sides[1] else (sides[0], at[1] + 26)
    art.box((x, y, x + wide, y + 21), color, 10)
    if is_shield:
        art.shield((x + 13, y + 10), 12, WHITE)
    art.words((x + wide - 8, y + 10.5), words, 13, INK if color == GOLD else WHITE, "rm")
    return x + wide + 5, y


def draw_tokens(art: Canvas, tokens: int, goal: int | None, at: Point) -> None:
    """A heart for each token, and dark ones for those still missing."""
    most = tokens if goal is None else max(goal, tokens)
    if most > MOST_HEARTS:
        art.heart((at[0] + 9, at[1]), 17, RED)
        art.words((at[0] + 22, at[1]), f"{tokens} of {most}", 15, CREAM, anchor="lm")
        return
    for k in range(most):
        rim, fill = (CREAM, RED) if k < tokens else (EMPTY_RIM, EMPTY_HEART)
        art.heart((at[0] + 9 + 19 * k, at[1]), 18, rim)
        art.heart((at[0] + 9 + 19 * k, at[1]), 15, fill)


def grey(art: Canvas, box: Box) -> None:
    """Take the colour out of a part of the table."""
    left, top, right, bottom = (round(value * SCALE) for value in box)
    part = art.image.crop((left, top, right, bottom))
    part = Image.blend(
        ImageEnhance.Color(part).enhance(0.1), Image.new("RGBA", part.size, ASH), 0.5
    )
    mask = veil(right - left, bottom - top, 14 * SCALE, OPAQUE).getchannel("A")
    art.image.paste(part, (left, top), mask)


def draw_caption(art: Canvas, scene: Scene) -> None:
    """The last turn in words, and under it who is to do what, or who has won."""
    before = scene.last_round or "the cards are dealt"
    last = scene.turns[-1] if scene.turns else before
    then = f"{scene.last_round}; {scene.status}" if scene.is_over else scene.status
    most = WIDTH - 60
    art.words((WIDTH / 2, HEIGHT - 37), last, 18, CREAM, most=most)
    art.words((WIDTH / 2, HEIGHT - 14), then.lstrip("; "), 14.5, LIGHT, most=most)
