"""The table as a picture, drawn from a Scene (scene.py) with the cards and dice of emblems.py.

Two rows of mats, one for each seat, and between them the middle of the table: the draw pile, the
word as it grows, and the dice.
"""

from __future__ import annotations

from typing import Any

from PIL import Image

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.canvas import Canvas, Point
from cthulhu_envs.games.unspeakable_words.emblems import (
    BONE,
    GOLD,
    GREEN,
    RATIO,
    RED,
    draw_card,
    draw_d20,
    draw_face,
    draw_token,
)
from cthulhu_envs.games.unspeakable_words.scene import Place, Scene, look

WIDTH, HEIGHT = 1000, 720
FINER = 2  # drawn this many times as large
MARGIN, GAP = 20, 14
HEADER = 46
MAT_HEIGHT = 186
MIDDLE_TOP = HEADER + MAT_HEIGHT + GAP
MIDDLE_BOTTOM = HEIGHT - MARGIN - MAT_HEIGHT - GAP
WORD_CARD, HAND_CARD, STEP = 74, 40, 1.08  # widths, and from card to card
MOST_TOKENS = 8  # more are told as a number

ROOM, CLOTH, SEAM = "#10191a", "#1b2b2c", "#3f5f58"
MAT, MAT_LIT, MAT_GONE = "#24393a", "#3a5a3c", "#191f20"
FADED = "#8fa39b"


def picture(game: Game, s: Any, seat: int | None) -> Image.Image:
    """The table as a seat sees it, or with every card open."""
    scene = look(game, s, seat)
    art = Canvas(Image.new("RGBA", (WIDTH * FINER, HEIGHT * FINER), ROOM), FINER)
    art.box((8, 8, WIDTH - 8, HEIGHT - 8), CLOTH, 18, SEAM, 2)
    art.words((MARGIN, 28), scene.title, 20, GOLD, anchor="lm", bold=True)
    words = f"first to {scene.target}   turn {scene.turn}   {scene.looker}"
    art.words((WIDTH - MARGIN, 28), words, 15, FADED, anchor="rm")
    draw_middle(art, scene)
    upper = (len(scene.places) + 1) // 2
    for number, place in enumerate(scene.places):
        draw_place(art, scene, place, *_mat(number, upper, len(scene.places)))
    return art.shrunk(WIDTH, HEIGHT)


def _mat(number: int, upper: int, players: int) -> tuple[Point, float]:
    """Left top corner and width of a seat's mat; clockwise, so the lower row runs backwards."""
    is_upper = number < upper
    row = upper if is_upper else players - upper
    width = (WIDTH - 2 * MARGIN - (row - 1) * GAP) / row
    column = number if is_upper else players - 1 - number
    top = HEADER if is_upper else HEIGHT - MARGIN - MAT_HEIGHT
    return (MARGIN + column * (width + GAP), top), width


def draw_middle(art: Canvas, scene: Scene) -> None:
    """The draw pile, the word being laid, the dice, and what is to be done."""
    y = (MIDDLE_TOP + MIDDLE_BOTTOM) / 2 - 16
    top = y - WORD_CARD * RATIO / 2
    for layer in range(min(3, scene.pile)):
        draw_card(art, (40 - 3 * layer, top - 3 * layer), WORD_CARD, None)
    label = y + WORD_CARD * RATIO / 2 + 14
    art.words((74, label), f"{scene.pile} to draw", 13, FADED)
    art.words((74, label + 17), f"{scene.discards} discarded", 13, FADED)
    room = WIDTH - 2 * 190
    step = min(WORD_CARD * STEP, room / max(1, len(scene.word)))
    left = WIDTH / 2 - 20 - (step * (len(scene.word) - 1) + WORD_CARD) / 2
    for number, letter in enumerate(scene.word):
        draw_card(art, (left + number * step, top), WORD_CARD, letter)
    if scene.word:
        art.words((WIDTH / 2 - 20, label), f"worth {scene.worth}", 15, BONE, bold=True)
    draw_d20(art, (WIDTH - 150, y), 92, scene.rolled, scene.is_sane)
    art.words((WIDTH - 150, label), _check_words(scene), 13, FADED)
    if scene.has_dice:
        draw_face(art, (WIDTH - 62, y), 70, scene.face)
        art.words((WIDTH - 62, label), _dice_words(scene), 13, FADED)
    color = GOLD if scene.is_over else BONE
    art.words((WIDTH / 2 - 20, MIDDLE_BOTTOM - 12), scene.status, 18, color, bold=True)


def _dice_words(scene: Scene) -> str:
    if scene.face is not None:
        return title(scene.face)
    return "open" if scene.is_open else "closed"


def _check_words(scene: Scene) -> str:
    if not scene.rolled:
        return "no check"
    return "sane" if scene.is_sane else "insane"


def draw_place(art: Canvas, scene: Scene, place: Place, at: Point, width: float) -> None:
    """A seat's mat: name, points, tokens, hand, and its latest turn."""
    left, top = at
    mat = MAT_GONE if place.is_gone else MAT_LIT if place.is_to_move else MAT
    rim = GOLD if place.is_to_move or place.is_winner else SEAM
    art.box((left, top, left + width, top + MAT_HEIGHT), mat, 12, rim, 2)
    used = art.words((left + 14, top + 20), place.name, 18, BONE, anchor="lm", bold=True)
    x = left + 24 + used
    for word, color, is_so in (
        ("you", GREEN, place.is_me),
        ("eliminated", RED, place.is_gone),
        ("wins", GOLD, place.is_winner),
    ):
        if is_so:
            x += art.words((x, top + 20), word, 14, color, anchor="lm") + 10
    right = left + width - 14
    art.words((right, top + 20), str(place.points), 22, GOLD, anchor="rm", bold=True)
    draw_progress(art, (left + 14, top + 38), width - 28, place.points / scene.target)
    draw_tokens(art, place, scene, (left + 24, top + 64))
    draw_hand(art, place, (left + 14, top + 84), width - 28)
    words = place.last_turn or "has had no turn yet"
    art.words((left + 14, top + MAT_HEIGHT - 18), words, 14, FADED, anchor="lm", most=width - 28)


def draw_progress(art: Canvas, at: Point, width: float, share: float) -> None:
    """A bar of points on the way to the target."""
    x, y = at
    art.box((x, y, x + width, y + 6), "#152021", 3)
    if share > 0:
        art.box((x, y, x + max(6.0, width * min(share, 1.0)), y + 6), GOLD, 3)


def draw_tokens(art: Canvas, place: Place, scene: Scene, at: Point) -> None:
    """A pawn for each token, dark ones for those lost."""
    x, y = at
    most = max(place.tokens, scene.tokens)
    if most > MOST_TOKENS:
        draw_token(art, at, 22, place.tokens > 0)
        words = f"{place.tokens} of {scene.tokens}"
        art.words((x + 18, y), words, 15, BONE, anchor="lm")
        return
    for number in range(most):
        draw_token(art, (x + 26 * number, y), 22, number < place.tokens)


def draw_hand(art: Canvas, place: Place, at: Point, room: float) -> None:
    """The cards in the order drawn, closer together where there is little room."""
    if not place.hand:
        return
    gaps = max(1, len(place.hand) - 1)
    step = min(HAND_CARD * STEP, (room - HAND_CARD) / gaps)
    for number, card in enumerate(place.hand):
        draw_card(art, (at[0] + number * step, at[1]), HAND_CARD, card)
