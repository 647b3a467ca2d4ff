"""A policy gradient in plain PyTorch over many games at once: all seats play and learn together.

python -m cthulhu_training.examples.pytorch_loop
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import torch

import cthulhu_envs

LANES, HORIZON = 512, 32


def probs(net: Any, obs: np.ndarray, mask: np.ndarray) -> torch.distributions.Categorical:
    logits = torch.where(torch.from_numpy(mask) > 0, net(torch.from_numpy(obs)), -1e9)
    return torch.distributions.Categorical(logits=logits)


def collect(net: Any, vec: Any, obs: Any, mask: Any, seat: Any) -> tuple[torch.Tensor, Any]:
    """Play on; returns the loss, and what is shown next. The gradient needs every `obs` as it was:
    the arrays are copies, unless `make_vec` is called with `reuse=True`.
    """
    logs, entropy, played = [], [], []
    for _ in range(HORIZON):
        dist, mover = probs(net, obs, mask), seat
        action = dist.sample()
        obs, mask, seat, reward, done = vec.step(action.numpy())
        logs.append(dist.log_prob(action))
        entropy.append(dist.entropy())
        played.append((mover, reward, done))
    seats, rewards, dones = map(np.array, zip(*played, strict=True))
    no_critic = np.zeros(seats.shape, np.float32)  # plain returns
    gain, weight = cthulhu_envs.gae_by_seat(seats, rewards, dones, no_critic, 1.0, 1.0)
    loss = -(torch.stack(logs) * torch.from_numpy(gain * weight)).mean()
    return loss - 0.02 * torch.stack(entropy).mean(), (obs, mask, seat)


def main(updates: int = 60, seed: int = 1) -> float:
    """Learn by self-play; returns the mean reward against random players."""
    torch.manual_seed(seed)
    vec = cthulhu_envs.make_vec("love_letter", num_envs=LANES, num_players=2, rounds="single")
    game, nn = vec.game, torch.nn
    layers = nn.Linear(game.observations.size, 128), nn.Tanh(), nn.Linear(128, game.actions.size)
    net = nn.Sequential(*layers)
    optimiser = torch.optim.Adam(net.parameters(), 3e-3)
    shown: Any = vec.reset(seed)
    for _ in range(updates):
        loss, shown = collect(net, vec, *shown)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    won, games, rng = 0.0, 0, np.random.default_rng(seed)
    obs, mask, seat = vec.reset(seed + 1)
    for _ in range(200):  # the policy in seat 0, random play in seat 1
        mine, other = probs(net, obs, mask).sample(), (rng.random(mask.shape) * mask).argmax(axis=1)
        obs, mask, seat, reward, done = vec.step(np.where(seat == 0, mine.numpy(), other))
        won, games = won + float(reward[done, 0].sum()), games + int(done.sum())
    print(f"mean reward against random: {won / games:+.3f} in {games} games")
    return won / games


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # Ctrl-C ends it
        main()
