"""Every step and operation has its branch; every constructor fills the columns it names."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.death_may_die.content.effect_rows import ROW, Op, SelectRow, effect_row
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    NO_SUBJECT,
    NOTHING,
    Among,
    Var,
    Where,
    Who,
    Whom,
)
from cthulhu_envs.games.death_may_die.rules import advance, frame_constructors, frames
from cthulhu_envs.games.death_may_die.rules.advance import do_step
from cthulhu_envs.games.death_may_die.rules.counting import count, where_is
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_script, push_step
from cthulhu_envs.games.death_may_die.rules.frames import KIND, ME, Script
from cthulhu_envs.games.death_may_die.rules.interpreter import do_script
from cthulhu_envs.games.death_may_die.rules.selection import asked_of, candidates
from cthulhu_envs.games.death_may_die.rules.steps import FAMILY_OF, TURN, Family, Step
from tests.rules.death_may_die.position import position

plain_only = pytest.mark.skipif(is_compiled(), reason="calls single kernels, which is plain Python")
FREE_ROW = -1  # the last row of the tables, which no content reaches


def a_state() -> tuple[Any, Any]:
    """A kit and a state of its own in the middle of a game."""
    at = position(where=[3, 3], enemies={"Cultist": [3]})
    return at.game.kit.copy()[0], at.env._lanes.states.copy()[0]


@plain_only
@pytest.mark.parametrize("step", [step for step in Step if step != Step.NOTHING])
def test_every_step_is_done_by_the_kernel_with_its_name(step, monkeypatch):
    kit, s = a_state()
    push_step(s, step, 0)
    done = []
    for other in Step:
        name = f"do_{other.name.lower()}"
        monkeypatch.setattr(advance, name, lambda *_, n=name: done.append(n), raising=False)

    do_step(kit, s, s.stack[s.depth - 1])

    assert done == [f"do_{step.name.lower()}"]


@plain_only
def test_a_frame_of_no_kind_is_an_error():
    kit, s = a_state()
    push_step(s, Step.NOTHING, 0)

    with pytest.raises(AssertionError, match="of no kind"):
        do_step(kit, s, s.stack[s.depth - 1])


def run_row(row: list[int]) -> None:
    """Do one row of an effect about a Cultist; a missing branch is an AssertionError."""
    kit, s = a_state()
    kit.rows[FREE_ROW] = row
    push_script(s, 0, len(kit.rows) + FREE_ROW, Among.FIGURES, 1, 0, 0)
    do_script(kit, s, s.stack[s.depth - 1])


@plain_only
@pytest.mark.parametrize("op", [op for op in Op if op != Op.OPTION])
def test_every_operation_has_its_branch(op):
    row = [int(op), *[0] * (ROW - 1)]
    if op == Op.SELECT:
        row[SelectRow.AMONG] = Among.SPACES

    run_row(row)


@plain_only
def test_an_operation_that_is_never_done_is_an_error():
    with pytest.raises(AssertionError, match="missing"):
        run_row(effect_row(Op.OPTION, condition=(Var.CONST, 1, 1)))


@plain_only
@pytest.mark.parametrize("whom", Whom)
def test_everyone_who_can_be_wounded_has_a_branch(whom):
    run_row(effect_row(Op.WOUND, amount=(Var.CONST, 1), whom=whom, each=1))


@plain_only
@pytest.mark.parametrize("who", Who)
def test_everyone_who_can_be_placed_has_a_branch(who):
    run_row(effect_row(Op.PLACE, who=who, where=(Where.YOU, 0)))


@plain_only
@pytest.mark.parametrize("var", Var)
def test_everything_that_can_be_counted_has_a_branch(var):
    kit, s = a_state()

    assert count(kit, s, 0, NO_SUBJECT, NOTHING, var, 0) >= 0


@plain_only
@pytest.mark.parametrize("where", Where)
def test_every_place_has_a_branch(where):
    kit, s = a_state()

    assert where_is(kit, s, 0, 3, where, 0) >= 0


@plain_only
@pytest.mark.parametrize("among", [among for among in Among if among != Among.NONE])
def test_every_sort_of_subjects_has_a_branch(among):
    kit, s = a_state()

    assert candidates(kit, s, 0, NO_SUBJECT, NOTHING, among, 0) >= 0
    assert asked_of(among)


def test_every_step_has_its_family():
    assert FAMILY_OF[Step.WOUND] == Family.DICE_AND_HARM
    assert [FAMILY_OF[step] for step in TURN] == [Family.TURN] * len(TURN)


CONSTRUCTORS = {
    name: function
    for name, function in vars(frame_constructors).items()
    if name.startswith("push_") and name != "push_step"
}
COLUMNS_OF = {  # where the constructor's name is not that of the columns
    **dict.fromkeys(("throw_of_attack", "throw_of_enemy"), "Throw"),
    **dict.fromkeys(("effect", "effect_on", "card_effect", "body"), "Script"),
}
STEP_OF = {"Throw": Step.ROLL}  # and where the step's is not


@plain_only
@pytest.mark.parametrize("name", CONSTRUCTORS)
def test_a_constructor_fills_the_columns_that_its_arguments_name(name):
    _, s = a_state()
    end = int(s.depth)
    kind = name.removeprefix("push_")
    columns = getattr(frames, COLUMNS_OF.get(kind, kind.title().replace("_", "")))
    steps = {step.name.replace("_", ""): step for step in Step}
    step = STEP_OF.get(columns.__name__) or steps[columns.__name__.upper()]
    around = np.arange(20, 20 + frames.COLUMNS, dtype=np.int32)
    taken = list(inspect.signature(CONSTRUCTORS[name]).parameters)[1:]
    given = {word: around if word == "around" else 10 + i for i, word in enumerate(taken)}

    CONSTRUCTORS[name](s, *given.values())

    frame = s.stack[end]
    assert s.depth == end + 1
    assert frame[KIND] == step
    assert frame[ME] == (around[ME] if "around" in given else given["me"])
    for word in set(given) - {"me", "around"}:
        assert frame[columns[word.upper()]] == given[word], word
    if "around" in given:
        assert frame[Script.CARD] == around[Script.CARD]
        assert frame[Script.CAUSE] == around[Script.CAUSE]
