"""Many games at once between seated agents: every lane plays exactly the deal it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import ALL_LEGAL
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game
from cthulhu_training.arena.faults import NO_ACTION, NOBODY, Referee, verdict


class Moment(NamedTuple):
    """One decision in each game that still goes on; copies, to be kept."""

    number: NDArray[Any]  # which games
    before: NDArray[Any]  # states
    obs: NDArray[np.float32]  # of the seats that decide, `before["seat"]`
    mask: NDArray[np.int8]
    actions: NDArray[np.int64]
    after: NDArray[Any]


DIGITS = 6  # rewards are kept in single precision; what is below is rounding


def play(
    game: Game,
    agents: Sequence[Agent],
    seats: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    finished: Callable[[int], None] | None = None,
    watch: Callable[[Moment], None] | None = None,
    referee: Referee | None = None,
    names: Sequence[str] = (),
) -> NDArray[np.float64]:
    """Play one game for each seed and return the total reward of every seat, (games, players).

    `seats[g, p]` is the number of the agent in seat p of game g. Games are begun together and
    leave when they end; `finished` is told how many just did, and `watch` is shown every
    decision. The result depends on the arguments and on the agents' random streams alone. An
    agent decides for all its rows at once if it is `batched`, else view by view, and must keep no
    memory from one decision to the next: the games run interleaved. `referee` has the rule for
    agents that misbehave, and `referee.forfeits` says afterwards which seats did; by default that
    is a BotFaultError with agent, game, seed and seat. `names` are what agents are called there.
    """
    referee = referee or Referee()
    referee.forfeits = np.full(len(seeds), NOBODY)
    called = list(names) or [agent.title for agent in agents]
    total = np.zeros(seats.shape, np.float64)
    number = np.arange(len(seeds))  # which game is in each lane
    lanes = Lanes(game, len(seeds))
    lanes.seeds[:] = seeds
    lanes.run(loops.BEGIN)
    while len(number):
        mover = seats[number, lanes.seat]
        for k, agent in enumerate(agents):
            rows = np.flatnonzero(mover == k)
            if len(rows):
                lanes.actions[rows] = referee.ask(game, agent, called[k], lanes, rows)
        ended = int(np.count_nonzero(gone := lanes.actions[: len(number)] == NO_ACTION))
        if ended:
            for place in np.flatnonzero(gone).tolist():
                loser = int(lanes.seat[place])
                referee.forfeits[number[place]] = loser
                total[number[place]] = verdict(game, loser)
            lanes = lanes.without(gone, number, lanes.actions)
            number = number[: len(lanes.states)]
            if finished is not None:
                finished(ended)
            if not len(number):
                break
        if watch is not None:
            before, obs, mask = lanes.states.copy(), lanes.obs.copy(), lanes.mask.copy()
        lane = lanes.run(loops.STEP)
        assert lane == ALL_LEGAL, "the referee lets nothing else pass"
        if watch is not None:
            done = lanes.actions.copy(), lanes.states.copy()
            watch(Moment(number.copy(), before, obs, mask, *done))
        total[number] += lanes.reward
        ended = int(np.count_nonzero(lanes.done))
        if ended:
            lanes = lanes.without(lanes.done, number)
            number = number[: len(lanes.states)]
            if finished is not None:
                finished(ended)
    return total.round(DIGITS) + 0.0  # + 0.0 turns -0.0 into 0.0


def shares(rewards: NDArray[np.float64]) -> NDArray[np.float64]:
    """How the win of each game is shared: equally among the seats with the highest total reward.

    Under the win reward these are the winners; a tie of two is a half each, and where all win,
    or nobody does, each of P seats has 1/P.
    """
    top = rewards == rewards.max(axis=-1, keepdims=True)
    share: NDArray[np.float64] = top / top.sum(axis=-1, keepdims=True)
    return share
