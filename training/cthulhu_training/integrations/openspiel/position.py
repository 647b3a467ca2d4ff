"""A game in progress as OpenSpiel wants it: chance is a player too, and says what it does.

Two ways to let chance speak:

- `Seeded`, for every game: the first moves are the digits of the seed, drawn by chance, and all
  that follows is settled by them. To those who play it is the same game; a walk over all outcomes
  would be a walk over all seeds.
- `Dealt`, for the small tables that can be solved: each card that becomes known is a move of
  chance, taken apart by the kernels that grow the solver's tree.
"""

from __future__ import annotations

import copy
import hashlib
import json
import operator
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from cthulhu_agents.solved.keys import key_of
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game, load
from cthulhu_training.solve.grow import DEAL
from cthulhu_training.solve.tree import MAX_CARDS, Walk

DIGITS, BASE = 4, 256  # of a seed: so many moves of chance, each with so many outcomes
DIGEST_BYTES = 12
HOME, NEXT = 0, 1  # in the solver's arrays: the position, and what comes of it

Outcomes = list[tuple[int, float]]


class Position:
    """One game at one moment. Its values are replaced and never changed, so a copy is cheap."""

    def __init__(self, desk: Desk) -> None:
        game = desk.game
        self.desk = desk
        self.states = game.new_states(1)
        self.is_dealt = False
        self.is_over = False
        self.seat = 0  # who decides, unless it is chance or the game is over
        self.legal: list[int] = []
        self.outcomes: Outcomes = []  # what chance may do now, if it is its turn
        self.paid = (0.0,) * game.num_players  # by the last move
        self.total = self.paid

    def choose(self, outcome: int) -> None:
        """A move of chance."""
        raise NotImplementedError

    def play(self, action: int) -> None:
        """A legal action of the seat that decides."""
        raise NotImplementedError

    def observe(self, seat: int, obs: NDArray[np.float32]) -> None:
        """Write what a seat sees: zeros before anything is dealt."""
        obs[:] = self.desk.look(self.states, seat).obs[0] if self.is_dealt else 0.0

    def recalled(self, seat: int) -> str:
        """The same string in all positions that the seat cannot tell apart."""
        return f"player_{seat} {self._digest(seat)}" if self.is_dealt else f"player_{seat}"

    def _digest(self, seat: int) -> str:
        shown = self.desk.look(self.states, seat).obs[0]
        return hashlib.blake2b(shown.tobytes(), digest_size=DIGEST_BYTES).hexdigest()

    def _arrive(self, states: NDArray[Any], paid: Sequence[float]) -> None:
        """Go on to a state that the kernels have made."""
        self.states = states.copy()
        self.is_dealt = True
        self.is_over = bool(states["ending"][0])
        self.seat = int(states["seat"][0])
        self.legal = np.flatnonzero(self.desk.look(self.states, self.seat).mask[0]).tolist()
        # shares like 1/3 are rounded to single precision
        rest = sum(paid) / len(paid) if self.desk.is_zero_sum else 0.0
        self.paid = tuple(reward - rest for reward in paid)
        self.total = tuple(map(operator.add, self.total, self.paid))

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return copy.copy(self)


class Desk:
    """One game with its settings, and the arrays that its positions take turns to use.

    A position is written without it, and finds the desk of its game where it is read.
    """

    chance = "seed"
    max_outcomes = BASE

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lanes = Lanes(game, 1)
        self.is_zero_sum = is_zero_sum(game)
        self.first = self._begin()

    def look(self, states: NDArray[Any], seat: int) -> Lanes:
        """The arrays, filled with what a seat sees and may do."""
        self.lanes.states[...] = states
        self.lanes.seat[0] = seat
        self.lanes.run(loops.LOOK)
        return self.lanes

    def _begin(self) -> Position:
        return Seeded(self)

    def new(self) -> Position:
        """The position before anything has happened."""
        return copy.copy(self.first)

    def __reduce__(self) -> tuple[Any, ...]:
        return desk_of, (self.game, self.chance)


class Seeded(Position):
    """Chance speaks first, and once for all."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.digits: tuple[int, ...] = ()
        self.outcomes = [(digit, 1.0 / BASE) for digit in range(BASE)]

    def choose(self, outcome: int) -> None:
        self.digits += (int(outcome),)
        if len(self.digits) < DIGITS:
            return
        self.outcomes = []
        lanes = self.desk.lanes
        lanes.clear()
        lanes.seeds[0] = sum(digit * BASE**place for place, digit in enumerate(self.digits))
        lanes.run(loops.BEGIN)
        self._arrive(lanes.states, self.paid)

    def play(self, action: int) -> None:
        lanes = self.desk.look(self.states, self.seat)
        lanes.actions[0] = action
        if lanes.run(loops.STEP) != ALL_LEGAL:
            raise ValueError(f"action {action} is not legal")
        self._arrive(lanes.states, lanes.reward[0].tolist())


class SmallDesk(Desk):
    """The same for a table that can be solved: chance deals card by card."""

    chance = "cards"
    max_outcomes = MAX_CARDS

    def __init__(self, game: Game) -> None:
        self.walk = Walk(game, in_order=False, shown=0)
        self.deck = self.walk.frames["cards"][0].copy()
        self.deck_size = int(self.walk.frames["count"][0])
        self.reward = np.zeros(game.num_players, np.float32)
        super().__init__(game)

    def _begin(self) -> Position:
        return Dealt(self)

    def settles(
        self, states: NDArray[Any], action: int, cards: NDArray[Any], count: int, fixed: int
    ) -> bool:
        """Play an action on the cards laid so far; True if no later card has a say."""
        walk = self.walk
        walk.states[HOME] = states[0]
        frame = walk.frames
        frame["action"][NEXT], frame["home"][NEXT], frame["cards"][NEXT] = action, HOME, cards
        frame["count"][NEXT], frame["fixed"][NEXT] = count, fixed
        return bool(
            walk.kernels.is_settled(
                self.game.kit[0], walk.states, walk.frames[NEXT], NEXT, walk.blank, walk.words
            )
        )


class Dealt(Position):
    """Chance speaks whenever a card becomes known.

    Between an action and its outcome the position is still that before the action.
    """

    desk: SmallDesk

    def __init__(self, desk: SmallDesk) -> None:
        super().__init__(desk)
        self.action = DEAL
        self.cards = desk.deck  # unknown ones, the `fixed` first of them chosen by chance
        self.count, self.fixed = desk.deck_size, 0
        self._settle()

    def choose(self, outcome: int) -> None:
        self.cards = self.cards.copy()
        unknown = self.cards[self.fixed : self.count]
        place = int(np.flatnonzero(unknown == outcome)[0])
        unknown[place], unknown[0] = unknown[0], outcome
        self.fixed += 1
        self._settle()

    def play(self, action: int) -> None:
        if action not in self.legal:
            raise ValueError(f"action {action} is not legal")
        kernels, kit = self.desk.walk.kernels, self.desk.game.kit[0]
        self.action, self.fixed, self.cards = action, 0, self.cards.copy()
        self.count = int(kernels.unknown(kit, self.states[0], self.cards))
        self._settle()

    def _settle(self) -> None:
        """Arrive where the action leads, or ask chance for the next card."""
        desk = self.desk
        if desk.settles(self.states, self.action, self.cards, self.count, self.fixed):
            walk, self.outcomes = desk.walk, []
            walk.kernels.score(desk.game.kit[0], walk.states[NEXT], desk.reward)
            self._arrive(walk.states[NEXT : NEXT + 1], desk.reward.tolist())
            return
        self.legal = []
        unknown = self.cards[self.fixed : self.count].tolist()
        self.outcomes = [
            (card, unknown.count(card) / len(unknown)) for card in sorted(set(unknown))
        ]

    def _digest(self, seat: int) -> str:
        return f"{key_of(self.desk.game, self.states, seat):016x}"


DESKS = {desk.chance: desk for desk in (Desk, SmallDesk)}
MOST_DESKS = 16  # kept at hand


def desk_of(game: Game, chance: str) -> Desk:
    """The desk of a game, the same one as long as it is in use."""
    if chance not in DESKS:
        raise ValueError(f"chance cannot be {chance!r}{nearest(chance, DESKS)}")
    return _desk(game.home, json.dumps(dict(game.chosen), sort_keys=True), chance)


@lru_cache(MOST_DESKS)
def _desk(home: str, chosen: str, chance: str) -> Desk:
    declared: Game = load(home)
    return DESKS[chance](declared.configure(**json.loads(chosen)))


def is_shared(game: Game) -> bool:
    """Whether all seats win or lose together: what one can play alone is played together."""
    return 1 in game.players


def pays_on_the_way(game: Game) -> bool:
    """Whether a setting is chosen that pays before the end."""
    return any(game.values[name] == value for name, value in game.search.shaped.items())


def is_zero_sum(game: Game) -> bool:
    """Whether what one gains the others lose, to the last digit."""
    return not is_shared(game) and not pays_on_the_way(game)
