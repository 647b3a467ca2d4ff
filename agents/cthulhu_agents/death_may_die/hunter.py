"""The hunter: a player of Death May Die by rules. It breaks the ritual, then kills the Elder One;
it rests when hurt, clears its space before the turn ends, and spends stress where it pays.

death_may_die_mind.py: the position as it reads it; death_may_die_ways.py: where it goes;
death_may_die_cards.py: skills, cards and healing; here: actions, dice and the choice.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.death_may_die.cards import (
    consider_card,
    consider_healing,
    consider_level,
    consider_side,
    consider_use,
    worth_of_skills,
)
from cthulhu_agents.death_may_die.evaluation import Judge
from cthulhu_agents.death_may_die.records import MIND, Temper, health_left, is_here, read, temper_of
from cthulhu_agents.death_may_die.routes import lone_goal, next_step, quiet_goals, set_goals
from cthulhu_agents.scoring import choose, offer
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.board import (
    ELDER,
    MAX_FIGURES,
    MAX_STRESS,
    Die,
)
from cthulhu_envs.games.death_may_die.question import Question, Step
from cthulhu_envs.games.death_may_die.vocabulary import NOTHING, Roll


@kernel
def decide_all(kits, tempers, worth, obs, mask, minds, uniform, actions):
    """One action for each position; `uniform` breaks ties, `minds` is scratch space."""
    kit, temper, mind = kits[0], tempers[0], minds[0]
    for i in range(obs.shape[0]):
        read(kit, obs[i], mind)
        consider(kit, temper, worth, obs[i], mask[i], mind)
        if mind.num_offers == 0:
            for action in range(mask.shape[1]):
                offer(mask[i], mind, action, -float(action))
        actions[i] = choose(mind, uniform[i])


@kernel
def consider(kit, temper, worth, obs, mask, mind):
    """Enter actions with scores, by what is asked."""
    asked = mind.question
    if asked == Question.ACT:
        consider_action(kit, obs, mask, mind, temper)
    elif asked == Question.RUN:
        consider_run(kit, obs, mask, mind, temper)
    elif asked == Question.REROLL:
        consider_reroll(kit, obs, mask, mind, temper)
    elif asked == Question.FIGURE or asked == Question.TARGET:
        consider_figure(kit, obs, mask, mind)
    elif asked == Question.HEAL:
        consider_healing(kit, mask, mind)
    elif asked == Question.LEVEL:
        consider_level(kit, worth, obs, mask, mind)
    elif asked == Question.CLAIM:
        consider_side(kit, obs, mask, mind)
    elif asked == Question.CARD:
        consider_card(kit, obs, mask, mind)
    elif asked == Question.USE:
        offer(mask, mind, kit.act.done, 0.0)
        consider_use(kit, obs, mask, mind)
    elif asked == Question.OPTION:
        consider_option(kit, mask, mind)


@kernel
def consider_action(kit, obs, mask, mind, temper):
    """Between two actions: what is urgent first."""
    act = kit.act
    offer(mask, mind, act.done, -1.0)
    offer(mask, mind, act.stand, 50.0)
    consider_use(kit, obs, mask, mind)
    total = mind.wounds + mind.stress
    if mind.wounds >= temper.hurt or total >= temper.tired or mind.signs >= 2:
        offer(mask, mind, act.rest, 30.0 + mind.wounds)
    elif total >= 1 and mind.actions == 1:
        offer(mask, mind, act.rest, 2.0)
    else:
        offer(mask, mind, act.rest, -0.5)
    consider_attack(kit, obs, mask, mind)
    if not mind.disrupted:
        consider_own(kit, obs, mask, mind, temper)
    is_hurt = mind.wounds > temper.fit and mind.crowd[mind.here] == 0.0
    if is_hurt and mind.disrupted and mind.elder_at != mind.here:
        return
    set_goals(kit, obs, mind, temper)
    step = next_step(kit, obs, mask, mind, mind.actions - 1, temper)
    if step != NOTHING:
        offer(mask, mind, act.run + step, 5.0)


@kernel
def consider_attack(kit, obs, mask, mind):
    """The Elder One first; others before they attack, those that can be killed first."""
    for figure in range(MAX_FIGURES):
        action = kit.act.attack + figure
        if not mask[action]:
            continue
        if figure == ELDER:
            offer(mask, mind, action, 40.0)
            continue
        kind = kit.figure_kind[mind.elder, mind.episode, figure]
        dice = kit.kind_standard[kind] + kit.kind_bonus[kind]
        left = health_left(kit, obs, figure)
        value = dice / max(1.0, left / 2.0)
        if is_here(kit, obs, figure):
            offer(mask, mind, action, 20.0 + value)
        else:
            offer(mask, mind, action, 3.0 + value)


@kernel
def consider_own(kit, obs, mask, mind, temper):
    """The Episode's two actions; Fire is put out only if it would burn those who work here."""
    urgent = 25.0 if mind.harm[mind.here] == 0.0 else temper.grit
    if kit.place[mind.episode] != NOTHING or kit.markers[mind.episode] > 0:
        offer(mask, mind, kit.act.second, urgent + 1.0)
        offer(mask, mind, kit.act.first, urgent)
    else:
        offer(mask, mind, kit.act.second, urgent)


@kernel
def consider_run(kit, obs, mask, mind, temper):
    """On a Run: on to the goal; who escorts somebody goes to the place where it ends."""
    place = int(kit.place[mind.episode])
    set_goals(kit, obs, mind, temper)
    if place != NOTHING and not mind.disrupted and obs[kit.ob.sites + 2 * mind.here + 1] > 0:
        lone_goal(kit, mind, place)
    elif mind.disrupted and mind.elder_at == NOTHING:
        quiet_goals(kit, mind)
    step = next_step(kit, obs, mask, mind, mind.actions, temper)
    if step == NOTHING:
        offer(mask, mind, kit.act.done, 1.0)
    for space in range(kit.spaces[mind.episode]):
        offer(mask, mind, kit.act.run + space, 0.5 if space == step else -mind.cost[space])


@kernel
def consider_reroll(kit, obs, mask, mind, temper):
    """Own rolls: more successes while they are of use; against me: fewer, if it is dangerous."""
    offer(mask, mind, kit.act.done, 0.0)
    dice = kit.ob.dice
    free = obs[kit.ob.free] > 0
    if is_against(kit, obs):
        wounds = 4.0 * (obs[dice + Die.SUCCESS] + obs[dice + Die.SUCCESS_TENTACLE])
        wounds += 4.0 * (obs[dice + Die.BONUS_SUCCESS] + obs[dice + Die.BONUS_SUCCESS_SIGN])
        if free or mind.wounds + wounds >= temper.guard:
            offer(mask, mind, kit.act.reroll + Die.SUCCESS_TENTACLE, 5.0)
            offer(mask, mind, kit.act.reroll + Die.SUCCESS, 4.0)
            offer(mask, mind, kit.act.reroll + Die.BONUS_SUCCESS, 3.0)
            offer(mask, mind, kit.act.reroll + Die.BONUS_SUCCESS_SIGN, 3.0)
        if mind.sanity >= 15:
            offer(mask, mind, kit.act.reroll + Die.TENTACLE, 2.0)
        return
    if mind.sanity >= 17 and mind.stress < MAX_STRESS:
        offer(mask, mind, kit.act.reroll + Die.TENTACLE, 6.0)
        offer(mask, mind, kit.act.reroll + Die.SUCCESS_TENTACLE, 5.0)
    if is_enough(kit, obs, mind) or (mind.stress >= spare_stress(mind, temper) and not free):
        return
    offer(mask, mind, kit.act.reroll + Die.TENTACLE, 4.0)
    offer(mask, mind, kit.act.reroll + Die.BLANK, 3.0)
    offer(mask, mind, kit.act.reroll + Die.BONUS_BLANK, 3.0)
    offer(mask, mind, kit.act.reroll + Die.SIGN, 1.0)
    offer(mask, mind, kit.act.reroll + Die.BONUS_SIGN, 1.0)


@kernel
def is_against(kit, obs):
    """Whether the dice are an enemy's, of Fire or of an effect."""
    against = obs[kit.ob.roll + Roll.AGAINST] + obs[kit.ob.roll + Roll.FIRE]
    return against + obs[kit.ob.roll + Roll.AGAINST_SELF] > 0


@kernel
def spare_stress(mind, temper):
    """Stress up to which own rolls are improved: all of it against the Elder One."""
    return MAX_STRESS if mind.disrupted and mind.elder_at == mind.here else temper.spare


@kernel
def is_enough(kit, obs, mind):
    """Whether the attacked enemy dies of the successes that lie there."""
    successes = 0.0
    for face in (Die.SUCCESS, Die.SUCCESS_TENTACLE, Die.BONUS_SUCCESS, Die.BONUS_SUCCESS_SIGN):
        successes += 4.0 * obs[kit.ob.dice + face]
    health, foes = 0.0, 0
    for figure in range(MAX_FIGURES):
        if obs[kit.ob.about_figures + figure] > 0:
            foes += 1
            health += health_left(kit, obs, figure)
    if foes == 0 and kit.markers[mind.episode] > 0:
        return successes >= 2.0
    return foes > 0 and successes >= health


@kernel
def consider_figure(kit, obs, mask, mind):
    """Sneak past the worst; otherwise the weakest first, so that it dies."""
    is_run = obs[kit.ob.step + Step.RUN] > 0
    offer(mask, mind, kit.act.done, -50.0)
    for figure in range(MAX_FIGURES):
        kind = kit.figure_kind[mind.elder, mind.episode, figure]
        score = -float(health_left(kit, obs, figure))
        if is_run:
            score = 1.0 + kit.kind_standard[kind] + kit.kind_bonus[kind]
            if figure == ELDER:
                score = -99.0 if mind.disrupted else 9.0
        elif figure == ELDER:
            score = 1.0
        offer(mask, mind, kit.act.figure + figure, score)
        offer(mask, mind, kit.act.attack + figure, score)


@kernel
def consider_option(kit, mask, mind):
    """Take what is offered; of several the last, which costs sanity rather than wounds."""
    offer(mask, mind, kit.act.done, -1.0)
    is_mad = mind.sanity >= 17
    for option in range(4):
        offer(mask, mind, kit.act.option + option, -float(option) if is_mad else float(option))


class Hunter(Agent):
    """Plays from observation and mask alone, thousands of games at once."""

    batched = True
    estimates_values = True

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.judge: Judge | None = None  # made when first asked for
        self.worth = worth_of_skills(game)
        self.tempers = temper_of(Temper())

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        actions = np.zeros(len(mask), np.int64)
        ties = self.rng.random(len(mask))
        rows, legal = np.ascontiguousarray(obs), np.ascontiguousarray(mask)
        minds = np.zeros(1, MIND)
        decide_all(self.game.kit, self.tempers, self.worth, rows, legal, minds, ties, actions)
        return actions

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        self.judge = self.judge or Judge(self.game)
        return 2.0 * self.judge.chance(obs) - 1.0
