"""What any agent plays on a solved table, as a policy: then its weaknesses are exact numbers.

An agent that gives its probabilities (`policy_batch`, or `policy` for agents that need a view) is
taken at its word. From others actions are sampled, again and again, and counted: exact for an agent
that always chooses alike, an estimate for the rest. A best answer also exploits the noise of an
estimate, so exploitability is then too high on average, and more so with fewer draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.answers import legal_action, legal_actions, legal_policy, legal_probs
from cthulhu_envs.api.view import View, view_of
from cthulhu_training.defaults import DRAWS
from cthulhu_training.solve.tree import Shown, Tree, shows
from cthulhu_training.solve.values import Policy

Progress = Callable[[float], None]  # told the share that is done


@dataclass(frozen=True)
class Played:
    """An agent's policy on a tree, and how it was found: "exact", or from how many draws."""

    policy: Policy
    draws: int  # 0: the agent gives its probabilities itself

    @property
    def source(self) -> str:
        return "exact" if self.draws == 0 else f"{self.draws} draws"


def policy_of(
    tree: Tree, agent: Agent, draws: int = DRAWS, progress: Progress = lambda share: None
) -> Played:
    """The policy of an agent at every information set; a ValueError if it is none."""
    if draws < 1:
        raise ValueError(f"draws must be at least 1, not {draws}")
    says = _says_for_many(agent) or _says_for_one(agent)
    policy = np.zeros(tree.choices, np.float32)
    done = 0
    for shown in shows(tree):
        probs = _said(agent, shown) if says else _drawn(agent, shown, draws)
        legal = _legal(shown, probs)
        policy[done : done + len(legal)] = legal
        done += len(legal)
        progress(done / tree.choices)
    return Played(policy, 0 if says else draws)


def _says_for_many(agent: Agent) -> bool:
    return type(agent).policy_batch is not Agent.policy_batch


def _says_for_one(agent: Agent) -> bool:
    return type(agent).policy is not Agent.policy


def _said(agent: Agent, shown: Shown) -> NDArray[np.float64]:
    if _says_for_many(agent):
        return legal_probs(agent, shown.obs.copy(), shown.mask.copy())
    return np.concatenate([legal_policy(agent, view) for view in _views(agent, shown)])


def _drawn(agent: Agent, shown: Shown, draws: int) -> NDArray[np.float64]:
    """Shares of the actions that the agent takes when it is asked again and again."""
    counts = np.zeros(shown.mask.shape)
    rows = np.arange(len(counts))
    views = None if agent.batched else _views(agent, shown)
    for _ in range(draws):
        if views is None:
            chosen = legal_actions(agent, shown.obs.copy(), shown.mask.copy())
        else:
            chosen = np.array([legal_action(agent, view) for view in views])
        counts[rows, chosen] += 1
    return counts / draws


def _views(agent: Agent, shown: Shown) -> list[View]:
    states = shown.states.copy()
    seats = states["seat"]
    return [view_of(agent.game, states[i : i + 1], int(seats[i])) for i in range(len(states))]


def _legal(shown: Shown, probs: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities of the legal actions alone, row by row."""
    is_legal = shown.mask != 0
    total = np.where(is_legal, probs, 0.0).sum(axis=1, keepdims=True)
    legal: NDArray[np.float64] = (probs / total)[is_legal]
    return legal
