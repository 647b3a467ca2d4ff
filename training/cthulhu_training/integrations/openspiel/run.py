"""A run of an OpenSpiel algorithm on a table that can be solved, judged exactly as it learns.

run.toml        what was wanted
log.jsonl       one line for each evaluation: games, processor seconds, exploitability
policy.npz      the last policy: `solved:.../policy.npz` plays it
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cthulhu_envs.authoring.files import append_line
from cthulhu_envs.authoring.game import Game
from cthulhu_training.integrations.openspiel.learners import Learned, learn
from cthulhu_training.integrations.openspiel.settings import Settings
from cthulhu_training.loggers import Loggers
from cthulhu_training.ppo.evaluate import Small, small_table
from cthulhu_training.progress import bar
from cthulhu_training.run_lock import only_writer
from cthulhu_training.run_settings import check_new, write_run
from cthulhu_training.solve.checkpoint import table_of
from cthulhu_training.trainers import Notice

LOG, POLICY = "log.jsonl", "policy.npz"

Line = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """What a run has come to."""

    policy: Path
    lines: tuple[Line, ...]


def exact_judge(game: Game) -> Small:
    """What finds the exploitability of policies; ValueError if the table is too large for it."""
    small = small_table(game)
    if small is None:
        raise ValueError(
            f"this table of {game.title} is too large to be judged exactly; "
            "take a single round for two with a small deck, such as deck=ll-8"
        )
    return small


def run(
    settings: Settings,
    folder: str | Path,
    notice: Notice = lambda line: None,
    progress: bool = False,
) -> Result:
    """Learn in a new folder; evaluations are not counted in the seconds."""
    with only_writer(folder):
        return _run(settings, Path(folder), notice, progress)


def _run(settings: Settings, folder: Path, notice: Notice, progress: bool) -> Result:
    game = settings.table_of_game()
    check_new(folder)
    small = exact_judge(game)
    write_run(folder, settings, "openspiel")
    loggers = Loggers(settings, folder)
    lines: list[Line] = []
    seconds, start = 0.0, time.process_time()

    unwritten: list[Learned] = []  # a run that fails before it has learned leaves nothing

    def judge(learned: Learned) -> None:
        found = small.values.exploitability(learned.policy)
        facts = {"algorithm": settings.algorithm, "seed": settings.seed}
        line = facts | {"episodes": learned.episodes, "seconds": round(seconds, 1)}
        lines.append(line | {"exploitability": found})
        unwritten.append(learned)
        if learned.episodes:
            write()

    def write() -> None:
        for learned, line in zip(unwritten, lines[-len(unwritten) :], strict=True):
            append_line(folder / LOG, json.dumps(line))
            figures = {"exploitability": line["exploitability"]}
            loggers.log("evaluation", learned.episodes, figures)
            table_of(small.tree, learned.policy, line).write(folder / POLICY)
        unwritten.clear()

    words, total = f"{settings.algorithm}: {game.title}", settings.episodes
    with closing(loggers), bar(words, progress, total, "games") as show:
        for learned in learn(settings, small.values):
            seconds += time.process_time() - start
            judge(learned)
            words = f"{learned.episodes:,} games, {seconds:.0f} s"
            notice(f"{words}: exploitability {lines[-1]['exploitability']:.4f}")
            show(learned.episodes / settings.episodes)
            if settings.minutes and seconds >= 60 * settings.minutes:
                break
            start = time.process_time()
        if unwritten:
            write()
    return Result(folder / POLICY, tuple(lines))
