"""Running a tournament: round robin with self-play over shared deals, resumed where it stopped."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import RenderableType

from cthulhu_envs.authoring.errors import require
from cthulhu_envs.authoring.files import append, write_whole
from cthulhu_training.arena import report, tables
from cthulhu_training.arena.nash import NashAverage, nash_average
from cthulhu_training.arena.plot import picture, team_picture
from cthulhu_training.arena.ratings import Ratings, rate
from cthulhu_training.arena.results import NAME, Results, opened, read_results
from cthulhu_training.arena.settings import Tournament
from cthulhu_training.arena.statistics import Matrix, by_deal, cross_play, team_rewards, wilson
from cthulhu_training.arena.workers import Workers, games_bar, in_turn, on_all_cores
from cthulhu_training.out_folder import check_out

PICTURE = "tournament.png"


@dataclass(frozen=True)
class Outcome:
    """A finished tournament: what was played, the cross-play matrix and the ratings."""

    folder: Path
    results: Results
    matrix: Matrix
    ratings: Ratings

    def __repr__(self) -> str:
        head = self.results.head
        played = f"{head['game']}, {self.results.players} players, {head['deals']} deals"
        return f"Outcome({played}, agents={self.results.agents}, folder={str(self.folder)!r})"

    @cached_property
    def team(self) -> Matrix | None:
        """Rewards instead of shares, where all seats win or lose together."""
        return team_rewards(self.results)

    def nash(self) -> NashAverage:
        """How often the most even unbeatable mixture chooses each agent."""
        return nash_average(self.matrix)

    def shares_by_deal(self, row: str, column: str) -> NDArray[np.float64]:
        """The wins of one agent against another, deal by deal."""
        agents = list(self.matrix.agents)
        found = by_deal(self.results, self.results.share)
        shares: NDArray[np.float64] = found[:, agents.index(row), agents.index(column)]
        return shares

    def interval(self, row: str, column: str, deals: int | None = None) -> tuple[float, float]:
        """The 95 % interval of one agent's share of the wins against another, after the first
        `deals` deals or all. It is that of `matrix`: a deal is one observation.
        """
        low, high = wilson(self.shares_by_deal(row, column)[:deals])
        return float(low), float(high)

    def image(self) -> Any:
        """The picture of the tournament, as a PIL image."""
        from PIL import Image

        parts = (self.results, self.matrix, self.ratings)
        drawn = team_picture(self.results, self.team) if self.team else picture(*parts)
        return Image.open(io.BytesIO(drawn))

    def table(self) -> RenderableType:
        """For rich: ratings and cross-play, best agent first, in the form that fits the width."""
        if self.team:
            return tables.team_table(self.results, self.team)
        return tables.table(self.results, self.matrix, self.ratings)


def run_tournament(
    settings: Tournament,
    out_dir: str | Path,
    progress: bool = True,
    workers: Workers | None = None,
) -> Outcome:
    """Play what is missing of a tournament in a folder, and write its results there.

    Bad input is a ValueError before anything is written. results.jsonl grows a chunk at a time:
    stopped at any moment, even by kill -9, the same call goes on from the last whole chunk and
    ends with the same bytes as an uninterrupted run. games.csv, summary.json, manifest.json and
    tournament.png are made from it at the end. Notices and progress go to the standard error
    stream. A library that is missing is an ImportError before anything is played. `workers` says
    who plays; by default all cores, if that pays.
    """
    require("matplotlib", "scipy")
    play_missing(settings, out_dir, progress, workers)
    return read_outcome(out_dir, write=True)


def play_missing(
    settings: Tournament,
    out_dir: str | Path,
    progress: bool = True,
    workers: Workers | None = None,
) -> None:
    """The playing alone: afterwards results.jsonl in the folder is complete."""
    agents = settings.check()
    head = settings.head()
    chunks = settings.chunks({spec: agent.batched for spec, agent in agents.items()})
    folder = Path(out_dir)
    check_out(folder, [NAME], "tournament")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        opened(folder / NAME, head, chunks, _notice) as (file, done),
        games_bar(settings, chunks, done, progress) as report,
    ):
        work = workers or (on_all_cores() if settings.travels else in_turn)
        for lines in work(settings, chunks[done:], agents, report):
            append(file, lines)


def read_outcome(folder: str | Path, write: bool = False) -> Outcome:
    """The outcome of a tournament that was played before; `write` rewrites its files."""
    folder = Path(folder)
    results = read_results(folder)
    outcome = Outcome(folder, results, cross_play(results), rate(results))
    if write:
        parts = (results, outcome.matrix, outcome.ratings)
        report.write_all(folder, *parts, outcome.team)
        drawn = team_picture(results, outcome.team) if outcome.team else picture(*parts)
        write_whole(folder / PICTURE, drawn)
    return outcome


def _notice(text: str) -> None:
    print(f"cthulhu_envs: {text}", file=sys.stderr)
