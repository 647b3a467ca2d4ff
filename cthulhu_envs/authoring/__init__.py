"""What the author of a game needs: `from cthulhu_envs.authoring import Block, Game, kernel`.

docs/tutorial_own_game.md makes a whole game of it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cthulhu_envs.authoring.game import (
        Docs,
        Extras,
        Game,
        Kernels,
        SearchHints,
        Setting,
        Settings,
    )
    from cthulhu_envs.authoring.kernels import kernel
    from cthulhu_envs.authoring.layout import Axis, Block, Table, axis_of, count, others, seats
    from cthulhu_envs.authoring.record import FLAG, record_dtype, starts_dtype, state_dtype
    from cthulhu_envs.authoring.rng import below, shuffle

_HOMES = {
    "game": ("Docs", "Extras", "Game", "Kernels", "SearchHints", "Setting", "Settings"),
    "kernels": ("kernel",),
    "layout": ("Axis", "Block", "Table", "axis_of", "count", "others", "seats"),
    "record": ("FLAG", "record_dtype", "starts_dtype", "state_dtype"),
    "rng": ("below", "shuffle"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "FLAG",
    "Axis",
    "Block",
    "Docs",
    "Extras",
    "Game",
    "Kernels",
    "SearchHints",
    "Setting",
    "Settings",
    "Table",
    "axis_of",
    "below",
    "count",
    "kernel",
    "others",
    "record_dtype",
    "seats",
    "shuffle",
    "starts_dtype",
    "state_dtype",
]


def __getattr__(name: str) -> Any:
    """Loaded when it is asked for: games import single files of this folder, in any order."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)
