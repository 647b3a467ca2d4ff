"""The settings of a run: checked, written, compared."""

from __future__ import annotations

from typing import Any

import pytest
from cthulhu_training.ppo.settings import Settings

from tests.training.learn.runs import LL6, small


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"game": "love_leter"}, "did you mean 'love_letter"),
        ({"table": {"num_players": 9}}, "2 to 6 players, not 9"),
        ({"trainer": "sb33"}, "did you mean 'sb3'"),
        ({"steps": 0}, "steps must be a whole number of at least 1"),
        ({"hidden": "64,64"}, "hidden must be sizes such as 64x64"),
        ({"self_play": 1.5}, "self_play must lie between 0 and 1"),
        ({"learning_rate": 0.0}, "learning_rate must be more than 0"),
        ({"entropy_coef": -0.1}, "entropy_coef must be at least 0"),
        ({"only_opponents": True}, "only_opponents needs opponents"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused_in_words(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        small(**changes)


def test_settings_come_back_from_json() -> None:
    settings = small(seed=7)

    assert Settings.from_json(settings.to_json()) == settings


@pytest.mark.parametrize("text", ["", "{}}", '{"colour": 1}', "[1]"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no settings of a training run"):
        Settings.from_json(text)


def test_differences_are_said() -> None:
    assert small(seed=3).differences(small(seed=4)) == ["seed 3 instead of 4"]
    assert small().differences(small()) == []


def test_updates_are_as_many_as_the_steps_need() -> None:
    assert Settings(table=LL6, steps=1_000_000, num_envs=100, num_steps=100).updates == 100
