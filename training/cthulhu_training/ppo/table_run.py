"""The games of one table in a run: its lanes, who sits there, and what the network sees of them.

A run learns one table, or several that differ in the number of players (`--more-players`). The
network is over the union of their entries, so a table's places are looked up there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from cthulhu_agents.learned.policy import scale_of
from cthulhu_agents.learned.union import Union
from numpy.typing import NDArray

from cthulhu_envs.api.vector import SPARSE, VectorEnv
from cthulhu_training.ppo.batch import AnyBatch, DenseBatch, Places, SparseBatch
from cthulhu_training.ppo.clone import teacher_of
from cthulhu_training.ppo.opponents import OpponentPool, batched_bots
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.seeds import BOT_SEED, TABLE_SEED, TEACHER_SEED


class TableRun:
    """`num_envs` games of one table."""

    def __init__(
        self, settings: Settings, union: Union, number: int, num_envs: int, seed: int,
        rng: np.random.Generator,
    ) -> None:  # fmt: skip
        self.game = game = union.games[number]
        seed += number * TABLE_SEED
        self.teacher = teacher_of(settings.clone, game, seed * TEACHER_SEED)
        bots = batched_bots(game, settings.bots, seed * BOT_SEED)
        latest = 0.0 if settings.only_opponents else settings.self_play
        past = 0 if settings.only_opponents else settings.pool_size
        self.opponents = OpponentPool(game, num_envs, bots, past, latest, rng)
        self.vec = VectorEnv(game, num_envs, reuse=True, obs=settings.obs)
        self.form = SparseBatch if settings.obs == SPARSE else DenseBatch
        self.places: Places | None = None  # a table alone is all the network knows
        if len(union.games) > 1:
            places = union.obs_places[number], union.action_places[number]
            self.places = Places(*places, len(union.observations), len(union.actions))
        self.scale = scale_of(game)
        self.vec.reset(seed)

    def seen(self, device: torch.device) -> AnyBatch:
        """What the seats to move see and may do, in the network's places."""
        vec = self.vec
        return self.form.of(vec.obs, vec.mask, self.scale, self.places).to(device)

    def own_actions(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        """The table's ids of actions that the network has chosen."""
        return actions if self.places is None else self.places.own_action[actions]

    def network_actions(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The network's outputs for the table's ids of actions."""
        return actions if self.places is None else self.places.outputs[actions].astype(np.int64)
