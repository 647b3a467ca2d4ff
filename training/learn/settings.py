"""One record of all that decides a training run. It is also the command line of `cthulhu train`,
and lies as JSON in the run's folder.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.registry import find
from training.options import setting

TRAINERS = ("lean", "sb3")


@dataclass(frozen=True)
class Settings:
    """A run: the same settings and seed give the same policy."""

    game: str = setting("love_letter", "name of a game")
    table: Mapping[str, Any] = field(default_factory=dict)  # settings of the game
    trainer: str = setting("lean", "lean (ours) or sb3 (stable-baselines3)")
    steps: int = setting(2_000_000, "decisions to learn from, of all seats")
    seed: int = setting(1, "of deals, of choices and of the network")
    hidden: str = setting("128x128", "sizes of the hidden layers of actor and critic")
    start: str = setting("", "file of a policy to begin with; lean only")
    lanes: int = setting(512, "games side by side")
    horizon: int = setting(64, "decisions of each game between two updates")
    epochs: int = setting(2, "times each decision is learned from")
    minibatches: int = setting(8, "parts of an epoch")
    learning_rate: float = setting(1e-3, "at the start")
    final_rate: float = setting(0.02, "share of the learning rate that is left at the end")
    gamma: float = setting(1.0, "discount of what comes a decision later")
    trace: float = setting(0.95, "lambda of the advantages")
    clip: float = setting(0.2, "how far the chance of an action may move in an update")
    entropy: float = setting(0.1, "weight of the entropy: the strength of the pull to even play")
    final_entropy: float = setting(0.3, "share of that weight that is left at the end")
    kl: float = setting(0.0, "weight of the divergence from the policy before the update (MMD)")
    value_weight: float = setting(0.5, "weight of the critic's errors")
    max_grad: float = setting(0.5, "largest norm of a gradient")
    average: float = setting(0.95, "of the weights kept: share of the average after an update")
    latest: float = setting(0.7, "share of the games in which all seats are the learner's")
    pool: int = setting(8, "past selves among the other players of the remaining games")
    pool_every: int = setting(20, "updates between two past selves")
    opponents: str = setting("", "bots in the pool, met as often as they are named", many=True)
    only_opponents: bool = setting(False, "never play oneself: an exploiter of the opponents")
    evaluate_every: float = setting(0.1, "share of the run between two evaluations")
    evaluate_games: int = setting(2000, "games against each bot in an evaluation")
    evaluate_against: str = setting("random heuristic", "bots, or itself", many=True)
    threads: int = setting(1, "of PyTorch and numpy")

    def __post_init__(self) -> None:
        if self.trainer not in TRAINERS:
            raise ValueError(f"trainer cannot be {self.trainer!r}{nearest(self.trainer, TRAINERS)}")
        for name in ("steps", "lanes", "horizon", "epochs", "minibatches", "pool_every", "threads"):
            _at_least(name, getattr(self, name), 1)
        for name in ("pool", "evaluate_games", "seed"):
            _at_least(name, getattr(self, name), 0)
        for name in ("learning_rate", "clip", "max_grad", "gamma"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be more than 0, not {getattr(self, name)}")
        for name in ("entropy", "kl", "value_weight", "final_rate", "final_entropy"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must be at least 0, not {getattr(self, name)}")
        for name in ("latest", "trace", "average", "evaluate_every"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie between 0 and 1, not {getattr(self, name)}")
        if self.start and self.trainer != "lean":
            raise ValueError("only the lean trainer begins with a policy that is given")
        if self.only_opponents and not self.bots:
            raise ValueError("only_opponents needs opponents")
        _ = self.widths, self.table_of_game()

    @property
    def widths(self) -> tuple[int, ...]:
        """Sizes of the hidden layers."""
        parts = self.hidden.split("x")
        if not all(part.isdigit() and int(part) > 0 for part in parts):
            raise ValueError(f"hidden is like 64x64, not {self.hidden!r}")
        return tuple(int(part) for part in parts)

    @property
    def bots(self) -> list[str]:
        return self.opponents.split()

    @property
    def judges(self) -> list[str]:
        return self.evaluate_against.split()

    @property
    def batch(self) -> int:
        """Decisions between two updates."""
        return self.lanes * self.horizon

    @property
    def updates(self) -> int:
        return max(1, round(self.steps / self.batch))

    def table_of_game(self) -> Game:
        """The game that is learned, with its settings."""
        return find(self.game).configure(**self.table)

    def to_json(self) -> str:
        return json.dumps(dataclasses.asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """ValueError if it is not what `to_json` wrote."""
        try:
            return cls(**json.loads(text))
        except (json.JSONDecodeError, TypeError):
            raise ValueError("these are no settings of a training run") from None

    def differences(self, other: Settings) -> list[str]:
        """What differs, in words: 'seed 1 instead of 2'."""
        pairs = [(one.name, getattr(self, one.name), getattr(other, one.name)) for one in FIELDS]
        return [f"{name} {mine!r} instead of {theirs!r}" for name, mine, theirs in pairs
                if mine != theirs]  # fmt: skip


FIELDS = dataclasses.fields(Settings)


def _at_least(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
