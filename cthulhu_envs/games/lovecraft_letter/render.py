"""DRAWING: how Lovecraft Letter looks. The text is here, the picture in picture.py."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.text import (
    framed,
    hand_of,
    hidden_box,
    named,
    pointer,
    rows_of,
    story,
)
from cthulhu_envs.games._letters.text import card_row, deck_line, known_pile, players_table
from cthulhu_envs.games.lovecraft_letter.card_images import COLOR
from cthulhu_envs.games.lovecraft_letter.cards import INSANE_GOAL, SANE_GOAL
from cthulhu_envs.games.lovecraft_letter.scene import CardOrBack, Place, Print, Scene, look, short

HAND_WIDTH = 20  # columns; two cards take two lines
PILE_WIDTH = 40
WHO_WIDTH, MIND_WIDTH, TOKENS_WIDTH = len("(protected)"), len("insane"), len("tokens")
COLUMNS = {
    "": 1,
    "player": WHO_WIDTH,
    "mind": MIND_WIDTH,
    "tokens": TOKENS_WIDTH,
    "hand": HAND_WIDTH,
    "pile, first to last": PILE_WIDTH,
}
MAD, SANE = "\u25c9", "\u2605"  # signs of insanity and of sanity; on tokens and Insanity cards
NO_MAD, NO_SANE = "\u25cb", "\u2606"  # tokens still missing
MAD_STYLE, SANE_STYLE = "bold medium_orchid", "bold dark_cyan"


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal. Whatever is shown in colour is said in words or signs as well."""
    scene = look(game, s, seat)
    return framed(scene, _table_lines(scene), _players(scene), story(scene))


def card_box(face: CardOrBack) -> Text:
    """`[5 Armitage]`, with a sign on Insanity cards, or `[?]` for a card that is not seen."""
    if face is None:
        return hidden_box()
    return Text(f"[{_value(face)} {short(face.card)}]", f"bold white on {COLOR[face.card]}")


def _table_lines(scene: Scene) -> Text:
    """The middle of the table: goals, draw pile, cards beside it, Nyarlathotep's cards."""
    lines = Text("One round    ")
    if scene.is_match:
        lines = Text(f"First to {SANE} {SANE_GOAL} Sane or {MAD} {INSANE_GOAL} Insane tokens    ")
    lines.append(f"{MAD} is an Insanity card\n")
    lines.append_text(deck_line(scene.draw_pile, scene.aside, card_box))
    lines.append(f"    Braincase: {scene.braincase_at}")
    lines.append_text(card_row("Face up", scene.face_up, card_box))
    lines.append_text(card_row("To give", scene.pool, card_box))
    return lines.append_text(known_pile(scene.draw_pile, _value))


def _value(face: Print) -> str:
    """A card by its value, with a sign on Insanity cards."""
    return f"{face.value}{MAD if face.is_insanity else ''}"


def _players(scene: Scene) -> Table:
    def cells(place: Place) -> tuple[Text, ...]:
        return (
            pointer(place),
            named(place, {"immortal": place.immortal, "asked": place.is_asked}),
            _mind(place),
            _tokens(place, scene.is_match),
            hand_of(place, card_box, _short, HAND_WIDTH),
            _pile(place),
        )

    return players_table(scene.places, COLUMNS, cells)


def _mind(place: Place) -> Text:
    """Sane, or insane with a sign for each card of the next Sanity Check."""
    if place.insanity == 0:
        return Text("sane", SANE_STYLE)
    signs = MAD * place.insanity if place.insanity <= MIND_WIDTH else f"{MAD} x {place.insanity}"
    return Text(f"insane\n{signs}", MAD_STYLE)


def _tokens(place: Place, is_match: bool) -> Text:
    """Those gained and, in a match, those still missing."""
    sane, mad = place.sane_tokens, place.insane_tokens
    missing = (SANE_GOAL - sane, INSANE_GOAL - mad) if is_match else (0, 0)
    line = Text(SANE * sane + NO_SANE * missing[0], SANE_STYLE)
    return line.append(" ").append(MAD * mad + NO_MAD * missing[1], MAD_STYLE)


def _short(face: Print) -> str:
    return short(face.card)


def _pile(place: Place) -> Text:
    """The pile, and under it what is played but does not lie there yet."""
    lines = rows_of(map(card_box, place.pile), PILE_WIDTH)
    if place.in_play:
        lines.append("\nin play: " if place.pile else "in play: ", "italic")
        lines.append_text(rows_of(map(card_box, place.in_play), PILE_WIDTH - len("in play: ")))
    return lines


DRAWING = Drawing(text, "cthulhu_envs.games.lovecraft_letter.picture:picture")
