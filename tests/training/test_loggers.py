"""TensorBoard and Weights & Biases by one setting, in all trainers."""

from __future__ import annotations

from pathlib import Path

import pytest
from cthulhu_training.cli.main import main
from cthulhu_training.integrations.openspiel.run import run as run_openspiel
from cthulhu_training.integrations.openspiel.settings import Settings as SpielSettings
from cthulhu_training.loggers import Loggers
from cthulhu_training.ppo.run import train
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from tests.training.fake_wandb import wandb, written
from tests.training.learn.runs import LL6, small

__all__ = ["wandb"]  # a fixture


@pytest.mark.parametrize("trainer", ["lean", "sb3"])
def test_both_logs_get_every_figure(trainer: str, wandb: Path, tmp_path: Path) -> None:
    found = train(small(trainer=trainer, log="tensorboard wandb"), tmp_path / "run")

    assert list((found.folder / "tensorboard").iterdir())
    first, *figures, last = written(found.folder)
    assert first["init"]["project"] == "cthulhu_envs" and first["init"]["name"] == "run"
    assert last == {"finished": True}
    judged = [line for line in figures if "evaluation/exploitability" in line]
    assert judged[-1]["step"] == found.steps
    assert judged[-1]["evaluation/random"] == found.last["random"]


def test_openspiel_logs_too(wandb: Path, tmp_path: Path) -> None:
    settings = SpielSettings(
        table=LL6, episodes=24, evaluate_every=1.0, batch=8, replay=100, reservoir=100, log="wandb"
    )

    found = run_openspiel(settings, tmp_path / "run")

    lines = written(tmp_path / "run")
    assert lines[-2]["evaluation/exploitability"] == found.lines[-1]["exploitability"]
    assert lines[-2]["step"] == found.lines[-1]["episodes"] and lines[-1] == {"finished": True}


def test_the_exact_judgements_are_on_the_board(tmp_path: Path) -> None:
    settings = SpielSettings(
        table=LL6, episodes=24, evaluate_every=1.0, batch=8, replay=100, reservoir=100,
        log="tensorboard",
    )  # fmt: skip

    found = run_openspiel(settings, tmp_path / "run")

    board = EventAccumulator(str(tmp_path / "run" / "tensorboard")).Reload()
    (last,) = board.Scalars("evaluation/exploitability")
    assert last.step == 24
    assert last.value == pytest.approx(found.lines[-1]["exploitability"], rel=1e-6)


def test_a_run_that_goes_on_is_the_same_run_there(wandb: Path, tmp_path: Path) -> None:
    for _ in range(2):
        Loggers(small(log="wandb"), tmp_path / "run").close()
    Loggers(small(log="wandb", seed=2), tmp_path / "run").close()

    ids = [line["init"]["id"] for line in written(tmp_path / "run") if "init" in line]
    assert ids[0] == ids[1] != ids[2]


def test_without_the_setting_nothing_is_logged_elsewhere(tmp_path: Path) -> None:
    found = train(small(), tmp_path / "run")

    assert {"tensorboard", "wandb"}.isdisjoint(path.name for path in found.folder.iterdir())


def test_a_run_goes_on_with_another_log(tmp_path: Path) -> None:
    train(small(), tmp_path / "run")

    assert train(small(log="tensorboard"), tmp_path / "run").steps == 2048


def test_an_unknown_log_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "love_letter", "--log", "tensorbord", "--out", str(tmp_path / "run")]

    assert main(words) == 2

    assert "there is no log 'tensorbord'; did you mean 'tensorboard'?" in capsys.readouterr().err
