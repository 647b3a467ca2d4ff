"""Small runs that tests share."""

from __future__ import annotations

from typing import Any

from cthulhu_training.ppo.settings import Settings

LL6 = {"num_players": 2, "edition": "classic", "rounds": "single", "deck": "ll-6"}


def small(**changes: Any) -> Settings:
    """A few updates on a deck of six cards."""
    wanted: dict[str, Any] = {
        "table": LL6,
        "steps": 2048,
        "num_envs": 32,
        "num_steps": 16,
        "minibatches": 2,
        "hidden": "16",
        "pool_every": 1,
        "evaluate_games": 50,
        "evaluate_every": 0.5,
    }
    return Settings(**(wanted | changes))
