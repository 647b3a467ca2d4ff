"""The first layer of a network over sparse observations: only the weights of what is not zero."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.authoring.kernels import kernel

Numbers = NDArray[np.float32]


@kernel
def gather_rows(indices, values, offsets, weights, biases, out):
    """out (N, H) = sparse rows (N, D) times weights (D, H), plus biases (H,). Four entries are
    added at a time, so that `out` is read and written less often.
    """
    width = out.shape[1]
    for i in range(out.shape[0]):
        for h in range(width):
            out[i, h] = biases[h]
        k, end = offsets[i], offsets[i + 1]
        while k + 4 <= end:
            a, b, c, d = indices[k], indices[k + 1], indices[k + 2], indices[k + 3]
            p, q, r, s = values[k], values[k + 1], values[k + 2], values[k + 3]
            for h in range(width):
                first = p * weights[a, h] + q * weights[b, h]
                second = r * weights[c, h] + s * weights[d, h]
                out[i, h] += first + second
            k += 4
        while k < end:
            a, p = indices[k], values[k]
            for h in range(width):
                out[i, h] += p * weights[a, h]
            k += 1


def sparse_matmul(obs: SparseObs, weights: Numbers, biases: Numbers) -> Numbers:
    """Rows (N, D) times weights (D, H), plus biases (H,): (N, H)."""
    out = np.empty((len(obs), weights.shape[1]), np.float32)
    gather_rows(obs.indices, obs.values, obs.offsets, weights, biases, out)
    return out
