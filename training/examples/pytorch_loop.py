"""A policy gradient in plain PyTorch over the vector face: all seats play and learn together.

python -m training.examples.pytorch_loop
"""

from __future__ import annotations

import numpy as np
import torch

import cthulhu_envs
from training.learn.credit import credit

LANES, HORIZON = 512, 32


def main(updates: int = 60, seed: int = 1) -> float:
    """Learn by self-play; returns the mean reward against random players."""
    torch.manual_seed(seed)
    vec = cthulhu_envs.make_vec("love_letter", num_envs=LANES, num_players=2, rounds="single")
    sizes = vec.game.observations.size, vec.game.actions.size
    net = torch.nn.Sequential(
        torch.nn.Linear(sizes[0], 128), torch.nn.Tanh(), torch.nn.Linear(128, sizes[1])
    )
    optimiser = torch.optim.Adam(net.parameters(), 3e-3)

    def chances(obs: np.ndarray, mask: np.ndarray) -> torch.distributions.Categorical:
        numbers = net(torch.from_numpy(obs))
        return torch.distributions.Categorical(
            logits=torch.where(torch.from_numpy(mask) > 0, numbers, -1e9)
        )

    obs, mask, seat = vec.reset(seed)
    for _ in range(updates):
        logs, seats, rewards, dones, entropy = [], [], [], [], []
        for _ in range(HORIZON):
            dist = chances(obs, mask)
            action = dist.sample()
            logs.append(dist.log_prob(action))
            entropy.append(dist.entropy())
            seats.append(seat.copy())
            obs, mask, seat, reward, done = vec.step(action.numpy())
            rewards.append(reward.copy())
            dones.append(done.copy())
        nothing = np.zeros((HORIZON, LANES), np.float32)  # no critic: plain returns
        gain, weight = credit(
            np.array(seats), np.array(rewards), np.array(dones), nothing, 1.0, 1.0
        )
        loss = -(torch.stack(logs) * torch.from_numpy(gain * weight)).mean()
        loss = loss - 0.02 * torch.stack(entropy).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    won, games = 0.0, 0
    rng = np.random.default_rng(seed)
    obs, mask, seat = vec.reset(seed + 1)
    for _ in range(200):  # the policy in seat 0, random play in seat 1
        with torch.no_grad():
            mine = chances(obs, mask).sample().numpy()
        other = (rng.random(mask.shape) * mask).argmax(axis=1)
        obs, mask, seat, reward, done = vec.step(np.where(seat == 0, mine, other))
        won, games = won + float(reward[done, 0].sum()), games + int(done.sum())
    print(f"mean reward against random: {won / games:+.3f} in {games} games")
    return won / games


if __name__ == "__main__":
    main()
