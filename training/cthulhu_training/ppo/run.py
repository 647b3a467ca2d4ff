"""`cthulhu train`: a run of either trainer in a folder of its own, stopped and gone on with."""

from __future__ import annotations

import time
from pathlib import Path

from cthulhu_agents.archive import read_archive, write_archive
from threadpoolctl import threadpool_limits

from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run_folder import RunLog, Tell, Trained
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.progress import bar

CHECKPOINT = "checkpoint.npz"
KIND = "training checkpoint"


def train(
    settings: Settings,
    folder: str | Path,
    tell: Tell = lambda line: None,
    progress: bool = False,
) -> Trained:
    """Learn a policy; a run that was stopped goes on from its last checkpoint."""
    run_log = RunLog(settings, Path(folder))
    with threadpool_limits(settings.threads, "blas"):  # numpy's, for past selves and bots
        if settings.trainer == "sb3":
            from cthulhu_training.integrations.sb3 import train_sb3

            return train_sb3(run_log, tell, progress)
        return train_lean(run_log, tell, progress)


def train_lean(run_log: RunLog, tell: Tell, progress: bool) -> Trained:
    """The lean trainer: what was killed goes on as if nothing had happened."""
    learner = LeanPPO(run_log.settings)
    path = run_log.folder / CHECKPOINT
    if path.is_file():
        head, arrays = read_archive(path, KIND)
        learner.load(head["learner"], arrays)
        run_log.load(head["run_log"], learner.steps)
        tell(f"going on from decision {learner.steps:,}")
    elif learner.said:
        tell(learner.said)
    with bar(run_log.game.title, progress) as show:
        while not learner.is_done:
            start = time.perf_counter()
            facts = learner.update()
            run_log.seconds += time.perf_counter() - start
            run_log.log("update", learner.steps, facts)
            if run_log.is_due(learner.steps) or learner.is_done:
                run_log.judge(learner.policy(), learner.steps)
                head, arrays = learner.save()
                write_archive(path, KIND, {"learner": head, "run_log": run_log.save()}, arrays)
            show(learner.updates / run_log.settings.updates, run_log.words(learner.steps))
    return run_log.result(learner.steps)
