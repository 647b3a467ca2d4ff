"""`python -m training.openspiel`: learn by an algorithm of OpenSpiel."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from training.names import table_name
from training.openspiel.settings import Settings
from training.options import run_script


def main(typed: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    return run_script("training.openspiel", Settings, _learn, typed)


def _learn(settings: Settings, out: Path | None) -> None:
    from training.openspiel.run import run

    game = settings.table_of_game()
    name = f"{settings.algorithm}-{table_name(game)}-seed{settings.seed}"
    folder = out or Path("results/openspiel") / name
    found = run(settings, folder, lambda line: print(line, file=sys.stderr), sys.stderr.isatty())
    print(f"exploitability {found.lines[-1]['exploitability']:.4f}, solved:{found.policy}")


if __name__ == "__main__":
    sys.exit(main())
