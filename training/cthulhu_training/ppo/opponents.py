"""Who sits where: in most games the learner plays all seats, in the others one of them against
past selves or bots.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import Obs
from numpy.typing import NDArray

from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.api.answers import legal_actions
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.authoring.game import Game

LEARNER = -1


def act_on_rows(
    player: Agent, obs: Obs, mask: NDArray[Any], rows: NDArray[np.int64]
) -> NDArray[Any]:
    """A player's actions in some rows of a batch, whose observations may be sparse."""
    seen: Any = obs[rows]
    if isinstance(seen, SparseObs) and not player.reads_sparse:
        seen = seen.to_dense()
    return legal_actions(player, seen, mask[rows])


def batched_bots(game: Game, specs: list[str], seed: int) -> list[Agent]:
    """Bots that play many games at once; ValueError for others."""
    bots = [make_agent(spec, game, seed + number) for number, spec in enumerate(specs)]
    for spec, bot in zip(specs, bots, strict=True):
        if not bot.batched:
            raise ValueError(f"{spec!r} has no act_batch; training needs bots with act_batch")
    return bots


class OpponentPool:
    """The players of a batch of games: by lane and seat the learner, or a number of the pool.

    The pool is the bots, then past selves, the oldest of which make room for new ones.
    """

    def __init__(
        self, game: Game, lanes: int, bots: list[Agent], most_past: int, latest: float,
        rng: np.random.Generator,
    ) -> None:  # fmt: skip
        self.bots = bots
        self.past: list[PolicyPlayer] = []
        self.most_past = most_past
        self.latest = latest
        self.rng = rng
        self.owner = np.full((lanes, game.num_players), LEARNER, np.int8)
        self.seat_anew(np.ones(lanes, np.bool_))

    @property
    def pool(self) -> list[Agent]:
        return [*self.bots, *self.past]

    def remember(self, past: PolicyPlayer) -> None:
        """Let a past self into the pool."""
        if self.most_past:
            self.past = [*self.past, past][-self.most_past :]

    def seat_anew(self, lanes: NDArray[np.bool_]) -> None:
        """Draw who plays the games that begin in these lanes."""
        which = np.flatnonzero(lanes)
        self.owner[which] = LEARNER
        size = len(self.bots) + len(self.past)
        if size and len(which):
            against = which[self.rng.random(len(which)) >= self.latest]
            self.owner[against] = self.rng.integers(size, size=(len(against), 1))
            seats = self.rng.integers(self.owner.shape[1], size=len(against))
            self.owner[against, seats] = LEARNER

    def act_for_others(
        self, obs: Obs, mask: NDArray[Any], seat: NDArray[Any], actions: NDArray[Any]
    ) -> NDArray[np.bool_]:
        """Write the actions of all who are not the learner; returns where it is the learner."""
        deciding: NDArray[np.int8] = self.owner[np.arange(len(seat)), seat]
        for number, player in enumerate(self.pool):
            rows = np.flatnonzero(deciding == number)
            if len(rows):
                actions[rows] = act_on_rows(player, obs, mask, rows)
        is_own: NDArray[np.bool_] = deciding == LEARNER
        return is_own
