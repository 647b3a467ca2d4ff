"""The players: `ismcts`, information-set tree search, and `flat`, the Monte Carlo baseline.

docs/search.md explains how they work and what was measured.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cthulhu_agents.search.belief import Belief, weigh
from cthulhu_agents.search.models import PlayerModels, models_of, names_in
from cthulhu_agents.search.plan import (
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
from cthulhu_envs._runtime.threads import Turn
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.typed import how_to_seat
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game

MOST = 1e9  # no weight or time is larger
BATCH = 64
FEWEST_BATCHES = 8  # so that what one finds can guide the next
OWN = -1  # an option as the game has it


class Searcher(Agent):
    """What both searches share: worlds from the view, weighed or not, and a runner."""

    plan: Plan
    opponents = SEARCH  # or the spec of those whom the others are thought to be

    def _begin(
        self, plan: Plan, player_models: PlayerModels | None, belief: str, doubt: float
    ) -> None:
        self.plan = plan
        self.doubt = number("doubt", doubt, 0.0, 1.0)
        self.player_models = player_models
        self.believed = self._believed(belief)
        self.runner = SearchRunner(self.game, plan, player_models)
        self.turn = Turn()  # the runner has one set of arrays

    def _believed(self, belief: str) -> tuple[Agent, ...]:
        """Who the others are thought to be, when their play is weighed."""
        tells = self.game.search.begin_again is not None
        if belief == NONE or (belief == AUTO and not tells):
            return ()
        if not tells:
            title = self.game.title
            raise ValueError(f"belief must be none: worlds of {title} do not tell their histories")
        if self.player_models and self.plan.models and belief in (AUTO, self.opponents):
            return self.player_models.models
        if belief != AUTO:
            return models_of("belief", belief, self.game)
        return models_of("belief", HEURISTIC, self.game) if has_heuristic(self.game) else ()

    def act(self, view: View) -> int:
        legal = view.legal
        if not legal:
            raise ValueError(f"player_{view.seat} has nothing to decide")
        return legal[0] if len(legal) == 1 else self.choose(self.search(view))

    def search(self, view: View) -> Found:
        """Search the position of a view, and tell what was found."""
        own, its = self.game, view.game
        if own is not its and (own.id, own.values) != (its.id, its.values):
            raise ValueError(how_to_seat(own, its, f"{self.title} was made"))
        with self.turn:
            return self._search(view)

    def _search(self, view: View) -> Found:
        for helper in self._asked():
            helper.seed(int(self.rng.integers(2**62)))
        if self.believed:
            belief = weigh(view, self.plan.worlds, self.believed, self.doubt, self.rng)
        else:
            belief = Belief(view.sample_worlds(self.plan.worlds, self.rng), None, None)
        if self.player_models and self.believed != self.player_models.models:
            belief = replace(belief, shares=None)  # they tell nothing of the models
        return self.runner.run(view, belief, self.rng)

    def _asked(self) -> list[Agent]:
        """Every agent that is asked, once."""
        models = self.player_models.everyone if self.player_models else ()
        return list({id(one): one for one in (*models, *self.believed)}.values())

    def choose(self, found: Found) -> int:
        """The action to play."""
        raise NotImplementedError


class TreeSearch(Searcher):
    """Single-observer information-set tree search; plain `ismcts` is the strong configuration.

    `iters` iterations a move, or `time` seconds (then a seed no longer repeats its play).
    `worlds` are drawn for each move and weighted by `belief`: none, or models of the others, each
    of whose decisions is any legal action with probability `doubt`. `rollouts` are random or by an
    agent. `opponents` decide by search or like an agent, by default that of the rollouts; of
    several, such as `heuristic+ppo`, each of the others follows the one that fits what it did.
    `bias` weighs what the agent of the rollouts would do, `c` exploration; `depth` is how many
    rounds or turns an iteration looks ahead (docs/search.md).
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
        self.opponents = opponents
        player_models = self._player_models(rollouts, opponents, bias)
        redraws = one_of("redeterminize", redeterminize, (AUTO, YES, NO))
        seconds = number("time", time, 0.0, MOST)
        iters = whole("iters", iters, 1)
        plan = Plan(
            iters=iters,
            seconds=seconds,
            worlds=whole("worlds", worlds, 1),
            batch=BATCH if seconds else min(BATCH, -(-iters // FEWEST_BATCHES)),
            explore=number("c", c, 0.0, MOST),
            bias=(1.0 if player_models else 0.0)
            if bias == OWN
            else number("bias", bias, 0.0, MOST),
            horizon=game.search.horizon if depth == OWN else whole("depth", depth, 0),
            is_flat=False,
            models=opponents != SEARCH,
            guided=rollouts != RANDOM,
            redraws=opponents == SEARCH
            and (game.num_players > 2 if redraws == AUTO else redraws == YES),
        )
        self._begin(plan, player_models, belief, doubt)

    def _player_models(self, rollouts: str, opponents: str, bias: float) -> PlayerModels | None:
        """Who guides, and who the others are."""
        if opponents == RANDOM:
            raise ValueError("opponents must be 'search' or agents, such as heuristic+ppo")
        if opponents != SEARCH:
            guide = names_in(opponents)[0] if rollouts == RANDOM else rollouts
            return PlayerModels.named(guide, opponents, self.game)
        if rollouts != RANDOM:
            return PlayerModels(policy_of("rollouts", rollouts, self.game))
        return PlayerModels(policy_of("bias", HEURISTIC, self.game)) if bias > 0 else None

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
    With `margin`, another action is chosen instead of that agent's only if it paid that many
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
        player_models = None
        if rollouts != RANDOM:
            player_models = PlayerModels(policy_of("rollouts", rollouts, game))
        self.margin = number("margin", margin, 0.0, MOST)
        if self.margin and player_models is None:
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
            guided=player_models is not None,
            redraws=False,
        )
        self._begin(plan, player_models, belief, doubt)

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
