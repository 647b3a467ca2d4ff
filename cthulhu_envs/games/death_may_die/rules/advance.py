"""`apply`: an answer, then whatever follows from it up to the next question."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.questions import is_asked, take_answer
from cthulhu_envs.games._script.stack import pop, top
from cthulhu_envs.games.death_may_die.components import MOST_GIVEN, REST_POINTS, STAGES
from cthulhu_envs.games.death_may_die.content.vocabulary import NO_SUBJECT, NOTHING
from cthulhu_envs.games.death_may_die.rules.actions import has_action, usable
from cthulhu_envs.games.death_may_die.rules.asking import is_answered, wait_for
from cthulhu_envs.games.death_may_die.rules.attack import do_attack, do_fight, do_split, do_strike
from cthulhu_envs.games.death_may_die.rules.dice import do_roll
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_attack,
    push_card_effect,
    push_rest,
    push_script,
    push_trade,
)
from cthulhu_envs.games.death_may_die.rules.frames import KIND, ME
from cthulhu_envs.games.death_may_die.rules.harm import do_level_up, do_settle, do_wound
from cthulhu_envs.games.death_may_die.rules.interpreter import do_choice, do_repeat, do_script
from cthulhu_envs.games.death_may_die.rules.investigators import do_sanity
from cthulhu_envs.games.death_may_die.rules.movement import do_move, do_run, run_spaces, start_run
from cthulhu_envs.games.death_may_die.rules.objectives import count_done, do_draw, do_reveal
from cthulhu_envs.games.death_may_die.rules.operations import do_token
from cthulhu_envs.games.death_may_die.rules.possessions import (
    do_claim,
    do_discard,
    do_even_out,
    do_hand_over,
    do_keep,
    do_steal,
    do_trade,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question, Reply
from cthulhu_envs.games.death_may_die.rules.selection import do_loop, do_pick
from cthulhu_envs.games.death_may_die.rules.steps import FAMILY_OF, Cause, Family, Step
from cthulhu_envs.games.death_may_die.rules.turn import (
    can_rest_free,
    do_burn,
    do_discard_check,
    do_elder_effects,
    do_encounter,
    do_mythos,
    do_next_turn,
    do_prayer,
    do_rest,
    do_summoning,
    do_turn_effects,
)
from cthulhu_envs.games.death_may_die.state import Ending


@kernel
def apply(kit, s, action):
    """One decision, then what lies on top of the stack until somebody is asked or it is over."""
    s.progress_before = s.progress
    block, index = kit.block_of[action], int(kit.index_of[action])
    people = int(kit.people)
    if block == Reply.DONE:
        index = NOTHING
    elif block == Reply.PERSON or block == Reply.CALM:
        index = (index + s.actor) % people
    elif block == Reply.MEND:
        index = people + (index + s.actor) % people
    elif block == Reply.SHED:
        index = 2 * people
    take_answer(s, index)
    s.answer_block = block
    s.answered = True
    s.waiting = False
    while not is_asked(s) and s.ending == Ending.GOING_ON:
        do_step(kit, s, s.stack[top(s)])
    if kit.pay_progress:
        measure_progress(kit, s)


@kernel
def do_step(kit, s, frame):
    """One step of the topmost frame. A kind of frame that nothing here does is an error."""
    step, me = frame[KIND], frame[ME]
    family = FAMILY_OF[step]
    if family == Family.TURN:
        do_part(kit, s, frame, step, me)
    elif family == Family.EFFECT:
        do_effect(kit, s, frame, step)
    elif family == Family.TABLE:
        do_table(kit, s, frame, step)
    elif family == Family.DICE_AND_HARM:
        do_dice_and_harm(kit, s, frame, step, me)
    elif family == Family.ACTIONS_AND_POSSESSIONS:
        do_actions_and_possessions(kit, s, frame, step, me)
    else:
        raise AssertionError("the topmost frame is of no kind")


@kernel
def do_part(kit, s, frame, step, me):
    """The parts of a turn; R9.3: a dead investigator has only the discard check left. What was
    rolled in the part before is forgotten.
    """
    s.successes = 0
    s.tentacles = 0
    if step == Step.NEXT_TURN:
        do_next_turn(kit, s, me)
    elif step == Step.DISCARD_CHECK:
        do_discard_check(kit, s, frame, me)
    elif step == Step.MYTHOS:
        do_mythos(kit, s, frame, me)
    elif s.dead[me]:
        pop(s)
    elif step == Step.ELDER_EFFECTS:
        do_elder_effects(kit, s, frame, me)
    elif step == Step.SUMMONING:
        do_summoning(kit, s, me)
    elif step == Step.BURN:
        do_burn(s, me)
    elif step == Step.TURN_EFFECTS:
        do_turn_effects(kit, s, me)
    elif step == Step.WINDOW:
        do_window(kit, s, me)
    elif step == Step.ENCOUNTER:
        do_encounter(kit, s, me)
    elif step == Step.ACT:
        do_act(kit, s, me)
    else:
        raise AssertionError("a part of a turn is missing here")


@kernel
def do_effect(kit, s, frame, step):
    """The parts of effects."""
    if step == Step.SCRIPT:
        do_script(kit, s, frame)
    elif step == Step.LOOP:
        do_loop(kit, s, frame)
    elif step == Step.PICK:
        do_pick(kit, s, frame)
    elif step == Step.CHOICE:
        do_choice(kit, s, frame)
    elif step == Step.REPEAT:
        do_repeat(s, frame)
    else:
        raise AssertionError("a part of an effect is missing here")


@kernel
def do_table(kit, s, frame, step):
    """What goes on whether or not an investigator is dead."""
    if step == Step.MOVE:
        do_move(kit, s, frame)
    elif step == Step.SETTLE:
        do_settle(kit, s)
    else:
        raise AssertionError("a step of the table is missing here")


@kernel
def do_dice_and_harm(kit, s, frame, step, me):
    """Rolls, attacks and what they do to an investigator; those of a dead one are dropped."""
    if s.dead[me]:
        pop(s)
    elif step == Step.ROLL:
        do_roll(kit, s, frame, me)
    elif step == Step.ATTACK:
        do_attack(kit, s, frame, me)
    elif step == Step.SPLIT:
        do_split(kit, s, frame, me)
    elif step == Step.FIGHT:
        do_fight(kit, s, frame, me)
    elif step == Step.STRIKE:
        do_strike(kit, s, frame, me)
    elif step == Step.WOUND:
        do_wound(kit, s, frame, me)
    elif step == Step.SANITY:
        do_sanity(kit, s, frame, me)
    elif step == Step.LEVEL_UP:
        do_level_up(kit, s, me)
    else:
        raise AssertionError("a roll, attack or wound is missing here")


@kernel
def do_actions_and_possessions(kit, s, frame, step, me):
    """What else an investigator does, receives and gives up; a dead one does nothing more."""
    if s.dead[me]:
        pop(s)
    elif step == Step.REST:
        do_rest(kit, s, frame, me)
    elif step == Step.PRAYER:
        do_prayer(kit, s, frame, me)
    elif step == Step.TRADE:
        do_trade(kit, s, frame, me)
    elif step == Step.CLAIM:
        do_claim(kit, s, frame, me)
    elif step == Step.KEEP:
        do_keep(kit, s, frame, me)
    elif step == Step.STEAL:
        do_steal(kit, s, frame, me)
    elif step == Step.EVEN_OUT:
        do_even_out(kit, s, me)
    elif step == Step.DISCARD:
        do_discard(kit, s, frame, me)
    elif step == Step.HAND_OVER:
        do_hand_over(kit, s, frame, me)
    elif step == Step.RUN:
        do_run(kit, s, frame, me)
    elif step == Step.PARTNER:
        do_partner(kit, s, me)
    elif step == Step.DRAW:
        do_draw(kit, s, frame, me)
    elif step == Step.REVEAL:
        do_reveal(kit, s, frame, me)
    elif step == Step.TOKEN:
        do_token(kit, s, frame, me)
    else:
        raise AssertionError("an action of an investigator is missing here")


@kernel
def do_partner(kit, s, me):
    """R2.9: Codependency's partner."""
    offer = ((1 << int(kit.people)) - 1) & ~(1 << me)
    if is_answered(kit, s, me, Question.PERSON, offer, False):
        pop(s)
        s.partner[me] = s.answer


@kernel
def do_window(kit, s, me):
    """R3.6: cards may be used between the parts of a turn."""
    if is_answered(kit, s, me, Question.USE, usable(kit, s, me), True):
        if s.answer == NOTHING:
            pop(s)
        else:
            use_card(kit, s, me, s.answer)


@kernel
def use_card(kit, s, me, card):
    """Run the effect of a held card."""
    row = int(kit.side_use[s.episode, card, s.card_side[card]])
    push_card_effect(s, row, me, card)


@kernel
def do_act(kit, s, me):
    """R3.1: ask for an action, or begin the one chosen; nothing left to do ends the actions."""
    if not s.answered:
        if has_action(kit, s, me):
            s.may_stop = True
            wait_for(kit, s, me, Question.ACT)
        else:
            pop(s)
        return
    s.answered = False
    block = s.answer_block
    if block == Reply.DONE:
        s.actions_left = 0
        pop(s)
    elif block == Reply.USE:
        use_card(kit, s, me, s.answer)
    elif block == Reply.STAND:
        s.lying[me] = False
        s.stress[me] += 1
    else:
        pay_action(kit, s, me, block)
        begin_action(kit, s, me, block)


@kernel
def pay_action(kit, s, me, block):
    """R3.7: free actions before the three."""
    if block == Reply.RUN and s.free_runs > 0:
        s.free_runs -= 1
    elif block == Reply.REST and can_rest_free(kit, s, me):
        s.free_rests -= 1
    elif block == Reply.ATTACK and s.free_shots > 0 and s.at[s.answer] != s.space[me]:
        s.free_shots -= 1
    else:
        s.actions_left -= 1


@kernel
def begin_action(kit, s, me, block):
    """Put the action on the stack."""
    if block == Reply.RUN:
        start_run(kit, s, me, s.answer, run_spaces(s, me), NOTHING)
    elif block == Reply.ATTACK:
        push_attack(s, me, 1 << s.answer)
    elif block == Reply.REST:
        push_rest(s, me, REST_POINTS)
    elif block == Reply.TRADE:
        push_trade(s, me, MOST_GIVEN)
    elif block == Reply.FIRST:
        row = kit.action_effect[s.episode, 0]
        push_script(s, me, row, NO_SUBJECT, NOTHING, NOTHING, Cause.FIRST)
    elif block == Reply.SECOND:
        row = kit.action_effect[s.episode, 1]
        push_script(s, me, row, NO_SUBJECT, NOTHING, NOTHING, Cause.SECOND)
    else:
        raise AssertionError("this answer is no action")


@kernel
def measure_progress(kit, s):
    """R9.9: half for the ritual, half for the Elder One's wounds."""
    goal = kit.goal[s.episode]
    ritual = min(1.0, count_done(kit, s, goal[1]) / goal[2])
    total, done = 0, int(s.hurt[0])
    for stage in range(1, STAGES):
        health = int(kit.stage_health[s.elder, stage])
        total += health
        if stage < s.stage - 1 or s.ending == Ending.VICTORY:
            done += health
    s.progress = 0.5 * ritual + 0.5 * done / total
