"""Cards out of play that can be chosen, by kind: hand, piles, decks, resources, stories won."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.filters import fits
from cthulhu_envs.games.call_of_cthulhu.rules.options import add_kind
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Use
from cthulhu_envs.games.call_of_cthulhu.sizes import FIRST_STORY, NO_FILTER, Question, Zone


@kernel
def list_cards(kit, s):
    """Cards out of play: hand, discard pile, deck, top of a deck, resources, stories won."""
    what, seat, whose = s.question, np.int64(s.seat), s.ask_seat
    f = s.stack[top(s)]
    if what == Question.HAND:
        for k in range(s.hand_n[seat]):
            if card_fits(kit, s, s.hand[seat, k], f):
                add_kind(kit, s, s.hand[seat, k])
    elif what == Question.PILE:
        for k in range(s.pile_n[whose]):
            if card_fits(kit, s, s.pile[whose, k], f):
                add_kind(kit, s, s.pile[whose, k])
    elif what == Question.DECK:
        for k in range(s.deck_n[seat]):
            if card_fits(kit, s, s.deck[seat, k], f):
                add_kind(kit, s, s.deck[seat, k])
    elif what == Question.TOP:
        last = s.deck_n[whose] - f[Use.DONE]
        for k in range(last - s.ask_n, last):
            add_kind(kit, s, s.deck[whose, k])
    elif what == Question.RESOURCE:
        for k in range(s.laid_n[whose]):
            inst = s.laid[whose, k]
            wrong = kit.kinds[s.kind[inst], K.FACTION] == s.ask_filter
            if s.place[inst] == s.ask_n and not wrong:
                add_kind(kit, s, inst)
    elif what == Question.WON:
        for inst in range(FIRST_STORY, s.zone.shape[0]):
            if s.zone[inst] == Zone.WON and s.side[inst] == whose:
                add_kind(kit, s, inst)
    else:
        raise AssertionError("nothing is known of this question")


@kernel
def card_fits(kit, s, inst, f):
    """Whether a card out of play passes the filter asked for."""
    if s.ask_filter == NO_FILTER:
        return True
    return fits(kit, s, s.ask_filter, inst, np.int64(s.seat), f[Frame.SELF], f[Frame.X])
