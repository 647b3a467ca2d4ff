"""PPO in one file, in the manner of CleanRL: read it from top to bottom, copy it, change it.

python -m cthulhu_training.examples.ppo_one_file --opponents heuristic --total-timesteps 2000000

One learner plays against bots in a Gymnasium vector environment, with action masks. The environment
resets finished games in the step after (Gymnasium's NextStep): that step's action is ignored, so it
is left out of the loss. For self-play in all seats see cthulhu_training/ppo/lean.py.
"""

from __future__ import annotations

import argparse
import time
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import cthulhu_envs  # noqa: F401 - registers the games


@dataclass
class Args:
    env_id: str = "cthulhu_envs/LoveLetter-v1"
    num_players: int = 2
    opponents: str = "random"
    total_timesteps: int = 500_000
    seed: int = 1
    learning_rate: float = 2.5e-3
    num_envs: int = 128
    num_steps: int = 64
    gamma: float = 1.0
    gae_lambda: float = 0.95
    num_minibatches: int = 4
    update_epochs: int = 3
    clip_coef: float = 0.2
    ent_coef: float = 0.03
    vf_coef: float = 0.5
    max_grad_norm: float = 0.5


def layer_init(layer: nn.Linear, std: float = 2**0.5) -> nn.Linear:
    nn.init.orthogonal_(layer.weight, std)
    nn.init.zeros_(layer.bias)
    return layer


class Agent(nn.Module):
    """Actor and critic over the observation vector."""

    def __init__(self, size: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.critic = nn.Sequential(
            layer_init(nn.Linear(size, hidden)), nn.Tanh(), layer_init(nn.Linear(hidden, 1), 1.0)
        )
        self.actor = nn.Sequential(
            layer_init(nn.Linear(size, hidden)),
            nn.Tanh(),
            layer_init(nn.Linear(hidden, actions), 0.01),
        )

    def dist(self, obs: Tensor, mask: Tensor) -> Categorical:
        """The policy over legal actions: masked logits, (B, A)."""
        return Categorical(logits=self.actor(obs).masked_fill(~mask, -1e9))

    def value(self, obs: Tensor) -> Tensor:
        value: Tensor = self.critic(obs).squeeze(-1)  # (B,)
        return value


def main(args: Args) -> float:
    """Learn; returns the mean reward of the games of the last update."""
    torch.manual_seed(args.seed)
    table: dict[str, Any] = {"num_players": args.num_players, "opponents": args.opponents}
    if "Letter" in args.env_id:
        table["rounds"] = "single"
    envs: Any = gymnasium.make_vec(args.env_id, num_envs=args.num_envs, **table)
    size, actions = envs.single_observation_space.shape[0], envs.single_action_space.n
    agent = Agent(size, actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)

    shape = (args.num_steps, args.num_envs)
    obs = torch.zeros((*shape, size))
    masks = torch.zeros((*shape, actions), dtype=torch.bool)
    chosen = torch.zeros(shape, dtype=torch.int64)
    log_probs, rewards, values = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    dones = torch.zeros(shape)  # the game was over before this step: it only resets
    next_obs, info = envs.reset(seed=args.seed)
    next_obs, next_mask = torch.from_numpy(next_obs), torch.from_numpy(info["action_mask"]).bool()
    next_done = torch.zeros(args.num_envs)
    updates = max(1, args.total_timesteps // (args.num_envs * args.num_steps))
    earned, start = 0.0, time.perf_counter()

    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) / updates)

        for step in range(args.num_steps):
            obs[step], masks[step], dones[step] = next_obs, next_mask, next_done
            with torch.no_grad():
                dist = agent.dist(next_obs, next_mask)
                chosen[step] = dist.sample()
                log_probs[step] = dist.log_prob(chosen[step])
                values[step] = agent.value(next_obs)
            shown, reward, terminated, truncated, info = envs.step(chosen[step].numpy())
            rewards[step] = torch.from_numpy(reward)
            next_obs, next_mask = torch.from_numpy(shown), torch.from_numpy(info["action_mask"])
            next_mask = next_mask.bool()
            next_done = torch.from_numpy(np.logical_or(terminated, truncated)).float()

        with torch.no_grad():  # generalised advantage estimation
            advantages, last = torch.zeros(shape), torch.zeros(args.num_envs)
            following, ended = agent.value(next_obs), next_done
            for t in reversed(range(args.num_steps)):
                delta = rewards[t] + args.gamma * following * (1 - ended) - values[t]
                last = delta + args.gamma * args.gae_lambda * (1 - ended) * last
                advantages[t] = last
                following, ended = values[t], dones[t]
            returns = advantages + values

        rows = torch.nonzero(dones.reshape(-1) == 0).squeeze(-1)  # decisions, no resets
        b_obs, b_masks = obs.reshape(-1, size), masks.reshape(-1, actions)
        b_chosen, b_log_probs = chosen.reshape(-1), log_probs.reshape(-1)
        b_advantages, b_returns = advantages.reshape(-1), returns.reshape(-1)
        for _ in range(args.update_epochs):
            for part in rows[torch.randperm(len(rows))].chunk(args.num_minibatches):
                dist = agent.dist(b_obs[part], b_masks[part])
                ratio = (dist.log_prob(b_chosen[part]) - b_log_probs[part]).exp()
                gain = b_advantages[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
                policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
                value_loss = 0.5 * (agent.value(b_obs[part]) - b_returns[part]).square().mean()
                entropy = dist.entropy().mean()
                loss = policy_loss - args.ent_coef * entropy + args.vf_coef * value_loss
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()

        games = max(1, int(dones.sum() + next_done.sum() - dones[0].sum()))
        earned = float(rewards.sum()) / games
        if update % max(1, updates // 10) == 0:
            steps = update * args.num_envs * args.num_steps
            speed = steps / (time.perf_counter() - start)
            print(f"{steps:>9} decisions, {speed:,.0f}/s: mean reward {earned:+.3f}", flush=True)
    envs.close()
    return earned


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="PPO in one file")
    for one in fields(Args):
        flag = f"--{one.name.replace('_', '-')}"
        parser.add_argument(flag, type=type(one.default), default=one.default)
    with suppress(KeyboardInterrupt):  # Ctrl-C ends it
        main(Args(**vars(parser.parse_args())))
