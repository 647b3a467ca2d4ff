"""Plays a policy that was learned by `cthulhu train`: `ppo:path`, or `ppo` for the shipped one."""

from __future__ import annotations

from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_agents.learned.shipped import shipped_for
from cthulhu_envs.authoring.game import Game


class LearnedAgent(PolicyPlayer):
    """Reads a policy from its file; `temperature=0` plays the likeliest action."""

    def __init__(self, game: Game, seed: int = 0, path: str = "", temperature: float = 1.0) -> None:
        if not temperature >= 0:
            raise ValueError(f"temperature must be at least 0, not {temperature}")
        policy = LearnedPolicy.read(path or shipped_for(game))
        policy.check_plays(game)
        super().__init__(policy, seed, temperature)
        self.game = game
