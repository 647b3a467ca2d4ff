"""Where things lie on a table, and what is told of them."""

from __future__ import annotations

from itertools import combinations

import pytest

from cthulhu_envs.drawing.spectator import has, listed, names_of
from cthulhu_envs.drawing.tabletop import MAT_HEIGHT, MAT_WIDTH, WIDTH, halves, middle, spots

HEIGHTS = (750, 820)


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("players", MAT_WIDTH)
def test_mats_lie_on_the_table_and_apart(players, height):
    boxes = [spot.box for spot in spots(players, height)]

    assert len(boxes) == players
    for left, top, right, bottom in boxes:
        assert left > 16 and right < WIDTH - 16 and top > 40 and bottom < height - 66
    for here, there in combinations(boxes, 2):
        beside = here[2] < there[0] or there[2] < here[0]
        assert beside or here[3] < there[1] or there[3] < here[1]


@pytest.mark.parametrize("players", MAT_WIDTH)
def test_the_looking_seat_is_at_the_bottom_and_the_next_one_further_left(players):
    first, second, *_ = spots(players, 750)

    assert first.is_low and first.top + MAT_HEIGHT / 2 > middle(750)
    assert second.left <= first.left


def test_lists_read_as_people_write_them():
    assert listed(["a tooth"]) == "a tooth"
    assert listed(["a tooth", "a claw"]) == "a tooth and a claw"
    assert names_of([0, 2, 3]) == "player_0, player_2 and player_3"


def test_a_spectator_is_in_every_set_of_seats():
    assert has(0b100, 2) and not has(0b100, 1)
    assert has(0, None)


def test_a_long_sentence_is_broken_between_words_near_its_middle():
    assert halves("one two three four") == ("one two", "three four")
