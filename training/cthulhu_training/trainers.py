"""The trainers that `cthulhu train --trainer NAME` offers.

A package adds one by an entry point to a `Trainer`:

    [project.entry-points."cthulhu_envs.trainers"]
    my_trainer = "my_package.my_trainer:TRAINER"
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from cthulhu_envs.api import plugins
from cthulhu_envs.authoring.errors import nearest, require
from cthulhu_training.run_settings import kept_if_begun

DEFAULT = "lean"
Notice = Callable[[str], None]
"""Shows a line about what goes on, apart from the results."""


class Train(Protocol):
    """Learn in a folder, and say what came out of it: names and values, to be shown."""

    def __call__(
        self, settings: Any, folder: Path, notice: Notice, progress: bool
    ) -> dict[str, str]: ...


class Trainer(NamedTuple):
    """A way to learn: its settings, a frozen dataclass whose fields are made by
    `settings_record.setting`, and the function that learns. The settings have the fields `game` and
    `table`, the settings of the game. The libraries that it needs are looked for before it starts.
    """

    settings: type[Any]
    train: Train
    needs: tuple[str, ...] = ()

    def run(self, settings: Any, folder: Path, notice: Notice, progress: bool) -> dict[str, str]:
        """Learn; a run that fails at its start leaves no folder."""
        require(*self.needs)
        with kept_if_begun(folder):
            return self.train(settings, folder, notice, progress)


def names() -> list[str]:
    """All trainers that are installed, the default first."""
    found = sorted(plugins.found(plugins.TRAINERS))
    return sorted(found, key=lambda name: name != DEFAULT)


def find_trainer(name: str) -> Trainer:
    """ValueError if there is none of that name."""
    if name not in names():
        raise ValueError(f"there is no trainer {name!r}{nearest(name, names())}")
    trainer: Trainer = plugins.load(plugins.TRAINERS, name)
    return trainer
