"""The table as a picture: stories in the middle, those committed beside them, both sides at home.

The other side is above, one's own below. A character shows its skill and icons as they are now;
exhausted cards are dim, insane ones violet, wounds are red drops. A side's sums stand on the story.
"""

from __future__ import annotations

from typing import Any

from PIL import Image

from cthulhu_envs.engine.canvas import Canvas, Point
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.onlooker import seen_by
from cthulhu_envs.games.call_of_cthulhu.cards import CardType, Faction
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, SLOTS, STORY_SLOTS, TITLES, TRACK
from cthulhu_envs.games.call_of_cthulhu.telling import (
    FACTION_LETTERS,
    hand_words,
    headline,
    keywords,
    status,
    those_at,
)

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
    """The table from a seat's chair, or with every card open."""
    me = seat or 0
    art = Canvas(Image.new("RGBA", (WIDTH * FINER, HEIGHT * FINER), ROOM), FINER)
    art.box((8, 8, WIDTH - 8, HEIGHT - 8), CLOTH, 16, SEAM, 2)
    wide = art.words((MARGIN, 28), headline(s), 18, GOLD, anchor="lm", bold=True)
    wide += art.words((MARGIN + wide + 16, 28), seen_by(seat), 14, FADED, anchor="lm") + 48
    room = WIDTH - 2 * MARGIN - wide
    art.words((WIDTH - MARGIN, 28), status(game, s), 15, BONE, anchor="rm", most=room)
    for side, top, home in ((1 - me, 50, HOME_TOP), (me, 796, HOME_BOTTOM)):
        draw_seat(art, s, side, seat, top)
        draw_home(art, game, s, side, home)
    draw_stories(art, game, s, me)
    return art.shrunk(WIDTH, HEIGHT)


def draw_seat(art: Canvas, s: Any, side: int, looker: int | None, top: float) -> None:
    """Name, stories won, deck, discard pile, hand; domains with their resources."""
    lit = s.ending == 0 and s.seat == side
    name = f"player_{side}{' (active)' if s.active == side else ''}"
    art.words((MARGIN, top + 12), name, 16, GOLD if lit else BONE, anchor="lm", bold=True)
    for k in range(3):
        color = GOLD if k < s.won_n[side] else SEAM
        art.star((MARGIN + 150 + 22 * k, top + 12), 9, 4, 5, color)
    piles = f"deck {s.deck_n[side]}   discards {s.pile_n[side]}"
    art.words((MARGIN + 225, top + 12), piles, 13, FADED, anchor="lm")
    left = 480.0
    for domain in range(s.domains[side]):
        left = draw_domain(art, s, side, domain, (left, top))
    hand = f"hand {hand_words(s, side, looker)}"
    art.words((MARGIN, top + 38), hand, 13, BONE, anchor="lm", most=WIDTH - 2 * MARGIN)


def draw_domain(art: Canvas, s: Any, side: int, domain: int, at: Point) -> float:
    """A dot for each resource in its faction's colour, two rings for a Transient one."""
    resources = [f for f in Faction for _ in range(int(s.res[side, domain, f]))]
    width = 16 + 15 * max(1, len(resources))
    drained = bool(s.drained[side, domain])
    fill = ROOM if drained else "#22383c"
    art.box((at[0], at[1], at[0] + width, at[1] + 24), fill, 8, RED if drained else SEAM, 1.5)
    for k, faction in enumerate(resources):
        art.dot((at[0] + 15 + 15 * k, at[1] + 12), 7, COLORS[faction])
        art.words((at[0] + 15 + 15 * k, at[1] + 12), FACTION_LETTERS[faction], 9, BONE, bold=True)
    if s.trans[side, domain].any():
        art.words((at[0] + width - 5, at[1] + 5), "*", 13, GOLD)
    return at[0] + width + 8


def draw_home(art: Canvas, game: Game, s: Any, side: int, top: float) -> None:
    """Cards in play that are at no story, in rows; attachments are drawn on what carries them."""
    cards = [int(i) for i in s.play[side * SLOTS : (side + 1) * SLOTS] if i != NOTHING]
    home = [i for i in cards if s.at_story[i] == NOTHING and s.host[i] == NOTHING]
    size = LARGE if len(home) <= 2 * LARGE_ACROSS else 1.0
    across = LARGE_ACROSS if size == LARGE else SMALL_ACROSS
    for k, inst in enumerate(home):
        row, column = divmod(k, across)
        y = top + (TILE_HEIGHT * size + 8) * row
        draw_tile(art, game, s, inst, (MARGIN + STEP * size * column, y), size)


def draw_stories(art: Canvas, game: Game, s: Any, me: int) -> None:
    """Each story with both tracks; their characters above it, mine below."""
    there = [slot for slot in range(STORY_SLOTS) if s.story[slot] != NOTHING]
    width = (WIDTH - 2 * MARGIN) / max(1, len(there))
    middle = (STORIES_TOP + STORIES_BOTTOM) / 2
    for column, slot in enumerate(there):
        left = MARGIN + width * column
        box = (left, middle - 34, left + width - 10, middle + 34)
        edge = GOLD if s.resolving == slot else SEAM
        art.box(box, PAPER, 9, edge, 4 if s.resolving == slot else 2)
        title = TITLES[s.kind[s.story[slot]]]
        art.words((left + width / 2, middle), title, 16, ROOM, bold=True, most=width - 30)
        on_it = [TITLES[s.kind[i]] for i in s.play if i != NOTHING and s.host[i] == s.story[slot]]
        if on_it:
            note = "with " + ", ".join(on_it)
            art.words((left + width - 18, middle - 22), note, 11, VIOLET, anchor="rm", most=120)
        for seat, y in ((1 - me, middle - 22), (me, middle + 24)):
            for k in range(TRACK):
                full = k < s.success[slot, seat]
                art.dot((left + width / 2 + 18 * (k - 2), y), 6, RED if full else "#d3c6a4")
            draw_committed(art, game, s, slot, seat, (left, middle, width), seat == me)


def draw_committed(
    art: Canvas,
    game: Game,
    s: Any,
    slot: int,
    seat: int,
    column: tuple[float, float, float],
    below: bool,
) -> None:
    """Those of one side at a story, nearest first, with their sums."""
    left, middle, width = column
    cards = those_at(s, slot, seat)
    if not cards:
        return
    large_across = max(1, int((width - 10) // (STEP * LARGE)))
    size = LARGE if len(cards) <= large_across else 1.0
    across = max(1, int((width - 10) // (STEP * size)))
    for k, inst in enumerate(cards):
        row, place = divmod(k, across)
        step = 42 + (TILE_HEIGHT * size + 6) * row
        y = middle + step if below else middle - step - TILE_HEIGHT * size
        draw_tile(art, game, s, inst, (left + STEP * size * place, y), size)
    draw_sums(art, s, cards, (left + 10, middle + (24 if below else -22)))


def draw_sums(art: Canvas, s: Any, cards: list[int], at: Point) -> None:
    """Skill and icons of one side at a story together, on its side of the story."""
    x, y = at
    total = f"skill {int(s.skill[cards].sum())}"
    art.words((x, y), total, 13, ROOM, anchor="lm", bold=True)
    x += 54
    for (letter, shade), n in zip(ICONS, s.icons[cards].sum(axis=0), strict=True):
        if n:
            art.box((x, y - 8, x + 22, y + 8), shade, 3)
            art.words((x + 11, y), f"{int(n)}{letter}", 11, BONE, bold=True)
            x += 24


def draw_tile(art: Canvas, game: Game, s: Any, inst: int, at: Point, size: float) -> None:
    """One card in play; `size` is 1 for a small tile."""
    x, y = at
    wide, high = TILE_WIDTH * size, TILE_HEIGHT * size
    row = game.kit[0].kinds[s.kind[inst]]
    insane, tired = bool(s.insane[inst]), bool(s.exhausted[inst])
    color = VIOLET if insane else COLORS[Faction(int(row[K.FACTION]))]
    art.box((x, y, x + wide, y + high), "#9a937f" if tired else PAPER, 7, color, 3)
    art.box((x, y, x + wide, y + 19 * size), color, 7)
    art.box((x, y + 10 * size, x + wide, y + 19 * size), color)
    title = TITLES[s.kind[inst]]
    art.words((x + wide / 2, y + 10 * size), title, 11 * size, BONE, most=wide - 8)
    if insane:
        art.words((x + wide / 2, y + 36 * size), "insane", 13 * size, VIOLET, bold=True)
    elif row[K.TYPE] == CardType.CHARACTER:
        draw_powers(art, s, inst, at, size)
    else:
        art.words((x + wide / 2, y + 32 * size), "support", 11 * size, ROOM)
    for k in range(int(s.wounds[inst])):
        art.dot((x + wide - 12 - 11 * size * k, y + 27 * size), 4.5 * size, RED)
    on_it = [f"+ {TITLES[s.kind[i]]}" for i in s.play if i != NOTHING and s.host[i] == inst]
    notes = [] if insane else keywords(s, inst)
    if tired and not insane:
        notes.insert(0, "exhausted")
    below = ", ".join(notes + on_it)
    art.words((x + 5, y + 49 * size), below, 9 * size, ROOM, anchor="lm", most=wide - 10)


def draw_powers(art: Canvas, s: Any, inst: int, at: Point, size: float) -> None:
    """Skill and icons of a character, as they are now."""
    x, y = at
    art.words((x + 14 * size, y + 34 * size), str(int(s.skill[inst])), 19 * size, ROOM, bold=True)
    left = x + 30 * size
    for (letter, shade), n in zip(ICONS, s.icons[inst], strict=True):
        for _ in range(int(n)):
            art.box((left, y + 26 * size, left + 11 * size, y + 41 * size), shade, 3)
            art.words((left + 5.5 * size, y + 33.5 * size), letter, 10 * size, BONE, bold=True)
            left += 12 * size
