"""The room `games/_script`: frames on a stack, questions, families, errors with their place."""

from __future__ import annotations

import enum

import numpy as np
import pytest

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import state_dtype
from cthulhu_envs.games._script.families import families_of
from cthulhu_envs.games._script.places import ContentError, at, fault_at, text_of
from cthulhu_envs.games._script.questions import ask, is_asked, take_answer
from cthulhu_envs.games._script.stack import pop, put, room, top, under_top

KIND, AMOUNT = range(2)
STATE = state_dtype(
    ("stack", np.int16, (3, 2)),
    ("depth", np.int16),
    ("question", np.int8),
    ("answer", np.int64),
)


def new_state():
    return np.zeros(1, STATE)[0]


@kernel
def push(s, kind, amount):
    frame = s.stack[put(s)]
    frame[KIND] = kind
    frame[AMOUNT] = amount


@kernel
def sum_of_two(s):
    """The amounts of the two topmost frames, which are done then."""
    total = s.stack[top(s), AMOUNT] + s.stack[under_top(s), AMOUNT]
    pop(s)
    pop(s)
    return total


@kernel
def push_where_there_is_room(s):
    if room(s) > 0:
        push(s, 9, 9)


def test_the_topmost_frame_is_done_first():
    s = new_state()

    push(s, 1, 10)
    push(s, 2, 20)

    assert s.stack[: s.depth].tolist() == [[1, 10], [2, 20]]
    assert sum_of_two(s) == 30
    assert s.depth == 0


def test_nothing_is_written_beyond_a_full_stack():
    s = new_state()
    for _ in range(3):
        push(s, 1, 1)
    before = s.tobytes()

    push_where_there_is_room(s)
    with pytest.raises(AssertionError, match="full"):
        push(s, 1, 1)

    assert s.tobytes() == before


@kernel
def ask_and_look(s, question, seat):
    ask(s, question, seat)
    return is_asked(s)


@kernel
def answer_and_look(s, answer):
    take_answer(s, answer)
    return is_asked(s)


def test_a_question_waits_until_it_is_answered():
    s = new_state()

    assert ask_and_look(s, 4, 1)
    assert (s.question, s.seat) == (4, 1)
    assert not answer_and_look(s, 7)
    assert s.answer == 7


def test_a_fault_is_told_with_file_and_line():
    with pytest.raises(ContentError, match=r"^reef\.txt, line 3: no card$"), at("x/reef.txt", 3):
        raise ValueError("no card")


def test_the_innermost_place_is_told():
    told = pytest.raises(ContentError, match=r"^reef\.txt, line 5: no card$")
    with told, at("reef.txt", 3), at("reef.txt", 5):
        raise ValueError("no card")


def test_a_fault_of_the_whole_file_has_no_line():
    assert str(fault_at("reef.txt", None, "too few cards")) == "reef.txt: too few cards"


def test_a_file_is_read_with_or_without_a_byte_order_mark(tmp_path):
    path = tmp_path / "reef.txt"
    for written in (b"\xef\xbb\xbfone\r\ntwo", b"one\ntwo"):
        path.write_bytes(written)
        assert text_of(path) == "one\ntwo"


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path):
    path = tmp_path / "reef.txt"
    path.write_bytes(b"one\n\xff")

    with pytest.raises(ContentError, match=r"^reef\.txt, line 2: this is no UTF-8 text$"):
        text_of(path)
    with pytest.raises(ContentError, match=r"there is no file .*none\.txt"):
        text_of(tmp_path / "none.txt")


class Tool(enum.IntEnum):
    HAMMER = 0
    SAW = 1
    PLANE = 3


class ToolFamily(enum.IntEnum):
    HITS = 1
    CUTS = 2


def test_each_member_of_an_enum_has_its_family():
    table = families_of(
        Tool, {ToolFamily.HITS: [Tool.HAMMER], ToolFamily.CUTS: {Tool.SAW, Tool.PLANE}}
    )

    assert table[Tool.HAMMER] == ToolFamily.HITS
    assert table[Tool.SAW] == table[Tool.PLANE] == ToolFamily.CUTS


def test_a_member_in_no_family_or_in_two_is_refused():
    with pytest.raises(ValueError, match="0 families"):
        families_of(Tool, {ToolFamily.CUTS: [Tool.SAW, Tool.PLANE]})
    with pytest.raises(ValueError, match="2 families"):
        families_of(Tool, {ToolFamily.CUTS: list(Tool), ToolFamily.HITS: [Tool.HAMMER]})
