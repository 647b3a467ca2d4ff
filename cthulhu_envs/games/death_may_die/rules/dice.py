"""Rolling, rerolling and reading dice (R5)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below
from cthulhu_envs.games._script.stack import pop, top
from cthulhu_envs.games.death_may_die.components import (
    BONUS,
    ELDER,
    IS_STANDARD,
    MAX_STRESS,
    N_DICE,
    STAGES,
    STANDARD,
    Die,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ALL,
    NOTHING,
    EnemyTrait,
    Roll,
    Trait,
)
from cthulhu_envs.games.death_may_die.rules.asking import is_answered
from cthulhu_envs.games.death_may_die.rules.frames import Script, Throw
from cthulhu_envs.games.death_may_die.rules.investigators import (
    add_wounds,
    heal_stress,
    heal_wounds,
    lose_sanity,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Source
from cthulhu_envs.games.death_may_die.sizes import MOST_OF_A_FACE, MOST_ROLLED

FACES_OF_A_DIE = 6


@kernel
def throw(s, is_standard):
    """One die onto the table: the next one laid by hand, else a random face."""
    if s.rolls_from < s.rolls_to:
        face = int(s.rolls[s.rolls_from])
        s.rolls_from += 1
    elif is_standard:
        face = int(STANDARD[below(s, FACES_OF_A_DIE)])
    else:
        face = int(BONUS[below(s, FACES_OF_A_DIE)])
    s.dice[face] = min(MOST_OF_A_FACE, s.dice[face] + 1)


@kernel
def do_roll(kit, s, frame, me):
    """R5.3, R5.4: throw, then reroll until the roller stops; the sums go to the state."""
    kind = frame[Throw.ROLL]
    if not frame[Throw.THROWN]:
        frame[Throw.THROWN] = True
        for face in range(N_DICE):
            s.dice[face] = 0
        for _ in range(min(frame[Throw.STANDARD], MOST_ROLLED)):
            throw(s, True)
        for _ in range(min(frame[Throw.BONUS], MOST_ROLLED)):
            throw(s, False)
        s.free = min(ALL, free_rerolls(s, me, kind, frame[Throw.FREE]))
    attacked = kind == Roll.AGAINST
    offer = 0
    if s.stress[me] < MAX_STRESS or int(s.free) + turn_rerolls(s, me, attacked) > 0:
        for face in range(N_DICE):
            if s.dice[face] > 0:
                offer |= 1 << face
    if not is_answered(kit, s, me, Question.REROLL, offer, True):
        return
    if s.answer == NOTHING:
        pop(s)
        read_dice(kit, s, me, frame)
        if kind == Roll.FIRE or kind == Roll.AGAINST_SELF:
            source = Source.FIRE if kind == Roll.FIRE else Source.OTHER
            lose_sanity(s, me, int(s.tentacles), source)
            add_wounds(s, me, int(s.successes), source, NOTHING)
        elif kind == Roll.ACTION or kind == Roll.PLAIN:
            s.stack[top(s), Script.TENTACLES] = s.tentacles  # of the effect that rolled
        return
    pay_reroll(s, me, attacked)
    s.dice[s.answer] -= 1
    throw(s, IS_STANDARD[s.answer])


@kernel
def free_rerolls(s, me, kind, extra):
    """Free rerolls of this roll alone."""
    free = int(s.trait[me, Trait.REROLL_ROLL]) + extra
    if kind == Roll.AGAINST or kind == Roll.FIRE:
        free += int(s.trait[me, Trait.REROLL_ATTACKED])
    return max(0, free)


@kernel
def turn_rerolls(s, me, attacked):
    """Free rerolls of the turn that are left."""
    left = max(0, int(s.trait[me, Trait.REROLL_TURN]) - int(s.rerolled[me]))
    if attacked:
        most = int(s.trait[me, Trait.REROLL_ATTACKED_TURN])
        left += max(0, most - int(s.rerolled_attack[me]))
    return left


@kernel
def pay_reroll(s, me, attacked):
    """R5.4: free rerolls first, then stress."""
    if s.free > 0:
        s.free -= 1
    elif attacked and s.rerolled_attack[me] < s.trait[me, Trait.REROLL_ATTACKED_TURN]:
        s.rerolled_attack[me] += 1
    elif s.rerolled[me] < s.trait[me, Trait.REROLL_TURN]:
        s.rerolled[me] += 1
    else:
        s.stress[me] += 1


@kernel
def read_dice(kit, s, me, frame):
    """Successes and tentacles, icons converted (R5.8, R10.2, R10.16)."""
    kind = frame[Throw.ROLL]
    signs = count_dice(s, Die.SIGN, Die.BONUS_SUCCESS_SIGN) + int(s.dice[Die.BONUS_SIGN])
    tentacles = count_dice(s, Die.SUCCESS_TENTACLE, Die.TENTACLE)
    successes = count_dice(s, Die.SUCCESS, Die.SUCCESS_TENTACLE)
    successes += count_dice(s, Die.BONUS_SUCCESS, Die.BONUS_SUCCESS_SIGN)
    if kind == Roll.ATTACK:
        tentacles += frame[Throw.TENTACLES]  # R13.9: added by the enemy attacked
    if kind == Roll.AGAINST:
        figure = frame[Throw.FIGURE]
        enemy = kit.kind_trait[s.kind[figure]]
        if enemy[EnemyTrait.SIGN_SUCCESS] > 0:
            successes += signs
            signs = 0
        if s.at[figure] != NOTHING and s.token[s.at[figure]]:
            tentacles += int(enemy[EnemyTrait.TOKEN_TENTACLES])
    is_own = kind == Roll.ATTACK or kind == Roll.ACTION or kind == Roll.PLAIN
    if is_own or kit.convert_all:
        counted = at_most(s, me, Trait.SIGN_SUCCESS, signs)
        successes += counted * (1 + int(s.trait[me, Trait.SIGN_WORTH]))
        heal_stress(s, me, counted * int(s.trait[me, Trait.SIGN_HEAL]))
        clawed = at_most(s, me, Trait.SIGN_PAW, signs - counted)
        successes += clawed
        tentacles += clawed
        counted = at_most(s, me, Trait.TENTACLE_SUCCESS, tentacles)
        successes += counted
        heal_wounds(s, me, counted * int(s.trait[me, Trait.TENTACLE_HEAL]))
        if tentacles >= 2:
            successes += int(s.trait[me, Trait.TENTACLE_SURGE])
    s.successes = max(0, successes)
    s.tentacles = tentacles


@kernel
def count_dice(s, first, second):
    """Dice that show one of two faces."""
    return int(s.dice[first]) + int(s.dice[second])


@kernel
def at_most(s, me, trait, number):
    """As many of a number as a trait allows."""
    return max(0, min(number, int(s.trait[me, trait])))


@kernel
def standard_of(kit, s, figure):
    """R8.6: standard dice an enemy attacks with; the Elder One's Stages add up."""
    if figure != ELDER:
        return int(kit.kind_standard[s.kind[figure]])
    dice = 0
    for stage in range(STAGES):
        if stage < s.stage:
            dice += kit.stage_standard[s.elder, stage]
    return dice


@kernel
def bonus_of(kit, s, figure):
    """The same for bonus dice."""
    if figure != ELDER:
        return int(kit.kind_bonus[s.kind[figure]])
    dice = 0
    for stage in range(STAGES):
        if stage < s.stage:
            dice += kit.stage_bonus[s.elder, stage]
    return dice
