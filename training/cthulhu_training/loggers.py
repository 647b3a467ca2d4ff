"""Where the figures of a training run are logged besides its own log.jsonl: TensorBoard, Weights &
Biases. Trainers have a setting `log` that names them.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cthulhu_envs.authoring.errors import nearest, require
from cthulhu_training.settings_record import setting

NEEDS = {"tensorboard": ("torch", "tensorboard"), "wandb": ("wandb",)}
PROJECT = "cthulhu_envs"  # of Weights & Biases


def log_setting() -> Any:
    """The field `log` of a settings record."""
    return setting("", f"log figures here too: {' or '.join(NEEDS)}, or both", many=True)


def needs_of(log: str) -> tuple[str, ...]:
    """The libraries behind the names; ValueError if there is no such log."""
    for name in log.split():
        if name not in NEEDS:
            raise ValueError(f"there is no log {name!r}{nearest(name, NEEDS)}")
    return tuple(library for name in log.split() for library in NEEDS[name])


class Loggers:
    """All that a run's settings name; without names it does nothing."""

    def __init__(self, settings: Any, folder: Path) -> None:
        require(*needs_of(settings.log))
        names = settings.log.split()
        self._board = _tensorboard(folder) if "tensorboard" in names else None
        self._wandb = _wandb(settings, folder) if "wandb" in names else None

    def log(self, what: str, steps: int, facts: Mapping[str, Any]) -> None:
        """The figures after `steps` steps; `what` groups them."""
        figures = {
            f"{what}/{name}": float(value)
            for name, value in facts.items()
            if isinstance(value, (int, float))
        }
        if self._board:
            for name, value in figures.items():
                self._board.add_scalar(name, value, steps)
            self._board.flush()
        if self._wandb:
            self._wandb.log(figures, step=steps)

    def close(self) -> None:
        """Bring everything to its place; to be called when the run ends, however it ends."""
        if self._board:
            self._board.close()
        if self._wandb:
            self._wandb.finish()


def _tensorboard(folder: Path) -> Any:
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder / "tensorboard"))


def _wandb(settings: Any, folder: Path) -> Any:
    """The same folder and settings are the same run: one that was stopped goes on there too."""
    import wandb

    config = dataclasses.asdict(settings)
    text = json.dumps([str(folder.absolute()), config], default=str)
    return wandb.init(
        project=PROJECT,
        name=folder.name,
        id=hashlib.blake2b(text.encode(), digest_size=8).hexdigest(),
        resume="allow",
        dir=str(folder),
        config=config,
    )
