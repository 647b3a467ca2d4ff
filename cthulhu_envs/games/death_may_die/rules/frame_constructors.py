"""Constructors of frames, one for each kind of step: what is pushed is done next (`Step`).

Their arguments are called like the columns in frames.py that they fill; a test compares both.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import put, room
from cthulhu_envs.games.death_may_die.content.vocabulary import NO_SUBJECT, NOTHING, Roll
from cthulhu_envs.games.death_may_die.rules.frames import (
    KIND,
    ME,
    PACK,
    AttackStage,
    ClaimStage,
    GoodsStage,
    MythosStage,
    Script,
    StrikeStage,
    WoundStage,
)
from cthulhu_envs.games.death_may_die.rules.steps import Cause, Step
from cthulhu_envs.games.death_may_die.state import EFFECT_DEPTH


@kernel
def push(s, step, me, second, third, fourth, fifth, sixth, seventh):
    """Put a frame on top, with its columns in order; for the constructors below only. R14.4:
    nothing lies on top of a full stack.
    """
    if room(s) == 0:
        return
    frame = s.stack[put(s)]
    frame[KIND] = step
    frame[ME] = me
    frame[2] = second
    frame[3] = third
    frame[4] = fourth
    frame[5] = fifth
    frame[6] = sixth
    frame[7] = seventh


@kernel
def push_step(s, step, me):
    """A step that begins with nothing but its investigator."""
    push(s, step, me, 0, 0, 0, 0, 0, 0)


@kernel
def push_mythos(s, me):
    """A Mythos card is drawn."""
    push(s, Step.MYTHOS, me, MythosStage.DRAW, 0, NOTHING, NOTHING, 0, 0)


# Effects


@kernel
def push_effect(s, row, me, cause):
    """Set off an effect for an investigator; row 0 is no effect. R14.4: not beyond a depth."""
    push_effect_on(s, row, me, NO_SUBJECT, NOTHING, cause)


@kernel
def push_effect_on(s, row, me, among, subject, cause):
    """The same, about a subject."""
    if row > 0 and s.depth <= EFFECT_DEPTH:
        push_script(s, me, row, among, subject, NOTHING, cause)


@kernel
def push_card_effect(s, row, me, card):
    """The effect of a Discovery card, which can speak of the card."""
    push_script(s, me, row, NO_SUBJECT, NOTHING, card, Cause.OTHER)


@kernel
def push_script(s, me, row, among, subject, card, cause):
    """Rows of an effect from one on, up to END."""
    push(s, Step.SCRIPT, me, row, among, subject, card, cause, 0)


@kernel
def push_body(s, around, row, among, subject):
    """Rows of an effect for a subject; card and cause are those of the frame around them."""
    push_script(s, around[ME], row, among, subject, around[Script.CARD], around[Script.CAUSE])


@kernel
def push_loop(s, around, row, among, left):
    """A body for each of some subjects."""
    card, cause = around[Script.CARD], around[Script.CAUSE]
    push(s, Step.LOOP, around[ME], row, among, left, card, cause, 0)


@kernel
def push_pick(s, around, row, left):
    """A body for as many subjects as are left to pick."""
    card, cause = around[Script.CARD], around[Script.CAUSE]
    subject = around[Script.AMONG] * PACK + max(0, around[Script.SUBJECT])
    push(s, Step.PICK, around[ME], row, left, 0, card, cause, subject)


@kernel
def push_choice(s, around, row):
    """One of several bodies."""
    among, subject = around[Script.AMONG], around[Script.SUBJECT]
    card, cause = around[Script.CARD], around[Script.CAUSE]
    push(s, Step.CHOICE, around[ME], row, among, subject, card, cause, 0)


@kernel
def push_repeat(s, around, row, left):
    """A body several times."""
    among, subject = around[Script.AMONG], around[Script.SUBJECT]
    card, cause = around[Script.CARD], around[Script.CAUSE]
    push(s, Step.REPEAT, around[ME], row, among, subject, card, cause, left)


@kernel
def push_move(s, me, among, subject, spaces, steps, away):
    """An enemy or piece goes toward some spaces, or away from them."""
    push(s, Step.MOVE, me, 0, among, subject, spaces, steps, away)


@kernel
def push_token(s, me, space):
    """A token of the Elder One is laid."""
    push(s, Step.TOKEN, me, 0, space, 0, 0, 0, 0)


# Dice, attacks and wounds


@kernel
def push_throw(s, me, roll, standard, bonus):
    """A roll of an effect or of Fire."""
    push(s, Step.ROLL, me, 0, roll, standard, bonus, NOTHING, 0)


@kernel
def push_throw_of_attack(s, me, free, standard, bonus, tentacles):
    """An investigator's attack."""
    push(s, Step.ROLL, me, free, Roll.ATTACK, standard, bonus, tentacles, 0)


@kernel
def push_throw_of_enemy(s, me, free, standard, bonus, figure):
    """An enemy's attack on an investigator, who rolls for it."""
    push(s, Step.ROLL, me, free, Roll.AGAINST, standard, bonus, figure, 0)


@kernel
def push_attack(s, me, targets):
    """An investigator attacks."""
    push(s, Step.ATTACK, me, 0, targets, AttackStage.NAME, 0, 0, 0)


@kernel
def push_split(s, me, targets, wounds):
    """Wounds to be given to several enemies."""
    push(s, Step.SPLIT, me, 0, targets, wounds, 0, 0, 0)


@kernel
def push_strike(s, me, figure):
    """An enemy attacks."""
    push(s, Step.STRIKE, me, 0, figure, StrikeStage.WARN, 0, 0, 0)


@kernel
def push_wound(s, me, amount, source, figure):
    """Wounds to be dealt."""
    push(s, Step.WOUND, me, 0, amount, source, figure, WoundStage.REDUCE, 0)


@kernel
def push_sanity(s, me, amount, source):
    """Sanity to be lost."""
    push(s, Step.SANITY, me, 0, amount, source, 0, 0, 0)


# What investigators do


@kernel
def push_rest(s, me, points):
    """A Rest."""
    push(s, Step.REST, me, 0, points, 0, 0, 0, 0)


@kernel
def push_prayer(s, me, points):
    """A prayer heals somebody here."""
    push(s, Step.PRAYER, me, 0, points, NOTHING, 0, 0, 0)


@kernel
def push_trade(s, me, left):
    """A Trade."""
    push(s, Step.TRADE, me, GoodsStage.CARDS, left, NOTHING, 0, 0, 0)


@kernel
def push_claim(s, me, card):
    """A drawn Discovery card is to be claimed."""
    push(s, Step.CLAIM, me, ClaimStage.BEFORE, card, 0, 0, 0, 0)


@kernel
def push_keep(s, me, wounds):
    """Cards are discarded, unless kept for some wounds each."""
    push(s, Step.KEEP, me, 0, wounds, 0, 0, 0, 0)


@kernel
def push_steal(s, me):
    """Things of the others here are taken."""
    push(s, Step.STEAL, me, GoodsStage.CARDS, 0, 0, 0, 0, 0)


@kernel
def push_discard(s, me, tag, left):
    """Cards with a tag are discarded."""
    push(s, Step.DISCARD, me, 0, tag, left, 0, 0, 0)


@kernel
def push_hand_over(s, me):
    """An Item is handed over."""
    push(s, Step.HAND_OVER, me, 0, NOTHING, 0, 0, 0, 0)


@kernel
def push_run(s, me, stage, steps, sneaks, space, piece):
    """A Run, alone or with an escorted piece."""
    push(s, Step.RUN, me, stage, steps, sneaks, space, 0, piece)


@kernel
def push_draw(s, me, drawn, group):
    """One of the drawn pieces is to be kept."""
    push(s, Step.DRAW, me, 0, drawn, group, 0, 0, 0)


@kernel
def push_reveal(s, me, group):
    """A hidden piece is to be turned up."""
    push(s, Step.REVEAL, me, 0, group, 0, 0, 0, 0)
