"""The functions of the public API that learn, solve and evaluate: `cthulhu_envs.train` and others.

`cthulhu_envs` finds them by entry points (group `cthulhu_envs.functions`), because it does not
import higher packages.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cthulhu_envs.api.agents import named
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game
from cthulhu_training.defaults import (
    BEHAVIOUR_DEALS,
    BETTER_BY,
    DEALS,
    DRAWS,
    MOST_ITERATIONS,
    TARGET,
    TRIAL_DEALS,
    WORLDS,
    WORSE,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cthulhu_training.arena.sequential import Verdict
    from cthulhu_training.arena.tournament import Outcome
    from cthulhu_training.benchmark.run import Point
    from cthulhu_training.solve.exploit import Exploits
    from cthulhu_training.solve.run import Solution


@dataclass(frozen=True)
class TrainingRun:
    """A run of `train`: its folder, the policy as a spec for `make_agent`, and results by name."""

    folder: Path
    policy: str
    results: dict[str, str]


@dataclass(frozen=True)
class Behaviour:
    """What `behaviour` found: a row for each agent and measure, with 95 % intervals."""

    game: Game
    rows: list[dict[str, Any]] = field(repr=False)

    def table(self) -> RenderableType:
        """For rich."""
        from cthulhu_training.behaviour.summary import action_words, table

        title = f"{self.game.title}, {self.game.num_players} players"
        return table(self.rows, title, action_words(self.game))


@dataclass(frozen=True)
class Benchmark:
    """Points of learning curves: algorithm, seed, unit, amount, exploitability."""

    points: tuple[Point, ...]

    def __repr__(self) -> str:
        return f"Benchmark({len(self.points)} points of {', '.join(self.last())})"

    def last(self) -> dict[str, list[Point]]:
        """The last point of each seed, by algorithm, the least exploitable first."""
        from cthulhu_training.benchmark.run import last

        return last(self.points)

    def curve(self, algorithm: str, seed: str) -> list[Point]:
        """The points of one run."""
        return [p for p in self.points if (p.algorithm, p.seed) == (algorithm, seed)]

    def markdown(self) -> str:
        """A table in Markdown."""
        from cthulhu_training.benchmark.run import table

        return "\n".join(table(self.points))


def evaluate(
    game: str | Game,
    agents: Sequence[Any],
    *,
    deals: int = DEALS,
    seed: int = 1,
    out: str | Path | None = None,
    cores: int | None = None,
    progress: bool = False,
    faults: str = "stop",
    move_seconds: float | None = None,
) -> Outcome:
    """Let agents play each other over the same deals, in every seat. Agents are specs, classes,
    objects, functions or models, as `make_agent` takes them.

    Returns an outcome with the cross-play `matrix` (mean, low and high ends of 95 % intervals),
    `ratings` and a `table()` for rich. `out` is a folder for all results; a tournament that was
    stopped there is resumed. `cores` is the number of processes that play, by default all cores.
    `seed` decides the deals and the bots' choices. `progress` shows a bar on the standard error
    stream. When an agent raises an error, plays what is illegal, or takes longer than
    `move_seconds` for a decision, `faults="stop"` raises a ValueError that names it; with "forfeit"
    it loses that game.

        game = cthulhu_envs.game("love_letter", num_players=2)
        outcome = cthulhu_envs.evaluate(game, ["random", "heuristic"], deals=200)
        outcome.matrix.mean    # the row's share of the wins against the column
    """
    from cthulhu_training.arena import Tournament, run_tournament
    from cthulhu_training.arena.workers import on_all_cores

    table = game_of(game)
    names, bots = named(agents)
    wanted = Tournament(
        table, names, deals, seed, settings=table.table, bots=bots, faults=faults,
        move_seconds=move_seconds,
    )  # fmt: skip
    workers = None if cores is None else on_all_cores(cores)
    with tempfile.TemporaryDirectory() as folder:
        return run_tournament(wanted, out or folder, progress, workers)


def compare(
    game: str | Game,
    new: Any,
    old: Any,
    *,
    worse: float = WORSE,
    better: float = BETTER_BY,
    deals: int = TRIAL_DEALS,
    seed: int = 1,
    faults: str = "stop",
    move_seconds: float | None = None,
) -> Verdict:
    """Test whether a new agent is better than an old one, with as few deals as possible: a
    sequential test between the ratings `worse` and `better`, over at most `deals` deals. `seed`
    decides the deals and the bots' choices; `faults` and `move_seconds` are those of `evaluate`.
    `verdict.words` is the result.
    """
    from cthulhu_training.arena import Tournament
    from cthulhu_training.arena.sequential import LANES, Trial
    from cthulhu_training.arena.sequential import compare as compared

    table = game_of(game)
    names, bots = named((new, old))
    wanted = Tournament(table, names, deals, seed, LANES, table.table, bots, faults, move_seconds)
    with tempfile.TemporaryDirectory() as folder:
        return compared(wanted, Trial(worse, better), Path(folder))


def behaviour(
    game: str | Game,
    agents: Sequence[Any],
    *,
    deals: int = BEHAVIOUR_DEALS,
    seed: int = 1,
    worlds: int = WORLDS,
    faults: str = "stop",
    move_seconds: float | None = None,
) -> Behaviour:
    """Measure how agents bluff, guess and use information in full games, over the same deals.
    `worlds` is how many worlds are drawn for each belief, `seed` decides the deals and the bots'
    choices; `faults` and `move_seconds` are those of `evaluate`.
    """
    from cthulhu_training.arena import Tournament
    from cthulhu_training.behaviour.sources import of_tournament
    from cthulhu_training.behaviour.summary import summary

    table = game_of(game)
    names, bots = named(agents)
    wanted = Tournament(
        table, names, deals, seed, settings=table.table, bots=bots, faults=faults,
        move_seconds=move_seconds,
    )  # fmt: skip
    return Behaviour(table, summary(of_tournament(wanted, worlds)))


def read_benchmark(path: str | Path) -> Benchmark:
    """The learning curves that `cthulhu benchmark` wrote, such as docs/benchmarks/ll-8.csv."""
    from cthulhu_training.benchmark.run import read

    return Benchmark(tuple(read(path)))


def train(
    game: str | Game,
    out: str | Path,
    *,
    trainer: str = "lean",
    progress: bool = False,
    **options: Any,
) -> TrainingRun:
    """Learn a policy by self-play in a folder; a run that was stopped there is resumed. `progress`
    shows a bar on the standard error stream.

    `options` are those of `cthulhu train --trainer NAME --help`, with underscores: `steps`, `seed`,
    `learning_rate` and so on.

        run = cthulhu_envs.train("love_letter", "results/mine", steps=1_000_000)
        bot = cthulhu_envs.make_agent(run.policy, cthulhu_envs.game("love_letter"))
    """
    from cthulhu_training.trainers import find_trainer

    table, found = game_of(game), find_trainer(trainer)
    known = {"trainer": trainer} if "trainer" in found.settings.__dataclass_fields__ else {}
    fields = list(found.settings.__dataclass_fields__)
    for name in options:
        if name not in fields:
            raise ValueError(f"trainer {trainer!r} has no setting {name!r}{nearest(name, fields)}")
    settings = found.settings(game=table.id, table=table.table, **known, **options)
    folder = Path(out)
    results = found.run(settings, folder, lambda line: None, progress)
    return TrainingRun(folder, results["policy"], results)


def solve(
    game: str | Game,
    out: str | Path | None = None,
    *,
    target: float = TARGET,
    variant: str = "discounted",
    iterations: int = MOST_ITERATIONS,
    progress: bool = False,
) -> Solution:
    """Solve a small table for two exactly, until nobody can exploit the policy by more than
    `target` wins a round. `out` is a folder for the policy, which `solved:FOLDER/policy.npz` plays.
    `variant` is cfr+, linear or discounted, `iterations` the largest number of them. `progress`
    shows a bar on the standard error stream.

        game = cthulhu_envs.game("love_letter", num_players=2, edition="classic",
                                 deck="ll-6", rounds="single")
        solution = cthulhu_envs.solve(game)
        solution.value, solution.exploitability
    """
    from cthulhu_training.solve.cfr import Variant
    from cthulhu_training.solve.run import solve as solve_in

    with tempfile.TemporaryDirectory() as folder:
        return solve_in(
            game_of(game),
            out or folder,
            target,
            iterations,
            Variant.named(variant),
            progress=progress,
        )


def exploitability(
    game: str | Game,
    agents: Any,
    *,
    draws: int = DRAWS,
    target: float = TARGET,
    progress: bool = False,
) -> Exploits:
    """How much a perfect opponent takes from agents on a small table for two, exactly, and how
    they bluff and guess there. `equilibrium` names the policy solved to `target`. Agents that do
    not say their probabilities are asked `draws` times at every information set.

        found = cthulhu_envs.exploitability(game, ["random", "heuristic"])
        [(line.agent, line.exploitability) for line in found.lines]
    """
    from cthulhu_training.solve.exploit import exploit

    wanted = list(agents) if isinstance(agents, (list, tuple)) else [agents]
    return exploit(game_of(game), wanted, draws, target, progress=progress)
