"""A bot of one's own needs no base class: whatever can choose an action can play, everywhere."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import DQN, PPO

import cthulhu_envs
from cthulhu_envs.api.agents import named

TABLE = cthulhu_envs.game("love_letter", num_players=2, rounds="single")


class ByView:
    """Knows nothing of this package."""

    def act(self, view: Any) -> int:
        return int(view.legal[-1])


class ByBatch:
    def __init__(self, game: Any, seed: int = 0, shift: int = 0) -> None:
        self.size, self.shift = game.actions.size, shift
        self.rng = np.random.default_rng(seed)

    def act_batch(self, obs: Any, mask: Any) -> Any:
        return self.size - 1 - mask[:, ::-1].argmax(axis=1)


def by_function(view: Any) -> int:
    return int(view.legal[-1])


def by_batch_function(obs: Any, mask: Any) -> Any:
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


BOTS = {
    "class with act": ByView,
    "object with act": ByView(),
    "class with act_batch": ByBatch,
    "object with act_batch": ByBatch(TABLE),
    "function": by_function,
    "lambda": lambda view: view.legal[-1],
    "function of a batch": by_batch_function,
    "spec of a class": f"{__name__}.ByView",
    "spec with options": f"{__name__}.ByBatch:shift=3",
    "spec of a function": f"{__name__}.by_function",
}


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_it_plays_in_play_evaluate_and_as_an_opponent(bot: Any) -> None:
    replay = cthulhu_envs.play(TABLE, [bot, "random"], seed=4)
    twin = cthulhu_envs.play(TABLE, [by_function, "random"], seed=4)
    assert replay.actions == twin.actions

    outcome = cthulhu_envs.evaluate(TABLE, [bot, "random"], deals=20, cores=1)
    assert outcome.matrix.mean.shape == (2, 2)

    env = gymnasium.make("cthulhu_envs/LoveLetter-v1", opponents=bot, num_players=2)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    envs = gymnasium.make_vec("cthulhu_envs/LoveLetter-v1", 4, opponents=bot, num_players=2)
    _, info = envs.reset(seed=1)
    envs.step(info["action_mask"].argmax(axis=1))


def test_options_and_seeds_reach_a_class_that_asks_for_them() -> None:
    agent = cthulhu_envs.make_agent(f"{__name__}.ByBatch:shift=3", TABLE, seed=5)
    assert agent.player.shift == 3  # type: ignore[attr-defined]
    assert agent.player.rng.random() == np.random.default_rng(5).random()  # type: ignore[attr-defined]


def test_methods_tell_whether_an_agent_plays_in_batches() -> None:
    class Slow(cthulhu_envs.Agent):
        def act(self, view: Any) -> int:
            return int(view.legal[0])

    class Fast(Slow):
        def act_batch(self, obs: Any, mask: Any) -> Any:
            return mask.argmax(axis=1)

    class SlowAgain(Fast):
        def act(self, view: Any) -> int:
            return int(view.legal[-1])

    assert [kind(TABLE).batched for kind in (Slow, Fast, SlowAgain)] == [False, True, False]


@pytest.mark.parametrize("kind", [MaskablePPO, PPO, DQN])
def test_a_model_of_stable_baselines3_plays_legal_actions(kind: Any) -> None:
    env = gymnasium.make("cthulhu_envs/LoveLetter-v1", num_players=2, rounds="single")
    small = {"learning_starts": 10} if kind is DQN else {"n_steps": 16, "batch_size": 16}
    model = kind("MlpPolicy", env, device="cpu", seed=1, **small)
    agent = cthulhu_envs.make_agent(model, TABLE)
    vec = cthulhu_envs.make_vec(TABLE, 64)
    obs, mask, _ = vec.reset(seed=1)
    for _ in range(20):
        probs = agent.policy_batch(obs, mask)
        np.testing.assert_allclose(probs.sum(axis=1), 1.0)
        assert (probs[mask == 0] == 0).all()
        obs, mask, *_ = vec.step(agent.act_batch(obs, mask))
    assert (
        cthulhu_envs.evaluate(TABLE, [model, "random"], deals=4).matrix.agents[0] == kind.__name__
    )
    other = cthulhu_envs.game("lovecraft_letter")
    with pytest.raises(ValueError, match="model is for observations of shape"):
        cthulhu_envs.make_agent(model, other)


def test_names_are_those_of_classes_and_functions_and_differ() -> None:
    names, bots = named(["random", ByView, ByView(), by_function, lambda view: 0])
    assert names == ("random", "ByView", "ByView 2", "by_function", "function")
    assert bots["ByView"] is ByView


def test_an_agent_for_another_table_is_refused() -> None:
    agent = cthulhu_envs.make_agent("random", TABLE)
    assert cthulhu_envs.make_agent(agent, TABLE) is agent
    with pytest.raises(ValueError, match="was made for another table: Love Letter with 2 players"):
        cthulhu_envs.make_agent(agent, cthulhu_envs.game("love_letter", num_players=4))


class Mute(cthulhu_envs.Agent):
    """Defines neither act nor act_batch."""


@pytest.mark.parametrize("wrong", [None, 1.5, True])
def test_a_bot_that_gives_no_action_is_named(wrong: Any) -> None:
    class Dreamer:
        def act(self, view: Any) -> Any:
            return wrong

    words = f"was asked for an action and gave {wrong}"
    with pytest.raises(
        ValueError, match=r"^Dreamer, seat \d of love_letter-v1 with seed \d+, " + words
    ):
        cthulhu_envs.evaluate(TABLE, [Dreamer, "random"], deals=2, cores=1)
    with pytest.raises(ValueError, match=f"^Dreamer {words}"):
        env = gymnasium.make("cthulhu_envs/LoveLetter-v1", opponents=Dreamer, seat=1)
        env.reset(seed=1)
    with pytest.raises(ValueError, match=words):
        envs = gymnasium.make_vec("cthulhu_envs/LoveLetter-v1", 4, opponents=Dreamer, seat=1)
        envs.reset(seed=1)


@pytest.mark.parametrize("nobody", [Mute, 7, None, int, object(), lambda: 0, lambda a, b, c: 0])
def test_what_cannot_play_is_refused(nobody: Any) -> None:
    with pytest.raises(ValueError, match="cannot play: a bot is a spec such as 'heuristic'"):
        cthulhu_envs.make_agent(nobody, TABLE)


def test_exploitability_takes_bots_of_ones_own() -> None:
    deck = {"edition": "classic", "deck": "ll-6", "rounds": "single"}
    small = cthulhu_envs.game("love_letter", num_players=2, **deck)
    found = cthulhu_envs.exploitability(small, [ByView, "random"], draws=1)
    assert [line.agent for line in found.lines] == ["ByView", "random"]
    assert found.lines[0].exploitability > 0.1


def test_own_bots_play_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    from cthulhu_training.arena import workers

    class Local:
        def act(self, view: Any) -> int:
            return int(view.legal[-1])

    alone = cthulhu_envs.evaluate(TABLE, [Local, "random"], deals=12, cores=1)
    monkeypatch.setattr(workers, "WORTH_IT", 0.0)
    together = cthulhu_envs.evaluate(TABLE, [Local, "random"], deals=12, cores=2)
    np.testing.assert_array_equal(alone.matrix.mean, together.matrix.mean)


def test_an_agent_that_forgot_its_base_class_is_told() -> None:
    class Forgetful(cthulhu_envs.Agent):
        def __init__(self, game: Any, seed: int = 0) -> None:
            self.seed(seed)

        def act_batch(self, obs: Any, mask: Any) -> Any:
            return mask.argmax(axis=1)

    with pytest.raises(ValueError, match=r"Forgetful has no game: .*super\(\)"):
        cthulhu_envs.make_agent(Forgetful, TABLE)
