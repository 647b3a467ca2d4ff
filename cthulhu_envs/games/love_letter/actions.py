"""What the acting seat may do."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games._letters.turn import can_choose
from cthulhu_envs.games.love_letter.cards import CHOICE, Card, Choice
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, Phase

N_NAMES = len(Card) - 1  # every character but the Guard can be named


@kernel(inline=True)
def legal(kit, s, ids):
    """R3.3, R4: one id for each card with each of its choices; never empty (R3.8)."""
    if s.phase == Phase.KEEP:
        return legal_held(s, ids, kit.act.keep, 0)
    if s.phase == Phase.BOTTOM:
        return legal_held(s, ids, kit.act.bottom, 1)
    first, second = s.hand[s.seat, 0], s.hand[s.seat, 1]
    if is_countess_forced(first, second):
        ids[0] = kit.act.countess
        return 1
    n = legal_card(kit, s, first, ids, 0)
    if second != first:
        n = legal_card(kit, s, second, ids, n)
    return n


@kernel(inline=True)
def is_countess_forced(first, second):
    """R4.8a: beside a King or a Prince the Countess must be played."""
    if first == Card.COUNTESS:
        return second == Card.KING or second == Card.PRINCE
    if second == Card.COUNTESS:
        return first == Card.KING or first == Card.PRINCE
    return False


@kernel(inline=True)
def legal_card(kit, s, card, ids, n):
    """Append the ids that play one card."""
    if CHOICE[card] == Choice.NOBODY:
        ids[n] = kit.first_id[card]
        return n + 1
    before = n
    if CHOICE[card] == Choice.ANYONE:
        ids[n] = kit.act.prince  # oneself, R4.5
        n += 1
    for step in range(1, kit.num_players):
        if can_choose(kit, s, step):
            n = legal_target(kit, card, step, ids, n)
    if n == before:  # R4.4a
        ids[n] = kit.nobody_id[card]
        n += 1
    return n


@kernel(inline=True)
def legal_target(kit, card, step, ids, n):
    """Append the ids that play a card on one other seat."""
    if card == Card.GUARD:
        start = kit.act.guard + (step - 1) * N_NAMES
        for k in range(kit.num_names):  # R4.1a, R4.1b
            named = kit.names[k]
            ids[n] = start + named - (named > Card.GUARD)
            n += 1
        return n
    ids[n] = kit.first_id[card] + step - (CHOICE[card] == Choice.ANOTHER)
    return n + 1


@kernel(inline=True)
def legal_held(s, ids, start, first_slot):
    """R4.6: one id for each different card held from a slot on."""
    n = 0
    for slot in range(first_slot, HAND_SLOTS):
        card = s.hand[s.seat, slot]
        is_new = card != NO_CARD
        for earlier in range(first_slot, slot):
            is_new = is_new and s.hand[s.seat, earlier] != card
        if is_new:
            ids[n] = start + card
            n += 1
    return n
