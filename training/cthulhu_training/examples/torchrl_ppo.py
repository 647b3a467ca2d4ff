"""Masked PPO with TorchRL: its own environment, collector, value estimator and loss.

python -m cthulhu_training.examples.torchrl_ppo
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Binary
from torchrl.envs import GymEnv, TransformedEnv, default_info_dict_reader
from torchrl.envs.transforms import Compose, DTypeCastTransform, RewardSum
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import cthulhu_envs  # noqa: F401 - registers the games

GAME = "cthulhu_envs/LoveLetter-v1"
TABLE: dict[str, Any] = {"num_players": 2, "rounds": "single", "opponents": "random"}
BATCH = 1024


def new_env() -> TransformedEnv:
    """The Gymnasium environment with the mask of `info` as part of what is observed."""
    env = GymEnv(GAME, categorical_action_encoding=True, **TABLE)
    mask = Binary(env.action_spec.n, dtype=torch.int8)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], {"action_mask": mask}))
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(RewardSum(), as_bool))


def new_modules(env: TransformedEnv) -> tuple[ProbabilisticActor, ValueOperator]:
    size, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    body = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions))
    actor = ProbabilisticActor(
        TensorDictModule(body, in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return actor, ValueOperator(nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 1)))


def main(steps: int = 20_480, seed: int = 1) -> float:
    """Learn against random players; returns how much more the last games pay than the first."""
    torch.manual_seed(seed)
    env = new_env()
    actor, critic = new_modules(env)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.02)
    credit = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    optimiser = torch.optim.Adam(loss_of.parameters(), 3e-3)
    collector = Collector(
        env,
        actor,
        frames_per_batch=BATCH,
        total_frames=steps,
        auto_register_policy_transforms=False,
    )
    earned: list[float] = []
    for batch in collector:
        over = batch["next", "done"].squeeze(-1)
        earned.append(float(batch["next", "episode_reward"][over].mean()))
        with torch.no_grad():
            credit(batch)
        for _ in range(4):
            found = loss_of(batch)
            optimiser.zero_grad()
            sum(found[name] for name in found.keys() if name.startswith("loss_")).backward()  # noqa: SIM118
            optimiser.step()
    collector.shutdown()
    print(f"mean reward against random: {earned[0]:+.3f} at first, {earned[-1]:+.3f} at the end")
    return earned[-1] - earned[0]


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # Ctrl-C ends it
        main()
