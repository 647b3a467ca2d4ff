"""What a card or text costs, and which domains can pay for it (R4)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    CARD_COST,
    N_FACTIONS,
    OF_X,
    SPELL,
    Effect,
    Faction,
    Keyword,
    Per,
    Scope,
    Stat,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, F, K, M, Whose
from cthulhu_envs.games.call_of_cthulhu.rules.filters import fits
from cthulhu_envs.games.call_of_cthulhu.rules.zones import printed
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, SLOTS, L

CANNOT = -1


@kernel
def worth_of(s, seat, domain, faction):
    """Resources of one faction that a domain gives when drained."""
    return int(s.res[seat, domain, faction]) + int(s.trans[seat, domain, faction])


@kernel
def is_x(kit, s, inst, text):
    """Whether the player chooses what to pay."""
    pay = kit.texts[text, A.PAY]
    return pay == OF_X or (pay == CARD_COST and printed(kit, s, inst, K.COST) == OF_X)


@kernel
def price(kit, s, seat, inst, text, domain):
    """R4.3, R4.9: what a text costs if it is paid from a domain, without its X."""
    pay = kit.texts[text, A.PAY]
    if pay != CARD_COST:
        return 0 if pay == OF_X else int(pay)
    cost = int(printed(kit, s, inst, K.COST))
    if cost == OF_X:
        cost = 0
    if not s.effects & Effect.DEAR and not printed(kit, s, inst, K.OWN_COST):
        return cost
    return changed_cost(kit, s, seat, inst, domain, cost)


@kernel
def changed_cost(kit, s, seat, inst, domain, cost):
    """R4.9: dearer first, then cheaper; a cost of 0 is not reduced, and a stated minimum wins."""
    rise = 0
    drop = 0
    least = 0
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            card = s.play[entity]
            if card == NOTHING or s.insane[card] or s.blank[card]:
                continue
            row = kit.kinds[s.kind[card]]
            for mod in range(row[K.FIRST_MOD], row[K.FIRST_MOD] + row[K.NUM_MODS]):
                m = kit.mods[mod]
                if m[M.STAT] != Stat.COST or m[M.SCOPE] != Scope.ALL:
                    continue
                if cost_fits(kit, s, m[M.FILTER], inst, seat, side):
                    drop -= m[M.AMOUNT]
                    least = max(least, m[M.LEAST])
    for k in range(s.lasting_n):
        if s.lasting[k, L.STAT] == Stat.COST:
            m = kit.mods[s.lasting[k, L.MOD]]
            if cost_fits(kit, s, m[M.FILTER], inst, seat, s.lasting[k, L.SEAT]):
                if m[M.AMOUNT] > 0:
                    rise += m[M.AMOUNT]
                else:
                    drop -= m[M.AMOUNT]
                    least = max(least, m[M.LEAST])
    row = kit.kinds[s.kind[inst]]
    for mod in range(row[K.FIRST_MOD], row[K.FIRST_MOD] + row[K.NUM_MODS]):
        m = kit.mods[mod]
        if m[M.STAT] == Stat.COST and m[M.SCOPE] == Scope.SELF:
            drop -= m[M.AMOUNT] * cost_times(kit, s, m[M.PER], inst, seat, domain)
            least = max(least, m[M.LEAST])
    whole = cost + rise
    if drop == 0:
        return whole
    return min(whole, max(whole - drop, int(least)))


@kernel
def cost_fits(kit, s, row, inst, seat, side):
    """Whether a text on one side changes the cost of a card that a seat plays."""
    if kit.filters[row, F.SIDE] == Whose.MINE and seat != side:
        return False
    return fits(kit, s, row, inst, seat, NOTHING, 0)


@kernel
def cost_times(kit, s, per, inst, seat, domain):
    """What a card's own change of cost is multiplied with."""
    n = 0
    if per == Per.SPELLS:
        for k in range(s.pile_n[seat]):
            n += kit.kinds[s.kind[s.pile[seat, k]], K.SUBS] & SPELL != 0
    elif per == Per.STRANGE:
        if domain != NOTHING:
            for faction in range(N_FACTIONS):
                own = faction == printed(kit, s, inst, K.FACTION)
                n += s.res[seat, domain, faction] > 0 and not own
    else:
        raise AssertionError("no cost depends on this number")
    return n


@kernel
def matches(kit, s, seat, inst, domain, cost):
    """R4.5, R4.7: the domain has a resource of the card's faction, for a Loyal one enough."""
    faction = printed(kit, s, inst, K.FACTION)
    if faction == Faction.NEUTRAL:
        return True
    have = worth_of(s, seat, domain, faction)
    if printed(kit, s, inst, K.WORDS) & Keyword.LOYAL:
        return have >= cost
    return have >= 1


@kernel
def is_steadfast(kit, s, seat, inst):
    """R4.8: enough resources of the faction on all domains together."""
    wanted = printed(kit, s, inst, K.STEADFAST)
    if not wanted:
        return True
    faction = printed(kit, s, inst, K.FACTION)
    have = 0
    for domain in range(s.domains[seat]):
        have += s.res[seat, domain, faction]
    return have >= wanted


@kernel
def most_x(kit, s, seat, inst, text, domain):
    """The largest X that a domain can pay, or CANNOT."""
    if s.drained[seat, domain]:
        return CANNOT
    cost = price(kit, s, seat, inst, text, domain)
    most = int(s.worth[seat, domain]) - cost
    if most < 0:
        return CANNOT
    if kit.texts[text, A.PAY] == CARD_COST:
        if not matches(kit, s, seat, inst, domain, cost):
            return CANNOT
        if printed(kit, s, inst, K.WORDS) & Keyword.LOYAL:
            most = worth_of(s, seat, domain, printed(kit, s, inst, K.FACTION)) - cost
    return most


@kernel
def best_x(kit, s, seat, inst, text):
    """The largest X any domain can pay (0 if nothing needs to be paid), or CANNOT."""
    best = 0 if price(kit, s, seat, inst, text, NOTHING) == 0 else CANNOT
    if kit.texts[text, A.PAY] == 0:
        return best
    for domain in range(s.domains[seat]):
        best = max(best, most_x(kit, s, seat, inst, text, domain))
        if best >= 0 and not is_x(kit, s, inst, text):
            break
    return best
