"""The one clock of the bench: ours and the peers' are timed in the same way.

A measurement is cut into short chunks, each a speed of its own. The median of the chunks is the
figure that is compared; it bears other work on the machine better than the mean does. The best
chunk is what the machine does when left alone.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

CHUNK_SECONDS = 0.002  # shorter than a turn on a shared core: most chunks are undisturbed
FEWEST_CHUNKS = 3  # however little time is given
WARMUP_SHARE = 0.2  # of the measured seconds, spent before the clock starts
STEPS_PER_LAP = 32  # so that reading the clock costs nothing beside them

Advance = Callable[[], None]
Lap = Callable[[], tuple[int, float]]  # does some work: how many things, in how many seconds


@dataclass(frozen=True)
class Rate:
    """Things done per second: the median chunk and the best."""

    median: float
    best: float


def rate(lap: Lap, seconds: float) -> Rate:
    """The speed of laps run for about `seconds`, after a warm-up of at least one lap."""
    _chunk(lap, seconds * WARMUP_SHARE)
    speeds: list[float] = []
    total = 0.0
    while len(speeds) < FEWEST_CHUNKS or total < seconds:
        done, spent = _chunk(lap, CHUNK_SECONDS)
        speeds.append(done / spent)
        total += spent
    return Rate(statistics.median(speeds), max(speeds))


def _chunk(lap: Lap, seconds: float) -> tuple[int, float]:
    """Laps until `seconds` of their own time have passed: what they did, and how long it took."""
    done, spent = lap()
    while spent < seconds:
        more, took = lap()
        done, spent = done + more, spent + took
    return done, spent


def lap_of(advance: Advance, steps: int = 1, calls: int = STEPS_PER_LAP) -> Lap:
    """A lap of `calls` calls that make `steps` steps each, all of it timed."""

    def lap() -> tuple[int, float]:
        start = time.perf_counter()
        for _ in range(calls):
            advance()
        return steps * calls, time.perf_counter() - start

    return lap
