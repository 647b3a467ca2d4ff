"""`look`: the table as one seat sees it (R8). Text and picture are drawn from a Scene alone, so
a secret that is not in it cannot be shown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.drawing.spectator import Account, Seated, counted, name_of, seen_by
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.scene import hand_of
from cthulhu_envs.games.lovecraft_letter.cards import INSANE_GOAL, N_CARDS, SANE_GOAL, Card
from cthulhu_envs.games.lovecraft_letter.narration import (
    called,
    laid_down,
    narrate,
)
from cthulhu_envs.games.lovecraft_letter.position import in_play, pile
from cthulhu_envs.games.lovecraft_letter.state import Ending, Phase


class Print(NamedTuple):
    """A card as its edition prints it."""

    card: Card
    value: int
    is_insanity: bool


CardOrBack = Print | None  # a card, or the back of one


def short(card: Card) -> str:
    """A card's name where there is little room: 'Cats', 'Mi-Go', 'Trapezohedron'."""
    return "Mi-Go" if card == Card.MI_GO else title(card)


NO_VALUE_ALONE = "no value was held by one player alone"
ALONE = "as the only one left"
BY_TRAPEZOHEDRON = f"by {called(Card.TRAPEZOHEDRON)}"
WINS = {
    Ending.SANE_TOKENS: f"game with {SANE_GOAL} Sane tokens",
    Ending.INSANE_TOKENS: f"game with {INSANE_GOAL} Insane tokens",
    Ending.CTHULHU: "game: Cthulhu has risen",
    Ending.LAST_ONE_STANDING: f"round {ALONE}",
    Ending.TRAPEZOHEDRON: f"round {BY_TRAPEZOHEDRON}",
}


@dataclass(frozen=True)
class Place(Seated):
    """What lies before one seat. The `pile` is in the order in which it was laid down."""

    is_asked: bool  # a number is named against it, or it gets Nyarlathotep's next card
    immortal: bool
    insanity: int  # Insanity cards in its pile
    sane_tokens: int
    insane_tokens: int
    pile: tuple[Print, ...]
    in_play: tuple[Print, ...]  # played this turn, not yet in the pile


@dataclass(frozen=True)
class Scene(Account):
    """One moment of a match. `aside` is empty once the face-down card has been taken."""

    is_match: bool  # played for tokens
    draw_pile: tuple[CardOrBack, ...]  # top first
    aside: tuple[CardOrBack, ...]
    face_up: tuple[Print, ...]
    braincase: tuple[Print, ...]  # beside the deck, or empty
    braincase_at: str  # where it is, as far as the looker knows
    pool: tuple[CardOrBack, ...]  # what Nyarlathotep has still to give


def look(game: Game, s: Any, seat: int | None) -> Scene:
    """The scene as a seat sees it, or for a spectator who sees all (None)."""
    kit = game.kit[0]
    is_over = s.ending != Ending.GOING_ON
    places = tuple(_place(game, s, seat, owner) for owner in range(game.num_players))
    sees_pool = seat in (None, s.seat)  # R8.8
    pool = tuple(printed(game, c) if sees_pool else None for c in s.pool[: s.pool_size])
    aside = printed(game, s.aside) if seat is None and s.aside != NO_CARD else None
    return Scene(
        title=game.title,
        round_number=int(s.round_number),
        looker=seen_by(seat),
        turns=narrate(game, s, seat),
        last_round=_last_round(game, s),
        status=_outcome(s) if is_over else f"{name_of(s.seat)} is {_to_do(s)}",
        is_over=bool(is_over),
        is_match=not kit.single,
        places=places,
        draw_pile=tuple(printed(game, card) if seat is None else None for card in pile(s)),
        aside=(aside,) if s.aside != NO_CARD else (),
        face_up=tuple(printed(game, card) for card in s.face_up[: kit.num_face_up]),
        braincase=(printed(game, Card.BRAINCASE),) if s.braincase else (),
        braincase_at=_braincase_at(s, places, pool),
        pool=pool,
    )


def printed(game: Game, card: int) -> Print:
    """A card with its value and kind in the edition in use."""
    kit = game.kit[0]
    return Print(Card(card), int(kit.worth[card]), bool(kit.insanity[card]))


def _place(game: Game, s: Any, looker: int | None, seat: int) -> Place:
    is_over = s.ending != Ending.GOING_ON
    is_to_move = not is_over and seat == s.seat
    return Place(
        seat=seat,
        name=name_of(seat),
        is_me=seat == looker,
        is_to_move=is_to_move,
        is_winner=is_over and s.ending != Ending.ROUND_CAP and seat == s.winner,
        is_asked=seat == s.asked,
        out=bool(s.out[seat]),
        protected=bool(s.protected[seat]),
        immortal=bool(s.immortal[seat]),
        insanity=int(s.insanity[seat]),
        sane_tokens=int(s.sane_tokens[seat]),
        insane_tokens=int(s.insane_tokens[seat]),
        hand=hand_of(game, s, looker, seat, partial(printed, game)),
        pile=tuple(printed(game, card) for card in pile_in_order(s, seat)),
        in_play=tuple(printed(game, card) for card in in_play(s)) if is_to_move else (),
    )


def pile_in_order(s: Any, seat: int) -> tuple[int, ...]:
    """The cards before a seat, as this round laid them down; first those that no row names."""
    laid = [card for row in range(s.rows) for owner, card in laid_down(s, row) if owner == seat]
    lying = Counter({card: int(s.discards[seat, card]) for card in range(N_CARDS)})
    return (*sorted((lying - Counter(laid)).elements()), *laid)


def _braincase_at(s: Any, places: tuple[Place, ...], pool: tuple[CardOrBack, ...]) -> str:
    """Where the Braincase is, as far as the looker can see."""
    if s.braincase:
        return "beside the deck"
    if _has_braincase(pool):
        return "to be given"
    for place in places:
        held = tuple(held.face for held in place.hand)
        if _has_braincase((*held, *place.pile, *place.in_play)):
            return f"with {place.name}"
    return "in some hand"


def _has_braincase(faces: tuple[CardOrBack, ...]) -> bool:
    return any(face is not None and face.card == Card.BRAINCASE for face in faces)


def _to_do(s: Any) -> str:
    """What the seat to act decides."""
    if s.phase == Phase.NAME:
        return f"to name a number against {name_of(s.asked)}"
    if s.phase == Phase.GIVE:
        return f"to give {name_of(s.asked)} a card"
    return "to play another card" if s.extra else "to play a card"


def _last_round(game: Game, s: Any) -> str:
    """How a match's last finished round was won."""
    finished = s.round_number if s.ending != Ending.GOING_ON else s.round_number - 1
    if finished == 0 or game.kit[0].single or s.ending == Ending.CTHULHU:
        return ""
    if s.winner == NOBODY:
        return f"round {finished} was drawn: {NO_VALUE_ALONE}"
    words = f"{name_of(s.winner)} won round {finished}"
    if s.last_round == Ending.HIGHEST_CARD:
        return f"{words} {_holding(s)}"
    return f"{words} {BY_TRAPEZOHEDRON if s.last_round == Ending.TRAPEZOHEDRON else ALONE}"


def _holding(s: Any) -> str:
    """R6.3."""
    return f"holding {called(s.showdown[s.winner])}, the highest value held alone"


def _outcome(s: Any) -> str:
    """Who has won the episode, and by what."""
    if s.ending == Ending.DRAWN_ROUND:
        return f"the round is drawn: {NO_VALUE_ALONE}"
    if s.ending == Ending.ROUND_CAP:
        return f"nobody has won after {counted(int(s.round_number), 'round')}"
    if s.ending == Ending.HIGHEST_CARD:
        return f"{name_of(s.winner)} wins the round {_holding(s)}"
    return f"{name_of(s.winner)} wins the {WINS[Ending(s.ending)]}"
