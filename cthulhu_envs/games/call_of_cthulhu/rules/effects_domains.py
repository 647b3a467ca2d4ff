"""Operations on domains and resources."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Aim, CardType
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.aims import domain_exists
from cthulhu_envs.games.call_of_cthulhu.rules.asking import (
    ask_domain,
    ask_freeze,
    ask_resource,
    is_answered,
)
from cthulhu_envs.games.call_of_cthulhu.rules.domains import (
    add_domain,
    attach_resource,
    drain,
    lose_resource,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    UNKNOWN_STEP,
    Frame,
    OneQuestion,
    Use,
)
from cthulhu_envs.games.call_of_cthulhu.rules.zones import from_pile, mill, printed, take_top
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    MAX_DOMAINS,
    NO_FILTER,
    NOTHING,
    WITH_RESOURCES,
    Zone,
)

LOSE_RESOURCE = 0  # Question.FREEZE; 1: the top two cards of the deck


@kernel
def op_add_domain(s, f, seat):
    """R4.12; Use.NEW_DOMAINS keeps who got one."""
    f[Frame.SUCCEEDED] = add_domain(s, seat)
    f[Use.NEW_DOMAINS] |= f[Frame.SUCCEEDED] << seat
    return True


@kernel
def op_top_to_domain(kit, s, f, seat):
    """The next card of the deck becomes a resource on the new domain."""
    if f[Use.NEW_DOMAINS] >> seat & 1 and s.deck_n[seat] > 0:
        attach_resource(kit, s, take_top(s, seat), seat, s.domains[seat] - 1)
    return True


@kernel
def op_characters_to_domain(kit, s, f, seat):
    """All characters of the discard pile become resources on the new domain."""
    k = 0 if f[Use.NEW_DOMAINS] >> seat & 1 else int(s.pile_n[seat])
    while k < s.pile_n[seat]:
        inst = s.pile[seat, k]
        if printed(kit, s, inst, K.TYPE) == CardType.CHARACTER:
            from_pile(s, inst)
            attach_resource(kit, s, inst, seat, s.domains[seat] - 1)
        else:
            k += 1
    return True


@kernel
def op_move_drain(kit, s, f):
    """A drain marker goes from one domain to another, whose Transient resources are spent."""
    one, other = f[Use.TARGET], f[Use.TARGET_2]
    s.drained[one // MAX_DOMAINS, one % MAX_DOMAINS] = 0
    drain(kit, s, other // MAX_DOMAINS, other % MAX_DOMAINS)
    return True


@kernel
def op_destroy_resource(kit, s, f):
    """A chosen resource goes to the discard pile."""
    if s.zone[f[Use.TARGET_MORE]] == Zone.RESOURCE:
        lose_resource(kit, s, f[Use.TARGET_MORE])
    return True


FROM_WHERE, WHICH, LOSE = range(3)  # steps of giving up a resource


@kernel
def op_lose_resource(kit, s, f, seat):
    """A player gives up a resource, if there is any: first the domain, then which."""
    if f[Use.STEP] == FROM_WHERE:
        if s.laid_n[seat] == 0:
            return True
        ask_domain(s, seat, WITH_RESOURCES, NO_FILTER, 0)
        f[Use.STEP] = WHICH
    elif f[Use.STEP] == WHICH:
        ask_resource(s, seat, seat, s.answer % MAX_DOMAINS, NO_FILTER)
        f[Use.STEP] = LOSE
    elif f[Use.STEP] == LOSE:
        lose_resource(kit, s, s.answer)
        return True
    else:
        raise AssertionError(UNKNOWN_STEP)
    return False


@kernel
def op_freeze(kit, s, f, seat):
    """For each resource, in their order: lose it, or the top two cards of the deck.

    Use.DONE counts those that are kept.
    """
    if is_answered(f):
        f[Use.STEP] = OneQuestion.ASK
        if s.answer == LOSE_RESOURCE:
            lose_resource(kit, s, s.laid[seat, f[Use.DONE]])
        else:
            f[Use.DONE] += 1
            mill(s, seat, 2)
            if s.ending != 0:
                return True
    if f[Use.DONE] >= s.laid_n[seat]:
        return True
    f[Use.STEP] = OneQuestion.ANSWERED
    ask_freeze(s, seat, s.laid[seat, f[Use.DONE]])
    return False


@kernel
def op_drain_to_keep(kit, s, f):
    """R10.22: drain any undrained domain of one's own, and the event returns to hand."""
    who = f[Frame.WHO]
    if not is_answered(f):
        if not domain_exists(s, who, 0):
            return True
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_domain(s, who, Aim.UNDRAINED, NO_FILTER, 1)
        return False
    if s.answer != NOTHING:
        drain(kit, s, who, s.answer % MAX_DOMAINS)
        f[Use.KEPT] = 1
    return True
