"""`narrate`: a turn of the log in words, with no more than the looking seat knows of it (R8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.spectator import has, name_of
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.narration import fallen, is_seen_by
from cthulhu_envs.games.love_letter.cards import CHOICE, Card, Choice
from cthulhu_envs.games.love_letter.state import Event, Phase


def is_secret(s: Any, seat: int) -> bool:
    """R8.14: nobody else sees what a Chancellor keeps and returns."""
    return s.phase in (Phase.KEEP, Phase.BOTTOM)


class Turn(NamedTuple):
    """A row of the log, with the questions that its words depend on."""

    row: Any
    looker: int | None
    is_unsettled: bool  # a Chancellor is still choosing
    took_aside: bool  # a Prince found the draw pile empty (R4.5a)

    def card(self, event: Event) -> str:
        """'the Baron'."""
        return f"the {title(Card(self.row[event]))}"

    def name(self, event: Event) -> str:
        return name_of(self.row[event])

    @property
    def is_seen_by_both(self) -> bool:
        return is_seen_by(self.looker, self.row[Event.ACTOR], self.row[Event.TARGET])

    @property
    def fall(self) -> str:
        return fallen(self.row[Event.OUT], self.card(Event.SHOWN))


def narrate(game: Game, s: Any, turn: int, looker: int | None) -> str:
    """One turn of this round: who played what on whom, and what came of it."""
    row = s.log[turn]
    card = Card(row[Event.CARD])
    article = "the" if game.kit[0].copies[card] == 1 else "a"
    start = f"{name_of(row[Event.ACTOR])} played {article} {title(card)}"
    if CHOICE[card] != Choice.NOBODY and row[Event.TARGET] == NOBODY:
        return f"{start}, but nobody could be chosen"
    is_last = turn == s.turns - 1
    seen = Turn(row, looker, is_last and s.phase != Phase.PLAY, is_last and s.aside == NO_CARD)
    return start + REST[card](seen)


def _guard(turn: Turn) -> str:
    end = "a miss" if turn.row[Event.OUT] == NOBODY else turn.fall
    return f" on {turn.name(Event.TARGET)}, naming {turn.card(Event.NAMED)}: {end}"


def _priest(turn: Turn) -> str:
    seen = f": {turn.card(Event.TARGET_HELD)}" if turn.is_seen_by_both else ""
    return f" and looked at the hand of {turn.name(Event.TARGET)}{seen}"


def _baron(turn: Turn) -> str:
    start = f" against {turn.name(Event.TARGET)}: "
    if turn.row[Event.OUT] == NOBODY:
        both = f", both hold {turn.card(Event.ACTOR_HELD)}" if turn.is_seen_by_both else ""
        return f"{start}a tie{both}"
    is_won = turn.row[Event.OUT] == turn.row[Event.TARGET]
    higher = turn.card(Event.ACTOR_HELD if is_won else Event.TARGET_HELD)
    return f"{start}{turn.fall}" + (f" against {higher}" if turn.is_seen_by_both else "")


def _prince(turn: Turn) -> str:
    is_own = turn.row[Event.TARGET] == turn.row[Event.ACTOR]
    start = " on themself" if is_own else f" on {turn.name(Event.TARGET)}"
    if turn.row[Event.OUT] != NOBODY:
        return f"{start}: {turn.fall}"
    is_target = is_seen_by(turn.looker, turn.row[Event.TARGET])
    is_seen = is_target or has(turn.row[Event.FIRST_SEEN], turn.looker)
    drawn = turn.card(Event.FIRST) if is_seen else "a new card"
    if turn.took_aside:
        drawn = f"the face-down card{', ' + drawn if is_seen else ''}"
    who = "" if is_own else "who "
    return f"{start}, {who}discarded {turn.card(Event.SHOWN)} and drew {drawn}"


def _chancellor(turn: Turn) -> str:
    if turn.row[Event.FIRST] == NO_CARD:
        return ", but the draw pile was empty"
    drawn = "one card" if turn.row[Event.SECOND] == NO_CARD else "two cards"
    if turn.is_unsettled:
        return f", drew {drawn} and is choosing"
    if not is_seen_by(turn.looker, turn.row[Event.ACTOR]):
        return f" and put {drawn} under the draw pile"
    lowest = turn.row[Event.BOTTOM] != NO_CARD
    end = f", with {turn.card(Event.BOTTOM)} at the very bottom" if lowest else ""
    return f", kept {turn.card(Event.KEPT)} and put {drawn} under the draw pile{end}"


def _king(turn: Turn) -> str:
    gift = f", giving {turn.card(Event.ACTOR_HELD)} for {turn.card(Event.TARGET_HELD)}"
    return f" and traded hands with {turn.name(Event.TARGET)}" + (
        gift if turn.is_seen_by_both else ""
    )


REST: dict[Card, Callable[[Turn], str]] = {  # what follows 'player_1 played a ...'
    Card.SPY: lambda turn: "",
    Card.GUARD: _guard,
    Card.PRIEST: _priest,
    Card.BARON: _baron,
    Card.HANDMAID: lambda turn: " and is protected until their next turn",
    Card.PRINCE: _prince,
    Card.CHANCELLOR: _chancellor,
    Card.KING: _king,
    Card.COUNTESS: lambda turn: "",
    Card.PRINCESS: lambda turn: f": {turn.fall}",
}
