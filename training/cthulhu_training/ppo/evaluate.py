"""How good a policy is: against fixed bots, and on small tables exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.answers import legal_actions
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_training.intervals import Z_95
from cthulhu_training.solve.evaluate import policy_of
from cthulhu_training.solve.tree import Tree, grow_tree
from cthulhu_training.solve.values import Values

MOST_LANES = 512
MOST_SMALL = 200_000_000  # bytes: larger trees take longer than a pause in training


class Score(NamedTuple):
    """Mean reward of one seat, and half the width of its 95 % interval."""

    mean: float
    margin: float


def against(game: Game, agent: Agent, other: Agent, games: int, seed: int) -> Score:
    """One `agent` among `other` players, each seat equally often; all batched."""
    players = game.num_players
    lanes = min(MOST_LANES, max(players, games // 2 // players * players))
    own_seat = np.arange(lanes) % players
    vec = VectorEnv(game, lanes, reuse=True)
    obs, mask, seat = vec.reset(seed)
    wanted = np.full(lanes, -(-games // lanes))  # games of each lane: long ones count as short ones
    total = np.zeros(lanes)
    found: list[float] = []
    actions = np.zeros(lanes, np.int64)
    while wanted.any():
        is_own = seat == own_seat
        for player, rows in ((agent, np.flatnonzero(is_own)), (other, np.flatnonzero(~is_own))):
            if len(rows):
                actions[rows] = legal_actions(player, obs[rows], mask[rows])
        obs, mask, seat, reward, done = vec.step(actions)
        total += reward[np.arange(lanes), own_seat]
        counted = done & (wanted > 0)
        found += total[counted].tolist()
        wanted[counted] -= 1
        total[done] = 0.0
    spread = float(np.std(found)) / max(len(found), 1) ** 0.5
    return Score(float(np.mean(found)), Z_95 * spread)


class Small:
    """A table small enough for exact answers."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.values = tree, Values(tree)

    def exploitability(self, agent: Agent) -> float:
        """What a best answer gains in wins, mean of the seats."""
        return self.values.exploitability(policy_of(self.tree, agent).policy)


def small_table(game: Game) -> Small | None:
    """The tree of a single round for two with a deck of its own; None of any other table."""
    is_small = (
        game.extras.solver and game.num_players == 2 and game.values.get("rounds") == "single"
    )
    if not is_small or game.values.get("deck") is None:
        return None
    try:
        return Small(grow_tree(game, most_bytes=MOST_SMALL))
    except (ValueError, MemoryError):
        return None
