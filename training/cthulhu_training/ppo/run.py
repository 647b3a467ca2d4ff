"""`cthulhu train`: a run of either trainer in a folder of its own, stopped and gone on with."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from cthulhu_agents.archive import read_archive, write_archive
from threadpoolctl import threadpool_limits

from cthulhu_envs.authoring.files import named
from cthulhu_envs.authoring.parsing import Fields
from cthulhu_training.ppo import checkpoint
from cthulhu_training.ppo.distributed import ProcessGroup
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run_folder import RunLog, Trained
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.progress import bar
from cthulhu_training.run_lock import only_writer
from cthulhu_training.trainers import Notice

CHECKPOINT = "checkpoint.npz"
KIND = "training checkpoint"
SAVE_EVERY = 60.0  # seconds: the most that is lost when a run is stopped


def train(
    settings: Settings,
    folder: str | Path,
    notice: Notice = lambda line: None,
    progress: bool = False,
) -> Trained:
    """Learn a policy; a run that was stopped goes on from its last checkpoint."""
    with threadpool_limits(settings.threads, "blas"):  # numpy's, for past selves and bots
        group = ProcessGroup(settings.device)
        if group.size > 1 and settings.trainer != "lean":
            raise ValueError("only the lean trainer runs in several processes")
        if not group.is_leader:
            return follow(settings, group)
        with only_writer(folder), closing(RunLog(settings, Path(folder))) as run_log:
            if settings.trainer == "lean":
                return lead(run_log, group, notice, progress)
            from cthulhu_training.integrations.sb3 import train_sb3

            return train_sb3(run_log, notice, progress)


def lead(run_log: RunLog, group: ProcessGroup, notice: Notice, progress: bool) -> Trained:
    """The lean trainer: what was killed goes on as if nothing had happened. The leader of the
    processes keeps the folder.
    """
    learner = LeanPPO(run_log.settings, group)
    path = run_log.folder / CHECKPOINT
    saved = group.share(read_checkpoint(path, learner) if path.is_file() else None)
    if saved:
        head, arrays = saved
        checkpoint.load(learner, head["learner"], arrays)
        run_log.load(head["run_log"], learner.steps)
        notice(f"resuming from decision {learner.steps:,}")
    else:
        run_log.start_over()
        for said in filter(None, (learner.said, run_log.settings.rounded)):
            notice(said)
    wanted, before = run_log.settings, learner.updates / run_log.settings.updates
    with bar(run_log.game.title, progress, wanted.steps, "decisions", before) as show:
        saved_at = time.perf_counter()
        while not learner.is_done:
            start = time.perf_counter()
            facts = learner.update()
            run_log.seconds += time.perf_counter() - start
            run_log.log("update", learner.steps, facts)
            is_due = run_log.is_due(learner.steps) or learner.is_done
            if group.share(is_due or time.perf_counter() - saved_at > SAVE_EVERY):
                if is_due:
                    run_log.judge(learner.family(), learner.steps)
                head, arrays = checkpoint.save(learner)
                write_archive(path, KIND, {"learner": head, "run_log": run_log.save()}, arrays)
                saved_at = time.perf_counter()
            show(learner.updates / wanted.updates, run_log.words())
    return group.share(run_log.result(learner.steps))


def read_checkpoint(path: Path, learner: LeanPPO) -> checkpoint.Checkpoint:
    """A checkpoint of this run; ValueError if it is of another, or damaged."""
    head, arrays = read_archive(path, KIND, partial(checkpoint.table_of, learner))
    fields = Fields(head, named(path))
    return {name: fields.table(name) for name in ("learner", "run_log")}, arrays


def follow(settings: Settings, group: ProcessGroup) -> Trained:
    """Any other process: it plays, learns, and gives its part of each checkpoint to the leader."""
    learner = LeanPPO(settings, group)
    saved: Any = group.share(None)
    if saved:
        checkpoint.load(learner, saved[0]["learner"], saved[1])
    while not learner.is_done:
        learner.update()
        if group.share(False):
            checkpoint.save(learner)
    result: Any = group.share(None)
    return result  # type: ignore[no-any-return]
