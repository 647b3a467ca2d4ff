"""What a solver writes: checkpoints of its work, and the policy that it has come to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_agents.solved.table import PolicyTable

from cthulhu_envs.api.save import check_same_game
from cthulhu_training.solve.cfr import Solver, Variant
from cthulhu_training.solve.tree import Tree
from cthulhu_training.solve.values import Policy

KIND = "checkpoint"  # of the file


def table_of(tree: Tree, policy: Policy, facts: dict[str, Any]) -> PolicyTable:
    """A policy for all information sets of a tree, to be looked up by their keys."""
    order = np.argsort(tree.infos["key"])
    first = tree.infos["first"][order].astype(np.int64)
    return PolicyTable(tree.game, tree.infos["key"][order], first, policy.astype(np.float32), facts)


def save_checkpoint(solver: Solver, path: str | Path) -> None:
    """All that a solver has learned so far."""
    facts = {"iterations": solver.iterations, "variant": solver.variant.value}
    arrays = {"regrets": solver.regrets, "sums": solver.sums, "policy": solver.policy}
    game = solver.tree.game
    head = {"game": game.id, "settings": dict(game.values), "facts": facts}
    write_archive(path, KIND, head, arrays)


def load_checkpoint(tree: Tree, path: str | Path) -> Solver:
    """The solver as it was saved; ValueError if it worked on another table."""
    head, arrays = read_archive(path, KIND)
    check_same_game(tree.game, head["game"], head["settings"])
    solver = Solver(tree, Variant(head["facts"]["variant"]))
    for name, array in arrays.items():
        if len(array) != tree.choices:
            raise ValueError(f"{path} has {len(array)} actions, not {tree.choices}")
        getattr(solver, name)[:] = array
    solver.iterations = int(head["facts"]["iterations"])
    return solver
