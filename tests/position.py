"""Positions of Love Letter as tests write them, and what Lovecraft Letter's share with them.

    at = position(hands=["Baron Priest", "Priest"], deck="Guard ...")
    at.play("baron", seat=+1)
    assert at.out == [False, False]

Seat 0 was dealt the Baron and has just drawn the Priest, seat 1 holds a Priest, a Guard is next.
The seat with two cards starts. `...` stands for whatever cards remain, in order of value. A `deck`
without it is the whole draw pile: then the cards described are a custom deck of their own, which
is how positions near the end of a round are reached. All of it goes through the public
`reset(options={"deck": ..., "start": ...})`, so every position can really occur; only favor tokens
of earlier rounds are written into the state.

Seats are absolute here (player_0 is 0) except in actions, where +1 is the player to the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.authoring.game import Settings
from cthulhu_envs.games.love_letter import settings as love_letter
from cthulhu_envs.games.love_letter.state import RING
from tests.sight import LOVE_LETTER, REST, LetterSight, Notation, Sight


class LetterPosition:
    """A game in progress: plays named actions, and says in words how things stand."""

    name: ClassVar[str]  # of the game
    notation: ClassVar[Notation]
    filler: ClassVar[str]  # lies face down in a custom deck where nothing else is said

    def __init__(self, env: RawEnv) -> None:
        self.env = env
        self.game = env.game
        self.num_players = env.game.num_players

    @classmethod
    def new(cls, seed: int = 0, **settings: Any) -> Self:
        """A game as it is dealt, nothing stacked."""
        env = make(cls.name, guards="none", **settings)
        assert isinstance(env, RawEnv)
        env.reset(seed=seed)
        return cls(env)

    @classmethod
    def stacked(
        cls,
        *,
        hands: Sequence[str],
        deck: str = REST,
        aside: str | None = None,
        face_up: str | None = None,
        above: str = "",
        copies: Mapping[str, int] | None = None,
        seed: int = 0,
        **settings: Any,
    ) -> Self:
        """The first decision of a round in which these cards lie where they are said to lie.

        `above` lies on top of the `deck`; the setting `deck` is called `copies`.
        """
        settings = {"num_players": len(hands), "deck": copies, **settings}
        if REST not in deck.split():
            aside, face_up = aside or cls.filler, face_up or ""
            settings["deck"] = cls._copies([aside, face_up, *hands, above, deck])
        if face_up is not None:
            settings["face_up"] = len(cls.notation.cards(face_up))
        env = make(cls.name, guards="none", **settings)
        assert isinstance(env, RawEnv)
        order, start = cls._order(env, hands, f"{above} {deck}", aside, face_up)
        env.reset(seed=seed, options={"deck": [card.name for card in order], "start": start})
        return cls(env)

    @classmethod
    def _copies(cls, described: Iterable[str]) -> dict[str, int]:
        """A custom deck that has the described cards and no others."""
        cards = cls.notation.cards(" ".join(described))
        return dict(Counter(card.name.lower() for card in cards))

    @classmethod
    def _order(
        cls, env: RawEnv, hands: Sequence[str], deck: str, aside: str | None, face_up: str | None
    ) -> tuple[list[Any], int]:
        """The whole deck, top card first, and the seat that starts."""
        cards = cls.notation.cards
        start = _starter(hands)
        rest = cls._remaining(env, [aside or "", face_up or "", *hands, deck])
        pile = cards(hands[start])[1:] + cards(deck)
        dealt = [cards(hand)[:1] for hand in hands]
        order = cards(aside) if aside else [rest.pop(0)]
        order += cards(face_up or "")
        while len(order) < 1 + cls.face_up_of(env.game.values):
            order.append(rest.pop(0))
        for hand in dealt:
            order += hand or [rest.pop(0)]
        return order + pile + rest, start

    @classmethod
    def _remaining(cls, env: RawEnv, described: Iterable[str]) -> list[Any]:
        """Cards of the deck in use that are not described, in order of value."""
        notation, copies = cls.notation, cls.copies_of(env.game.values)
        left = Counter({card: copies[card] for card in notation.kinds})
        left.subtract(notation.cards(" ".join(described)))
        short = [f"{notation.words([card])} too often" for card in left if left[card] < 0]
        if short:
            raise ValueError(f"the position has {', '.join(short)}")
        return sorted(left.elements())

    @staticmethod
    def copies_of(values: Settings) -> list[int]:
        """Copies of each card in the deck of these settings."""
        raise NotImplementedError

    @staticmethod
    def face_up_of(values: Settings) -> int:
        """How many cards these settings lay face up."""
        raise NotImplementedError

    def play(self, name: str, **choices: int | str) -> Self:
        """Play an action of the seat to act; one that is not legal raises ValueError."""
        self.env.step(self.action(name, **choices))
        self.check()
        return self

    def action(self, name: str, **choices: int | str) -> int:
        """The id of a named action."""
        values = {
            key: self.notation.kinds[choice.upper()] if isinstance(choice, str) else choice
            for key, choice in choices.items()
        }
        return self.game.actions.encode(name, **values)

    def legal(self, *names: str) -> set[str]:
        """What the seat to act may do ('guard +1 Priest', 'prince me'), or only those actions."""
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        said = {self._notation(int(action)) for action in np.flatnonzero(mask)}
        return {action for action in said if not names or action.split()[0] in names}

    def _notation(self, action: int) -> str:
        meaning = self.game.actions.decode(action)
        axes = self.game.actions.blocks[meaning.name].axes
        labels = [
            self.notation.words([at]) if key == "card" else axes[key].labels[axes[key].position(at)]
            for key, at in meaning.values.items()
        ]
        return " ".join([meaning.name, *labels])

    def _rewrite(self, **fields: Sequence[Any]) -> None:
        """Write fields of the seats into the state, as earlier rounds or turns left them."""
        states = self.env._lanes.states.copy()
        for field, values in fields.items():
            states[0][field][: len(values)] = values
        self.env._place(states)
        self.check()

    def check(self) -> None:
        """What must hold of a state holds."""
        self.game.check_state(self.game, self.state)

    def observed(self, seat: int) -> Any:
        """The observation of a seat, as it is."""
        return self.env.observe(f"player_{seat}")["observation"]

    def sees(self, seat: int) -> LetterSight:
        """The observation of a seat in words."""
        raise NotImplementedError

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
        return [self.notation.words(hand) for hand in self._of_seats("hand")]

    @property
    def discards(self) -> list[str]:
        """What lies open before each seat, in order of value."""
        return [self.notation.copies(copies) for copies in self._of_seats("discards")]

    @property
    def pile(self) -> str:
        """The draw pile, top first."""
        raise NotImplementedError

    @property
    def aside(self) -> str:
        return self.notation.words([self.state.aside])

    @property
    def face_up(self) -> str:
        return self.notation.words(self.state.face_up[: self.face_up_of(self.game.values)])

    @property
    def out(self) -> list[bool]:
        return self._flags("out")

    @property
    def protected(self) -> list[bool]:
        return self._flags("protected")

    @property
    def shown_at_the_end(self) -> list[str]:
        """The hand each seat showed when the last round ended, '' for none."""
        return [self.notation.words([card]) for card in self._of_seats("showdown")]

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

    def _flags(self, field: str) -> list[bool]:
        return [bool(flag) for flag in self._of_seats(field)]

    def _numbers(self, field: str) -> list[int]:
        return [int(number) for number in self._of_seats(field)]


def _starter(hands: Sequence[str]) -> int:
    starters = [seat for seat, hand in enumerate(hands) if len(hand.split()) == 2]
    if len(starters) != 1:
        raise ValueError(f"exactly one hand has two cards, the starter's; got {list(hands)}")
    return starters[0]


class Position(LetterPosition):
    """A game of Love Letter in progress."""

    name = "love_letter"
    notation = LOVE_LETTER
    filler = "Guard"
    copies_of = staticmethod(love_letter.copies_of)
    face_up_of = staticmethod(love_letter.face_up_of)

    def sees(self, seat: int) -> Sight:
        return Sight(self.game, seat, self.observed(seat))

    @property
    def pile(self) -> str:
        ring = [(int(self.state.top) + k) & RING for k in range(self.state.left)]
        return self.notation.words(self.state.deck[ring])

    @property
    def tokens(self) -> list[int]:
        return self._numbers("tokens")


def position(*, tokens: Sequence[int] = (), **described: Any) -> Position:
    """The first decision of a round of Love Letter, see `LetterPosition.stacked`."""
    at = Position.stacked(**described)
    if tokens:
        at._rewrite(tokens=tokens)
    return at


def new_game(seed: int = 0, **settings: Any) -> Position:
    """A game of Love Letter as it is dealt, nothing stacked."""
    return Position.new(seed, **settings)
