"""A solved policy on disk, which `solved:path` plays: a numpy archive without pickled objects. Its
head is JSON and says which game and settings it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game

KIND = "policy"  # of the file
PROBS = "probs"  # the name of an array in it ...
OLD_PROBS = "chances"  # ... and what it was called in files of 0.2.0 and before


@dataclass(frozen=True)
class PolicyTable:
    """A policy for every information set of a table, found by its key."""

    game: Game
    keys: NDArray[np.uint64]  # sorted
    first: NDArray[np.int64]  # where the probabilities of each key begin
    probs: NDArray[np.float32]
    facts: dict[str, Any]  # value, exploitability, iterations

    def probs_of(self, key: np.uint64, count: int) -> NDArray[np.float32]:
        """The probabilities of an information set's actions, in order of their ids."""
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            raise ValueError("the policy table has no such position")
        return self.probs[self.first[at] : self.first[at] + count]

    def write(self, path: str | Path) -> None:
        head = {"game": self.game.id, "settings": dict(self.game.values), "facts": self.facts}
        arrays: dict[str, NDArray[Any]] = {
            "keys": self.keys,
            "first": self.first,
            PROBS: self.probs,
        }
        write_archive(path, KIND, head, arrays)

    @classmethod
    def read(cls, path: str | Path) -> PolicyTable:
        head, arrays = read_archive(path, KIND)
        game = find(head["game"]).configure(**head["settings"])
        probs = arrays[PROBS if PROBS in arrays else OLD_PROBS]
        return cls(game, arrays["keys"], arrays["first"], probs, head["facts"])
