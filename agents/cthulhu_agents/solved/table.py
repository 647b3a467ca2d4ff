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


@dataclass(frozen=True)
class PolicyTable:
    """A policy for every information set of a table, found by its key."""

    game: Game
    keys: NDArray[np.uint64]  # sorted
    first: NDArray[np.int64]  # where the chances of each key begin
    chances: NDArray[np.float32]
    facts: dict[str, Any]  # value, exploitability, iterations

    def chances_of(self, key: np.uint64, count: int) -> NDArray[np.float32]:
        """The chances of an information set's actions, in order of their ids."""
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            raise ValueError("the policy table has no such position")
        return self.chances[self.first[at] : self.first[at] + count]

    def write(self, path: str | Path) -> None:
        head = {"game": self.game.id, "settings": dict(self.game.values), "facts": self.facts}
        arrays: dict[str, NDArray[Any]] = {
            "keys": self.keys,
            "first": self.first,
            "chances": self.chances,
        }
        write_archive(path, KIND, head, arrays)

    @classmethod
    def read(cls, path: str | Path) -> PolicyTable:
        head, arrays = read_archive(path, KIND)
        game = find(head["game"]).configure(**head["settings"])
        return cls(game, arrays["keys"], arrays["first"], arrays["chances"], head["facts"])
