"""Counterfactual regret minimisation on a `Tree`: policies that nobody can exploit."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_training.solve.tree import Tree
from cthulhu_training.solve.values import Policy, Values, uniform, weigh_actions


class Variant(enum.Enum):
    """How regrets and iterations are weighed."""

    CFR_PLUS = "cfr+"  # no negative regret; iteration t counts t times in the average
    LINEAR = "linear"  # regrets and average both weighed by t
    DISCOUNTED = "discounted"  # positive regrets lose little, negative ones half, average by t^2

    @classmethod
    def named(cls, name: str) -> Variant:
        """ValueError with the nearest name if there is none."""
        known = {variant.value: variant for variant in cls}
        if name not in known:
            raise ValueError(f"there is no variant {name!r}{nearest(name, known)}")
        return known[name]


@kernel
def add_regrets(nodes, pays, infos, policy, seat, reached, regrets, values, action_values):
    """Add to each of a seat's actions what it would have gained over the policy."""
    sign = 1.0 if seat == 0 else -1.0
    for i in range(nodes.shape[0] - 1, -1, -1):
        if reached[i] == 0.0:
            continue
        info = infos[nodes[i].info]
        weigh_actions(nodes, pays, infos, i, sign, values, action_values)
        value = 0.0
        for a in range(info.count):
            value += policy[info.first + a] * action_values[a]
        values[i] = value
        if info.seat == seat:
            for a in range(info.count):
                regrets[info.first + a] += reached[i] * (action_values[a] - value)


@kernel
def match_regrets(infos, regrets, seat, policy):
    """Play in proportion to positive regret, evenly where there is none."""
    for k in range(infos.shape[0]):
        info = infos[k]
        if info.seat != seat:
            continue
        total = 0.0
        for a in range(info.count):
            total += max(regrets[info.first + a], 0.0)
        for a in range(info.count):
            share = max(regrets[info.first + a], 0.0) / total if total > 0.0 else 1.0 / info.count
            policy[info.first + a] = share


@kernel
def discount(infos, regrets, seat, gains, losses):
    """Let older regrets of a seat count less: positive ones by one factor, others by another."""
    for k in range(infos.shape[0]):
        info = infos[k]
        if info.seat == seat:
            for a in range(info.first, info.first + info.count):
                regrets[a] *= gains if regrets[a] > 0.0 else losses


@kernel
def normalise(infos, sums, policy):
    """Sums as probabilities, even where an information set was never reached."""
    for k in range(infos.shape[0]):
        info = infos[k]
        total = 0.0
        for a in range(info.first, info.first + info.count):
            total += sums[a]
        for a in range(info.first, info.first + info.count):
            policy[a] = sums[a] / total if total > 0.0 else 1.0 / info.count


@kernel
def add_to_average(infos, policy, seat, visits, weight, sums):
    """Add a seat's policy to its sums, weighed by how likely it plays to get there."""
    for k in range(infos.shape[0]):
        info = infos[k]
        if info.seat == seat:
            for a in range(info.count):
                sums[info.first + a] += weight * visits[k] * policy[info.first + a]


class Solver:
    """Regret minimisation on one tree; `run` as long as you like, `average()` is the result."""

    def __init__(self, tree: Tree, variant: Variant = Variant.DISCOUNTED) -> None:
        self.tree = tree
        self.variant = variant
        self.scratch = Values(tree)
        self.iterations = 0
        self.policy = uniform(tree)
        self.regrets = np.zeros(tree.choices, np.float32)
        self.sums = np.zeros(tree.choices, np.float32)

    def run(self, iterations: int) -> None:
        """Run that many iterations more; each lets both seats learn from the other."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in (0, 1):
                self._learn(seat)

    def _learn(self, seat: int) -> None:
        nodes, infos, scratch = self.tree.nodes, self.tree.infos, self.scratch
        scratch.reach(self.policy, seat)
        weight = float(self.iterations ** (2 if self.variant == Variant.DISCOUNTED else 1))
        add_to_average(infos, self.policy, 1 - seat, scratch.visits, weight, self.sums)
        self._discount(seat)
        add_regrets(
            nodes,
            self.tree.pays,
            infos,
            self.policy,
            seat,
            scratch.reached,
            self.regrets,
            scratch.values,
            scratch.action_values,
        )
        if self.variant == Variant.CFR_PLUS:
            np.maximum(self.regrets, 0.0, out=self.regrets)
        match_regrets(infos, self.regrets, seat, self.policy)

    def _discount(self, seat: int) -> None:
        """Let older regrets of a seat count less, as the variant wants it."""
        t = self.iterations - 1
        if t > 0 and self.variant == Variant.LINEAR:
            discount(self.tree.infos, self.regrets, seat, t / (t + 1), t / (t + 1))
        elif t > 0 and self.variant == Variant.DISCOUNTED:
            discount(self.tree.infos, self.regrets, seat, t**1.5 / (t**1.5 + 1), 0.5)

    def average(self) -> Policy:
        """The policy so far: what the iterations played, on average."""
        shares = np.empty(self.tree.choices, np.float32)
        normalise(self.tree.infos, self.sums, shares)
        return shares
