"""Investigators attack, enemies attack (R5, R7.3)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import GATES, ROLLED_DICE
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, EnemyTrait, Trait
from cthulhu_envs.games.death_may_die.rules.asking import is_answered, is_tie_broken, lowest
from cthulhu_envs.games.death_may_die.rules.dice import bonus_of, standard_of
from cthulhu_envs.games.death_may_die.rules.enemies import (
    add_fire,
    can_hurt,
    count_figures,
    distance,
    enemies_at,
    hurt_figure,
    put_figure,
    targets_at,
    unlike,
)
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_split,
    push_strike,
    push_throw_of_attack,
    push_throw_of_enemy,
)
from cthulhu_envs.games.death_may_die.rules.frames import (
    ME,
    Attack,
    AttackStage,
    Fight,
    Split,
    Strike,
    StrikeStage,
)
from cthulhu_envs.games.death_may_die.rules.harm import hurt_all
from cthulhu_envs.games.death_may_die.rules.investigators import add_wounds, bonus_dice, lose_sanity
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Source


@kernel
def in_range(kit, s, me):
    """R5.1, R10.4: bits of the enemies that can be attacked."""
    here = int(s.space[me])
    reach = s.trait[me, Trait.RANGE]
    if reach == 0:
        return targets_at(kit, s, here)
    bits = 0
    for figure in range(count_figures(kit, s)):
        if can_hurt(s, figure) and distance(kit, s, here, int(s.at[figure])) <= reach:
            bits |= 1 << figure
    return bits


@kernel
def do_attack(kit, s, frame, me):
    """R5.1, R10.3: name targets, roll, wound, then what the tentacles cost."""
    stage = frame[Attack.STAGE]
    target = lowest(frame[Attack.TARGETS])
    if stage == AttackStage.NAME:
        is_here = s.at[target] == s.space[me]
        offer = 0
        if is_here and s.trait[me, Trait.ANY_TARGETS] > 0:
            offer = targets_at(kit, s, int(s.space[me])) & ~frame[Attack.TARGETS]
        if not is_answered(kit, s, me, Question.TARGET, unlike(kit, s, offer), True):
            return
        if s.answer != NOTHING:
            frame[Attack.TARGETS] |= 1 << s.answer
            return
        frame[Attack.STAGE] = AttackStage.HIT
        roll_attack(kit, s, me, is_here, token_tentacles(kit, s, frame[Attack.TARGETS]))
    elif stage == AttackStage.HIT:
        frame[Attack.STAGE] = AttackStage.FLEE
        frame[Attack.TENTACLES] = s.tentacles
        deal_wounds(kit, s, me, frame[Attack.TARGETS], target, int(s.successes))
    elif stage == AttackStage.FLEE:
        flee(kit, s, frame)
    elif stage == AttackStage.PAY:
        pop(s)
        lose_sanity(s, me, frame[Attack.TENTACLES], Source.OTHER)
    else:
        raise AssertionError("an attack has no such stage")


@kernel
def roll_attack(kit, s, me, is_here, tentacles):
    """Three standard dice and the bonus dice that apply."""
    dice = bonus_dice(kit, s, me) + int(s.trait[me, Trait.BONUS_ATTACK]) + int(s.boost[me])
    s.boost[me] = 0
    free = 0
    if is_here:
        dice += int(s.trait[me, Trait.BONUS_HERE])
        free = int(s.trait[me, Trait.REROLL_HERE])
    else:
        dice += int(s.trait[me, Trait.BONUS_AWAY])
    push_throw_of_attack(s, me, free, ROLLED_DICE, max(0, dice), tentacles)


@kernel
def token_tentacles(kit, s, bits):
    """Tentacles that attacked enemies add on the Elder One's tokens."""
    tentacles = 0
    for figure in range(count_figures(kit, s)):
        if bits >> figure & 1 and s.at[figure] != NOTHING and s.token[s.at[figure]]:
            added = int(kit.kind_trait[s.kind[figure], EnemyTrait.TOKEN_TENTACLES])
            tentacles = max(tentacles, added)
    return tentacles


@kernel
def deal_wounds(kit, s, me, bits, target, wounds):
    """R10.3, R10.10: to one target, split over several, or to each."""
    if bits & (bits - 1) == 0:
        is_alone = s.crowd[s.at[target]] == 1
        if is_alone:
            wounds += int(s.trait[me, Trait.SAVAGE])
        is_dead = hurt_figure(kit, s, target, wounds)
        if is_dead and is_alone and s.trait[me, Trait.SAVAGE_HEAL] > 0:
            s.stress[me] = 0
    elif s.trait[me, Trait.FULL_WOUNDS] > 0:
        hurt_all(kit, s, bits, wounds)
    elif wounds > 0:
        push_split(s, me, bits, wounds)


@kernel
def do_split(kit, s, frame, me):
    """R10.3: the attacker gives the wounds one by one."""
    offer = 0
    for figure in range(count_figures(kit, s)):
        if frame[Split.TARGETS] >> figure & 1 and can_hurt(s, figure):
            offer |= 1 << figure
    if frame[Split.WOUNDS] == 0 or offer == 0:
        pop(s)
        return
    if is_answered(kit, s, me, Question.FIGURE, unlike(kit, s, offer), False):
        frame[Split.WOUNDS] -= 1
        if hurt_figure(kit, s, s.answer, 1):
            frame[Split.TARGETS] &= ~(1 << s.answer)


@kernel
def flee(kit, s, frame):
    """R13.9: an attacked enemy that lives and flees goes to the nearest other Gate."""
    runner = NOTHING
    for figure in range(count_figures(kit, s)):
        flees = kit.kind_trait[s.kind[figure], EnemyTrait.FLEE] > 0
        if flees and frame[Attack.TARGETS] >> figure & 1 and s.at[figure] != NOTHING:
            runner = figure
    if runner == NOTHING:
        frame[Attack.STAGE] = AttackStage.PAY
        return
    if is_tie_broken(kit, s, frame[ME], Question.SPACE, other_gates(kit, s, s.at[runner])):
        frame[Attack.TARGETS] &= ~(1 << runner)
        if s.answer != NOTHING:
            put_figure(s, runner, s.answer)


@kernel
def other_gates(kit, s, here):
    """Bits of the nearest Gates that are elsewhere."""
    best, bits = 99, 0
    for gate in range(GATES):
        space = int(kit.gate[s.episode, gate])
        steps = distance(kit, s, here, space)
        if 0 < steps < best:
            best, bits = steps, 0
        if steps == best:
            bits |= 1 << space
    return bits


@kernel
def do_fight(kit, s, frame, me):
    """R7.3: each enemy here attacks once, in the order that the investigator likes."""
    waiting = 0
    if not s.lying[me]:
        waiting = enemies_at(kit, s, int(s.space[me])) & ~frame[Fight.ATTACKED]
    if waiting == 0:
        pop(s)
    elif is_answered(kit, s, me, Question.FIGURE, unlike(kit, s, waiting), False):
        frame[Fight.ATTACKED] |= 1 << s.answer
        push_strike(s, me, s.answer)


@kernel
def do_strike(kit, s, frame, me):
    """One enemy attacks an investigator."""
    figure, stage = frame[Strike.FIGURE], frame[Strike.STAGE]
    if stage == StrikeStage.WARN:
        protect(kit, s, frame, me)
    elif s.at[figure] == NOTHING and stage == StrikeStage.THROW:
        pop(s)
    elif stage == StrikeStage.THROW:
        frame[Strike.STAGE] = StrikeStage.SUFFER
        free = int(s.trait[me, Trait.REROLL_PROTECTING]) if frame[Strike.REDIRECTED] else 0
        dice = prepare_strike(kit, s, figure)
        push_throw_of_enemy(s, me, free, dice, bonus_of(kit, s, figure), figure)
    elif stage == StrikeStage.SUFFER:
        frame[Strike.STAGE] = StrikeStage.CALM
        lose_sanity(s, me, int(s.tentacles), Source.ATTACK)
        add_wounds(s, me, int(s.successes), Source.ATTACK, figure)
    elif stage == StrikeStage.CALM:
        pop(s)
        if frame[Strike.REDIRECTED] and s.trait[me, Trait.PROTECT_HEAL] > 0:
            s.stress[me] = 0
    else:
        raise AssertionError("an enemy's attack has no such stage")


@kernel
def protect(kit, s, frame, me):
    """R10.14: ask those who could take the attack on themselves."""
    for step in range(1, kit.people):
        other = (me + step) % kit.people
        if frame[Strike.ASKED] >> other & 1 or not can_protect(kit, s, other, me):
            continue
        if not is_answered(kit, s, other, Question.OPTION, 1, True):
            return
        frame[Strike.ASKED] |= 1 << other
        if s.answer == NOTHING:
            return
        frame[ME] = other
        frame[Strike.REDIRECTED] = True
        break
    frame[Strike.STAGE] = StrikeStage.THROW


@kernel
def can_protect(kit, s, other, me):
    """Alive, on the feet, and near enough."""
    if s.dead[other] or s.lying[other] or s.trait[other, Trait.PROTECT] == 0:
        return False
    steps = distance(kit, s, int(s.space[other]), int(s.space[me]))
    return steps <= s.trait[other, Trait.PROTECT_RANGE]


@kernel
def prepare_strike(kit, s, figure):
    """R13.9: what an enemy does before it attacks; returns its standard dice."""
    special = kit.kind_trait[s.kind[figure]]
    here = int(s.at[figure])
    dice = standard_of(kit, s, figure)
    add_fire(s, here, int(special[EnemyTrait.FIRE_FIRST]))
    if special[EnemyTrait.EAT_MARKER] > 0 and s.marker[here] > 0:
        s.marker[here] -= 1
        s.markers_left += 1
        dice += int(special[EnemyTrait.EAT_MARKER])
    place = int(kit.place[s.episode])
    if place != NOTHING and distance(kit, s, here, place) <= 1:
        dice += int(special[EnemyTrait.NEAR_PLACE])
    return dice
