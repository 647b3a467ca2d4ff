"""The hunter: a player of Death May Die by rules. It breaks the ritual, then kills the Elder One;
it rests when hurt, clears its space before the turn ends, and spends stress where it pays.

records.py: the position as it reads it; routes.py: where it goes; cards.py: skills, cards and
healing; here: actions, dice and the choice.
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
from cthulhu_agents.death_may_die.records import (
    NOTES,
    Judgement,
    health_left,
    is_here,
    judgement_of,
    read,
)
from cthulhu_agents.death_may_die.routes import lone_goal, next_step, quiet_goals, set_goals
from cthulhu_agents.positions import checked_obs, checked_positions
from cthulhu_agents.scoring import choose, propose
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import ELDER, MAX_STRESS, Die
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Roll
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.sizes import MAX_FIGURES


@kernel
def decide_all(kits, judgements, worth, obs, mask, notebook, uniform, actions):
    """One action for each position; `uniform` breaks ties, `notebook` is scratch space."""
    kit, judgement, notes = kits[0], judgements[0], notebook[0]
    for i in range(obs.shape[0]):
        read(kit, obs[i], notes)
        consider(kit, judgement, worth, obs[i], mask[i], notes)
        if notes.num_candidates == 0:
            for action in range(mask.shape[1]):
                propose(mask[i], notes, action, -float(action))
        actions[i] = choose(notes, uniform[i])


@kernel
def consider(kit, judgement, worth, obs, mask, notes):
    """Enter actions with scores, by what is asked."""
    asked = notes.question
    if asked == Question.ACT:
        consider_action(kit, obs, mask, notes, judgement)
    elif asked == Question.RUN:
        consider_run(kit, obs, mask, notes, judgement)
    elif asked == Question.REROLL:
        consider_reroll(kit, obs, mask, notes, judgement)
    elif asked == Question.FIGURE or asked == Question.TARGET:
        consider_figure(kit, obs, mask, notes)
    elif asked == Question.HEAL:
        consider_healing(kit, mask, notes)
    elif asked == Question.LEVEL:
        consider_level(kit, worth, obs, mask, notes)
    elif asked == Question.CLAIM:
        consider_side(kit, obs, mask, notes)
    elif asked == Question.CARD:
        consider_card(kit, obs, mask, notes)
    elif asked == Question.USE:
        propose(mask, notes, kit.act.done, 0.0)
        consider_use(kit, obs, mask, notes)
    elif asked == Question.OPTION:
        consider_option(kit, mask, notes)


@kernel
def consider_action(kit, obs, mask, notes, judgement):
    """Between two actions: what is urgent first."""
    act = kit.act
    propose(mask, notes, act.done, -1.0)
    propose(mask, notes, act.stand, 50.0)
    consider_use(kit, obs, mask, notes)
    total = notes.wounds + notes.stress
    if notes.wounds >= judgement.hurt or total >= judgement.tired or notes.signs >= 2:
        propose(mask, notes, act.rest, 30.0 + notes.wounds)
    elif total >= 1 and notes.actions == 1:
        propose(mask, notes, act.rest, 2.0)
    else:
        propose(mask, notes, act.rest, -0.5)
    consider_attack(kit, obs, mask, notes)
    if notes.here == NOTHING:  # in no game; but nothing is looked up at such a place
        return
    if not notes.disrupted:
        consider_own(kit, mask, notes, judgement)
    is_hurt = notes.wounds > judgement.fit and notes.crowd[notes.here] == 0.0
    if is_hurt and notes.disrupted and notes.elder_at != notes.here:
        return
    set_goals(kit, obs, notes, judgement)
    step = next_step(kit, obs, mask, notes, notes.actions - 1, judgement)
    if step != NOTHING:
        propose(mask, notes, act.run + step, 5.0)


@kernel
def consider_attack(kit, obs, mask, notes):
    """The Elder One first; others before they attack, those that can be killed first."""
    for figure in range(MAX_FIGURES):
        action = kit.act.attack + figure
        if not mask[action]:
            continue
        if figure == ELDER:
            propose(mask, notes, action, 40.0)
            continue
        kind = kit.figure_kind[notes.elder, notes.episode, figure]
        dice = kit.kind_standard[kind] + kit.kind_bonus[kind]
        left = health_left(kit, obs, figure)
        value = dice / max(1.0, left / 2.0)
        if is_here(kit, obs, figure):
            propose(mask, notes, action, 20.0 + value)
        else:
            propose(mask, notes, action, 3.0 + value)


@kernel
def consider_own(kit, mask, notes, judgement):
    """The Episode's two actions; Fire is put out only if it would burn those who work here."""
    urgent = 25.0 if notes.harm[notes.here] == 0.0 else judgement.grit
    if kit.place[notes.episode] != NOTHING or kit.markers[notes.episode] > 0:
        propose(mask, notes, kit.act.second, urgent + 1.0)
        propose(mask, notes, kit.act.first, urgent)
    else:
        propose(mask, notes, kit.act.second, urgent)


@kernel
def consider_run(kit, obs, mask, notes, judgement):
    """On a Run: on to the goal; who escorts somebody goes to the place where it ends."""
    if notes.here == NOTHING:
        return
    place = int(kit.place[notes.episode])
    set_goals(kit, obs, notes, judgement)
    if place != NOTHING and not notes.disrupted and obs[kit.ob.sites + 2 * notes.here + 1] > 0:
        lone_goal(kit, notes, place)
    elif notes.disrupted and notes.elder_at == NOTHING:
        quiet_goals(kit, notes)
    step = next_step(kit, obs, mask, notes, notes.actions, judgement)
    if step == NOTHING:
        propose(mask, notes, kit.act.done, 1.0)
    for space in range(kit.spaces[notes.episode]):
        propose(mask, notes, kit.act.run + space, 0.5 if space == step else -notes.cost[space])


@kernel
def consider_reroll(kit, obs, mask, notes, judgement):
    """Own rolls: more successes while they are of use; against me: fewer, if it is dangerous."""
    propose(mask, notes, kit.act.done, 0.0)
    free = obs[kit.ob.free] > 0
    if is_against(kit, obs):
        if free or notes.wounds + successes_lying(kit, obs) >= judgement.guard:
            propose(mask, notes, kit.act.reroll + Die.SUCCESS_TENTACLE, 5.0)
            propose(mask, notes, kit.act.reroll + Die.SUCCESS, 4.0)
            propose(mask, notes, kit.act.reroll + Die.BONUS_SUCCESS, 3.0)
            propose(mask, notes, kit.act.reroll + Die.BONUS_SUCCESS_SIGN, 3.0)
        if notes.sanity >= 15:
            propose(mask, notes, kit.act.reroll + Die.TENTACLE, 2.0)
        return
    if notes.sanity >= 17 and notes.stress < MAX_STRESS:
        propose(mask, notes, kit.act.reroll + Die.TENTACLE, 6.0)
        propose(mask, notes, kit.act.reroll + Die.SUCCESS_TENTACLE, 5.0)
    if is_enough(kit, obs, notes) or (notes.stress >= spare_stress(notes, judgement) and not free):
        return
    propose(mask, notes, kit.act.reroll + Die.TENTACLE, 4.0)
    propose(mask, notes, kit.act.reroll + Die.BLANK, 3.0)
    propose(mask, notes, kit.act.reroll + Die.BONUS_BLANK, 3.0)
    propose(mask, notes, kit.act.reroll + Die.SIGN, 1.0)
    propose(mask, notes, kit.act.reroll + Die.BONUS_SIGN, 1.0)


@kernel
def successes_lying(kit, obs):
    """Dice that show a success."""
    shown = 0.0
    for face in (Die.SUCCESS, Die.SUCCESS_TENTACLE, Die.BONUS_SUCCESS, Die.BONUS_SUCCESS_SIGN):
        shown += obs[kit.ob.dice + face]
    return round(shown / kit.scale.dice)


@kernel
def is_against(kit, obs):
    """Whether the dice are an enemy's, of Fire or of an effect."""
    against = obs[kit.ob.roll + Roll.AGAINST] + obs[kit.ob.roll + Roll.FIRE]
    return against + obs[kit.ob.roll + Roll.AGAINST_SELF] > 0


@kernel
def spare_stress(notes, judgement):
    """Stress up to which own rolls are improved: all of it against the Elder One."""
    return MAX_STRESS if notes.disrupted and notes.elder_at == notes.here else judgement.spare


@kernel
def is_enough(kit, obs, notes):
    """Whether the attacked enemy dies of the successes that lie there."""
    successes = successes_lying(kit, obs)
    health, foes = 0.0, 0
    for figure in range(MAX_FIGURES):
        if obs[kit.ob.about_figures + figure] > 0:
            foes += 1
            health += health_left(kit, obs, figure)
    if foes == 0 and kit.markers[notes.episode] > 0:
        return successes >= 2
    return foes > 0 and successes >= health


@kernel
def consider_figure(kit, obs, mask, notes):
    """Sneak past the worst; otherwise the weakest first, so that it dies."""
    is_run = obs[kit.ob.step + Step.RUN] > 0
    propose(mask, notes, kit.act.done, -50.0)
    for figure in range(MAX_FIGURES):
        kind = kit.figure_kind[notes.elder, notes.episode, figure]
        score = -float(health_left(kit, obs, figure))
        if is_run:
            score = 1.0 + kit.kind_standard[kind] + kit.kind_bonus[kind]
            if figure == ELDER:
                score = -99.0 if notes.disrupted else 9.0
        elif figure == ELDER:
            score = 1.0
        propose(mask, notes, kit.act.figure + figure, score)
        propose(mask, notes, kit.act.attack + figure, score)


@kernel
def consider_option(kit, mask, notes):
    """Take what is offered; of several the last, which costs sanity rather than wounds."""
    propose(mask, notes, kit.act.done, -1.0)
    is_mad = notes.sanity >= 17
    for option in range(4):
        propose(mask, notes, kit.act.option + option, -float(option) if is_mad else float(option))


class Hunter(Agent):
    """Plays from observation and mask alone, thousands of games at once."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.judge: Judge | None = None  # made when first asked for
        self.worth = worth_of_skills(game)
        self.judgements = judgement_of(Judgement())

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        rows, legal = checked_positions(self.game, obs, mask)
        actions = np.zeros(len(legal), np.int64)
        ties = self.rng.random(len(legal))
        notebook = np.zeros(1, NOTES)
        decide_all(self.game.kit, self.judgements, self.worth, rows, legal, notebook, ties, actions)
        return actions

    def value_batch(self, obs: NDArray[np.float32]) -> NDArray[np.float64]:
        self.judge = self.judge or Judge(self.game)
        return 2.0 * self.judge.win_prob(checked_obs(self.game, obs)) - 1.0
