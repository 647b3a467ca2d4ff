"""Domains and the resources on them (R4)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Keyword
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.zones import printed, take_top, to_pile, wipe
from cthulhu_envs.games.call_of_cthulhu.sizes import BOTH, KINDS, MAX_DOMAINS, SHOWN, Zone


@kernel
def attach_resource(kit, s, inst, seat, domain):
    """R4.1: a card becomes a resource, face up."""
    faction = printed(kit, s, inst, K.FACTION)
    s.zone[inst] = Zone.RESOURCE
    s.place[inst] = domain
    s.side[inst] = seat
    s.seen[inst] = BOTH
    s.listed[inst] = SHOWN
    list_resource(s, inst, seat)
    s.res[seat, domain, faction] += 1
    s.worth[seat, domain] += 1
    if printed(kit, s, inst, K.WORDS) & Keyword.TRANSIENT:  # R4.10: it counts twice
        s.trans[seat, domain, faction] += 1
        s.worth[seat, domain] += 1


@kernel(inline=True)
def resource_order(s, inst):
    """Resources lie in order of their domains and, on each, of their kinds."""
    return int(s.place[inst]) * KINDS + int(s.kind[inst])


@kernel
def list_resource(s, inst, seat):
    """Into the list of a seat's resources, at its place in the order."""
    at = s.laid_n[seat]
    while at > 0 and resource_order(s, s.laid[seat, at - 1]) > resource_order(s, inst):
        s.laid[seat, at] = s.laid[seat, at - 1]
        at -= 1
    s.laid[seat, at] = inst
    s.laid_n[seat] += 1


@kernel
def unlist_resource(s, inst, seat):
    """Out of the list; others close up."""
    at = 0
    while s.laid[seat, at] != inst:
        at += 1
    s.laid_n[seat] -= 1
    for k in range(at, s.laid_n[seat]):
        s.laid[seat, k] = s.laid[seat, k + 1]


@kernel
def lose_resource(kit, s, inst):
    """A resource goes to its owner's discard pile."""
    seat, domain = s.side[inst], s.place[inst]
    unlist_resource(s, inst, seat)
    faction = printed(kit, s, inst, K.FACTION)
    s.res[seat, domain, faction] -= 1
    s.worth[seat, domain] -= 1
    if printed(kit, s, inst, K.WORDS) & Keyword.TRANSIENT:
        s.trans[seat, domain, faction] -= 1
        s.worth[seat, domain] -= 1
    wipe(s, inst)
    to_pile(s, inst)


@kernel
def drain(kit, s, seat, domain):
    """R4.4, R4.10: drain a domain; its Transient resources are spent."""
    s.drained[seat, domain] = 1
    transient = 0
    for faction in range(8):
        transient += s.trans[seat, domain, faction]
    if transient:
        k = 0
        while k < s.laid_n[seat]:
            inst = s.laid[seat, k]
            words = printed(kit, s, inst, K.WORDS)
            if s.place[inst] == domain and words & Keyword.TRANSIENT:
                lose_resource(kit, s, inst)
            else:
                k += 1


@kernel
def add_domain(s, seat):
    """R4.12: the top card of the deck becomes a domain, looked at by its owner alone."""
    if s.domains[seat] >= MAX_DOMAINS or s.deck_n[seat] == 0:
        return False
    inst = take_top(s, seat)
    s.zone[inst] = Zone.DOMAIN
    s.place[inst] = s.domains[seat]
    s.seen[inst] |= 1 << seat
    s.listed[inst] |= s.seen[inst]
    s.drained[seat, s.domains[seat]] = 0
    s.domains[seat] += 1
    return True
