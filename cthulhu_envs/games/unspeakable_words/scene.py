"""`look`: the table as one seat sees it (R8). Text and picture are drawn from a Scene alone, so
a secret that is not in it cannot be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.spectator import seen_by
from cthulhu_envs.games.unspeakable_words.cards import POINTS, Effect, Letter
from cthulhu_envs.games.unspeakable_words.effects import is_dice_time
from cthulhu_envs.games.unspeakable_words.position import spelled
from cthulhu_envs.games.unspeakable_words.state import NO_FACE, NO_TURN, Ending, Phase

Card = Letter | None  # a letter, or the back of a card

TO_DO = {
    Phase.WORD: "to lay a word",
    Phase.CLAIM: "to claim all or half",
    Phase.DICE: "to roll the Cthulhu die or not",
    Phase.EYE: "to choose what the Eye does",
}


@dataclass(frozen=True)
class Place:
    """What is seen of one seat."""

    name: str
    is_me: bool
    is_to_move: bool
    is_winner: bool
    is_gone: bool
    points: int
    tokens: int
    hand: tuple[Card, ...]
    kept: int  # cards held since before the last shuffle (R8.5)
    lacks: tuple[Letter, ...]  # which of the letters known to be held so are not among them
    word: str  # of its latest turn, '' if it threw in or had none
    last_turn: str  # that turn in words


@dataclass(frozen=True)
class Scene:
    """One moment of a game."""

    title: str
    looker: str
    target: int
    tokens: int  # at the start
    turn: int  # from 1 on
    places: tuple[Place, ...]
    word: tuple[Letter, ...]  # being laid
    worth: int
    pile: int  # cards
    discards: int
    held: tuple[Letter, ...]  # that others have held since before the last shuffle (R8.5)
    rolled: int  # in the latest check, 0 before the first
    is_sane: bool
    has_dice: bool  # the Cthulhu Dice are in the game
    is_open: bool  # and may be rolled (R5.1)
    face: Effect | None  # what they showed in the latest turn
    status: str
    is_over: bool


def look(game: Game, s: Any, seat: int | None) -> Scene:
    """The scene as a seat sees it, or for a spectator who sees all (None)."""
    kit, players = game.kit[0], range(game.num_players)
    word = tuple(Letter(letter) for letter in s.word[: s.length])
    latest = _latest(game, s)
    face = int(s.last_face[latest])
    return Scene(
        title=game.title,
        looker=seen_by(seat),
        target=int(kit.target),
        tokens=int(kit.tokens),
        turn=int(s.turns) + (s.ending == Ending.GOING_ON),
        places=tuple(_place(game.num_players, s, seat, owner) for owner in players),
        word=word,
        worth=sum(int(POINTS[letter]) for letter in word),
        pile=int(s.left),
        discards=int(s.discards.sum()),
        held=() if seat is None else _held(game, s, seat),
        rolled=int(s.last_roll[latest]),
        is_sane=not s.last_failed[latest],
        has_dice=bool(kit.with_dice),
        is_open=bool(is_dice_time(kit, s)),
        face=None if face == NO_FACE else Effect(face),
        status=_status(s),
        is_over=bool(s.ending != Ending.GOING_ON),
    )


def _latest(game: Game, s: Any) -> int:
    """The seat whose turn was last, or is past its word."""
    seat = int(s.seat)
    if s.phase in (Phase.DICE, Phase.EYE) or s.ending != Ending.GOING_ON:
        return seat
    for step in range(1, game.num_players + 1):
        other = (seat - step) % game.num_players
        if s.last_code[other] != NO_TURN and (not s.gone[other] or s.leaving[other]):
            return other
    return seat


def _place(players: int, s: Any, looker: int | None, seat: int) -> Place:
    is_over = s.ending != Ending.GOING_ON
    is_open = looker is None or looker == seat
    hand = [Letter(letter) if is_open else None for letter in s.hand[seat, : s.held[seat]]]
    won = seat == s.seat if s.ending == Ending.TARGET_REACHED else not s.gone[seat]
    code = int(s.last_code[seat])
    return Place(
        name=f"player_{seat}",
        is_me=seat == looker,
        is_to_move=not is_over and seat == s.seat,
        is_winner=bool(is_over and won and s.ending != Ending.TURN_LIMIT),
        is_gone=bool(s.gone[seat]),
        points=int(s.points[seat]),
        tokens=int(s.tokens[seat]),
        hand=tuple(hand),
        kept=int((s.batch_of[seat, : s.held[seat]] < s.batch).sum()),
        lacks=() if is_open or looker is None else _lacks(players, s, looker, seat),
        word="" if code == NO_TURN else spelled(code),
        last_turn=_last_turn(s, seat),
    )


def _last_turn(s: Any, seat: int) -> str:
    """A seat's latest turn: word, claim, roll, and the Cthulhu die."""
    code = int(s.last_code[seat])
    if code == NO_TURN:
        return ""
    if code == 0:
        return "threw in the hand"
    if s.last_roll[seat] == 0:
        return f"{spelled(code)}, not claimed yet"
    end = "insane" if s.last_failed[seat] else "sane"
    words = f"{spelled(code)} for {s.last_claim[seat]}, rolled {s.last_roll[seat]}: {end}"
    if s.last_face[seat] != NO_FACE:
        words += f"; {title(Effect(s.last_face[seat]))} at player_{s.last_target[seat]}"
    return words


def _held(game: Game, s: Any, me: int) -> tuple[Letter, ...]:
    """R8.5, in order of the alphabet."""
    return tuple(sorted(letter for letter, _ in _earlier(game.num_players, s, me)))


def _earlier(players: int, s: Any, me: int) -> list[tuple[Letter, int]]:
    """The others' cards from before the last shuffle: letters, and before which."""
    return [
        (Letter(s.hand[seat, slot]), int(s.batch_of[seat, slot]))
        for seat in range(players)
        for slot in range(s.held[seat])
        if seat != me and s.batch_of[seat, slot] < s.batch
    ]


def _lacks(players: int, s: Any, me: int, seat: int) -> tuple[Letter, ...]:
    """R8.5a: which of those letters a seat cannot hold, in order of the alphabet."""
    rows = {int(s.batch_of[seat, slot]): int(s.lacks[seat, slot]) for slot in range(s.held[seat])}
    cards = _earlier(players, s, me)
    may = {letter for letter, batch in cards if batch in rows and not rows[batch] >> letter & 1}
    return tuple(sorted({letter for letter, _ in cards} - may))


def _status(s: Any) -> str:
    if s.ending == Ending.TARGET_REACHED:
        return f"player_{s.seat} wins with {s.points[s.seat]} points"
    if s.ending == Ending.LAST_ONE_STANDING:
        (last,) = [seat for seat in range(len(s.gone)) if s.tokens[seat] > 0]
        return f"player_{last} wins, the last one standing"
    if s.ending == Ending.TURN_LIMIT:
        return f"broken off after {s.turns} turns"
    return f"player_{s.seat} is {TO_DO[Phase(s.phase)]}"
