"""Behaviour cloning: the network first learns to play like a bot, then PPO goes on from there.

    cthulhu train lovecraft_letter --players 2 --clone heuristic --clone-steps 1000000

The bot plays all seats. The actor learns the bot's actions by cross-entropy, the critic what the
bot's games pay, by the same returns as in PPO.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_training.ppo.opponents import act_on_rows, batched_bots

if TYPE_CHECKING:
    from cthulhu_training.ppo.lean import LeanPPO, Rollout


def teacher_of(spec: str, game: Game, seed: int) -> Agent | None:
    """The bot that is cloned, or nobody."""
    return batched_bots(game, [spec], seed)[0] if spec else None


def teach(teacher: Agent, vec: VectorEnv) -> NDArray[np.int64]:
    """What the bot plays in all lanes."""
    rows = np.arange(vec.num_envs)
    return np.asarray(act_on_rows(teacher, vec.obs, vec.mask, rows), np.int64)


def clone_loss(learner: LeanPPO, rollout: Rollout, part: Tensor) -> tuple[Tensor, dict[str, float]]:
    """Cross-entropy of the bot's actions plus the value loss, and their parts. `likelihood` is the
    mean probability of the bot's action.
    """
    batch = rollout.batch[part]
    log_probs, values = learner.net(batch)
    chosen = log_probs[batch.starts() + rollout.choice[part]]
    imitation = -chosen.mean()
    value = (values - rollout.target[part]).square().mean()
    loss = imitation + learner.settings.value_coef * value
    return loss, {"imitation": imitation.item(), "value_loss": value.item(),
                  "likelihood": chosen.detach().exp().mean().item()}  # fmt: skip
