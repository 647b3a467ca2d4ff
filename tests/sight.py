"""One seat's observation of a letter game in words, read through `game.observations.view` alone.

`LetterSight` is what Love Letter and Lovecraft Letter share, `Sight` is Love Letter's.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.love_letter.cards import Card

REST = "..."  # whatever cards remain


@dataclass(frozen=True)
class Notation:
    """How tests write the cards of a game; they are read in any case."""

    kinds: type[enum.IntEnum]
    spell: Callable[[str], str]

    def cards(self, text: str) -> list[Any]:
        """'Guard Priest' -> [Card.GUARD, Card.PRIEST]."""
        return [self.kinds[word.upper()] for word in text.split() if word != REST]

    def words(self, cards: Iterable[int]) -> str:
        """[Card.GUARD, NO_CARD, Card.PRIEST] -> 'Guard Priest'."""
        return " ".join(self.spell(self.kinds(card).name) for card in cards if card != NO_CARD)

    def copies(self, counts: Any) -> str:
        """How many of each card there are -> the cards, in order of value."""
        return self.words(np.repeat(np.array(self.kinds), np.asarray(counts).astype(int)))


LOVE_LETTER = Notation(Card, str.title)


class Event(NamedTuple):
    """The public part of a turn; seats are absolute, None and '' say that there was none."""

    actor: int
    card: str
    target: int | None
    about: str  # named by a Guard, or shown by a hand
    out: int | None


class LetterSight:
    """What one seat sees. Seats are absolute, hands and discards come in order of value."""

    notation: ClassVar[Notation]

    def __init__(self, game: Game, seat: int, observed: NDArray[Any]) -> None:
        self.vector = observed
        self.parts = game.observations.view(observed)
        self._seat = seat
        self._players = game.num_players

    @property
    def hand(self) -> str:
        """My own cards."""
        return self._copies(self.parts["hand"])

    def knows(self, of: int) -> str:
        """Cards I know in the hand of another."""
        return self._copies(self.parts["seen"][self._step(of) - 1])

    def knows_of_others(self) -> dict[int, str]:
        """All I know of the hands of others, by seat."""
        others = [seat for seat in range(self._players) if seat != self._seat]
        return {seat: self.knows(of=seat) for seat in others if self.knows(of=seat)}

    def exposed(self, to: int) -> str:
        """Cards of mine that another knows."""
        return self._copies(self.parts["exposed"][self._step(to) - 1])

    @property
    def face_up(self) -> str:
        return self._copies(self.parts["face_up"])

    @property
    def unseen(self) -> str:
        """Cards I cannot locate."""
        return self._copies(self.parts["unseen"])

    def discards(self, of: int) -> str:
        return self._copies(self.parts["discards"][self._step(of)])

    @property
    def protected(self) -> list[bool]:
        return self._flags("protected")

    @property
    def out(self) -> list[bool]:
        return self._flags("out")

    @property
    def turn(self) -> int:
        """The seat that decides."""
        return list(self._by_seat("turn")).index(1.0)

    @property
    def pile(self) -> int:
        return int(self.parts["pile"])

    @property
    def is_aside_there(self) -> bool:
        return bool(self.parts["aside"])

    def _actor(self, ago: int) -> int:
        actor = self._seat_in(self.parts["event_actor"][ago])
        assert actor is not None, f"there is no event {ago} events ago"
        return actor

    def _target(self, ago: int) -> int | None:
        return self._seat_in(self.parts["event_target"][ago])

    def _went_out(self, ago: int) -> int | None:
        """The actor or the one chosen."""
        out = (self.parts["event_out"][ago] == 1.0).tolist()
        return self._actor(ago) if out[0] else self._target(ago) if out[1] else None

    def _step(self, seat: int) -> int:
        return (seat - self._seat) % self._players

    def _by_seat(self, part: str) -> NDArray[Any]:
        return np.roll(self.parts[part], self._seat)

    def _flags(self, part: str) -> list[bool]:
        return [bool(flag) for flag in self._by_seat(part)]

    def _shares(self, part: str) -> list[float]:
        return [round(float(share), 5) for share in self._by_seat(part)]

    def _seat_in(self, flags: NDArray[Any]) -> int | None:
        found = np.flatnonzero(flags)
        return (self._seat + int(found[0])) % self._players if len(found) else None

    def _copies(self, counts: NDArray[Any]) -> str:
        return self.notation.copies(counts)


class Sight(LetterSight):
    """What one seat sees of Love Letter."""

    notation = LOVE_LETTER

    @property
    def bottom(self) -> list[str]:
        """Cards I know in the draw pile by place from the very bottom up to the highest I know;
        '' is unknown.
        """
        return self._places("bottom")

    @property
    def drawn(self) -> str:
        """The card I drew for this turn."""
        return self._copies(self.parts["drawn"])

    def among(self, of: int) -> str:
        """Cards I knew before a Chancellor mixed them that may be in the hand of another."""
        return self._copies(self.parts["among"][self._step(of) - 1])

    def mixed(self) -> dict[int, str]:
        """The same for all hands in which there may be some, by seat."""
        others = [seat for seat in range(self._players) if seat != self._seat]
        return {seat: self.among(of=seat) for seat in others if self.among(of=seat)}

    @property
    def among_bottom(self) -> list[str]:
        """The same by place from the very bottom up to the highest that may hold one."""
        return self._places("among_bottom")

    def drew(self, ago: int = 0) -> str:
        """What I know of the card drawn as a turn began, the latest turn first."""
        return self._copies(self.parts["event_drew"][ago])

    def saw(self, ago: int = 0) -> str:
        """Other cards I came to know in a turn, the latest first."""
        return self._copies(self.parts["event_saw"][ago])

    def _places(self, part: str) -> list[str]:
        places = [self._copies(place) for place in self.parts[part]]
        while places and not places[-1]:
            places.pop()
        return places

    @property
    def token_shares(self) -> list[float]:
        """Tokens of each seat as a share of the goal."""
        return self._shares("tokens")

    def event(self, ago: int = 0) -> Event:
        """A turn of this round, the latest first."""
        return Event(
            self._actor(ago),
            self._copies(self.parts["event_card"][ago]),
            self._target(ago),
            self._copies(self.parts["event_about"][ago]),
            self._went_out(ago),
        )
