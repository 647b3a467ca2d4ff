"""`faults="forfeit"`: a bot that misbehaves loses that game, and every result counts it."""

from __future__ import annotations

import csv
import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena import Tournament, play, read_outcome
from cthulhu_training.arena import workers as hands
from cthulhu_training.arena.faults import (
    FORFEIT,
    NOBODY,
    STOP,
    Referee,
)
from cthulhu_training.arena.leaderboard import leaderboard
from cthulhu_training.arena.results import FORFEITS, NAME
from cthulhu_training.arena.sequential import Trial, compare
from cthulhu_training.arena.versus import versus
from cthulhu_training.behaviour.sources import of_folder

import cthulhu_envs
from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.api.registry import find
from tests.training.arena_tools import First
from tests.training.misbehaving_bots import (
    BOTS,
    GAME,
    HARMS,
    TABLE,
    bot,
    rows_of,
    run,
    tournament,
)

THREE = GAME.configure(num_players=3)


@pytest.mark.parametrize("name", HARMS)
def test_the_game_is_lost_and_the_others_go_on(name: str, tmp_path: Path) -> None:
    run(tournament(BOTS[name]), tmp_path)

    rows = rows_of(tmp_path)
    assert len(rows) == 3 * 20
    seats = [(row, one_seat, seat) for row in rows for one_seat, seat in enumerate(row[FORFEITS])]
    lost = [(row, one_seat, seat) for row, one_seat, seat in seats if seat is not None]
    assert 0 < len(lost) < len(seats)
    for row, one_seat, seat in lost:
        assert (row["one"] if seat == one_seat else row["rest"]) == name
        assert row["share"][one_seat][seat] == 0 and row["share"][one_seat][1 - seat] == 1
        assert row["reward"][one_seat][seat] == -1 and row["reward"][one_seat][1 - seat] == 1
    counts = read_outcome(tmp_path).results.forfeit_counts
    assert counts == {name: len(lost), "First": 0}


@pytest.mark.parametrize("name", ["Raises", "Illegal", "Late"])
def test_games_without_a_fault_are_what_they_would_have_been(name: str, tmp_path: Path) -> None:
    """The sound twin of a bot plays the same where the bot does not misbehave."""
    sound = bot(name, lambda self, view: view.legal[0])
    run(tournament(BOTS[name]), tmp_path / "a")
    run(tournament(sound), tmp_path / "b")

    for one, other in zip(rows_of(tmp_path / "a"), rows_of(tmp_path / "b"), strict=True):
        for one_seat, seat in enumerate(one[FORFEITS]):
            if seat is None:
                assert one["reward"][one_seat] == other["reward"][one_seat]


def test_the_others_share_the_win() -> None:
    agents = [BOTS["Raises"](THREE), First(THREE)]
    seats = np.tile([0, 1, 1], (40, 1))
    referee = Referee(FORFEIT)

    paid = play(THREE, agents, seats, np.arange(40, dtype=np.uint64), referee=referee)

    assert set(referee.forfeits) == {NOBODY, 0}
    assert (paid[referee.forfeits == 0] == [-1, 0.5, 0.5]).all()


def test_a_team_loses_together() -> None:
    game = find("death_may_die").configure(num_players=2)
    broken = adapted(game, lambda view: None)
    referee = Referee(FORFEIT)

    paid = play(game, [broken], np.zeros((3, 2), np.int64), np.arange(3, dtype=np.uint64),
                referee=referee)  # fmt: skip

    assert (paid == -1).all() and (referee.forfeits >= 0).all()


def test_games_that_pay_all_alike_are_known_as_teams() -> None:
    """The rewards of whole games say who is a team."""
    for name in cthulhu_envs.games():
        game = find(name)
        bot = make_agent("random", game, 1)
        seats = np.zeros((6, game.num_players), np.int64)
        paid = play(game, [bot], seats, np.arange(6, dtype=np.uint64))
        assert game.is_team == bool((paid == paid[:, :1]).all())


def adapted(game: Any, player: Any) -> Agent:
    return make_agent(player, game)


# --- results


def test_a_stopped_tournament_with_forfeits_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    complete = run(tournament(BOTS["Raises"]), tmp_path)
    lines = complete.splitlines(keepends=True)
    (tmp_path / NAME).write_bytes(b"".join(lines[:25]) + lines[25][:30])

    assert run(tournament(BOTS["Raises"]), tmp_path) == complete


def test_processes_count_the_same_forfeits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "WORTH_IT", 0.0)
    settings = tournament(BOTS["Raises"])

    assert run(settings, tmp_path / "two", 2) == run(settings, tmp_path / "one", 1)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"faults": STOP}, "faults 'forfeit', not 'stop'"),
        ({"move_seconds": 1.0}, "move_seconds None, not 1.0"),
    ],
    ids=str,
)
def test_results_under_another_rule_are_refused(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    settings = tournament(BOTS["Raises"])
    run(settings, tmp_path)

    with pytest.raises(ValueError, match=words):
        run(dataclasses.replace(settings, **change), tmp_path)


def test_forfeits_stand_in_every_table(tmp_path: Path) -> None:
    settings = tournament(BOTS["Raises"])
    run(settings, tmp_path)

    outcome = read_outcome(tmp_path, write=True)

    counts = outcome.results.forfeit_counts
    assert json.loads((tmp_path / "summary.json").read_text())["forfeits"] == counts
    with (tmp_path / "games.csv").open() as file:
        assert sum(row["forfeit"] != "" for row in csv.DictReader(file)) == counts["Raises"]
    from rich.console import Console

    console = Console(width=200)
    with console.capture() as shown:
        console.print(outcome.table())
    assert f"Forfeits: Raises {counts['Raises']}, First 0." in shown.get()


def test_without_forfeits_nothing_is_said_of_them(tmp_path: Path) -> None:
    settings = tournament(First, STOP)
    sound = dataclasses.replace(settings, agents=("First", "random"), bots={"First": First})
    run(sound, tmp_path)
    read_outcome(tmp_path, write=True)

    assert all(FORFEITS not in row for row in rows_of(tmp_path))
    assert "forfeit" not in (tmp_path / "games.csv").read_text()
    assert "forfeits" not in json.loads((tmp_path / "summary.json").read_text())


def test_versus_and_compare_tell_forfeits(tmp_path: Path) -> None:
    settings = tournament(BOTS["Raises"])

    told = versus(settings, tmp_path / "versus", print)
    found = compare(settings, Trial(), tmp_path / "compare")

    assert " ± " in told and "± is the 95 % interval" in told
    assert "; Forfeits: Raises " in told and "; Forfeits: Raises " in found.words
    assert found.forfeits["Raises"] > 0
    again = compare(settings, Trial(), tmp_path / "compare")
    assert again.words == found.words


def test_metrics_replay_a_tournament_with_forfeits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fails_now.py").write_text(
        "class Fails:\n    def act(self, view):\n        return view.legal[0] if"
        " int(view.observation.sum() * 97) % 5 else None\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    settings = Tournament(
        "love_letter", ("random", "fails_now.Fails"), 8, settings=TABLE, faults=FORFEIT
    )
    run(settings, tmp_path / "played")

    _, tables = of_folder(tmp_path / "played", worlds=2, trust=True)

    assert tables
    assert read_outcome(tmp_path / "played").results.forfeit_counts["fails_now.Fails"] > 0


def test_a_leaderboard_tells_forfeits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fails_too.py").write_text("class Fails:\n    def act(self, view):\n        pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    page = leaderboard(GAME, ["random", "fails_too.Fails"], [2], 2, 1, tmp_path / "results",
                       tmp_path / "docs", "a command", faults=FORFEIT)  # fmt: skip

    assert "Forfeits: random 0, fails_too.Fails 8." in page.read_text()
