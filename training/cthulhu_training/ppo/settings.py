"""One record of all that decides a training run. It is also the command line of `cthulhu train`,
and lies as TOML in the run's folder.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cthulhu_agents.learned.policy import ACTIVATIONS

from cthulhu_envs._runtime.room import check_room
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import OBS_FORMS
from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import record_in
from cthulhu_training.loggers import log_setting, needs_of
from cthulhu_training.settings_record import record_from, setting

CHOICES = {
    "trainer": ("lean", "sb3"),
    "activation": tuple(ACTIVATIONS),
    "obs": OBS_FORMS,
    "device": ("cpu", "cuda"),
}
MOST_THREADS = 1024  # of far more the system ends the process, without a word
WIDTH = re.compile(r"[0-9]{1,18}")  # of a layer
PER_WEIGHT = 2 * 4 * 4  # bytes: actor and critic; weights, gradients and Adam's moments; float32
NEARLY = 0.01  # share of the steps that does not matter
NO_SETTINGS = "these are no settings of a training run"


@dataclass(frozen=True)
class Settings:
    """A run: the same settings and seed give the same policy."""

    game: str = setting("love_letter", "name of a game")
    table: Mapping[str, Any] = field(default_factory=dict)  # settings of the game
    more_players: str = setting(
        "", "other numbers of players that the same network learns to play with; lean only",
        many=True,
    )  # fmt: skip
    trainer: str = setting("lean", "lean (ours) or sb3 (stable-baselines3)")
    steps: int = setting(2_000_000, "decisions to learn from, of all seats")
    seed: int = setting(1, "seed of deals, action sampling and network weights")
    hidden: str = setting("128x128", "sizes of the hidden layers of actor and critic")
    activation: str = setting("tanh", "between layers: tanh or relu; lean only")
    share_seats: bool = setting(
        False, "inputs and actions that differ only in the seat share weights; lean only"
    )
    obs: str = setting("sparse", "observations: sparse (only what is not zero) or dense; lean only")
    start: str = setting(
        "", "file of a policy to start from, or `ppo` for the shipped one; lean only"
    )
    carry_over: bool = setting(
        False,
        "start from a policy of another version or other settings: inputs and actions with the "
        "same name keep their weights",
    )
    clone: str = setting("", "a bot to imitate first, by behaviour cloning; lean only")
    clone_steps: int = setting(500_000, "how many of the steps imitate the bot named by --clone")
    num_envs: int = setting(512, "games side by side")
    num_steps: int = setting(64, "decisions of each game between two updates")
    epochs: int = setting(2, "times each decision is learned from")
    minibatches: int = setting(8, "parts of an epoch")
    learning_rate: float = setting(1e-3, "learning rate at the start")
    final_learning_rate: float = setting(0.02, "share of the learning rate that remains at the end")
    gamma: float = setting(1.0, "discount factor for each decision")
    gae_lambda: float = setting(0.95, "lambda of generalised advantage estimation")
    clip_range: float = setting(0.2, "how far the probability of an action may move in an update")
    entropy_coef: float = setting(0.1, "weight of the entropy bonus")
    final_entropy: float = setting(0.3, "share of entropy_coef that remains at the end")
    kl_coef: float = setting(
        0.0, "weight of the KL divergence from the policy before the update (MMD)"
    )
    value_coef: float = setting(0.5, "weight of the value loss")
    normalize_advantage: bool = setting(True, "divide advantages by their standard deviation")
    max_grad_norm: float = setting(0.5, "largest norm of a gradient")
    ema_decay: float = setting(
        0.95, "decay of the moving average of the weights; the policy is that average"
    )
    self_play: float = setting(0.7, "share of the games in which all seats are the learner's")
    pool_size: int = setting(8, "past selves among the other players of the remaining games")
    pool_every: int = setting(20, "updates between two past selves")
    opponents: str = setting("", "bots in the pool, met as often as they are named", many=True)
    only_opponents: bool = setting(False, "no self-play: learn to exploit the opponents")
    evaluate_every: float = setting(0.1, "share of the run between two evaluations")
    evaluate_games: int = setting(2000, "games against each bot in an evaluation")
    evaluate_against: str = setting(
        "random heuristic",
        "bots to evaluate against; `itself`: the policy plays all seats",
        many=True,
    )
    threads: int = setting(1, "threads of PyTorch and numpy")
    device: str = setting("cpu", "where the network learns: cpu or cuda; lean only")
    log: str = log_setting()

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            given = getattr(self, name)
            if given not in known:
                raise ValueError(f"{name} cannot be {given!r}{nearest(given, known)}")
        for name in (
            "steps",
            "num_envs",
            "num_steps",
            "epochs",
            "minibatches",
            "pool_every",
            "threads",
        ):
            _at_least(name, getattr(self, name), 1)
        for name in ("pool_size", "evaluate_games", "seed", "clone_steps"):
            _at_least(name, getattr(self, name), 0)
        for name in ("learning_rate", "clip_range", "max_grad_norm", "gamma"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be more than 0, not {getattr(self, name)}")
        for name in (
            "entropy_coef",
            "kl_coef",
            "value_coef",
            "final_learning_rate",
            "final_entropy",
        ):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must be at least 0, not {getattr(self, name)}")
        for name in ("self_play", "gae_lambda", "ema_decay", "evaluate_every"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must lie between 0 and 1, not {getattr(self, name)}")
        if self.gamma > 1:
            raise ValueError(f"gamma must be at most 1, not {self.gamma}")
        if self.evaluate_every == 0:
            raise ValueError("evaluate_every must be more than 0; 1 evaluates at the end")
        if self.minibatches > self.batch:
            raise ValueError(
                f"minibatches are parts of the {self.batch} decisions of an update, "
                f"so {self.minibatches} are too many"
            )
        if self.start and self.trainer != "lean":
            raise ValueError("only the lean trainer can start from a policy")
        if self.carry_over and not self.start:
            raise ValueError("carry_over needs a policy to start from: --start FILE")
        if self.carry_over and self.more_players:
            raise ValueError("carry_over works with one number of players only")
        for name in (
            "clone", "activation", "share_seats", "obs", "normalize_advantage", "device"
        ):  # fmt: skip
            if self.trainer != "lean" and getattr(self, name) != _default(name):
                raise ValueError(f"only the lean trainer knows {name}")
        if self.clone and self.clone_steps > self.steps:
            raise ValueError(f"clone_steps are part of steps: at most {self.steps}")
        if self.only_opponents and not self.bots:
            raise ValueError("only_opponents needs opponents")
        if self.trainer != "lean" and self.more_players:
            raise ValueError("only the lean trainer learns several numbers of players at once")
        if self.num_envs % len(self.tables_of_game()):
            raise ValueError(
                f"num_envs must be a multiple of the {len(self.tables_of_game())} tables"
            )
        if self.threads > MOST_THREADS:
            raise ValueError(f"threads must be at most {MOST_THREADS}, not {shown(self.threads)}")
        needs_of(self.log)
        self._check_network()

    @property
    def widths(self) -> tuple[int, ...]:
        """Sizes of the hidden layers."""
        parts = self.hidden.split("x")
        if not all(WIDTH.fullmatch(part) and int(part) > 0 for part in parts):
            raise ValueError(f"hidden must be sizes such as 64x64, not {shown(self.hidden)}")
        return tuple(int(part) for part in parts)

    def _check_network(self) -> None:
        """ValueError if this machine cannot hold actor and critic."""
        game = self.table_of_game()
        sizes = (game.observations.size, *self.widths, game.actions.size)
        weights = sum(one * two for one, two in pairwise(sizes))
        check_room(f"networks with hidden layers {shown(self.hidden)}", PER_WEIGHT * weights)

    @property
    def bots(self) -> list[str]:
        return self.opponents.split()

    @property
    def judges(self) -> list[str]:
        return self.evaluate_against.split()

    @property
    def batch(self) -> int:
        """Decisions between two updates."""
        return self.num_envs * self.num_steps

    @property
    def updates(self) -> int:
        return max(1, round(self.steps / self.batch))

    @property
    def rounded(self) -> str:
        """What is said if whole updates are not nearly as many decisions as are wanted."""
        whole = -(-self.steps // self.batch) if self.trainer == "sb3" else self.updates
        learned = whole * self.batch
        if abs(learned - self.steps) <= NEARLY * self.steps:
            return ""
        return f"learns {learned:,} decisions, not {self.steps:,}: whole updates of {self.batch:,}"

    @property
    def clone_updates(self) -> int:
        """Updates that learn from the bot that is cloned."""
        return min(self.updates, round(self.clone_steps / self.batch)) if self.clone else 0

    def table_of_game(self) -> Game:
        """The game that is learned, with its settings."""
        return find(self.game).configure(**self.table)

    def tables_of_game(self) -> tuple[Game, ...]:
        """That table, and the same with other numbers of players (`more_players`)."""
        first = self.table_of_game()
        wanted = self.more_players.split()
        if not all(number.isdigit() for number in wanted):
            raise ValueError(f"more_players are numbers such as 3 4, not {self.more_players!r}")
        counts = dict.fromkeys([first.num_players, *map(int, wanted)])
        return tuple(first.configure(num_players=number) for number in counts)

    def to_json(self) -> str:
        return json.dumps(dataclasses.asdict(self), indent=1)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """ValueError if it is not what `to_json` wrote."""
        try:
            values = record_in(text, NO_SETTINGS)
        except ValueError:
            raise ValueError(NO_SETTINGS) from None
        return cls.from_values(values)

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Settings:
        """ValueError if they are not the fields of this record."""
        return record_from(cls, values, NO_SETTINGS)

    def differences(self, other: Settings) -> list[str]:
        """What differs, in words: 'seed 1 instead of 2'. Where it is logged may differ."""
        pairs = [
            (one.name, getattr(self, one.name), getattr(other, one.name))
            for one in FIELDS
            if one.name != "log"
        ]
        return [f"{name} {mine!r} instead of {theirs!r}" for name, mine, theirs in pairs
                if mine != theirs]  # fmt: skip


FIELDS = dataclasses.fields(Settings)
RENAMED = {  # settings in files of version 0.1.0, by their old names
    "final_rate": "final_learning_rate",
    "trace": "gae_lambda",
    "clip": "clip_range",
    "entropy": "entropy_coef",
    "kl": "kl_coef",
    "value_weight": "value_coef",
    "max_grad": "max_grad_norm",
    "average": "ema_decay",
    "latest": "self_play",
    "pool": "pool_size",
    "lanes": "num_envs",
    "horizon": "num_steps",
}


def _default(name: str) -> Any:
    return next(one.default for one in FIELDS if one.name == name)


def _at_least(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
