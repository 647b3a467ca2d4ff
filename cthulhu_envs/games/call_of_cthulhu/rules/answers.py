"""What a chosen action id means: a card, slot, domain, seat or number, in absolute terms.

Cards out of play are chosen by kind: of several copies the one that the other seat knows is taken
(R11.6).
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.rules.actions_window import has_way
from cthulhu_envs.games.call_of_cthulhu.rules.options import turned
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Use
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    FIRST_STORY,
    MAX_DOMAINS,
    NOTHING,
    SLOTS,
    Question,
    Zone,
)


@kernel
def read_answer(kit, s, action):
    """What an action id means: a card, slot, domain, seat or number, in absolute terms."""
    if action == kit.act.done:
        return NOTHING
    if action < kit.act.slot:
        return find_card(kit, s, np.int64(action - kit.act.card))
    if action < kit.act.domain:
        entity = action - kit.act.slot
        if s.seat == 1:
            entity = entity + SLOTS if entity < SLOTS else entity - SLOTS
        return int(s.play[entity])
    if action < kit.act.story:
        code = action - kit.act.domain
        if s.seat == 1:
            code = code + MAX_DOMAINS if code < MAX_DOMAINS else code - MAX_DOMAINS
        return code
    if action < kit.act.seat:
        return turned(np.int64(s.seat), action - kit.act.story)
    if action < kit.act.icon:
        return (np.int64(s.seat) + int(action - kit.act.seat)) % 2
    if action < kit.act.number:
        return action - kit.act.icon
    if action < kit.act.mulligan:
        return action - kit.act.number
    if action < kit.act.effect:
        return action - kit.act.mulligan
    if action < kit.act.freeze:
        return action - kit.act.effect
    if action < kit.act.hand_or_pile:
        return action - kit.act.freeze
    if action < kit.act.way:
        return action - kit.act.hand_or_pile
    if action < kit.act.order:
        return action - kit.act.way
    return action - kit.act.order


@kernel
def find_card(kit, s, kind):
    """The card that was meant by its kind: where the question looks, the openly known one first."""
    seat, whose, what = np.int64(s.seat), s.ask_seat, s.question
    if what == Question.HAND:
        return in_list(s, s.hand[seat], s.hand_n[seat], kind, 0)
    if what == Question.WINDOW or what == Question.RESPOND or what == Question.DISRUPT:
        inst = in_list(s, s.hand[seat], s.hand_n[seat], kind, 0)
        if inst != NOTHING and has_way(kit, s, what, seat, inst):
            return inst
        return usable_in_pile(kit, s, what, seat, kind)
    if what == Question.PILE:
        return in_list(s, s.pile[whose], s.pile_n[whose], kind, 0)
    if what == Question.DECK:
        return in_list(s, s.deck[seat], s.deck_n[seat], kind, 0)
    if what == Question.TOP:
        last = s.deck_n[whose] - s.stack[top(s), Use.DONE]
        return in_list(s, s.deck[whose], last, kind, last - s.ask_n)
    if what == Question.RESOURCE:
        for k in range(s.laid_n[whose]):
            inst = s.laid[whose, k]
            if s.kind[inst] == kind and s.place[inst] == s.ask_n:
                return int(inst)
    if what == Question.WON:
        for inst in range(FIRST_STORY, s.zone.shape[0]):
            if s.kind[inst] == kind and s.zone[inst] == Zone.WON and s.side[inst] == whose:
                return inst
    raise AssertionError("there is no such card to choose")


@kernel
def usable_in_pile(kit, s, window, seat, kind):
    """The card of a kind in a discard pile that can be used in a window."""
    for k in range(s.pile_n[seat]):
        inst = s.pile[seat, k]
        if s.kind[inst] == kind and has_way(kit, s, window, seat, inst):
            return int(inst)
    return NOTHING


@kernel
def in_list(s, cards, n, kind, first):
    """A card of a kind in a list, if possible one that both seats know."""
    found = NOTHING
    for k in range(first, n):
        if s.kind[cards[k]] == kind and (found == NOTHING or s.seen[cards[k]] == BOTH):
            found = int(cards[k])
    return found
