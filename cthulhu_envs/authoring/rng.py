"""Random numbers held in the state: the splitmix64 stream in field `rng`.

The same seed and actions give the same game in every environment, process and batch, compiled
or not. Rendering, agents and environments have streams of their own and never touch this one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.bits import ONE
from cthulhu_envs.authoring.kernels import is_compiled, kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
SHIFT_1, SHIFT_2, SHIFT_3 = np.uint64(30), np.uint64(27), np.uint64(31)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
TO_UNIT = 1.0 / (1 << 53)
TO_53_BITS = np.uint64(11)


def _wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """uint64 is meant to wrap here; compiled code does so silently, plain numpy would warn."""
    if is_compiled():
        return kernel(inline=True)(function)
    return np.errstate(over="ignore")(function)


@_wrapping
def mix(word):
    """Scramble 64 bits, one to one."""
    word = (word ^ (word >> SHIFT_1)) * MIX_1
    word = (word ^ (word >> SHIFT_2)) * MIX_2
    return word ^ (word >> SHIFT_3)


@_wrapping
def next_word(s):
    """The next 64 random bits of the record's stream."""
    s.rng = s.rng + GOLDEN
    return mix(s.rng)


@_wrapping
def below(s, n):
    """A whole number from 0 to n - 1, all exactly equally likely (n < 2**32)."""
    count = np.uint64(n)
    product = (next_word(s) >> HALF) * count
    if (product & LOW_HALF) < count:
        reject_under = ((LOW_HALF - count + ONE) & LOW_HALF) % count
        while (product & LOW_HALF) < reject_under:
            product = (next_word(s) >> HALF) * count
    return np.int64(product >> HALF)


@kernel
def unit(s):
    """A number from [0, 1)."""
    return np.float64(next_word(s) >> TO_53_BITS) * TO_UNIT


@kernel
def shuffle(s, cards, n):
    """Put the first n entries of an array into random order."""
    for last in range(n - 1, 0, -1):
        other = below(s, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@kernel
def lay_anew(s, cards, n):
    """Shuffle the first n entries so that only which cards they are matters, not how they lie:
    the same stream lays the same order from any order.
    """
    for last in range(1, n):
        card, at = cards[last], last
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
    shuffle(s, cards, n)


@kernel
def roll(s, sides):
    """Throw a die with faces 1 to `sides`."""
    return 1 + below(s, sides)


@_wrapping
def next_seed(streams, i):
    """The next seed of the stream `streams[i]`, a number that fits a signed 64-bit integer."""
    streams[i] = streams[i] + GOLDEN
    return mix(streams[i]) >> ONE


@_wrapping
def seed_stream(s, seed):
    """Start the record's stream from a seed."""
    s.rng = mix(np.uint64(seed) + GOLDEN)


@_wrapping
def lane_stream(seed, lane):
    """Where the stream of seeds of one lane of a batch starts."""
    return mix(mix(np.uint64(seed) + GOLDEN) + GOLDEN * np.uint64(lane))


def deal_seeds(count: int, seed: int | np.random.Generator) -> NDArray[np.uint64]:
    """That many seeds of deals, from a seed or from a generator that is used further."""
    rng = np.random.default_rng(seed)  # a generator is passed on as it is
    return rng.integers(0, 2**63, count, np.int64).astype(np.uint64)
