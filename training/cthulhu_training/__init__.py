"""Learning, solving and evaluating: what is done with the games and the players.

The names below are for packages that add a trainer to `cthulhu train`, or a command to `cthulhu`;
docs/own_trainer.md makes one of each. Everything else may change without notice.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cthulhu_training.command import GAME, TABLE, Command, table_of
    from cthulhu_training.settings_record import Argument, setting
    from cthulhu_training.trainers import Notice, Trainer

__all__ = ["GAME", "TABLE", "Argument", "Command", "Notice", "Trainer", "setting", "table_of"]

_HOMES = {  # imported when they are asked for: a command must hear an interrupt from its start
    "command": ("GAME", "TABLE", "Command", "table_of"),
    "settings_record": ("Argument", "setting"),
    "trainers": ("Notice", "Trainer"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
