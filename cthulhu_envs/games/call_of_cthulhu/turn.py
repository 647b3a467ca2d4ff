"""Setting up (R2) and the turn (R3)."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.cards import Stat, Trigger
from cthulhu_envs.games.call_of_cthulhu.columns import K
from cthulhu_envs.games.call_of_cthulhu.committing import is_contested
from cthulhu_envs.games.call_of_cthulhu.domains import attach_resource
from cthulhu_envs.games.call_of_cthulhu.effects_play import restore
from cthulhu_envs.games.call_of_cthulhu.filters import any_fitting
from cthulhu_envs.games.call_of_cthulhu.frames import (
    ask,
    ask_entity,
    ask_hand,
    pop,
    push,
    push_forced,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    ENTITIES,
    MAX_DOMAINS,
    NO_FILTER,
    NOTHING,
    ONE,
    RESTORE,
    SLOTS,
    STORY_SLOTS,
    TO_RESOLVE,
    ZERO,
    Ask,
    L,
    Phase,
    Proc,
    Step,
    V,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending
from cthulhu_envs.games.call_of_cthulhu.windows import clear_triggers
from cthulhu_envs.games.call_of_cthulhu.zones import (
    BOTH,
    SHOWN,
    discard_from_play,
    draw_cards,
    free_slot,
    from_hand,
    has_copy,
    printed,
    rise,
    shuffle_deck,
    sit,
    trigger,
    uncommit,
)

SETUP_HAND = 8  # R2.5
START_DOMAINS = 3
DRAWS = 2
KEEP_HAND, MULLIGAN = 0, 1


@kernel
def step_setup(kit, s):
    """R2.5-R2.8: the starter, then the other: mulligan or not, then three resources. I: seat."""
    f = s.fr[s.depth - 1]
    seat = (s.starter + f[V.I]) % 2
    if f[V.PC] == 0:
        f[V.PC] = 1
        ask(s, Ask.MULLIGAN, seat)
    elif f[V.PC] == 1:
        f[V.PC] = 2
        if s.answer == MULLIGAN:
            mulligan(s, seat)
    elif f[V.PC] == 2:
        f[V.PC] = 3
        ask_hand(s, seat, NO_FILTER, ZERO)
    else:
        from_hand(s, s.answer)
        attach_resource(kit, s, s.answer, seat, f[V.J])
        f[V.J] += 1
        f[V.PC] = 2
        if f[V.J] == START_DOMAINS:
            f[V.J] = 0
            f[V.I] += 1
            f[V.PC] = 0
            if f[V.I] == 2:
                pop(s)
                push(s, Proc.TURN, s.starter)


@kernel
def mulligan(s, seat):
    """R2.6: the whole hand goes back, the deck is shuffled, eight cards are drawn."""
    n = s.hand_n[seat]
    for k in range(n):
        inst = s.hand[seat, k]
        s.zone[inst] = Zone.DECK
        s.deck[seat, s.deck_n[seat]] = inst
        s.deck_n[seat] += 1
    s.hand_n[seat] = 0
    shuffle_deck(s, seat)
    draw_setup(s, seat)


@kernel
def draw_setup(s, seat):
    """R2.5"""
    draw_cards(s, seat, SETUP_HAND)


@kernel
def step_turn(kit, s):
    """R3.1: the phases, each closed by a window of actions."""
    f = s.fr[s.depth - 1]
    pc = f[V.PC]
    if s.trig_n > s.forced_at and is_after_end(pc):
        push_forced(s)
        return
    f[V.PC] = pc + 1
    if pc == Step.BEGIN:
        begin_turn(kit, s)
    elif pc == Step.CHOOSE_RESTORED:
        choose_restored(kit, s)
    elif pc == Step.REFRESH:
        refresh_cards(s)
        window(s)
    elif pc == Step.DRAW:
        new_phase(kit, s, Phase.DRAW)
    elif pc == Step.DRAW_CARDS:
        draw_phase(s)
        window(s)
    elif pc == Step.RESOURCE:
        new_phase(kit, s, Phase.RESOURCE)
    elif pc == Step.CHOOSE_RESOURCE:
        ask_hand(s, s.active, NO_FILTER, ONE)
    elif pc == Step.CHOOSE_DOMAIN:
        resource_chosen(s, f)
    elif pc == Step.ATTACH:
        if f[V.SRC] != NOTHING:
            attach_resource(kit, s, f[V.SRC], s.active, s.answer % MAX_DOMAINS)
            f[V.SRC] = NOTHING
        window(s)
    elif pc == Step.OPERATIONS:
        new_phase(kit, s, Phase.OPERATIONS)
        window(s)
    elif pc == Step.STORIES:
        if s.turn == 1:  # R3.13
            f[V.PC] = Step.END
        else:
            new_phase(kit, s, Phase.STORY)
            window(s)
    else:
        story_phase(kit, s, f, pc)


@kernel(inline=True)
def is_after_end(pc):
    """R7.8: steps before which forced responses to the end of a phase are due; everywhere else a
    window comes first.
    """
    return (
        pc == Step.CHOOSE_RESTORED
        or pc == Step.DRAW_CARDS
        or pc == Step.CHOOSE_RESOURCE
        or pc == Step.NEXT_PLAYER
    )


@kernel
def window(s):
    """R7.1"""
    push(s, Proc.WINDOW, s.active)


@kernel
def story_phase(kit, s, f, pc):
    """R3.10-R3.12: commit, oppose, resolve, a last window, back home."""
    if pc == Step.COMMIT:
        push(s, Proc.COMMIT, s.active)
    elif pc == Step.COMMITTED:
        if any_committed(s):
            window(s)
        else:
            f[V.PC] = Step.END  # R3.11
    elif pc == Step.OPPOSE:
        push(s, Proc.COMMIT, 1 - s.active)
    elif pc == Step.OPPOSED:
        window(s)
    elif pc == Step.CHOOSE_STORY:
        if not choose_story(s):
            f[V.PC] = Step.LAST_WINDOW
    elif pc == Step.RESOLVE:
        f[V.PC] = Step.CHOOSE_STORY
        s.resolving = s.answer
        s.resolved[s.answer] = 1
        push(s, Proc.RESOLVE, s.active)
        s.fr[s.depth - 1, V.SELF] = s.story[s.answer]
    elif pc == Step.LAST_WINDOW:
        window(s)
    elif pc == Step.END:
        end_turn(kit, s)
    else:
        s.active = 1 - s.active
        f[V.PC] = Step.BEGIN
        f[V.WHO] = s.active


@kernel
def begin_turn(kit, s):
    """R3.2, R3.14"""
    s.turn += 1
    if s.turn > kit.turn_limit:
        s.ending = Ending.TURN_LIMIT
        s.winner = NOTHING
        return
    new_phase(kit, s, Phase.REFRESH)


@kernel
def choose_restored(kit, s):
    """R3.3: one insane character has to be restored, if that is possible."""
    s.answer = NOTHING
    if not s.locked and any_fitting(kit, s, RESTORE, s.active, NOTHING, ZERO, NOTHING):
        ask_entity(s, s.active, RESTORE, ZERO)


@kernel
def refresh_cards(s):
    """R3.4, R3.5: restore one, ready the others, refresh the domains."""
    restored = s.answer
    if restored != NOTHING:
        restore(s, restored, ONE)
    for entity in range(s.active * SLOTS, s.active * SLOTS + s.reach[s.active]):
        inst = s.play[entity]
        if inst != NOTHING and inst != restored:
            s.exhausted[inst] = 0
    s.drained[s.active, :] = 0


@kernel
def draw_phase(s):
    """R3.6, R3.13: two cards, one on the very first turn."""
    draw_cards(s, s.active, 1 if s.turn == 1 else DRAWS)
    trigger(s, Trigger.DREW, NOTHING, s.active, ZERO)


@kernel
def resource_chosen(s, f):
    """R3.8: a card from hand, then a domain; or none."""
    f[V.SRC] = s.answer
    if s.answer == NOTHING:
        return
    from_hand(s, s.answer)
    s.zone[s.answer] = Zone.LIMBO
    s.seen[s.answer] = BOTH
    s.listed[s.answer] = SHOWN
    ask(s, Ask.DOMAIN, s.active)


@kernel
def any_committed(s):
    """Whether the active player has a character at a story."""
    for entity in range(s.active * SLOTS, s.active * SLOTS + s.reach[s.active]):
        inst = s.play[entity]
        if inst != NOTHING and s.at_story[inst] != NOTHING:
            return True
    return False


@kernel
def choose_story(s):
    """R6.3: the active player chooses which contested story is resolved next."""
    for slot in range(STORY_SLOTS):
        if s.story[slot] != NOTHING and not s.resolved[slot] and is_contested(s, slot):
            ask(s, Ask.STORY, s.active)
            s.ask_n = TO_RESOLVE
            return True
    return False


@kernel
def new_phase(kit, s, phase):
    """R10.4: what lasted for the phase ends with it."""
    end_lasting(kit, s)
    s.phase = phase
    s.phase_no += 1


@kernel
def end_lasting(kit, s):
    """Modifiers end; borrowed characters go home (R10.8)."""
    n = s.lasting_n
    s.lasting_n = 0
    for k in range(n):
        if s.lasting[k, L.STAT] == Stat.CONTROL:
            inst, home = s.lasting[k, L.INST], s.lasting[k, L.SEAT]
            if s.zone[inst] == Zone.PLAY and s.side[inst] != home:
                go_home(kit, s, inst, home)
    s.lasting[:n, :] = 0
    s.lasting_on[:n, :] = 0
    if n:
        s.dirty = 1


@kernel
def go_home(kit, s, inst, home):
    """A second copy of a unique card, or one without room, is discarded instead."""
    unique = printed(kit, s, inst, K.UNIQUE) and has_copy(kit, s, s.kind[inst], home)
    if unique or free_slot(s, home) == NOTHING:
        discard_from_play(kit, s, inst)
    else:
        rise(s, inst)
        sit(s, inst, home)


@kernel
def end_turn(kit, s):
    """R3.12: everybody goes home, and what lasted ends."""
    for entity in range(ENTITIES):
        inst = s.play[entity]
        if inst != NOTHING:
            s.was_at[inst] = NOTHING
            if s.at_story[inst] != NOTHING:
                uncommit(s, inst)
    s.resolved[:] = 0
    clear_triggers(s)
    end_lasting(kit, s)
