"""Random numbers: the published generator, without bias, the same compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.authoring import rng
from cthulhu_envs.authoring.record import STREAM

SPLITMIX64 = (  # of the generator's published source, from the state 1234567 on
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
DRAWS = 24_000

SCRIPT = """
import numpy as np
from cthulhu_envs.authoring import rng
from cthulhu_envs.authoring.record import STREAM
s = np.zeros(1, STREAM)[0]
rng.seed_stream(s, 42)
cards = np.arange(20, dtype=np.int8)
rng.shuffle(s, cards, 20)
streams = np.array([7], np.uint64)
print([int(rng.next_word(s)) for _ in range(9)], [int(rng.below(s, n)) for n in range(1, 99)],
      cards.tolist(), [int(rng.roll(s, 6)) for _ in range(9)], float(rng.unit(s)),
      int(rng.next_seed(streams, 0)), int(rng.lane_stream(np.uint64(3), 5)), int(s.rng))
"""


def stream(seed: int = 0) -> Any:
    s = np.zeros(1, STREAM)[0]
    rng.seed_stream(s, seed)
    return s


def chi_square(counts: list[int]) -> float:
    """How far counts are from all being equal, in units of what luck explains: about 1."""
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts) / (len(counts) - 1)


def test_words_are_those_of_the_published_splitmix64() -> None:
    s = np.zeros(1, STREAM)[0]
    s.rng = 1234567

    words = tuple(int(rng.next_word(s)) for _ in SPLITMIX64)

    assert words == SPLITMIX64


def test_compiled_and_plain_numbers_are_the_same() -> None:
    def run(disable_jit: str) -> str:
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disable_jit}
        command = [sys.executable, "-W", "error", "-c", SCRIPT]
        return subprocess.run(
            command, env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert run("0") == run("1")


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 21, 100])
def test_below_gives_every_number_equally_often(n: int) -> None:
    s = stream(n)

    drawn = Counter(int(rng.below(s, n)) for _ in range(DRAWS))

    assert set(drawn) == set(range(n))
    assert n == 1 or chi_square(list(drawn.values())) < 1 + 5 * (2 / (n - 1)) ** 0.5


@pytest.mark.parametrize("n", [2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below_has_no_bias_where_rejection_matters_most(n: int) -> None:
    """Plain multiplication would favour one third of the numbers below 3 * 2**30."""
    s = stream(1)

    thirds = Counter(int(rng.below(s, n)) % 3 for _ in range(DRAWS))
    halves = Counter(int(rng.below(s, n)) * 2 // n for _ in range(DRAWS))

    assert chi_square([thirds[k] for k in range(3)]) < 6
    assert set(halves) == {0, 1} and chi_square([halves[k] for k in range(2)]) < 8


def test_shuffle_gives_every_order_equally_often() -> None:
    s = stream(3)
    orders = Counter()

    for _ in range(DRAWS):
        cards = np.arange(4, dtype=np.int8)
        rng.shuffle(s, cards, 4)
        orders[tuple(cards.tolist())] += 1

    assert set(orders) == set(permutations(range(4)))
    assert chi_square(list(orders.values())) < 1 + 5 * (2 / 23) ** 0.5


def test_laying_anew_forgets_the_old_order_and_keeps_the_cards() -> None:
    orders = []
    for before in permutations((4, 1, 1, 9)):
        cards = np.array([*before, 5], np.int8)
        rng.lay_anew(stream(3), cards, 4)
        orders.append(cards.tolist())

    assert all(order == orders[0] for order in orders)
    assert sorted(orders[0][:4]) == [1, 1, 4, 9]
    assert orders[0][4] == 5


def test_laying_anew_gives_every_order_equally_often() -> None:
    s = stream(8)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS):
        cards = np.array([2, 0, 3, 1], np.int8)
        rng.lay_anew(s, cards, 4)
        found[tuple(cards.tolist())] += 1

    assert set(found) == set(permutations(range(4)))
    assert chi_square(list(found.values())) < 2


def test_shuffle_leaves_the_entries_behind_the_first_n() -> None:
    s = stream(3)
    cards = np.arange(10, dtype=np.int8)

    rng.shuffle(s, cards, 6)

    assert sorted(cards[:6]) == list(range(6))
    assert list(cards[6:]) == [6, 7, 8, 9]


def test_a_die_has_all_its_faces_and_no_others() -> None:
    s = stream(4)

    faces = Counter(int(rng.roll(s, 6)) for _ in range(DRAWS))

    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert chi_square(list(faces.values())) < 4


def test_unit_lies_in_zero_to_one_and_fills_it() -> None:
    s = stream(5)

    numbers = np.array([rng.unit(s) for _ in range(DRAWS)])

    assert numbers.min() >= 0 and numbers.max() < 1
    assert chi_square(np.histogram(numbers, 20, (0, 1))[0].tolist()) < 2.7


def test_seeds_and_lanes_start_streams_of_their_own() -> None:
    seeds = {int(stream(seed).rng) for seed in range(1000)}
    lanes = {int(rng.lane_stream(np.uint64(s), lane)) for s in range(40) for lane in range(40)}

    assert len(seeds) == 1000
    assert len(lanes) == 1600


def test_next_seeds_fit_a_signed_number_and_do_not_repeat() -> None:
    streams = np.zeros(1, np.uint64)

    seeds = [int(rng.next_seed(streams, 0)) for _ in range(1000)]

    assert len(set(seeds)) == 1000
    assert all(0 <= seed < 2**63 for seed in seeds)
