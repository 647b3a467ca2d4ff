"""`Agent`: a player, which chooses an action from what its seat may know."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.legality import WAIT
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.errors import shown
from cthulhu_envs.authoring.game import Game

# Numbers beyond would come out as others, or as WAIT; these are as illegal.
LOWEST, HIGHEST = WAIT + 1, np.iinfo(np.int64).max


class Agent:
    """A player of one game. Subclasses define `act`, or `act_batch` if observation and mask are
    enough for them. Bots of your own need no base class: anything that has one of these two
    methods can play (`cthulhu_envs.make_agent`).

    An agent sees observations and masks, and worlds drawn by `view.sample_world`; never the
    state. Its randomness comes from `self.rng` alone, so a seed repeats its play.
    """

    reads_sparse = False  # True: the batched methods take a SparseObs too

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Restart the agent's own random stream."""
        self.rng = np.random.default_rng(seed)

    @property
    def title(self) -> str:
        """What the agent is called in messages."""
        return type(self).__name__

    @property
    def is_uniform(self) -> bool:
        """Whether all legal actions are played equally often, so that kernels may draw for it."""
        return False

    @property
    def batched(self) -> bool:
        """Whether the class defines `act_batch`: such agents play thousands of games at once. A
        subclass that defines `act` alone is asked view by view again.
        """
        for cls in type(self).__mro__:
            if "act_batch" in vars(cls) or "act" in vars(cls):
                return cls is not Agent and "act_batch" in vars(cls)
        return False

    @property
    def estimates_values(self) -> bool:
        """Whether `value_batch` is defined."""
        return type(self).value_batch is not Agent.value_batch

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        """The expected future reward of the seat of each observation, (N,)."""
        raise NotImplementedError(f"{type(self).__name__} does not estimate values")

    def act(self, view: View) -> int:
        """One legal action for the seat of the view."""
        if type(self).act_batch is Agent.act_batch:
            raise NotImplementedError(f"{type(self).__name__} defines neither act nor act_batch")
        return self.act_on(view.observation, view.mask)

    def act_on(self, observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
        """The same without a View, for batched agents."""
        return int(self.act_batch(observation[None], mask[None])[0])

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        """Legal actions for many positions: obs (N, D) and mask (N, A) -> (N,)."""
        raise NotImplementedError(f"{type(self).__name__} needs more than observation and mask")

    @classmethod
    def can_play(cls, game: Game) -> bool:
        """Whether a game is listed as one that it can play."""
        return True

    @classmethod
    def about(cls, game: Game) -> str:
        """What there is to say of it beside its docstring, for one game."""
        return ""

    def policy(self, view: View) -> NDArray[np.float64]:
        """The probability with which `act` chooses each action (A,), for agents that know it."""
        probs: NDArray[np.float64] = self.policy_batch(view.observation[None], view.mask[None])[0]
        return probs

    def policy_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float64]:
        """The same for many positions: obs (N, D) and mask (N, A) -> (N, A)."""
        raise NotImplementedError(f"{type(self).__name__} does not give its probabilities")


class NoActionError(ValueError):
    """An agent gave what is no action: `what` it did, in words."""

    def __init__(self, title: str, what: str) -> None:
        super().__init__(f"{title} {what}")
        self.what = what


def action_of(agent: Agent, view: View) -> int:
    """What an agent plays; NoActionError if it is no whole number. It may still be illegal."""
    action = agent.act(view)
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        raise NoActionError(agent.title, f"was asked for an action and gave {shown(action)}")
    return min(max(int(action), LOWEST), HIGHEST)


def actions_of(agent: Agent, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
    """The same in many positions."""
    return np.maximum(numbers_of(agent, obs, mask), LOWEST)


def numbers_of(agent: Agent, obs: Any, mask: NDArray[np.int8]) -> NDArray[np.int64]:
    """The same, WAIT included."""
    chosen = np.asarray(agent.act_batch(obs, mask))
    if chosen.shape != (len(mask),) or chosen.dtype.kind not in "iu":
        given = f"{chosen.dtype} of shape {chosen.shape!s:.60}"
        raise NoActionError(agent.title, f"was asked for {len(mask)} actions and gave {given}")
    if chosen.dtype == np.uint64:
        chosen = np.minimum(chosen, np.uint64(HIGHEST))
    return chosen.astype(np.int64, copy=False)
