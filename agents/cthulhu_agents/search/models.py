"""Who is asked in a search: a guide for the seat that searches, and models of the other players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.search.plan import policy_of
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.answers import legal_actions
from cthulhu_envs.authoring.game import Game

PLUS = "+"  # between the names of models
GUIDE = -1  # instead of the number of a model


def names_in(spec: str) -> tuple[str, ...]:
    """The names in `heuristic+ppo`, each once."""
    return tuple(dict.fromkeys(spec.split(PLUS)))


def models_of(name: str, spec: str, game: Game) -> tuple[Agent, ...]:
    """The agents of `heuristic+ppo`."""
    return tuple(policy_of(name, one, game) for one in names_in(spec))


class PlayerModels:
    """The agents that a search asks. `guide` decides for the seat that searches, says where
    iterations start, and what positions are worth; each other seat follows one of `models`, in each
    iteration one that fits what it did.
    """

    def __init__(self, guide: Agent, models: Sequence[Agent] = ()) -> None:
        self.guide, self.models = guide, tuple(models) or (guide,)

    @classmethod
    def named(cls, guide: str, models: str, game: Game) -> PlayerModels:
        """Of specs; a guide that is among the models is made once."""
        made = policy_of("rollouts", guide, game)
        return cls(
            made,
            [
                made if name == guide else policy_of("opponents", name, game)
                for name in names_in(models)
            ],
        )

    @property
    def everyone(self) -> tuple[Agent, ...]:
        """The guide and the models."""
        return (self.guide, *self.models)

    @property
    def is_one(self) -> bool:
        """Whether everybody is asked the same agent."""
        return self.models == (self.guide,)

    def draw(
        self,
        shares: NDArray[np.float64] | None,
        order: NDArray[np.int64],
        seats: int,
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        """A model for each seat (T, seats) in each of the worlds of `order` (T,)."""
        marks = rng.random((len(order), seats))
        if shares is None:
            return (marks * len(self.models)).astype(np.int64)
        upto = np.cumsum(shares[order], axis=2)
        drawn = (marks[..., None] >= upto[..., :-1]).sum(axis=2)
        return np.asarray(drawn, np.int64)

    def answer(
        self, obs: NDArray[Any], mask: NDArray[Any], model: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """An action for each row, by the model of this number, or by the guide for GUIDE."""
        if self.is_one:
            return legal_actions(self.guide, obs, mask)
        actions = np.empty(len(model), np.int64)
        for number in np.unique(model):
            rows = np.flatnonzero(model == number)
            agent = self.guide if number == GUIDE else self.models[number]
            actions[rows] = legal_actions(agent, obs[rows], mask[rows])
        return actions
