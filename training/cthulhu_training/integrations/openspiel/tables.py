"""Policies of OpenSpiel's agents on our solver's tree: then their weaknesses are exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cthulhu_training.solve.tree import Tree, shows
from cthulhu_training.solve.values import Policy, Values, uniform

Network = Callable[[torch.Tensor], torch.Tensor]
Probs = Callable[[Network, torch.Tensor, torch.Tensor], torch.Tensor]


@torch.no_grad()
def softmax(network: Network, obs: torch.Tensor, is_legal: torch.Tensor) -> torch.Tensor:
    """The probabilities of a policy network."""
    return network(obs).masked_fill(~is_legal, -torch.inf).softmax(dim=1)


@torch.no_grad()
def greedy(network: Network, obs: torch.Tensor, is_legal: torch.Tensor) -> torch.Tensor:
    """Always the action that a value network likes best."""
    best = network(obs).masked_fill(~is_legal, -torch.inf).argmax(dim=1)
    return torch.nn.functional.one_hot(best, is_legal.shape[1])


def policy_of(tree: Tree, networks: Sequence[Network], probs: Probs) -> Policy:
    """What one network for each seat plays at all information sets."""
    policy: Policy = np.zeros(tree.choices, np.float32)
    done = 0
    for shown in shows(tree):
        mask = shown.mask != 0
        found = np.zeros(mask.shape, np.float32)
        for seat, network in enumerate(networks):
            rows = shown.states["seat"] == seat
            obs, legal = torch.from_numpy(shown.obs[rows]), torch.from_numpy(mask[rows])
            found[rows] = probs(network, obs, legal).numpy()
        policy[done : done + int(mask.sum())] = found[mask]
        done += int(mask.sum())
    return policy


def mixed(values: Values, policies: Sequence[Policy], weights: Sequence[NDArray[Any]]) -> Policy:
    """One policy that plays like a seat that draws, before the game, policy k with probability
    weights[seat][k], and keeps to it.

    At an information set each policy counts as much as it plays to get there.
    """
    infos = values.tree.infos
    total, seen = np.zeros(values.tree.choices), np.zeros(len(infos))
    for k, policy in enumerate(policies):
        for seat in (0, 1):
            values.reach(policy, 1 - seat)
            share = np.where(infos["seat"] == seat, weights[seat][k] * values.visits, 0.0)
            seen += share
            total += np.repeat(share, infos["count"]) * policy
    reached = np.repeat(seen, infos["count"])
    found = np.divide(total, reached, out=uniform(values.tree).astype(float), where=reached > 0)
    answer: Policy = found.astype(np.float32)
    return answer
