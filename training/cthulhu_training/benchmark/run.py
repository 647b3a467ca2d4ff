"""Algorithms compared on a deck where exploitability is exact: a tidy file, a page, a picture.

Each point of a run's log is a row of the file; the page gives the last point of each seed.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cthulhu_envs.authoring.files import (
    LINES,
    named,
    read_bytes,
    read_text,
    write_whole,
    writing,
)
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields, log_lines
from cthulhu_training.arena.names import deck_label
from cthulhu_training.integrations.openspiel import settings as openspiel
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.run_lock import only_writer
from cthulhu_training.run_settings import settings_in
from cthulhu_training.settings_record import command_of, record_from
from cthulhu_training.solve.exploit import exploit
from cthulhu_training.solve.page import deck_name

LOG = "log.jsonl"
OPENSPIEL = "openspiel"  # the trainer that files of older runs do not name
EXPLOITABILITY = "exploitability"
FIELDS = ("algorithm", "seed", "unit", "amount", EXPLOITABILITY)
NO_SEED = ""
DECISIONS, GAMES = "decisions", "games"
DRAWN = """\
Of a bot that gives no probabilities, such as a search, {draws} draws were counted at every
information set; a best answer exploits their noise too, so the exploitability shown is too
high, and more so with fewer draws."""


class Point(NamedTuple):
    """How exploitable an algorithm was after so much play."""

    algorithm: str
    seed: str  # empty where chance plays no part
    unit: str  # of `amount`: decisions or games; empty for bots that do not learn
    amount: int
    exploitability: float


def read_run(folder: Path) -> list[Point]:
    """The points of a run; ValueError if the folder holds none."""
    algorithm, dash, seed = folder.name.rpartition("-")
    log = folder / LOG
    if not dash or not log.is_file():
        raise ValueError(f"{named(folder)} is not a run called ALGORITHM-SEED")
    points = []
    for line in log_lines(read_bytes(log, LINES), named(log)):
        if EXPLOITABILITY in line:
            told = Fields(line, named(log))
            unit = DECISIONS if "steps" in told else GAMES
            amount = told.whole("steps" if unit == DECISIONS else "episodes")
            points.append(Point(algorithm, seed, unit, amount, told.number(EXPLOITABILITY)))
    if not points:
        raise ValueError(f"{named(folder)} has no evaluation of its exploitability")
    return points


def command(run: Path) -> str:
    """The command of a run, by the settings in its folder; nothing where there are none."""
    recorded = settings_in(run)
    if recorded is None:
        return ""
    trainer = recorded.get("trainer", OPENSPIEL)
    if trainer != OPENSPIEL:
        return f"cthulhu train {command_of(Settings.from_values(recorded))}"
    own = {name: value for name, value in recorded.items() if name != "trainer"}
    settings = record_from(openspiel.Settings, own, f"{named(run)} holds other settings")
    words = command_of(settings).split(" ", 1)
    return f"cthulhu train {words[0]} --trainer {OPENSPIEL} {words[1]}"


def commands(runs: Sequence[Path]) -> list[str]:
    """One for each algorithm, of its first seed."""
    first: dict[str, str] = {}
    for run in sorted(runs):
        first.setdefault(run.name.rpartition("-")[0], command(run))
    return [f"    {line}" for line in first.values() if line]


def write(path: Path, points: Sequence[Point]) -> None:
    """A tidy file of points."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(FIELDS)
    out.writerows((*point[:-1], f"{point.exploitability:.6f}") for point in points)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.getvalue())


def read(path: str | Path) -> list[Point]:
    """The points of a tidy file."""
    rows = csv.DictReader(io.StringIO(read_text(path, LINES)))
    try:
        return [_point(row) for row in rows]
    except (KeyError, TypeError, ValueError, csv.Error):
        raise ValueError(
            f"{named(path)}, line {rows.line_num}: not a point of a benchmark"
        ) from None


def _point(row: dict[str, str]) -> Point:
    amount, exploitability = int(row["amount"]), float(row[EXPLOITABILITY])
    if amount < 0 or not math.isfinite(exploitability):
        raise ValueError
    return Point(row["algorithm"], row["seed"], row["unit"], amount, exploitability)


def last(points: Sequence[Point]) -> dict[str, list[Point]]:
    """The last point of each seed, by algorithm, the least exploitable first."""
    ends: dict[tuple[str, str], Point] = {}
    for point in points:
        ends[point.algorithm, point.seed] = point
    found: dict[str, list[Point]] = {}
    for point in ends.values():
        found.setdefault(point.algorithm, []).append(point)
    return dict(sorted(found.items(), key=lambda item: _median(item[1])))


def _median(ends: Sequence[Point]) -> float:
    return float(np.median([point.exploitability for point in ends]))


def table(points: Sequence[Point]) -> list[str]:
    """The page's table in Markdown."""
    lines = ["| algorithm | play | exploitability: median | each seed |", "|---|---:|---:|---|"]
    for algorithm, ends in last(points).items():
        amount = sum(point.amount for point in ends) // len(ends)
        play = f"{amount:,} {ends[0].unit}" if ends[0].unit else ""
        seeds = ", ".join(f"{point.seed}: {point.exploitability:.4f}" for point in ends)
        each = seeds if ends[0].seed != NO_SEED else ""
        lines.append(f"| {algorithm} | {play} | {_median(ends):.4f} | {each} |")
    return lines


def draw(points: Sequence[Point], path: Path) -> None:
    """Exploitability by the part of the play that is done: lines for seeds, levels for bots."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for number, (algorithm, ends) in enumerate(last(points).items()):
        colour = f"C{number}"
        if not ends[0].unit:
            level = _median(ends)
            axes.axhline(level, color=colour, linestyle=":", label=f"{algorithm} {level:.4f}")
            continue
        for k, end in enumerate(ends):
            own = [p for p in points if (p.algorithm, p.seed) == (algorithm, end.seed)]
            parts = [point.amount / end.amount for point in own]
            name = f"{algorithm} {_median(ends):.4f}" if k == 0 else None
            axes.plot(parts, [p.exploitability for p in own], color=colour, label=name)
    axes.set_yscale("log")
    axes.set_xlabel("part of the run")
    axes.set_ylabel("exploitability (wins)")
    axes.legend(fontsize=8)
    with writing(path) as file:
        figure.savefig(file, format="png", dpi=120)
    plt.close(figure)


def benchmark(
    game: Game,
    runs: Sequence[Path],
    agents: Sequence[str],
    draws: int,
    out: Path,
    made_by: str,
    progress: bool = False,
) -> Path:
    """Read the runs, ask the bots, write the three files; returns the page, which says what it was
    made by.
    """
    points = [point for run in sorted(runs) for point in read_run(run)]
    if agents:
        found = exploit(game, agents, draws=draws, progress=progress)
        points += [Point(line.agent, NO_SEED, "", 0, line.exploitability) for line in found.lines]
    name = deck_label(game.values["deck"])
    page = out / f"{name}.md"
    text = [
        f"# {game.title}, {deck_name(game)}: algorithms compared",
        "",
        f"Made by `{made_by}`.",
        "",
    ]
    text += [*table(points), ""]
    if agents:
        text += [DRAWN.format(draws=draws), ""]
    if runs:
        text += ["The first seed of each was learned by", "", *commands(runs), ""]
    text += [
        f"![curves]({name}.png)",
        "",
        f"All points: [{name}.csv]({name}.csv).",
    ]
    with only_writer(out):
        write(out / f"{name}.csv", points)
        draw(points, out / f"{name}.png")
        write_whole(page, "\n".join(text) + "\n")
    return page
