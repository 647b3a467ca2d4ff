"""`cthulhu solve`: from a table to a policy nobody can exploit, stopped and resumed at will."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cthulhu_envs.engine.game import Game
from training.solve.cfr import Solver, Variant
from training.solve.table import PolicyTable, load_checkpoint, save_checkpoint
from training.solve.tree import grow_tree
from training.solve.values import uniform

POLICY, CHECKPOINT = "policy.npz", "checkpoint.npz"
CHECKPOINT_SECONDS = 30.0
FIRST_LOOK = 8  # iterations before exploitability is first measured

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Solution:
    """What was found, in win probability: a win is 1, a tie 0.5, a loss 0."""

    decisions: int
    information_sets: int
    iterations: int
    value: float  # of seat 0, who begins
    exploitability: float
    uniform_exploitability: float
    seconds: float  # this time, without the growing of the tree
    policy: PolicyTable


def solve(
    game: Game,
    out: str | Path,
    target: float = 1e-4,
    most_iterations: int = 10_000,
    variant: Variant = Variant.DISCOUNTED,
    most_bytes: int = 4 << 30,
    tell: Tell = lambda line: None,
) -> Solution:
    """Solve a table until its exploitability is at most `target`; goes on from a checkpoint in
    the folder `out`, and leaves the policy there.
    """
    if not 0 < target < 1:
        raise ValueError(f"target must lie between 0 and 1, not {target}")
    if most_iterations < 1:
        raise ValueError(f"iterations must be at least 1, not {most_iterations}")
    folder = Path(out)
    tell(f"growing the tree of {game.title}")
    tree = grow_tree(game, most_bytes=most_bytes)
    tell(f"{len(tree.nodes):,} decisions, {len(tree.infos):,} information sets")
    solver = Solver(tree, variant)
    if (folder / CHECKPOINT).exists():
        solver = load_checkpoint(tree, folder / CHECKPOINT)
        tell(f"going on from iteration {solver.iterations}")
    values = solver.scratch
    start = saved = time.monotonic()
    at_random = values.exploitability(uniform(tree))
    look, found = FIRST_LOOK, 1.0
    while True:
        solver.run(min(look, most_iterations) - solver.iterations)
        found = values.exploitability(solver.average())
        tell(f"iteration {solver.iterations}: exploitability {found:.2e}")
        if found <= target or solver.iterations >= most_iterations:
            break
        if time.monotonic() - saved > CHECKPOINT_SECONDS:
            save_checkpoint(solver, folder / CHECKPOINT)
            saved = time.monotonic()
        look = solver.iterations + max(FIRST_LOOK, solver.iterations // 4)
    save_checkpoint(solver, folder / CHECKPOINT)
    average = solver.average()
    value = values.value(average)
    facts = {
        "value": value,
        "exploitability": found,
        "iterations": solver.iterations,
        "variant": solver.variant.value,
    }
    table = PolicyTable.of(tree, average, facts)
    table.write(folder / POLICY)
    return Solution(
        len(tree.nodes),
        len(tree.infos),
        solver.iterations,
        value,
        found,
        at_random,
        time.monotonic() - start,
        table,
    )
