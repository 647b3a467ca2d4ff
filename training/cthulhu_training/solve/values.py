"""What policies are worth on a `Tree`, and the best answers to them.

All passes run over flat arrays: down from a node to those below it, which stand behind it, or up
in the opposite order. Payments are those of seat 0; what one seat gets the other one loses.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_training.solve.tree import Tree

Policy = NDArray[np.float32]  # the probability of each action of each information set


@kernel
def reach(nodes, infos, policy, seat, reached, visits):
    """How likely chance and the other seat lead to each node: `seat` itself plays all actions.

    What the other seat never lets happen stays at 0, with all that is below it. `visits` gets for
    each information set of the other seat how likely it plays to get there.
    """
    visits[:] = 0.0
    reached[:] = 0.0
    root = 0
    while root < nodes.shape[0]:
        reached[root] = nodes[root].prob
        root = nodes[root].skip
    i = 0
    while i < nodes.shape[0]:
        if reached[i] == 0.0:
            i = nodes[i].skip
            continue
        k = nodes[i].info
        first = infos[k].first
        is_own = infos[k].seat == seat
        if not is_own:
            visits[k] += reached[i]
        child, end = i + 1, nodes[i].skip
        while child < end:
            prob = reached[i] * nodes[child].prob
            if not is_own:
                prob *= policy[first + nodes[child].act]
            reached[child] = prob
            child = nodes[child].skip
        i += 1


@kernel(inline=True)
def weigh_actions(nodes, pays, infos, i, sign, values, action_values):
    """What each action of a node is worth, given the values of the nodes below it."""
    for a in range(infos[nodes[i].info].count):
        action_values[a] = sign * pays[nodes[i].edge + a]
    child = i + 1
    while child < nodes[i].skip:
        action_values[nodes[child].act] += nodes[child].prob * values[child]
        child = nodes[child].skip


@kernel
def value_of_play(nodes, pays, infos, policy, values, action_values):
    """What seat 0 gets when both seats play the policy."""
    for i in range(nodes.shape[0] - 1, -1, -1):
        info = infos[nodes[i].info]
        weigh_actions(nodes, pays, infos, i, 1.0, values, action_values)
        values[i] = 0.0
        for a in range(info.count):
            values[i] += policy[info.first + a] * action_values[a]
    return value_of_deals(nodes, values)


@kernel
def best_response(nodes, pays, infos, policy, seat, reached, levels, totals, values, action_values):
    """What the best answer of a seat to the other's policy is worth to it.

    From the last level up: sum what each action is worth over all nodes of an information set,
    then take the best one in each of them. `totals` keeps the sums, one for each action.
    """
    sign = 1.0 if seat == 0 else -1.0
    totals[:] = 0.0
    for level in range(levels - 1, -1, -1):
        for i in range(nodes.shape[0]):
            if reached[i] != 0.0 and nodes[i].level == level:
                info = infos[nodes[i].info]
                weigh_actions(nodes, pays, infos, i, sign, values, action_values)
                values[i] = 0.0
                for a in range(info.count):
                    if info.seat == seat:
                        totals[info.first + a] += reached[i] * action_values[a]
                    else:
                        values[i] += policy[info.first + a] * action_values[a]
        for i in range(nodes.shape[0]):
            if reached[i] == 0.0 or nodes[i].level != level:
                continue
            info = infos[nodes[i].info]
            if info.seat == seat:
                weigh_actions(nodes, pays, infos, i, sign, values, action_values)
                values[i] = action_values[best_action(info, totals)]
    return value_of_deals(nodes, values)


@kernel
def best_action(info, totals):
    """The first action with the largest sum."""
    best = 0
    for a in range(1, info.count):
        if totals[info.first + a] > totals[info.first + best]:
            best = a
    return best


@kernel
def value_of_deals(nodes, values):
    """The mean over all deals."""
    total = 0.0
    root = 0
    while root < nodes.shape[0]:
        total += nodes[root].prob * values[root]
        root = nodes[root].skip
    return total


def uniform(tree: Tree) -> Policy:
    """All actions equally likely."""
    count = tree.infos["count"]
    return np.repeat((1.0 / count).astype(np.float32), count)


class Values:
    """Values and best answers on one tree, with the arrays they work in."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.reached = np.zeros(len(tree.nodes), np.float32)
        self.values = np.zeros(len(tree.nodes), np.float32)
        self.visits = np.zeros(len(tree.infos))
        self.action_values = np.zeros(int(tree.infos["count"].max()))
        self.totals = np.zeros(tree.choices, np.float32)
        self.levels = int(tree.nodes["level"].max()) + 1

    def reach(self, policy: Policy, seat: int) -> None:
        """Fill `reached` and `visits`."""
        reach(self.tree.nodes, self.tree.infos, policy, seat, self.reached, self.visits)

    def value(self, policy: Policy) -> float:
        """How often seat 0 wins when both play the policy; a tie counts half."""
        tree = self.tree
        found = value_of_play(
            tree.nodes, tree.pays, tree.infos, policy, self.values, self.action_values
        )
        return (1.0 + float(found)) / 2

    def best(self, policy: Policy, seat: int) -> float:
        """How often a seat wins by its best answer when the other plays the policy."""
        tree = self.tree
        self.reach(policy, seat)
        found = best_response(
            tree.nodes,
            tree.pays,
            tree.infos,
            policy,
            seat,
            self.reached,
            self.levels,
            self.totals,
            self.values,
            self.action_values,
        )
        return (1.0 + float(found)) / 2

    def exploitability(self, policy: Policy) -> float:
        """What a best answer gains in wins, over what the policy gets itself, mean of the seats."""
        return (self.best(policy, 0) + self.best(policy, 1) - 1.0) / 2
