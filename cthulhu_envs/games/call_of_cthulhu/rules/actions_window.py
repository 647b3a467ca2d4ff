"""What can be used in a window: cards with a text of its timing, for what has happened (R7)."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Effect, From, Timing, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.options import add, add_slot, is_known_kind
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Window
from cthulhu_envs.games.call_of_cthulhu.rules.texts import text_elsewhere, text_of
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, SLOTS, Phase, Question, T, Zone

UNKNOWN_WINDOW = "there is no such window"
ANY_EVENT = (1 << len(Trigger)) - 1


@kernel
def list_window(kit, s):
    """Every card that has a text for this window."""
    seat = np.int64(s.seat)
    wanted = wanted_timings(s, seat)
    events = wanted_events(s)
    for k in range(s.hand_n[seat]):
        inst = s.hand[seat, k]
        if is_wanted(kit, s, inst, wanted, events):
            list_card(kit, s, seat, inst)
    for k in range(s.pile_n[seat]):
        inst = s.pile[seat, k]
        if kit.kinds[s.kind[inst], K.FROM_PILE] and is_wanted(kit, s, inst, wanted, events):
            list_card(kit, s, seat, inst)
    borrows = s.effects & (Effect.GRANTS | Effect.COPIES) != 0  # texts of other cards
    for entity in range(seat * SLOTS, seat * SLOTS + s.reach[seat]):
        inst = s.play[entity]
        if inst == NOTHING:
            continue
        if (borrows or is_wanted(kit, s, inst, wanted, events)) and has_way(
            kit, s, s.question, seat, inst
        ):
            add_slot(kit, s, inst)


@kernel(inline=True)
def is_wanted(kit, s, inst, wanted, events):
    """Whether a kind of card has any text with such a timing and trigger."""
    row = kit.kinds[s.kind[inst]]
    return row[K.TIMINGS] & wanted != 0 and row[K.TRIGGERS] & events != 0


@kernel
def list_card(kit, s, seat, inst):
    """A card in hand or discard pile, by kind, once."""
    if not is_known_kind(kit, s, inst) and has_way(kit, s, s.question, seat, inst):
        add(s, kit.act.card + s.kind[inst])


@kernel
def wanted_events(s):
    """Bits of the triggers that the window answers."""
    if s.question != Question.RESPOND:
        return ANY_EVENT
    events = 0
    for trig in range(s.trig_n):
        events |= 1 << s.trig[trig, T.EVENT]
    return events


@kernel
def wanted_timings(s, seat):
    """Bits of the timings that the window is for."""
    if s.question == Question.DISRUPT:
        return 1 << Timing.DISRUPT
    if s.question == Question.RESPOND:
        return 1 << Timing.RESPONSE
    if s.question != Question.WINDOW:
        raise AssertionError(UNKNOWN_WINDOW)
    if s.phase == Phase.OPERATIONS and s.active == seat:
        return 1 << Timing.ACTION | 1 << Timing.PLAY
    return 1 << Timing.ACTION


@kernel
def has_way(kit, s, window, seat, inst):
    """Whether a card can be used in a window, which is named by its question."""
    return find_way(kit, s, window, seat, inst, 0) != NOTHING


@kernel
def find_way(kit, s, window, seat, inst, skip):
    """A text of a card for a window, after skipping some; what a response answers is noted in the
    frame of the window, which lies on top.
    """
    f = s.stack[top(s)]
    if window == Question.DISRUPT:
        return text_of(kit, s, seat, inst, Timing.DISRUPT, NOTHING, skip)
    if window == Question.RESPOND:
        for trig in range(s.trig_n):
            if text_of(kit, s, seat, inst, Timing.RESPONSE, trig, 0) != NOTHING:
                f[Window.TRIGGER] = trig
                return text_of(kit, s, seat, inst, Timing.RESPONSE, trig, skip)
        return NOTHING
    if window != Question.WINDOW:
        raise AssertionError(UNKNOWN_WINDOW)
    if s.phase == Phase.OPERATIONS and s.active == seat and s.zone[inst] == Zone.HAND:
        found = text_elsewhere(kit, s, seat, inst, From.HAND, Timing.PLAY, NOTHING, skip)
        if found != NOTHING:
            return found
    return text_of(kit, s, seat, inst, Timing.ACTION, NOTHING, skip)
