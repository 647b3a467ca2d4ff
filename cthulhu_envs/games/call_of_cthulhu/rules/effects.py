"""The interpreter: runs the operations of a text one after the other (R10).

An operation that is finished answers True. One that asks, or starts something on top, answers
False and is called again: `Use.STEP` says how far it is, `Use.PLAYER` and `Use.DONE` count its
loops. A new operation needs a member of Op, a place in FAMILIES and a branch in its family.
"""

from __future__ import annotations

import enum
from collections.abc import Collection

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.families import families_of
from cthulhu_envs.games.call_of_cthulhu.cards.cards import LASTING, OF_X, Op, When, Whom
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, O
from cthulhu_envs.games.call_of_cthulhu.rules.effects_cards import (
    op_discard,
    op_fetch,
    op_hand_or_pile,
    op_look_bottom,
    op_look_order,
    op_pile_to_bottom,
    op_piles_enter_insane,
    op_put_into_play,
    op_recover,
    op_recover_attachments,
    op_return_fresh,
    op_search,
    op_swap,
)
from cthulhu_envs.games.call_of_cthulhu.rules.effects_domains import (
    op_add_domain,
    op_characters_to_domain,
    op_destroy_resource,
    op_drain_to_keep,
    op_freeze,
    op_lose_resource,
    op_move_drain,
    op_top_to_domain,
)
from cthulhu_envs.games.call_of_cthulhu.rules.effects_play import (
    op_cancel_effect,
    op_cancel_wound,
    op_enter,
    op_lasting,
    op_on_cards,
    op_sacrifice,
    op_sacrifice_all,
    op_their_wound,
    op_wound,
)
from cthulhu_envs.games.call_of_cthulhu.rules.effects_stories import (
    op_may_add,
    op_return_won,
    op_success,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Use
from cthulhu_envs.games.call_of_cthulhu.rules.zones import draw_cards, mill
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, T

UNKNOWN = "there is no such operation"


class Family(enum.IntEnum):
    """Operations that are carried out alike."""

    ON_CARDS_IN_PLAY = 1  # effects_play.do_to
    LASTING = 2  # effects_play.op_lasting
    ON_TOKENS = 3  # effects_stories.op_success
    BY_THE_USER = 4  # run_for_user: by the player whose text it is
    BY_SEATS = 5  # run_for_seat: by one player, or by each in turn


FAMILIES: dict[Family, Collection[Op]] = {
    Family.ON_CARDS_IN_PLAY: (
        Op.DESTROY,
        Op.EXHAUST,
        Op.READY,
        Op.MADDEN,
        Op.EXHAUST_OR_MADDEN,
        Op.RESTORE_READY,
        Op.BOUNCE,
        Op.UNCOMMIT,
        Op.CONTROL,
        Op.ATTACH,
        Op.DETACH,
    ),
    Family.LASTING: LASTING - {Op.CONTROL},  # which changes sides, and is done to a card
    Family.ON_TOKENS: (
        Op.ADD_SUCCESS,
        Op.REMOVE_SUCCESS,
        Op.MOVE_SUCCESS,
        Op.CLEAR_SUCCESS,
    ),
    Family.BY_THE_USER: (
        Op.ENTER,
        Op.WOUND,
        Op.SACRIFICE_ALL,
        Op.THEIR_WOUND,
        Op.CANCEL_WOUND,
        Op.CANCEL_EFFECT,
        Op.MOVE_DRAIN,
        Op.DESTROY_RESOURCE,
        Op.DRAIN_TO_KEEP,
        Op.SEARCH,
        Op.RECOVER,
        Op.RECOVER_ATTACHMENTS,
        Op.PUT_INTO_PLAY,
        Op.RETURN_FRESH,
        Op.HAND_OR_PILE_ENTERS,
        Op.PILES_ENTER_INSANE,
    ),
    Family.BY_SEATS: (
        Op.DRAW,
        Op.MILL,
        Op.DISCARD,
        Op.SACRIFICE,
        Op.LOOK_BOTTOM,
        Op.LOOK_ORDER,
        Op.FETCH,
        Op.PILE_TO_BOTTOM,
        Op.ADD_DOMAIN,
        Op.TOP_TO_DOMAIN,
        Op.CHARACTERS_TO_DOMAIN,
        Op.LOSE_RESOURCE,
        Op.FREEZE,
        Op.MAY_ADD_SUCCESS,
        Op.SWAP_HAND_AND_PILE,
        Op.RETURN_WON,
    ),
}
FAMILY_OF = families_of(Op, FAMILIES)  # the Family of each Op


@kernel
def run_operation(kit, s, f):
    """Go on with the current operation; True when the last one is done."""
    a = kit.texts[f[Use.TEXT]]
    if f[Use.OPERATION] >= a[A.NUM_OPS] or s.ending != 0:
        return True
    o = kit.ops[a[A.FIRST_OP] + f[Use.OPERATION]]
    if is_new(f):
        if is_left_out(f, o[O.WHEN]) or is_pointless(f, o):
            f[Use.OPERATION] += 1
            return False
        s.ran_texts[f[Use.TEXT]] = 1
        s.ran_ops[o[O.OP]] = 1
    if run_one(kit, s, f, o):
        f[Use.OPERATION] += 1
        f[Use.STEP] = 0
        f[Use.PLAYER] = 0
        f[Use.DONE] = 0
    return False


@kernel(inline=True)
def is_new(f):
    """Whether the current operation has not begun."""
    return f[Use.STEP] == 0 and f[Use.PLAYER] == 0 and f[Use.DONE] == 0


@kernel
def is_left_out(f, when):
    """Whether an operation does not take place."""
    if when == When.ALWAYS:
        return False
    if when == When.THEN:
        return f[Frame.SUCCEEDED] == 0
    if when == When.IF_OVERPAID:
        return f[Use.OVERPAID] == 0
    raise AssertionError("an operation never takes place")


@kernel
def is_pointless(f, o):
    """A second target that was not chosen."""
    return o[O.WHOM] == Whom.T2 and f[Use.TARGET_2] == NOTHING


@kernel
def seat_of(s, f, whom, turn):
    """The player an operation speaks of, the active one first; NOTHING after the last."""
    if whom == Whom.EACH:
        return (int(s.active) + turn) % 2 if turn < 2 else NOTHING
    if turn > 0:
        return NOTHING
    if whom == Whom.ME:
        return int(f[Frame.WHO])
    if whom == Whom.THEM:
        return 1 - int(f[Frame.WHO])
    if whom == Whom.T1:
        return int(f[Use.TARGET])
    if whom == Whom.TRIGGER:
        return int(s.trig[f[Use.TRIGGER], T.SEAT])
    raise AssertionError("an operation for seats speaks of no player")


@kernel
def number_of(f, o):
    """How many."""
    return int(f[Frame.X]) if o[O.AMOUNT] == OF_X else int(o[O.AMOUNT])


@kernel
def run_one(kit, s, f, o):
    """One operation: who carries it out, by its family."""
    family = FAMILY_OF[o[O.OP]]
    if family == Family.ON_CARDS_IN_PLAY:
        return op_on_cards(kit, s, f, o)
    if family == Family.LASTING:
        return op_lasting(kit, s, f, o)
    if family == Family.ON_TOKENS:
        return op_success(s, f, o)
    if family == Family.BY_THE_USER:
        return run_for_user(kit, s, f, o)
    if family == Family.BY_SEATS:
        return run_for_seats(kit, s, f, o)
    raise AssertionError(UNKNOWN)


@kernel
def run_for_user(kit, s, f, o):
    """Operations that the player whose text it is carries out."""
    op = o[O.OP]
    if op == Op.ENTER:
        return op_enter(kit, s, f)
    if op == Op.WOUND:
        return op_wound(kit, s, f, o)
    if op == Op.SACRIFICE_ALL:
        return op_sacrifice_all(kit, s, f, o)
    if op == Op.THEIR_WOUND:
        return op_their_wound(kit, s, f, o)
    if op == Op.CANCEL_WOUND:
        return op_cancel_wound(s)
    if op == Op.CANCEL_EFFECT:
        return op_cancel_effect(s)
    if op == Op.MOVE_DRAIN:
        return op_move_drain(kit, s, f)
    if op == Op.DESTROY_RESOURCE:
        return op_destroy_resource(kit, s, f)
    if op == Op.DRAIN_TO_KEEP:
        return op_drain_to_keep(kit, s, f)
    if op == Op.SEARCH:
        return op_search(kit, s, f, o)
    if op == Op.RECOVER:
        return op_recover(s, f, o)
    if op == Op.RECOVER_ATTACHMENTS:
        return op_recover_attachments(kit, s)
    if op == Op.PUT_INTO_PLAY:
        return op_put_into_play(kit, s, f, o)
    if op == Op.RETURN_FRESH:
        return op_return_fresh(kit, s)
    if op == Op.HAND_OR_PILE_ENTERS:
        return op_hand_or_pile(kit, s, f, o)
    if op == Op.PILES_ENTER_INSANE:
        return op_piles_enter_insane(kit, s)
    raise AssertionError(UNKNOWN)


@kernel
def run_for_seats(kit, s, f, o):
    """Operations that one player, or each in turn, carries out; Use.PLAYER is the turn."""
    seat = seat_of(s, f, o[O.WHOM], f[Use.PLAYER])
    if seat == NOTHING or s.ending != 0:
        return True
    if run_for_seat(kit, s, f, o, seat):
        f[Use.PLAYER] += 1
        f[Use.STEP] = 0
        f[Use.DONE] = 0
    return False


@kernel
def run_for_seat(kit, s, f, o, seat):
    """One player's part."""
    op = o[O.OP]
    n = number_of(f, o)
    if op == Op.DRAW:
        draw_cards(s, seat, n)
        return True
    if op == Op.MILL:
        mill(s, seat, n)
        return True
    if op == Op.DISCARD:
        return op_discard(s, f, seat, n)
    if op == Op.SACRIFICE:
        return op_sacrifice(kit, s, f, o, seat)
    if op == Op.LOOK_BOTTOM:
        return op_look_bottom(s, f, seat, n)
    if op == Op.LOOK_ORDER:
        return op_look_order(s, f, seat, n)
    if op == Op.FETCH:
        return op_fetch(s, f, seat)
    if op == Op.PILE_TO_BOTTOM:
        return op_pile_to_bottom(s, f, seat, n)
    if op == Op.ADD_DOMAIN:
        return op_add_domain(s, f, seat)
    if op == Op.TOP_TO_DOMAIN:
        return op_top_to_domain(kit, s, f, seat)
    if op == Op.CHARACTERS_TO_DOMAIN:
        return op_characters_to_domain(kit, s, f, seat)
    if op == Op.LOSE_RESOURCE:
        return op_lose_resource(kit, s, f, seat)
    if op == Op.FREEZE:
        return op_freeze(kit, s, f, seat)
    if op == Op.MAY_ADD_SUCCESS:
        return op_may_add(s, f, o, seat)
    if op == Op.SWAP_HAND_AND_PILE:
        return op_swap(s, f, seat)
    if op == Op.RETURN_WON:
        return op_return_won(s, f, seat)
    raise AssertionError(UNKNOWN)
