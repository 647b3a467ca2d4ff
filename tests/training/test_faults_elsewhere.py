"""Bots that misbehave outside the arena: named in one sentence, whatever command asked them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena.faults import MOST_SECONDS, Referee
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.ppo.opponents import LEARNER, OpponentPool

import cthulhu_envs
from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.api.answers import BotFaultError
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv

SMALL = ["-p", "2", "--set", "rounds=single"]
GAME = find("love_letter").configure(num_players=2, rounds="single")


class Raises(Agent):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        raise TypeError("no such card")


class Leaves(Agent):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        raise SystemExit(3)


class Silent(Agent):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return None


class Illegal(Agent):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return mask.argmin(axis=1)


class Odd(Agent):
    """Raises where it is asked for its probabilities."""

    def act_batch(self, obs: Any, mask: Any) -> Any:
        return mask.argmax(axis=1)

    def policy_batch(self, obs: Any, mask: Any) -> Any:
        raise KeyError("probs")


class OddAlone(Agent):
    """The same view by view."""

    def act(self, view: Any) -> int:
        return int(view.legal[0])

    def policy(self, view: Any) -> Any:
        raise KeyError("probs")


BOTS = (Raises, Leaves, Silent, Illegal)
COMMANDS: dict[str, list[str]] = {
    "watch": ["watch", "love_letter", *SMALL, "--seed", "1", "--agents", "{bot}", "random"],
    "exploit": ["exploit", "love_letter", "-p", "2", "--set", "deck=guard=2,priest=2,princess=1",
                "--set", "rounds=single", "--set", "face_up=0", "--agents", "{bot}",
                "--draws", "2"],
    "train": ["train", "love_letter", *SMALL, "--steps", "600", "--opponents", "{bot}",
              "--num-envs", "4", "--num-steps", "16", "--hidden", "8", "--minibatches", "1"],
    "judge": ["train", "love_letter", *SMALL, "--steps", "600", "--evaluate-against", "{bot}",
              "--evaluate-every", "1", "--evaluate-games", "8", "--num-envs", "4",
              "--num-steps", "16", "--hidden", "8", "--minibatches", "1"],
}  # fmt: skip


def spec(bot: type[Agent]) -> str:
    return f"{__name__}.{bot.__name__}"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_bot_is_named_and_the_input_was_bad(
    command: list[str], bot: type[Agent], tmp_path: Path, capsys: Any
) -> None:
    words = [word.format(bot=spec(bot)) for word in command]
    out = ["--out", str(tmp_path / "run")] if command[0] == "train" else []

    assert main([*words, *out]) == BAD_INPUT

    said = capsys.readouterr().err
    assert bot.__name__ in said.splitlines()[-1]
    assert "Traceback" not in said


@pytest.mark.parametrize("bot", [Odd, OddAlone])
def test_exploit_names_a_bot_that_does_not_tell_its_probabilities(
    bot: type[Agent], capsys: Any
) -> None:
    words = [word.format(bot=spec(bot)) for word in COMMANDS["exploit"]]

    assert main(words) == BAD_INPUT

    assert f"{bot.__name__} raised KeyError" in capsys.readouterr().err


def test_play_names_the_seat_too() -> None:
    with pytest.raises(BotFaultError, match=r"Raises \(player_\d\) raised TypeError: no such card"):
        cthulhu_envs.play(GAME, Raises, seed=1)


@pytest.mark.parametrize("bot", BOTS)
def test_an_opponent_of_a_learner_is_named(bot: type[Agent]) -> None:
    """Of all trainers: lean and sb3 ask it here."""
    rng = np.random.default_rng(1)
    pool = OpponentPool(GAME, 4, [make_agent(bot, GAME)], 0, 0.0, rng)
    obs, mask, seat = VectorEnv(GAME, 4).reset(seed=1)
    pool.owner[:] = 0
    assert LEARNER not in pool.owner

    with pytest.raises(BotFaultError, match=bot.__name__):
        pool.act_for_others(obs, mask, seat, np.zeros(4, np.int64))


@pytest.mark.parametrize("seconds", [1e12, 1e300, 10**30, np.nextafter(MOST_SECONDS, np.inf)])
def test_a_time_that_no_clock_measures_is_refused_when_it_is_given(seconds: float) -> None:
    with pytest.raises(ValueError, match=r"move_seconds can be 1e\+06 at most"):
        Referee(seconds=seconds).check()


def test_the_longest_time_blames_nobody() -> None:
    referee = Referee(seconds=MOST_SECONDS)
    referee.check()

    assert referee.time(lambda: 5, decisions=10**6) == 5
