"""The truth that `determinize` is tested against: all histories of a round, counted (R9.2, R9.3).

Plain and slow. A history is the deck in order, every copy a card of its own, with the hidden gifts
of others' Nyarlathoteps. Each is played through the game itself from the deal on, and is dropped
as soon as the observing seat would see anything else than it did see. What is left are the
histories that agree with all it has seen; the `weight` of an entry says for how many of them it
stands. Of two equal cards either may be the one played or given: they are different cards.

Cards are laid out only when the game is about to look at them. A place nobody has looked at holds
NOT_LAID, a card that is never there; a history in which the game takes more cards than it really
did comes upon it, but the seat sees that more were taken, so it is dropped.
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
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.settings import copies_of, face_up_of
from cthulhu_envs.games.lovecraft_letter.state import HAND_SLOTS, MAX_POOL, Event, Phase
from tests.worlds import Histories, begins_round, joined, lay, observed, same_rows, step
from tests.worlds import assert_fair as assert_all_fair

NOT_LAID = Card.BRAINCASE


class World(NamedTuple):
    """What lies where: hands by seat and slot, cards that Nyarlathotep has still to give, the
    face-down card, the draw pile; and how it came about: the cards drawn, in order, and the gifts.
    """

    hands: tuple[tuple[Card, ...], ...]
    pool: tuple[Card, ...]
    aside: Card | None
    pile: tuple[Card, ...]
    drawn: tuple[Card, ...]
    gifts: tuple[Card, ...]


class Seen(NamedTuple):
    """What one seat sees of each state. Besides its observation: its own cards in the order they
    came, cards turned up in the order they came, and from whom it collected which card.
    """

    obs: NDArray[Any]
    ending: NDArray[Any]
    hand: NDArray[Any]
    pool: NDArray[Any]
    turned: NDArray[Any]

    def agrees(self, true: Seen) -> NDArray[Any]:
        """For each history, whether the seat sees what it saw in the true game."""
        same = [same_rows(ours, theirs) for ours, theirs in zip(self, true, strict=True)]
        return np.logical_and.reduce(same)


def look(game: Game, states: NDArray[Any], seat: int, true: Any) -> Seen:
    """What one seat sees of the states; `true` is the game as it really is."""
    pool = states["pool"] if true.seat == seat else states["pool"][:, :0]
    return Seen(
        observed(game, states, seat),
        states["ending"],
        states["hand"][:, seat],
        pool,
        states["deck"][:, turned_up(true)],
    )


def turned_up(true: Any) -> list[int]:
    """Positions of the deck whose cards a Sanity Check turned up."""
    checks = [row for row in true.log[: true.rows] if row[Event.CARD] == NO_CARD]
    return [int(row[Event.DREW_AT]) + n for row in checks for n in range(row[Event.TURNED])]


def all_histories(replay: Replay, seat: int) -> Histories:
    """The histories of the round being played that agree with all that the seat has seen."""
    game = replay.game
    true_states = list(replay.states())
    first = max(n for n, s in enumerate(true_states) if begins_round(true_states, n))
    found = agreeing(game, deal_any(game, true_states[first], seat), true_states[first], seat)
    for action, before, after in zip(
        replay.actions[first:], true_states[first:], true_states[first + 1 :], strict=False
    ):
        found = lay_taken(found, before[0], after[0])
        found = agreeing(game, play(game, found, action, seat, before[0]), after, seat)
    assert len(found.weight), "the true history is one of them"
    return lay_rest(found)


def agreeing(game: Game, found: Histories, true: NDArray[Any], seat: int) -> Histories:
    ours, theirs = (look(game, states, seat, true[0]) for states in (found.states, true))
    return found.take(ours.agrees(theirs))


def deal_any(game: Game, true_state: NDArray[Any], seat: int) -> Histories:
    """Every deal of a round, through the game's own: the hands and the first draw laid out."""
    start = game.new_states(1)
    for field in ("sane_tokens", "insane_tokens"):
        start[field] = true_state[field]
    start["round_number"] = true_state["round_number"] - 1
    game.arrange(game, start[0], {"start": int(true_state[0].starter)})
    start["stacked"] = True
    start["deck"] = NOT_LAID
    found = Histories(start, np.array([copies_of(game.values)]), np.ones(1, np.int64))
    first_hand = 1 + face_up_of(game.values)
    for place in range(1, first_hand + game.num_players + 1):
        found = lay(found, "deck", place)
        if place == first_hand + seat:  # sooner than `look` would drop the others
            found = found.take(found.states["deck"][:, place] == true_state[0].hand[seat, 0])
    lanes = Lanes(game, len(found.weight))
    lanes.states[...] = found.states
    lanes.run(loops.BEGIN)
    found.states = lanes.states
    return found


def lay_taken(found: Histories, before: Any, after: Any) -> Histories:
    """Lay out the cards that the next decision takes, which is public; those turned up are too."""
    open_places = turned_up(after)
    for place in range(int(before.top), int(after.top)):
        found = lay(found, "deck", place)
        if place in open_places:
            found = found.take(found.states["deck"][:, place] == after.deck[place])
    if before.aside != NO_CARD and after.aside == NO_CARD:
        found = lay_aside(found)
    return found


def lay_aside(found: Histories) -> Histories:
    found = lay(found, "aside")
    found.states["deck"][:, 0] = found.states["aside"]
    return found


def lay_rest(found: Histories) -> Histories:
    """Lay out all that nobody has taken."""
    s = found.states[0]
    for place in range(int(s.top), int(s.top + s.left)):
        found = lay(found, "deck", place)
    return lay_aside(found) if s.aside != NO_CARD else found


def play(game: Game, found: Histories, action: int, seat: int, true: Any) -> Histories:
    """One more decision: the true action, or any gift, if it was another's (R9.2)."""
    if true.phase == Phase.NAME:
        return step(game, found, action)
    if true.phase == Phase.PLAY or true.seat == seat:
        card = Card(game.kit[0].card_of[action])
        return step(game, choose(found, card, Phase(true.phase)), action)
    gifts = [(card, game.actions.encode("give", card=card)) for card in Card]
    return joined([step(game, choose(found, card, Phase.GIVE), gift) for card, gift in gifts])


def choose(found: Histories, card: Card, phase: Phase) -> Histories:
    """The histories in which the acting seat has that card to play or give: one for each copy it
    could be (R9.3).
    """
    if not len(found.weight):
        return found
    states = found.states
    cards = states["pool"] if phase == Phase.GIVE else states["hand"][:, states[0].seat]
    copies = (cards == card).sum(axis=1)
    chosen = found.take(copies > 0)
    chosen.weight *= copies[copies > 0]
    return chosen


def tally(
    game: Game, states: NDArray[Any], weight: NDArray[np.int64] | None = None
) -> dict[World, int]:
    """How often each world occurs among states that agree in all that is public."""
    weight = np.ones(len(states), np.int64) if weight is None else weight
    players, s = game.num_players, states[0]
    hands = states["hand"][:, :players].reshape(len(states), -1)
    deck = states["deck"][:, : game.kit[0].deck_size]
    gifts = states["log"][:, : s.rows, Event.GIVEN : Event.TAKEN].reshape(len(states), -1)
    rows = np.hstack([hands, states["pool"], states["aside"][:, None], deck, gifts])
    kinds, kind = np.unique(rows, axis=0, return_inverse=True)
    counts = np.zeros(len(kinds), np.int64)
    np.add.at(counts, kind.ravel(), weight)
    worlds = (world_of(game, row, int(s.top)) for row in kinds.tolist())
    return dict(zip(worlds, counts.tolist(), strict=True))


def world_of(game: Game, row: list[int], top: int) -> World:
    """A world from the numbers that tally put into a row."""
    held, row = row[: game.num_players * HAND_SLOTS], row[game.num_players * HAND_SLOTS :]
    pool, aside, row = row[:MAX_POOL], row[MAX_POOL], row[MAX_POOL + 1 :]
    deck, gifts = row[: game.kit[0].deck_size], row[game.kit[0].deck_size :]
    slots = range(0, len(held), HAND_SLOTS)
    return World(
        tuple(cards_of(held[slot : slot + HAND_SLOTS]) for slot in slots),
        cards_of(pool),
        None if aside == NO_CARD else Card(aside),
        cards_of(deck[top:]),
        cards_of(deck[aside != NO_CARD : top]),
        cards_of(gifts),
    )


def cards_of(numbers: list[int]) -> tuple[Card, ...]:
    return tuple(Card(number) for number in numbers if number != NO_CARD)


ASPECTS: dict[str, Callable[[World], Hashable]] = {
    "the hands": lambda world: world.hands,
    "the pool": lambda world: world.pool,
    "the face-down card": lambda world: world.aside,
    "the top card": lambda world: world.pile[:1],
    "the bottom card": lambda world: world.pile[-1:],
    "the gifts": lambda world: world.gifts,
    "the cards drawn": lambda world: world.drawn,
    "the whole world": lambda world: world[:4],
    "the whole history": lambda world: world,
}


def assert_fair(worlds: dict[World, int], seen: dict[World, int], rare: float) -> None:
    """No impossible history, all likely ones, and each as often as it should be."""
    assert_all_fair(worlds, seen, rare, ASPECTS)
