"""RLlib trains through the AEC environment on a Ray of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest
import ray
from cthulhu_training.cli.main import main
from cthulhu_training.integrations.rllib import POLICY, Settings, TableEnv, train
from cthulhu_training.run_settings import settings_in

from cthulhu_envs.api.agents import make_agent
from tests.training.fake_wandb import wandb, written

__all__ = ["wandb"]  # a fixture

TABLE = {"num_players": 2, "rounds": "single"}


def test_a_short_run_improves_and_can_be_played(wandb: Path, tmp_path: Path) -> None:
    settings = Settings(
        table=TABLE,
        steps=8192,
        batch=2048,
        minibatch=256,
        games=8,
        evaluate_games=1000,
        log="tensorboard wandb",
    )

    lines = train(settings, tmp_path / "run")

    assert lines[-1]["random"] > lines[0]["random"] + 0.08
    assert not ray.is_initialized()
    assert list((tmp_path / "run" / "tensorboard").iterdir())
    _, *told, last = written(tmp_path / "run")
    judged = [(line["step"], line["evaluation/random"]) for line in told]
    assert judged == [(line["steps"], line["random"]) for line in lines]
    assert last == {"finished": True}
    assert (settings_in(tmp_path / "run") or {})["trainer"] == "rllib"
    agent = make_agent(f"ppo:{tmp_path / 'run' / POLICY}", settings.table_of_game())
    assert agent.batched


def test_the_loser_hears_of_its_loss() -> None:
    env = TableEnv({"game": "love_letter", "table": TABLE})
    total = dict.fromkeys(env.possible_agents, 0.0)
    shown, _ = env.reset(seed=1)
    is_over = False
    while not is_over:
        actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in shown.items()}
        shown, rewards, ended, _, _ = env.step(actions)
        for agent, reward in rewards.items():
            total[agent] += reward
        is_over = ended["__all__"]

    assert sorted(total.values()) == [-1.0, 1.0]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("lov_letter", "did you mean 'love_letter'"),
        ("love_letter --hidden big", "hidden must be sizes such as 64x64"),
        ("love_letter --evaluate-against nobody", "there is no agent 'nobody'"),
    ],
)
def test_bad_input_gets_one_sentence(
    typed: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["train", "--trainer", "rllib", *typed.split(), "--out", str(tmp_path / "run")]) == 2
    )
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
