"""Whether a text has something to choose and something to do (R7.4)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import ATTACHMENT, OF_X, Aim, Op, Stat, Whom
from cthulhu_envs.games.call_of_cthulhu.cards.columns import TOKENS, A, K, M, O
from cthulhu_envs.games.call_of_cthulhu.rules.filters import any_fitting, fits
from cthulhu_envs.games.call_of_cthulhu.rules.zones import printed
from cthulhu_envs.games.call_of_cthulhu.sizes import ENTITIES, MAX_DOMAINS, NOTHING, STORY_SLOTS, T


@kernel
def can_begin(kit, s, seat, a, self_inst, x, trig):
    """R7.4: whether the first operation of a text finds something to do. Cards that are chosen are
    right by the filter they are chosen with; a deck always has cards to draw, look at or search.
    """
    o = kit.ops[a[A.FIRST_OP]]
    op, whom = o[O.OP], o[O.WHOM]
    if o[O.AMOUNT] == OF_X and x == 0:
        return False
    if whom == Whom.ALL:
        is_cost = op == Op.PHASE and kit.mods[o[O.MOD], M.STAT] == Stat.COST
        return is_cost or any_fitting(kit, s, o[O.FILTER], seat, self_inst, x, NOTHING)
    if op == Op.READY and whom == Whom.SELF:
        return s.exhausted[self_inst] == 1
    if op == Op.RECOVER_ATTACHMENTS:
        return has_lost_attachments(kit, s, self_inst, a[A.SACRIFICE])
    if op == Op.HAND_OR_PILE_ENTERS:
        in_hand = hand_has(kit, s, seat, o[O.FILTER], self_inst)
        return in_hand or pile_has(kit, s, seat, o[O.FILTER], seat, self_inst, 0)
    if whom == Whom.ME:
        return can_seat(kit, s, o, seat, self_inst)
    if whom == Whom.THEM:
        return can_seat(kit, s, o, 1 - seat, self_inst)
    if whom == Whom.TRIGGER:
        return can_seat(kit, s, o, int(s.trig[trig, T.SEAT]), self_inst)
    if whom == Whom.EACH:
        return can_seat(kit, s, o, 0, self_inst) or can_seat(kit, s, o, 1, self_inst)
    if whom == Whom.SELF or whom == Whom.T1 or whom == Whom.T2:
        return True
    raise AssertionError("an operation works on nobody")


@kernel
def can_seat(kit, s, o, seat, self_inst):
    """Whether a player can carry out an operation."""
    op = o[O.OP]
    if op == Op.DISCARD:  # R10.21
        return s.hand_n[seat] >= o[O.AMOUNT]
    if op == Op.PILE_TO_BOTTOM:
        return s.pile_n[seat] >= o[O.AMOUNT]
    if op == Op.SACRIFICE:
        return any_fitting(kit, s, o[O.FILTER], seat, self_inst, 0, NOTHING)
    if op == Op.ADD_DOMAIN:
        return s.domains[seat] < MAX_DOMAINS
    if op == Op.LOSE_RESOURCE:
        return s.laid_n[seat] > 0
    if is_always_possible(op):
        return True
    raise AssertionError("no player carries out such an operation")


@kernel(inline=True)
def is_always_possible(op):
    """Whether any player can carry out an operation for seats."""
    return (
        op == Op.DRAW
        or op == Op.MILL
        or op == Op.LOOK_BOTTOM
        or op == Op.LOOK_ORDER
        or op == Op.FETCH
        or op == Op.TOP_TO_DOMAIN
        or op == Op.CHARACTERS_TO_DOMAIN
        or op == Op.FREEZE
        or op == Op.MAY_ADD_SUCCESS
        or op == Op.SWAP_HAND_AND_PILE
        or op == Op.RETURN_WON
    )


@kernel
def has_lost_attachments(kit, s, self_inst, is_sacrificed):
    """Whether an Attachment lies in a discard pile, or will when the card is sacrificed."""
    for seat in range(2):
        for k in range(s.pile_n[seat]):
            if printed(kit, s, s.pile[seat, k], K.SUBS) & ATTACHMENT:
                return True
    if is_sacrificed:
        for entity in range(ENTITIES):
            card = s.play[entity]
            is_on_it = card != NOTHING and s.host[card] == self_inst
            if is_on_it and printed(kit, s, card, K.SUBS) & ATTACHMENT:
                return True
    return False


@kernel
def hand_has(kit, s, seat, row, self_inst):
    """Whether a hand has a card that passes a filter."""
    for k in range(s.hand_n[seat]):
        if fits(kit, s, row, s.hand[seat, k], seat, self_inst, 0):
            return True
    return False


@kernel
def can_aim(kit, s, seat, text, self_inst, x, trig):
    """R7.4: there is something to choose for each target that must be chosen, and the first
    operation finds something to do.
    """
    a = kit.texts[text]
    if not can_begin(kit, s, seat, a, self_inst, x, trig):
        return False
    if a[A.AIM1] == Aim.NOTHING:
        return True
    if not aim_exists(kit, s, seat, a[A.AIM1], a[A.FILTER1], self_inst, x):
        return False
    if a[A.AIM2] == Aim.NOTHING or a[A.MAYBE2]:
        return True
    return aim_exists(kit, s, seat, a[A.AIM2], a[A.FILTER2], self_inst, x)


@kernel
def aim_exists(kit, s, seat, aim, row, self_inst, x):
    """Whether anything of a kind can be chosen."""
    if aim == Aim.CARD:
        return any_fitting(kit, s, row, seat, self_inst, x, NOTHING)
    if aim == Aim.PILE:
        return pile_has(kit, s, seat, row, seat, self_inst, x)
    if aim == Aim.THEIR_PILE:
        return pile_has(kit, s, 1 - seat, row, seat, self_inst, x)
    if aim == Aim.DRAINED:
        return domain_exists(s, seat, 1)
    if aim == Aim.UNDRAINED:
        return domain_exists(s, seat, 0) or domain_exists(s, 1 - seat, 0)
    if aim == Aim.RESOURCE:
        for side in range(2):
            for domain in range(s.domains[side]):
                if has_strange(s, side, domain, row):
                    return True
        return False
    if aim == Aim.STORY or aim == Aim.EMPTY_STORY or aim == Aim.TOKENS:
        for slot in range(STORY_SLOTS):
            if story_fits(s, slot, aim, row):
                return True
        return False
    if aim == Aim.SEAT or aim == Aim.ICON:  # there are always both, and all four
        return True
    raise AssertionError("nothing is known of this aim")


@kernel
def story_fits(s, slot, aim, row):
    """Whether a story can be chosen."""
    if s.story[slot] == NOTHING:
        return False
    if aim == Aim.EMPTY_STORY:
        return s.success[slot, 0] == 0 and s.success[slot, 1] == 0
    if aim == Aim.TOKENS:
        return side_fits(s, slot, 0, row) or side_fits(s, slot, 1, row)
    if aim == Aim.STORY:
        return True
    raise AssertionError("this aim is no story")


@kernel
def side_fits(s, slot, seat, row):
    """Whether a side of a story has as many tokens as Aim.TOKENS needs."""
    return row // TOKENS <= s.success[slot, seat] <= row % TOKENS


@kernel
def domain_exists(s, seat, drained):
    """Whether a seat has a drained, or an undrained, domain."""
    for domain in range(s.domains[seat]):
        if s.drained[seat, domain] == drained:
            return True
    return False


@kernel
def has_strange(s, seat, domain, faction):
    """Whether a domain has a resource that is not of a faction."""
    for other in range(8):
        if other != faction and s.res[seat, domain, other]:
            return True
    return False


@kernel
def pile_has(kit, s, whose, row, me, self_inst, x):
    """Whether a discard pile has a card that passes a filter."""
    for k in range(s.pile_n[whose]):
        if fits(kit, s, row, s.pile[whose, k], me, self_inst, x):
            return True
    return False
