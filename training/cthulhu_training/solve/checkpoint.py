"""What a solver writes: checkpoints of its work, and the policy that it has come to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_agents.npz import Found, Shape, Table
from cthulhu_agents.solved.table import PolicyTable

from cthulhu_envs.api.save import check_same_game
from cthulhu_envs.authoring.files import named
from cthulhu_envs.authoring.parsing import Fields
from cthulhu_training.solve.cfr import Solver, Variant
from cthulhu_training.solve.tree import Tree
from cthulhu_training.solve.values import Policy

KIND = "checkpoint"  # of the file
ARRAYS = ("regrets", "sums", "policy")  # of a solver, by choices


def table_of(tree: Tree, policy: Policy, facts: dict[str, Any]) -> PolicyTable:
    """A policy for all information sets of a tree, to be looked up by their keys."""
    order = np.argsort(tree.infos["key"])
    first = tree.infos["first"][order].astype(np.int64)
    return PolicyTable(tree.game, tree.infos["key"][order], first, policy.astype(np.float32), facts)


def save_checkpoint(solver: Solver, path: str | Path) -> None:
    """All that a solver has learned so far."""
    facts = {"iterations": solver.iterations, "variant": solver.variant.value}
    arrays = {name: getattr(solver, name) for name in ARRAYS}
    game = solver.tree.game
    head = {"game": game.id, "settings": dict(game.values), "facts": facts}
    write_archive(path, KIND, head, arrays)


def load_checkpoint(tree: Tree, path: str | Path) -> Solver:
    """The solver as it was saved; ValueError if it worked on another table, or the file is
    damaged.
    """

    def table(head: Fields, found: Found) -> Table:
        check_same_game(tree.game, head.text("game"), head.table("settings"))
        return dict.fromkeys(ARRAYS, Shape(np.float32, (tree.choices,)))

    values, arrays = read_archive(path, KIND, table)
    facts = Fields(values, named(path)).fields("facts")
    solver = Solver(tree, Variant(facts.one_of("variant", [one.value for one in Variant])))
    if (arrays["sums"] < 0).any() or (arrays["policy"] < 0).any() or (arrays["policy"] > 1).any():
        raise ValueError(f"{named(path)} is damaged: its policy has no probabilities")
    for name, array in arrays.items():
        getattr(solver, name)[:] = array
    solver.iterations = facts.whole("iterations")
    return solver
