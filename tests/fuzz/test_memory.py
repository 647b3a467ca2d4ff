"""Long work holds no more memory at its end than near its beginning."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from tests.fuzz import memory

MOST_MB = 8.0  # 90 bytes for each of 90,000 steps
HELD = 100  # bytes that a leak of the test keeps for each step

pytestmark = pytest.mark.skipif(
    not memory.STATM.exists(), reason="the memory of a process is read where Linux tells it"
)


@pytest.mark.parametrize("name", memory.WORK)
def test_memory_stays_flat(name: str) -> None:
    done, early, late = memory.measure(name, 0.1)

    assert done >= memory.WORK[name][2] * 0.1
    assert late - early < MOST_MB


def test_what_grows_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = []

    def leak(game: str) -> Iterator[int]:
        while True:
            kept.append(bytes(HELD))
            yield 1

    monkeypatch.setitem(memory.WORK, "a leak", (leak, "", 1_000_000))

    _, early, late = memory.measure("a leak", 0.1)

    assert late - early > MOST_MB, sys.version
