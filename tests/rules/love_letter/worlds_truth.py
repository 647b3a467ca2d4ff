"""The truth that `determinize` is tested against: all histories of a round, counted (R9.2, R9.3).

Plain and slow. A history is the deck in order, every copy a card of its own, with the hidden
choices of the others. Each is played through the game itself from the deal on, and is dropped as
soon as the observing seat would see anything else than it did see. What is left are the histories
that agree with all it has seen; the `weight` of an entry says for how many of them it stands.

Cards are laid out only when the game is about to look at them: a place nobody has looked at is
UNKNOWN. Laying a character there counts for as many histories as copies of it are left, so equal
characters are counted as the different cards they are, without being followed one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import copies_of, face_up_of
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, RING, Phase
from tests.worlds import (
    Histories,
    begins_round,
    joined,
    lay,
    observed,
    same_rows,
    step,
)
from tests.worlds import assert_fair as assert_all_fair

UNKNOWN = 99
MOST_DRAWN = {Card.CHANCELLOR: 3, Card.PRINCE: 2}  # by the card and by the next turn's start


class World(NamedTuple):
    """What lies where, by character: hands by seat and slot, the face-down card, the pile."""

    hands: tuple[tuple[Card, ...], ...]
    aside: Card | None
    pile: tuple[Card, ...]


class Seen(NamedTuple):
    """What one seat sees of each state; its own cards also in the order they came."""

    obs: NDArray[Any]
    hand: NDArray[Any]
    ending: NDArray[Any]

    def agrees(self, true: Seen) -> NDArray[Any]:
        """For each history, whether the seat sees what it saw in the true game."""
        same = [same_rows(ours, theirs) for ours, theirs in zip(self, true, strict=True)]
        return np.logical_and.reduce(same)


def all_histories(replay: Replay, seat: int) -> Histories:
    """The histories of the round being played that agree with all that the seat has seen."""
    game = replay.game
    true_states = list(replay.states())
    first = max(n for n, s in enumerate(true_states) if begins_round(true_states, n))
    found = deal_any(game, true_states[first], seat)
    found = found.take(look(game, found.states, seat).agrees(look(game, true_states[first], seat)))
    for action, before, after in zip(
        replay.actions[first:], true_states[first:], true_states[first + 1 :], strict=False
    ):
        found = play(game, found, action, seat, before[0])
        found = found.take(look(game, found.states, seat).agrees(look(game, after, seat)))
    assert len(found.weight), "the true history is one of them"
    return lay_all(found)


def deal_any(game: Game, true_state: NDArray[Any], seat: int) -> Histories:
    """Every deal of a round, through the game's own: the hands and the first draw laid out."""
    start = game.new_states(1)
    start["tokens"] = true_state["tokens"]
    start["round_number"] = true_state["round_number"] - 1
    game.arrange(game, start[0], {"start": int(true_state[0].starter)})
    start["stacked"] = True
    start["deck"] = UNKNOWN
    found = Histories(start, np.array([copies_of(game.values)]), np.ones(1, np.int64))
    first_hand = 1 + face_up_of(game.values)
    for place in range(1, first_hand + game.num_players + 1):
        found = lay(found, "deck", place)
        if place == first_hand + seat:  # sooner than `look` would drop the others
            own = found.states["deck"][:, place] == true_state[0].hand[seat, 0]
            found = found.take(own)
    lanes = Lanes(game, len(found.weight))
    lanes.states[...] = found.states
    lanes.run(loops.BEGIN)
    found.states = lanes.states
    return found


def lay_pile(found: Histories, count: int) -> Histories:
    """Lay out the top cards of the draw pile, as far as it reaches and where still unknown."""
    if not len(found.weight):
        return found
    top, left = int(found.states[0].top), int(found.states[0].left)
    for k in range(min(count, left)):
        place = (top + k) & RING
        if found.states[0].deck[place] == UNKNOWN:  # how many were drawn is public
            found = lay(found, "deck", place)
    return found


def lay_aside(found: Histories) -> Histories:
    is_unknown = len(found.weight) and found.states[0].aside == UNKNOWN
    return lay(found, "aside") if is_unknown else found


def lay_all(found: Histories) -> Histories:
    found = lay_pile(lay_aside(found), RING)
    assert (found.states["aside"] != UNKNOWN).all()
    return found


def play(game: Game, found: Histories, action: int, seat: int, true: Any) -> Histories:
    """One more decision: the true action, or any, if it was another's hidden one (R9.2)."""
    phase = Phase(true.phase)
    meaning = game.actions.decode(action)
    card = None if phase != Phase.PLAY else Card(game.kit[0].card_of[action])
    found = lay_pile(found, MOST_DRAWN.get(card, 1))  # type: ignore[arg-type]
    if card == Card.PRINCE and true.left == 0:
        found = lay_aside(found)
    if phase == Phase.PLAY or true.seat == seat:
        wanted = card if phase == Phase.PLAY else Card(meaning.values["card"])
        found = step(game, choose(found, wanted, phase), action)
    else:
        acts = [game.actions.encode(meaning.name, card=other) for other in Card]
        found = joined(
            [
                step(game, choose(found, other, phase), act)
                for other, act in zip(Card, acts, strict=True)
            ]
        )
    assert (found.states["hand"] != UNKNOWN).all()
    return found


def choose(found: Histories, card: Card, phase: Phase) -> Histories:
    """The histories in which the acting seat has that card to play, keep or put down: one for each
    copy it could be (R9.3).
    """
    if not len(found.weight):
        return found
    held = found.states["hand"][:, found.states[0].seat]
    if phase == Phase.BOTTOM:
        held = held[:, 1:]  # the card in slot 0 is kept
    copies = (held == card).sum(axis=1)
    chosen = found.take(copies > 0)
    chosen.weight *= copies[copies > 0]
    return chosen


def look(game: Game, states: NDArray[Any], seat: int) -> Seen:
    """What one seat sees of the states."""
    return Seen(observed(game, states, seat), states["hand"][:, seat], states["ending"])


def tally(
    game: Game, states: NDArray[Any], weight: NDArray[np.int64] | None = None
) -> dict[World, int]:
    """How often each world occurs among states that agree in all that is public."""
    weight = np.ones(len(states), np.int64) if weight is None else weight
    players, s = game.num_players, states[0]
    hands = states["hand"][:, :players].copy()
    if s.phase == Phase.BOTTOM:  # the two cards to be returned are in no order yet
        hands[:, s.seat, 1:].sort(axis=1)
    pile = states["deck"][:, (s.top + np.arange(s.left)) & RING]
    rows = np.hstack([hands.reshape(len(states), -1), states["aside"][:, None], pile])
    kinds, kind = np.unique(rows, axis=0, return_inverse=True)
    counts = np.zeros(len(kinds), np.int64)
    np.add.at(counts, kind.ravel(), weight)
    worlds = (world_of(row, players) for row in kinds.tolist())
    return dict(zip(worlds, counts.tolist(), strict=True))


def world_of(row: list[int], players: int) -> World:
    size = players * HAND_SLOTS
    held = [row[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS] for seat in range(players)]
    return World(
        tuple(tuple(Card(card) for card in hand if card != NO_CARD) for hand in held),
        None if row[size] == NO_CARD else Card(row[size]),
        tuple(map(Card, row[size + 1 :])),
    )


ASPECTS: dict[str, Callable[[World], Hashable]] = {
    "the hands": lambda world: world.hands,
    "the face-down card": lambda world: world.aside,
    "the top card": lambda world: world.pile[:1],
    "the bottom card": lambda world: world.pile[-1:],
    "the whole world": lambda world: world,
}


def assert_fair(worlds: dict[World, int], seen: dict[World, int], rare: float) -> None:
    """No impossible world, all likely ones, and each as often as its histories say."""
    assert_all_fair(worlds, seen, rare, ASPECTS)
