"""Operations on cards out of play: hands, decks, discard piles."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.cards.cards import ATTACHMENT, CardType
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K, O
from cthulhu_envs.games.call_of_cthulhu.rules.aims import pile_has
from cthulhu_envs.games.call_of_cthulhu.rules.asking import (
    ask,
    ask_deck,
    ask_hand,
    ask_pile,
    ask_top,
    is_answered,
)
from cthulhu_envs.games.call_of_cthulhu.rules.effects_play import subject
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    UNKNOWN_STEP,
    Frame,
    OneQuestion,
    Use,
)
from cthulhu_envs.games.call_of_cthulhu.rules.zones import (
    can_enter,
    from_deck,
    from_hand,
    from_pile,
    has_copy,
    owner,
    printed,
    put_into_play,
    shuffle_deck,
    to_hand,
    to_pile,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import BOTH, NO_FILTER, NOTHING, SHOWN, Question, Zone


@kernel
def op_discard(s, f, seat, n):
    """R10.21: exactly n cards of the player's choice, or none if the hand is smaller."""
    if not is_answered(f):
        if f[Use.DONE] == 0 and s.hand_n[seat] < n:
            return True
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_hand(s, seat, NO_FILTER, 0)
        return False
    from_hand(s, s.answer)
    to_pile(s, s.answer)
    f[Use.STEP] = OneQuestion.ASK
    f[Use.DONE] += 1
    return f[Use.DONE] >= n


@kernel
def look(s, seat, who, n):
    """R11.4: a seat looks at the top cards of a deck."""
    for k in range(max(s.deck_n[seat] - n, 0), s.deck_n[seat]):
        inst = s.deck[seat, k]
        s.seen[inst] |= 1 << who
        s.listed[inst] |= 1 << who


@kernel
def lay(s, seat, who, inst, at):
    """Move a card of a deck to a place, known to the one who laid it; others close up."""
    here = 0
    while s.deck[seat, here] != inst:
        here += 1
    while here < at:
        s.deck[seat, here] = s.deck[seat, here + 1]
        here += 1
    while here > at:
        s.deck[seat, here] = s.deck[seat, here - 1]
        here -= 1
    s.deck[seat, at] = inst
    s.seen[inst] = 1 << who


LOOK, UNDERMOST, TOPMOST = range(3)  # steps of looking at cards and laying one under the deck


@kernel
def op_look_bottom(s, f, seat, n):
    """Look at the top cards, put one under the deck, the others back in any order."""
    who = f[Frame.WHO]
    n = min(n, int(s.deck_n[seat]))
    if f[Use.STEP] == LOOK:
        look(s, seat, who, n)
        f[Use.STEP] = UNDERMOST
        ask_top(s, who, seat, n, 0)
    elif f[Use.STEP] == UNDERMOST:
        lay(s, seat, who, s.answer, 0)
        f[Use.STEP] = TOPMOST
        if n > 1:
            ask_top(s, who, seat, n - 1, 0)
    elif f[Use.STEP] == TOPMOST:
        if n > 1:
            lay(s, seat, who, s.answer, s.deck_n[seat] - 1)
            for k in range(s.deck_n[seat] - (n - 1), s.deck_n[seat]):
                s.seen[s.deck[seat, k]] = 1 << who
        return True
    else:
        raise AssertionError(UNKNOWN_STEP)
    return False


LOOK_FIRST, KEPT, NEXT, LAID = range(4)  # steps of looking at cards and putting them in order


@kernel
def op_look_order(s, f, seat, n):
    """Look at the top cards and put them back in any order; overpaid, one may be kept."""
    step = f[Use.STEP]
    if step == LOOK_FIRST:
        n = min(n, int(s.deck_n[seat]))
        look(s, seat, seat, n)
        f[Use.STEP] = KEPT
        s.answer = NOTHING
        if f[Use.OVERPAID]:
            ask_top(s, seat, seat, n, 1)
        return False
    if step == KEPT:
        f[Use.STEP] = NEXT
        f[Use.NUMBER] = min(n, int(s.deck_n[seat]))
        if s.answer != NOTHING:
            f[Use.NUMBER] -= 1
            from_deck(s, s.answer)
            to_hand(s, s.answer, 0)
        return s.ending != 0
    if step == LAID:
        lay(s, seat, seat, s.answer, s.deck_n[seat] - 1 - f[Use.DONE])
        f[Use.DONE] += 1
    elif step != NEXT:
        raise AssertionError(UNKNOWN_STEP)
    if f[Use.DONE] >= f[Use.NUMBER]:
        return True
    f[Use.STEP] = LAID
    ask_top(s, seat, seat, f[Use.NUMBER] - f[Use.DONE], 0)
    return False


@kernel
def op_search(kit, s, f, o):
    """R10.17: find a character in the deck, put it into play, shuffle; finding none is allowed."""
    who = f[Frame.WHO]
    if not is_answered(f):
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_deck(s, who, o[O.FILTER], 1)
        return False
    if s.answer != NOTHING:
        from_deck(s, s.answer)
        put_into_play(kit, s, s.answer, who, 0, 0)
    shuffle_deck(s, who)
    return True


@kernel
def op_fetch(s, f, seat):
    """R10.17: any card from the deck to hand, unseen by the other; then shuffle."""
    if not is_answered(f):
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_deck(s, seat, NO_FILTER, 0)
        return False
    from_deck(s, s.answer)
    to_hand(s, s.answer, 0)
    shuffle_deck(s, seat)
    return True


@kernel
def op_recover(s, f, o):
    """From the discard pile to its owner's hand."""
    inst = subject(f, o[O.WHOM])
    f[Frame.SUCCEEDED] = s.zone[inst] == Zone.PILE
    if f[Frame.SUCCEEDED]:
        from_pile(s, inst)
        to_hand(s, inst, BOTH)
    return True


@kernel
def op_recover_attachments(kit, s):
    """Every Attachment card in every discard pile goes to its owner's hand."""
    for seat in range(2):
        k = 0
        while k < s.pile_n[seat]:
            inst = s.pile[seat, k]
            if printed(kit, s, inst, K.SUBS) & ATTACHMENT:
                from_pile(s, inst)
                to_hand(s, inst, BOTH)
            else:
                k += 1
    return True


@kernel
def enter_from_pile(kit, s, inst):
    """R5.5: from the discard pile into play under its owner's control, if it may."""
    if s.zone[inst] == Zone.PILE and can_enter(kit, s, s.kind[inst], owner(inst)):
        from_pile(s, inst)
        put_into_play(kit, s, inst, owner(inst), 0, 0)
        return True
    return False


@kernel
def op_put_into_play(kit, s, f, o):
    """A card chosen from a discard pile enters play."""
    f[Frame.SUCCEEDED] = enter_from_pile(kit, s, subject(f, o[O.WHOM]))
    return True


@kernel
def op_return_fresh(kit, s):
    """All characters that reached a discard pile in this phase enter play (R10.13)."""
    for turn in range(2):
        seat = (s.active + turn) % 2
        k = 0
        while k < s.pile_n[seat]:
            inst = s.pile[seat, k]
            fresh = s.stamp[inst] == s.phase_no
            is_one = printed(kit, s, inst, K.TYPE) == CardType.CHARACTER and fresh
            if not (is_one and enter_from_pile(kit, s, inst)):
                k += 1
    return True


WHERE, WHICH, ENTERS = range(3)  # steps of putting a character from hand or pile into play
FROM_HAND = 0  # Question.HAND_OR_PILE; 1: from the discard pile


@kernel
def op_hand_or_pile(kit, s, f, o):
    """A character from hand or discard pile may enter play."""
    who = f[Frame.WHO]
    if f[Use.STEP] == WHERE:
        f[Use.STEP] = WHICH
        s.answer = FROM_HAND
        if pile_has(kit, s, who, o[O.FILTER], who, f[Frame.SELF], 0):
            ask(s, Question.HAND_OR_PILE, who)
        return False
    if f[Use.STEP] == WHICH:
        f[Use.STEP] = ENTERS
        if s.answer == FROM_HAND:
            ask_hand(s, who, o[O.FILTER], 1)
        else:
            ask_pile(s, who, who, o[O.FILTER], 1)
        return False
    if f[Use.STEP] != ENTERS:
        raise AssertionError(UNKNOWN_STEP)
    inst = s.answer
    if inst != NOTHING:
        if s.zone[inst] == Zone.HAND:
            from_hand(s, inst)
        else:
            from_pile(s, inst)
        put_into_play(kit, s, inst, who, 0, 0)
    return True


@kernel
def op_piles_enter_insane(kit, s):
    """R10.14: every character in every discard pile enters play insane; only uniqueness binds."""
    for turn in range(2):
        seat = (s.active + turn) % 2
        k = 0
        while k < s.pile_n[seat]:
            inst = s.pile[seat, k]
            kind = s.kind[inst]
            unique = kit.kinds[kind, K.UNIQUE] and has_copy(kit, s, kind, seat)
            if printed(kit, s, inst, K.TYPE) == CardType.CHARACTER and not unique:
                from_pile(s, inst)
                n = s.pile_n[seat]
                put_into_play(kit, s, inst, seat, 1, 0)
                if s.pile_n[seat] > n:  # no slot was free
                    return True
            else:
                k += 1
    return True


@kernel
def op_pile_to_bottom(s, f, seat, n):
    """Exactly n cards of the discard pile go under the deck, one below the other."""
    if not is_answered(f):
        if f[Use.DONE] == 0 and s.pile_n[seat] < n:
            return True
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_pile(s, seat, seat, NO_FILTER, 0)
        return False
    from_pile(s, s.answer)
    for k in range(s.deck_n[seat], 0, -1):
        s.deck[seat, k] = s.deck[seat, k - 1]
    s.deck[seat, 0] = s.answer
    s.deck_n[seat] += 1
    s.zone[s.answer] = Zone.DECK
    s.seen[s.answer] = BOTH
    f[Use.STEP] = OneQuestion.ASK
    f[Use.DONE] += 1
    return f[Use.DONE] >= n


@kernel
def op_swap(s, f, seat):
    """Cards from hand for as many off the top of the discard pile."""
    if is_answered(f) and s.answer != NOTHING:
        from_hand(s, s.answer)
        s.zone[s.answer] = Zone.ASIDE
        s.seen[s.answer] = BOTH
        s.listed[s.answer] = SHOWN
        s.pile[seat, s.pile_n[seat] + s.aside_n[seat]] = s.answer
        s.aside_n[seat] += 1
    if not is_answered(f) or s.answer != NOTHING:
        f[Use.STEP] = OneQuestion.ANSWERED
        if s.aside_n[seat] < s.pile_n[seat] and s.hand_n[seat] > 0:
            ask_hand(s, seat, NO_FILTER, 1)
            return False
    swap(s, seat)
    return True


@kernel
def swap(s, seat):
    """The top of the pile to hand; the cards set aside on the pile, in the order of the choice."""
    n, top = int(s.aside_n[seat]), int(s.pile_n[seat])
    for k in range(n):
        to_hand(s, s.pile[seat, top - 1 - k], BOTH)
    s.aside_n[seat] = 0
    s.pile_n[seat] = top - n
    for k in range(n):
        to_pile(s, s.pile[seat, top + k])
