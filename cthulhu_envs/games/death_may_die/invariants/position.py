"""All invariants in their order, and the question that must be the one asked here."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.questions import NO_QUESTION, is_asked
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.invariants.cards import fault_of_cards, fault_of_mythos
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, Fault, told
from cthulhu_envs.games.death_may_die.invariants.people import (
    fault_of_choice,
    fault_of_people,
    fault_of_traits,
)
from cthulhu_envs.games.death_may_die.invariants.stack import fault_of_frames, fault_of_stack
from cthulhu_envs.games.death_may_die.invariants.table import (
    fault_of_figures,
    fault_of_pieces,
    fault_of_tokens,
    fault_of_track,
)
from cthulhu_envs.games.death_may_die.rules.advance import do_step, measure_progress
from cthulhu_envs.games.death_may_die.rules.frames import KIND, ME
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.state import Ending

NEAR_ENOUGH = 1e-5  # rounding of the progress


@kernel
def fault_of(kit, s, twin):
    """The first fault of a state, or SOUND; the twin is a copy to work in."""
    fault = fault_of_choice(kit, s)
    if not fault:
        fault = fault_of_people(kit, s)
    if not fault:
        fault = fault_of_figures(kit, s)
    if not fault:
        fault = fault_of_tokens(kit, s)
    if not fault:
        fault = fault_of_pieces(kit, s)
    if not fault:
        fault = fault_of_track(kit, s)
    if not fault:
        fault = fault_of_cards(kit, s)
    if not fault:
        fault = fault_of_traits(kit, s, twin)
    if not fault:
        fault = fault_of_frames(kit, s)
    if not fault:
        fault = fault_of_mythos(kit, s)
    if not fault:
        fault = fault_of_stack(kit, s)
    if not fault:
        fault = fault_of_partners(kit, s)
    if not fault:
        fault = fault_of_progress(kit, s, twin)
    return fault if fault else fault_of_question(kit, s)


@kernel
def fault_of_partners(kit, s):
    """R2.9: who names a partner has one, or is about to."""
    for me in range(kit.people):
        naming = False
        for k in range(s.depth):
            naming = naming or (s.stack[k, KIND] == Step.PARTNER and s.stack[k, ME] == me)
        other = int(s.partner[me])
        has_partner = 0 <= other < kit.people and other != me
        is_due = kit.names_partner[s.insanity[me]] > 0 and not naming
        if has_partner != is_due or (other != NOTHING and not has_partner):
            return told(Fault.PARTNER, me)
    return SOUND


@kernel
def fault_of_progress(kit, s, twin):
    """R9.9: what the progress pays for is counted again."""
    if kit.pay_progress:
        measure_progress(kit, twin)
    else:
        twin.progress = 0.0
    return told(Fault.PROGRESS, 0) if abs(twin.progress - s.progress) > NEAR_ENOUGH else SOUND


@kernel
def fault_of_question(kit, s):
    """Somebody alive is asked, or the game is over."""
    if s.ending != Ending.GOING_ON:
        is_over = not is_asked(s) and not s.waiting and not s.answered
        return SOUND if is_over else told(Fault.STILL_ASKED, 0)
    if not is_asked(s) or not s.waiting or s.answered or s.dead[s.actor]:
        return told(Fault.NOT_ASKED, 0)
    if s.seat != (s.actor if kit.num_players > 1 else 0):
        return told(Fault.WHOSE, 0)
    if s.question == Question.ACT:  # the first of a game is asked without anything to do, too
        asks = s.stack[top(s)]
        is_act = asks[KIND] == Step.ACT and asks[ME] == s.actor and s.may_stop
        return SOUND if is_act else told(Fault.NOT_ASKED, 0)
    return SOUND


@kernel
def ask_again(kit, s):
    """Do the topmost step without an answer: a state that is sound comes out the same."""
    if s.question != Question.ACT:
        s.question = NO_QUESTION
        s.waiting = False
        do_step(kit, s, s.stack[top(s)])
