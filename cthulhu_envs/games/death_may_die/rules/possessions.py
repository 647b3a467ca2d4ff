"""Discovery cards and held pieces change hands (R3.4, R11)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import MAX_STRESS, SIDES, Kind
from cthulhu_envs.games.death_may_die.content.vocabulary import ALL, NO_SUBJECT, NOTHING
from cthulhu_envs.games.death_may_die.rules.asking import is_answered
from cthulhu_envs.games.death_may_die.rules.counting import holds
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_card_effect
from cthulhu_envs.games.death_may_die.rules.frames import (
    Claim,
    ClaimStage,
    Discard,
    GoodsStage,
    HandOver,
    Keep,
    Steal,
    Trade,
)
from cthulhu_envs.games.death_may_die.rules.investigators import (
    add_wounds,
    drop_card,
    held_of_kind,
    people_at,
    room_for_wounds,
    tagged,
    take_card,
    tradable,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Source
from cthulhu_envs.games.death_may_die.state import Lies, Piece


@kernel
def do_claim(kit, s, frame, me):
    """R11.1: what stands before the options, then a side for its cost."""
    card = frame[Claim.CARD]
    if frame[Claim.STAGE] == ClaimStage.BEFORE:
        frame[Claim.STAGE] = ClaimStage.CLAIM
        before = int(kit.card_before[s.episode, card])
        if before > 0:
            push_card_effect(s, before, me, card)
        return
    if s.card_at[card] != Lies.DRAWN:
        pop(s)
        return
    offer, is_forced = 0, False
    for side in range(SIDES):
        if can_claim(kit, s, me, card, side):
            offer |= 1 << side
            is_forced = is_forced or kit.side_forced[s.episode, card, side] > 0
    if not is_answered(kit, s, me, Question.CLAIM, offer, not is_forced):
        return
    pop(s)
    if s.answer == NOTHING:
        drop_card(kit, s, card)
    else:
        claim(kit, s, me, card, s.answer)


@kernel
def can_claim(kit, s, me, card, side):
    """R6.6: the side exists, its condition holds, and its cost can be paid."""
    e = s.episode
    if not kit.side_is[e, card, side]:
        return False
    if s.stress[me] + kit.side_stress[e, card, side] > MAX_STRESS:
        return False
    if kit.side_wounds[e, card, side] > room_for_wounds(kit, s, me):
        return False
    return holds(kit, s, me, NO_SUBJECT, NOTHING, kit.side_needs[e, card, side], 0)


@kernel
def claim(kit, s, me, card, side):
    """Pay, then hold the card, or let it act and discard it."""
    e = s.episode
    s.card_side[card] = side
    gain = int(kit.side_gain[e, card, side])
    if kit.side_kind[e, card, side] == Kind.NONE:
        drop_card(kit, s, card)
    else:
        take_card(kit, s, me, card)
    if gain > 0:
        push_card_effect(s, gain, me, card)
    s.stress[me] += kit.side_stress[e, card, side]
    add_wounds(s, me, int(kit.side_wounds[e, card, side]), Source.COST, NOTHING)


@kernel
def loose_pieces(kit, s, person):
    """Bits of the objective pieces that an investigator holds."""
    bits = 0
    for piece in range(kit.pieces[s.episode]):
        if s.piece_is[piece] == Piece.HELD and s.piece_holder[piece] == person:
            bits |= 1 << piece
    return bits


@kernel
def goods_at(kit, s, me, with_me, want_pieces):
    """Bits of the cards, or pieces, that those in the space could hand over."""
    bits = 0
    here = people_at(kit, s, int(s.space[me]))
    for person in range(kit.people):
        if here >> person & 1 and (with_me or person != me):
            if want_pieces:
                bits |= loose_pieces(kit, s, person)
            else:
                bits |= tradable(kit, s, person)
    return bits


@kernel
def can_trade(kit, s, me):
    """R3.4: somebody else is here, and somebody has something."""
    if people_at(kit, s, int(s.space[me])) & ~(1 << me) == 0:
        return False
    return (goods_at(kit, s, me, True, False) | goods_at(kit, s, me, True, True)) != 0


@kernel
def do_trade(kit, s, frame, me):
    """R3.4: one thing after another; what is mine goes to someone here, what is theirs to me."""
    stage = frame[Trade.STAGE]
    if frame[Trade.LEFT] == 0:
        pop(s)
    elif stage == GoodsStage.CARDS or stage == GoodsStage.PIECES:
        wants_pieces = stage == GoodsStage.PIECES
        offer = goods_at(kit, s, me, True, wants_pieces)
        asks = Question.PIECE if wants_pieces else Question.CARD
        if not is_answered(kit, s, me, asks, offer, True):
            return
        if s.answer == NOTHING:
            frame[Trade.STAGE] += 1
            if wants_pieces:
                pop(s)
            return
        frame[Trade.LEFT] -= 1
        frame[Trade.THING] = s.answer
        if owner_of(s, frame[Trade.THING], wants_pieces) != me:
            hand_to(kit, s, frame[Trade.THING], wants_pieces, me)
            return
        frame[Trade.CAME_FROM] = stage
        frame[Trade.STAGE] = GoodsStage.RECEIVER
    elif stage == GoodsStage.RECEIVER:
        others = people_at(kit, s, int(s.space[me])) & ~(1 << me)
        if is_answered(kit, s, me, Question.PERSON, others, False):
            frame[Trade.STAGE] = frame[Trade.CAME_FROM]
            is_piece = frame[Trade.CAME_FROM] == GoodsStage.PIECES
            hand_to(kit, s, frame[Trade.THING], is_piece, s.answer)
    else:
        raise AssertionError("a Trade has no such stage")


@kernel
def owner_of(s, thing, is_piece):
    """Who holds a card or piece."""
    return s.piece_holder[thing] if is_piece else s.card_at[thing]


@kernel
def hand_to(kit, s, thing, is_piece, person):
    """A card or piece goes to an investigator."""
    if is_piece:
        s.piece_holder[thing] = person
    else:
        take_card(kit, s, person, thing)


@kernel
def do_keep(kit, s, frame, me):
    """Discard all Items and Companions but those kept for some wounds each."""
    cards = held_of_kind(kit, s, me, Kind.ITEM) | held_of_kind(kit, s, me, Kind.COMPANION)
    offer = cards & ~frame[Keep.KEPT]
    if room_for_wounds(kit, s, me) < frame[Keep.WOUNDS]:
        offer = 0
    if not is_answered(kit, s, me, Question.CARD, offer, True):
        return
    if s.answer != NOTHING:
        frame[Keep.KEPT] |= 1 << s.answer
        add_wounds(s, me, frame[Keep.WOUNDS], Source.COST, NOTHING)
        return
    pop(s)
    drop_all(kit, s, cards & ~frame[Keep.KEPT])


@kernel
def drop_all(kit, s, cards):
    """Discard each of these cards."""
    for card in range(kit.cards[s.episode]):
        if cards >> card & 1:
            drop_card(kit, s, card)


@kernel
def do_steal(kit, s, frame, me):
    """Kleptomania: at least one thing of the others here, more if wished."""
    wants_pieces = frame[Steal.STAGE] == GoodsStage.PIECES
    offer = goods_at(kit, s, me, False, wants_pieces)
    has_more = not wants_pieces and goods_at(kit, s, me, False, True) != 0
    asks = Question.PIECE if wants_pieces else Question.CARD
    if not is_answered(kit, s, me, asks, offer, frame[Steal.STOLEN] > 0 or has_more):
        return
    if s.answer == NOTHING:
        frame[Steal.STAGE] += 1
        if wants_pieces:
            pop(s)
        return
    frame[Steal.STOLEN] += 1
    hand_to(kit, s, s.answer, wants_pieces, me)


@kernel
def do_even_out(kit, s, me):
    """Obsessive Disorder: discard until both sides hold as many cards."""
    bits = tagged(kit, s, me, NOTHING)
    left, balance = 0, 0
    for card in range(kit.cards[s.episode]):
        if bits >> card & 1:
            is_left = s.card_side[card] == 0
            left |= int(is_left) << card
            balance += 1 if is_left else -1
    if balance == 0:
        pop(s)
        return
    offer = left if balance > 0 else bits & ~left
    if is_answered(kit, s, me, Question.CARD, offer, False):
        drop_card(kit, s, s.answer)


@kernel
def do_discard(kit, s, frame, me):
    """Discard own cards with a tag, one after another."""
    offer = tagged(kit, s, me, frame[Discard.TAG])
    if frame[Discard.LEFT] == ALL:
        pop(s)
        drop_all(kit, s, offer)
    elif frame[Discard.LEFT] == 0 or offer == 0:
        pop(s)
    elif is_answered(kit, s, me, Question.CARD, offer, False):
        frame[Discard.LEFT] -= 1
        drop_card(kit, s, s.answer)


@kernel
def do_hand_over(kit, s, frame, me):
    """One Item to any other investigator, wherever they are."""
    if frame[HandOver.CARD] == NOTHING:
        offer = tradable(kit, s, me) & held_of_kind(kit, s, me, Kind.ITEM)
        if is_answered(kit, s, me, Question.CARD, offer, False):
            if s.answer == NOTHING:
                pop(s)
            else:
                frame[HandOver.CARD] = s.answer
        return
    offer = 0
    for person in range(kit.people):
        if person != me and not s.dead[person]:
            offer |= 1 << person
    if is_answered(kit, s, me, Question.PERSON, offer, False):
        pop(s)
        if s.answer != NOTHING:
            take_card(kit, s, s.answer, frame[HandOver.CARD])
