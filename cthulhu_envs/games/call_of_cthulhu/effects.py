"""The interpreter: runs the operations of a text one after the other (R10).

An operation that is finished answers True. One that asks, or starts something on top, answers
False and is called again; `SUB` counts its steps, `I` and `J` its loops.
"""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.cards import OF_X, Op, When, Whom
from cthulhu_envs.games.call_of_cthulhu.columns import A, O
from cthulhu_envs.games.call_of_cthulhu.effects_cards import (
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
from cthulhu_envs.games.call_of_cthulhu.effects_domains import (
    op_add_domain,
    op_characters_to_domain,
    op_destroy_resource,
    op_drain_to_keep,
    op_freeze,
    op_lose_resource,
    op_move_drain,
    op_top_to_domain,
)
from cthulhu_envs.games.call_of_cthulhu.effects_play import (
    op_cancel,
    op_enter,
    op_lasting,
    op_on_cards,
    op_sacrifice,
    op_sacrifice_all,
    op_their_wound,
    op_wound,
)
from cthulhu_envs.games.call_of_cthulhu.effects_stories import op_may_add, op_return_won, op_success
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, T, V
from cthulhu_envs.games.call_of_cthulhu.zones import draw_cards, mill

UNKNOWN = "there is no such operation"


@kernel
def run_operation(kit, s, f):
    """Go on with the current operation; True when the last one is done."""
    a = kit.texts[f[V.TEXT]]
    if f[V.OPI] >= a[A.NUM_OPS] or s.ending != 0:
        return True
    o = kit.ops[a[A.FIRST_OP] + f[V.OPI]]
    if f[V.SUB] == 0 and f[V.I] == 0 and f[V.J] == 0:
        skipped = o[O.WHEN] == When.THEN and not f[V.OKAY]
        skipped = skipped or (o[O.WHEN] == When.IF_OVERPAID and not f[V.OVER])
        if skipped or is_pointless(f, o):
            f[V.OPI] += 1
            return False
        s.ran_texts[f[V.TEXT]] = 1
        s.ran_ops[o[O.OP]] = 1
    if run_one(kit, s, f, o):
        f[V.OPI] += 1
        f[V.SUB] = 0
        f[V.I] = 0
        f[V.J] = 0
    return False


@kernel
def is_pointless(f, o):
    """A second target that was not chosen."""
    return o[O.WHOM] == Whom.T2 and f[V.T2] == NOTHING


@kernel
def seat_of(s, f, whom, turn):
    """The player an operation speaks of, the active one first; NOTHING after the last."""
    if whom == Whom.EACH:
        return (int(s.active) + turn) % 2 if turn < 2 else NOTHING
    if turn > 0:
        return NOTHING
    if whom == Whom.ME:
        return int(f[V.WHO])
    if whom == Whom.THEM:
        return 1 - int(f[V.WHO])
    if whom == Whom.T1:
        return int(f[V.T1])
    return int(s.trig[f[V.TRIG], T.SEAT])


@kernel
def number_of(f, o):
    """How many."""
    return int(f[V.X]) if o[O.AMOUNT] == OF_X else int(o[O.AMOUNT])


@kernel
def run_one(kit, s, f, o):
    """One operation, by family."""
    op = o[O.OP]
    if op == Op.ENTER:
        return op_enter(kit, s, f)
    if op == Op.WOUND:
        return op_wound(kit, s, f, o)
    if op == Op.SACRIFICE_ALL:
        return op_sacrifice_all(kit, s, f, o)
    if op == Op.THEIR_WOUND:
        return op_their_wound(kit, s, f, o)
    if op == Op.CANCEL_WOUND or op == Op.CANCEL_EFFECT:
        return op_cancel(s, op)
    if Op.PHASE <= op <= Op.COPY_TEXT or Op.NAME_STRUGGLE <= op <= Op.OBLIGE:
        return op_lasting(kit, s, f, o)
    if op != Op.SACRIFICE and op <= Op.DETACH:
        return op_on_cards(kit, s, f, o)
    if Op.ADD_SUCCESS <= op <= Op.CLEAR_SUCCESS:
        return op_success(s, f, o)
    if op == Op.MOVE_DRAIN:
        return op_move_drain(kit, s, f)
    if op == Op.DESTROY_RESOURCE:
        return op_destroy_resource(kit, s, f)
    if op == Op.DRAIN_TO_KEEP:
        return op_drain_to_keep(kit, s, f)
    if Op.SEARCH <= op <= Op.PILES_ENTER_INSANE and op != Op.FETCH:
        return run_on_cards(kit, s, f, o)
    return run_for_seats(kit, s, f, o)


@kernel
def run_on_cards(kit, s, f, o):
    """Operations on cards out of play, by the player whose text it is."""
    op = o[O.OP]
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
    """Operations that one player, or each in turn, carries out; `I` is the turn."""
    seat = seat_of(s, f, o[O.WHOM], f[V.I])
    if seat == NOTHING or s.ending != 0:
        return True
    if run_for_seat(kit, s, f, o, seat):
        f[V.I] += 1
        f[V.SUB] = 0
        f[V.J] = 0
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
