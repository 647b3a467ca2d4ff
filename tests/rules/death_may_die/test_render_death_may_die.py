"""The table as text and picture."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.engine import render
from tests.rules.death_may_die.position import position


@pytest.mark.parametrize("episode", ["Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"])
def test_the_text_says_what_is_there(episode):
    at = position(episode=episode, where=[2, 1], enemies={"Cultist": [2, 2]}, wounds=[3, 0])

    text = render.text(at.game, at.s)

    assert "Cultist, Cultist" in text
    assert "3/5" in text
    assert "investigator 1 is asked: Act" in text


def test_a_seat_does_not_see_hidden_faces():
    at = position(episode="Danse Macabre")

    assert "dancer ?" in render.text(at.game, at.s, 0)
    assert "dancer ?" not in render.text(at.game, at.s, None)


def test_the_picture_has_one_size_and_changes_with_the_state():
    at = position(enemies={"Cultist": [2]})
    before = render.picture(at.game, at.s)

    at.play("run 2", "done")
    after = render.picture(at.game, at.s)

    assert before.shape == after.shape == (760, 1200, 3)
    assert not np.array_equal(before, after)
