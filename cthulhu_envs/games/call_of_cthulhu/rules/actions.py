"""What the deciding seat may choose; answers.py says what a chosen action id means.

`list_options` fills `s.ids` once for every decision, so that `legal` only copies. Cards out of play
are chosen by kind: of several copies the one that the other seat knows is taken (R11.6).
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    N_ICONS,
    Aim,
    Effect,
    From,
    Timing,
    Trigger,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.aims import can_aim, has_strange, story_fits
from cthulhu_envs.games.call_of_cthulhu.rules.committing import (
    can_commit,
    can_commit_to,
    has_story,
    is_contested,
)
from cthulhu_envs.games.call_of_cthulhu.rules.filters import fits
from cthulhu_envs.games.call_of_cthulhu.rules.paying import is_x, most_x, price
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Commit,
    Frame,
    Proc,
    Use,
    UseStage,
    Window,
)
from cthulhu_envs.games.call_of_cthulhu.rules.texts import text_elsewhere, text_of
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    MAX_DOMAINS,
    NO_FILTER,
    NOTHING,
    OPEN_STORIES,
    SLOTS,
    STORY_SLOTS,
    TO_MARK,
    TO_RESOLVE,
    TO_WIN,
    TRACK,
    WITH_RESOURCES,
    Phase,
    Question,
    T,
    Zone,
)

UNKNOWN_WINDOW = "there is no such window"
ANY_EVENT = (1 << len(Trigger)) - 1


@kernel(inline=True)
def legal(kit, s, ids):
    """The options of the decision, listed when it was reached."""
    for k in range(s.ids_n):
        ids[k] = s.ids[k]
    return int(s.ids_n)


@kernel
def add(s, action):
    """One more option."""
    s.ids[s.ids_n] = action
    s.ids_n += 1


@kernel
def add_first(s, start, n):
    """The first n options of a block."""
    for k in range(n):
        add(s, start + k)


@kernel
def add_kind(kit, s, inst):
    """A card by kind, once."""
    action = kit.act.card + s.kind[inst]
    for k in range(s.ids_n):
        if s.ids[k] == action:
            return
    add(s, action)


@kernel
def add_slot(kit, s, inst):
    """A card in play, by side and slot."""
    entity = s.place[inst]
    side = entity // SLOTS
    add(s, kit.act.slot + (0 if side == s.seat else SLOTS) + entity - side * SLOTS)


@kernel
def add_domain_option(kit, s, side, domain):
    """A domain, by side and number."""
    add(s, kit.act.domain + (0 if side == s.seat else MAX_DOMAINS) + domain)


@kernel
def add_story(kit, s, slot):
    """A story; conspiracies are mine or theirs."""
    add(s, kit.act.story + turned(np.int64(s.seat), slot))


@kernel
def turned(seat, slot):
    """A story slot as a seat sees it, and back again."""
    if slot < OPEN_STORIES or seat == 0:
        return slot
    return OPEN_STORIES + STORY_SLOTS - 1 - slot


@kernel
def list_options(kit, s):
    """Fill `s.ids` for the question that is asked."""
    s.ids_n = 0
    what = s.question
    if s.ask_may or what == Question.WINDOW or what == Question.RESPOND or what == Question.DISRUPT:
        add(s, kit.act.done)
    if what == Question.WINDOW or what == Question.RESPOND or what == Question.DISRUPT:
        list_window(kit, s)
    elif what == Question.PAY:
        list_payers(kit, s)
    elif what == Question.NUMBER:
        list_numbers(kit, s)
    elif what == Question.COMMIT or what == Question.ENTITY:
        list_entities(kit, s)
    elif what == Question.COMMIT_TO or what == Question.STORY or what == Question.TOKENS:
        list_stories(kit, s)
    elif what == Question.DOMAIN:
        list_domains(kit, s)
    elif what == Question.WAY:
        add_first(s, kit.act.way, s.ask_n)
    elif what == Question.ORDER:
        add_first(s, kit.act.order, s.ask_n)
    elif what == Question.MULLIGAN:
        add_first(s, kit.act.mulligan, 2)
    elif what == Question.EFFECT:
        add_first(s, kit.act.effect, 2)
    elif what == Question.FREEZE:
        add_first(s, kit.act.freeze, 2)
    elif what == Question.HAND_OR_PILE:
        add_first(s, kit.act.whence, 2)
    elif what == Question.ICON:
        add_first(s, kit.act.icon, N_ICONS)
    elif what == Question.SEAT:
        add_first(s, kit.act.seat, 2)
    else:
        list_cards(kit, s)


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
def is_known_kind(kit, s, inst):
    """Whether a card of that kind is among the options already."""
    action = kit.act.card + s.kind[inst]
    for k in range(s.ids_n):
        if s.ids[k] == action:
            return True
    return False


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


@kernel
def list_payers(kit, s):
    """R4.4: domains that can pay, and nothing at all for an X of 0."""
    f = s.stack[top(s)]
    seat, inst, text = np.int64(s.seat), f[Use.CARD], f[Use.TEXT]
    chosen = is_x(kit, s, inst, text)
    is_free = chosen and price(kit, s, seat, inst, text, NOTHING) == 0
    if is_free and can_aim(kit, s, seat, text, f[Frame.SELF], 0, f[Use.TRIGGER]):
        add(s, kit.act.done)
    for domain in range(s.domains[seat]):
        most = most_x(kit, s, seat, inst, text, domain)
        if most < 0:
            continue
        if chosen:
            if most + price(kit, s, seat, inst, text, domain) == 0:
                continue
            if not can_aim(kit, s, seat, text, f[Frame.SELF], most, f[Use.TRIGGER]):
                continue
        add_domain_option(kit, s, seat, domain)


@kernel
def list_numbers(kit, s):
    """Numbers up to the most; for an X only those that leave something to choose."""
    f = s.stack[top(s)]
    is_x = f[Frame.PROC] == Proc.USE
    for number in range(s.ask_least, s.ask_n + 1):
        if is_x and not can_aim(
            kit, s, np.int64(s.seat), f[Use.TEXT], f[Frame.SELF], number, f[Use.TRIGGER]
        ):
            continue
        add(s, kit.act.number + number)


@kernel
def list_entities(kit, s):
    """Cards in play that pass the filter, or that may commit."""
    f = s.stack[top(s)]
    is_second = f[Frame.PROC] == Proc.USE and f[Frame.STAGE] == UseStage.AIM2_CHOSEN
    for side in range(2):
        for entity in range(side * SLOTS, side * SLOTS + s.reach[side]):
            inst = s.play[entity]
            if inst == NOTHING:
                continue
            if s.question == Question.COMMIT:
                seat = np.int64(s.seat)
                if can_commit(kit, s, inst, seat) and has_story(s, inst, seat):
                    add_slot(kit, s, inst)
                continue
            if is_second and inst == f[Use.TARGET]:  # two targets are two cards
                continue
            if fits(kit, s, s.ask_filter, inst, np.int64(s.seat), f[Frame.SELF], f[Frame.X]):
                add_slot(kit, s, inst)


@kernel
def list_stories(kit, s):
    """Stories to choose, to commit to, or sides of stories with success tokens."""
    f = s.stack[top(s)]
    for slot in range(STORY_SLOTS):
        if s.story[slot] == NOTHING:
            continue
        if s.question == Question.COMMIT_TO:
            if can_commit_to(s, f[Commit.CARD], slot, np.int64(s.seat)):
                add_story(kit, s, slot)
        elif s.question == Question.TOKENS:
            if story_fits(s, slot, Aim.TOKENS, s.ask_filter):
                add_story(kit, s, slot)
        elif s.ask_n == Aim.EMPTY_STORY:
            if story_fits(s, slot, Aim.EMPTY_STORY, 0):
                add_story(kit, s, slot)
        elif s.ask_n == TO_RESOLVE:  # R6.3
            if is_contested(s, slot) and not s.resolved[slot]:
                add_story(kit, s, slot)
        elif s.ask_n == TO_MARK:  # at most so many success tokens of one's own
            if s.success[slot, s.seat] <= s.ask_filter:
                add_story(kit, s, slot)
        elif s.ask_n == TO_WIN:  # R6.22
            if s.success[slot, 0] >= TRACK or s.success[slot, 1] >= TRACK:
                add_story(kit, s, slot)
        elif s.ask_n == Aim.STORY:
            add_story(kit, s, slot)
        else:
            raise AssertionError("there are no such stories")


@kernel
def list_domains(kit, s):
    """Domains: of one's own to attach to or drain, drained or undrained, with resources."""
    for side in range(2):
        mine = side == s.seat
        for domain in range(s.domains[side]):
            if s.ask_n == Aim.NOTHING:
                good = mine
            elif s.ask_n == Aim.DRAINED:
                good = mine and s.drained[side, domain] == 1
            elif s.ask_n == Aim.UNDRAINED:
                good = s.drained[side, domain] == 0 and (mine or not s.ask_may)
            elif s.ask_n == Aim.RESOURCE:
                good = has_strange(s, side, domain, s.ask_filter)
            elif s.ask_n == WITH_RESOURCES:
                good = mine and has_strange(s, side, domain, NOTHING)
            else:
                raise AssertionError("there are no such domains")
            if good:
                add_domain_option(kit, s, side, domain)
