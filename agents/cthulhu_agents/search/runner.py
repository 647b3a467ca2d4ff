"""The arrays of a search and the loop around its kernels: worlds in, statistics of actions out."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.search.belief import Belief
from cthulhu_agents.search.descent import NO_ACTION, advance
from cthulhu_agents.search.models import GUIDE, PlayerModels
from cthulhu_agents.search.plan import Plan
from cthulhu_agents.search.records import (
    EDGE,
    FRESH,
    JUDGED,
    LANE,
    NODE,
    NONE,
    ROOT,
    SEARCH,
    Asking,
    ObsHasher,
    Rules,
    Start,
    Tree,
)
from cthulhu_agents.search.tree import plant
from cthulhu_envs._runtime.addresses import verbs
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.loops import LOOK
from cthulhu_envs.api.answers import finite_values, legal_actions
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.rng import deal_seeds

FACTOR_SEED = 20_081_937  # of the factors that hash observations
EDGES_PER_NODE = 8  # room for; a tree that is full grows no more
TIMED_NODES = 1 << 18  # room where iterations are not counted
TIMED_STEP = 256  # iterations between two looks at the clock
FEWEST_TRIES = 8  # of each action, to compare them
LUCK = 4096  # different beginnings of iterations, then the same ones again
GOLDEN_RATIO = 0.618033988749895  # its multiples, modulo 1, are spread evenly however many


@dataclass(frozen=True)
class Found:
    """What a search knows of the actions at its root."""

    actions: NDArray[np.int64]
    visits: NDArray[np.int64]
    means: NDArray[np.float64]
    errors: NDArray[np.float64]  # standard errors of the means
    gains: NDArray[np.float64]  # flat: over the advice, in the same worlds with the same luck
    gain_errors: NDArray[np.float64]  # their standard errors
    advice: int  # what the policy would play, or NO_ACTION
    iterations: int
    redrawn: int  # worlds drawn anew for others' decisions
    nodes: int


class SearchRunner:
    """Runs searches in one game, in arrays that are made once and used again."""

    def __init__(self, game: Game, plan: Plan, player_models: PlayerModels | None) -> None:
        self.game, self.plan, self.player_models = game, plan, player_models
        self.policy = player_models.guide if player_models else None
        rooms = TIMED_NODES if plan.seconds else plan.iters + 1
        edges = rooms * EDGES_PER_NODE + game.actions.size
        self.tree = Tree(
            np.zeros(rooms, NODE),
            np.zeros(edges, EDGE),
            np.zeros(1 << (2 * rooms).bit_length(), np.int32),
        )
        self.rules = Rules(
            game.kit,
            (game.configure(**game.search.shaped) if game.search.shaped else game).kit,
            verbs(game),
            np.zeros(game.actions.size, np.int32),
            np.zeros(game.num_players, np.float32),
            np.zeros(1, game.scratch),
        )
        width = game.observations.size
        obs = np.zeros(width, np.float32)
        factors = np.random.default_rng(FACTOR_SEED).integers(0, 2**63, width).astype(np.uint64)
        self.hasher = ObsHasher(obs, obs.view(np.uint32), factors * np.uint64(2) + np.uint64(1))
        self.search = np.zeros(1, SEARCH)
        self._make_lanes(1 if player_models is None else plan.batch)

    def _make_lanes(self, count: int) -> None:
        game = self.game
        self.lanes = np.zeros(count, LANE)
        self.live = game.new_states(count)
        self.chapters = self.live[game.search.chapter or "ending"]
        self.asking = Asking(
            np.zeros(count, np.int64),
            np.zeros((count, game.observations.size), np.float32),
            np.zeros((count, game.actions.size), np.int8),
            np.zeros(count, np.int64),
        )

    def run(
        self,
        view: View,
        belief: Belief,
        rng: np.random.Generator,
    ) -> Found:
        """Search in worlds of a view, each as often as its weight says."""
        legal = np.array(view.legal, np.int32)
        start = self._start(belief, len(legal), rng)
        self.follows = self._models(belief, start, rng)
        self._settings(view.seat, rng)
        plan, search = self.plan, self.search[0]
        advice = self._advice(view)
        plant(search, self.tree, legal, advice)
        until = time.monotonic() + plan.seconds
        search.budget = TIMED_STEP if plan.seconds else plan.iters
        while True:
            self._spend(start, legal)
            if not plan.seconds or time.monotonic() >= until:
                return self._found(legal, advice, start)
            search.budget = TIMED_STEP

    def _start(self, belief: Belief, actions: int, rng: np.random.Generator) -> Start:
        """The order of worlds, by weight, and the luck that goes with each."""
        worlds, weights = belief.worlds, belief.weights
        turns = np.arange(LUCK if self.plan.seconds else min(LUCK, self.plan.iters))
        order = turns % len(worlds)
        if weights is not None:
            marks = (rng.random() + turns * GOLDEN_RATIO) % 1.0
            order = np.minimum(np.searchsorted(np.cumsum(weights), marks), len(worlds) - 1)
        seeds = deal_seeds(len(turns), rng)
        return Start(worlds, order, seeds, np.zeros((len(turns), actions * self.plan.is_flat)))

    def _models(self, belief: Belief, start: Start, rng: np.random.Generator) -> NDArray[np.int64]:
        """The model that each seat follows (T, seats) in iterations that begin alike; the seat that
        searches follows the guide.
        """
        shape = len(start.order), self.game.num_players
        if self.player_models is None or self.player_models.is_one:
            return np.full(shape, GUIDE)
        if not self.plan.models:
            return np.full(shape, GUIDE)
        return self.player_models.draw(belief.shares, start.order, shape[1], rng)

    def _settings(self, seat: int, rng: np.random.Generator) -> None:
        search = self.search[0]
        search.me = seat
        search.rng = rng.integers(0, 2**63, dtype=np.int64)
        search.num_players = self.game.num_players
        for name in ("explore", "bias", "horizon", "is_flat", "models", "guided", "redraws"):
            search[name] = getattr(self.plan, name)
        search.estimates_values = self.policy is not None and self.policy.estimates_values
        search.begun = search.num_redrawn = 0

    def _advice(self, view: View) -> int:
        """What the policy would play, if that counts."""
        if self.policy is None or not self.plan.bias:
            return NO_ACTION
        return int(legal_actions(self.policy, view.observation[None], view.mask[None])[0])

    def _spend(self, start: Start, legal: NDArray[np.int32]) -> None:
        """Run iterations until the budget is spent and all have come back."""
        self.lanes["mode"] = FRESH
        while True:
            waiting = advance(
                self.search, self.rules, self.tree, self.hasher, start, self.asking, self.lanes,
                self.live, self.chapters, legal,
            )  # fmt: skip
            cut = np.flatnonzero(self.lanes["mode"] == JUDGED)
            if not waiting and not len(cut):
                return
            if waiting:
                self._answer(waiting)
            if len(cut):
                self._judge(cut)

    def _answer(self, waiting: int) -> None:
        """Tell the lanes that wait what their seats to move play."""
        assert self.player_models is not None
        obs, mask = self.asking.obs[:waiting], self.asking.mask[:waiting]
        lane = self.asking.lane[:waiting]
        seat = self.live["seat"][lane]
        is_me = seat == self.search[0].me
        model = np.where(is_me, GUIDE, self.follows[self.lanes["turn"][lane], seat])
        self.asking.actions[:waiting] = self.player_models.answer(obs, mask, model)

    def _judge(self, cut: NDArray[np.int64]) -> None:
        """What each seat, by the policy, may expect where an iteration was cut."""
        assert self.policy is not None
        looks = Lanes(self.game, len(cut))
        looks.states[...] = self.live[cut]
        for seat in range(self.game.num_players):
            looks.seat[:] = seat
            looks.run(LOOK)
            self.lanes["paid"][cut, seat] += finite_values(self.policy, looks.obs)

    def _found(self, legal: NDArray[np.int32], advice: int, start: Start) -> Found:
        edges, edge = self.tree.edges, int(self.tree.nodes[ROOT].first)
        chain = []
        while edge != NONE:  # `plant` made the edges in the order of the legal actions
            chain.append(edge)
            edge = int(edges[edge].after)
        visits = edges["count"][chain].astype(np.int64)
        tried = np.maximum(visits, 1)
        means = np.where(visits, edges["total"][chain] / tried, -np.inf)
        spread = edges["squares"][chain] / tried - np.where(visits, means, 0.0) ** 2
        errors = np.sqrt(np.maximum(spread, 0.0) / tried)
        search = self.search[0]
        counts = (int(search[name]) for name in ("begun", "num_redrawn", "num_nodes"))
        gains = _gains(start.book[: visits.min()], np.flatnonzero(legal == advice))
        return Found(legal.astype(np.int64), visits, means, errors, *gains, advice, *counts)


def _gains(
    book: NDArray[np.float64], advised: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each action paid more than the advised one, try by try, and standard errors; nothing
    where the tries are too few for an error.
    """
    if not book.size or len(book) < FEWEST_TRIES or not len(advised):
        return np.zeros(0), np.zeros(0)
    more = book - book[:, advised[:1]]
    return more.mean(axis=0), more.std(axis=0, ddof=1) / np.sqrt(len(more))
