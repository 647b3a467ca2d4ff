"""MaskablePPO of sb3-contrib on the Gymnasium environment: one learner against a bot.

python -m cthulhu_training.examples.sb3_gymnasium
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

GAME = "cthulhu_envs:cthulhu_envs/LoveLetter-v1"
TABLE: dict[str, Any] = {"num_players": 2, "rounds": "single", "opponents": "random"}


def mean_reward(model: MaskablePPO, episodes: int, seed: int = 10_000) -> float:
    """What the model earns in fresh games, playing its likeliest action."""
    env: Any = gymnasium.make(GAME, **TABLE).unwrapped
    total = 0.0
    for episode in range(episodes):
        obs, _ = env.reset(seed=seed + episode)
        over = False
        while not over:
            action, _ = model.predict(obs, action_masks=env.action_masks(), deterministic=True)
            obs, reward, terminated, truncated, _ = env.step(int(action))
            total, over = total + float(reward), terminated or truncated
    return total / episodes


def main(steps: int = 40_000, games: int = 8, episodes: int = 500, seed: int = 1) -> float:
    """Learn, and say what was earned before and after."""
    envs = DummyVecEnv([lambda: gymnasium.make(GAME, **TABLE).unwrapped for _ in range(games)])
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=256, batch_size=512, n_epochs=5, ent_coef=0.05, seed=seed
    )
    before = mean_reward(model, episodes)
    model.learn(steps)
    after = mean_reward(model, episodes)
    print(f"mean reward against random: {before:+.3f} before, {after:+.3f} after {steps} decisions")
    return after - before


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # Ctrl-C ends it
        main()
