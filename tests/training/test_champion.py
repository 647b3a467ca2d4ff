"""`cthulhu champion`: candidates play, the best of the quick ones is written down."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from cthulhu_agents import champion
from cthulhu_agents.champion import Champion
from cthulhu_training.arena.champion import Candidate, best, candidates, crown, pace
from cthulhu_training.arena.settings import Tournament
from cthulhu_training.arena.tournament import run_tournament
from cthulhu_training.cli.main import main

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.kernels import is_compiled

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plays tournaments")
ROOT = Path(__file__).parents[2]
GAME = find("love_letter").configure(num_players=2, rounds="single")


def test_the_one_whose_worst_result_is_best_comes_first(tmp_path: Path) -> None:
    bots = ("random", "heuristic", "flat:iters=8,worlds=4")
    outcome = run_tournament(
        Tournament(GAME, bots, deals=40, seed=3, settings=GAME.table), tmp_path, progress=False
    )

    shown = candidates(outcome, GAME)

    assert shown[0].spec == "heuristic"
    assert [one.worst for one in shown] == sorted((one.worst for one in shown), reverse=True)
    assert {one.spec for one in shown} == set(bots)
    assert all(one.against != one.spec for one in shown)


def test_of_a_team_its_own_result_counts(tmp_path: Path) -> None:
    game = find("death_may_die").configure(num_players=2, reward="progress")
    outcome = run_tournament(
        Tournament(game, ("random", "heuristic"), deals=2, seed=3, settings=game.table),
        tmp_path,
        progress=False,
    )

    shown = candidates(outcome, game)

    assert shown[0].spec == "heuristic"
    assert [one.against for one in shown] == [one.spec for one in shown]


def test_only_those_that_are_quick_enough_are_crowned() -> None:
    slow, quick = Candidate("slow", 0.2, 0.6, "quick"), Candidate("quick", 0.01, 0.4, "slow")

    assert best([slow, quick], within=0.1) is quick
    assert best([slow, quick], within=0.3) is slow
    with pytest.raises(ValueError, match=r"none of the agents moves within 0\.001 s"):
        best([slow, quick], within=0.001)


def test_pace_is_that_of_nearly_all_moves() -> None:
    class Dozes:
        moves = 0

        def act(self, view: Any) -> int:
            self.moves += 1
            time.sleep(0.02 if self.moves % 2 else 0.0)
            return int(view.legal[0])

    assert 0.02 <= pace(make_agent(Dozes, GAME), GAME) < 0.2


def test_a_crown_replaces_that_of_the_same_table_alone(tmp_path: Path) -> None:
    path = tmp_path / "champions.toml"
    path.write_text("champion = []\n", encoding="utf-8")
    others = find("call_of_cthulhu")

    for game, spec in ((GAME, "random"), (others, "heuristic"), (GAME, "heuristic")):
        crown(game, spec, path)

    assert champion.read(path) == [
        Champion("call_of_cthulhu", "heuristic", 2, {}),
        Champion("love_letter", "heuristic", 2, {"rounds": "single"}),
    ]


def test_the_command_plays_and_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "champions.toml"
    path.write_text("champion = []\n", encoding="utf-8")
    monkeypatch.setattr(champion, "FILE", path)
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "40")
    words = ["champion", "love_letter", "-p", "2", "--set", "rounds=single", "--agents"]
    words += ["random", "heuristic", "--deals", "20", "--cores", "1", "--out"]

    assert main([*words, str(tmp_path / "games")]) == 0

    told = capsys.readouterr().out
    assert "champion: heuristic" in told and "worst result" in told and "…" not in told
    assert max(map(len, told.splitlines())) <= 40
    assert [one.agent for one in champion.read(path)] == ["heuristic"]


def test_outside_of_a_checkout_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["champion", "love_letter", "--agents", "random", "heuristic"]) == 2

    assert "in the folder of a checkout" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
