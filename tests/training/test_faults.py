"""Bots that misbehave are named with game, seed and seat, alone, in batches and when too slow."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_training.arena import play, read_outcome
from cthulhu_training.arena.faults import (
    FORFEIT,
    STOP,
    BotFaultError,
    Referee,
    TooLateError,
)
from cthulhu_training.arena.results import FORFEITS
from cthulhu_training.cli.main import BAD_INPUT, main

import cthulhu_envs
from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.view import View
from tests.training.arena_tools import First, Stopped
from tests.training.misbehaving_bots import (
    BOTS,
    GAME,
    HARMS,
    SHORT,
    Now,
    bot,
    rows_of,
    run,
    tournament,
)


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
