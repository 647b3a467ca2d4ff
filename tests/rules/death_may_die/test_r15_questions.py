"""R15.3: the observation holds what the question is about.

Every kind of question is listed with the columns of its frame that say what it is about. Two
positions that differ in one of them alone must not look alike.
"""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.components import SIDES
from cthulhu_envs.games.death_may_die.content.effect_rows import Op
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Among, Mode, Roll
from cthulhu_envs.games.death_may_die.kit import effects_of
from cthulhu_envs.games.death_may_die.rules.frames import (
    COLUMNS,
    KIND,
    ME,
    PACK,
    Attack,
    AttackStage,
    Choice,
    Claim,
    ClaimStage,
    Discard,
    Draw,
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
    Rest,
    Run,
    RunStage,
    Split,
    Steal,
    Strike,
    Throw,
    Token,
    Trade,
    Wound,
    WoundStage,
)
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Effect, Source, Step
from cthulhu_envs.games.death_may_die.settings import library_of
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, Position, position

TIES = ("space", "figure", "piece", "person")
PERSON, FIGURES, SPACES = Among.INVESTIGATORS, Among.FIGURES, Among.SPACES


def row_of(at: Position, op: Op, *operands: int) -> int:
    """The first row of the program with that Op and those operands."""
    for number, row in enumerate(at.library.program.rows):
        if row[: 1 + len(operands)] == [op, *operands]:
            return number
    raise AssertionError(f"no row with {op.name} {operands}")


def two_rows(at: Position, op: Op, *operands: int) -> tuple[int, int]:
    """Two rows with that Op in different effects."""
    first = row_of(at, op, *operands)
    rows = enumerate(at.library.program.rows)
    start = at.kit.row_first
    for number, row in rows:
        if row[: 1 + len(operands)] == [op, *operands] and start[number] != start[first]:
            return first, number
    raise AssertionError(f"only one effect has {op.name} {operands}")


# A question: the frame that asks by column, and other values that its columns can have.
Asked = tuple[Step, Question, dict[int, int], dict[int, int]]


def questions(at: Position) -> list[Asked]:
    """Every kind of question but those about nothing that the boards do not show."""
    each, other_each = two_rows(at, Op.SELECT, Mode.EACH)
    near, other_near = two_rows(at, Op.SELECT, Mode.NEAREST)
    pick = row_of(at, Op.SELECT, Mode.CHOICE)
    option, other_option = two_rows(at, Op.CHOOSE)
    asked: list[Asked] = [
        (
            Step.MYTHOS,
            Question.OPTION,
            {Mythos.STAGE: MythosStage.DRAW, Mythos.CARD: 3, Mythos.SECOND: 5},
            {Mythos.CARD: 4, Mythos.SECOND: 6, Mythos.STAGE: MythosStage.CANCEL},
        ),
        *runs(),
        *moves(),
        (Step.ATTACK, Question.TARGET, {Attack.TARGETS: 2}, {Attack.TARGETS: 6}),
        (
            Step.ATTACK,
            Question.SPACE,
            {Attack.TARGETS: 2, Attack.STAGE: AttackStage.FLEE, Attack.TENTACLES: 1},
            {Attack.TARGETS: 4, Attack.TENTACLES: 2},
        ),
        (
            Step.SPLIT,
            Question.FIGURE,
            {Split.TARGETS: 6, Split.WOUNDS: 2},
            {Split.TARGETS: 14, Split.WOUNDS: 3},
        ),
        (Step.FIGHT, Question.FIGURE, {Fight.ATTACKED: 2}, {Fight.ATTACKED: 4}),
        (Step.STRIKE, Question.OPTION, {Strike.FIGURE: 1, ME: 1}, {Strike.FIGURE: 2, ME: 2}),
        *wounds(),
        (Step.REST, Question.HEAL, {Rest.POINTS: 3}, {Rest.POINTS: 2}),
        (
            Step.PRAYER,
            Question.HEAL,
            {Prayer.POINTS: 1, Prayer.PERSON: NOTHING},
            {Prayer.POINTS: 2, Prayer.PERSON: 1},
        ),
        (Step.PRAYER, Question.PERSON, {Prayer.POINTS: 0, Prayer.PERSON: NOTHING}, {}),
        *goods(),
        (
            Step.CLAIM,
            Question.CLAIM,
            {Claim.STAGE: ClaimStage.CLAIM, Claim.CARD: 2},
            {Claim.CARD: 3},
        ),
        (Step.KEEP, Question.CARD, {Keep.WOUNDS: 1, Keep.KEPT: 4}, {Keep.WOUNDS: 2, Keep.KEPT: 8}),
        (Step.DISCARD, Question.CARD, {Discard.TAG: NOTHING, Discard.LEFT: 1}, {Discard.LEFT: 2}),
        (Step.HAND_OVER, Question.CARD, {HandOver.CARD: NOTHING}, {}),
        (Step.HAND_OVER, Question.PERSON, {HandOver.CARD: 2}, {HandOver.CARD: 3}),
        (Step.DRAW, Question.PIECE, {Draw.DRAWN: 3}, {Draw.DRAWN: 5}),
        (Step.TOKEN, Question.SPACE, {Token.SPACE: 3}, {Token.SPACE: 4}),
        (
            Step.CHOICE,
            Question.OPTION,
            {Choice.ROW: option, Choice.SUBJECT: NOTHING},
            {Choice.ROW: other_option, ME: 1},
        ),
    ]
    for among in (FIGURES, SPACES, PERSON):
        one = {Choice.ROW: option, Choice.AMONG: among, Choice.SUBJECT: 1}
        asked.append((Step.CHOICE, Question.OPTION, one, {Choice.SUBJECT: 2}))
    for change in ROLLS:
        dice = {Throw.ROLL: Roll.AGAINST, Throw.FIGURE: 1, Throw.THROWN: 1}
        asked.append((Step.ROLL, Question.REROLL, dice, change))
    for name in TIES:
        question = Question[name.upper()]
        all_of_them = {Loop.ROW: each, Loop.AMONG: FIGURES, Loop.LEFT: 6}
        nearest = {Pick.ROW: near, Pick.LEFT: 1, Pick.AROUND: 0}
        chosen = {Pick.ROW: pick, Pick.LEFT: 1, Pick.AROUND: PERSON * PACK}
        asked += [
            (Step.LOOP, question, all_of_them, {Loop.ROW: other_each, Loop.LEFT: 14}),
            (Step.PICK, question, nearest, {Pick.ROW: other_near, Pick.LEFT: 2, Pick.TAKEN: 2}),
            (Step.PICK, question, chosen, {Pick.AROUND: PERSON * PACK + 1}),
        ]
    return asked


def runs() -> list[Asked]:
    """The questions of a Run, one for each stage."""
    where = {Run.STEPS: 2, Run.SNEAKS: 1, Run.SPACE: NOTHING, Run.PIECE: NOTHING}
    sneak = {Run.STAGE: RunStage.SNEAK, Run.STEPS: 2, Run.SNEAKS: 2, Run.SPACE: 3}
    bring = {Run.STAGE: RunStage.BRING, Run.STEPS: 2, Run.SPACE: 3}
    none = {Run.PIECE: NOTHING}
    return [
        (Step.RUN, Question.RUN, where, {Run.STEPS: 3, Run.SNEAKS: 2, Run.PIECE: 1}),
        (Step.RUN, Question.FIGURE, sneak | none, {Run.SPACE: 4, Run.PAST: 2, Run.SNEAKS: 1}),
        (Step.RUN, Question.PERSON, bring | none, {Run.SPACE: 4, Run.PAST: 2, Run.PIECE: 2}),
    ]


def moves() -> list[Asked]:
    """The questions of enemies and pieces that move."""
    one = {Move.SUBJECT: 1, Move.SPACES: 4, Move.STEPS: 1}
    other = {Move.SUBJECT: 2, Move.SPACES: 8, Move.STEPS: 2, Move.AWAY: 1}
    enemy, piece = {Move.AMONG: FIGURES}, {Move.AMONG: Among.PIECES}
    return [
        (Step.MOVE, Question.SPACE, one | enemy, other),
        (Step.MOVE, Question.SPACE, one | piece, {Move.SUBJECT: 2} | enemy),
    ]


def wounds() -> list[Asked]:
    """The questions of a wound, by where it comes from."""
    cancel, share = {Wound.STAGE: WoundStage.CANCEL}, {Wound.STAGE: WoundStage.SHARE}
    blow = {Wound.AMOUNT: 2, Wound.SOURCE: Source.ATTACK, Wound.FIGURE: 1}
    rest = {Wound.AMOUNT: 1, Wound.SOURCE: Source.ATTACK, Wound.FIGURE: 1, Wound.TAKEN: 1}
    fire = {Wound.AMOUNT: 2, Wound.SOURCE: Source.FIRE, Wound.FIGURE: NOTHING}
    return [
        (Step.WOUND, Question.CARD, blow | cancel, {Wound.AMOUNT: 3, Wound.FIGURE: 2} | share),
        (Step.WOUND, Question.CARD, rest | share, {Wound.SOURCE: Source.OTHER, Wound.TAKEN: 2}),
        (Step.WOUND, Question.FIGURE, fire | cancel, {Wound.AMOUNT: 3}),
    ]


def goods() -> list[Asked]:
    """The questions of Trades and thefts."""
    pieces = GoodsStage.PIECES
    chosen = {Trade.THING: 2, Trade.CAME_FROM: GoodsStage.CARDS}
    change = {Trade.THING: 3, Trade.CAME_FROM: pieces, Trade.LEFT: 4}
    gifts = {Trade.LEFT: 6, Trade.THING: NOTHING}
    to_whom = {Trade.STAGE: GoodsStage.RECEIVER, Trade.LEFT: 5} | chosen
    return [
        (Step.TRADE, Question.CARD, gifts, {Trade.LEFT: 5}),
        (Step.TRADE, Question.PIECE, gifts | {Trade.STAGE: pieces}, {Trade.LEFT: 5}),
        (Step.TRADE, Question.PERSON, to_whom, change),
        (Step.STEAL, Question.CARD, {Steal.STOLEN: 0}, {Steal.STOLEN: 1}),
        (Step.STEAL, Question.PIECE, {Steal.STAGE: pieces, Steal.STOLEN: 0}, {Steal.STOLEN: 1}),
    ]


ROLLS: tuple[dict[int, int], ...] = (
    {Throw.FIGURE: 2},
    {Throw.ROLL: Roll.FIRE},
    {Throw.ROLL: Roll.AGAINST_SELF},
    {Throw.ROLL: Roll.ACTION},
    {Throw.ROLL: Roll.ATTACK},
)
NO_SUBJECT = {  # kinds of questions that the boards, the mask and whose turn it is say all about
    (Step.PARTNER, Question.PERSON),
    (Step.ACT, Question.ACT),
    (Step.WINDOW, Question.USE),
    (Step.LEVEL_UP, Question.LEVEL),
    (Step.EVEN_OUT, Question.CARD),
    (Step.REVEAL, Question.PIECE),
}


def table() -> Position:
    return position(num_players=3, investigators=PLAIN[:3], where=[3, 3, 3])


def seen(at: Position, step: Step, question: Question, columns: dict[int, int]) -> np.ndarray:
    """What all seats see when such a frame asks in the investigator's own actions."""
    states = at.env._lanes.states.copy()
    s = states[0]
    frame = np.zeros(COLUMNS, np.int32)
    frame[KIND] = step
    for column, value in columns.items():
        frame[column] = value
    if step == Step.MYTHOS:
        s.depth -= 2  # it lies under the actions
    s.stack[s.depth] = frame
    s.depth += 1
    s.question = question
    return np.concatenate([view_of(at.game, states, seat).observation for seat in range(3)])


CASES = [
    pytest.param(number, column, id=f"{number}-{step.name}-{question.name}-{column}")
    for number, (step, question, _, changes) in enumerate(questions(table()))
    for column in changes
]


@rule("R15.3")
@pytest.mark.parametrize(("number", "column"), CASES)
def test_questions_that_differ_in_their_subject_look_different(number, column):
    at = table()
    step, question, columns, changes = questions(at)[number]

    one = seen(at, step, question, columns)
    other = seen(at, step, question, columns | {column: changes[column]})

    for seat in range(3):
        size = at.game.observations.size
        part = slice(seat * size, (seat + 1) * size)
        assert (one[part] != other[part]).any(), f"seat {seat} cannot tell them apart"


@pytest.mark.slow
@rule("R15.3")
@pytest.mark.parametrize("players", [1, 3])
def test_every_kind_of_question_is_listed(players):
    """Those that random play meets, with all Episodes and Elder Ones."""
    listed = {(step, question) for step, question, _, _ in questions(table())} | NO_SUBJECT
    vec = VectorEnv(GAME.configure(num_players=players), 256)
    _, mask, _ = vec.reset(1)
    rng = np.random.default_rng(1)
    met: set[tuple[Step, Question]] = set()

    for _ in range(300):
        tops = vec.states["stack"][np.arange(256), vec.states["depth"] - 1, KIND]
        pairs = zip(tops.tolist(), vec.states["question"].tolist(), strict=True)
        met |= {(Step(step), Question(question)) for step, question in pairs}
        _, mask, *_ = vec.step((rng.random(mask.shape) * mask).argmax(axis=1))

    assert len(met) > 25
    assert met <= listed


@rule("R15.3")
def test_every_effect_is_known_by_whose_it_is():
    found = library_of(GAME.values)
    kit = GAME.kit[0]

    starts = {row: (effect, number) for row, effect, number, _ in effects_of(found) if row}

    assert set(starts) == set(found.program.starts)
    assert {effect for effect, _ in starts.values()} == set(Effect)
    for row, (effect, number) in starts.items():
        assert (kit.row_effect[row], kit.row_number[row], kit.row_first[row]) == (
            effect,
            number,
            row,
        )
    for episode in found.episodes:
        side = episode.discovery[1].sides[0]
        if side and side.use:
            assert kit.row_number[side.use] == SIDES
