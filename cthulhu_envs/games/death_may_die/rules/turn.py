"""The course of a turn: its steps lie on the stack from the start (R3.1, R7, R8.1)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import shuffle
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import (
    ACTIONS,
    MAX_STRESS,
    MOST_SYMBOLS,
    SHED_POINTS,
    STAGES,
    TRACK_CELLS,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, EnemyTrait, Roll, Trait
from cthulhu_envs.games.death_may_die.rules.asking import is_answered
from cthulhu_envs.games.death_may_die.rules.enemies import count_figures
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_claim,
    push_effect,
    push_mythos,
    push_prayer,
    push_step,
    push_throw,
)
from cthulhu_envs.games.death_may_die.rules.frames import (
    DiscardCheck,
    ElderEffects,
    Mythos,
    MythosStage,
    Prayer,
    Rest,
)
from cthulhu_envs.games.death_may_die.rules.investigators import (
    add_wounds,
    heal_stress,
    heal_wounds,
    is_near_gate,
    people_at,
    room_for_wounds,
)
from cthulhu_envs.games.death_may_die.rules.operations import mythos_effect
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Cause, Source, Step
from cthulhu_envs.games.death_may_die.sizes import MAX_MYTHOS
from cthulhu_envs.games.death_may_die.state import Ending, Lies


@kernel
def start_turn(kit, s, me):
    """R3.1: three actions, and what follows them."""
    s.active = me
    s.turns += 1
    for person in range(kit.people):
        s.rerolled[person] = 0
        s.rerolled_attack[person] = 0
        s.boost[person] = 0
    s.actions_left = max(0, ACTIONS + int(s.trait[me, Trait.ACTIONS]))
    s.free_runs = max(0, s.trait[me, Trait.FREE_RUN])
    s.free_shots = max(0, s.trait[me, Trait.FREE_SHOT])
    s.free_rests = max(0, s.trait[me, Trait.FREE_REST])
    push_step(s, Step.NEXT_TURN, me)
    push_step(s, Step.ELDER_EFFECTS, me)
    push_step(s, Step.SUMMONING, me)
    push_step(s, Step.DISCARD_CHECK, me)
    push_step(s, Step.BURN, me)
    push_step(s, Step.TURN_EFFECTS, me)
    push_step(s, Step.WINDOW, me)
    push_step(s, Step.ENCOUNTER, me)
    push_step(s, Step.WINDOW, me)
    push_mythos(s, me)
    push_step(s, Step.ACT, me)


@kernel
def do_next_turn(kit, s, me):
    """R7.7: clockwise to the next living investigator."""
    pop(s)
    for step in range(1, kit.people + 1):
        other = (me + step) % kit.people
        if not s.dead[other]:
            start_turn(kit, s, other)
            return


@kernel
def draw_mythos(s):
    """R7.6: the top card; an empty deck is made again first. NOTHING if there is none at all."""
    if s.mythos_left == 0:
        gather_mythos(s)
    if s.mythos_left == 0:
        return NOTHING
    s.mythos_left -= 1
    s.mythos_under = min(s.mythos_under, s.mythos_left)
    return int(s.mythos[s.mythos_left])


@kernel
def put_under(s, card):
    """A card that all have seen goes under the deck."""
    for place in range(s.mythos_left, 0, -1):
        s.mythos[place] = s.mythos[place - 1]
    s.mythos[0] = card
    s.mythos_left += 1
    s.mythos_under += 1


@kernel
def gather_mythos(s):
    """Shuffle the discard, and what Recurring Trauma keeps, into the deck."""
    for card in range(MAX_MYTHOS):
        if s.mythos_out[card]:
            s.mythos_out[card] = False
            s.mythos[s.mythos_left] = card
            s.mythos_left += 1
    s.symbols = 0
    s.mythos_under = 0
    shuffle(s, s.mythos, s.mythos_left)


@kernel
def do_mythos(kit, s, frame, me):
    """R7.1, R10.12: draw, perhaps otherwise or cancelled; resolve; discard."""
    stage = frame[Mythos.STAGE]
    if stage == MythosStage.DRAW:
        if s.dead[me]:
            pop(s)
        else:
            draw_for(kit, s, frame, me)
    elif stage == MythosStage.CANCEL:
        wounds = int(s.trait[me, Trait.OMENS_CANCEL])
        offer = 1 if wounds > 0 and wounds <= room_for_wounds(kit, s, me) else 0
        if is_answered(kit, s, me, Question.OPTION, offer, True):
            frame[Mythos.STAGE] = MythosStage.EFFECT if s.answer == NOTHING else MythosStage.DISCARD
            if s.answer != NOTHING:
                add_wounds(s, me, wounds, Source.COST, NOTHING)
    elif stage == MythosStage.EFFECT:
        frame[Mythos.STAGE] = MythosStage.DISCARD
        push_effect(s, mythos_effect(kit, s, frame[Mythos.CARD]), me, Cause.MYTHOS)
    elif stage == MythosStage.DISCARD:
        pop(s)
        discard_mythos(kit, s, frame[Mythos.CARD])
    else:
        raise AssertionError("a Mythos card has no such stage")


@kernel
def draw_for(kit, s, frame, me):
    """The card to be resolved."""
    if frame[Mythos.CARD] == NOTHING:
        frame[Mythos.CARD] = draw_mythos(s)
        if frame[Mythos.CARD] == NOTHING:
            pop(s)
            return
        if s.trait[me, Trait.OMENS_TWO] > 0 and s.mythos_left > 0:
            frame[Mythos.SECOND] = draw_mythos(s)
    offer = 0
    if frame[Mythos.SECOND] != NOTHING:
        offer = 3
    elif s.trait[me, Trait.OMENS_REDRAW] > 0 and s.mythos_left > 0:
        offer = 1
    if not is_answered(kit, s, me, Question.OPTION, offer, frame[Mythos.SECOND] == NOTHING):
        return
    frame[Mythos.STAGE] = MythosStage.CANCEL
    if s.answer == NOTHING:
        return
    heal_stress(s, me, int(s.trait[me, Trait.OMENS_HEAL]))
    first, second = frame[Mythos.CARD], frame[Mythos.SECOND]
    if second == NOTHING:
        frame[Mythos.CARD] = draw_mythos(s)
        put_under(s, first)
    elif s.answer == 0:
        put_under(s, second)
    else:
        put_under(s, first)
        frame[Mythos.CARD] = second
    frame[Mythos.SECOND] = NOTHING


@kernel
def discard_mythos(kit, s, card):
    """R12.3: into the open discard, or to Recurring Trauma."""
    symbol = kit.mythos_symbol[s.elder, s.episode, card]
    if not symbol and someone_keeps(kit, s):
        if s.trauma != NOTHING:
            s.mythos_out[s.trauma] = True
        s.trauma = card
        return
    s.mythos_out[card] = True
    s.symbols += symbol


@kernel
def someone_keeps(kit, s):
    """Whether a living investigator has the card that keeps Mythos cards."""
    for person in range(kit.people):
        if kit.keeps_mythos[s.insanity[person]] and not s.dead[person]:
            return True
    return False


@kernel
def do_encounter(kit, s, me):
    """R7.2, R7.3: investigate in a Safe space, else fight."""
    pop(s)
    if s.lying[me]:
        return
    if s.crowd[s.space[me]] > 0:
        push_step(s, Step.FIGHT, me)
    elif s.discovery_left > 0:
        s.discovery_left -= 1
        card = int(s.discovery[s.discovery_left])
        s.card_at[card] = Lies.DRAWN
        push_step(s, Step.FIGHT, me)  # those who enter meanwhile
        push_claim(s, me, card)


@kernel
def do_turn_effects(kit, s, me):
    """R7.4: pets calm, prayers heal."""
    pop(s)
    heal_stress(s, me, int(s.trait[me, Trait.CALM]))
    both = int(s.trait[me, Trait.PRAYER_BOTH])
    if both > 0 and s.trait[me, Trait.PRAYER_ALL] > 0:
        here = people_at(kit, s, int(s.space[me]))
        for person in range(kit.people):
            if here >> person & 1:
                heal_stress(s, person, both)
                heal_wounds(s, person, both)
    elif both > 0 or s.trait[me, Trait.PRAYER_MIX] > 0:
        push_prayer(s, me, int(s.trait[me, Trait.PRAYER_MIX]))


@kernel
def do_prayer(kit, s, frame, me):
    """R10.9: choose who is healed, and of what."""
    both = int(s.trait[me, Trait.PRAYER_BOTH])
    here = people_at(kit, s, int(s.space[me]))
    people = int(kit.people)
    whom = frame[Prayer.PERSON]
    hurt, offer = 0, 0
    for person in range(people):
        if here >> person & 1 and (whom == NOTHING or whom == person):
            if s.stress[person] > 0:
                offer |= 1 << person
            if s.wounds[person] > 0:
                offer |= 1 << (people + person)
            if s.stress[person] + s.wounds[person] > 0:
                hurt |= 1 << person
    if both > 0:
        if is_answered(kit, s, me, Question.PERSON, hurt, True):
            pop(s)
            if s.answer != NOTHING:
                heal_stress(s, s.answer, both)
                heal_wounds(s, s.answer, both)
        return
    if frame[Prayer.POINTS] == 0:
        pop(s)
        return
    if is_answered(kit, s, me, Question.HEAL, offer, True):
        frame[Prayer.POINTS] -= 1
        if s.answer == NOTHING:
            frame[Prayer.POINTS] = 0
        elif s.answer < people:
            frame[Prayer.PERSON] = s.answer
            heal_stress(s, s.answer, 1)
        else:
            frame[Prayer.PERSON] = s.answer - people
            heal_wounds(s, s.answer - people, 1)


@kernel
def do_rest(kit, s, frame, me):
    """R3.2, R13.3: up to three points over stress, wounds and tokens held; one may stop."""
    people = int(kit.people)
    offer = 0
    if frame[Rest.POINTS] > 0 and s.stress[me] > 0:
        offer |= 1 << me
    if frame[Rest.POINTS] > 0 and s.wounds[me] > 0:
        offer |= 1 << (people + me)
    if frame[Rest.POINTS] >= SHED_POINTS and s.signs[me] > 0:
        offer |= 1 << (2 * people)
    if not is_answered(kit, s, me, Question.HEAL, offer, True):
        return
    if s.answer == NOTHING:
        pop(s)
    elif s.answer == me:
        frame[Rest.POINTS] -= 1
        heal_stress(s, me, 1)
    elif s.answer == people + me:
        frame[Rest.POINTS] -= 1
        heal_wounds(s, me, 1)
    else:
        frame[Rest.POINTS] -= SHED_POINTS
        s.signs[me] -= 1
        s.tokens_left += 1


@kernel
def do_burn(s, me):
    """R6.7: one standard die for each Fire token held."""
    pop(s)
    tokens = int(s.burning[me])
    s.burning[me] = 0
    if tokens > 0:
        push_throw(s, me, Roll.FIRE, tokens, 0)


@kernel
def do_discard_check(kit, s, frame, me):
    """R7.5: the track advances, Stages and Episode act, the Mythos deck is made again."""
    if frame[DiscardCheck.ADVANCED] > 0:
        pop(s)
        if s.trauma != NOTHING:
            s.mythos_out[s.trauma] = True
            s.trauma = NOTHING
        gather_mythos(s)
        return
    if s.symbols < MOST_SYMBOLS and not s.must_advance:
        pop(s)
        return
    s.must_advance = False
    frame[DiscardCheck.ADVANCED] = 1
    s.track += 1
    if s.track >= TRACK_CELLS:
        s.ending = Ending.TRACK
        return
    for figure in range(1, count_figures(kit, s)):
        mended = int(kit.kind_trait[s.kind[figure], EnemyTrait.MEND])
        s.hurt[figure] = max(0, int(s.hurt[figure]) - mended)
    push_effect(s, kit.advance[s.episode], me, Cause.OTHER)
    for stage in range(STAGES - 1, -1, -1):
        if stage < s.stage:
            push_effect(s, kit.stage_advance[s.elder, stage], me, Cause.OTHER)


@kernel
def do_summoning(kit, s, me):
    """R8.1-R8.3: the Elder One comes onto the map."""
    pop(s)
    if not s.summoned and (s.track >= kit.first_red or s.disrupted):
        s.summoned = True
        s.stage = 2
        push_effect(s, kit.stage_reveal[s.elder, 1], me, Cause.OTHER)


@kernel
def do_elder_effects(kit, s, frame, me):
    """R7.4, R8.7: lasting effects of the revealed Stages, in order."""
    stage = frame[ElderEffects.NEXT]
    if stage >= s.stage:
        pop(s)
        return
    frame[ElderEffects.NEXT] += 1
    push_effect(s, kit.stage_end[s.elder, stage], me, Cause.OTHER)


@kernel
def can_rest_free(kit, s, me):
    """R10.17: a free Rest near a Gate."""
    return s.free_rests > 0 and is_near_gate(kit, s, me)


@kernel
def can_stand(s, me):
    """R12.4: one stress to stand up."""
    return s.lying[me] > 0 and s.stress[me] < MAX_STRESS
