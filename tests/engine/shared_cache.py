"""A process that compiles or loads kernels of one cache, in an order of its own.

Run as `python -m tests.engine.shared_cache SEED SHARE`: works through a share of the kernels in an
order that follows from the seed, and prints as JSON how many were found on disk and every result
that differs from plain Python's.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from cthulhu_envs.authoring.kernels import kernel

VARIANTS = 5
LINES = """
    if n % 3 == {k} % 3:
        n += record.amount * {k} + BONUS
    else:
        n -= record.rest % 5
"""
HELPER = "def helper(record, n):" + "".join(LINES.format(k=k) for k in range(40)) + "    return n"
CALLERS = """
def total(records):
    n = 0
    for i in range(len(records)):
        for k in range(len(records)):
            n += helper(records[i], i + k) - helper(records[k], 9 * i)
    return n

def write(records):
    for i in range(len(records)):
        records[i].rest = helper(records[i], BONUS)
        for k in range(i):
            records[k].rest += helper(records[i], 10 * k)
    return records[0].rest
"""


def purse(variant: int) -> np.dtype[Any]:
    """A record with the same fields in all variants, each time at another place."""
    fields = [("amount", "i2"), ("rest", "i4"), ("padding", "u1", (variant + 1,))]
    return np.dtype(fields if variant % 2 else fields[::-1])


def functions(variant: int, wrap: Callable[[Any], Any]) -> dict[str, Any]:
    """The functions of a variant; they have the same names in all of them."""
    scope: dict[str, Any] = {"BONUS": variant // 2 + 2, "__name__": __name__}
    exec(HELPER + CALLERS, scope)
    for name in ("helper", "total", "write"):
        scope[name] = wrap(scope[name])
    return scope


def result(variant: int, name: str, function: Any) -> list[Any]:
    records = np.zeros(3, purse(variant)).view(np.recarray)
    records.amount, records.rest = [5, 1, 7], [10, 20, 30]
    return [int(function(records)), records.rest.tolist(), records.amount.tolist()]


def main(seed: int, share: float) -> None:
    order = [(variant, name) for variant in range(VARIANTS) for name in ("total", "write")]
    random.Random(seed).shuffle(order)
    hits, wrong = 0, []
    for variant, name in order[: round(share * len(order))]:
        compiled = functions(variant, kernel)[name]
        given = result(variant, name, compiled)
        expected = result(variant, name, functions(variant, lambda function: function)[name])
        hits += sum(compiled.stats.cache_hits.values())
        if given != expected:
            wrong.append([variant, name, given, expected])
    print(json.dumps({"hits": hits, "wrong": wrong}))


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
