"""`python -m tests.fuzz.tally FILE`: the table of docs/reliability.md from the tally of a run.

A run in which an input hung or crashed the process ends there, and its test fails: of a complete
run the table has none.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from tests.fuzz.trial import COLUMNS


def table(lines: list[str]) -> list[str]:
    """Markdown: a row for each kind of input, and one for all."""
    sums: dict[str, Counter[str]] = {}
    for line in lines:
        row = json.loads(line)
        sums.setdefault(row.pop("input"), Counter()).update(row)
    sums["all"] = sum(sums.values(), Counter())
    cells = [["input", *COLUMNS], ["---", *["---:"] * len(COLUMNS)]]
    cells += [[kind, *(f"{count[name]:,}" for name in COLUMNS)] for kind, count in sums.items()]
    return [f"| {' | '.join(row)} |" for row in cells]


if __name__ == "__main__":
    print("\n".join(table(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())))
