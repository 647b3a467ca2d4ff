"""Every ladder over an enum has a branch for each member that can come, and an error for others."""

from __future__ import annotations

import ast
import enum
import inspect
import textwrap
from typing import Any

import pytest

from cthulhu_envs.games.call_of_cthulhu.cards.cards import (
    ICON_OF,
    NO_ICON,
    Icon,
    Layer,
    Op,
    Per,
    Stat,
    Whom,
    layer_of,
)
from cthulhu_envs.games.call_of_cthulhu.cards.columns import O
from cthulhu_envs.games.call_of_cthulhu.rules import (
    actions,
    effects,
)
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Frame,
    Proc,
    Use,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import Question
from tests.rules.call_of_cthulhu.ladders import LADDERS, a_table


def branches(kind: type[enum.IntEnum], *kernels: Any) -> set[enum.IntEnum]:
    """The members of an enum that kernels compare something with."""
    sources = [inspect.getsource(getattr(kernel, "py_func", kernel)) for kernel in kernels]
    return {
        kind[right.attr]
        for source in sources
        for node in ast.walk(ast.parse(textwrap.dedent(source)))
        if isinstance(node, ast.Compare)
        for right in node.comparators
        if isinstance(right, ast.Attribute) and ast.unparse(right.value) == kind.__name__
    }


@pytest.mark.parametrize("name", LADDERS)
def test_a_ladder_has_branches_for_these_members(name):
    ladder = LADDERS[name]

    assert branches(ladder.kind, *ladder.kernels) == set(ladder.members)


@pytest.mark.parametrize("name", LADDERS)
def test_all_others_are_an_error(name):
    ladder = LADDERS[name]
    others = [member for member in ladder.kind if member not in ladder.members]
    for value in (*others, max(ladder.kind) + 1):
        table = a_table()
        with pytest.raises(AssertionError):
            ladder.hand(table, int(value))


@pytest.mark.parametrize("question", [Question.STORY, Question.DOMAIN], ids=lambda q: q.name)
def test_stories_and_domains_that_nobody_asks_for_are_an_error(question):
    table = a_table()
    table.s.question, table.s.ask_n = question, 50

    with pytest.raises(AssertionError, match="there are no such"):
        actions.list_options(table.kit, table.s)


STEPPED = (  # operations that are called again until their steps are done
    *(Op.WOUND, Op.THEIR_WOUND, Op.SACRIFICE, Op.DISCARD, Op.LOOK_BOTTOM, Op.LOOK_ORDER),
    *(Op.SEARCH, Op.FETCH, Op.HAND_OR_PILE_ENTERS, Op.PILE_TO_BOTTOM, Op.SWAP_HAND_AND_PILE),
    *(Op.LOSE_RESOURCE, Op.FREEZE, Op.DRAIN_TO_KEEP, Op.MAY_ADD_SUCCESS, Op.RETURN_WON),
)


@pytest.mark.parametrize("op", STEPPED, ids=lambda op: op.name)
def test_a_step_that_an_operation_does_not_have_is_an_error(op):
    table = a_table()
    frame, operation = table.frame(Proc.USE), table.kit.ops[0]
    frame[Frame.SELF], frame[Use.STEP] = table.inst, 7
    operation[O.OP], operation[O.AMOUNT], operation[O.FILTER] = op, 1, 0
    is_for_seats = op in effects.FAMILIES[effects.Family.BY_SEATS]
    operation[O.WHOM] = Whom.ME if is_for_seats else Whom.SELF

    with pytest.raises(AssertionError, match="no such step"):
        effects.run_one(table.kit, table.s, frame, operation)


def test_a_modifier_of_icons_has_the_icon_with_its_name():
    named = {stat: Icon[stat.name] for stat in Stat if stat.name in Icon.__members__}

    assert [int(n) for n in ICON_OF] == [named.get(stat, NO_ICON) for stat in Stat]
    assert len(named) == len(Icon)


def test_icons_that_count_characters_of_lower_skill_come_after_skills():
    assert layer_of(Stat.COMBAT, Per.WEAKER) > layer_of(Stat.SKILL, Per.ONCE)
    assert layer_of(Stat.COMBAT, Per.CULTISTS) == Layer.ICONS
    assert layer_of(Stat.SKILL, Per.WEAKER) == Layer.SKILL
