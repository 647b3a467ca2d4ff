"""The examples for other trainers run, learn, and stay short."""

from __future__ import annotations

from pathlib import Path

import pytest

from training.examples import pytorch_loop, rllib_aec, sb3_gymnasium, tianshou_dqn

FOLDER = Path(pytorch_loop.__file__).parent
MOST_LINES = 60


def test_masked_ppo_on_the_gymnasium_face_learns() -> None:
    assert sb3_gymnasium.main(steps=10_240, episodes=200) > 0.1


def test_the_plain_loop_learns() -> None:
    assert pytorch_loop.main(updates=20) > 0.1


def test_tianshou_learns() -> None:
    assert tianshou_dqn.main(steps=4_000, episodes=200) > 0.1


def test_rllib_learns() -> None:
    assert rllib_aec.main(updates=4) > 0.08


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_examples_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES
