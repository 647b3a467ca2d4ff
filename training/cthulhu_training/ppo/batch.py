"""What a network is shown of many decisions: observations and legal actions, in either form.

The two classes do the same for `ActorCritic`. Log probabilities are one flat vector, of the legal
actions of all rows (`SparseBatch`) or of all actions of all rows (`DenseBatch`, the reference). The
entries of a row begin at `starts()`. A choice is counted from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Self

import numpy as np
import torch
from cthulhu_agents.learned.policy import sample_actions
from numpy.typing import NDArray
from torch import Tensor

from cthulhu_envs.api.sparse import SparseObs
from cthulhu_training.ppo.sparse_ops import (
    find_legal,
    gather_layer,
    join_rows,
    legal_log_probs,
    list_legal,
    log_probs_of,
    sample_legal,
    select_rows,
)


class Places:
    """Where a table's entries lie in the network: inputs of its observations (D,), outputs of its
    actions (A,), and how many of both the network has.
    """

    def __init__(
        self, inputs: NDArray[np.int32], outputs: NDArray[np.int32], num_inputs: int,
        num_outputs: int,
    ) -> None:  # fmt: skip
        self.inputs, self.outputs = inputs, outputs
        self.num_inputs, self.num_outputs = num_inputs, num_outputs
        self.own_action = np.zeros(num_outputs, np.int64)  # the action of an output
        self.own_action[outputs] = np.arange(len(outputs))


@dataclass(frozen=True)
class Batch:
    """What both forms share."""

    def to(self, device: torch.device) -> Self:
        """The same on a device."""
        moved = {one.name: getattr(self, one.name).to(device) for one in fields(self)}
        return replace(self, **moved)

    @property
    def nbytes(self) -> int:
        return sum(int(getattr(self, one.name).nbytes) for one in fields(self))


@dataclass(frozen=True)
class SparseBatch(Batch):
    """Observations (N, D) and legal actions, as compressed rows."""

    indices: Tensor  # (K,) int32
    values: Tensor  # (K,), scaled
    offsets: Tensor  # (N + 1,)
    legal: Tensor  # (L,) int32
    legal_offsets: Tensor  # (N + 1,)
    old_log_probs: Tensor  # (L,): when they were collected; at first 0

    @classmethod
    def of(
        cls, obs: SparseObs, mask: NDArray[np.int8], scale: NDArray[np.float32],
        places: Places | None = None,
    ) -> SparseBatch:  # fmt: skip
        """Copies of what a vector environment shows."""
        legal, legal_offsets = list_legal(mask)
        indices = obs.indices.copy()
        if places is not None:
            indices, legal = places.inputs[indices], torch.from_numpy(places.outputs)[legal.long()]
        return cls(
            torch.from_numpy(indices),
            torch.from_numpy(obs.values * scale[obs.indices]),
            torch.from_numpy(obs.offsets.copy()),
            legal,
            legal_offsets,
            torch.zeros(len(legal)),
        )

    @classmethod
    def cat(cls, parts: Sequence[SparseBatch]) -> SparseBatch:
        joined = {
            one.name: torch.cat([getattr(part, one.name) for part in parts]) for one in fields(cls)
        }
        joined["offsets"] = join_rows([part.offsets for part in parts])
        joined["legal_offsets"] = join_rows([part.legal_offsets for part in parts])
        return cls(**joined)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, rows: Tensor) -> SparseBatch:
        offsets, indices, values = select_rows(self.offsets, rows, self.indices, self.values)
        entries = (self.legal, self.old_log_probs)
        legal_offsets, legal, old = select_rows(self.legal_offsets, rows, *entries)
        return SparseBatch(indices, values, offsets, legal, legal_offsets, old)

    def first_layer(self, weights: Tensor, biases: Tensor) -> Tensor:
        """(N, D) observations times weights (D, H), plus biases."""
        return gather_layer(weights, biases, self.indices, self.values, self.offsets)

    def log_probs(self, hidden: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        """Log probabilities (L,) by the last layer of the actor, weights (A, H)."""
        return legal_log_probs(hidden, weight, bias, self.legal, self.legal_offsets)

    def starts(self) -> Tensor:
        return self.legal_offsets[:-1]

    def sample(self, log_probs: Tensor, uniform: NDArray[np.float64]) -> NDArray[np.int64]:
        """Draw an action for each row by its probability, `uniform` (N,) of the way up."""
        actions = np.empty(len(uniform), np.int64)
        legal, offsets = self.legal.cpu().numpy(), self.legal_offsets.cpu().numpy()
        sample_legal(log_probs.cpu().numpy(), legal, offsets, uniform, actions)
        return actions

    def choices(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The place of each row's action among its entries."""
        found = np.empty(len(actions), np.int64)
        find_legal(actions, self.legal.cpu().numpy(), self.legal_offsets.cpu().numpy(), found)
        return found


@dataclass(frozen=True)
class DenseBatch(Batch):
    """The same with all numbers of all rows."""

    obs: Tensor  # (N, D), scaled
    mask: Tensor  # (N, A) bool
    old_log_probs: Tensor  # (N * A,): when they were collected; at first 0

    @classmethod
    def of(
        cls, obs: NDArray[np.float32], mask: NDArray[np.int8], scale: NDArray[np.float32],
        places: Places | None = None,
    ) -> DenseBatch:  # fmt: skip
        """Copies of what a vector environment shows."""
        seen, legal = obs * scale, mask > 0
        if places is not None:
            seen = _spread(seen, places.inputs, places.num_inputs)
            legal = _spread(legal, places.outputs, places.num_outputs)
        return cls(torch.from_numpy(seen), torch.from_numpy(legal), torch.zeros(legal.size))

    @classmethod
    def cat(cls, parts: Sequence[DenseBatch]) -> DenseBatch:
        return cls(
            **{one.name: torch.cat([getattr(part, one.name) for part in parts])
               for one in fields(cls)}
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.obs)

    def __getitem__(self, rows: Tensor) -> DenseBatch:
        old = self.old_log_probs.view(self.mask.shape).index_select(0, rows).view(-1)
        return DenseBatch(self.obs.index_select(0, rows), self.mask.index_select(0, rows), old)

    def first_layer(self, weights: Tensor, biases: Tensor) -> Tensor:
        return torch.addmm(biases, self.obs, weights)

    def log_probs(self, hidden: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        logits = torch.nn.functional.linear(hidden, weight, bias)
        return log_probs_of(logits, self.mask).view(-1)

    def starts(self) -> Tensor:
        return torch.arange(len(self), device=self.mask.device) * self.mask.shape[1]

    def sample(self, log_probs: Tensor, uniform: NDArray[np.float64]) -> NDArray[np.int64]:
        return sample_actions(log_probs.exp().cpu().numpy().reshape(self.mask.shape), uniform)

    def choices(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        return actions


def _spread(rows: NDArray[Any], places: NDArray[np.int32], size: int) -> NDArray[Any]:
    """Rows with their entries at other places, and zeros elsewhere."""
    wider = np.zeros((len(rows), size), rows.dtype)
    wider[:, places] = rows
    return wider


AnyBatch = SparseBatch | DenseBatch
