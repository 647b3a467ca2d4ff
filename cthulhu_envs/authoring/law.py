"""`Law`: something that must hold in a game, as a check that `cthulhu check` runs.

Laws of every game are in tools/laws.py; a game declares more (`Extras.laws`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cthulhu_envs.authoring.game import Game

SEEDS = 3  # games in which each law is checked at each number of players


class BrokenLawError(AssertionError):
    """A law does not hold; the message says which, and where."""


@dataclass(frozen=True)
class Law:
    """A name, what it promises, and the check for one game with settings and a seed.

    `check(game, seed)` raises BrokenLawError, with a sentence, where the law does not hold.
    """

    name: str
    promise: str
    check: Callable[[Game, int], None]
