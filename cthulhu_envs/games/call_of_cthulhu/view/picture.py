"""The table as a picture: stories in the middle, those committed beside them, both sides at home.

The other side is above, one's own below. A character shows its skill and icons as they are now;
exhausted cards are dim, insane ones violet, wounds are red drops. A side's sums stand on the story.
"""

from __future__ import annotations

from typing import Any

from PIL import Image

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.canvas import Canvas, Point
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Faction
from cthulhu_envs.games.call_of_cthulhu.sizes import STORIES_TO_WIN, TRACK
from cthulhu_envs.games.call_of_cthulhu.view.narration import FACTION_LETTERS, hand_words
from cthulhu_envs.games.call_of_cthulhu.view.scene import Card, Domain, Scene, Side, look

WIDTH, HEIGHT = 1200, 900
FINER = 2
MARGIN = 18
TILE_WIDTH, TILE_HEIGHT, STEP = 108, 56, 114
LARGE = 1.42  # tiles are so much larger while there is room
LARGE_ACROSS, SMALL_ACROSS = 7, 10
HOME_TOP, HOME_BOTTOM = 106, 622  # first row of each side's cards at home
STORIES_TOP, STORIES_BOTTOM = 240, 612
ROOM, CLOTH, SEAM, PAPER = "#0d1416", "#16242a", "#3c5a5e", "#efe6cf"
GOLD, BONE, FADED, RED, VIOLET = "#d8b45a", "#efe9dc", "#8ea3a1", "#d0433b", "#5a3a78"
COLORS = {
    Faction.THE_AGENCY: "#3f6fb0",
    Faction.MISKATONIC_UNIVERSITY: "#a8792a",
    Faction.CTHULHU: "#2f8a57",
    Faction.THE_SYNDICATE: "#8c3f4d",
    Faction.HASTUR: "#c2a01f",
    Faction.YOG_SOTHOTH: "#6a4fb3",
    Faction.SHUB_NIGGURATH: "#7d5836",
    Faction.NEUTRAL: "#6f7a7c",
}
ICONS = (("T", "#2d9c4b"), ("C", "#c2473d"), ("A", "#7a55c7"), ("I", "#c79a2b"))


def picture(game: Game, s: Any, seat: int | None) -> Image.Image:
    """The table as a seat sees it, or with every card open."""
    return draw(look(game, s, seat))


def draw(scene: Scene) -> Image.Image:
    """A scene as a picture."""
    art = Canvas(Image.new("RGBA", (WIDTH * FINER, HEIGHT * FINER), ROOM), FINER)
    art.box((8, 8, WIDTH - 8, HEIGHT - 8), CLOTH, 16, SEAM, 2)
    wide = art.words((MARGIN, 28), scene.headline, 18, GOLD, anchor="lm", bold=True)
    wide += art.words((MARGIN + wide + 16, 28), scene.looker, 14, FADED, anchor="lm") + 48
    room = WIDTH - 2 * MARGIN - wide
    art.words((WIDTH - MARGIN, 28), scene.status, 15, BONE, anchor="rm", most=room)
    above, below = scene.downward
    for side, top, home in ((above, 50, HOME_TOP), (below, 796, HOME_BOTTOM)):
        draw_seat(art, side, top)
        draw_home(art, side, home)
    draw_stories(art, scene)
    return art.shrunk(WIDTH, HEIGHT)


def draw_seat(art: Canvas, side: Side, top: float) -> None:
    """Name, stories won, deck, discard pile, hand; domains with their resources."""
    name = f"{side.name}{' (active)' if side.is_active else ''}"
    color = GOLD if side.is_to_act else BONE
    art.words((MARGIN, top + 12), name, 16, color, anchor="lm", bold=True)
    for k in range(STORIES_TO_WIN):
        color = GOLD if k < side.won else SEAM
        art.star((MARGIN + 150 + 22 * k, top + 12), 9, 4, 5, color)
    piles = f"deck {side.deck}   discards {len(side.pile)}"
    art.words((MARGIN + 225, top + 12), piles, 13, FADED, anchor="lm")
    left = 480.0
    for domain in side.domains:
        left = draw_domain(art, domain, (left, top))
    hand = f"hand {hand_words(side.hand, side.unknown)}"
    art.words((MARGIN, top + 38), hand, 13, BONE, anchor="lm", most=WIDTH - 2 * MARGIN)


def draw_domain(art: Canvas, domain: Domain, at: Point) -> float:
    """A dot for each resource in its faction's colour, a star where one is Transient."""
    width = 16 + 15 * max(1, len(domain.resources))
    fill, edge = (ROOM, RED) if domain.drained else ("#22383c", SEAM)
    art.box((at[0], at[1], at[0] + width, at[1] + 24), fill, 8, edge, 1.5)
    for k, faction in enumerate(domain.resources):
        art.dot((at[0] + 15 + 15 * k, at[1] + 12), 7, COLORS[faction])
        art.words((at[0] + 15 + 15 * k, at[1] + 12), FACTION_LETTERS[faction], 9, BONE, bold=True)
    if domain.transient:
        art.words((at[0] + width - 5, at[1] + 5), "*", 13, GOLD)
    return at[0] + width + 8


def draw_home(art: Canvas, side: Side, top: float) -> None:
    """Cards in play that are at no story, in rows; attachments are drawn on what carries them."""
    home = [card for card in side.cards if card.story is None and card.host is None]
    size = LARGE if len(home) <= 2 * LARGE_ACROSS else 1.0
    across = LARGE_ACROSS if size == LARGE else SMALL_ACROSS
    for k, card in enumerate(home):
        row, column = divmod(k, across)
        y = top + (TILE_HEIGHT * size + 8) * row
        draw_tile(art, card, (MARGIN + STEP * size * column, y), size)


def draw_stories(art: Canvas, scene: Scene) -> None:
    """Each story with both tracks; their characters above it, mine below."""
    width = (WIDTH - 2 * MARGIN) / max(1, len(scene.stories))
    middle = (STORIES_TOP + STORIES_BOTTOM) / 2
    above, below = scene.downward
    for column, story in enumerate(scene.stories):
        left = MARGIN + width * column
        box = (left, middle - 34, left + width - 10, middle + 34)
        edge, thickness = (GOLD, 4) if story.is_resolving else (SEAM, 2)
        art.box(box, PAPER, 9, edge, thickness)
        art.words((left + width / 2, middle), story.title, 16, ROOM, bold=True, most=width - 30)
        if story.attached:
            note = "with " + ", ".join(story.attached)
            art.words((left + width - 18, middle - 22), note, 11, VIOLET, anchor="rm", most=120)
        for side, y in ((above, middle - 22), (below, middle + 24)):
            for k in range(TRACK):
                full = k < story.success[side.seat]
                art.dot((left + width / 2 + 18 * (k - 2), y), 6, RED if full else "#d3c6a4")
            draw_committed(art, side.at(story.slot), (left, middle, width), side is below)


def draw_committed(
    art: Canvas, cards: tuple[Card, ...], column: tuple[float, float, float], below: bool
) -> None:
    """Those of one side at a story, nearest first, with their sums."""
    left, middle, width = column
    if not cards:
        return
    large_across = max(1, int((width - 10) // (STEP * LARGE)))
    size = LARGE if len(cards) <= large_across else 1.0
    across = max(1, int((width - 10) // (STEP * size)))
    for k, card in enumerate(cards):
        row, place = divmod(k, across)
        step = 42 + (TILE_HEIGHT * size + 6) * row
        y = middle + step if below else middle - step - TILE_HEIGHT * size
        draw_tile(art, card, (left + STEP * size * place, y), size)
    draw_sums(art, cards, (left + 10, middle + (24 if below else -22)))


def draw_sums(art: Canvas, cards: tuple[Card, ...], at: Point) -> None:
    """Skill and icons of one side at a story together, on its side of the story."""
    x, y = at
    total = f"skill {sum(card.skill for card in cards)}"
    art.words((x, y), total, 13, ROOM, anchor="lm", bold=True)
    x += 54
    for icon, (letter, shade) in enumerate(ICONS):
        n = sum(card.icons[icon] for card in cards)
        if n:
            art.box((x, y - 8, x + 22, y + 8), shade, 3)
            art.words((x + 11, y), f"{n}{letter}", 11, BONE, bold=True)
            x += 24


def draw_tile(art: Canvas, card: Card, at: Point, size: float) -> None:
    """One card in play; `size` is 1 for a small tile."""
    x, y = at
    wide, high = TILE_WIDTH * size, TILE_HEIGHT * size
    color = VIOLET if card.insane else COLORS[card.faction]
    art.box((x, y, x + wide, y + high), "#9a937f" if card.exhausted else PAPER, 7, color, 3)
    art.box((x, y, x + wide, y + 19 * size), color, 7)
    art.box((x, y + 10 * size, x + wide, y + 19 * size), color)
    art.words((x + wide / 2, y + 10 * size), card.title, 11 * size, BONE, most=wide - 8)
    if card.insane:
        art.words((x + wide / 2, y + 36 * size), "insane", 13 * size, VIOLET, bold=True)
    elif card.is_character:
        draw_powers(art, card, at, size)
    else:
        art.words((x + wide / 2, y + 32 * size), "support", 11 * size, ROOM)
    for k in range(card.wounds):
        art.dot((x + wide - 12 - 11 * size * k, y + 27 * size), 4.5 * size, RED)
    notes = [] if card.insane else [*(["exhausted"] if card.exhausted else []), *card.keywords]
    below = ", ".join([*notes, *(f"+ {title}" for title in card.attached)])
    art.words((x + 5, y + 49 * size), below, 9 * size, ROOM, anchor="lm", most=wide - 10)


def draw_powers(art: Canvas, card: Card, at: Point, size: float) -> None:
    """Skill and icons of a character, as they are now."""
    x, y = at
    art.words((x + 14 * size, y + 34 * size), str(card.skill), 19 * size, ROOM, bold=True)
    left = x + 30 * size
    for (letter, shade), n in zip(ICONS, card.icons, strict=True):
        for _ in range(n):
            art.box((left, y + 26 * size, left + 11 * size, y + 41 * size), shade, 3)
            art.words((left + 5.5 * size, y + 33.5 * size), letter, 10 * size, BONE, bold=True)
            left += 12 * size
