"""The key of an information set: one number for all that a seat recalls. Policy tables are looked
up by it, and the solver grows its tree by it.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.templates import bound
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import GOLDEN

LOOKUP = Path(__file__).with_name("lookup.py")
MAX_WORDS = 4096  # that a seat recalls

FIRST_WORD = np.uint64(0x517CC1B727220A95)
MULTIPLIER = GOLDEN
SHIFT = np.uint64(29)
OFFSET = 64  # words are small and may be negative


@kernel
def hash_words(words, count):
    """One number for the first words of an array."""
    key = FIRST_WORD
    for k in range(count):
        key = (key ^ np.uint64(words[k] + OFFSET)) * MULTIPLIER
        key ^= key >> SHIFT
    return key


def key_of(game: Game, state: NDArray[Any], seat: int) -> np.uint64:
    """The key of the information set in which a seat is; `state` is an array of one record."""
    words = np.zeros(MAX_WORDS, np.int64)
    return np.uint64(bound(game, LOOKUP).first_key(game.kit, state, seat, words, False))
