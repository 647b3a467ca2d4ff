"""What the columns of each kind of frame can hold (frames.py says what they mean).

A state from outside is refused where a column holds anything else (invariants/stack.py). A column
that is not listed here is 0.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import Span
from cthulhu_envs.games.death_may_die.components import (
    MOST_GIVEN,
    REST_POINTS,
    RUN_SPACES,
    SIDES,
    STAGES,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import ALL, NOTHING, Among, Roll
from cthulhu_envs.games.death_may_die.rules.frames import (
    COLUMNS,
    PACK,
    Attack,
    AttackStage,
    Choice,
    Claim,
    ClaimStage,
    Discard,
    DiscardCheck,
    Draw,
    ElderEffects,
    Fight,
    GoodsStage,
    HandOver,
    Keep,
    Loop,
    Move,
    Mythos,
    MythosStage,
    Pick,
    Prayer,
    Repeat,
    Rest,
    Reveal,
    Run,
    RunStage,
    Sanity,
    Script,
    Split,
    Steal,
    Strike,
    StrikeStage,
    Throw,
    Token,
    Trade,
    Wound,
    WoundStage,
)
from cthulhu_envs.games.death_may_die.rules.steps import Cause, Source, Step
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_CARDS,
    MAX_FIGURES,
    MAX_GROUPS,
    MAX_MYTHOS,
    MAX_PIECES,
    MAX_ROWS,
    MAX_TAGS,
    MOST_COUNTED,
    MOST_DEALT,
    MOST_ON_A_CARD,
)


class Thing(enum.IntEnum):
    """What there can be more or less of from game to game."""

    NUMBER = 0  # a plain number, the same in all games
    PERSON = 1
    FIGURE = 2
    SPACE = 3
    CARD = 4
    PIECE = 5


class Held(NamedTuple):
    """Values of a column: those of a Span, or one of some things, or bits of them."""

    span: Span
    thing: Thing = Thing.NUMBER
    is_bits: bool = False


def _one(thing: Thing) -> Held:
    return Held(Span(0, 0), thing)


def _one_or_none(thing: Thing) -> Held:
    return Held(Span(NOTHING, 0), thing)


def _some(thing: Thing) -> Held:
    return Held(Span(0, 0), thing, is_bits=True)


def _up_to(most: int, least: int = 0) -> Held:
    return Held(Span(least, most))


def _of(values: type[enum.IntEnum]) -> Held:
    return Held(Span.of(values))


MOST_DICE_ROLLED = 9_999  # asked for; MOST_ROLLED of them are
IS_SET = _up_to(1)
A_GROUP = _up_to(MAX_GROUPS - 1)
COUNTED = _up_to(MOST_COUNTED)
DEALT = _up_to(MOST_DEALT)
A_ROW = _up_to(MAX_ROWS - 1, 1)  # which one: is_effect_sound
A_SUBJECT = _up_to(MAX_FIGURES - 1, NOTHING)  # of what: is_subject
A_MYTHOS = _up_to(MAX_MYTHOS - 1, NOTHING)
A_CARD_OR_PIECE = _up_to(max(MAX_CARDS, MAX_PIECES) - 1, NOTHING)
OF_A_CARD = _one_or_none(Thing.CARD)

VALUES: Mapping[Step, Mapping[enum.IntEnum, Held]] = {
    Step.ELDER_EFFECTS: {ElderEffects.NEXT: _up_to(STAGES)},
    Step.DISCARD_CHECK: {DiscardCheck.ADVANCED: IS_SET},
    Step.MYTHOS: {Mythos.STAGE: _of(MythosStage), Mythos.CARD: A_MYTHOS, Mythos.SECOND: A_MYTHOS},
    Step.SCRIPT: {
        **{Script.ROW: A_ROW, Script.AMONG: _of(Among), Script.SUBJECT: A_SUBJECT},
        **{Script.CARD: OF_A_CARD, Script.CAUSE: _of(Cause), Script.TENTACLES: COUNTED},
    },
    Step.LOOP: {
        **{Loop.ROW: A_ROW, Loop.AMONG: _of(Among), Loop.LEFT: _up_to((1 << MAX_FIGURES) - 1)},
        **{Loop.CARD: OF_A_CARD, Loop.CAUSE: _of(Cause)},
    },
    Step.PICK: {
        **{Pick.ROW: A_ROW, Pick.LEFT: _up_to(ALL), Pick.TAKEN: _up_to((1 << MAX_FIGURES) - 1)},
        **{Pick.CARD: OF_A_CARD, Pick.CAUSE: _of(Cause)},
        Pick.AROUND: _up_to(len(Among) * PACK - 1),
    },
    Step.CHOICE: {
        **{Choice.ROW: A_ROW, Choice.AMONG: _of(Among), Choice.SUBJECT: A_SUBJECT},
        **{Choice.CARD: OF_A_CARD, Choice.CAUSE: _of(Cause)},
    },
    Step.REPEAT: {
        **{Repeat.ROW: A_ROW, Repeat.AMONG: _of(Among), Repeat.SUBJECT: A_SUBJECT},
        **{Repeat.CARD: OF_A_CARD, Repeat.CAUSE: _of(Cause), Repeat.LEFT: COUNTED},
    },
    Step.MOVE: {
        **{Move.AMONG: _of(Among), Move.SUBJECT: A_SUBJECT, Move.SPACES: _some(Thing.SPACE)},
        **{Move.STEPS: COUNTED, Move.AWAY: IS_SET},
    },
    Step.TOKEN: {Token.SPACE: _one(Thing.SPACE)},
    Step.ROLL: {
        **{Throw.FREE: _up_to(ALL, -ALL), Throw.ROLL: _of(Roll), Throw.THROWN: IS_SET},
        **{Throw.STANDARD: _up_to(MOST_DICE_ROLLED), Throw.BONUS: _up_to(MOST_DICE_ROLLED)},
        Throw.FIGURE: _up_to(ALL, NOTHING),  # or TENTACLES: is_roll_sound
    },
    Step.ATTACK: {
        **{Attack.TARGETS: _some(Thing.FIGURE), Attack.STAGE: _of(AttackStage)},
        Attack.TENTACLES: COUNTED,
    },
    Step.SPLIT: {Split.TARGETS: _some(Thing.FIGURE), Split.WOUNDS: COUNTED},
    Step.FIGHT: {Fight.ATTACKED: _some(Thing.FIGURE)},
    Step.STRIKE: {
        **{Strike.FIGURE: _one(Thing.FIGURE), Strike.STAGE: _of(StrikeStage)},
        **{Strike.ASKED: _some(Thing.PERSON), Strike.REDIRECTED: IS_SET},
    },
    Step.WOUND: {
        **{Wound.AMOUNT: DEALT, Wound.SOURCE: _of(Source), Wound.STAGE: _of(WoundStage)},
        **{Wound.FIGURE: _one_or_none(Thing.FIGURE), Wound.TAKEN: _up_to(MOST_ON_A_CARD)},
    },
    Step.SANITY: {Sanity.AMOUNT: DEALT, Sanity.SOURCE: _of(Source)},
    Step.REST: {Rest.POINTS: _up_to(REST_POINTS)},
    Step.PRAYER: {
        Prayer.POINTS: _up_to(ALL, -ALL),
        Prayer.PERSON: _one_or_none(Thing.PERSON),
    },
    Step.TRADE: {
        **{Trade.STAGE: _of(GoodsStage), Trade.LEFT: _up_to(MOST_GIVEN)},
        **{Trade.THING: A_CARD_OR_PIECE, Trade.CAME_FROM: _up_to(GoodsStage.PIECES)},
    },
    Step.CLAIM: {Claim.STAGE: _of(ClaimStage), Claim.CARD: _one(Thing.CARD)},
    Step.KEEP: {Keep.WOUNDS: _up_to(ALL), Keep.KEPT: _some(Thing.CARD)},
    Step.STEAL: {
        Steal.STAGE: _up_to(GoodsStage.PIECES),
        Steal.STOLEN: _up_to(MAX_CARDS + MAX_PIECES),
    },
    Step.DISCARD: {
        Discard.TAG: _up_to(MAX_CARDS * SIDES * MAX_TAGS - 1, NOTHING),
        Discard.LEFT: _up_to(ALL),
    },
    Step.HAND_OVER: {HandOver.CARD: OF_A_CARD},
    Step.RUN: {
        **{Run.STAGE: _of(RunStage), Run.STEPS: _up_to(RUN_SPACES + ALL), Run.SNEAKS: _up_to(ALL)},
        **{Run.SPACE: _one_or_none(Thing.SPACE), Run.PAST: _some(Thing.FIGURE)},
        Run.PIECE: _one_or_none(Thing.PIECE),
    },
    Step.DRAW: {Draw.DRAWN: _some(Thing.PIECE), Draw.GROUP: A_GROUP},
    Step.REVEAL: {Reveal.GROUP: A_GROUP},
}


def _table(what: str) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """One fact about every column of every kind of frame."""
    table = np.zeros((len(Step), COLUMNS), np.int64)
    for step, columns in VALUES.items():
        for column, held in columns.items():
            facts = {"thing": held.thing, "bits": held.is_bits}
            table[step, column] = (facts | held.span._asdict())[what]
    table.flags.writeable = False
    return table


LEAST, MOST, THING, IS_BITS = (_table(what) for what in ("low", "high", "thing", "bits"))
N_STEPS = len(Step)


@kernel
def number_of_things(kit, s, thing):
    """How many there are in this game."""
    if thing == Thing.PERSON:
        return int(kit.people)
    if thing == Thing.FIGURE:
        return int(kit.figures[s.elder, s.episode])
    if thing == Thing.SPACE:
        return int(kit.spaces[s.episode])
    if thing == Thing.CARD:
        return int(kit.cards[s.episode])
    return int(kit.pieces[s.episode])


@kernel
def can_hold(kit, s, step, column, value):
    """Whether a column of a frame of a kind can hold a value in this game."""
    most = MOST[step, column]
    if THING[step, column] != Thing.NUMBER:
        size = number_of_things(kit, s, THING[step, column])
        most = (1 << size) - 1 if IS_BITS[step, column] else size - 1
    return LEAST[step, column] <= value <= most
