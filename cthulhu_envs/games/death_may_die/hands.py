"""Discovery cards and held pieces change hands (R3.4, R11)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.board import MAX_STRESS, SIDES, Kind
from cthulhu_envs.games.death_may_die.counting import holds
from cthulhu_envs.games.death_may_die.people import (
    add_wounds,
    drop_card,
    held_of_kind,
    people_at,
    room_for_wounds,
    tagged,
    take_card,
    tradable,
)
from cthulhu_envs.games.death_may_die.question import Cause, Question, Source, Step
from cthulhu_envs.games.death_may_die.stack import is_answered, pop, push
from cthulhu_envs.games.death_may_die.state import IP, A, B, C, Lies, Piece
from cthulhu_envs.games.death_may_die.vocabulary import ALL, NO_SUBJECT, NOTHING

BEFORE, CLAIM = range(2)  # stages of a drawn card
CARDS, PIECES, RECEIVER = range(3)  # stages of a Trade


@kernel
def do_claim(kit, s, frame, me):
    """R11.1: what stands before the options, then a side for its cost."""
    card = frame[A]
    if frame[IP] == BEFORE:
        frame[IP] = CLAIM
        before = int(kit.card_before[s.episode, card])
        if before > 0:
            push(s, Step.SCRIPT, me, before, 0, NOTHING, card, Cause.OTHER, 0)
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
        push(s, Step.SCRIPT, me, gain, 0, NOTHING, card, Cause.OTHER, 0)
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
    stage = frame[IP]
    if frame[A] == 0:
        pop(s)
    elif stage == CARDS or stage == PIECES:
        wants_pieces = stage == PIECES
        offer = goods_at(kit, s, me, True, wants_pieces)
        asks = Question.PIECE if wants_pieces else Question.CARD
        if not is_answered(kit, s, me, asks, offer, True):
            return
        if s.answer == NOTHING:
            frame[IP] += 1
            if wants_pieces:
                pop(s)
            return
        frame[A] -= 1
        frame[B] = s.answer
        if owner_of(s, frame[B], wants_pieces) != me:
            hand_to(kit, s, frame[B], wants_pieces, me)
            return
        frame[C] = stage
        frame[IP] = RECEIVER
    else:
        others = people_at(kit, s, int(s.space[me])) & ~(1 << me)
        if is_answered(kit, s, me, Question.PERSON, others, False):
            frame[IP] = frame[C]
            hand_to(kit, s, frame[B], frame[C] == PIECES, s.answer)


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
    offer = cards & ~frame[B]
    if room_for_wounds(kit, s, me) < frame[A]:
        offer = 0
    if not is_answered(kit, s, me, Question.CARD, offer, True):
        return
    if s.answer != NOTHING:
        frame[B] |= 1 << s.answer
        add_wounds(s, me, frame[A], Source.COST, NOTHING)
        return
    pop(s)
    drop_all(kit, s, cards & ~frame[B])


@kernel
def drop_all(kit, s, cards):
    """Discard each of these cards."""
    for card in range(kit.cards[s.episode]):
        if cards >> card & 1:
            drop_card(kit, s, card)


@kernel
def do_steal(kit, s, frame, me):
    """Kleptomania: at least one thing of the others here, more if wished."""
    wants_pieces = frame[IP] == PIECES
    offer = goods_at(kit, s, me, False, wants_pieces)
    has_more = not wants_pieces and goods_at(kit, s, me, False, True) != 0
    asks = Question.PIECE if wants_pieces else Question.CARD
    if not is_answered(kit, s, me, asks, offer, frame[A] > 0 or has_more):
        return
    if s.answer == NOTHING:
        frame[IP] += 1
        if wants_pieces:
            pop(s)
        return
    frame[A] += 1
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
    offer = tagged(kit, s, me, frame[A])
    if frame[B] == ALL:
        pop(s)
        drop_all(kit, s, offer)
    elif frame[B] == 0 or offer == 0:
        pop(s)
    elif is_answered(kit, s, me, Question.CARD, offer, False):
        frame[B] -= 1
        drop_card(kit, s, s.answer)


@kernel
def do_hand_over(kit, s, frame, me):
    """One Item to any other investigator, wherever they are."""
    if frame[A] == NOTHING:
        offer = tradable(kit, s, me) & held_of_kind(kit, s, me, Kind.ITEM)
        if is_answered(kit, s, me, Question.CARD, offer, False):
            if s.answer == NOTHING:
                pop(s)
            else:
                frame[A] = s.answer
        return
    offer = 0
    for person in range(kit.people):
        if person != me and not s.dead[person]:
            offer |= 1 << person
    if is_answered(kit, s, me, Question.PERSON, offer, False):
        pop(s)
        if s.answer != NOTHING:
            take_card(kit, s, s.answer, frame[A])
