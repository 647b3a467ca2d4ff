"""Policies on disk: a table that plays (`solved:path`), and checkpoints of a solver at work.

Both are numpy archives without pickled objects; the head is JSON and says which game and settings
they belong to.
"""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.registry import find
from cthulhu_envs.engine.save import check_same_game
from training.solve.cfr import Solver, Variant
from training.solve.tree import Tree
from training.solve.values import Policy

TABLE, CHECKPOINT = "policy", "checkpoint"  # kinds of files
NEW = ".new"  # a file is written under this name and then moved, so that a kill loses nothing


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
        head, arrays = _read(path, TABLE)
        game = find(head["game"]).configure(**head["settings"])
        return cls(game, arrays["keys"], arrays["first"], arrays["chances"], head["facts"])


def save_checkpoint(solver: Solver, path: str | Path) -> None:
    """All that a solver has learned so far."""
    facts = {"iterations": solver.iterations, "variant": solver.variant.value}
    arrays = {"regrets": solver.regrets, "sums": solver.sums, "policy": solver.policy}
    _write(path, CHECKPOINT, solver.tree.game, facts, arrays)


def load_checkpoint(tree: Tree, path: str | Path) -> Solver:
    """The solver as it was saved; ValueError if it worked on another table."""
    head, arrays = _read(path, CHECKPOINT)
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
    head = {"kind": kind, "game": game.id, "settings": dict(game.values), "facts": facts}
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + NEW)
    with new.open("wb") as file:
        np.savez(file, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **arrays)
    os.replace(new, path)


def _read(path: str | Path, kind: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    if not Path(path).is_file():
        raise ValueError(f"there is no file {str(path)!r}")
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        head = json.loads(arrays.pop("head").tobytes())
        found = head["kind"]
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, TypeError):
        raise ValueError(f"{path} is damaged, or no file of the solver") from None
    if found != kind:
        raise ValueError(f"{path} is a {found}, not a {kind}")
    return head, arrays
