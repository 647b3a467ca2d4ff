"""The two layers that see only a few of their weights for a row, as autograd functions.

The first layer gathers the weights of what is not zero in an observation, and its gradient is
scattered to them. The last layer of the actor computes the logits of legal actions alone. On a
processor both are small compiled loops. On a GPU they are PyTorch's own operations. Rows are
compressed (CSR): row i has the entries from offsets[i] to offsets[i + 1].
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from cthulhu_agents.learned.gather import gather_rows
from numpy.typing import NDArray
from torch import Tensor
from torch.autograd.function import once_differentiable

from cthulhu_envs._runtime.nonzero import copy_rows, count_nonzero, list_nonzero
from cthulhu_envs.authoring.kernels import kernel

ILLEGAL = -1e9  # the logit of an action that is not legal


def log_probs_of(logits: Tensor, mask: Tensor) -> Tensor:
    """(N, A) logits as log probabilities, of legal actions alone."""
    return torch.log_softmax(torch.where(mask, logits, ILLEGAL), dim=1)


@kernel
def scatter_rows(indices, values, offsets, grad, grad_weights):
    """Add the gradient of `gather_rows` by its weights."""
    width = grad.shape[1]
    for i in range(grad.shape[0]):
        for k in range(offsets[i], offsets[i + 1]):
            a, p = indices[k], values[k]
            for h in range(width):
                grad_weights[a, h] += p * grad[i, h]


@kernel
def score_legal(hidden, weights, biases, legal, offsets, log_probs):
    """The log probabilities of each row's legal actions; weights (A, H)."""
    width = hidden.shape[1]
    for i in range(hidden.shape[0]):
        highest = ILLEGAL
        for k in range(offsets[i], offsets[i + 1]):
            a = legal[k]
            logit = biases[a]
            for h in range(width):
                logit += hidden[i, h] * weights[a, h]
            log_probs[k] = logit
            highest = max(highest, logit)
        total = 0.0
        for k in range(offsets[i], offsets[i + 1]):
            total += np.exp(log_probs[k] - highest)
        shift = highest + np.log(total)
        for k in range(offsets[i], offsets[i + 1]):
            log_probs[k] -= shift


@kernel
def unscore_legal(
    grad, log_probs, hidden, weights, legal, offsets, grad_hidden, grad_weights, grad_biases
):
    """Add the gradients of `score_legal` by what it was given."""
    width = hidden.shape[1]
    for i in range(hidden.shape[0]):
        total = 0.0
        for k in range(offsets[i], offsets[i + 1]):
            total += grad[k]
        for k in range(offsets[i], offsets[i + 1]):
            a = legal[k]
            g = np.float32(grad[k] - total * np.exp(log_probs[k]))
            grad_biases[a] += g
            for h in range(width):
                grad_hidden[i, h] += g * weights[a, h]
            for h in range(width):
                grad_weights[a, h] += g * hidden[i, h]


@kernel
def sample_legal(log_probs, legal, offsets, uniform, actions):
    """An action for each row, drawn by its probability: uniform[i] of the way up."""
    for i in range(uniform.shape[0]):
        left = uniform[i]
        last = offsets[i + 1] - 1
        actions[i] = legal[last]
        for k in range(offsets[i], last):
            left -= np.exp(log_probs[k])
            if left < 0.0:
                actions[i] = legal[k]
                break


@kernel
def find_legal(actions, legal, offsets, places):
    """The place of each row's action among its legal ones."""
    for i in range(actions.shape[0]):
        k = offsets[i]
        while k + 1 < offsets[i + 1] and legal[k] != actions[i]:
            k += 1
        places[i] = k - offsets[i]


class _GatherRows(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, weights: Tensor, biases: Tensor, *rows: Tensor) -> Tensor:
        ctx.save_for_backward(weights, *rows)
        out = torch.empty(len(rows[-1]) - 1, weights.shape[1])
        gather_rows(*_arrays(*rows, weights, biases, out))
        return out

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        weights, *rows = ctx.saved_tensors
        grad_weights = torch.zeros_like(weights)
        scatter_rows(*_arrays(*rows, grad.contiguous(), grad_weights))
        return grad_weights, grad.sum(0), None, None, None


class _LegalLogProbs(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: Any, hidden: Tensor, weights: Tensor, biases: Tensor, legal: Tensor, offsets: Tensor
    ) -> Tensor:
        hidden = hidden.contiguous()
        log_probs = torch.empty(len(legal))
        score_legal(*_arrays(hidden, weights, biases, legal, offsets, log_probs))
        ctx.save_for_backward(log_probs, hidden, weights, legal, offsets)
        return log_probs

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        log_probs, hidden, weights, legal, offsets = ctx.saved_tensors
        grads = torch.zeros_like(hidden), torch.zeros_like(weights), weights.new_zeros(len(weights))
        unscore_legal(
            *_arrays(grad.contiguous(), log_probs, hidden, weights, legal, offsets, *grads)
        )
        return *grads, None, None


def _arrays(*tensors: Tensor) -> list[Any]:
    return [tensor.detach().numpy() for tensor in tensors]


def gather_layer(
    weights: Tensor, biases: Tensor, indices: Tensor, values: Tensor, offsets: Tensor
) -> Tensor:
    """Sparse rows (N, D) times weights (D, H), plus biases: (N, H)."""
    if weights.is_cuda:
        return gather_layer_torch(weights, biases, indices, values, offsets)
    found: Tensor = _GatherRows.apply(weights, biases, indices, values, offsets)
    return found


def gather_layer_torch(
    weights: Tensor, biases: Tensor, indices: Tensor, values: Tensor, offsets: Tensor
) -> Tensor:
    """The same by PyTorch's operations."""
    rows = torch.nn.functional.embedding_bag(
        indices.long(), weights, offsets[:-1], mode="sum", per_sample_weights=values
    )
    return rows + biases


def legal_log_probs(
    hidden: Tensor, weights: Tensor, biases: Tensor, legal: Tensor, offsets: Tensor
) -> Tensor:
    """Log probabilities (L,) of the legal actions of each row, among themselves. `hidden` (N, H)
    comes before the layer with weights (A, H).
    """
    if weights.is_cuda:
        return legal_log_probs_torch(hidden, weights, biases, legal, offsets)
    found: Tensor = _LegalLogProbs.apply(hidden, weights, biases, legal, offsets)
    return found


def legal_log_probs_torch(
    hidden: Tensor, weights: Tensor, biases: Tensor, legal: Tensor, offsets: Tensor
) -> Tensor:
    """The same by PyTorch's operations."""
    places = torch.repeat_interleave(offsets.diff()), legal.long()
    logits = torch.nn.functional.linear(hidden, weights, biases)
    mask = torch.zeros_like(logits, dtype=torch.bool)
    mask[places] = True
    return log_probs_of(logits, mask)[places]


def select_rows(offsets: Tensor, rows: Tensor, *entries: Tensor) -> tuple[Tensor, ...]:
    """Offsets and entries of some compressed rows alone."""
    if offsets.is_cuda:
        return select_rows_torch(offsets, rows, *entries)
    chosen = _chosen_offsets(offsets, rows)
    copies = [entry.new_empty(int(chosen[-1])) for entry in entries]
    for entry, copy in zip(entries, copies, strict=True):
        copy_rows(*_arrays(offsets, rows, chosen, entry, copy))
    return chosen, *copies


def select_rows_torch(offsets: Tensor, rows: Tensor, *entries: Tensor) -> tuple[Tensor, ...]:
    """The same by PyTorch's operations."""
    chosen = _chosen_offsets(offsets, rows)
    shifts = torch.repeat_interleave(offsets[rows] - chosen[:-1], chosen.diff())
    places = torch.arange(len(shifts), device=offsets.device) + shifts
    return chosen, *(entry[places] for entry in entries)


def _chosen_offsets(offsets: Tensor, rows: Tensor) -> Tensor:
    return torch.cat([offsets.new_zeros(1), offsets.diff()[rows].cumsum(0)])


def join_rows(offsets: Sequence[Tensor]) -> Tensor:
    """The offsets of compressed rows of which the entries are put one after the other."""
    counts = [one.diff() for one in offsets]
    return torch.cat([offsets[0].new_zeros(1), torch.cat(counts).cumsum(0)])


def list_legal(mask: NDArray[np.int8]) -> tuple[Tensor, Tensor]:
    """The legal actions (L,) of masks (N, A) one row after the other, and offsets (N + 1,)."""
    offsets = np.zeros(len(mask) + 1, np.int64)
    count_nonzero(mask, offsets)
    legal = np.empty(offsets[-1], np.int32)
    list_nonzero(mask, offsets, legal)
    return torch.from_numpy(legal), torch.from_numpy(offsets)
