"""DRAWING: the table as lines of text; the picture is in picture.py.

A seat's chair shows what the seat knows: its hand, known cards of the other hand, everything open.
"""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.onlooker import seen_by
from cthulhu_envs.engine.render import Drawing
from cthulhu_envs.games.call_of_cthulhu.cards import CardType, Faction
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.picture import picture
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    TITLES,
)
from cthulhu_envs.games.call_of_cthulhu.telling import (
    FACTION_LETTERS,
    choice_lines,
    hand_words,
    headline,
    keywords,
    status,
    those_at,
)

LETTERS = "TCAI"
HEAD = "bold dark_orange"


def table_lines(game: Game, s: Any, seat: int | None) -> list[tuple[str, str]]:
    """The whole table as (line, style), the other side above, one's own below."""
    me = seat or 0
    lines = [(headline(s), HEAD)]
    lines += _side_lines(game, s, 1 - me, seat)
    lines += [("", ""), *_story_lines(s, me), ("", "")]
    lines += _side_lines(game, s, me, seat)
    lines.append((status(game, s), HEAD))
    if not s.ending:
        lines += [(f"  {line}", "") for line in choice_lines(s)]
    return lines


def _side_lines(game: Game, s: Any, seat: int, looker: int | None) -> list[tuple[str, str]]:
    hand = hand_words(s, seat, looker)
    lines = [
        (f"player_{seat}: {s.won_n[seat]} won, deck {s.deck_n[seat]}, hand {hand}", "bold"),
        (f"  domains {_domains(s, seat)}", ""),
    ]
    if s.pile_n[seat]:
        pile = ", ".join(TITLES[s.kind[i]] for i in s.pile[seat, : s.pile_n[seat]][::-1][:6])
        lines.append((f"  discard pile ({s.pile_n[seat]}) {pile}", "dim"))
    for inst in s.play[seat * SLOTS : (seat + 1) * SLOTS]:
        if inst != NOTHING:
            lines.append((f"  {card_line(game, s, int(inst))}", ""))
    return lines


def _domains(s: Any, seat: int) -> str:
    words = []
    for domain in range(s.domains[seat]):
        letters = "".join(FACTION_LETTERS[f] * int(s.res[seat, domain, f]) for f in Faction)
        twice = "*" * int(s.trans[seat, domain].sum())
        words.append(f"[{letters}{twice}{' drained' if s.drained[seat, domain] else ''}]")
    return " ".join(words)


def card_line(game: Game, s: Any, inst: int) -> str:
    """A card in play as it is now."""
    row = game.kit[0].kinds[s.kind[inst]]
    words = [TITLES[s.kind[inst]]]
    if s.insane[inst]:
        words = ["insane", f"({words[0]})"]
    elif row[K.TYPE] == CardType.CHARACTER and s.host[inst] == NOTHING:
        icons = "".join(letter * int(n) for letter, n in zip(LETTERS, s.icons[inst], strict=True))
        words += [str(s.skill[inst]), icons or "no icons"]
        words += keywords(s, inst)
    if s.host[inst] != NOTHING:
        words.append(f"on {TITLES[s.kind[s.host[inst]]]}")
    marks = {
        "exhausted": s.exhausted[inst],
        f"wounds {s.wounds[inst]}": s.wounds[inst],
        f"at story {s.at_story[inst] + 1}": s.at_story[inst] != NOTHING,
        "blank": s.blank[inst],
        "borrowed": s.side[inst] != inst // DECK_MAX,
    }
    return " ".join([*words, *(f"({mark})" for mark, holds in marks.items() if holds)])


def _story_lines(s: Any, me: int) -> list[tuple[str, str]]:
    lines = []
    for slot in range(STORY_SLOTS):
        if s.story[slot] != NOTHING:
            mine, theirs = int(s.success[slot, me]), int(s.success[slot, 1 - me])
            tokens = f"{'#' * theirs:>5} | {'#' * mine:<5}"
            now = "  <- being resolved" if s.resolving == slot else ""
            lines.append(
                (f"  {slot + 1} {TITLES[s.kind[s.story[slot]]]:<30} {tokens}{now}", "bold cyan")
            )
            for seat in (1 - me, me):
                if there := those_at(s, slot, seat):
                    lines.append((f"      player_{seat}: {_sums(s, there)}", ""))
    return lines


def _sums(s: Any, there: list[int]) -> str:
    """Who is at a story, and what they have together."""
    icons = zip(LETTERS, s.icons[there].sum(axis=0), strict=True)
    totals = "".join(letter * int(n) for letter, n in icons) or "no icons"
    names = ", ".join(TITLES[s.kind[inst]] for inst in there)
    return f"{names}: skill {int(s.skill[there].sum())} {totals}"


def text(game: Game, s: Any, seat: int | None) -> RenderableType:
    """The table for a terminal."""
    lines = [Text(line, style) for line, style in table_lines(game, s, seat)]
    return Panel(
        Group(*lines), title=f"{game.title} - {seen_by(seat)}", title_align="left", expand=True
    )


DRAWING = Drawing(text=text, picture=picture)
