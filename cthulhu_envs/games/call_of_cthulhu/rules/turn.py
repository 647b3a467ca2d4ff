"""Setting up (R2) and the turn (R3)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Aim, Stat, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.rules.asking import (
    ask,
    ask_domain,
    ask_entity,
    ask_hand,
    ask_story,
)
from cthulhu_envs.games.call_of_cthulhu.rules.committing import is_contested
from cthulhu_envs.games.call_of_cthulhu.rules.domains import attach_resource
from cthulhu_envs.games.call_of_cthulhu.rules.effects_play import restore
from cthulhu_envs.games.call_of_cthulhu.rules.filters import any_fitting
from cthulhu_envs.games.call_of_cthulhu.rules.frames import (
    begin_commit,
    begin_forced,
    begin_resolve,
    begin_turns,
    open_window,
    pop,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Frame,
    Setup,
    SetupStage,
    Turn,
    TurnStage,
)
from cthulhu_envs.games.call_of_cthulhu.rules.windows import clear_triggers
from cthulhu_envs.games.call_of_cthulhu.rules.zones import (
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
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    ENTITIES,
    MAX_DOMAINS,
    NO_FILTER,
    NOTHING,
    RESTORE,
    SHOWN,
    SLOTS,
    START_DOMAINS,
    STORY_SLOTS,
    TO_RESOLVE,
    L,
    Phase,
    Question,
    Zone,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending

SETUP_HAND = 8  # R2.5
DRAWS = 2
MULLIGAN = 1  # Question.MULLIGAN; 0: keep the hand


@kernel
def step_setup(kit, s):
    """R2.5-R2.8: the starter, then the other: mulligan or not, then three resources."""
    f = s.stack[top(s)]
    seat = (s.starter + f[Setup.PLAYER]) % 2
    stage = f[Frame.STAGE]
    if stage == SetupStage.OFFER_MULLIGAN:
        f[Frame.STAGE] = SetupStage.MULLIGAN
        ask(s, Question.MULLIGAN, seat)
    elif stage == SetupStage.MULLIGAN:
        f[Frame.STAGE] = SetupStage.CHOOSE_RESOURCE
        if s.answer == MULLIGAN:
            mulligan(s, seat)
    elif stage == SetupStage.CHOOSE_RESOURCE:
        f[Frame.STAGE] = SetupStage.ATTACH
        ask_hand(s, seat, NO_FILTER, 0)
    elif stage == SetupStage.ATTACH:
        attach_first(kit, s, f, seat)
    else:
        raise AssertionError("setting up has no such stage")


@kernel
def attach_first(kit, s, f, seat):
    """R2.7, R2.8: a resource for each domain, then the other player's turn to set up."""
    from_hand(s, s.answer)
    attach_resource(kit, s, s.answer, seat, f[Setup.DOMAIN])
    f[Setup.DOMAIN] += 1
    f[Frame.STAGE] = SetupStage.CHOOSE_RESOURCE
    if f[Setup.DOMAIN] == START_DOMAINS:
        f[Setup.DOMAIN] = 0
        f[Setup.PLAYER] += 1
        f[Frame.STAGE] = SetupStage.OFFER_MULLIGAN
        if f[Setup.PLAYER] == 2:
            pop(s)
            begin_turns(s)


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
    f = s.stack[top(s)]
    stage = f[Frame.STAGE]
    if s.trig_n > s.forced_at and is_after_end(stage):
        begin_forced(s)
        return
    f[Frame.STAGE] = stage + 1
    if stage == TurnStage.BEGIN:
        begin_turn(kit, s)
    elif stage == TurnStage.CHOOSE_RESTORED:
        choose_restored(kit, s)
    elif stage == TurnStage.REFRESH:
        refresh_cards(s)
        open_window(s)
    elif stage == TurnStage.DRAW:
        new_phase(kit, s, Phase.DRAW)
    elif stage == TurnStage.DRAW_CARDS:
        draw_phase(s)
        open_window(s)
    elif stage == TurnStage.RESOURCE:
        new_phase(kit, s, Phase.RESOURCE)
    elif stage == TurnStage.CHOOSE_RESOURCE:
        ask_hand(s, s.active, NO_FILTER, 1)
    elif stage == TurnStage.CHOOSE_DOMAIN:
        resource_chosen(s, f)
    elif stage == TurnStage.ATTACH:
        if f[Turn.RESOURCE] != NOTHING:
            attach_resource(kit, s, f[Turn.RESOURCE], s.active, s.answer % MAX_DOMAINS)
            f[Turn.RESOURCE] = NOTHING
        open_window(s)
    elif stage == TurnStage.OPERATIONS:
        new_phase(kit, s, Phase.OPERATIONS)
        open_window(s)
    elif stage == TurnStage.STORIES:
        if s.turn == 1:  # R3.13
            f[Frame.STAGE] = TurnStage.END
        else:
            new_phase(kit, s, Phase.STORY)
            open_window(s)
    else:
        story_phase(kit, s, f, stage)


@kernel(inline=True)
def is_after_end(stage):
    """R7.8: steps before which forced responses to the end of a phase are due; everywhere else a
    window comes first.
    """
    return (
        stage == TurnStage.CHOOSE_RESTORED
        or stage == TurnStage.DRAW_CARDS
        or stage == TurnStage.CHOOSE_RESOURCE
        or stage == TurnStage.NEXT_PLAYER
    )


@kernel
def story_phase(kit, s, f, stage):
    """R3.10-R3.12: commit, oppose, resolve, a last window, back home."""
    if stage == TurnStage.COMMIT:
        begin_commit(s, s.active)
    elif stage == TurnStage.COMMITTED:
        if any_committed(s):
            open_window(s)
        else:
            f[Frame.STAGE] = TurnStage.END  # R3.11
    elif stage == TurnStage.OPPOSE:
        begin_commit(s, 1 - s.active)
    elif stage == TurnStage.OPPOSED:
        open_window(s)
    elif stage == TurnStage.CHOOSE_STORY:
        if not choose_story(s):
            f[Frame.STAGE] = TurnStage.LAST_WINDOW
    elif stage == TurnStage.RESOLVE:
        f[Frame.STAGE] = TurnStage.CHOOSE_STORY
        s.resolving = s.answer
        s.resolved[s.answer] = 1
        begin_resolve(s, s.story[s.answer])
    elif stage == TurnStage.LAST_WINDOW:
        open_window(s)
    elif stage == TurnStage.END:
        end_turn(kit, s)
    elif stage == TurnStage.NEXT_PLAYER:
        s.active = 1 - s.active
        f[Frame.STAGE] = TurnStage.BEGIN
        f[Frame.WHO] = s.active
    else:
        raise AssertionError("a turn has no such stage")


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
    if not s.locked and any_fitting(kit, s, RESTORE, s.active, NOTHING, 0, NOTHING):
        ask_entity(s, s.active, RESTORE, 0)


@kernel
def refresh_cards(s):
    """R3.4, R3.5: restore one, ready the others, refresh the domains."""
    restored = s.answer
    if restored != NOTHING:
        restore(s, restored, 1)
    for entity in range(s.active * SLOTS, s.active * SLOTS + s.reach[s.active]):
        inst = s.play[entity]
        if inst != NOTHING and inst != restored:
            s.exhausted[inst] = 0
    s.drained[s.active, :] = 0


@kernel
def draw_phase(s):
    """R3.6, R3.13: two cards, one on the very first turn."""
    draw_cards(s, s.active, 1 if s.turn == 1 else DRAWS)
    trigger(s, Trigger.DREW, NOTHING, s.active, 0)


@kernel
def resource_chosen(s, f):
    """R3.8: a card from hand, then a domain; or none."""
    f[Turn.RESOURCE] = s.answer
    if s.answer == NOTHING:
        return
    from_hand(s, s.answer)
    s.zone[s.answer] = Zone.LIMBO
    s.seen[s.answer] = BOTH
    s.listed[s.answer] = SHOWN
    ask_domain(s, s.active, Aim.NOTHING, NO_FILTER, 0)


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
            ask_story(s, s.active, TO_RESOLVE)
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
