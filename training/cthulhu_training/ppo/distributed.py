"""Data-parallel learning: processes play their own games and average their gradients.

    torchrun --standalone --nproc-per-node 2 --no-python cthulhu train love_letter --players 2

`num_envs` games are divided among the processes, so a run learns the same way with any number of
them. All have the same weights. The process of rank 0, the leader, keeps the run's folder.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import TypeVar

import torch
import torch.distributed as dist
from torch import Tensor

T = TypeVar("T")

PATIENCE = timedelta(hours=6)  # others wait for as long as the leader evaluates
LAST_EXCHANGE = 0.5  # seconds
LOOK_EVERY = 0.5  # seconds
TORCHRUN = "TORCHELASTIC_RUN_ID"  # what it gives to the processes that it starts
GLOO, BOTH = "gloo", "cpu:gloo,cuda:nccl"


def leave() -> None:
    """End the threads that talk to the other processes.

    Gloo's thread gives back the tensor of the last exchange after the exchange has ended, and needs
    the interpreter lock for it. Without the pause, a process that ends just then aborts or hangs.
    """
    if dist.is_initialized():
        time.sleep(LAST_EXCHANGE)
        dist.destroy_process_group()


def end_with(parent: int) -> None:
    """Wait until the process that started this one has ended, and end too: torchrun that was
    killed leaves its processes to themselves, in sessions of their own.
    """
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os._exit(1)


class ProcessGroup:
    """The processes of a run, and the device of this one. A process alone is a group too."""

    def __init__(self, device: str = "cpu") -> None:
        is_cuda = device == "cuda"
        if is_cuda and not torch.cuda.is_available():
            raise ValueError("device cuda: PyTorch finds no GPU here")
        local_rank = int(os.environ.get("LOCAL_RANK", "0"))
        self.device = torch.device("cuda", local_rank) if is_cuda else torch.device("cpu")
        if is_cuda:
            torch.cuda.set_device(self.device)
        is_one_of_many = int(os.environ.get("WORLD_SIZE", "1")) > 1
        if is_one_of_many and not dist.is_initialized():  # Ray Train has done it already
            if TORCHRUN in os.environ:
                threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
            dist.init_process_group(BOTH if is_cuda else GLOO, timeout=PATIENCE)
            atexit.register(leave)
        self.size = dist.get_world_size() if dist.is_initialized() else 1
        self.rank = dist.get_rank() if dist.is_initialized() else 0

    @property
    def is_leader(self) -> bool:
        return self.rank == 0

    def share(self, value: T) -> T:
        """The leader's value, in all processes."""
        if self.size == 1:
            return value
        box = [value]
        dist.broadcast_object_list(box, src=0)
        return box[0]

    def gather(self, value: T) -> list[T]:
        """The values of all processes by rank, at the leader; nothing elsewhere."""
        if self.size == 1:
            return [value]
        values: list[T] | None = [value] * self.size if self.is_leader else None
        dist.gather_object(value, values, dst=0)
        return values or []

    def sum(self, numbers: Tensor) -> Tensor:
        """The sum over all processes, in place."""
        if self.size > 1:
            dist.all_reduce(numbers)
        return numbers

    def average_gradients(self, weights: Sequence[Tensor]) -> None:
        """Give all processes the mean of their gradients."""
        if self.size == 1:
            return
        gradients = [weight.grad for weight in weights if weight.grad is not None]
        flat = self.sum(torch.cat([gradient.reshape(-1) for gradient in gradients]) / self.size)
        parts = flat.split([gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))

    def mean(self, facts: dict[str, float]) -> dict[str, float]:
        """The mean of each fact over all processes."""
        own = torch.tensor(list(facts.values()), dtype=torch.float64, device=self.device)
        values = self.sum(own) / self.size
        return dict(zip(facts, values.tolist(), strict=True))

    def mean_and_std(self, numbers: Tensor) -> tuple[float, float]:
        """Mean and standard deviation of the numbers of all processes."""
        exact = numbers.double()
        sums = self.sum(
            torch.stack([exact.sum(), exact.square().sum(), exact.new_tensor(len(exact))])
        )
        total, squares, count = sums.tolist()
        count = max(count, 1.0)
        mean = total / count
        return mean, max(squares / count - mean**2, 0.0) ** 0.5
