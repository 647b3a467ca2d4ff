"""Windows: actions by turns, responses, forced responses, disrupts (R7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top, under_top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Effect, Timing
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.actions_window import find_way, has_way
from cthulhu_envs.games.call_of_cthulhu.rules.answers import usable_in_pile
from cthulhu_envs.games.call_of_cthulhu.rules.asking import ask, ask_way
from cthulhu_envs.games.call_of_cthulhu.rules.frames import (
    begin_forced,
    begin_use,
    open_responses,
    pop,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Forced,
    ForcedStage,
    Frame,
    Proc,
    Use,
    Window,
    WindowStage,
    Wound,
)
from cthulhu_envs.games.call_of_cthulhu.rules.texts import PACK, text_of
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    MODES,
    NOTHING,
    SHOWN,
    SLOTS,
    Question,
    T,
    U,
    Zone,
)


@kernel
def start_use(s, who, pack, src, trig):
    """Begin to use a text; R7.7: one that answers a trigger does so once."""
    begin_use(s, who, pack // PACK, pack % PACK, src, trig)
    if trig != NOTHING:
        s.used[s.used_n, U.CARD] = src
        s.used[s.used_n, U.TRIGGER] = trig
        s.used_n += 1


@kernel
def step_window(kit, s):
    """R7.1, R7.2: forced responses, responses, then actions by turns until both pass in a row."""
    f = s.stack[top(s)]
    stage = f[Frame.STAGE]
    if stage == WindowStage.BEGIN:
        f[Frame.STAGE] = WindowStage.RESPONSES
        begin_forced(s)
    elif stage == WindowStage.RESPONSES:
        f[Frame.STAGE] = WindowStage.ASK
        if s.trig_n > 0:
            open_responses(s)
    elif stage == WindowStage.ASK:
        f[Frame.STAGE] = WindowStage.CHOSEN
        ask(s, Question.WINDOW, f[Frame.WHO])
    else:
        take_choice(kit, s, f, Question.WINDOW)


@kernel
def step_responses(kit, s):
    """R7.6, R7.7: responses by turns; forced ones come first again after each."""
    f = s.stack[top(s)]
    stage = f[Frame.STAGE]
    if stage == WindowStage.BEGIN:
        f[Frame.STAGE] = WindowStage.ASK
        begin_forced(s)
    elif stage == WindowStage.ASK:
        f[Frame.STAGE] = WindowStage.CHOSEN
        ask(s, Question.RESPOND, f[Frame.WHO])
    else:
        take_choice(kit, s, f, Question.RESPOND)


@kernel
def step_disrupts(kit, s):
    """R7.10: disrupts by turns, the active player first, until both pass or nothing is left."""
    f = s.stack[top(s)]
    below = s.stack[under_top(s)]
    if is_disrupted(below):
        pop(s)
    elif f[Frame.STAGE] == WindowStage.BEGIN:
        f[Frame.STAGE] = WindowStage.CHOSEN
        ask(s, Question.DISRUPT, f[Frame.WHO])
    else:
        take_choice(kit, s, f, Question.DISRUPT)


@kernel(inline=True)
def is_disrupted(f):
    """Whether nothing is left of what is about to happen."""
    if f[Frame.PROC] == Proc.WOUND:
        return f[Wound.AMOUNT] <= 0
    if f[Frame.PROC] == Proc.USE:
        return f[Use.CANCELLED] != 0
    raise AssertionError("nothing else can be disrupted")


@kernel
def take_choice(kit, s, f, window):
    """Take the answer of a window: a pass, a card, or which of its texts. `window` is the question
    it asks.
    """
    if f[Frame.STAGE] == WindowStage.WAY:
        use_way(kit, s, f, window)
    elif f[Frame.STAGE] != WindowStage.CHOSEN:
        raise AssertionError("a window has no such stage")
    elif s.answer == NOTHING:
        pass_on(s, f, window)
    else:
        choose_way(kit, s, f, window)


@kernel
def pass_on(s, f, window):
    """R7.2: the other player is next; two passes in a row close the window."""
    f[Frame.STAGE] = WindowStage.ASK if window == Question.WINDOW else WindowStage.BEGIN
    f[Window.PASSES] += 1
    f[Frame.WHO] = 1 - f[Frame.WHO]
    if f[Window.PASSES] == 2:
        if window == Question.RESPOND:
            clear_triggers(s)
        pop(s)


@kernel
def choose_way(kit, s, f, window):
    """A card is chosen; where several of its texts can be used, ask which."""
    who = f[Frame.WHO]
    f[Window.CARD] = s.answer
    f[Window.COPY] = other_copy(kit, s, window, who, s.answer)
    n = count_ways(kit, s, window, who, f[Window.CARD], f[Window.COPY])
    f[Frame.STAGE] = WindowStage.WAY
    s.answer = 0
    if n > 1:
        for way in range(min(n, MODES)):
            s.ways[way] = way_of(kit, s, f, window, way) // PACK
            s.way_cards[way] = card_of_way(kit, s, f, window, way)
        s.seen[f[Window.CARD]] = BOTH  # it is named before the way is chosen
        s.listed[f[Window.CARD]] = SHOWN
        ask_way(s, Question.WAY, who, min(n, MODES))


@kernel
def use_way(kit, s, f, window):
    """The text is chosen: it is used, and the other player is next."""
    who = f[Frame.WHO]
    pack = way_of(kit, s, f, window, s.answer)
    src = card_of_way(kit, s, f, window, s.answer)
    trig = f[Window.TRIGGER] if window == Question.RESPOND else NOTHING
    f[Frame.STAGE] = WindowStage.BEGIN
    f[Window.PASSES] = 0
    f[Frame.WHO] = 1 - who
    f[Window.CARD] = NOTHING
    f[Window.COPY] = NOTHING
    start_use(s, who, pack, src, trig)


@kernel
def way_of(kit, s, f, window, way):
    """The text behind a way: one of the card's own, or that of its copy in the discard pile."""
    who = f[Frame.WHO]
    pack = find_way(kit, s, window, who, f[Window.CARD], way)
    if pack == NOTHING and f[Window.COPY] != NOTHING:
        first = count_ways(kit, s, window, who, f[Window.CARD], NOTHING)
        pack = find_way(kit, s, window, who, f[Window.COPY], way - first)
    return pack


@kernel
def card_of_way(kit, s, f, window, way):
    """The card behind a way: the one chosen, or its copy in the discard pile."""
    is_own = find_way(kit, s, window, f[Frame.WHO], f[Window.CARD], way) != NOTHING
    return f[Window.CARD] if is_own else f[Window.COPY]


@kernel
def other_copy(kit, s, window, seat, inst):
    """A copy in the discard pile beside the one in hand, if both can be used."""
    if s.zone[inst] != Zone.HAND:
        return NOTHING
    return usable_in_pile(kit, s, window, seat, s.kind[inst])


@kernel
def count_ways(kit, s, window, seat, inst, other):
    """How many texts of a card (and of its copy) can be used."""
    n = 0
    while find_way(kit, s, window, seat, inst, n) != NOTHING:
        n += 1
    if other != NOTHING and has_way(kit, s, window, seat, other):
        n += 1
    return n


@kernel
def clear_triggers(s):
    """Nothing is waiting to be answered."""
    s.trig_n = 0
    s.forced_at = 0
    s.used_n = 0


@kernel
def step_forced(kit, s):
    """R7.8, R7.9: forced responses, one by one, in the order the active player chooses."""
    f = s.stack[top(s)]
    if f[Frame.STAGE] == ForcedStage.RESPOND:
        pack = find_forced(kit, s, s.answer)
        f[Frame.STAGE] = ForcedStage.FIND
        start_use(s, f[Forced.PLAYER], pack, f[Forced.CARD], f[Forced.TRIGGER])
    elif f[Frame.STAGE] == ForcedStage.FIND:
        order_forced(kit, s, f)
    else:
        raise AssertionError("forced responses have no such stage")


@kernel
def order_forced(kit, s, f):
    """R7.9: where several wait, the active player says which comes first."""
    n = 0
    while n < MODES and find_forced(kit, s, n) != NOTHING:
        n += 1
    if n == 0:
        s.forced_at = s.trig_n
        pop(s)
        return
    f[Frame.STAGE] = ForcedStage.RESPOND
    s.answer = 0
    if n > 1:
        for way in range(n):
            s.ways[way] = find_forced(kit, s, way) // PACK
            s.way_cards[way] = f[Forced.CARD]
        ask_way(s, Question.ORDER, s.active, n)


@kernel
def find_forced(kit, s, skip):
    """The text of a forced response that has yet to happen, after skipping some.

    Its card, trigger and player go into the frame.
    """
    f = s.stack[top(s)]
    copies = s.effects & Effect.COPIES != 0
    for trig in range(s.forced_at, s.trig_n):
        event, about = s.trig[trig, T.EVENT], s.trig[trig, T.INST]
        for side in range(2):
            for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
                inst = s.play[entity]
                if inst == NOTHING:
                    continue
                wanted = kit.kinds[s.kind[inst], K.TRIGGERS] >> event & 1
                if wanted or copies:
                    pack = text_of(kit, s, side, inst, Timing.FORCED, trig, 0)
                    if pack != NOTHING:
                        if skip == 0:
                            return note_forced(f, pack, inst, trig, side)
                        skip -= 1
        if about != NOTHING and s.zone[about] == Zone.PILE:
            side = s.side[about]
            pack = text_of(kit, s, side, about, Timing.FORCED, trig, 0)
            if pack != NOTHING:
                if skip == 0:
                    return note_forced(f, pack, about, trig, side)
                skip -= 1
    return NOTHING


@kernel
def note_forced(f, pack, inst, trig, side):
    """Keep what was found."""
    f[Forced.CARD] = inst
    f[Forced.TRIGGER] = trig
    f[Forced.PLAYER] = side
    return pack
