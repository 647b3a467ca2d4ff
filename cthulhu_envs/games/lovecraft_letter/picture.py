"""The table as a picture, drawn from a Scene (scene.py) with the cards of card_images.py.

In front of every hand, towards the middle, lies the seat's pile from left to right in the order
of play, then what is played but does not lie there yet. The mats of the insane turn violet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

from PIL import Image

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.canvas import Canvas, Point
from cthulhu_envs.drawing.card_art import RATIO, WHITE
from cthulhu_envs.drawing.tabletop import (
    CARD,
    CENTER_ROOM,
    GAP,
    PAD,
    SMALL,
    SMALL_STEP,
    SPACE,
    STEP,
    WIDTH,
    Look,
    Mark,
    Spot,
    Tabletop,
    drawn,
    middle,
)
from cthulhu_envs.games._letters.picture import (
    Chip,
    MarkColors,
    draw_deck,
    draw_hand,
    draw_words,
    known_chips,
    seat_marks,
)
from cthulhu_envs.games.lovecraft_letter.card_images import (
    BACK,
    SEA,
    VIOLET,
    card_image,
    insanity_sign,
    sanity_sign,
)
from cthulhu_envs.games.lovecraft_letter.cards import INSANE_GOAL, SANE_GOAL
from cthulhu_envs.games.lovecraft_letter.scene import CardOrBack, Place, Print, Scene, look

HEIGHT = 820
HAND_ROOM = 2 * CARD + GAP
ROW_HEIGHT = CARD * RATIO + 28  # of cards in the middle, with the words under them
LABEL = 52  # width of words before small cards
SHIELD = 64  # width of a shield beside words
BLACK, TEAL, LILAC, GRAPE = "#1b2126", "#1f7f92", "#9b4fd0", "#4a1d78"
NO_TOKEN, FAINT = "#143632", "#3f6f66"
DEEP, SUCKER = (8, 50, 54, 150), (60, 130, 120, 70)
MAT_MAD = (74, 26, 104, 190), (138, 84, 188, 170)  # of others and of the looking seat


def adorn(cloth: Canvas) -> None:
    """Tentacles that come in from the corners of the table."""
    shade = Canvas.clear(WIDTH, HEIGHT, cloth.scale)
    low = HEIGHT - 66
    for start, heading, turn in (
        ((60, 30), 62, -1),
        ((10, 120), 12, 1),
        ((WIDTH - 60, 30), 118, 1),
        ((WIDTH - 10, 120), 168, -1),
        ((60, low + 10), -62, 1),
        ((10, low - 80), -12, -1),
        ((WIDTH - 60, low + 10), -118, -1),
        ((WIDTH - 10, low - 80), -168, 1),
    ):
        arm = _tentacle(start, heading, turn)
        shade.taper(arm, DEEP, 44, 4)
        for k in range(4, len(arm) - 6, 3):
            shade.dot(arm[k], 8.5 * (1 - k / len(arm)), SUCKER)
    cloth.image.alpha_composite(shade.image)


def _tentacle(start: Point, heading: float, turn: int) -> list[Point]:
    """A line that curls more and more; heading in degrees clockwise from three o'clock."""
    points, steps = [start], 64
    for k in range(steps):
        x, y = points[-1]
        stride = 7.5 * (1 - 0.7 * k / steps)
        angle = math.radians(heading)
        points.append((x + stride * math.cos(angle), y + stride * math.sin(angle)))
        heading += turn * (0.6 + 13 * (k / steps) ** 2)
    return points


LOOK = Look(
    height=HEIGHT,
    card=card_image,
    room="#0a1517",
    wood="#1d3431",
    rim="#3d6357",
    cloth=(24, 84, 82),
    seam="#7fa58a",
    mat=(4, 24, 28, 110),
    mat_mine=(190, 236, 214, 44),
    lit=(22, 74, 74, 255),
    glow=(170, 240, 160, 255),
    shadow=(0, 8, 10, 110),
    ash="#4c5a58",
    words="#e6f0dc",
    bright="#c9f28a",
    faded="#8fb5a6",
    gold="#d9c25a",
    ink="#10211f",
    eyes_at=70,
    adorn=adorn,
)


def picture(game: Game, s: Any, seat: int | None) -> Image.Image:
    """The table as a seat sees it, or with every card open."""
    return drawn(look(game, s, seat), seat, LOOK, draw_center, draw_place)


def draw_header(art: Tabletop, scene: Scene) -> None:
    """What is played, at the top edge."""
    if not scene.is_match:
        art.header(scene, "a single round")
        return
    x = art.header(scene, f"round {scene.round_number}, first to {SANE_GOAL}") + 16
    sanity_sign(art, (x, 16), 17)
    x += 14 + art.words((x + 14, 16), f"or {INSANE_GOAL}", 15, LOOK.faded, anchor="lm")
    insanity_sign(art, (x + 16, 16), 17)


def draw_center(art: Tabletop, scene: Scene) -> None:
    """Draw pile, face-down card, Braincase and face-up cards; under them what is to be given, and
    face-up cards that found no room.
    """
    draw_header(art, scene)
    room = CENTER_ROOM[len(scene.places)]
    wide = 3 * STEP + 2 * SPACE - GAP
    beside = STEP * len(scene.face_up) + SPACE - GAP if scene.face_up else 0
    is_beside = wide + beside <= room
    below = [("to give", scene.pool), ("face up", () if is_beside else scene.face_up)]
    below = [(words, faces) for words, faces in below if faces]
    chips = known_chips(scene.draw_pile, BACK, _chip)
    high = ROW_HEIGHT + (SMALL * RATIO + 4 if below else 0) + (24 if chips else 0)
    left = (WIDTH - wide - (beside if is_beside else 0)) / 2
    top = middle(HEIGHT) - high / 2 + 4
    draw_braincase(art, scene, (draw_deck(art, scene.draw_pile, scene.aside, (left, top)), top))
    if beside and is_beside:
        x = left + wide + SPACE
        art.row(scene.face_up, (x, top), CARD, STEP, beside)
        art.label("face up", (x + (beside - SPACE) / 2, top + CARD * RATIO))
    draw_below(art, below, top + ROW_HEIGHT, room - 2 * PAD)
    if chips:
        art.strip(chips, top + high - 9, min(room, 560))


def draw_braincase(art: Tabletop, scene: Scene, at: Point) -> None:
    """The Braincase beside the deck, or words about where it went."""
    art.place_for(scene.braincase, at, scene.braincase_at)
    if not scene.braincase:
        art.words((at[0] + CARD / 2, at[1] + CARD * RATIO / 2), "Braincase", 13, LOOK.faded)


def draw_below(
    art: Tabletop, groups: Sequence[tuple[str, Sequence[CardOrBack]]], y: float, room: float
) -> None:
    """Groups of small cards side by side, each behind its words."""
    cards = sum(len(faces) for _, faces in groups)
    free = room - len(groups) * (LABEL + SMALL) - SPACE * (len(groups) - 1)
    step = min(SMALL_STEP, free / max(1, cards - len(groups)))
    widths = [LABEL + SMALL + step * (len(faces) - 1) for _, faces in groups]
    x = (WIDTH - sum(widths) - SPACE * (len(groups) - 1)) / 2
    for (words, faces), width in zip(groups, widths, strict=True):
        art.words((x, y + SMALL * RATIO / 2), words, 13, LOOK.words, anchor="lm")
        art.row(faces, (x + LABEL, y), SMALL, step, width)
        x += width + SPACE


def _chip(face: Print) -> Chip:
    """A card of the draw pile, violet if it is an Insanity card."""
    return str(face.value), VIOLET if face.is_insanity else SEA


def draw_place(art: Tabletop, scene: Scene, place: Place, spot: Spot) -> None:
    """A seat's mat with hand, pile, name, tokens and marks; the cards grey when out."""
    colors = (LOOK.mat, LOOK.mat_mine) if place.insanity == 0 or place.out else MAT_MAD
    art.mat(spot, colors[place.is_me], place.is_first)
    draw_pile(art, place, spot)
    at, room = draw_hand(art, place, spot, CARD, HAND_ROOM)
    has_tokens = scene.is_match or place.sane_tokens or place.insane_tokens
    tokens = partial(draw_tokens, art, place, scene.is_match) if has_tokens else None
    draw_words(art, place, at, room - (SHIELD if place.protected else 0), marks_of(place), tokens)
    if place.protected:
        x, y = art.big_shield(spot, TEAL)
        art.star((x, y - 2), 17, 7, 5, LOOK.words)


def draw_pile(art: Tabletop, place: Place, spot: Spot) -> None:
    """The cards before a seat; those of this turn, not yet in the pile, in a bright frame."""
    cards = (*place.pile, *place.in_play)
    points = art.row(cards, spot.pile, SMALL, SMALL_STEP, spot.room)
    for face, (x, y) in zip(place.in_play, points[len(place.pile) :], strict=True):
        art.box((x - 3, y - 3, x + SMALL + 3, y + SMALL * RATIO + 3), LOOK.bright, 9)
        art.card(face, (x, y), SMALL)


def marks_of(place: Place) -> list[Mark]:
    """Marks beside the hand: the usual ones, sanity, and what a play is about."""
    sanity = [
        (f"insane {place.insanity}", LILAC, place.insanity > 0 and not place.out, _small_spiral),
        ("sane", SEA, place.insanity == 0 and not place.out, _small_star),
    ]
    play = [("immortal", GRAPE, place.immortal, None), ("asked", BLACK, place.is_asked, None)]
    colors = MarkColors(light=LOOK.gold, wins=LOOK.gold, out=BLACK, protected=TEAL)
    return seat_marks(place, colors, sanity, play)


def _small_star(art: Canvas, center: Point) -> None:
    art.star(center, 7, 3, 5, WHITE)


def _small_spiral(art: Canvas, center: Point) -> None:
    art.spiral(center, 13, WHITE, 1.5)


def draw_tokens(art: Canvas, place: Place, is_match: bool, at: Point) -> None:
    """Sane tokens, then Insane ones; in a match with dark places for those still missing."""
    x, y = at[0] + 9, at[1]
    kinds = (
        (place.sane_tokens, SANE_GOAL, sanity_sign),
        (place.insane_tokens, INSANE_GOAL, insanity_sign),
    )
    for tokens, goal, sign in kinds:
        for k in range(goal if is_match else tokens):
            if k < tokens:
                art.dot((x, y), 10, LOOK.words)
                sign(art, (x, y), 18)
            else:
                sign(art, (x, y), 18, NO_TOKEN, FAINT)
            x += 21
        x += 6
