"""What a frame of each kind can hold, which frames it can lie under, and in which of its stages it
waits. A state from outside is compared with it (invariants/stack.py).
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.record import IS_FLAG, Span
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Icon
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    FRAME_COLUMNS,
    Commit,
    CommitStage,
    ConflictStage,
    Forced,
    ForcedStage,
    Frame,
    Proc,
    Resolve,
    ResolveStage,
    Setup,
    SetupStage,
    Turn,
    TurnStage,
    Use,
    UseStage,
    Win,
    Window,
    WindowStage,
    WinStage,
    Wound,
    WoundStage,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    BOTH,
    DECK_MAX,
    ENTITIES,
    FIRST_STORY,
    MAX_DOMAINS,
    MAX_TRIGGERS,
    MOST_X,
    N_CARDS,
    NOTHING,
    START_DOMAINS,
    STORY_SLOTS,
)

SEAT = Span.below(2)
TARGETS = max(N_CARDS, 2 * MAX_DOMAINS)  # a target is a card, domain, story, seat or icon
MAYBE_CARD = Span.below(FIRST_STORY, NOTHING)
MAYBE_TRIGGER = Span.below(MAX_TRIGGERS, NOTHING)
OPERATIONS = max(len(card_book().ops), 1)
AS_NOTHING = (  # columns that are NOTHING in a frame that does not use them (frames.begin)
    Frame.SELF,
    Use.CARD,
    Use.TEXT,
    Use.DOMAIN,
    Use.TARGET,
    Use.TARGET_2,
    Use.TARGET_MORE,
    Use.TRIGGER,
    Use.COST_CARD,
)
WINDOW: dict[enum.IntEnum, Span] = {
    Window.CARD: MAYBE_CARD,
    Window.TRIGGER: MAYBE_TRIGGER,
    Window.COPY: MAYBE_CARD,
    Window.PASSES: Span.below(2),
}
HOLDS: dict[Proc, tuple[type[enum.IntEnum], dict[enum.IntEnum, Span]]] = {  # its stages and fields
    Proc.SETUP: (
        SetupStage,
        {Setup.PLAYER: SEAT, Setup.DOMAIN: Span.below(START_DOMAINS)},
    ),
    Proc.TURN: (TurnStage, {Turn.RESOURCE: MAYBE_CARD}),
    Proc.WINDOW: (WindowStage, WINDOW),
    Proc.RESPONSES: (WindowStage, WINDOW),
    Proc.DISRUPTS: (WindowStage, WINDOW),
    Proc.FORCED: (
        ForcedStage,
        {Forced.CARD: MAYBE_CARD, Forced.PLAYER: SEAT, Forced.TRIGGER: MAYBE_TRIGGER},
    ),
    Proc.USE: (
        UseStage,
        {
            Frame.SELF: Span.below(N_CARDS),
            Frame.X: Span(0, MOST_X),
            Use.TEXT: Span.below(len(card_book().texts)),
            Use.CARD: Span.below(N_CARDS),
            Use.DOMAIN: Span.below(MAX_DOMAINS, NOTHING),
            Use.OVERPAID: IS_FLAG,
            Use.TARGET: Span.below(TARGETS, NOTHING),
            Use.TARGET_2: Span.below(TARGETS, NOTHING),
            Use.TARGET_MORE: MAYBE_CARD,
            Use.OPERATION: Span.below(OPERATIONS),
            Use.STEP: Span.below(OPERATIONS),
            Use.PLAYER: Span(0, 2),
            Use.DONE: Span(0, max(ENTITIES, DECK_MAX)),
            Use.CANCELLED: IS_FLAG,
            Use.TRIGGER: MAYBE_TRIGGER,
            Use.COST_CARD: MAYBE_CARD,
            Use.KEPT: IS_FLAG,
            Use.NUMBER: Span(0, DECK_MAX),
            Use.FROM_HAND: IS_FLAG,
            Use.NEW_DOMAINS: Span(0, BOTH),
        },
    ),
    Proc.WOUND: (
        WoundStage,
        {Wound.CARD: Span.below(FIRST_STORY), Wound.AMOUNT: Span(0, MOST_X)},
    ),
    Proc.COMMIT: (CommitStage, {Commit.CARD: MAYBE_CARD}),
    Proc.RESOLVE: (
        ResolveStage,
        {
            Frame.SELF: Span.below(N_CARDS),
            Resolve.WINNER: Span.below(2, NOTHING),
            Resolve.ICON: Span(0, len(Icon)),
            Resolve.STRUGGLES: Span(0, ENTITIES),
        },
    ),
    Proc.WIN: (
        WinStage,
        {Win.STORY: Span.below(N_CARDS, NOTHING), Win.SLOT: Span.below(STORY_SLOTS, NOTHING)},
    ),
    Proc.CONFLICT: (ConflictStage, {}),
}

ANYTIME = (Proc.WIN, Proc.CONFLICT)  # what advance.settle begins
LIES_UNDER: dict[Proc, Collection[Proc]] = {
    Proc.NOTHING: (Proc.SETUP, Proc.TURN),  # the undermost frame
    Proc.SETUP: (),
    Proc.TURN: (Proc.WINDOW, Proc.FORCED, Proc.COMMIT, Proc.RESOLVE, *ANYTIME),
    Proc.WINDOW: (Proc.FORCED, Proc.RESPONSES, Proc.USE, *ANYTIME),
    Proc.RESPONSES: (Proc.FORCED, Proc.USE, *ANYTIME),
    Proc.DISRUPTS: (Proc.USE, *ANYTIME),
    Proc.FORCED: (Proc.USE, *ANYTIME),
    Proc.USE: (Proc.DISRUPTS, Proc.WOUND, *ANYTIME),
    Proc.WOUND: (Proc.DISRUPTS, *ANYTIME),
    Proc.COMMIT: (Proc.USE, *ANYTIME),
    Proc.RESOLVE: (Proc.FORCED, Proc.WOUND, *ANYTIME),
    Proc.WIN: (Proc.FORCED, Proc.USE, Proc.CONFLICT),
    Proc.CONFLICT: (),
}
WAITS_AT: dict[Proc, Collection[enum.IntEnum]] = {  # stages in which it lies under another frame
    Proc.SETUP: (),
    Proc.TURN: frozenset(TurnStage)
    - {TurnStage.REFRESH, TurnStage.CHOOSE_DOMAIN, TurnStage.ATTACH, TurnStage.RESOLVE},
    Proc.WINDOW: (WindowStage.BEGIN, WindowStage.RESPONSES, WindowStage.ASK),
    Proc.RESPONSES: (WindowStage.BEGIN, WindowStage.ASK),
    Proc.DISRUPTS: (WindowStage.BEGIN,),
    Proc.FORCED: (ForcedStage.FIND,),
    Proc.USE: (UseStage.ANNOUNCE, UseStage.EFFECT),
    Proc.WOUND: tuple(WoundStage),
    Proc.COMMIT: (CommitStage.CHOOSE,),
    Proc.RESOLVE: (ResolveStage.STRUGGLE, ResolveStage.FORCED, ResolveStage.END),
    Proc.WIN: (WinStage.OFFER, WinStage.ANSWER, WinStage.REPLACE),
    Proc.CONFLICT: (),
}
# Stages in which it waits for an answer, each with the stage in which it asked.
ASKED_AT: dict[Proc, Mapping[enum.IntEnum, enum.IntEnum]] = {
    Proc.SETUP: {
        SetupStage.MULLIGAN: SetupStage.OFFER_MULLIGAN,
        SetupStage.ATTACH: SetupStage.CHOOSE_RESOURCE,
    },
    Proc.TURN: {
        TurnStage.REFRESH: TurnStage.CHOOSE_RESTORED,
        TurnStage.CHOOSE_DOMAIN: TurnStage.CHOOSE_RESOURCE,
        TurnStage.ATTACH: TurnStage.CHOOSE_DOMAIN,
        TurnStage.RESOLVE: TurnStage.CHOOSE_STORY,
    },
    Proc.WINDOW: {
        WindowStage.CHOSEN: WindowStage.ASK,
        WindowStage.WAY: WindowStage.CHOSEN,
    },
    Proc.RESPONSES: {
        WindowStage.CHOSEN: WindowStage.ASK,
        WindowStage.WAY: WindowStage.CHOSEN,
    },
    Proc.DISRUPTS: {
        WindowStage.CHOSEN: WindowStage.BEGIN,
        WindowStage.WAY: WindowStage.CHOSEN,
    },
    Proc.FORCED: {ForcedStage.RESPOND: ForcedStage.FIND},
    Proc.USE: {
        UseStage.DOMAIN: UseStage.ANNOUNCE,
        UseStage.AMOUNT: UseStage.DOMAIN,
        UseStage.COST_CHOSEN: UseStage.COST,
        UseStage.AIM1_CHOSEN: UseStage.AIM1,
        UseStage.AIM1_MORE: UseStage.AIM1_CHOSEN,
        UseStage.AIM2_CHOSEN: UseStage.AIM2,
        UseStage.EFFECT: UseStage.EFFECT,  # inside an operation
    },
    Proc.WOUND: {},
    Proc.COMMIT: {
        CommitStage.CHOOSE_STORY: CommitStage.CHOOSE,
        CommitStage.COMMIT: CommitStage.CHOOSE_STORY,
    },
    Proc.RESOLVE: {
        ResolveStage.STRUGGLE_WON: ResolveStage.STRUGGLE,
        ResolveStage.SUCCESS_CHOSEN: ResolveStage.SUCCEED,
    },
    Proc.WIN: {WinStage.TAKE: WinStage.WHICH, WinStage.EXECUTE: WinStage.OFFER},
    Proc.CONFLICT: {ConflictStage.DISCARD: ConflictStage.CHOOSE},
}


def _spans() -> NDArray[np.int16]:
    """The least and the largest number of each column, by kind of frame."""
    spans = np.zeros((len(Proc), FRAME_COLUMNS, 2), np.int16)
    for proc, (stages, fields) in HOLDS.items():
        spans[proc, list(AS_NOTHING)] = NOTHING
        spans[proc, Frame.PROC] = proc
        spans[proc, Frame.STAGE] = Span.of(stages)
        spans[proc, Frame.WHO] = SEAT
        spans[proc, Frame.SUCCEEDED] = IS_FLAG
        for column, span in fields.items():
            spans[proc, column] = span
    return spans


FRAME_SPANS = _spans()
FRAME_SPAN = Span(int(FRAME_SPANS.min()), int(FRAME_SPANS.max()))  # of any column
UNDER = np.zeros((len(Proc), len(Proc)), np.bool_)  # which kind lies under which
WAITS = np.zeros((len(Proc), len(TurnStage)), np.bool_)  # kind and stage
NEVER = -1
ASKED = np.full((len(Proc), len(TurnStage)), NEVER)  # kind and stage: the stage that asked
for _proc, _others in LIES_UNDER.items():
    UNDER[_proc, list(_others)] = True
for _proc, _stages in WAITS_AT.items():
    WAITS[_proc, list(_stages)] = True
for _proc, _asked in ASKED_AT.items():
    for _stage, _before in _asked.items():
        ASKED[_proc, _stage] = _before
