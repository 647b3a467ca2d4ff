"""The examples for other trainers run, learn, and stay short."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from cthulhu_training.examples import (
    ppo_one_file,
    pytorch_loop,
    rllib_aec,
    sb3_gymnasium,
    tianshou_dqn,
)

from cthulhu_envs import make_vec
from cthulhu_envs.api.vector import VectorEnv
from tests.cli.program import hear_interrupts

FOLDER = Path(pytorch_loop.__file__).parent
EXAMPLES = [path for path in sorted(FOLDER.glob("*.py")) if path.name != "__init__.py"]
MOST_LINES = {"ppo_one_file.py": 170}  # one file on purpose; the others have fewer than 85
USUALLY = 85


def test_masked_ppo_learns_in_the_gymnasium_environment() -> None:
    assert sb3_gymnasium.main(steps=10_240, episodes=200) > 0.1


def test_the_plain_loop_learns() -> None:
    assert pytorch_loop.main(updates=20) > 0.1


class Copying:
    """A vector environment whose arrays are copied as soon as they are handed out."""

    def __init__(self, vec: VectorEnv) -> None:
        self.vec = vec

    def step(self, actions: Any) -> tuple[Any, ...]:
        return tuple(array.copy() for array in self.vec.step(actions))


def gradient(reuse: bool, is_copied: bool = False) -> list[torch.Tensor]:
    """Of the example's loss, with the same weights, games and choices each time."""
    torch.manual_seed(3)
    vec = make_vec("love_letter", num_envs=64, num_players=2, rounds="single", reuse=reuse)
    net = torch.nn.Linear(vec.game.observations.size, vec.game.actions.size)
    shown = tuple(array.copy() for array in vec.reset(1))
    loss, _ = pytorch_loop.collect(net, Copying(vec) if is_copied else vec, *shown)
    loss.backward()
    return [weight.grad for weight in net.parameters() if weight.grad is not None]


def test_the_gradient_of_the_plain_loop_is_that_of_copied_buffers() -> None:
    right = gradient(reuse=True, is_copied=True)

    assert all(map(torch.equal, gradient(reuse=False), right))
    assert not all(map(torch.allclose, gradient(reuse=True), right))  # as 0.1.0 had it


def test_ppo_in_one_file_learns_on_the_vector_environment() -> None:
    args = ppo_one_file.Args(total_timesteps=40_960, num_envs=64)

    assert ppo_one_file.main(args) > 0.25


def test_torchrl_learns() -> None:
    """In a process of its own: TorchRL warns when it is imported."""
    lines = "from cthulhu_training.examples.torchrl_ppo import main; print(main(steps=8192))"

    run = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)

    assert run.returncode == 0, run.stderr
    assert float(run.stdout.splitlines()[-1]) > 0.1


def test_tianshou_learns() -> None:
    assert tianshou_dqn.main(steps=4_000, episodes=200) > 0.1


def test_rllib_learns() -> None:
    assert rllib_aec.main(updates=4) > 0.08


def test_an_interrupt_ends_an_example_quietly() -> None:
    words = ["-m", "cthulhu_training.examples.ppo_one_file", "--total-timesteps", "80000"]
    with subprocess.Popen(
        [sys.executable, *words, "--num-envs", "64"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,
    ) as process:
        assert process.stdout is not None and process.stdout.readline()

        process.send_signal(signal.SIGINT)

        said = process.communicate(timeout=60)[1].decode()
    assert "Traceback" not in said and "KeyboardInterrupt" not in said, said


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_hears_an_interrupt(path: Path) -> None:
    *_, last = ast.parse(path.read_text(encoding="utf-8")).body

    assert "suppress(KeyboardInterrupt)" in ast.unparse(last)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_examples_are_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES.get(path.name, USUALLY)
