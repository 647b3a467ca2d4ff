"""Runs in their folders: log, policies, kill -9, and folders that hold something else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_agents.archive import read_archive
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_training.cli.main import main
from cthulhu_training.ppo import run
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run import train
from cthulhu_training.ppo.run_folder import EXPLOITABILITY, RunLog

from tests.training.learn.runs import small

TABLE = ["love_letter", "-p", "2", "--set", "edition=classic", "--set", "rounds=single"]
QUICK = ["--set", "deck=ll-6", "--num-envs", "32", "--num-steps", "16", "--evaluate-games", "20"]


def lines(folder: Path) -> list[dict[str, object]]:
    text = (folder / "log.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_a_run_leaves_log_checkpoint_and_policies(tmp_path: Path) -> None:
    found = train(small(), tmp_path / "run")

    assert found.steps == 2048
    assert {"random", "heuristic", EXPLOITABILITY} == set(found.best)
    whats = [line["what"] for line in lines(found.folder)]
    assert whats.count("update") == 4 and whats.count("evaluation") == 2
    for name in ("policy.npz", "last.npz"):
        facts = LearnedPolicy.read(found.folder / name).facts
        assert facts["settings"]["seed"] == 1 and facts["evaluation"]


def test_the_best_policy_is_the_one_that_is_least_exploitable(tmp_path: Path) -> None:
    found = train(small(steps=4096, evaluate_every=0.25), tmp_path / "run")

    seen = [line[EXPLOITABILITY] for line in lines(found.folder) if line["what"] == "evaluation"]
    assert found.best[EXPLOITABILITY] == min(seen)


def test_a_checkpoint_is_written_between_evaluations_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train(small(), tmp_path / "whole")
    monkeypatch.setattr(run, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(RunLog, "judge", stop)
    with pytest.raises(KeyboardInterrupt):
        train(small(), tmp_path / "run")
    monkeypatch.undo()
    head, _ = read_archive(tmp_path / "run" / run.CHECKPOINT, run.KIND)

    found = train(small(), tmp_path / "run")

    assert head["learner"]["updates"] > 0
    same = [LearnedPolicy.read(one.folder / "last.npz").actor[0][0] for one in (whole, found)]
    assert np.array_equal(*same)


def stop(*whatever: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("trainer", ["lean", "sb3"])
def test_a_team_learns_and_is_judged_together(trainer: str, tmp_path: Path) -> None:
    table = {"num_players": 2}
    settings = small(game="death_may_die", table=table, trainer=trainer, evaluate_against="itself")

    found = train(settings, tmp_path / "run")

    assert set(found.best) == {"itself"}
    assert -1.0 <= found.best["itself"] < 0.0  # a beginner's team loses, and hears of it


def test_a_run_begins_with_a_policy_that_is_given(tmp_path: Path) -> None:
    first = train(small(), tmp_path / "first").folder / "last.npz"
    learner = LeanPPO(small(start=str(first)))

    learner_weights = learner.policy().actor[0][0]

    assert np.array_equal(learner_weights, LearnedPolicy.read(first).actor[0][0])
    with pytest.raises(ValueError, match="has other layers than 32"):
        LeanPPO(small(start=str(first), hidden="32"))
    with pytest.raises(ValueError, match="only the lean trainer"):
        small(start=str(first), trainer="sb3")


def test_a_run_begins_with_the_critic_of_the_policy(tmp_path: Path) -> None:
    first = train(small(), tmp_path / "first").folder / "policy.npz"
    policy = LearnedPolicy.read(first)
    policy.write(tmp_path / "half.npz", small=True)

    for path, near in ((first, 0.0), (tmp_path / "half.npz", 1e-3)):
        told: list[str] = []
        learner = LeanPPO(small(start=str(path), seed=2))
        train(small(start=str(path), seed=2), tmp_path / path.stem, told.append)

        for ours, theirs in zip(learner.policy().critic, policy.critic, strict=True):
            assert np.allclose(ours[0], theirs[0], rtol=near, atol=near)
        assert told == []


def test_a_policy_without_a_critic_gets_a_new_one_and_this_is_said_once(tmp_path: Path) -> None:
    """As the policies of version 0.1.0 are."""
    whole = LearnedPolicy.read(train(small(), tmp_path / "first").folder / "policy.npz")
    start = tmp_path / "old.npz"
    LearnedPolicy(whole.game, whole.actor, (), whole.facts).write(start, small=True)
    settings = small(start=str(start), seed=2)
    learner, fresh = LeanPPO(settings), LeanPPO(small(seed=2))
    told: list[str] = []

    found = train(settings, tmp_path / "run", told.append)
    train(settings, tmp_path / "run", told.append)

    assert np.allclose(learner.policy().actor[0][0], whole.actor[0][0], atol=1e-3)
    assert np.array_equal(learner.policy().critic[0][0], fresh.policy().critic[0][0])
    assert told[0] == f"{start} has no critic, so learning begins with a new one"
    assert len(told) == 2 and "resuming" in told[1]
    assert LearnedPolicy.read(found.folder / "policy.npz").critic
    with pytest.raises(ValueError, match="has other layers than 32"):
        LeanPPO(small(start=str(start), hidden="32"))


def test_a_finished_run_is_not_run_again(tmp_path: Path) -> None:
    train(small(), tmp_path / "run")
    before = lines(tmp_path / "run")

    again = train(small(), tmp_path / "run")

    assert lines(tmp_path / "run") == before and again.steps == 2048


def test_a_folder_with_another_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    train(small(), tmp_path / "run")
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}

    with pytest.raises(ValueError, match="holds another run, now seed 2 instead of 1"):
        train(small(seed=2), tmp_path / "run")

    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()} == before


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("chapter one")

    with pytest.raises(ValueError, match="is not empty"):
        train(small(), tmp_path)


def test_kill_loses_nothing_but_the_last_interval(tmp_path: Path) -> None:
    wanted = [*TABLE, *QUICK, "--steps", "16384", "--evaluate-every", "0.1"]
    command = [sys.executable, "-m", "cthulhu_training.cli.main", "train", *wanted]
    killed = subprocess.Popen([*command, "--out", str(tmp_path / "run")], stderr=subprocess.DEVNULL)
    checkpoint = tmp_path / "run" / "checkpoint.npz"
    give_up = time.monotonic() + 120
    while not checkpoint.is_file() and time.monotonic() < give_up:
        time.sleep(0.02)
    os.kill(killed.pid, signal.SIGKILL)
    killed.wait()

    assert main(["train", *wanted, "--out", str(tmp_path / "run")]) == 0
    assert main(["train", *wanted, "--out", str(tmp_path / "straight")]) == 0

    resumed, straight = (lines(tmp_path / name) for name in ("run", "straight"))
    assert resumed == straight
    policies = [LearnedPolicy.read(tmp_path / name / "last.npz") for name in ("run", "straight")]
    assert policies[0].actor[0][0].tobytes() == policies[1].actor[0][0].tobytes()


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["love_leter"], "did you mean 'love_letter"),
        ([*TABLE, "--trainer", "ppo2"], "there is no trainer 'ppo2'"),
        ([*TABLE, "--opponents", "heuristik"], "no agent 'heuristik'"),
        ([*TABLE, "--opponents", "human"], "training needs bots with act_batch"),
        ([*TABLE, "--gamma", "7"], "gamma must be at most 1"),
        ([*TABLE, "--evaluate-every", "0"], "evaluate_every must be more than 0"),
        ([*TABLE, "--minibatches", "100000"], "so 100000 are too many"),
        ([*TABLE, "--steps", "-1"], "steps must be a whole number of at least 1"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_input_is_one_line(
    arguments: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *arguments, "--out", str(tmp_path / "run")]) == 2
    said = capsys.readouterr().err.strip()
    assert fault in said and "\n" not in said
