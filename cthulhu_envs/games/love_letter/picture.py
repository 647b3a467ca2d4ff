"""The table as a picture, drawn from a Scene (scene.py) with the cards of emblems.py.

In front of every hand, towards the middle, lie the seat's discards from left to right in the
order of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PIL import Image

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.canvas import Canvas, Point
from cthulhu_envs.drawing.card_art import RATIO
from cthulhu_envs.drawing.tabletop import (
    CARD,
    CENTER_ROOM,
    GAP,
    SMALL,
    SMALL_STEP,
    SPACE,
    STEP,
    TINY,
    WIDTH,
    Look,
    Spot,
    Tabletop,
    drawn,
    middle,
)
from cthulhu_envs.games._letters.picture import (
    MarkColors,
    draw_deck,
    draw_hand,
    draw_words,
    known_chips,
    seat_marks,
)
from cthulhu_envs.games.love_letter.emblems import BACK, COLOR, GOLD, INK, RED, card_image
from cthulhu_envs.games.love_letter.scene import CardOrBack, Place, Scene, look
from cthulhu_envs.games.love_letter.state import HAND_SLOTS

HEIGHT = 750
THIRD = 66  # width of each of three cards, in the hand of a Chancellor's player
HAND_ROOM = 212  # width for a hand
MOST_HEARTS = 7  # longer rows of tokens are told as a number

CREAM, BLUE, BLACK = "#f8e9cb", "#2f6fb0", "#2b2223"
EMPTY_RIM, EMPTY_HEART = "#a5786a", "#43201f"
MARKS = MarkColors(light=GOLD, wins=RED, out=BLACK, protected=BLUE)

LOOK = Look(
    height=HEIGHT,
    card=card_image,
    room="#2a1a15",
    wood="#6b4226",
    rim="#8a5a34",
    cloth=(126, 44, 46),
    seam="#b98f4e",
    mat=(58, 14, 20, 92),
    mat_mine=(255, 226, 178, 46),
    lit=(112, 40, 40, 255),
    glow=(255, 205, 90, 255),
    shadow=(20, 4, 6, 90),
    ash="#6a5652",
    words=CREAM,
    bright="#ffd877",
    faded="#d3aa94",
    gold=GOLD,
    ink=INK,
)


def picture(game: Game, s: Any, seat: int | None) -> Image.Image:
    """The table as a seat sees it, or with every card open."""
    return drawn(look(game, s, seat), seat, LOOK, draw_center, draw_place)


def draw_header(art: Tabletop, scene: Scene) -> None:
    """What is played, at the top edge."""
    words = f"round {scene.round_number}, first to {scene.goal}" if scene.goal else "a single round"
    end = art.header(scene, words)
    if scene.goal is not None:
        art.heart((end + 14, 16), 14, RED)


def draw_center(art: Tabletop, scene: Scene) -> None:
    """Draw pile, face-down card and face-up cards, side by side."""
    draw_header(art, scene)
    room = CENTER_ROOM[len(scene.places)]
    pair = 2 * (STEP + SPACE)  # draw pile and face-down card
    row = min(STEP * len(scene.face_up), room - pair)
    wide = pair + row if scene.face_up else pair - SPACE
    left, top = (WIDTH - wide + GAP) / 2, middle(HEIGHT) - CARD * RATIO / 2 - 8
    left = draw_deck(art, scene.pile, scene.aside, (left, top))
    if scene.face_up:
        draw_face_up(art, scene.face_up, (left, top), row - GAP)
    chips = known_chips(scene.pile, BACK, lambda card: (str(int(card)), COLOR[card]))
    if chips:
        art.strip(chips, top + CARD * RATIO + 34, min(room, 560))


def draw_face_up(art: Tabletop, cards: Sequence[CardOrBack], at: Point, room: float) -> None:
    """One row of cards, or two of tiny ones where there is little room."""
    if room >= STEP * len(cards) - GAP:
        art.row(cards, at, CARD, STEP, room)
    else:
        half = -(-len(cards) // 2)
        art.row(cards[:half], at, TINY, TINY + 2, room)
        art.row(cards[half:], (at[0], at[1] + TINY * RATIO + 4), TINY, TINY + 2, room)
    art.label("face up", (at[0] + room / 2, at[1] + CARD * RATIO))


def draw_place(art: Tabletop, scene: Scene, place: Place, spot: Spot) -> None:
    """A seat's mat with hand, discards, name, tokens and marks; the cards grey when out."""
    art.mat(spot, LOOK.mat_mine if place.is_me else LOOK.mat, place.is_first)
    art.row(place.discards, spot.pile, SMALL, SMALL_STEP, spot.room)
    width = CARD if len(place.hand) < HAND_SLOTS else THIRD
    at, room = draw_hand(art, place, spot, width, HAND_ROOM)
    has_tokens = scene.goal or place.tokens
    tokens = partial(draw_tokens, art, place.tokens, scene.goal) if has_tokens else None
    draw_words(art, place, at, room, seat_marks(place, MARKS), tokens)
    if place.protected:
        x, y = art.big_shield(spot, BLUE)
        art.heart((x, y - 2), 22, CREAM)


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
