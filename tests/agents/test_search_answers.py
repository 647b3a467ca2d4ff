"""Bots that a search asks: whatever they answer, nothing illegal is played, and they are named."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.answers import BotFaultError
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from tests.every_game.play import raw

GAME = find("love_letter").configure(num_players=2, rounds="single")
FAR = 10**6  # beyond any action: a kernel that plays it reads foreign memory


class First(Agent):
    """Always the first legal action."""

    def act_batch(self, obs: Any, mask: Any) -> Any:
        return mask.argmax(axis=1)


class Far(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return np.full(len(mask), FAR)


class Waits(First):
    """The number that stands for no action at all in kernels."""

    def act_batch(self, obs: Any, mask: Any) -> Any:
        return np.full(len(mask), -(2**63))


class Negative(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return np.full(len(mask), -FAR)


class Illegal(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return mask.argmin(axis=1)


class Halves(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return np.full(len(mask), 0.5)


class Short(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        return np.zeros(len(mask) + 1, np.int64)


class Raises(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        raise KeyError("lost")


class Leaves(First):
    def act_batch(self, obs: Any, mask: Any) -> Any:
        raise SystemExit(3)


class Writes(First):
    """Makes everything legal in what it is shown."""

    def act_batch(self, obs: Any, mask: Any) -> Any:
        actions = mask.argmin(axis=1)
        obs[:], mask[:] = np.nan, 1
        return actions


class Probs(First):
    def policy_batch(self, obs: Any, mask: Any) -> Any:
        return self.of(mask / mask.sum(axis=1, keepdims=True))

    def of(self, probs: Any) -> Any:
        return probs


class NanProbs(Probs):
    def of(self, probs: Any) -> Any:
        return probs * np.nan


class Unnormalised(Probs):
    def of(self, probs: Any) -> Any:
        return probs * 7


class BelowZero(Probs):
    def of(self, probs: Any) -> Any:
        return np.where(probs > 0, 1.0, -1.0)


class Narrow(Probs):
    def of(self, probs: Any) -> Any:
        return probs[:, :1]


class NanValues(First):
    def value_batch(self, obs: Any) -> Any:
        return np.full(len(obs), np.nan)


def spec(bot: type[Agent]) -> str:
    return f"{__name__}.{bot.__name__}"


def view() -> View:
    env = raw(GAME)
    env.reset(seed=3)
    return env.view(env.agent_selection)


@pytest.mark.parametrize(
    "options", ["rollouts={}", "opponents={}", "opponents={}+random", "rollouts={},bias=0"]
)
@pytest.mark.parametrize(
    "bot", [Far, Negative, Waits, Illegal, Halves, Short, Writes, Raises, Leaves]
)
def test_a_bot_that_answers_no_legal_action_is_named(bot: type[Agent], options: str) -> None:
    agent = make_agent(f"ismcts:iters=30,worlds=4,belief=none,{options.format(spec(bot))}", GAME)

    with pytest.raises(BotFaultError, match=f"^{bot.__name__} "):
        agent.act(view())


@pytest.mark.parametrize("bot", [Far, Raises, NanProbs, Unnormalised, BelowZero, Narrow])
def test_a_bot_whose_play_cannot_be_believed_is_named(bot: type[Agent]) -> None:
    agent = make_agent(f"ismcts:iters=30,worlds=8,belief={spec(bot)}", GAME, seed=1)
    env = raw(GAME)
    env.reset(seed=3)
    env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))  # something to explain

    with pytest.raises(BotFaultError, match=f"^{bot.__name__} "):
        agent.act(env.view(env.agent_selection))


def test_a_bot_whose_values_are_no_numbers_is_named() -> None:
    match = GAME.configure(rounds="match")
    agent = make_agent(f"ismcts:iters=200,worlds=4,depth=1,rollouts={spec(NanValues)}", match)
    env = raw(match)
    env.reset(seed=3)

    with pytest.raises(BotFaultError, match=r"^NanValues gave values"):
        agent.act(env.view(env.agent_selection))


def test_a_mask_that_was_written_into_makes_nothing_legal() -> None:
    seen = view()
    legal = seen.legal

    seen.mask[:] = 1

    assert seen.legal == legal
    assert make_agent("ismcts:iters=30,worlds=4", GAME).act(seen) in legal


def test_a_search_refuses_the_view_of_another_table() -> None:
    agent = make_agent("ismcts:iters=30,worlds=4", GAME.configure(num_players=4))

    with pytest.raises(ValueError, match="num_players"):
        agent.act(view())


def test_a_search_refuses_a_view_of_who_is_not_to_move() -> None:
    env = raw(GAME)
    env.reset(seed=3)
    (waiting,) = set(env.agents) - {env.agent_selection}

    with pytest.raises(ValueError, match="nothing to decide"):
        make_agent("ismcts:iters=30,worlds=4", GAME).act(env.view(waiting))


def test_a_search_serves_one_thread_at_a_time() -> None:
    agent: Any = make_agent("ismcts:iters=30,worlds=4", GAME)

    with agent.turn, pytest.raises(RuntimeError, match="another thread"):
        agent.act(view())

    assert agent.act(view()) in view().legal
