"""Policies on disk: a table that plays (`solved:path`), and checkpoints of a solver at work.

Both are numpy archives without pickled objects; the head is JSON and says which game and settings
they belong to.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.registry import find
from cthulhu_envs.engine.save import check_same_game
from training.archive import read_archive, write_archive
from training.solve.cfr import Solver, Variant
from training.solve.tree import Tree
from training.solve.values import Policy

TABLE, CHECKPOINT = "policy", "checkpoint"  # kinds of files


@dataclass(frozen=True)
class PolicyTable:
    """A policy for every information set of a table, found by its key."""

    game: Game
    keys: NDArray[np.uint64]  # sorted
    first: NDArray[np.int64]  # where the chances of each key begin
    chances: NDArray[np.float32]
    facts: dict[str, Any]  # value, exploitability, iterations

    @classmethod
    def of(cls, tree: Tree, policy: Policy, facts: dict[str, Any]) -> PolicyTable:
        order = np.argsort(tree.infos["key"])
        first = tree.infos["first"][order].astype(np.int64)
        return cls(tree.game, tree.infos["key"][order], first, policy.astype(np.float32), facts)

    def chances_of(self, key: np.uint64, count: int) -> NDArray[np.float32]:
        """The chances of an information set's actions, in order of their ids."""
        at = int(np.searchsorted(self.keys, key))
        if at == len(self.keys) or self.keys[at] != key:
            raise ValueError("the policy table has no such position")
        return self.chances[self.first[at] : self.first[at] + count]

    def write(self, path: str | Path) -> None:
        _write(
            path,
            TABLE,
            self.game,
            self.facts,
            {"keys": self.keys, "first": self.first, "chances": self.chances},
        )

    @classmethod
    def read(cls, path: str | Path) -> PolicyTable:
        head, arrays = read_archive(path, TABLE)
        game = find(head["game"]).configure(**head["settings"])
        return cls(game, arrays["keys"], arrays["first"], arrays["chances"], head["facts"])


def save_checkpoint(solver: Solver, path: str | Path) -> None:
    """All that a solver has learned so far."""
    facts = {"iterations": solver.iterations, "variant": solver.variant.value}
    arrays = {"regrets": solver.regrets, "sums": solver.sums, "policy": solver.policy}
    _write(path, CHECKPOINT, solver.tree.game, facts, arrays)


def load_checkpoint(tree: Tree, path: str | Path) -> Solver:
    """The solver as it was saved; ValueError if it worked on another table."""
    head, arrays = read_archive(path, CHECKPOINT)
    check_same_game(tree.game, head["game"], head["settings"])
    solver = Solver(tree, Variant(head["facts"]["variant"]))
    for name, array in arrays.items():
        if len(array) != tree.choices:
            raise ValueError(f"{path} has {len(array)} actions, not {tree.choices}")
        getattr(solver, name)[:] = array
    solver.iterations = int(head["facts"]["iterations"])
    return solver


def _write(
    path: str | Path, kind: str, game: Game, facts: dict[str, Any], arrays: dict[str, Any]
) -> None:
    head = {"game": game.id, "settings": dict(game.values), "facts": facts}
    write_archive(path, kind, head, arrays)
