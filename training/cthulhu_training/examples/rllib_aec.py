"""RLlib's PPO through the AEC environment: one policy plays all seats, masks and all.

python -m cthulhu_training.examples.rllib_aec
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

import cthulhu_envs
from cthulhu_training.integrations.rllib import SHARED, MaskedModule, policy_of

GAME = cthulhu_envs.game("love_letter", num_players=2, rounds="single")


class LoveLetter(PettingZooEnv):  # type: ignore[misc]
    def __init__(self, config: Any) -> None:
        super().__init__(cthulhu_envs.make(GAME.id, **GAME.chosen))


def main(updates: int = 10, batch: int = 2048, games: int = 1000, seed: int = 1) -> float:
    """Learn by self-play, and say what was earned against random play before and after."""
    module = RLModuleSpec(module_class=MaskedModule, model_config={"hidden": "64x64"})
    config = (
        PPOConfig()
        .environment(LoveLetter)
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *seat, **more: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
        .env_runners(num_env_runners=0, num_envs_per_env_runner=16, rollout_fragment_length=16)
        .training(lr=1e-3, train_batch_size_per_learner=batch, minibatch_size=256, num_epochs=4)
        .debugging(seed=seed, log_level="ERROR")
    )
    torch.set_num_threads(1)  # small networks lose by more
    ray.init(include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    ppo, scores = config.build_algo(), []
    file = Path(tempfile.mkdtemp()) / "policy.npz"
    try:
        for count in (0, updates):
            for _ in range(count):
                ppo.train()
            policy_of(ppo, GAME, {}).write(file)
            agents = ["random", f"ppo:{file}"]
            found = cthulhu_envs.evaluate(GAME, agents, deals=games // 2, seed=seed)
            scores.append(2 * float(found.matrix.mean[1, 0]) - 1)  # a win pays 1, a loss -1
    finally:  # also if it is interrupted
        ppo.stop()
        ray.shutdown()
    print(f"mean reward against random: {scores[0]:+.3f} before, {scores[1]:+.3f} after")
    return scores[1] - scores[0]


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # Ctrl-C ends it
        main()
