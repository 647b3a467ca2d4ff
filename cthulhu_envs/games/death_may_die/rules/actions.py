"""What the deciding investigator may do."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.rules.attack import in_range
from cthulhu_envs.games.death_may_die.rules.enemies import targets_at, unlike
from cthulhu_envs.games.death_may_die.rules.investigators import can_rest
from cthulhu_envs.games.death_may_die.rules.operations import is_condition_met
from cthulhu_envs.games.death_may_die.rules.possessions import can_trade
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.turn import can_rest_free, can_stand
from cthulhu_envs.games.death_may_die.sizes import MAX_CARDS, MAX_FIGURES, MAX_SPACES


@kernel
def legal(kit, s, ids):
    """Ids of the open answers to the question; never empty."""
    if s.question == Question.ACT:
        return legal_actions(kit, s, ids)
    n = 0
    if s.may_stop:
        ids[0] = kit.act.done
        n = 1
    people = int(kit.people)
    base = kit.answer_base[s.question]
    bit = 0
    offer = s.offer
    while offer >> bit:
        if offer >> bit & 1:
            at = bit
            if s.question == Question.PERSON:
                at = (bit - s.actor) % people
            elif s.question == Question.HEAL and bit < 2 * people:
                at = bit // people * people + (bit % people - s.actor) % people
            ids[n] = base + at
            n += 1
        bit += 1
    return n


@kernel
def append(ids, n, base, bits, size):
    """Append an id for each bit."""
    if bits:
        for at in range(size):
            if bits >> at & 1:
                ids[n] = base + at
                n += 1
    return n


@kernel
def usable(kit, s, me):
    """R3.6: bits of the held cards that can be used now."""
    bits = 0
    for card in range(kit.cards[s.episode]):
        if s.card_at[card] == me and is_usable(kit, s, me, card, s.card_side[card]):
            bits |= 1 << card
    return bits


@kernel
def is_usable(kit, s, me, card, side):
    """Whether a side has an effect whose condition holds."""
    if kit.side_use[s.episode, card, side] == 0:
        return False
    return is_condition_met(kit, s, me, kit.side_use_when[s.episode, card, side])


@kernel
def attackable(kit, s, me):
    """R5.1, R10.4: bits of targets for an action or a free shot."""
    if s.lying[me] or (s.actions_left == 0 and s.free_shots == 0):
        return 0
    bits = in_range(kit, s, me)
    if s.actions_left == 0:
        bits &= ~targets_at(kit, s, int(s.space[me]))
    return unlike(kit, s, bits)


@kernel
def can_run(s, me):
    """R4.1, R12.4."""
    return not s.lying[me] and (s.actions_left > 0 or s.free_runs > 0)


@kernel
def can_take_rest(kit, s, me):
    """R3.2: with something to heal; a Rest that heals nothing is not offered."""
    if s.stress[me] + s.wounds[me] + s.signs[me] == 0 or not can_rest(kit, s, me):
        return False
    return s.actions_left > 0 or can_rest_free(kit, s, me)


@kernel
def can_do_own(kit, s, me, which):
    """R3.5: one of the Episode's two actions."""
    if s.actions_left == 0 or s.lying[me]:
        return False
    return is_condition_met(kit, s, me, kit.action_when[s.episode, which])


@kernel
def has_action(kit, s, me):
    """Whether there is anything to do but to go on."""
    if s.actions_left > 0 or (s.free_runs > 0 and not s.lying[me]):
        return True
    if attackable(kit, s, me) or can_take_rest(kit, s, me) or can_stand(s, me):
        return True
    return usable(kit, s, me) != 0


@kernel
def legal_actions(kit, s, ids):
    """R3: everything open between two actions."""
    me = int(s.actor)
    ids[0] = kit.act.done
    n = 1
    if can_run(s, me):
        n = append(ids, n, kit.act.run, kit.links[s.episode, s.space[me]], MAX_SPACES)
    n = append(ids, n, kit.act.attack, attackable(kit, s, me), MAX_FIGURES)
    if can_take_rest(kit, s, me):
        ids[n] = kit.act.rest
        n += 1
    if s.actions_left > 0 and not s.lying[me] and can_trade(kit, s, me):
        ids[n] = kit.act.trade
        n += 1
    if can_do_own(kit, s, me, 0):
        ids[n] = kit.act.first
        n += 1
    if can_do_own(kit, s, me, 1):
        ids[n] = kit.act.second
        n += 1
    if can_stand(s, me):
        ids[n] = kit.act.stand
        n += 1
    return append(ids, n, kit.act.use, usable(kit, s, me), MAX_CARDS)
