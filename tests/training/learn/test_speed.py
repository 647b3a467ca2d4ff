"""What `cthulhu bench --training` measures."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from cthulhu_training.ppo import speed
from cthulhu_training.ppo.settings import Settings

from cthulhu_envs.api.registry import find
from cthulhu_envs.tools.bench.ours import TIMES

GAME = find("love_letter").configure(num_players=2)


def test_all_ways_are_measured_and_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "USUAL_HORIZON", 64)
    monkeypatch.setattr(
        speed, "Settings", partial(Settings, num_envs=8, num_steps=16, minibatches=1)
    )

    found = {one.what: one for one in speed.measure_training(GAME, 0.01, lambda line: None)}

    usual, lean = found[speed.USUAL], found[speed.LEAN]
    assert set(found) == {
        speed.USUAL, speed.FAMILIAR, speed.LEAN, speed.LEAN_DENSE,
        speed.FAMILIAR + speed.FASTER, speed.LEAN + speed.FASTER, speed.LEAN + speed.OVER_DENSE,
    }  # fmt: skip
    assert found[speed.LEAN + speed.FASTER].unit == TIMES
    assert found[speed.LEAN + speed.FASTER].best == lean.best / usual.best
    dense = found[speed.LEAN_DENSE]
    assert found[speed.LEAN + speed.OVER_DENSE].best == lean.best / dense.best


def test_the_usual_way_shows_whoever_is_to_move() -> None:
    env = speed.OnePlayersGame(GAME)
    obs, _ = env.reset(seed=3)
    rng = np.random.default_rng(0)
    movers, ended = set(), False

    while not ended:
        movers.add(env.env.agent_selection)
        assert env.observation_space.contains(obs)
        legal = np.flatnonzero(env.action_masks())
        obs, _, ended, _, _ = env.step(int(rng.choice(legal)))

    assert movers == {"player_0", "player_1"}
