"""One try of an input that nobody should give: it works, or it is refused in a sentence.

Two environment variables: CTHULHU_FUZZ multiplies the number of examples (above 1 they are new ones
in every run), and CTHULHU_FUZZ_TALLY names a file of JSON lines to which each test adds what became
of its inputs. `python -m tests.fuzz.tally FILE` makes a table of it.
"""

from __future__ import annotations

import faulthandler
import os
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

from cthulhu_envs.authoring.errors import MOST_LETTERS

TIMES = int(os.environ.get("CTHULHU_FUZZ", "1"))
TALLY = os.environ.get("CTHULHU_FUZZ_TALLY", "")
PATIENCE = 60.0  # seconds from one input to the next; what takes longer hangs
REFUSED: tuple[type[Exception], ...] = (ValueError, TypeError, RuntimeError)
TRIED, SAID, TAKEN, FAULTS = COLUMNS = ("tried", "refused", "accepted", "traceback")

counts: dict[str, Counter[str]] = {}  # by kind of input
console = 2  # where the stack of what hangs is written; tests/fuzz/conftest.py knows better


def few(examples: int) -> settings:
    """That many examples, always the same; with CTHULHU_FUZZ so many times more, and others."""
    return settings(
        max_examples=examples * TIMES,
        deadline=None,
        database=None,
        derandomize=TIMES == 1,
        suppress_health_check=list(HealthCheck),
    )


def attempt(
    kind: str, act: Callable[[], Any], also: tuple[type[Exception], ...] = ()
) -> tuple[bool, Any]:
    """Whether an input was taken, and what came of it. What is neither that nor a refusal in one
    bounded sentence is an error; a process that hangs is ended, with its stack. `also` are other
    errors that are documented.
    """
    count = counts.setdefault(kind, Counter())
    count[TRIED] += 1
    faulthandler.dump_traceback_later(PATIENCE, exit=True, file=console)
    try:
        found = act()
    except REFUSED + also as fault:
        own = type(fault).__module__.startswith("cthulhu_")
        if type(fault) not in REFUSED + also and not own:  # RecursionError: nobody's words
            count[FAULTS] += 1
            raise
        count[SAID] += 1
        said = str(fault)
        assert 0 < len(said) <= MOST_LETTERS, f"{len(said)} letters: {said[:MOST_LETTERS]}"
        assert "\n" not in said, said
        return False, None
    except BaseException:
        count[FAULTS] += 1
        raise
    count[TAKEN] += 1
    return True, found
