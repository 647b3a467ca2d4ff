"""Nash averages, sequential comparison, manifests and leaderboards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena import Tournament, read_results, run_tournament
from cthulhu_training.arena.leaderboard import leaderboard
from cthulhu_training.arena.manifest import NAME as MANIFEST
from cthulhu_training.arena.nash import most_even, nash_average
from cthulhu_training.arena.results import NAME
from cthulhu_training.arena.sequential import (
    BETTER,
    NOT_BETTER,
    OPEN,
    Trial,
    compare,
    log_ratio,
    verdict,
)
from cthulhu_training.arena.sequential import NAME as SEQUENTIAL
from cthulhu_training.arena.statistics import Matrix
from cthulhu_training.cli.main import BAD_INPUT, main

from cthulhu_envs.api.registry import find

ROCK = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


# --- Nash averages


def test_a_cycle_is_weighed_evenly() -> None:
    assert most_even(ROCK) == pytest.approx([1 / 3] * 3, abs=1e-6)


def test_a_cycle_of_unequal_steps_is_weighed_as_theory_has_it() -> None:
    pays = np.array([[0, -2, 1], [2, 0, -3], [-1, 3, 0]]) / 10  # weights 3 : 1 : 2

    assert most_even(pays) == pytest.approx([3 / 6, 1 / 6, 2 / 6], abs=1e-6)


def test_copies_share_the_weight_and_change_nobodys_edge() -> None:
    with_copy = np.pad(ROCK, (0, 1))
    with_copy[3, :3], with_copy[:3, 3] = ROCK[2], ROCK[:, 2]

    weight = most_even(with_copy)

    assert weight == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-4)
    assert with_copy @ weight == pytest.approx([0] * 4, abs=1e-6)


def test_one_that_beats_all_is_alone() -> None:
    mean = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.7], [0.1, 0.3, 0.5]])

    found = nash_average(Matrix(["a", "b", "c"], 0.5, mean, mean, mean))

    assert found.weight == pytest.approx([1, 0, 0], abs=1e-6)
    assert found.edge == pytest.approx([0, -0.1, -0.4], abs=1e-6)


def test_equals_are_weighed_evenly_whatever_the_linear_program_finds() -> None:
    assert most_even(np.zeros((4, 4))) == pytest.approx([1 / 4] * 4, abs=1e-6)


# --- sequential comparison


def shares_of(chance: float, deals: int, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return (rng.random((deals, 2)) < chance).mean(axis=1)


@pytest.mark.parametrize(
    "points, wrong, right", [(0.0, BETTER, NOT_BETTER), (40.0, NOT_BETTER, BETTER)]
)
def test_verdicts_are_seldom_wrong(points: float, wrong: str, right: str) -> None:
    """300 trials of 40 points, looked at every 50 deals: 5 % may be wrong, and three standard
    errors more.
    """
    trial = Trial(worse=0.0, better=40.0)
    chance = 1 / (1 + 10 ** (-points / 400))
    answers = []
    for seed in range(300):
        deals = shares_of(chance, 4000, seed)
        looks = (verdict(deals[:n], trial, 2).answer for n in range(50, 4001, 50))
        answers.append(next((answer for answer in looks if answer != OPEN), OPEN))

    assert answers.count(wrong) <= 300 * 0.05 + 3 * np.sqrt(300 * 0.05 * 0.95)
    assert answers.count(right) >= 270


def test_the_ratio_grows_with_the_evidence() -> None:
    trial = Trial(0.0, 50.0)

    assert log_ratio(shares_of(0.6, 100, 1), trial, 2) < log_ratio(shares_of(0.6, 900, 1), trial, 2)
    assert log_ratio(np.full(200, 0.5), trial, 2) < 0 < log_ratio(np.full(200, 0.7), trial, 2)


def test_few_deals_decide_nothing() -> None:
    assert verdict(np.ones(20), Trial(), 2).answer == OPEN
    assert verdict(np.ones(400), Trial(), 2).answer == BETTER


def pair(*agents: str, **changes: Any) -> Tournament:
    settings = {"num_players": 3, "rounds": "single"}
    fields: dict[str, Any] = {"deals": 2000, "lanes": 96, "settings": settings} | changes
    return Tournament("love_letter", agents, **fields)


def test_a_comparison_stops_early_and_goes_on_where_it_was(tmp_path: Path) -> None:
    first = compare(pair("heuristic", "random"), Trial(), tmp_path)
    file = tmp_path / SEQUENTIAL
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:20]) + lines[20][:9])  # killed while writing

    again = compare(pair("heuristic", "random"), Trial(), tmp_path)

    assert first.answer == BETTER and first.deals < 1000
    assert again == first and file.read_bytes() == whole
    assert compare(pair("heuristic", "random"), Trial(), tmp_path) == first
    with pytest.raises(ValueError, match="was written with trial"):
        compare(pair("heuristic", "random"), Trial(better=30.0), tmp_path)


def test_a_regression_is_an_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["compare", "love_letter", "-p", "2", "--set", "rounds=single", "--cores", "1"]

    worse = main([*given, "--agents", "random", "heuristic", "--out", str(tmp_path / "a")])
    better = main([*given, "--agents", "heuristic", "random", "--out", str(tmp_path / "b")])

    assert (worse, better) == (1, 0)
    printed = capsys.readouterr().out
    assert "random against heuristic: not better, after" in printed


@pytest.mark.parametrize(
    "words, fault",
    [
        (["--worse", "30"], "worse must be less than better"),
        (["--alpha", "0.7"], "alpha must lie between 0 and 0.5"),
        (["--agents", "random", "random"], "named twice"),
        (["--agents", "random", "scholar"], "no agent 'scholar' for Love Letter"),
    ],
)
def test_a_comparison_answers_wrong_words(
    words: list[str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["compare", "love_letter", "--agents", "heuristic", "random"]

    assert main([*given, "--out", str(tmp_path / "new"), *words]) == BAD_INPUT
    assert fault in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


# --- manifests and leaderboards


def test_the_manifest_says_how_to_play_it_again(tmp_path: Path) -> None:
    settings = pair("random", "heuristic", deals=4)
    run_tournament(settings, tmp_path, progress=False)

    facts = json.loads((tmp_path / MANIFEST).read_text())

    assert facts["first_deal_seeds"] == [settings.deal_seed(deal) for deal in range(3)]
    assert facts["libraries"]["numpy"] == np.__version__
    again = Tournament(
        facts["game"],
        facts["agents"],
        facts["deals"],
        facts["seed"],
        facts["lanes"],
        facts["settings"],
    )
    assert again.head() == settings.head()


def test_a_leaderboard_is_a_page_with_pictures(tmp_path: Path) -> None:
    board = leaderboard(
        find("love_letter"),
        ["random", "heuristic"],
        [2, 3],
        20,
        5,
        tmp_path / "results",
        tmp_path / "docs",
        "cthulhu leaderboard",
    )

    page = board.read_text()
    assert page.index("`heuristic`") < page.index("`random`")
    assert "Made by `cthulhu leaderboard`" in page and "## 3 players" in page
    for picture in ("love_letter-2p.png", "love_letter-3p.png"):
        assert picture in page
        assert (tmp_path / "docs" / picture).read_bytes().startswith(b"\x89PNG")
    for number in (2, 3):
        assert (tmp_path / "results" / f"love_letter-{number}p" / NAME).exists()


def test_other_settings_have_a_page_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chosen = ["--set", "edition=classic", "--set", "rounds=single"]

    assert main(["leaderboard", "love_letter", "-p", "2", *chosen, "--deals", "5"]) == 0

    page = (tmp_path / "docs/leaderboards/love_letter-classic-single.md").read_text()
    assert page.startswith("# Love Letter, edition classic, rounds single: leaderboard")
    assert "(love_letter-classic-single-2p.png)" in page


def test_a_team_is_ranked_by_what_it_is_paid(tmp_path: Path) -> None:
    """Rewards made equal for all seats, as in a co-operative game."""
    from cthulhu_training.arena import leaderboard as board
    from cthulhu_training.arena import report
    from cthulhu_training.arena.plot import team_picture
    from cthulhu_training.arena.results import Results
    from cthulhu_training.arena.tournament import Outcome

    outcome = run_tournament(pair("random", "heuristic", deals=5), tmp_path, progress=False)
    paid = {
        k: np.repeat(v.max(axis=2, keepdims=True), 3, 2) for k, v in outcome.results.reward.items()
    }
    same = Results(outcome.results.head, outcome.results.share, paid, outcome.results.seeds)
    team = Outcome(outcome.folder, same, outcome.matrix, outcome.ratings)

    page = board.page(find("love_letter"), {3: team}, "x")

    assert "All seats win or lose together" in page and "Mean reward of the team of one" in page
    assert "1.000 ± 0.000" in page and ".png" not in page
    assert team.team is not None and outcome.team is None
    shown = [list(column.cells) for column in team.table().forms[0]().columns]
    assert [str(cell) for cell in shown[0]] == ["random", "heuristic"]
    assert [str(cell) for cell in shown[2]] == ["1.000±0.000", "(1.000±0.000)"]
    cells = report.summary(same, team.matrix, team.ratings, team.team)["team_rewards"]
    assert [cell["mean"] for cell in cells] == team.team.mean.ravel().tolist()
    assert team_picture(same, team.team).startswith(b"\x89PNG")


def test_the_command_refuses_before_it_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["leaderboard", "love_letter", "-p", "2", "9"]) == BAD_INPUT
    assert "2 to 6 players, not 9" in capsys.readouterr().err
    assert main(["leaderboard", "poker"]) == BAD_INPUT
    assert not list(tmp_path.iterdir())


def test_broken_results_are_one_sentence(tmp_path: Path) -> None:
    run_tournament(pair("random", "heuristic", deals=4), tmp_path, progress=False)
    lines = (tmp_path / NAME).read_text().splitlines(keepends=True)

    with pytest.raises(ValueError, match="there are no results of a tournament in"):
        read_results(tmp_path / "nowhere")
    for broken, fault in (
        (lines[:5], "holds 4 of 16 deals"),
        ([lines[0], '{"one": 1}\n', *lines[2:]], "is damaged"),
        (['{"format": "cthulhu_envs tournament 1"}\n', *lines[1:]], "is damaged"),
        ([lines[0], "?\n", *lines[2:]], "line 2: damaged"),
    ):
        (tmp_path / NAME).write_text("".join(broken))
        with pytest.raises(ValueError, match=fault):
            read_results(tmp_path)
