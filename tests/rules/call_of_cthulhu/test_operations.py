"""Every operation of a card text has a handler, and one without a handler is an error."""

from __future__ import annotations

import ast
import inspect
import textwrap

import pytest

from cthulhu_envs.games.call_of_cthulhu.cards.cards import Op, Whom
from cthulhu_envs.games.call_of_cthulhu.cards.columns import OF_AIM, A, O
from cthulhu_envs.games.call_of_cthulhu.rules.effects import (
    FAMILIES,
    FAMILY_OF,
    Family,
    run_for_seat,
    run_for_user,
)
from cthulhu_envs.games.call_of_cthulhu.rules.effects_play import do_to, op_lasting
from cthulhu_envs.games.call_of_cthulhu.rules.effects_stories import op_success
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Use
from tests.rules.call_of_cthulhu.position import position

HANDLERS = {
    Family.ON_CARDS_IN_PLAY: do_to,
    Family.LASTING: op_lasting,
    Family.ON_TOKENS: op_success,
    Family.BY_THE_USER: run_for_user,
    Family.BY_SEATS: run_for_seat,
}


def branches(kernel) -> set[Op]:
    """The operations that a kernel compares its own with."""
    source = inspect.getsource(getattr(kernel, "py_func", kernel))
    return {
        Op[right.attr]
        for node in ast.walk(ast.parse(textwrap.dedent(source)))
        if isinstance(node, ast.Compare)
        for right in node.comparators
        if isinstance(right, ast.Attribute) and ast.unparse(right.value) == "Op"
    }


def test_every_operation_is_in_one_family():
    listed = [op for members in FAMILIES.values() for op in members]

    assert sorted(listed) == sorted(Op)
    assert all(op in FAMILIES[Family(FAMILY_OF[op])] for op in Op)


@pytest.mark.parametrize("op", Op, ids=lambda op: op.name)
def test_every_operation_has_a_branch_of_its_own(op):
    family = Family(FAMILY_OF[op])

    assert op in branches(HANDLERS[family])


@pytest.mark.parametrize("family", Family, ids=lambda family: family.name)
def test_a_family_has_no_branch_for_others(family):
    assert branches(HANDLERS[family]) == set(FAMILIES[family])


@pytest.mark.parametrize("family", Family, ids=lambda family: family.name)
def test_an_operation_without_a_branch_is_an_error(family):
    at = position(play="Ghost")
    kit, s = at.game.kit[0], at.s
    operation = kit.ops[0].copy()
    operation[O.OP], operation[O.WHOM] = len(Op), Whom.ME
    frame = s.stack[s.depth - 1]
    frame[Use.TEXT], frame[Use.TARGET], frame[Frame.SELF] = 0, at.inst("Ghost"), at.inst("Ghost")
    handed = {
        Family.ON_CARDS_IN_PLAY: (kit, s, frame, operation, at.inst("Ghost")),
        Family.ON_TOKENS: (s, frame, operation),
        Family.BY_SEATS: (kit, s, frame, operation, 0),
    }.get(family, (kit, s, frame, operation))

    with pytest.raises(AssertionError, match="no such operation"):
        HANDLERS[family](*handed)


def test_what_an_aim_needs_stands_behind_it():
    assert (A.AIM1 + OF_AIM, A.AIM2 + OF_AIM) == (A.FILTER1, A.FILTER2)


def test_columns_of_an_operation_lie_side_by_side():
    """A row is as long as there are columns; the place of MOST is that of FILTER."""
    assert [int(column) for column in O] == list(range(len(O)))
    assert O.MOST is O.FILTER
