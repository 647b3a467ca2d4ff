"""What a spectator is shown: names of seats, hands as one seat sees them, turns in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cthulhu_envs.authoring.game import Game


def name_of(seat: int) -> str:
    """What a seat is called at the table."""
    return f"player_{seat}"


def names_of(seats: Sequence[int]) -> str:
    """'player_0, player_1 and player_3'."""
    return listed([name_of(seat) for seat in seats])


def listed(words: Sequence[str]) -> str:
    """'this, that and the other'."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, what: str) -> str:
    """'1 card', '2 cards'."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def has(bits: int, seat: int | None) -> bool:
    """Whether a set of seats, kept as bits, holds one; a spectator (None) is in every set."""
    return seat is None or bool(int(bits) >> seat & 1)


def seen_by(looker: int | None) -> str:
    """From where the table is seen."""
    return "all cards open" if looker is None else f"seen by {name_of(looker)}"


def seat_names(game: Game, me: int) -> Mapping[int, str]:
    """What to call the seats, relative to one of them."""
    return {
        step: "myself" if step == 0 else name_of((me + step) % game.num_players)
        for step in range(game.num_players)
    }


def announced(game: Game, s: Any, action: int, looker: int | None) -> str:
    """The action that `s.seat` takes in a position, in words. If it is made in secret
    (`Game.is_secret`), other seats learn only that there was a choice; a spectator (None) sees all.
    """
    seat = int(s.seat)
    if looker not in (None, seat) and game.is_secret(s, looker):
        return f"{name_of(seat)} makes a secret choice"
    return f"{name_of(seat)}: {game.actions.text(action, seat_names(game, seat))}"


@dataclass(frozen=True)
class Held:
    """A card in a hand (None: its back), and other seats that know it.

    Only a spectator is shown all of those. From a seat it is the looking seat alone, or for the
    looker's own card those it can be sure of: who knows a card of one's own can be a secret,
    as when a trade brings a card that its giver may or may not have shown before.
    """

    face: Any
    known_to: tuple[int, ...]


def held_by(
    owner: int,
    face: Any,
    looker: int | None,
    *,
    seen: int,
    is_shown: bool,
    players: int,
    sure: int = 0,
) -> Held:
    """A card in a hand as the looker sees it. `seen` are bits of the seats that know it, `sure` of
    those whom its owner can be sure of; a card that is shown is known to all.
    """
    is_open = is_shown or looker == owner or has(seen, looker)
    known = sure if looker == owner else seen
    seats = range(players) if looker in (None, owner) else [looker]
    known_to = () if is_shown else tuple(seat for seat in seats if has(known, seat))
    return Held(face if is_open else None, known_to)


@dataclass(frozen=True)
class Seated:
    """How one seat stands; a game adds what lies before it."""

    seat: int
    name: str
    is_me: bool  # the looking seat
    is_to_move: bool
    is_winner: bool  # of an episode that has ended
    out: bool
    protected: bool
    hand: tuple[Held, ...]

    @property
    def is_first(self) -> bool:
        """Whether all eyes are on it."""
        return self.is_to_move or self.is_winner


@dataclass(frozen=True)
class Account:
    """A moment of a game in words; a game adds what lies on the table."""

    title: str
    round_number: int
    looker: str
    places: tuple[Any, ...]  # Seated, by seat
    turns: tuple[str, ...]  # of this round
    last_round: str  # how the last finished round was won, or empty
    status: str  # who is to do what, or who has won
    is_over: bool
