"""Bluff and deduction on a solved table, exactly: how often each bluff is made, how often guesses
are right, and how often they could be right with the best use of all that the guesser knows.

The posterior of a guess is exact: the probability of each hidden thing, given all that the guesser
recalls and that both seats play the policy.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.signals import NONE, SIGNAL, signals_of
from cthulhu_training.behaviour.signals import signals_in
from cthulhu_training.solve.tree import Tree, shows
from cthulhu_training.solve.values import Policy

ANY = "any"


@dataclass(frozen=True)
class Bluff:
    """How often a bluff is made when it is open."""

    kind: str
    beside: str  # what is held beside it; ANY sums up all but the obvious
    open: float  # times a game that it is open
    rate: float

    @property
    def is_total(self) -> bool:
        """Whether it sums up all, whatever is held beside it."""
        return self.beside == ANY


@dataclass(frozen=True)
class Guesses:
    """How often guesses are right, all weighed alike: as often as the policy makes them."""

    made: float  # a game
    right: float
    counting: float  # if each named what counting cards makes likeliest instead
    best: float  # if each named what is likeliest, given all that was seen


class TreeSignals:
    """What every action of a tree tells; made once, then asked about any policy."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.words = signals_of(tree.game)
        self.records = np.zeros(tree.choices, SIGNAL)
        self.tally = np.zeros(tree.choices, np.float32)  # of what an action names, by counting
        self.info_of = np.repeat(np.arange(len(tree.infos)), tree.infos["count"])
        self._obvious = [self.words.held_beside.index(name) for name in self.words.obvious]
        done = 0
        for shown in shows(tree):
            at, actions = np.nonzero(shown.mask)
            signals = signals_in(tree.game, shown.states, actions, at)
            steps = np.full(len(shown.obs), 1)  # two players: the other one
            counted = self.words.tally(tree.game, shown.obs, steps)
            part = slice(done, done + len(actions))
            self.records[part] = signals
            if counted.shape[1]:
                self.tally[part] = np.where(
                    signals["named"] == NONE, 0, counted[at, signals["named"]]
                )
            done += len(actions)

    def guesses(self, policy: Policy, other: Policy | None = None) -> Guesses:
        """How good the guesses are when both seats play the policy; or those of the policy against
        another one, in each seat once. The guesser knows who the other is.
        """
        if other is None:
            visits, holds = self._weigh(policy)
        else:
            visits, holds = self._weigh_against(policy, other)
        names = np.flatnonzero(self.records["named"] != NONE)
        info = self.info_of[names]
        would_hit = holds[info, self.records["named"][names]]
        made = visits[info] * policy[names]
        total = float(made.sum())
        if total == 0.0:
            return Guesses(0.0, np.nan, np.nan, np.nan)
        often = np.bincount(info, policy[names], len(visits))  # how often a guess is made there
        best = np.zeros(len(visits))
        np.maximum.at(best, info, would_hit)
        counted = self._by_counting(names, info, would_hit, len(visits))
        right = float((would_hit * policy[names]).sum())
        return Guesses(
            total, right / total, float(often @ counted) / total, float(often @ best) / total
        )

    def _by_counting(
        self, names: NDArray[Any], info: NDArray[Any], would_hit: NDArray[Any], infos: int
    ) -> NDArray[np.float64]:
        """What the likeliest name by counting hits, evenly over names that tie."""
        top = np.zeros(infos)
        np.maximum.at(top, info, self.tally[names])
        is_top = self.tally[names] >= top[info] - 1e-6
        hits = np.bincount(info[is_top], would_hit[is_top], infos)
        ties = np.bincount(info[is_top], minlength=infos)
        return hits / np.maximum(ties, 1)

    def bluffs(self, policy: Policy) -> Iterator[Bluff]:
        """Each kind of bluff, over all that can be held beside it and one by one."""
        visits, _ = self._weigh(policy)
        played = visits[self.info_of] * policy
        for kind, name in enumerate(self.words.bluffs):
            is_open = self.records["bluff"] == kind
            if not is_open.any():
                continue
            is_real = is_open & ~np.isin(self.records["beside"], self._obvious)
            yield self._bluff(name, ANY, is_real, played)
            for number, beside in enumerate(self.words.held_beside):
                here = is_open & (self.records["beside"] == number)
                if here.any():
                    yield self._bluff(name, beside, here, played)

    def _bluff(self, kind: str, beside: str, is_open: Any, played: Any) -> Bluff:
        often = float(played[is_open].sum())
        taken = float(played[is_open & (self.records["taken"] == 1)].sum())
        return Bluff(kind, beside, often, taken / often if often else float("nan"))

    def _weigh_against(
        self, policy: Policy, other: Policy
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The same for the information sets of the policy's own seat, which is each once."""
        seats = self.tree.infos["seat"]
        visits, holds = np.zeros(len(seats)), np.zeros((len(seats), 1))
        for seat in range(2):
            is_own = seats == seat
            mixed = np.where(is_own[self.info_of], policy, other).astype(policy.dtype)
            there, held = self._weigh(mixed)
            visits = np.where(is_own, there, visits)
            holds = np.where(is_own[:, None], held, holds)
        return visits, holds

    def _weigh(self, policy: Policy) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How likely each information set is, alone and with each thing hidden by the other."""
        tree = self.tree
        visits = np.zeros(len(tree.infos))
        holds = np.zeros((len(tree.infos), max(1, len(self.words.things))))
        played = np.zeros(len(tree.nodes), np.float32)
        weigh(tree.nodes, tree.infos, policy, played, visits, holds)
        return visits, holds


@kernel
def weigh(nodes, infos, policy, played, visits, holds):
    """How likely both seats play to each node, summed by information set and hidden thing."""
    root = 0
    while root < nodes.shape[0]:
        played[root] = nodes[root].prob
        root = nodes[root].skip
    for i in range(nodes.shape[0]):
        node = nodes[i]
        visits[node.info] += played[i]
        if node.held != NONE:
            holds[node.info, node.held] += played[i]
        first = infos[node.info].first
        child = i + 1
        while child < node.skip:
            prob = nodes[child].prob * policy[first + nodes[child].act]
            played[child] = played[i] * prob
            child = nodes[child].skip
