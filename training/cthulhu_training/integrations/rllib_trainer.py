"""RLlib's PPO as a trainer for `cthulhu train --trainer rllib`; Ray is imported when it learns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from cthulhu_training.loggers import log_setting, needs_of
from cthulhu_training.settings_record import setting
from cthulhu_training.trainers import Notice, Trainer

POLICY, LOG = "policy.npz", "log.jsonl"


@dataclass(frozen=True)
class Settings:
    """Learn by self-play with RLlib's PPO."""

    game: str = "love_letter"
    table: Mapping[str, Any] = field(default_factory=dict)  # settings of the game
    steps: int = setting(200_000, "decisions to learn from, of all seats")
    seed: int = setting(1, "seed of deals, action sampling and network weights")
    address: str = setting(
        "", "address of a Ray cluster, such as auto; default: only this machine", runs_code=True
    )
    runners: int = setting(1, "processes that play; 0: the learner plays itself")
    games: int = setting(16, "games that each of these processes plays side by side")
    learners: int = setting(0, "processes that learn; 0: this one")
    batch: int = setting(4096, "decisions between two updates")
    minibatch: int = setting(512, "decisions in a step of learning")
    epochs: int = setting(4, "times each decision is learned from")
    hidden: str = setting("64x64", "sizes of the hidden layers of actor and critic")
    learning_rate: float = setting(1e-3, "learning rate of all networks")
    entropy_coef: float = setting(0.03, "weight of the entropy")
    evaluate_against: str = setting("random", "bot to evaluate against after each tenth of the run")
    evaluate_games: int = setting(2000, "games against that bot")
    log: str = log_setting()

    def __post_init__(self) -> None:
        for name in ("steps", "games", "batch", "minibatch", "epochs", "evaluate_games"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("runners", "learners"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be at least 0, not {getattr(self, name)}")
        if not all(part.isdigit() and int(part) for part in self.hidden.split("x")):
            raise ValueError(f"hidden must be sizes such as 64x64, not {self.hidden!r}")
        _ = needs_of(self.log)

    def table_of_game(self) -> Game:
        """The game that is learned, with its settings."""
        return find(self.game).configure(**self.table)


def train_in(settings: Settings, folder: Path, notice: Notice, progress: bool) -> dict[str, str]:
    """Learn by self-play with RLlib."""
    from cthulhu_training.integrations.rllib import train

    lines = train(settings, folder, notice, progress)
    judge = settings.evaluate_against
    return {
        "decisions": f"{lines[-1]['steps']:,}",
        f"mean reward against {judge}": f"{lines[-1][judge]:.4f}",
        "policy": f"ppo:{folder / POLICY}",
    }


TRAINER = Trainer(Settings, train_in, ("ray", "torch"))
