"""OpenSpiel's NFSP and PSRO learn our games, and are judged exactly."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from cthulhu_training.cli.main import main
from cthulhu_training.integrations.openspiel.run import LOG, run
from cthulhu_training.integrations.openspiel.settings import Settings
from cthulhu_training.integrations.openspiel.tables import mixed
from cthulhu_training.solve.evaluate import policy_of
from cthulhu_training.solve.tree import grow_tree
from cthulhu_training.solve.values import Values, uniform

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find

TABLE = {"num_players": 2, "edition": "classic", "rounds": "single", "deck": "ll-6"}
AT_RANDOM = 0.219


def test_nfsp_gets_less_exploitable_and_can_be_played(tmp_path: Path) -> None:
    settings = Settings(table=TABLE, episodes=4000, evaluate_every=0.5, anticipate=0.3, hidden="64")

    found = run(settings, tmp_path / "run")

    assert found.lines[-1]["exploitability"] < 0.8 * AT_RANDOM
    tree = grow_tree(settings.table_of_game())
    bot = make_agent(f"solved:{found.policy}", settings.table_of_game())
    again = Values(tree).exploitability(policy_of(tree, bot).policy)
    assert again == pytest.approx(found.lines[-1]["exploitability"], abs=1e-5)
    lines = (tmp_path / "run" / LOG).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["episodes"] for line in lines] == [2000, 4000]


def test_psro_gets_less_exploitable(tmp_path: Path) -> None:
    settings = Settings(
        table=TABLE, algorithm="psro", episodes=2000, oracle_episodes=500, entry_games=40,
        learn_every=4, explore=0.3, hidden="64",
    )  # fmt: skip

    found = run(settings, tmp_path / "run")

    judged = [line["exploitability"] for line in found.lines]
    assert len(judged) == 3
    assert judged[-1] < judged[0]


def test_a_mixture_wins_what_its_parts_win() -> None:
    tree = grow_tree(find("love_letter").configure(**TABLE))
    values, rng = Values(tree), np.random.default_rng(1)
    even = uniform(tree)
    weight = rng.random(tree.choices)
    total = np.repeat(np.add.reduceat(weight, tree.infos["first"]), tree.infos["count"])
    odd = (weight / total).astype(np.float32)
    is_first = np.repeat(tree.infos["seat"] == 0, tree.infos["count"])

    both = mixed(values, [even, odd], [np.array([0.3, 0.7]), np.array([1.0, 0.0])])

    parts = [values.value(np.where(is_first, part, even)) for part in (even, odd)]
    assert values.value(both) == pytest.approx(0.3 * parts[0] + 0.7 * parts[1], abs=1e-5)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("lov_letter", "did you mean 'love_letter'"),
        ("love_letter --algorithm psr", "did you mean 'psro'"),
        ("love_letter --hidden big", "hidden must be sizes such as 128x128"),
        ("love_letter -p 3 --out nowhere", "too large to be judged exactly"),
    ],
)
def test_bad_input_gets_one_sentence(
    typed: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "--trainer", "openspiel", *typed.split()]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
