"""What actions, observations and states of a game can be, in Gymnasium's terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from cthulhu_envs.authoring.game import Game


class Spaces:
    """The spaces of the AEC environment. Making them takes longer than copying a game."""

    def __init__(self, game: Game, agents: Sequence[str]) -> None:
        highs, count = game.observations.highs, game.actions.size
        self.actions: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(count) for agent in agents
        }
        self.observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, highs, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in agents
        }
        self.state = spaces.Box(0.0, np.tile(highs, game.num_players), dtype=np.float32)


def holds(space: spaces.Space[Any], action: Any) -> bool:
    """Whether it is an action of the space; Gymnasium raises for numbers of more than 64 bits."""
    try:
        return bool(space.contains(action))
    except OverflowError:
        return False
