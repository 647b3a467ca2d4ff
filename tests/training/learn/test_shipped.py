"""The policies that come with the package."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import numpy as np
import pytest
from cthulhu_agents.learned import shipped
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_training.cli.main import main
from cthulhu_training.cli.options import record_of
from cthulhu_training.cli.train import options_of
from cthulhu_training.ppo import shipping
from cthulhu_training.ppo.evaluate import against
from cthulhu_training.ppo.run import train
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.settings_record import command_of

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find, games
from tests.training.learn.runs import small

FILES = shipped.shipped()
GAMES_PLAYED = 300


def test_there_is_one_for_every_game() -> None:
    assert {LearnedPolicy.read(path).game.id for path in FILES} == set(games())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_plays_better_than_at_random(path: Path) -> None:
    policy = LearnedPolicy.read(path)
    game, is_team = policy.game, "itself" in policy.facts["settings"]["evaluate_against"]
    mine, other = make_agent("ppo", game, 1), make_agent("random", game, 2)

    found = against(game, mine, mine if is_team else other, GAMES_PLAYED, 3)
    usual = against(game, other, other, GAMES_PLAYED, 3)

    assert found.mean - found.margin > usual.mean + usual.margin


def test_the_page_says_what_the_files_say() -> None:
    assert shipping.PAGE.read_text(encoding="utf-8") == shipping.page()


def test_for_other_tables_it_says_which_there_are() -> None:
    with pytest.raises(
        ValueError, match=r"typed: -p 2 --set edition=.*; another with num_players=4, .*typed: -p 4"
    ):
        make_agent("ppo", find("love_letter").configure(num_players=6))


def test_a_run_is_taken_in_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    monkeypatch.setattr(shipping, "HOME", tmp_path / "policies")
    monkeypatch.setattr(shipping, "PAGE", tmp_path / "policies.md")
    shipping.PAGE.touch()
    settings = small()
    run = train(settings, tmp_path / "run").folder

    assert main(["policies", str(run)]) == 0

    path = tmp_path / "policies" / "love_letter-2p.npz"
    policy, whole = LearnedPolicy.read(path), LearnedPolicy.read(run / "policy.npz")
    assert path.stat().st_size < (run / "policy.npz").stat().st_size * 0.65
    assert np.allclose(policy.actor[0][0], whole.actor[0][0], atol=1e-3)
    assert [one["steps"] for one in policy.facts["curve"]] == [1024, 2048]
    assert np.allclose(policy.critic[0][0], whole.critic[0][0], atol=1e-3)
    assert command_of(settings) in (tmp_path / "policies.md").read_text()


def test_a_run_that_began_with_a_shipped_policy_is_told_after_its_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    monkeypatch.setattr(shipping, "PAGE", tmp_path / "policies.md")
    monkeypatch.chdir(tmp_path)
    start = shipping.ship(train(small(), tmp_path / "first").folder)

    path = shipping.ship(train(small(seed=2, start=str(start)), tmp_path / "second").folder)
    run = train(small(seed=3, start="second/last.npz"), tmp_path / "third").folder

    assert [one["name"] for one in LearnedPolicy.read(path).facts["runs"]] == ["first", "second"]
    names = [one["name"] for one in LearnedPolicy.read(shipping.ship(run)).facts["runs"]]
    assert names == ["first", "second", "third"]


def test_what_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["policies", str(tmp_path / "nothing")]) == 2
    assert "there is no file" in capsys.readouterr().err


@pytest.mark.parametrize("changes", [{}, {"only_opponents": True, "opponents": "heuristic random"}])
def test_the_command_of_a_run_gives_its_settings(changes: dict[str, object]) -> None:
    settings = small(game="love_letter-v1", **changes)
    parser = argparse.ArgumentParser()
    for flags, told in options_of([]):
        parser.add_argument(*flags, **told)

    given = parser.parse_args(shlex.split(command_of(settings)))

    assert record_of(Settings, given) == settings
