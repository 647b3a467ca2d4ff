"""The players: `ismcts`, information-set tree search, and `flat`, the Monte Carlo baseline.

docs/search.md explains how they work and what was measured.
"""

from __future__ import annotations

import numpy as np

from cthulhu_agents.search.belief import weigh
from cthulhu_agents.search.options import (
    AUTO,
    HEURISTIC,
    NO,
    NONE,
    RANDOM,
    SEARCH,
    YES,
    Plan,
    has_heuristic,
    number,
    one_of,
    policy_of,
    whole,
)
from cthulhu_agents.search.runner import Found, SearchRunner
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game

MOST = 1e9  # no weight or time is larger
BATCH = 64
FEWEST_BATCHES = 8  # so that what one finds can guide the next
OWN = -1  # an option as the game has it


class Searcher(Agent):
    """What both searches share: worlds from the view, weighed or not, and a runner."""

    plan: Plan

    def _begin(self, plan: Plan, policy: Agent | None, belief: str, doubt: float) -> None:
        self.plan = plan
        self.doubt = number("doubt", doubt, 0.0, 1.0)
        self.guide = policy
        self.model = self._model(belief)
        self.runner = SearchRunner(self.game, plan, policy)

    def _model(self, belief: str) -> Agent | None:
        """Who the others are thought to be."""
        tells = self.game.search.begin_again is not None
        if belief == NONE or (belief == AUTO and not (tells and has_heuristic(self.game))):
            return None
        if not tells:
            title = self.game.title
            raise ValueError(f"belief must be none: worlds of {title} do not tell their histories")
        return policy_of("belief", HEURISTIC if belief == AUTO else belief, self.game)

    def act(self, view: View) -> int:
        legal = view.legal
        return legal[0] if len(legal) == 1 else self.choose(self.search(view))

    def search(self, view: View) -> Found:
        """Search the position of a view, and tell what was found."""
        for helper in (self.guide, self.model):
            if helper is not None:
                helper.seed(int(self.rng.integers(2**62)))
        if self.model is None:
            worlds, weights = view.sample_worlds(self.plan.worlds, self.rng), None
        else:
            worlds, weights = weigh(view, self.plan.worlds, self.model, self.doubt, self.rng)
        return self.runner.run(view, worlds, weights, self.rng)

    def choose(self, found: Found) -> int:
        """The action to play."""
        raise NotImplementedError


class TreeSearch(Searcher):
    """Single-observer information-set tree search; plain `ismcts` is the strong configuration.

    `iters` iterations a move, or `time` seconds (then a seed no longer repeats its play).
    `worlds` are drawn for each move, weighed by `belief` (none, or who the others are thought to
    be; each of their decisions is in `doubt` with some chance). `rollouts` are random or by an
    agent, `opponents` decide by search or like that agent, `bias` weighs what the agent would do,
    `c` exploration; `depth` is how many rounds or turns (docs/search.md) an iteration looks ahead.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        iters: int = 1000,
        time: float = 0.0,
        worlds: int = 500,
        belief: str = AUTO,
        doubt: float = 0.03,
        rollouts: str = AUTO,
        opponents: str = AUTO,
        bias: float = OWN,
        c: float = OWN,
        margin: float = OWN,
        depth: int = OWN,
        redeterminize: str = AUTO,
    ) -> None:
        super().__init__(game, seed)
        c = game.search.c if c == OWN else c
        margin = game.search.margin if margin == OWN else margin
        self.margin = number("margin", margin, 0.0, MOST)
        usual = HEURISTIC if has_heuristic(game) else RANDOM
        rollouts = usual if rollouts == AUTO else rollouts
        opponents = (SEARCH if rollouts == RANDOM else rollouts) if opponents == AUTO else opponents
        policy = self._policy(rollouts, opponents, bias)
        redraws = one_of("redeterminize", redeterminize, (AUTO, YES, NO))
        seconds = number("time", time, 0.0, MOST)
        iters = whole("iters", iters, 1)
        plan = Plan(
            iters=iters,
            seconds=seconds,
            worlds=whole("worlds", worlds, 1),
            batch=BATCH if seconds else min(BATCH, -(-iters // FEWEST_BATCHES)),
            explore=number("c", c, 0.0, MOST),
            bias=(1.0 if policy else 0.0) if bias == OWN else number("bias", bias, 0.0, MOST),
            horizon=game.search.horizon if depth == OWN else whole("depth", depth, 0),
            is_flat=False,
            models=opponents != SEARCH,
            guided=rollouts != RANDOM,
            redraws=opponents == SEARCH
            and (game.num_players > 2 if redraws == AUTO else redraws == YES),
        )
        self._begin(plan, policy, belief, doubt)

    def _policy(self, rollouts: str, opponents: str, bias: float) -> Agent | None:
        """The one agent that guides play-outs, opponents and bias."""
        named = {spec for spec in (rollouts, opponents) if spec not in (RANDOM, SEARCH)}
        if len(named) > 1:
            raise ValueError(
                f"rollouts and opponents must name the same agent, not {rollouts!r} and "
                f"{opponents!r}"
            )
        if opponents == RANDOM:
            raise ValueError("opponents must be 'search' or an agent that guides rollouts too")
        if named:
            return policy_of(
                "rollouts" if rollouts in named else "opponents", named.pop(), self.game
            )
        return policy_of("bias", HEURISTIC, self.game) if bias > 0 else None

    def choose(self, found: Found) -> int:
        """The action tried most; of equals, the one that paid best. But what the policy would play
        is given up only for something that paid `margin` standard errors more.
        """
        best = int(np.lexsort((found.means, found.visits))[-1])
        advised = np.flatnonzero(found.actions == found.advice)
        if self.margin and len(advised):
            usual = int(advised[0])
            error = np.hypot(found.errors[best], found.errors[usual])
            if found.means[best] - found.means[usual] < self.margin * error:
                best = usual
        return int(found.actions[best])


class FlatMonteCarlo(Searcher):
    """The baseline: every action is tried alike in the same worlds, and play-outs decide.

    The options are those of `ismcts`; the play-outs are random unless `rollouts` names an agent.
    With `margin` what that agent would play is given up only for something that paid so many
    standard errors more, world by world.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        iters: int = 1000,
        time: float = 0.0,
        worlds: int = 500,
        belief: str = NONE,
        doubt: float = 0.03,
        rollouts: str = RANDOM,
        margin: float = 0.0,
        depth: int = OWN,
    ) -> None:
        super().__init__(game, seed)
        policy = None if rollouts == RANDOM else policy_of("rollouts", rollouts, game)
        self.margin = number("margin", margin, 0.0, MOST)
        if self.margin and policy is None:
            raise ValueError("margin needs an agent in rollouts, from which it departs")
        plan = Plan(
            iters=whole("iters", iters, 1),
            seconds=number("time", time, 0.0, MOST),
            worlds=whole("worlds", worlds, 1),
            batch=4 * BATCH,
            explore=0.0,
            bias=float(self.margin > 0),
            horizon=game.search.horizon if depth == OWN else whole("depth", depth, 0),
            is_flat=True,
            models=False,
            guided=policy is not None,
            redraws=False,
        )
        self._begin(plan, policy, belief, doubt)

    def choose(self, found: Found) -> int:
        """The action that paid best; with a margin, the advice unless something paid more."""
        if not self.margin:
            return int(found.actions[np.argmax(found.means)])
        if not len(found.gains):
            return found.advice
        is_more = found.gains > self.margin * found.gain_errors
        if not is_more.any():
            return found.advice
        return int(found.actions[np.argmax(np.where(is_more, found.gains, -np.inf))])
