"""Tables: ids and vector positions <-> meaning, for any blocks."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cthulhu_envs.authoring.layout import Axis, Block, Table, axis_of, count, others, seats

many = settings(max_examples=80, deadline=None, database=None, derandomize=True)


class Card(enum.IntEnum):
    GUARD = 1
    ELDER_SIGN = 4


TABLE = Table(
    Block("draw", "draw a card"),
    Block("guess", "{seat} holds the {card}", seat=others(3), card=axis_of(Card)),
    Block("keep", "keep card {slot}", high=3.0, slot=count(3, "no ")),
)


def axes() -> st.SearchStrategy[Axis]:
    values = st.lists(st.integers(-50, 50), min_size=1, max_size=4, unique=True)
    return values.map(lambda found: Axis(tuple(found), tuple(f"<{v}>" for v in found)))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    names = draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=5, unique=True))
    blocks = []
    for name in names:
        own = draw(st.dictionaries(st.sampled_from(["x", "y", "z"]), axes(), max_size=3))
        text = f"{name}: " + ", ".join(f"{{{key}}}" for key in own)
        blocks.append(Block(name, text, high=draw(st.floats(0.5, 9)), **own))
    return Table(*blocks)


@many
@given(tables())
def test_every_id_has_one_meaning_and_every_meaning_one_id(table: Table) -> None:
    meanings = [table.decode(number) for number in range(table.size)]

    assert [table.encode(m.name, **m.values) for m in meanings] == list(range(table.size))
    assert len({table.text(number) for number in range(table.size)}) == table.size


@many
@given(tables())
def test_blocks_lie_end_to_end_in_the_order_they_are_told(table: Table) -> None:
    places = [start for block in table for start in [table.starts[block.name]] * block.size]

    assert places == sorted(places)
    assert table.size == len(places) == len(table.highs)
    assert [table.start_record()[block.name] for block in table] == [*table.starts.values()]


@many
@given(tables(), st.integers(1, 3))
def test_views_cover_a_batch_and_write_through_to_it(table: Table, batch: int) -> None:
    vectors = np.zeros((batch, table.size))

    for number, block in enumerate(table, start=1):
        table.view(vectors)[block.name][...] = number

    for number, block in enumerate(table, start=1):
        start = table.starts[block.name]
        assert (vectors[:, start : start + block.size] == number).all()
    assert (vectors > 0).all()


def test_text_uses_labels_and_the_names_of_the_players() -> None:
    guess = TABLE.encode("guess", seat=2, card=Card.ELDER_SIGN)

    assert TABLE.text(guess) == "+2 holds the Elder Sign"
    assert TABLE.text(guess, {2: "Ann"}) == "Ann holds the Elder Sign"
    assert TABLE.text(TABLE.encode("keep", slot=1), {1: "Ann"}) == "keep card no 1"


def test_seats_are_relative_to_oneself() -> None:
    assert seats(3).labels == ("me", "+1", "+2")
    assert others(3).values == (1, 2)
    assert len(axis_of(Card, without=(Card.GUARD,))) == 1


def test_highs_are_those_of_the_blocks() -> None:
    assert TABLE.highs.tolist() == [1.0] * 5 + [3.0] * 3
    assert TABLE.highs.dtype == np.float32


def test_a_block_says_what_one_of_a_thing_counts_as() -> None:
    assert TABLE.blocks["keep"].scale == 1.0
    assert Block("tokens", "tokens, as a share of the goal", scale=1 / 3).scale == 1 / 3


def test_the_page_says_what_one_of_a_thing_counts_as() -> None:
    page = Table(Block("wounds", "wounds", scale=1 / 12), Block("out", "1 if out")).markdown("id")

    assert "| wounds (1/12 each) |" in page
    assert "| 1 if out |" in page


def test_markdown_gives_spans_names_and_axes() -> None:
    page = TABLE.markdown("action").splitlines()

    assert page[2] == "| 0 | `draw` | - | draw a card |"
    assert page[3] == "| 1-4 | `guess` | seat (2) x card (2) | {seat} holds the {card} |"


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "a misspelt name": ("gues", {"seat": 1, "card": 1}, "did you mean 'guess'"),
    "a name like no other": ("zzzzzz", {}, "known: draw, guess, keep"),
    "an axis too few": ("guess", {"seat": 1}, "needs seat, card; got seat"),
    "an axis too many": ("draw", {"seat": 1}, "needs nothing; got seat"),
    "a value off the axis": ("guess", {"seat": 0, "card": 1}, r"0 is not one of \+1, \+2"),
    "a value between two": ("guess", {"seat": 1.5, "card": 1}, "1.5 is not one of"),
}


@pytest.mark.parametrize("what", WRONG)
def test_encoding_refuses(what: str) -> None:
    name, values, words = WRONG[what]

    with pytest.raises(ValueError, match=words):
        TABLE.encode(name, **values)


@pytest.mark.parametrize("number", [-1, 8, 10**9])
def test_decoding_refuses_what_is_no_id(number: int) -> None:
    for read in (TABLE.decode, TABLE.text):
        with pytest.raises(ValueError, match=f"id {number} is outside 0 to 7"):
            read(number)


def test_two_blocks_cannot_have_one_name() -> None:
    with pytest.raises(ValueError, match="same name"):
        Table(Block("draw", "draw"), Block("draw", "draw again"))


def test_a_block_without_entries_takes_no_place() -> None:
    table = Table(Block("none", "nothing", seat=others(1)), Block("draw", "draw"))

    assert table.size == 1
    assert table.decode(0).name == "draw"
    assert "`none`" not in table.markdown("id")
