"""`cthulhu train`: a run of either trainer in a folder of its own, stopped and gone on with."""

from __future__ import annotations

import time
from pathlib import Path

from threadpoolctl import threadpool_limits

from training.archive import read_archive, write_archive
from training.learn.lean import Lean
from training.learn.ledger import Ledger, Tell, Trained
from training.learn.settings import Settings
from training.progress import bar

CHECKPOINT = "checkpoint.npz"
KIND = "training checkpoint"


def train(
    settings: Settings,
    folder: str | Path,
    tell: Tell = lambda line: None,
    progress: bool = False,
) -> Trained:
    """Learn a policy; a run that was stopped goes on from its last checkpoint."""
    ledger = Ledger(settings, Path(folder))
    with threadpool_limits(settings.threads, "blas"):  # numpy's, for past selves and bots
        if settings.trainer == "sb3":
            from training.learn.sb3 import train_sb3

            return train_sb3(ledger, tell, progress)
        return train_lean(ledger, tell, progress)


def train_lean(ledger: Ledger, tell: Tell, progress: bool) -> Trained:
    """The lean trainer: what was killed goes on as if nothing had happened."""
    learner = Lean(ledger.settings)
    path = ledger.folder / CHECKPOINT
    if path.is_file():
        head, arrays = read_archive(path, KIND)
        learner.load(head["learner"], arrays)
        ledger.load(head["ledger"], learner.steps)
        tell(f"going on from decision {learner.steps:,}")
    elif learner.said:
        tell(learner.said)
    with bar(ledger.game.title, progress) as show:
        while not learner.is_done:
            start = time.perf_counter()
            facts = learner.update()
            ledger.seconds += time.perf_counter() - start
            ledger.log("update", learner.steps, facts)
            if ledger.is_due(learner.steps) or learner.is_done:
                ledger.judge(learner.policy(), learner.steps)
                head, arrays = learner.save()
                write_archive(path, KIND, {"learner": head, "ledger": ledger.save()}, arrays)
            show(learner.updates / ledger.settings.updates, ledger.words(learner.steps))
    return ledger.result(learner.steps)
