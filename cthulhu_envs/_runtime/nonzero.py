"""Observations as what is not zero: the entries of a vector that was just written, moved out."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from cthulhu_envs.authoring.bits import EMPTY, lowest, size, without_lowest
from cthulhu_envs.authoring.kernels import is_compiled, kernel

STRIDE = 64  # numbers that are looked at together, one bit of a word each
GROUP = 4  # entries that are taken together
HIGHEST = np.uint64(1 << 63)


def padded(length: int) -> int:
    """The least multiple of STRIDE that is not below the length of a vector."""
    return -(-length // STRIDE) * STRIDE


if is_compiled():

    @intrinsic
    def nonzero_bits(typingctx, vector, start):
        """Which of the STRIDE numbers from `start` on are not zero, as bits of a word."""

        def generate(context, builder, signature, values):
            array = context.make_array(signature.args[0])(context, builder, values[0])
            place = builder.gep(array.data, [values[1]])
            wide = ir.VectorType(ir.FloatType(), STRIDE)
            numbers = builder.load(builder.bitcast(place, wide.as_pointer()), align=4)
            differ = builder.fcmp_unordered("!=", numbers, ir.Constant(wide, None))
            return builder.bitcast(differ, ir.IntType(STRIDE))

        return types.uint64(vector, types.int64), generate
else:

    def nonzero_bits(vector, start):
        """Which of the STRIDE numbers from `start` on are not zero, as bits of a word."""
        places = np.flatnonzero(vector[start : start + STRIDE])
        return np.uint64(sum(1 << int(place) for place in places))


@kernel(inline=True)
def move_nonzero(vector, indices, values, at):
    """Append the nonzero entries of a vector to `indices` and `values` from `at` on, and make the
    vector zero again; returns where they end. What has no room is not written, but counted.

    The vector has a multiple of STRIDE entries. Comparing STRIDE of them at once, and taking the
    entries that are found by fours, needs few branches that cannot be predicted: a quarter of the
    time of asking entry by entry. A group that is not full ends with entries that do not count.
    """
    room = indices.shape[0] - GROUP
    for start in range(0, vector.shape[0], STRIDE):
        bits = nonzero_bits(vector, start)
        if bits != EMPTY:
            end = at + size(bits)
            while at < end and end <= room:
                for n in range(GROUP):
                    bits |= HIGHEST  # so that it is never empty
                    k = start + lowest(bits)
                    indices[at + n] = k
                    values[at + n] = vector[k]
                    bits = without_lowest(bits)
                at += GROUP
            at = end
            for k in range(start, start + STRIDE):
                vector[k] = 0.0
    return at


@kernel
def count_nonzero(rows, offsets):
    """Where each row's entries begin and end, if only those are kept that are not zero."""
    for i in range(rows.shape[0]):
        found = 0
        for k in range(rows.shape[1]):
            found += rows[i, k] != 0.0
        offsets[i + 1] = offsets[i] + found


@kernel
def write_nonzero(rows, offsets, indices, values):
    """The entries of each row that are not zero, from offsets[i] on; rows are contiguous."""
    whole = rows.shape[1] // STRIDE * STRIDE
    for i in range(rows.shape[0]):
        row, at = rows[i], offsets[i]
        for start in range(0, whole, STRIDE):
            bits = nonzero_bits(row, start)
            while bits != EMPTY:
                k = start + lowest(bits)
                indices[at] = k
                values[at] = row[k]
                at += 1
                bits = without_lowest(bits)
        for k in range(whole, rows.shape[1]):
            if row[k] != 0.0:
                indices[at] = k
                values[at] = row[k]
                at += 1


@kernel
def list_nonzero(rows, offsets, indices):
    """Where the entries of each row are that are not zero, from offsets[i] on."""
    for i in range(rows.shape[0]):
        at = offsets[i]
        for k in range(rows.shape[1]):
            if rows[i, k] != 0:
                indices[at] = k
                at += 1


@kernel
def spread_nonzero(offsets, indices, values, rows):
    """Write entries into rows of zeros: the way back."""
    for i in range(rows.shape[0]):
        for k in range(offsets[i], offsets[i + 1]):
            rows[i, indices[k]] = values[k]


@kernel
def copy_rows(offsets, rows, new_offsets, entries, copies):
    """The entries of some rows, in the order of `rows`; new_offsets[i] says where row i begins."""
    for i in range(rows.shape[0]):
        start, shift = offsets[rows[i]], new_offsets[i]
        for k in range(new_offsets[i + 1] - shift):
            copies[shift + k] = entries[start + k]
