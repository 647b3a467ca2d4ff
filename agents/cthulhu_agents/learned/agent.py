"""Plays a policy that was learned by `cthulhu train`: `ppo:path`, or `ppo` for the shipped one."""

from __future__ import annotations

from cthulhu_agents.learned.family import PolicyFamily
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.shipped import shipped_for, shipped_tables
from cthulhu_envs.authoring.game import Game


class LearnedAgent(PolicyPlayer):
    """Plays a policy that was learned: ppo:FILE, or ppo for one that comes with the package.

    `path` is the file of the policy. `temperature` 1 plays by its probabilities, less is bolder, 0
    plays the likeliest action.
    """

    def __init__(self, game: Game, seed: int = 0, path: str = "", temperature: float = 1.0) -> None:
        if not temperature >= 0:
            raise ValueError(f"temperature must be at least 0, not {temperature}")
        family = PolicyFamily.read(path or shipped_for(game))
        super().__init__(family.member_for(game), seed, temperature)
        self.game = game

    @classmethod
    def about(cls, game: Game) -> str:
        tables = shipped_tables(game)
        if not tables:
            return "No policy of this game comes with the package."
        return f"Policies of the package: {'; '.join(tables)}."
