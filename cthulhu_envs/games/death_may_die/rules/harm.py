"""Wounds dealt to an investigator, and thresholds settled (R6)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import DEADLY_WOUNDS, LEVELS, SKILLS_EACH, Kind
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, EnemyTrait, Trait
from cthulhu_envs.games.death_may_die.rules.asking import is_answered
from cthulhu_envs.games.death_may_die.rules.enemies import (
    enemies_at,
    hurt_figure,
    targets_at,
    unlike,
)
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_effect, push_step
from cthulhu_envs.games.death_may_die.rules.frames import Wound, WoundStage
from cthulhu_envs.games.death_may_die.rules.investigators import (
    die,
    drop_card,
    heal_stress,
    held_of_kind,
    refresh,
    take_wound,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Cause, Source, Step
from cthulhu_envs.games.death_may_die.sizes import MOST_ON_A_CARD


@kernel
def do_wound(kit, s, frame, me):
    """R6.5, R10.7, R11.4: less what Toughness blocks, then cancelled, passed on, or taken; R9.7:
    what answers the wounds comes before a death.
    """
    stage = frame[Wound.STAGE]
    if stage == WoundStage.REDUCE:
        frame[Wound.AMOUNT] -= blocked_wounds(s, me, frame[Wound.SOURCE])
        frame[Wound.STAGE] = WoundStage.CANCEL
        if frame[Wound.AMOUNT] <= 0:
            pop(s)
    elif stage == WoundStage.CANCEL:
        cancel_wounds(kit, s, frame, me)
    elif stage == WoundStage.SHARE and frame[Wound.AMOUNT] > 0:
        share_wound(kit, s, frame, me)
    elif stage == WoundStage.SHARE:
        pop(s)
        after_wounds(kit, s, me, frame[Wound.SOURCE], frame[Wound.FIGURE], frame[Wound.TAKEN])
        if s.wounds[me] == DEADLY_WOUNDS:
            die(kit, s, me)
    else:
        raise AssertionError("a wound has no such stage")


@kernel
def blocked_wounds(s, me, source):
    """R6.6, R10.7: nothing of a cost."""
    if source == Source.COST:
        return 0
    blocked = int(s.trait[me, Trait.WARD_WOUNDS])
    if source == Source.ATTACK or source == Source.FIRE:
        blocked += int(s.trait[me, Trait.GUARD_WOUNDS])
    return blocked


@kernel
def cancel_wounds(kit, s, frame, me):
    """R11.4: armour against an attack; an amulet that sends Fire to an enemy here."""
    if frame[Wound.SOURCE] == Source.ATTACK and s.trait[me, Trait.CANCEL_ATTACK] > 0:
        offer = cards_with(kit, s, me, Trait.CANCEL_ATTACK)
        if not is_answered(kit, s, me, Question.CARD, offer, True):
            return
        if s.answer != NOTHING:
            pop(s)
            drop_card(kit, s, s.answer)
            return
    elif frame[Wound.SOURCE] == Source.FIRE and s.trait[me, Trait.FIRE_AWAY] > 0:
        offer = unlike(kit, s, targets_at(kit, s, int(s.space[me])))
        if not is_answered(kit, s, me, Question.FIGURE, offer, True):
            return
        if s.answer != NOTHING:
            pop(s)
            hurt_figure(kit, s, s.answer, frame[Wound.AMOUNT])
            return
    frame[Wound.STAGE] = WoundStage.SHARE


@kernel
def cards_with(kit, s, me, trait):
    """Bits of the cards whose own trait is wanted."""
    bits = 0
    for card in range(kit.cards[s.episode]):
        has_it = kit.side_trait[s.episode, card, s.card_side[card], trait] > 0
        if has_it and s.card_at[card] == me:
            bits |= 1 << card
    return bits


@kernel
def share_wound(kit, s, frame, me):
    """One wound for a Companion or the own board."""
    offer = held_of_kind(kit, s, me, Kind.COMPANION)
    if not is_answered(kit, s, me, Question.CARD, offer, True):
        return
    frame[Wound.AMOUNT] -= 1
    frame[Wound.TAKEN] += 1
    if s.answer == NOTHING:
        if take_wound(s, me):
            frame[Wound.AMOUNT] = 0  # the rest is lost
        return
    card = s.answer
    s.card_wounds[card] += 1
    if s.card_wounds[card] >= kit.side_health[s.episode, card, s.card_side[card]]:
        drop_card(kit, s, card)  # R11.2


@kernel
def after_wounds(kit, s, me, source, figure, taken):
    """Masochism's tokens, a Disciple's Sign, Vengeance."""
    if taken == 0:
        return
    if kit.keeps_wounds[s.insanity[me]]:
        s.keeps[me] = min(MOST_ON_A_CARD, s.keeps[me] + taken)
    if source != Source.ATTACK:
        return
    gain_signs(s, me, int(kit.kind_trait[s.kind[figure], EnemyTrait.SIGN_ON_WOUND]))
    if s.trait[me, Trait.VENGEANCE] == 0:
        return
    heal_stress(s, me, int(s.trait[me, Trait.VENGEANCE_HEAL]))
    if s.at[figure] == NOTHING:
        return
    bits = 1 << figure
    if s.trait[me, Trait.VENGEANCE_WIDE] > 0:
        bits = enemies_at(kit, s, int(s.at[figure]))
    hurt_all(kit, s, bits, int(s.trait[me, Trait.VENGEANCE]))


@kernel
def gain_signs(s, me, amount):
    """R13.3: tokens of the Elder One, as far as there are any."""
    gained = min(amount, int(s.tokens_left))
    if gained > 0 and not s.dead[me]:
        s.signs[me] += gained
        s.tokens_left -= gained


@kernel
def hurt_all(kit, s, bits, wounds):
    """Wound each of these enemies."""
    figure = 0
    while bits >> figure:
        if bits >> figure & 1:
            hurt_figure(kit, s, figure, wounds)
        figure += 1


@kernel
def do_settle(kit, s):
    """R6.3, R6.4: the next queued threshold: symptoms, then a level."""
    for step in range(kit.people):
        me = (s.active + step) % kit.people
        if s.queued[me] > 0:
            s.queued[me] -= 1
            push_step(s, Step.LEVEL_UP, me)
            push_effect(s, kit.symptom[s.insanity[me]], me, Cause.OTHER)
            return
    s.settling = False
    pop(s)


@kernel
def do_level_up(kit, s, me):
    """R6.3: one of the own three skills is raised."""
    offer = 0
    for slot in range(SKILLS_EACH):
        if s.level[me, slot] < LEVELS:
            offer |= 1 << slot
    if is_answered(kit, s, me, Question.LEVEL, offer, False):
        pop(s)
        if s.answer != NOTHING:
            s.level[me, s.answer] += 1
            refresh(kit, s, me)
