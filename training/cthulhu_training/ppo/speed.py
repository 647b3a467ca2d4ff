"""How many decisions a second are learned from: the usual way, and our two trainers, the lean one
from sparse observations and from dense ones.

The usual way is a turn-based environment handed to MaskablePPO as if one player made all moves,
as widely-read tutorials do. It is here to be measured, not to be used: it drops the loser's loss
(docs/training.md). All learn with the same network; collecting and learning are both timed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import torch
from cthulhu_agents.learned.player import PolicyPlayer
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from threadpoolctl import threadpool_limits
from torch import nn

from cthulhu_envs.api.make import make
from cthulhu_envs.api.vector import DENSE, SPARSE
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.tools.bench.clock import Lap, Rate, rate, rates
from cthulhu_envs.tools.bench.ours import TIMES, Figure
from cthulhu_envs.tools.bench.peers import SEED
from cthulhu_training.integrations.sb3 import new_model, policy_of
from cthulhu_training.integrations.sb3_env import SelfPlayVecEnv
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.opponents import OpponentPool
from cthulhu_training.ppo.settings import Settings

DECISIONS_PER_SECOND = "decisions/s"
USUAL = "learning the usual way, AEC as one player's game"
FAMILIAR = "learning, sb3 trainer"
LEAN = "learning, lean trainer"
LEAN_DENSE = "learning, lean trainer, dense observations"
OVER_DENSE = ", times dense observations"
FASTER = ", times the usual way"
NETWORK = "64x64"  # SB3's default
USUAL_HORIZON = 2048  # decisions between two updates; this and the rest are SB3's defaults


class OnePlayersGame(gymnasium.Env[NDArray[np.float32], int]):
    """An AEC environment as if whoever is to move were the same player all the time."""

    def __init__(self, game: Game) -> None:
        self.env: Any = make(game)
        self.env.reset(seed=SEED)
        agent = self.env.agent_selection
        self.observation_space = self.env.observation_space(agent)["observation"]
        self.action_space = self.env.action_space(agent)

    def _seen(self) -> NDArray[np.float32]:
        seen: NDArray[np.float32] = self.env.observe(self.env.agent_selection)["observation"]
        return seen

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        self.env.reset(seed=seed)
        return self._seen(), {}

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        mover = self.env.agent_selection
        self.env.step(action)
        now = self.env.agent_selection
        ended, cut = self.env.terminations[now], self.env.truncations[now]
        return self._seen(), float(self.env.rewards[mover]), ended, cut, {}

    def action_masks(self) -> NDArray[np.int8]:
        """What MaskablePPO asks for."""
        mask: NDArray[np.int8] = self.env.observe(self.env.agent_selection)["action_mask"]
        return mask


def _timed(learn: Callable[[], object], decisions: int) -> Lap:
    def lap() -> tuple[int, float]:
        start = time.perf_counter()
        learn()
        return decisions, time.perf_counter() - start

    return lap


def usual(game: Game, settings: Settings, seconds: float) -> Rate:
    """MaskablePPO with its own defaults on one wrapped environment."""
    kind = {"net_arch": list(settings.widths), "activation_fn": nn.Tanh}
    model = MaskablePPO(
        "MlpPolicy", OnePlayersGame(game), n_steps=USUAL_HORIZON, policy_kwargs=kind, device="cpu"
    )
    return rate(_timed(_learn(model, USUAL_HORIZON), USUAL_HORIZON), seconds)


def _learn(model: MaskablePPO, decisions: int) -> Callable[[], object]:
    return lambda: model.learn(decisions, reset_num_timesteps=False)


def familiar(game: Game, settings: Settings, seconds: float) -> Rate:
    """The sb3 trainer, against itself; only the learner's own decisions count."""
    opponents = OpponentPool(game, settings.num_envs, [], 0, 1.0, np.random.default_rng(SEED))
    env = SelfPlayVecEnv(game, settings.num_envs, opponents, SEED)
    model = new_model(settings, env)
    env.current = PolicyPlayer(policy_of(model, settings), SEED)
    found = rate(_timed(_learn(model, settings.batch), settings.batch), seconds)
    env.close()
    return found


def lean(settings: Settings, seconds: float) -> list[Rate]:
    """The lean trainer, against itself, from sparse observations and from dense ones, in turns."""
    runs = [LeanPPO(replace(settings, obs=obs)) for obs in (SPARSE, DENSE)]
    return rates([_timed(run.update, settings.batch) for run in runs], seconds)


def measure_training(game: Game, seconds: float, progress: Callable[[str], None]) -> list[Figure]:
    """Decisions a second of all at one player count, and the ratios, best to best."""
    torch.set_num_threads(1)
    with threadpool_limits(1, "blas"):
        return _measured(game, seconds, progress)


def _measured(game: Game, seconds: float, progress: Callable[[str], None]) -> list[Figure]:
    table = {k: v for k, v in game.values.items() if v is not None}
    settings = Settings(game=game.name, table=table, hidden=NETWORK, self_play=1.0, pool_size=0)
    found: dict[str, Rate] = {}
    for what, measure in ((USUAL, usual), (FAMILIAR, familiar)):
        progress(f"{game.title}, {game.num_players} players: {what}")
        found[what] = measure(game, settings, seconds)
    progress(f"{game.title}, {game.num_players} players: {LEAN}")
    found[LEAN], found[LEAN_DENSE] = lean(settings, seconds)
    figures = [
        Figure(what, DECISIONS_PER_SECOND, game.num_players, one.median, one.best)
        for what, one in found.items()
    ]
    for what, base, words in (
        (FAMILIAR, USUAL, FASTER),
        (LEAN, USUAL, FASTER),
        (LEAN, LEAN_DENSE, OVER_DENSE),
    ):
        one, other = found[what], found[base]
        ratio = one.median / other.median, one.best / other.best
        figures.append(Figure(what + words, TIMES, game.num_players, *ratio))
    return figures
