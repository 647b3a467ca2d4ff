"""Tianshou's DQN on the Gymnasium environment: one learner against a bot, masks and all.

python -m cthulhu_training.examples.tianshou_dqn
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import gymnasium
import torch
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

GAME, GAMES = "cthulhu_envs:cthulhu_envs/LoveLetter-v1", 8


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Tianshou wants the mask beside the observation, and the same infos at every step."""

    def reset(self, **options: Any) -> Any:
        obs, info = self.env.reset(**options)
        return {"obs": obs, "mask": info["action_mask"] > 0}, {}

    def step(self, action: Any) -> Any:
        obs, *rest, info = self.env.step(action)
        return {"obs": obs, "mask": info["action_mask"] > 0}, *rest, {}


def main(steps: int = 20_000, episodes: int = 500, seed: int = 1) -> float:
    """Learn, and say what was earned before and after."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # small networks lose by more
    table: dict[str, Any] = {"num_players": 2, "rounds": "single", "opponents": "random"}
    envs = DummyVectorEnv([lambda: Masked(gymnasium.make(GAME, **table)) for _ in range(GAMES)])
    envs.seed(seed)
    seen, actions = envs.observation_space[0].shape, envs.action_space[0]
    net = Net(state_shape=seen, action_shape=actions.n, hidden_sizes=[128])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    dqn: Any = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=200)
    test = Collector[CollectStats](dqn, envs)
    before = test.collect(n_episode=episodes, reset_before_collect=True).returns.mean()
    train = Collector[CollectStats](dqn, envs, VectorReplayBuffer(20_000, GAMES))
    run = OffPolicyTrainerParams(training_collector=train, max_epochs=1, epoch_num_steps=steps)
    run.collection_step_num_env_steps, run.update_step_num_gradient_steps_per_sample = 64, 0.1
    run.show_progress = False
    dqn.run_training(run)
    after = test.collect(n_episode=episodes, reset_before_collect=True).returns.mean()
    print(f"mean reward against random: {before:+.3f} before, {after:+.3f} after {steps} decisions")
    return float(after - before)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # Ctrl-C ends it
        main()
