"""DRAWING: the table as lines of text; the picture is in picture.py."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.call_of_cthulhu.view.narration import FACTION_LETTERS, hand_words
from cthulhu_envs.games.call_of_cthulhu.view.scene import Card, Domain, Scene, Side, Story, look

LETTERS = "TCAI"
HEAD = "bold dark_orange"
PILE_SHOWN = 6  # cards of a discard pile, from the top


def table_lines(scene: Scene) -> list[tuple[str, str]]:
    """The whole table as (line, style), the other side above, one's own below."""
    above, below = scene.downward
    lines = [(scene.headline, HEAD)]
    lines += _side_lines(above)
    lines.append(("", ""))
    for story in scene.stories:
        lines += _story_lines(story, above, below)
    lines.append(("", ""))
    lines += _side_lines(below)
    lines.append((scene.status, HEAD))
    lines += [(f"  {line}", "") for line in scene.choices]
    return lines


def _side_lines(side: Side) -> list[tuple[str, str]]:
    hand = hand_words(side.hand, side.unknown)
    lines = [
        (f"{side.name}: {side.won} won, deck {side.deck}, hand {hand}", "bold"),
        (f"  domains {' '.join(map(_domain, side.domains))}", ""),
    ]
    if side.pile:
        pile = ", ".join(side.pile[:PILE_SHOWN])
        lines.append((f"  discard pile ({len(side.pile)}) {pile}", "dim"))
    return [*lines, *((f"  {card_line(card)}", "") for card in side.cards)]


def _domain(domain: Domain) -> str:
    letters = "".join(FACTION_LETTERS[faction] for faction in domain.resources)
    return f"[{letters}{'*' * domain.transient}{' drained' if domain.drained else ''}]"


def card_line(card: Card) -> str:
    """A card in play as it is now."""
    words = [card.title]
    if card.insane:
        words = ["insane", f"({card.title})"]
    elif card.is_character and card.host is None:
        words += [str(card.skill), _icons(card.icons), *card.keywords]
    if card.host is not None:
        words.append(f"on {card.host}")
    if card.exhausted:
        words.append("(exhausted)")
    if card.wounds:
        words.append(f"(wounds {card.wounds})")
    if card.story is not None:
        words.append(f"(at story {card.story + 1})")
    if card.blank:
        words.append("(blank)")
    if card.borrowed:
        words.append("(borrowed)")
    return " ".join(words)


def _icons(icons: tuple[int, ...]) -> str:
    return "".join(letter * n for letter, n in zip(LETTERS, icons, strict=True)) or "no icons"


def _story_lines(story: Story, above: Side, below: Side) -> list[tuple[str, str]]:
    mine, theirs = story.success[below.seat], story.success[above.seat]
    tokens = f"{'#' * theirs:>5} | {'#' * mine:<5}"
    now = "  <- being resolved" if story.is_resolving else ""
    lines = [(f"  {story.slot + 1} {story.title:<30} {tokens}{now}", "bold cyan")]
    for side in (above, below):
        if there := side.at(story.slot):
            lines.append((f"      {side.name}: {_sums(there)}", ""))
    return lines


def _sums(there: tuple[Card, ...]) -> str:
    """Who is at a story, and what they have together."""
    names = ", ".join(card.title for card in there)
    icons = tuple(map(sum, zip(*(card.icons for card in there), strict=True)))
    return f"{names}: skill {sum(card.skill for card in there)} {_icons(icons)}"


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal."""
    scene = look(game, s, seat)
    lines = [Text(line, style) for line, style in table_lines(scene)]
    return Panel(
        Group(*lines), title=f"{scene.title} - {scene.looker}", title_align="left", expand=True
    )


DRAWING = Drawing(text, "cthulhu_envs.games.call_of_cthulhu.view.picture:picture")
