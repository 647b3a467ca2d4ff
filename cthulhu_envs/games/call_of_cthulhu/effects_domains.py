"""Operations on domains and resources."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.aims import domain_exists
from cthulhu_envs.games.call_of_cthulhu.cards import Aim, CardType
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.domains import (
    add_domain,
    attach_resource,
    drain,
    lose_resource,
)
from cthulhu_envs.games.call_of_cthulhu.frames import ask
from cthulhu_envs.games.call_of_cthulhu.sizes import MAX_DOMAINS, NOTHING, ZERO, Ask, V, Zone
from cthulhu_envs.games.call_of_cthulhu.zones import from_pile, mill, printed, take_top

WITH_RESOURCES = 99  # Ask.DOMAIN: a domain of one's own with any resource
LOSE_RESOURCE = 0  # Ask.FREEZE; 1: the top two cards of the deck


@kernel
def op_add_domain(s, f, seat):
    """R4.12; `NEW` keeps who got one, as bits."""
    f[V.OKAY] = add_domain(s, seat)
    f[V.NEW] |= f[V.OKAY] << seat
    return True


@kernel
def op_top_to_domain(kit, s, f, seat):
    """The next card of the deck becomes a resource on the new domain."""
    if f[V.NEW] >> seat & 1 and s.deck_n[seat] > 0:
        attach_resource(kit, s, take_top(s, seat), seat, s.domains[seat] - 1)
    return True


@kernel
def op_characters_to_domain(kit, s, f, seat):
    """All characters of the discard pile become resources on the new domain."""
    k = 0 if f[V.NEW] >> seat & 1 else int(s.pile_n[seat])
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
    one, other = f[V.T1], f[V.T2]
    s.drained[one // MAX_DOMAINS, one % MAX_DOMAINS] = 0
    drain(kit, s, other // MAX_DOMAINS, other % MAX_DOMAINS)
    return True


@kernel
def op_destroy_resource(kit, s, f):
    """A chosen resource goes to the discard pile."""
    if s.zone[f[V.EXTRA]] == Zone.RESOURCE:
        lose_resource(kit, s, f[V.EXTRA])
    return True


@kernel
def op_lose_resource(kit, s, f, seat):
    """A player gives up a resource, if there is any: first the domain, then which."""
    if f[V.SUB] == 0:
        if s.laid_n[seat] == 0:
            return True
        ask(s, Ask.DOMAIN, seat)
        s.ask_n = WITH_RESOURCES
        f[V.SUB] = 1
    elif f[V.SUB] == 1:
        ask(s, Ask.RESOURCE, seat)
        s.ask_n = s.answer % MAX_DOMAINS
        f[V.SUB] = 2
    else:
        lose_resource(kit, s, s.answer)
        return True
    return False


@kernel
def op_freeze(kit, s, f, seat):
    """For each resource, in their order: lose it, or the top two cards of the deck.

    J counts those that are kept.
    """
    if f[V.SUB] == 1:
        f[V.SUB] = 0
        if s.answer == LOSE_RESOURCE:
            lose_resource(kit, s, s.laid[seat, f[V.J]])
        else:
            f[V.J] += 1
            mill(s, seat, 2)
            if s.ending != 0:
                return True
    if f[V.J] >= s.laid_n[seat]:
        return True
    f[V.SUB] = 1
    ask(s, Ask.FREEZE, seat)
    s.ask_card = s.laid[seat, f[V.J]]
    return False


@kernel
def op_drain_to_keep(kit, s, f):
    """R10.22: drain any undrained domain of one's own, and the event returns to hand."""
    who = f[V.WHO]
    if f[V.SUB] == 0:
        if not domain_exists(s, who, ZERO):
            return True
        f[V.SUB] = 1
        ask(s, Ask.DOMAIN, who)
        s.ask_n = Aim.UNDRAINED
        s.ask_may = 1
        return False
    if s.answer != NOTHING:
        drain(kit, s, who, s.answer % MAX_DOMAINS)
        f[V.KEEP] = 1
    return True
