"""The operands of every operation: declared once, written and read by name."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.content import effect_rows
from cthulhu_envs.games.death_may_die.content.effect_rows import (
    AMOUNT,
    ARGUMENT,
    BOUND,
    LATER,
    OP,
    OPERANDS,
    ROW,
    WIDTH,
    IfRow,
    Op,
    WoundRow,
    effect_row,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import Var, Whom
from cthulhu_envs.games.death_may_die.settings import library_of


@pytest.mark.parametrize("op", OPERANDS, ids=lambda op: op.name)
def test_operands_fill_the_row_from_the_left_without_overlap(op: Op) -> None:
    taken = [OP]
    for name, column in OPERANDS[op].__members__.items():
        taken += range(column, column + WIDTH.get(name, 1))

    assert taken == list(range(len(taken)))
    assert len(taken) <= ROW


def test_an_amount_is_always_in_the_same_column() -> None:
    columns = [one["AMOUNT"] for one in OPERANDS.values() if "AMOUNT" in one.__members__]

    assert len(columns) > 10 and set(columns) == {AMOUNT}


def test_an_argument_and_a_bound_lie_within_what_they_belong_to() -> None:
    assert all(width > ARGUMENT for width in WIDTH.values())
    assert {name for name, width in WIDTH.items() if width > BOUND} == {"CONDITION"}


def test_every_class_of_columns_belongs_to_an_operation() -> None:
    declared = {name for name in vars(effect_rows) if name.endswith("Row")}

    assert declared == {columns.__name__ for columns in OPERANDS.values()}


def test_every_name_of_a_wide_operand_and_of_a_later_one_is_used() -> None:
    names = {name for columns in OPERANDS.values() for name in columns.__members__}

    assert {*WIDTH, *LATER} <= names


def test_operands_are_written_where_their_names_say() -> None:
    row = effect_row(Op.WOUND, amount=(Var.TENTACLES, 7), whom=Whom.OTHERS, each=2)

    assert len(row) == ROW and row[OP] == Op.WOUND
    assert row[WoundRow.AMOUNT] == Var.TENTACLES and row[WoundRow.AMOUNT + ARGUMENT] == 7
    assert row[WoundRow.WHOM] == Whom.OTHERS and row[WoundRow.EACH] == 2


def test_the_number_of_a_row_can_be_written_later() -> None:
    row = effect_row(Op.IF, condition=(Var.STRESS, 0, 3))

    assert row[IfRow.CONDITION + BOUND] == 3 and row[IfRow.OTHERWISE] == 0


@pytest.mark.parametrize(
    ("op", "operands"),
    [
        (Op.DOUSE, {"amount": (Var.CONST, 1), "where": (0, 0)}),  # not an operand of it
        (Op.SUMMON, {"where": (0, 0)}),  # one is missing
        (Op.DOUSE, {"amount": 1}),  # too narrow
        (Op.BOOST, {"dice": (1, 2)}),  # too wide
        (Op.SCRAP, {"card": 1}),  # takes none at all
    ],
)
def test_other_operands_are_refused(op: Op, operands: dict[str, int | tuple[int, ...]]) -> None:
    with pytest.raises(TypeError, match=op.name):
        effect_row(op, **operands)


def test_no_row_of_the_content_holds_more_than_its_operands() -> None:
    seen = set()
    for row in library_of(GAME.values).program.rows:
        op = Op(row[OP])
        seen.add(op)
        names = OPERANDS[op].__members__ if op in OPERANDS else {}
        used = 1 + sum(WIDTH.get(name, 1) for name in names)
        assert not any(row[used:]), op.name

    assert len(seen) > 30
