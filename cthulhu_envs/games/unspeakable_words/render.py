"""DRAWING: how Unspeakable Words looks. The text is here, the picture in picture.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.render import WIDTH
from cthulhu_envs.games.unspeakable_words.cards import POINTS
from cthulhu_envs.games.unspeakable_words.scene import Card, Place, Scene, look

CARD_STYLE, BACK_STYLE = "bold black on #efe6c8", "white on #1d4d3c"
TOKEN_STYLE, WINNER_STYLE = "bold green", "bold yellow"
MOST_TOKENS = 8  # more are told as a number
HAND_WIDTH = 25  # columns: five cards, or the rest in further lines
TOLD_WIDTH = 34
CARD_WIDTH = 4  # '[A5]'


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal. Whatever is shown in colour is said in words or signs as well."""
    scene = look(game, s, seat)
    parts: list[RenderableType] = [_table_line(scene), _word_line(scene), _players(scene)]
    if scene.held:
        letters = " ".join(letter.name for letter in scene.held)
        parts.append(Text(f"Held by others since before the last shuffle: {letters}"))
        parts.append(Text(_holders(scene)))
    parts.append(Text(scene.status, WINNER_STYLE if scene.is_over else "bold"))
    heading = f"{scene.title}, turn {scene.turn}, {scene.looker}"
    return Panel(Group(*parts), title=heading, box=ROUNDED, width=WIDTH)


def _holders(scene: Scene) -> str:
    """R8.5, R8.5a: how many of those cards each of the others holds, and what they are not."""
    kept = []
    for place in scene.places:
        if place.kept and not place.is_me:
            no = f", no {' '.join(letter.name for letter in place.lacks)}" if place.lacks else ""
            kept.append(f"{place.name} {place.kept}{no}")
    return f"of these {'; '.join(kept)}"


def card_box(card: Card) -> Text:
    """`[A5]`, or `[??]` for a card that is not seen."""
    if card is None:
        return Text("[??]", BACK_STYLE)
    return Text(f"[{card.name}{POINTS[card]}]", CARD_STYLE)


def _row(cards: Sequence[Card], width: int) -> Text:
    """Cards side by side, in as many lines as they need."""
    line = Text()
    for number, card in enumerate(cards):
        if number:
            line.append("\n" if number % (width // (CARD_WIDTH + 1)) == 0 else " ")
        line.append_text(card_box(card))
    return line


def _table_line(scene: Scene) -> Text:
    """The middle of the table: target, cards and dice."""
    parts = [f"First to {scene.target}", f"Draw pile: {scene.pile}", f"Discards: {scene.discards}"]
    if scene.rolled:
        parts.append(f"Roll: {scene.rolled}, {'sane' if scene.is_sane else 'insane'}")
    if scene.face is not None:
        parts.append(f"Cthulhu die: {title(scene.face)}")
    elif scene.is_open:
        parts.append("Cthulhu Dice: open")
    return Text("    ".join(parts))


def _word_line(scene: Scene) -> Text:
    line = Text("Word: ")
    if not scene.word:
        return line.append("-")
    line.append_text(_row(scene.word, WIDTH))
    return line.append(f"  worth {scene.worth}")


def _players(scene: Scene) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, expand=True)
    table.add_column("")
    table.add_column("player")
    table.add_column("points", justify="right")
    table.add_column("tokens")
    table.add_column("hand", width=HAND_WIDTH)
    table.add_column("last turn", width=TOLD_WIDTH)
    for place in scene.places:
        table.add_row(
            ">" if place.is_to_move else " ",
            _name(place),
            str(place.points),
            _tokens(place.tokens, scene.tokens),
            _row(place.hand, HAND_WIDTH),
            place.last_turn,
            style="dim" if place.is_gone else "",
        )
    return table


def _name(place: Place) -> Text:
    marks = [
        word
        for word, is_so in (
            ("you", place.is_me),
            ("gone", place.is_gone),
            ("wins", place.is_winner),
        )
        if is_so
    ]
    name = Text(place.name, "bold")
    return name.append(f"\n{', '.join(marks)}", WINNER_STYLE) if marks else name


def _tokens(tokens: int, start: int) -> Text:
    most = max(tokens, start)
    if most > MOST_TOKENS:
        return Text(f"\u25cf {tokens} of {start}", TOKEN_STYLE)
    return Text("\u25cf" * tokens + "\u25cb" * (most - tokens), TOKEN_STYLE)


DRAWING = Drawing(text, "cthulhu_envs.games.unspeakable_words.picture:picture")
