"""`cthulhu solve`: from a table to a policy nobody can exploit, stopped and resumed at will."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cthulhu_agents.solved.table import PolicyTable

from cthulhu_envs.authoring.game import Game
from cthulhu_training.defaults import MOST_ITERATIONS, TARGET
from cthulhu_training.progress import bar
from cthulhu_training.run_lock import only_writer
from cthulhu_training.solve.cfr import Solver, Variant
from cthulhu_training.solve.checkpoint import load_checkpoint, save_checkpoint, table_of
from cthulhu_training.solve.tree import Tree, check_table, grow_tree
from cthulhu_training.solve.values import uniform
from cthulhu_training.trainers import Notice

POLICY, CHECKPOINT = "policy.npz", "checkpoint.npz"
CHECKPOINT_SECONDS = 30.0
FIRST_LOOK = 8  # iterations before exploitability is first measured


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
    policy: PolicyTable = field(repr=False)
    # iterations and exploitability, now and then
    curve: tuple[tuple[int, float], ...] = field(repr=False)


def solve(
    game: Game,
    out: str | Path,
    target: float = TARGET,
    most_iterations: int = MOST_ITERATIONS,
    variant: Variant = Variant.DISCOUNTED,
    most_bytes: int | None = None,
    notice: Notice = lambda line: None,
    progress: bool = False,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
) -> Solution:
    """Solve a table until its exploitability is at most `target`; goes on from a checkpoint in
    the folder `out`, and leaves the policy there.

    Stopped at any moment, even by kill -9, the same call goes on from the last checkpoint and
    ends with the same policy as an uninterrupted one.
    """
    check_wishes(target, most_iterations)
    if not checkpoint_seconds >= 0:
        raise ValueError(f"checkpoint must be at least 0 seconds, not {checkpoint_seconds}")
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{str(folder)!r} already exists and is not a folder")
    with only_writer(folder):
        tree = grown(game, most_bytes, notice, progress)
        return _solved(
            tree, folder, target, most_iterations, variant, notice, progress, checkpoint_seconds
        )


def _solved(
    tree: Tree,
    folder: Path,
    target: float,
    most_iterations: int,
    variant: Variant,
    notice: Notice,
    progress: bool,
    checkpoint_seconds: float,
) -> Solution:
    solver = _begun(tree, folder / CHECKPOINT, variant, notice)
    start = saved = time.monotonic()
    at_random = solver.scratch.exploitability(uniform(tree))
    looks: list[float] = []
    curve: list[tuple[int, float]] = []
    for look in improved(solver, target, most_iterations, at_random, notice, progress):
        looks.append(look)
        curve.append((solver.iterations, look))
        if time.monotonic() - saved >= checkpoint_seconds:
            save_checkpoint(solver, folder / CHECKPOINT)
            saved = time.monotonic()
    save_checkpoint(solver, folder / CHECKPOINT)
    average = solver.average()
    value = solver.scratch.value(average)
    facts = {
        "value": value,
        "exploitability": looks[-1],
        "iterations": solver.iterations,
        "variant": solver.variant.value,
    }
    table = table_of(tree, average, facts)
    table.write(folder / POLICY)
    return Solution(
        len(tree.nodes),
        len(tree.infos),
        solver.iterations,
        value,
        looks[-1],
        at_random,
        time.monotonic() - start,
        table,
        tuple(curve),
    )


def check_wishes(target: float, most_iterations: int) -> None:
    """Refuse what cannot be reached, before long work begins."""
    if not 0 < target < 1:
        raise ValueError(f"target must lie between 0 and 1, not {target}")
    if most_iterations < 1:
        raise ValueError(f"iterations must be at least 1, not {most_iterations}")


def grown(game: Game, most_bytes: int | None, notice: Notice, progress: bool) -> Tree:
    """The tree of a table, and how large it is."""
    check_table(game)
    words = f"growing the tree of {game.title}"
    notice(words)
    with bar(words, progress) as show:
        tree = grow_tree(game, most_bytes=most_bytes, progress=show)
    notice(f"{len(tree.nodes):,} decisions, {len(tree.infos):,} information sets")
    return tree


def improved(
    solver: Solver,
    target: float,
    most_iterations: int,
    at_random: float,
    notice: Notice = lambda line: None,
    progress: bool = False,
) -> Iterator[float]:
    """Let a solver work; gives its exploitability now and then, last when it is low enough. When
    it is looked at depends on the number of iterations alone.
    """
    with bar("solving", progress) as show:
        look = max(FIRST_LOOK, solver.iterations)
        start, begun = time.monotonic(), solver.iterations
        while True:
            solver.run(min(look, most_iterations) - solver.iterations)
            found = solver.scratch.exploitability(solver.average())
            words = f"iteration {solver.iterations}: exploitability {found:.2e}"
            notice(words)
            way = math.log(at_random / max(found, 1e-12)) / math.log(max(at_random / target, 2))
            speed = (solver.iterations - begun) / max(time.monotonic() - start, 1e-9)
            show(min(max(way, 0.0), 1.0), f"{words}, {speed:,.1f} iterations a second")
            yield found
            if found <= target or solver.iterations >= most_iterations:
                return
            look = solver.iterations + max(FIRST_LOOK, solver.iterations // 4)


def _begun(tree: Tree, checkpoint: Path, variant: Variant, notice: Notice) -> Solver:
    """A new solver, or the one that was stopped."""
    if not checkpoint.exists():
        return Solver(tree, variant)
    solver = load_checkpoint(tree, checkpoint)
    if solver.variant != variant:
        raise ValueError(
            f"{checkpoint} was made by the variant {solver.variant.value}, not {variant.value}; "
            "choose another folder"
        )
    notice(f"resuming from iteration {solver.iterations}")
    return solver
