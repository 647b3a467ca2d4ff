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
from cthulhu_agents.npz import Found, Shape, Table
from cthulhu_envs.api.registry import game_in
from cthulhu_envs.authoring.files import named
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields

KIND = "policy"  # of the file
PROBS = "probs"  # the name of an array in it ...
OLD_PROBS = "chances"  # ... and what it was called in files of 0.2.0 and before
ROUNDING = 1e-3  # how far the probabilities of a position may be from adding up to 1


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
        found = self.probs[self.first[at] : self.first[at] + count]
        if len(found) != count or abs(found.sum() - 1) > ROUNDING:
            raise ValueError("the policy table has another number of actions in this position")
        return found

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
        """ValueError says what is wrong with the file."""
        games: list[Game] = []

        def table(head: Fields, found: Found) -> Table:
            games.append(game_in(head))
            count = found.get("keys", (None, (0,)))[1][:1]
            return {
                "keys": Shape(np.uint64, (None,)),
                "first": Shape(np.int64, count),
                OLD_PROBS if OLD_PROBS in found else PROBS: Shape(np.float32, (None,)),
            }

        values, arrays = read_archive(path, KIND, table)
        probs = arrays[PROBS if PROBS in arrays else OLD_PROBS]
        facts = Fields(values, named(path)).table("facts")
        found = cls(games[0], arrays["keys"], arrays["first"], probs, facts)
        if not found.is_sound():
            words = "its probabilities do not belong to its positions"
            raise ValueError(f"{named(path)} is damaged: {words}")
        return found

    def is_sound(self) -> bool:
        """Whether keys are sorted, and each begins a row of probabilities that add up to 1."""
        if not len(self.keys) or (self.keys[1:] <= self.keys[:-1]).any():
            return False
        begins = np.sort(self.first)
        if begins[0] != 0 or begins[-1] >= len(self.probs) or (begins[1:] == begins[:-1]).any():
            return False
        sums = np.add.reduceat(self.probs, begins, dtype=np.float64)
        return bool((self.probs >= 0).all() and (np.abs(sums - 1) <= ROUNDING).all())
