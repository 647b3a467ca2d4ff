"""Bots that misbehave: they raise an error, give what is no legal action, or take too long.

The rule is the user's choice. `stop` ends everything with one sentence that names bot, seat, game
and seed. `forfeit` gives that game, and no other, to those who sit with the bot.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.api.agent import Agent, action_of, actions_of
from cthulhu_envs.api.answers import BotFaultError, fault_words
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.errors import asked, illegal_action, shown
from cthulhu_envs.authoring.game import Game

STOP, FORFEIT = "stop", "forfeit"
RULES = (STOP, FORFEIT)
NOBODY = -1  # in place of the seat that forfeited
LOST, SHARED = -1.0, 1.0  # reward of a forfeit, and what the others share
NO_ACTION = -1
LONGEST = 1e9  # seconds that an alarm can be set to
AGAIN = 1.0  # seconds after which a bot that swallowed the alarm hears it once more
MOST_SECONDS = 1e6  # for a decision: eleven days

Found = TypeVar("Found")
Think = Callable[[float], None]  # told before a decision how many seconds it may take


class TooLateError(Exception):
    """A decision took longer than it may."""


class _Alarm(BaseException):
    """Rings in the middle of a decision; no `except Exception` of a bot keeps it."""


@dataclass
class Referee:
    """The rule for bots that misbehave, and the seconds that a decision may take, if they count.

    `never` are decisions, counted from 0, that are known never to end: they are not waited for.
    `thinking` is told when a decision begins, and how long it may take.
    """

    rule: str = STOP
    seconds: float | None = None
    never: Collection[int] = ()
    thinking: Think = field(default=lambda seconds: None, repr=False)
    asked: int = 0
    forfeits: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def check(self) -> None:
        """ValueError if they make no sense."""
        if self.rule not in RULES:
            raise ValueError(f"faults cannot be {asked(self.rule, RULES)}")
        limit = self.seconds
        if limit is None:
            return
        is_number = isinstance(limit, (int, float)) and not isinstance(limit, bool)
        if not is_number or not 0 < limit < math.inf:
            raise ValueError(f"move_seconds must be a number above 0, not {shown(limit)}")
        if limit > MOST_SECONDS:
            raise ValueError(f"move_seconds can be {MOST_SECONDS:g} at most, not {shown(limit)}")

    def time(self, decide: Callable[[], Found], decisions: int) -> Found:
        """What comes of that many decisions at once; TooLateError if they take too long."""
        number, self.asked = self.asked, self.asked + 1
        if self.seconds is None:
            return decide()
        allowed = self.seconds * decisions
        if number in self.never:
            raise TooLateError
        self.thinking(allowed)
        start = time.perf_counter()
        try:
            found = _interrupted(decide, allowed)
        except _Alarm:
            raise TooLateError from None
        finally:
            self.thinking(math.inf)
        if time.perf_counter() - start > allowed:
            raise TooLateError
        return found

    def ask(
        self, game: Game, agent: Agent, name: str, lanes: Lanes, rows: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Legal actions of an agent in these lanes, NO_ACTION where it forfeits; under the other
        rule a BotFaultError. The agent is given copies, never the buffers.
        """
        if not agent.batched:
            found = [self._ask_one(game, agent, name, lanes, int(row)) for row in rows]
            return np.array(found, np.int64)
        seen = lanes.obs[rows], lanes.mask[rows]
        try:
            actions = self.time(lambda: actions_of(agent, *seen), len(rows))
        except (Exception, SystemExit) as fault:
            if self.rule == FORFEIT and len(rows) > 1 and not isinstance(fault, TooLateError):
                alone = [
                    self.ask(game, agent, name, lanes, row) for row in np.split(rows, len(rows))
                ]
                return np.concatenate(alone)
            more = f" (asked about {len(rows)} games at once)" if len(rows) > 1 else ""
            self._blame(
                game, name, lanes, int(rows[0]), self._words(fault, len(rows)) + more, fault
            )
            return np.full(len(rows), NO_ACTION, np.int64)
        return self._only_legal(game, name, lanes, rows, actions)

    def _ask_one(self, game: Game, agent: Agent, name: str, lanes: Lanes, row: int) -> int:
        view = view_of(game, lanes.states[row : row + 1], int(lanes.seat[row]))
        try:
            action = self.time(lambda: action_of(agent, view), 1)
        except (Exception, SystemExit) as fault:
            self._blame(game, name, lanes, row, self._words(fault, 1), fault)
            return NO_ACTION
        if 0 <= action < game.actions.size and lanes.mask[row, action]:
            return action
        self._refuse(game, name, lanes, row, action)
        return NO_ACTION

    def _only_legal(
        self, game: Game, name: str, lanes: Lanes, rows: NDArray[np.int64], given: NDArray[Any]
    ) -> NDArray[np.int64]:
        size = game.actions.size
        if given.min() >= 0 and given.max() < size and lanes.mask[rows, given].all():
            return given
        is_known = (given >= 0) & (given < size)
        actions = np.where(is_known, given, 0).astype(np.int64)
        is_legal = is_known & (lanes.mask[rows, actions] != 0)
        for place in np.flatnonzero(~is_legal):
            self._refuse(game, name, lanes, int(rows[place]), int(given[place]))
        actions[~is_legal] = NO_ACTION
        return actions

    def _refuse(self, game: Game, name: str, lanes: Lanes, row: int, action: int) -> None:
        if self.rule == STOP:
            who = who_in(game, name, lanes, row)
            raise BotFaultError(illegal_action(game, who, action, lanes.mask[row]))

    def _blame(
        self, game: Game, name: str, lanes: Lanes, row: int, words: str, fault: BaseException
    ) -> None:
        if self.rule == STOP:
            raise BotFaultError(f"{who_in(game, name, lanes, row)} {words}") from fault

    def _words(self, fault: BaseException, decisions: int) -> str:
        if isinstance(fault, TooLateError):
            many = f" for each of {decisions} decisions" if decisions > 1 else " for a decision"
            return f"took longer than {self.seconds:g} s{many}"
        return fault_words(fault)


def who_in(game: Game, name: str, lanes: Lanes, row: int) -> str:
    """A bot with its place, as the subject of a sentence."""
    return f"{name}, seat {lanes.seat[row]} of {game.id} with seed {lanes.seeds[row]},"


def verdict(game: Game, seat: int) -> NDArray[np.float64]:
    """What a game pays that a seat forfeits, whatever was paid before: the others share the win; a
    team loses together.
    """
    if game.is_team:
        return np.full(game.num_players, LOST)
    paid = np.full(game.num_players, SHARED / max(game.num_players - 1, 1))
    paid[seat] = LOST
    return paid


def counted(agents: Sequence[str], forfeits: Sequence[tuple[str, str, int, int]]) -> dict[str, int]:
    """How many games each agent forfeited; given are the one, the rest, the seat of the one, and
    the seat that forfeited or NOBODY, of each game.
    """
    counts = dict.fromkeys(agents, 0)
    for one, rest, seat_of_one, seat in forfeits:
        if seat != NOBODY:
            counts[one if seat == seat_of_one else rest] += 1
    return counts


def in_words(counts: dict[str, int]) -> str:
    """'Forfeits: mine 3, random 0'; empty where none are counted."""
    return f"Forfeits: {', '.join(f'{name} {n}' for name, n in counts.items())}" if counts else ""


def _interrupted(decide: Callable[[], Found], seconds: float) -> Found:
    """Call a function, and raise _Alarm in its midst when its time is over; where that cannot be
    done (not in the main thread, not on Windows, not while a library computes) it is waited for.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer"):
        return decide()
    is_armed = True

    def ring(number: int, frame: Any) -> None:
        if is_armed:
            raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    left = signal.setitimer(signal.ITIMER_REAL, min(seconds, LONGEST), AGAIN)
    try:
        return decide()
    finally:
        is_armed = False
        signal.setitimer(signal.ITIMER_REAL, *left)
        signal.signal(signal.SIGALRM, before)
