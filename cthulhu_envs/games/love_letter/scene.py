"""`look`: the table as one seat sees it (R8). Text and picture are drawn from a Scene alone, so
a secret that is not in it cannot be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.spectator import (
    Account,
    Seated,
    has,
    name_of,
    names_of,
    seen_by,
)
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games._letters.narration import shown_by
from cthulhu_envs.games._letters.scene import hand_of
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.narration import narrate
from cthulhu_envs.games.love_letter.scoring import is_winner
from cthulhu_envs.games.love_letter.state import RING, Ending, Event, Phase

CardOrBack = Card | None  # a card, or the back of one

has_won: Callable[..., Any] = is_winner  # (kit, s, seat); kernels carry no types

TO_DO = {
    Phase.PLAY: "to play a card",
    Phase.KEEP: "to choose which card to keep",
    Phase.BOTTOM: "to choose which card goes to the very bottom",
}


@dataclass(frozen=True)
class Place(Seated):
    """What lies before one seat. `discards` are in the order in which they were laid down."""

    tokens: int
    discards: tuple[Card, ...]


@dataclass(frozen=True)
class Scene(Account):
    """One moment of a match. `aside` is empty once a Prince has taken the face-down card."""

    goal: int | None  # tokens that win; None in a single round
    pile: tuple[CardOrBack, ...]  # top first
    aside: tuple[CardOrBack, ...]
    face_up: tuple[Card, ...]


def look(game: Game, s: Any, seat: int | None) -> Scene:
    """The scene as a seat sees it, or for a spectator who sees all (None)."""
    kit = game.kit[0]
    is_over = s.ending != Ending.GOING_ON
    aside = Card(s.aside) if seat is None and s.aside != NO_CARD else None
    return Scene(
        title=game.title,
        round_number=int(s.round_number),
        goal=None if kit.single else int(kit.goal),
        looker=seen_by(seat),
        places=tuple(_place(game, s, seat, owner) for owner in range(game.num_players)),
        pile=_pile(s, seat),
        aside=(aside,) if s.aside != NO_CARD else (),
        face_up=tuple(Card(card) for card in s.face_up[: kit.num_face_up]),
        turns=tuple(narrate(game, s, turn, seat) for turn in range(s.turns)),
        last_round=_last_round(game, s),
        status=_outcome(game, s) if is_over else f"{name_of(s.seat)} is {TO_DO[Phase(s.phase)]}",
        is_over=bool(is_over),
    )


def _place(game: Game, s: Any, looker: int | None, seat: int) -> Place:
    is_over = s.ending != Ending.GOING_ON
    return Place(
        seat=seat,
        name=name_of(seat),
        is_me=seat == looker,
        is_to_move=not is_over and seat == s.seat,
        is_winner=is_over and bool(has_won(game.kit[0], s, seat)),
        out=bool(s.out[seat]),
        protected=bool(s.protected[seat]),
        tokens=int(s.tokens[seat]),
        hand=hand_of(game, s, looker, seat, Card),
        discards=discards_in_order(s, seat),
    )


def _pile(s: Any, looker: int | None) -> tuple[CardOrBack, ...]:
    """R8.8: only who put a card under the draw pile knows it there."""
    places = [(s.top + k) & RING for k in range(s.left)]
    return tuple(Card(s.deck[at]) if has(s.deck_seen[at], looker) else None for at in places)


def discards_in_order(s: Any, seat: int) -> tuple[Card, ...]:
    """The cards before a seat, as the turns of this round laid them down."""
    cards = []
    for row in s.log[: s.turns]:
        if row[Event.ACTOR] == seat:
            cards.append(Card(row[Event.CARD]))
        if row[Event.SHOWN] != NO_CARD and shown_by(row[Event.TARGET], row[Event.OUT]) == seat:
            cards.append(Card(row[Event.SHOWN]))
    return tuple(cards)


def _last_round(game: Game, s: Any) -> str:
    """How a match's last finished round was won, and the Spy's token while it is news."""
    is_over = s.ending != Ending.GOING_ON
    finished = s.round_number if is_over else s.round_number - 1
    if finished == 0 or game.kit[0].single:
        return ""
    winners = [seat for seat in range(game.num_players) if s.won[seat]]
    verb = "won" if len(winners) == 1 else "shared"
    words = f"{names_of(winners)} {verb} round {finished} {_how(s, winners)}"
    spies = [seat for seat in range(game.num_players) if s.gained[seat] > s.won[seat]]
    if spies and (is_over or s.turns == 0):
        words += f"; {names_of(spies)} gained a token for the {title(Card.SPY)}"
    return words


def _how(s: Any, winners: Sequence[int]) -> str:
    """R6.1 or R6.3: what made them win the last finished round."""
    shown = s.showdown[winners[0]]
    return "as the only one left" if shown == NO_CARD else f"holding the {title(Card(shown))}"


def _outcome(game: Game, s: Any) -> str:
    """Who has won the episode, and by what."""
    winners = [seat for seat in range(game.num_players) if has_won(game.kit[0], s, seat)]
    verb = "wins" if len(winners) == 1 else "share"
    if s.ending != Ending.TOKEN_GOAL:
        return f"{names_of(winners)} {verb} the round {_how(s, winners)}"
    tokens = " and ".join(str(s.tokens[seat]) for seat in winners)
    return f"{names_of(winners)} {verb} the match with {tokens} token{'' if tokens == '1' else 's'}"
