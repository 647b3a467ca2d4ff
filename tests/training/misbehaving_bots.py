"""Bots that misbehave now and then, and tournaments for them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from cthulhu_training.arena import Tournament
from cthulhu_training.arena.faults import (
    FORFEIT,
)
from cthulhu_training.arena.results import NAME
from cthulhu_training.arena.tournament import play_missing
from cthulhu_training.arena.workers import on_all_cores

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from tests.training.arena_tools import First

TABLE = {"num_players": 2, "rounds": "single"}
GAME = find("love_letter").configure(**TABLE)
SHORT = 0.05  # seconds


class Now(Agent):
    """Sound, but for one decision in five or so, which depends on what it sees."""

    def act(self, view: View) -> int:
        if int(view.observation.sum() * 97) % 5 == 0:
            return self.harm(view)
        return view.legal[0]

    def harm(self, view: View) -> Any:
        raise NotImplementedError


def bot(name: str, harm: Callable[[Any, View], Any]) -> type[Now]:
    return type(name, (Now,), {"harm": harm})


def divides(self: Any, view: View) -> Any:
    return 1 / 0


def leaves(self: Any, view: View) -> Any:
    raise SystemExit("bye")


HARMS: dict[str, tuple[Callable[[Any, View], Any], str]] = {
    "Raises": (divides, "raised ZeroDivisionError: division by zero"),
    "Leaves": (leaves, "raised SystemExit: bye"),
    "Silent": (lambda self, view: None, "was asked for an action and gave None"),
    "Float": (lambda self, view: 1.0, "was asked for an action and gave 1.0"),
    "Bool": (lambda self, view: True, "was asked for an action and gave True"),
    "Illegal": (lambda self, view: int(view.mask.argmin()), "tried "),
    "Huge": (lambda self, view: 10**30, "tried 9223372036854775807, which is outside"),
    "Negative": (lambda self, view: -1, "tried -1, which is outside 0 to"),
    "Unsure": (
        lambda self, view: int(self.rng.choice(2, p=[np.nan, 1.0])),
        "raised ValueError: Probabilities contain NaN",
    ),
    "Late": (lambda self, view: time.sleep(0.06) or view.legal[0], "took longer than 0.05 s"),
}
BOTS = {name: bot(name, harm) for name, (harm, _) in HARMS.items()}


def tournament(one: Any, faults: str = FORFEIT, **changes: Any) -> Tournament:
    """20 deals against First."""
    name = one.__name__
    limit = SHORT if name == "Late" else None
    fields: dict[str, Any] = {"deals": 20, "lanes": 16, "settings": TABLE, "move_seconds": limit}
    bots = {name: one, "First": First}
    return Tournament(
        "love_letter", (name, "First"), bots=bots, faults=faults, **(fields | changes)
    )


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / NAME).read_text().splitlines()[1:]]


def run(settings: Tournament, folder: Path, cores: int = 1) -> bytes:
    play_missing(settings, folder, progress=False, workers=on_all_cores(cores))
    return (folder / NAME).read_bytes()
