"""Sets of up to 64 small numbers as the bits of one word.

Gathering bits and then going through those that are set needs no branch that cannot be predicted:
twice as fast as asking every member whether it belongs.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from cthulhu_envs.authoring.kernels import is_compiled, kernel

EMPTY = np.uint64(0)
ONE = np.uint64(1)


@kernel(inline=True)
def bit(is_in, place):
    """The set that holds `place` if it is in, and nothing else."""
    return np.uint64(is_in) << np.uint64(place)


@kernel(inline=True)
def without_lowest(word):
    """All but the lowest; of a set that is not empty."""
    return word & (word - ONE)


if is_compiled():

    @intrinsic
    def lowest(typingctx, word):
        """The lowest number of a set that is not empty."""

        def generate(context, builder, signature, values):
            zero_is_not_asked_for = ir.Constant(ir.IntType(1), 1)
            return builder.cttz(values[0], zero_is_not_asked_for)

        return types.int64(types.uint64), generate

    @intrinsic
    def size(typingctx, word):
        """How many numbers are in a set."""

        def generate(context, builder, signature, values):
            return builder.ctpop(values[0])

        return types.int64(types.uint64), generate
else:

    def lowest(word):
        """The lowest number of a set that is not empty."""
        word = int(word)
        return (word & -word).bit_length() - 1

    def size(word):
        """How many numbers are in a set."""
        return int(word).bit_count()
