"""The one clock of the bench: ours and the peers' are timed in the same way.

A measurement is cut into short chunks, each a speed of its own. The best chunk is what the machine
does when left alone; it comes out the same run after run, so it is what is compared. The median is
what a user gets beside whatever else the machine does; on shared cores it swings by half.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

CHUNK_SECONDS = 0.002  # shorter than a turn on a shared core: most chunks are undisturbed
FEWEST_CHUNKS = 3  # however little time is given
WARMUP_SHARE = 0.2  # of the measured seconds, spent before the clock starts
STEPS_PER_LAP = 32  # so that reading the clock costs nothing beside them

Advance = Callable[[], object]  # what it returns is dropped: only the time counts
Lap = Callable[[], tuple[int, float]]  # does some work: how many things, in how many seconds


@dataclass(frozen=True)
class Rate:
    """Things done per second: the median chunk and the best."""

    median: float
    best: float


@dataclass(frozen=True)
class Measure:
    """Something else of a game that is worth timing: what it is, the unit, and a lap of it."""

    what: str
    unit: str
    lap: Lap


def rate(lap: Lap, seconds: float) -> Rate:
    """The speed of laps run for about `seconds`, after a warm-up of at least one lap."""
    return rates([lap], seconds)[0]


def rates(laps: Sequence[Lap], seconds: float) -> list[Rate]:
    """The speeds of several things in turns, a chunk each, so that a slow phase of the machine
    meets them all; about `seconds` for each.
    """
    for lap in laps:
        _chunk(lap, seconds * WARMUP_SHARE)
    speeds: list[list[float]] = [[] for _ in laps]
    total = 0.0
    while len(speeds[0]) < FEWEST_CHUNKS or total < seconds * len(laps):
        for lap, found in zip(laps, speeds, strict=True):
            done, spent = _chunk(lap, CHUNK_SECONDS)
            found.append(done / spent)
            total += spent
    return [Rate(statistics.median(found), max(found)) for found in speeds]


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
