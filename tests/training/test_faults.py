"""Bots that misbehave: named with game, seed and seat; the user says what comes of it."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import itertools
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_training.arena import Tournament, play, read_outcome
from cthulhu_training.arena import workers as hands
from cthulhu_training.arena.faults import (
    FORFEIT,
    NOBODY,
    STOP,
    BotFaultError,
    Referee,
    TooLateError,
)
from cthulhu_training.arena.leaderboard import leaderboard
from cthulhu_training.arena.results import FORFEITS, NAME
from cthulhu_training.arena.sequential import Trial, compare
from cthulhu_training.arena.tournament import play_missing
from cthulhu_training.arena.versus import versus
from cthulhu_training.arena.workers import on_all_cores
from cthulhu_training.behaviour.sources import of_folder
from cthulhu_training.cli.main import BAD_INPUT, main

import cthulhu_envs
from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from tests.training.arena_tools import First, Stopped

TABLE = {"num_players": 2, "rounds": "single"}
GAME = find("love_letter").configure(**TABLE)
THREE = GAME.configure(num_players=3)
SHORT = 0.05  # seconds


class Now(Agent):
    """Sound, but for one decision in five or so, which depends on what it sees."""

    def act(self, view: View) -> int:
        if int(view.observation.sum() * 97) % 5 == 0:
            return self.harm(view)
        return view.legal[0]

    def harm(self, view: View) -> Any:
        raise NotImplementedError


def bot(name: str, harm: Callable[[Any, View], Any]) -> type[Now]:
    return type(name, (Now,), {"harm": harm})


def divides(self: Any, view: View) -> Any:
    return 1 / 0


def leaves(self: Any, view: View) -> Any:
    raise SystemExit("bye")


HARMS: dict[str, tuple[Callable[[Any, View], Any], str]] = {
    "Raises": (divides, "raised ZeroDivisionError: division by zero"),
    "Leaves": (leaves, "raised SystemExit: bye"),
    "Silent": (lambda self, view: None, "was asked for an action and gave None"),
    "Float": (lambda self, view: 1.0, "was asked for an action and gave 1.0"),
    "Bool": (lambda self, view: True, "was asked for an action and gave True"),
    "Illegal": (lambda self, view: int(view.mask.argmin()), "tried "),
    "Huge": (lambda self, view: 10**30, "tried 9223372036854775807, which is outside"),
    "Negative": (lambda self, view: -1, "tried -1, which is outside 0 to"),
    "Unsure": (
        lambda self, view: int(self.rng.choice(2, p=[np.nan, 1.0])),
        "raised ValueError: Probabilities contain NaN",
    ),
    "Late": (lambda self, view: time.sleep(0.06) or view.legal[0], "took longer than 0.05 s"),
}
BOTS = {name: bot(name, harm) for name, (harm, _) in HARMS.items()}


def tournament(one: Any, faults: str = FORFEIT, **changes: Any) -> Tournament:
    """20 deals against First."""
    name = one.__name__
    limit = SHORT if name == "Late" else None
    fields: dict[str, Any] = {"deals": 20, "lanes": 16, "settings": TABLE, "move_seconds": limit}
    bots = {name: one, "First": First}
    return Tournament(
        "love_letter", (name, "First"), bots=bots, faults=faults, **(fields | changes)
    )


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / NAME).read_text().splitlines()[1:]]


def run(settings: Tournament, folder: Path, cores: int = 1) -> bytes:
    play_missing(settings, folder, progress=False, workers=on_all_cores(cores))
    return (folder / NAME).read_bytes()


# --- who did what


@pytest.mark.parametrize("name", HARMS)
def test_a_bot_that_misbehaves_is_named_with_game_seed_and_seat(name: str, tmp_path: Path) -> None:
    with pytest.raises(BotFaultError) as caught:
        run(tournament(BOTS[name], STOP), tmp_path)

    told = str(caught.value)
    assert told.startswith(f"{name}, seat ") and HARMS[name][1] in told
    head, _, seed = told.split(",")[1].partition(" with seed ")
    assert head[:6] == " seat " and head.endswith("of love_letter-v1")
    deals = [tournament(BOTS[name]).deal_seed(deal) for deal in range(20)]
    assert int(seed) in deals and len(told) < 1000


def test_the_error_of_a_bot_stands_behind_ours() -> None:
    with pytest.raises(BotFaultError) as caught:
        cthulhu_envs.evaluate(GAME, [BOTS["Raises"], First], deals=20, cores=1)

    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_policy_whose_probabilities_are_no_numbers_is_named() -> None:
    weights = (np.full((GAME.observations.size, GAME.actions.size), np.nan, np.float32),)
    layer = (*weights, np.zeros(GAME.actions.size, np.float32))
    player = PolicyPlayer(LearnedPolicy(GAME, (layer,), (), {}), 1)

    with pytest.raises(BotFaultError, match=r"PolicyPlayer, seat . .* probabilities that are no"):
        play(GAME, [player], np.zeros((2, 2), np.int64), np.arange(2, dtype=np.uint64))


# --- forfeits


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


# --- batches


class Batch(Agent):
    """Misbehaves for the whole batch where one of its rows is bad."""

    def is_bad(self, obs: Any) -> Any:
        return (obs.sum(axis=1) * 97).astype(int) % 5 == 0

    def act_batch(self, obs: Any, mask: Any) -> Any:
        if self.is_bad(obs).any():
            return self.harm(obs, mask)
        return mask.argmax(axis=1)

    def harm(self, obs: Any, mask: Any) -> Any:
        raise RuntimeError("one of them")


class Shape(Batch):
    def harm(self, obs: Any, mask: Any) -> Any:
        return mask


class SomeIllegal(Batch):
    def harm(self, obs: Any, mask: Any) -> Any:
        return np.where(self.is_bad(obs), mask.argmin(axis=1), mask.argmax(axis=1))


@pytest.mark.parametrize("kind", [Batch, Shape, SomeIllegal])
def test_of_a_batch_only_those_games_are_lost_that_are_at_fault(
    kind: type[Batch], tmp_path: Path
) -> None:
    """As if the bot had been asked one by one."""
    run(tournament(kind), tmp_path / "batch")
    single = type(kind.__name__, (kind,), {"act": lambda self, view: one_by_one(self, view)})
    run(tournament(single), tmp_path / "single")

    rows = rows_of(tmp_path / "batch")
    assert rows == rows_of(tmp_path / "single")
    seats = [seat for row in rows for seat in row[FORFEITS]]
    assert 0 < sum(seat is not None for seat in seats) < len(seats)


def one_by_one(agent: Batch, view: View) -> int:
    obs, mask = view.observation[None], view.mask[None]
    return -1 if agent.is_bad(obs)[0] else int(mask.argmax())


def test_the_wrong_shape_is_named(tmp_path: Path) -> None:
    with pytest.raises(BotFaultError, match=r"Shape, seat \d of love_letter-v1 with seed \d+, was"):
        run(tournament(Shape, STOP), tmp_path)


# --- time


class Endless(Now):
    """Never returns, as far as Python is in charge."""

    def harm(self, view: View) -> Any:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(0.01)


class Stuck(Now):
    """Never returns from a loop in C, which hears no alarm."""

    def harm(self, view: View) -> Any:
        return sum(itertools.repeat(0))


def test_a_decision_without_end_is_ended(tmp_path: Path) -> None:
    run(tournament(Endless, move_seconds=SHORT, deals=2), tmp_path)

    assert read_outcome(tmp_path).results.forfeit_counts["Endless"] > 0


def test_a_process_that_hears_nothing_is_ended_by_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cthulhu_training.arena import clock

    monkeypatch.setattr(clock, "GRACE", 0.3)
    settings = tournament(Stuck, move_seconds=2.0, deals=1)

    run(settings, tmp_path, cores=2)

    sound = bot("Stuck", lambda self, view: -1)  # loses the same games
    run(dataclasses.replace(settings, bots={"Stuck": sound, "First": First}), tmp_path / "sound")
    assert read_outcome(tmp_path).results.forfeit_counts["Stuck"] > 0
    assert rows_of(tmp_path) == rows_of(tmp_path / "sound")


def test_alarms_of_others_are_left_as_they_were() -> None:
    import signal

    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 60)
        Referee(FORFEIT, 5.0).time(lambda: 3, 1)
        assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] <= 60
        signal.raise_signal(signal.SIGALRM)
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_batch_may_take_as_long_as_its_decisions() -> None:
    referee = Referee(FORFEIT, 0.1)

    assert referee.time(lambda: time.sleep(0.15), 4) is None
    with pytest.raises(TooLateError):
        referee.time(lambda: time.sleep(0.15), 1)


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


def test_a_rule_that_does_not_exist_is_refused(tmp_path: Path, capsys: Any) -> None:
    for change, words in (
        ({"faults": "forfiet"}, "faults cannot be 'forfiet'; did you mean 'forfeit'"),
        ({"move_seconds": 0}, "move_seconds must be a number above 0, not 0"),
        ({"move_seconds": float("nan")}, "move_seconds must be a number above 0, not nan"),
    ):
        with pytest.raises(ValueError, match=words):
            run(dataclasses.replace(tournament(First), **change), tmp_path)  # type: ignore[arg-type]
    given = ["tournament", "love_letter", "--move-seconds", "-1", "--out", str(tmp_path / "new")]
    assert main(given) == BAD_INPUT
    assert "move_seconds must be a number above 0" in capsys.readouterr().err


def test_an_interrupt_is_no_fault(tmp_path: Path) -> None:
    class Pressed(Stopped):
        pass

    Stopped.left = 5
    with pytest.raises(KeyboardInterrupt):
        run(tournament(Pressed), tmp_path)
