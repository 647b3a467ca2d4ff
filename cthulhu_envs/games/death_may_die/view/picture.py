"""The table as a picture: the map with everything on it, boards on the right."""

from __future__ import annotations

from typing import Any

from PIL import Image

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.canvas import Canvas
from cthulhu_envs.games.death_may_die.components import THRESHOLDS, TRACK_CELLS
from cthulhu_envs.games.death_may_die.view.scene import Board, Scene, Space, look

WIDTH, HEIGHT = 1200, 760
SCALE = 2  # drawn larger, then shrunk
MAP = (70.0, 130.0, 780.0, 640.0)  # left, top, right, bottom of the spaces' middles
RADIUS = 44.0
BOARDS = 870.0
NIGHT, INK, PALE, EMBER = "#16211f", "#e8e2cf", "#8fa39a", "#e0622f"
STONE, LINK, FOE, TOKEN = "#2c3d38", "#4d655d", "#c46a9a", "#6fc3a0"
WOUND, STRESS, MADNESS_COLOR = "#d9534f", "#5b9bd5", "#7a4fa3"
PEOPLE = ("#e6b450", "#7fb4e6", "#9fd07a", "#d99ae0", "#e68a7f")
GATE = {"Yellow gate": "#d9b83a", "Red gate": "#c2453d", "Blue gate": "#4a78c9"}


def picture(game: Game, s: Any, seat: int | None) -> Image.Image:
    """One image of fixed size."""
    scene = look(game, s, seat)
    art = Canvas(Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), NIGHT), SCALE)
    _say(art, scene.title, (WIDTH / 2, 26), 24, INK, WIDTH)
    _say(art, f"{'; '.join(scene.status)} - {scene.looker}", (WIDTH / 2, 56), 14, PALE, WIDTH)
    at = [_place(scene, n) for n in range(len(scene.spaces))]
    for first, second in scene.links:
        art.line([at[first], at[second]], LINK, 6)
    for space in scene.spaces:
        _draw_space(art, space, at[space.number - 1])
    _draw_track(art, scene)
    for number, board in enumerate(scene.boards):
        _draw_board(art, board, 96 + number * 124.0)
    _say(art, scene.asked, (WIDTH / 2, HEIGHT - 18), 15, INK, WIDTH)
    return art.shrunk(WIDTH, HEIGHT)


def _say(
    art: Canvas, words: str, at: tuple[float, float], size: float, color: str, most: float = 310
) -> None:
    """Write around a point, not wider than there is room."""
    art.words(at, words, size, color, most=most)


def _place(scene: Scene, n: int) -> tuple[float, float]:
    left, top, right, bottom = MAP
    x, y = scene.at[n]
    return left + (right - left) * float(x), top + (bottom - top) * float(y)


def _draw_space(art: Canvas, space: Space, at: tuple[float, float]) -> None:
    x, y = at
    rim = next((GATE[mark] for mark in space.marks if mark in GATE), LINK)
    art.dot(at, RADIUS + 4, rim)
    art.dot(at, RADIUS, STONE)
    _say(art, str(space.number), (x, y - 30), 14, PALE)
    for k in range(space.fire):
        art.dot((x - 30 + 9 * k, y - 18), 4, EMBER)
    for k, person in enumerate(space.people):
        art.dot((x - 24 + 16 * k, y - 4), 8, PEOPLE[person])
        _say(art, str(person + 1), (x - 24 + 16 * k, y - 4), 10, NIGHT)
    marks = (*(m for m in space.marks if m not in GATE), *space.pieces)
    lines = [*_short(space.enemies), *_short(marks)]
    first = y + (11 if space.people else -4)
    for k, words in enumerate(lines[:5]):
        color = FOE if k < len(_short(space.enemies)) else TOKEN
        _say(art, words, (x, first + 11 * k), 10, color, 1.8 * RADIUS)


def _short(names: tuple[str, ...]) -> list[str]:
    """'2 Cultist' for two alike."""
    return [
        f"{names.count(name)} {name}" if names.count(name) > 1 else name
        for name in dict.fromkeys(names)
    ]


def _numbers(words: str) -> tuple[int, int]:
    """'2/5' as two numbers."""
    taken, _, most = words.partition("/")
    return int(taken), int(most)


def _pips(art: Canvas, name: str, words: str, at: tuple[float, float], color: str) -> None:
    """What is taken as full dots, what can still be taken as hollow ones."""
    (x, y), (taken, most) = at, _numbers(words)
    _say(art, name, (x + 20, y), 12, INK, 44)
    for k in range(most):
        art.dot((x + 50 + 11 * k, y), 4.5, color)
        if k >= taken:
            art.dot((x + 50 + 11 * k, y), 3, NIGHT)


def _sanity(art: Canvas, words: str, at: tuple[float, float]) -> None:
    """Sanity lost along a bar, with its thresholds."""
    (x, y), (lost, most) = at, _numbers(words)
    wide = 84.0
    art.box((x, y - 6, x + wide, y + 6), STONE, 3)
    if lost:
        art.box((x, y - 6, x + wide * lost / most, y + 6), MADNESS_COLOR, 3)
    for threshold in THRESHOLDS:
        art.line(
            [(x + wide * threshold / most, y - 8), (x + wide * threshold / most, y + 8)], PALE, 1
        )
    _say(art, f"sanity {lost}", (x + wide / 2, y), 10, INK)


def _draw_track(art: Canvas, scene: Scene) -> None:
    """The Summoning track: safe cells, red cells, and where the token is."""
    cell, first_red = scene.track
    for k in range(1, TRACK_CELLS + 1):
        x = 30.0 + 30 * k
        art.box((x - 12, 706, x + 12, 730), GATE["Red gate"] if k >= first_red else STONE, 5)
        if k == cell:
            art.dot((x, 718), 9, INK)
        _say(art, str(k), (x, 718), 11, NIGHT if k == cell else PALE)


def _draw_board(art: Canvas, board: Board, y: float) -> None:
    color = PEOPLE[board.number - 1]
    rim = color if board.decides else STONE
    art.box((BOARDS - 6, y - 6, WIDTH - 14, y + 112), rim, 10)
    art.box((BOARDS - 3, y - 3, WIDTH - 17, y + 109), NIGHT, 8)
    state = "dead" if board.dead else f"on {board.space}"
    middle = (BOARDS + WIDTH - 20) / 2
    _say(
        art, f"{board.number} {board.name} ({board.insanity}), {state}", (middle, y + 12), 14, color
    )
    _pips(art, "wounds", board.wounds, (BOARDS + 8, y + 32), WOUND)
    _pips(art, "stress", board.stress, (BOARDS + 118, y + 32), STRESS)
    _sanity(art, board.sanity, (BOARDS + 214, y + 32))
    _say(art, ", ".join(board.skills[:3]), (middle, y + 51), 11, PALE)
    _say(art, ", ".join(board.skills[3:]), (middle, y + 67), 11, PALE)
    held = list(board.cards)
    _say(art, ", ".join(held[:4]), (middle, y + 83), 11, TOKEN)
    _say(art, ", ".join([*held[4:], board.tokens]).strip(", "), (middle, y + 98), 11, EMBER)
