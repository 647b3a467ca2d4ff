"""Templates bound to a game: loops.py executed once per game with that game's kernels in
its names.
"""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from cthulhu_envs._compile.kernel_cache import NOTICE
from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.signals import signals_of

LOOPS = Path(__file__).with_name("loops.py")


def loops(game: Game) -> Any:
    """The loops of a game; the same module for all its settings."""
    return bound(game, LOOPS)


def bound(game: Game, template: Path) -> Any:
    """A template file as a module of its own for one game, with the kernels' names filled in."""
    return _bound(game.home, template)


@cache
def _bound(home: str, template: Path) -> ModuleType:
    game: Game = load(home)
    name = f"{home.partition(':')[0]}.bound_{template.stem}"
    spec = importlib.util.spec_from_file_location(name, template)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(game.kernels._asdict())
    if game.extras.solver:
        module.__dict__.update(load(game.extras.solver)._asdict())
    signals = signals_of(game)
    module.__dict__.update(read_signal=signals.read_signal, hidden=signals.hidden)
    module.__dict__[NOTICE] = (game.title, game.docs.compile_seconds)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
