"""What each of two processes does in test_distributed.py, under torchrun: it checks that they learn
together, and that they go on exactly where they were.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from cthulhu_training.ppo import checkpoint
from cthulhu_training.ppo.distributed import ProcessGroup
from cthulhu_training.ppo.lean import LeanPPO

from tests.training.learn.runs import small

SETTINGS = small(opponents="random", clone="heuristic", clone_steps=512)


def weights(learner: LeanPPO) -> bytes:
    return b"".join(weight.detach().numpy().tobytes() for weight in learner.net.parameters())


def check_gradients(group: ProcessGroup) -> None:
    """Each process has another gradient; both end with the mean."""
    weight = torch.nn.Parameter(torch.zeros(2, 3))
    weight.grad = torch.full((2, 3), 1.0 + 2.0 * group.rank)
    group.average_gradients([weight])
    assert torch.equal(weight.grad, torch.full((2, 3), 2.0))
    mean, std = group.mean_and_std(torch.tensor([0.0, 2.0]) + 4.0 * group.rank)
    assert (mean, std) == (3.0, pytest.approx(5.0**0.5))
    assert group.mean({"paid": 1.0 + group.rank}) == {"paid": 1.5}


def check_learning(group: ProcessGroup) -> None:
    straight = LeanPPO(SETTINGS, group)
    for _ in range(4):
        straight.update()
    assert straight.tables[0].vec.num_envs == SETTINGS.num_envs // 2
    everyone: list[Any] = group.gather((weights(straight), straight.tables[0].vec.states.tobytes()))
    if group.is_leader:
        assert everyone[0][0] == everyone[1][0]  # the same network
        assert everyone[0][1] != everyone[1][1]  # that plays different games

    halfway = LeanPPO(SETTINGS, group)
    for _ in range(2):
        halfway.update()
    head, arrays = group.share(checkpoint.save(halfway))
    resumed = LeanPPO(SETTINGS, group)
    checkpoint.load(resumed, head, arrays)
    for _ in range(2):
        resumed.update()
    assert weights(resumed) == weights(straight)
    head["processes"].append({})
    with pytest.raises(ValueError, match="begun with 3 processes, not 2"):
        checkpoint.load(resumed, head, arrays)


if __name__ == "__main__":
    processes = ProcessGroup()
    assert processes.size == 2
    check_gradients(processes)
    check_learning(processes)
    (Path(sys.argv[1]) / f"rank_{processes.rank}").write_text("done")
