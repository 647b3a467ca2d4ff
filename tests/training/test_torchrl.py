"""TorchRL plays our Gymnasium environments, one and many. Each test has a process of its own,
because TorchRL warns when it is imported.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MANY = """\
import gymnasium, torch
from torchrl.data import Binary, Unbounded
from torchrl.envs import GymWrapper, default_info_dict_reader
import cthulhu_envs

table = {{"num_players": 2, "rounds": "single"}}
envs = gymnasium.make_vec(
    "cthulhu_envs/LoveLetter-v1", num_envs=4, autoreset_mode={mode!r}, **table
)
env = GymWrapper(envs, categorical_action_encoding=True)
size = env.action_spec.space.n
specs = {{
    "action_mask": Binary(size, shape=(4, size), dtype=torch.int8),
    "illegal": Unbounded((4,), dtype=torch.bool),
}}
env.set_info_dict_reader(default_info_dict_reader(list(specs), specs))


def draw(tensordict):
    mask = tensordict["action_mask"].float()
    return tensordict.set("action", torch.distributions.Categorical(mask).sample())


played = env.rollout(60, draw, break_when_any_done=False)
over = played["next", "done"].squeeze(-1)
paid = played["next", "reward"].squeeze(-1)
assert played.shape == (4, 60) and over.sum() > 20, over.sum()
results = set(paid[over].tolist())  # a draw pays nothing
assert {{-1.0, 1.0}} <= results <= {{-1.0, 0.0, 1.0}} and not paid[~over].any()
assert not played["next", "illegal"].any()
"""
BY_NAME = """\
from torchrl.envs import GymEnv

if __name__ == "__main__":
    env = GymEnv("cthulhu_envs:cthulhu_envs/LoveLetter-v1", num_envs=2, num_players=2)
    played = env.rollout(3, break_when_any_done=False)
    assert played.shape == (2, 3), played.shape
    env.close()
"""


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    return subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("mode", ["SameStep", "Disabled"])
def test_many_games_at_once_roll_out(mode: str, tmp_path: Path) -> None:
    found = run(MANY.format(mode=mode), tmp_path)

    assert found.returncode == 0, found.stderr


def test_a_mode_that_torchrl_cannot_use_is_refused_by_it(tmp_path: Path) -> None:
    found = run(MANY.format(mode="NextStep"), tmp_path)

    assert "must be one of SAME_STEP or DISABLED" in found.stderr


def test_processes_of_torchrl_find_a_game_by_a_name_with_its_module(tmp_path: Path) -> None:
    found = run(BY_NAME, tmp_path)

    assert found.returncode == 0, found.stderr
