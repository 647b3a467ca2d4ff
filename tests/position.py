"""Positions of Love Letter as tests write them.

    at = position(hands=["Baron Priest", "Priest"], deck="Guard ...")
    at.play("baron", seat=+1)
    assert at.out == [False, False]

Seat 0 was dealt the Baron and has just drawn the Priest, seat 1 holds a Priest, a Guard is next.
The seat with two cards starts. `...` stands for whatever cards remain, in order of value. A `deck`
without it is the whole draw pile: then the cards described are a custom deck of their own, which
is how positions near the end of a round are reached. All of it goes through the public
`reset(options={"deck": ..., "start": ...})`, so every position can really occur; only favor tokens
of earlier rounds are written into the state, in `_give_tokens`.

Seats are absolute here (player_0 is 0) except in actions, where +1 is the player to the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from cthulhu_envs.engine import loops
from cthulhu_envs.engine.aec import RawEnv
from cthulhu_envs.engine.faces import make
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import copies_of, face_up_of
from cthulhu_envs.games.love_letter.state import RING
from tests.sight import Sight, words

REST = "..."


def cards(text: str) -> list[Card]:
    """'Guard Priest' -> [Card.GUARD, Card.PRIEST]."""
    return [Card[word.upper()] for word in text.split() if word != REST]


def position(
    *,
    hands: Sequence[str],
    deck: str = REST,
    aside: str | None = None,
    face_up: str | None = None,
    tokens: Sequence[int] = (),
    copies: Mapping[str, int] | None = None,
    seed: int = 0,
    **settings: Any,
) -> Position:
    """The first decision of a round in which these cards lie where they are said to lie.

    `deck` and `face_up` are cards here; the setting `deck` is called `copies`.
    """
    settings = {"num_players": len(hands), "deck": copies, **settings}
    if REST not in deck.split():
        aside, face_up = aside or "Guard", face_up or ""
        settings["deck"] = _copies([aside, face_up, *hands, deck])
    if face_up is not None:
        settings["face_up"] = len(cards(face_up))
    env = make("love_letter", guards="none", **settings)
    assert isinstance(env, RawEnv)
    order, start = _stacked(env, hands, deck, aside, face_up)
    env.reset(seed=seed, options={"deck": [card.name for card in order], "start": start})
    at = Position(env)
    at._give_tokens(tokens)
    return at


def new_game(seed: int = 0, **settings: Any) -> Position:
    """A game as it is dealt, nothing stacked."""
    env = make("love_letter", guards="none", **settings)
    assert isinstance(env, RawEnv)
    env.reset(seed=seed)
    return Position(env)


def _copies(described: Iterable[str]) -> dict[str, int]:
    """A custom deck that has the described cards and no others."""
    return dict(Counter(card.name.lower() for card in cards(" ".join(described))))


def _stacked(
    env: RawEnv, hands: Sequence[str], deck: str, aside: str | None, face_up: str | None
) -> tuple[list[Card], int]:
    """The whole deck, top card first, and the seat that starts."""
    start = _starter(hands)
    rest = _remaining(env, [aside or "", face_up or "", *hands, deck])
    pile = cards(hands[start])[1:] + cards(deck)
    dealt = [cards(hand)[:1] for hand in hands]
    order = cards(aside) if aside else [rest.pop(0)]
    order += cards(face_up or "")
    while len(order) < 1 + face_up_of(env.game.values):
        order.append(rest.pop(0))
    for hand in dealt:
        order += hand or [rest.pop(0)]
    return order + pile + rest, start


def _starter(hands: Sequence[str]) -> int:
    starters = [seat for seat, hand in enumerate(hands) if len(hand.split()) == 2]
    if len(starters) != 1:
        raise ValueError(f"exactly one hand has two cards, the starter's; got {list(hands)}")
    return starters[0]


def _remaining(env: RawEnv, described: Iterable[str]) -> list[Card]:
    """Cards of the deck in use that are not described, in order of value."""
    copies = copies_of(env.game.values)
    left = Counter({card: copies[card] for card in Card})
    left.subtract(cards(" ".join(described)))
    short = [f"{card.name.title()} too often" for card in Card if left[card] < 0]
    if short:
        raise ValueError(f"the position has {', '.join(short)}")
    return sorted(left.elements())


class Position:
    """A game in progress: plays named actions, and says in words how things stand."""

    def __init__(self, env: RawEnv) -> None:
        self.env = env
        self.game = env.game
        self.num_players = env.game.num_players

    def _give_tokens(self, tokens: Sequence[int]) -> None:
        if tokens:
            self.state.tokens[: self.num_players] = tokens
            self.env._lanes.run(loops.LOOK)

    def play(self, name: str, *, seat: int | None = None, card: str | None = None) -> Position:
        """Play an action of the seat to act; one that is not legal raises ValueError."""
        self.env.step(self.action(name, seat=seat, card=card))
        self.game.check_state(self.game, self.state)
        return self

    def action(self, name: str, *, seat: int | None = None, card: str | None = None) -> int:
        """The id of a named action."""
        values: dict[str, int] = {} if seat is None else {"seat": seat}
        if card is not None:
            values["card"] = Card[card.upper()]
        return self.game.actions.encode(name, **values)

    def legal(self, *names: str) -> set[str]:
        """What the seat to act may do ('guard +1 Priest', 'prince me'), or only those actions."""
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        said = {self._notation(int(action)) for action in np.flatnonzero(mask)}
        return {action for action in said if not names or action.split()[0] in names}

    def _notation(self, action: int) -> str:
        meaning = self.game.actions.decode(action)
        axes = self.game.actions.blocks[meaning.name].axes
        labels = [axes[key].labels[axes[key].position(at)] for key, at in meaning.values.items()]
        return " ".join([meaning.name, *labels])

    def sees(self, seat: int) -> Sight:
        """The observation of a seat."""
        observed = self.env.observe(f"player_{seat}")["observation"]
        return Sight(self.game, seat, observed)

    @property
    def state(self) -> Any:
        """The record itself."""
        return self.env._lanes.states[0]

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.env.possible_agents.index(self.env.agent_selection)

    @property
    def hands(self) -> list[str]:
        return [words(hand) for hand in self._of_seats("hand")]

    @property
    def discards(self) -> list[str]:
        """What lies open before each seat, in order of value."""
        return [words(np.repeat(np.array(Card), copies)) for copies in self._of_seats("discards")]

    @property
    def pile(self) -> str:
        """The draw pile, top first."""
        ring = [(int(self.state.top) + k) & RING for k in range(self.state.left)]
        return words(self.state.deck[ring])

    @property
    def aside(self) -> str:
        return words([self.state.aside])

    @property
    def face_up(self) -> str:
        return words(self.state.face_up[: face_up_of(self.game.values)])

    @property
    def out(self) -> list[bool]:
        return [bool(flag) for flag in self._of_seats("out")]

    @property
    def protected(self) -> list[bool]:
        return [bool(flag) for flag in self._of_seats("protected")]

    @property
    def tokens(self) -> list[int]:
        return [int(tokens) for tokens in self._of_seats("tokens")]

    @property
    def shown_at_the_end(self) -> list[str]:
        """The hand each seat showed when the last round ended, '' for none (R6.3, R8.19)."""
        return [words([card]) for card in self._of_seats("showdown")]

    @property
    def round(self) -> int:
        return int(self.state.round_number)

    @property
    def ending(self) -> str:
        return self.game.ending_name(int(self.state.ending))

    @property
    def rewards(self) -> list[float]:
        """What the last action paid each seat."""
        return [round(self.env.rewards[agent], 5) for agent in self.env.possible_agents]

    def _of_seats(self, field: str) -> Any:
        return self.state[field][: self.num_players]
