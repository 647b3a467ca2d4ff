"""Positions of Lovecraft Letter as tests write them; `tests/position.py` explains the notation.

    at = position(hands=["hound elder_sign", "cats", "..."], piles=["deep_ones"], deck="mi_go ...")
    at.play("hound_insane", seat=+1)
    assert at.out == [False, True, False]

Cards go by their short names (`Card` in the game's cards.py), words joined by an underscore.
`piles` are cards that lie before the seats already, `out` are seats that have gone out, `protected`
and `immortal` seats that an Elder Sign or Liber Ivonis shields; tokens of both kinds can be given.
These are written into the state: the cards of the piles lie on top of the stacked deck and are
moved from there, as a Sanity Check would move them, so nothing gets lost or doubled; the Sanity
Check of the seat to act is behind it, and the log of the round is empty: no deal leads there, so
only what lies on the table is checked. A shield needs the card
that gives it in the pile. Everything else is reached by playing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cthulhu_envs.authoring.state_checks import in_plain_numbers
from cthulhu_envs.games._letters.hands import empty_slot
from cthulhu_envs.games._letters.limits import NOBODY
from cthulhu_envs.games.lovecraft_letter import settings as lovecraft_letter
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.deal import discard, take_top
from cthulhu_envs.games.lovecraft_letter.position import check_table, pile
from cthulhu_envs.games.lovecraft_letter.state import Phase
from tests.position import LetterPosition
from tests.sight import LetterSight, Notation

LOVECRAFT_LETTER = Notation(Card, str.lower)


class Event(NamedTuple):
    """The public part of a play or a Sanity Check; None and '' say that there was none."""

    actor: int
    card: str  # '' is a Sanity Check
    insane: bool  # the Insane side
    target: int | None
    number: int | None  # the number named
    shown: str  # the card a hand was made to show
    out: int | None
    turned: int  # cards turned up by the check
    is_right: bool = False  # the number named
    is_one: bool = False  # the answer to Deep Ones' 1


class Sight(LetterSight):
    """What one seat sees of Lovecraft Letter."""

    notation = LOVECRAFT_LETTER

    @property
    def pool(self) -> str:
        """Cards that Nyarlathotep has left me to give."""
        return self._copies(self.parts["pool"])

    @property
    def taken(self) -> str:
        """The card Nyarlathotep took from me."""
        return self._copies(self.parts["taken"])

    def mixed(self) -> dict[int, str]:
        """Cards I knew before Nyarlathotep mixed them that may be in the hands of others."""
        others = [seat for seat in range(self._players) if seat != self._seat]
        may = {seat: self._copies(self.parts["among"][self._step(seat) - 1]) for seat in others}
        return {seat: cards for seat, cards in may.items() if cards}

    def collected(self, time: int = 0) -> dict[int, str]:
        """The hands I collected by Nyarlathotep, the latest time first."""
        return self._of_party("collected", time)

    def given(self, time: int = 0) -> dict[int, str]:
        """The cards I gave for them."""
        return self._of_party("given", time)

    def _of_party(self, part: str, time: int) -> dict[int, str]:
        others = [seat for seat in range(self._players) if seat != self._seat]
        cards = {
            seat: self._copies(self.parts[part][time, self._step(seat) - 1]) for seat in others
        }
        return {seat: card for seat, card in cards.items() if card}

    def saw(self, ago: int = 0) -> str:
        """The card I saw or got in a play, the latest first."""
        return self._copies(self.parts["event_saw"][ago])

    def gave(self, ago: int = 0) -> str:
        """The card I gave, or that was taken from me."""
        return self._copies(self.parts["event_gave"][ago])

    @property
    def in_play(self) -> str:
        """Cards played this turn that are not yet in the pile."""
        return self._copies(self.parts["in_play"])

    @property
    def insanity(self) -> list[int]:
        """Insanity cards before each seat."""
        return [int(cards) for cards in self._by_seat("insanity")]

    @property
    def immortal(self) -> list[bool]:
        return self._flags("immortal")

    @property
    def sane_token_shares(self) -> list[float]:
        """Sane tokens of each seat as a share of the goal."""
        return self._shares("sane_tokens")

    @property
    def insane_token_shares(self) -> list[float]:
        """Insane tokens of each seat as a share of the goal."""
        return self._shares("insane_tokens")

    @property
    def is_braincase_there(self) -> bool:
        """Beside the deck."""
        return bool(self.parts["braincase"])

    @property
    def phase(self) -> str:
        """What is being decided: 'play', 'name' or 'give'."""
        return Phase(list(self.parts["phase"]).index(1.0)).name.lower()

    @property
    def is_extra(self) -> bool:
        """Whether the play to come is an extra one."""
        return bool(self.parts["extra"])

    @property
    def asked(self) -> int | None:
        """Whom a number is named against, or who gets the next card."""
        return self._seat_in(self.parts["asked"])

    @property
    def rounds_share(self) -> float:
        """Rounds begun as a share of `max_rounds`."""
        return round(float(self.parts["rounds"]), 5)

    @property
    def num_events(self) -> int:
        """Rows of the log that say something."""
        return int(self.parts["event_actor"].sum())

    def event(self, ago: int = 0) -> Event:
        """A play or a Sanity Check of this round, the latest first."""
        number = self.parts["event_number"][ago]
        return Event(
            self._actor(ago),
            self._copies(self.parts["event_card"][ago]),
            bool(self.parts["event_insane"][ago]),
            self._target(ago),
            int(number.argmax()) if number.any() else None,
            self._copies(self.parts["event_shown"][ago]),
            self._went_out(ago),
            int(self.parts["event_turned"][ago]),
            *(bool(answer) for answer in self.parts["event_right"][ago]),
        )


class Position(LetterPosition):
    """A game of Lovecraft Letter in progress."""

    name = "lovecraft_letter"
    notation = LOVECRAFT_LETTER
    filler = "investigators"
    copies_of = staticmethod(lovecraft_letter.copies_of)
    face_up_of = staticmethod(lovecraft_letter.face_up_of)
    is_written = False  # piles and shields, rather than played

    def sees(self, seat: int) -> Sight:
        return Sight(self.game, seat, self.observed(seat))

    def check(self) -> None:
        """What must hold of a state; of one that was written, what does not ask how it came."""
        if self.is_written:
            check_table(self.game, in_plain_numbers(self.state))
        else:
            super().check()

    def _lay(self, piles: Sequence[str], out: Sequence[int]) -> None:
        """Move the cards of the piles from the top of the deck, and hands of seats that are out."""
        states = self.env._lanes.states.copy()
        s, kit = states[0], self.game.kit[0]
        for seat, text in enumerate(piles):
            for card in self.notation.cards(text):
                assert take_top(s) == card, "the cards of the piles lie on top of the deck"
                discard(kit, s, seat, card)
        for seat in out:
            assert seat != s.seat, "the seat to act is in"
            discard(kit, s, seat, s.hand[seat, 0])
            empty_slot(s, seat, 0)
            s.out[seat] = True
        self.env._place(states)
        self.is_written = True
        self.check()

    def _shield(self, protected: Sequence[int], immortal: Sequence[int]) -> None:
        """Protection and immortality of seats that have played the card for it."""
        seats = range(self.num_players)
        for seat in protected:
            assert {"elder_sign", "liber_ivonis"} & set(self.discards[seat].split()), seat
        for seat in immortal:  # a Liber Ivonis played while insane, so by another card
            assert "liber_ivonis" in self.discards[seat] and self.insanity[seat] > 1, seat
        self.is_written = True
        self._rewrite(
            protected=[seat in protected for seat in seats],
            immortal=[seat in immortal for seat in seats],
        )

    @property
    def pile(self) -> str:
        return self.notation.words(pile(self.state))

    @property
    def in_play(self) -> str:
        """Cards played this turn that are not yet in the pile."""
        return self.sees(self.seat).in_play

    @property
    def pool(self) -> str:
        """Cards that Nyarlathotep has still to give."""
        return self.notation.words(self.state.pool)

    @property
    def asked(self) -> int | None:
        """Whom a number is named against, or who gets the next card."""
        return None if self.state.asked == NOBODY else int(self.state.asked)

    @property
    def phase(self) -> str:
        return Phase(int(self.state.phase)).name.lower()

    @property
    def insanity(self) -> list[int]:
        """Insanity cards before each seat."""
        return self._numbers("insanity")

    @property
    def immortal(self) -> list[bool]:
        return self._flags("immortal")

    @property
    def is_braincase_there(self) -> bool:
        """Beside the deck."""
        return bool(self.state.braincase)

    @property
    def sane_tokens(self) -> list[int]:
        return self._numbers("sane_tokens")

    @property
    def insane_tokens(self) -> list[int]:
        return self._numbers("insane_tokens")

    @property
    def winner(self) -> int | None:
        """Of the last round finished."""
        return None if self.state.winner == NOBODY else int(self.state.winner)


def position(
    *,
    piles: Sequence[str] = (),
    out: Sequence[int] = (),
    protected: Sequence[int] = (),
    immortal: Sequence[int] = (),
    sane_tokens: Sequence[int] = (),
    insane_tokens: Sequence[int] = (),
    **described: Any,
) -> Position:
    """The first decision of a turn in which things stand as described, see above."""
    at = Position.stacked(above=" ".join(piles), **described)
    if piles or out:
        at._lay(piles, out)
    if protected or immortal:
        at._shield(protected, immortal)
    if sane_tokens or insane_tokens:
        at._rewrite(sane_tokens=sane_tokens, insane_tokens=insane_tokens)
    return at


def new_game(seed: int = 0, **settings: Any) -> Position:
    """A game as it is dealt, nothing stacked."""
    return Position.new(seed, **settings)


def assert_same_sight(at: Position, other: Position, *seats: int) -> None:
    """Seats that see no difference between two positions have learned nothing about it."""
    for seat in seats:
        assert at.observed(seat).tolist() == other.observed(seat).tolist(), f"seat {seat}"
