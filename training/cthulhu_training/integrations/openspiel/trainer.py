"""OpenSpiel's algorithms as a trainer for `cthulhu train --trainer openspiel`."""

from __future__ import annotations

from pathlib import Path

from cthulhu_training.integrations.openspiel.settings import Settings
from cthulhu_training.trainers import Notice, Trainer


def train(settings: Settings, folder: Path, notice: Notice, progress: bool) -> dict[str, str]:
    """Learn on a table that can be solved, judged exactly."""
    from cthulhu_training.integrations.openspiel.run import run

    found = run(settings, folder, notice, progress)
    return {
        "algorithm": settings.algorithm,
        "exploitability": f"{found.lines[-1]['exploitability']:.4f}",
        "policy": f"solved:{found.policy}",
    }


TRAINER = Trainer(Settings, train, ("pyspiel", "open_spiel", "torch"))
