"""All settings of a run of an OpenSpiel algorithm, in one record; it is also the command line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game
from cthulhu_training.loggers import log_setting, needs_of
from cthulhu_training.settings_record import setting

ALGORITHMS = ("nfsp", "psro")


@dataclass(frozen=True)
class Settings:
    """Learn by an algorithm of OpenSpiel: the same settings give the same policy, unless minutes
    limit the run.
    """

    game: str = "love_letter"
    table: Mapping[str, Any] = field(default_factory=dict)  # settings of the game
    algorithm: str = setting("nfsp", "nfsp (fictitious self-play) or psro (response oracles)")
    episodes: int = setting(200_000, "games to learn from; psro: of all oracles together")
    minutes: float = setting(0.0, "processor time after which learning stops; 0: no limit")
    seed: int = setting(1, "seed of deals, action sampling and network weights")
    evaluate_every: float = setting(0.05, "share of the run between two evaluations; nfsp only")
    hidden: str = setting("128", "sizes of the hidden layers, such as 128x128")
    batch: int = setting(128, "decisions in a step of learning")
    learn_every: int = setting(16, "decisions of a seat between two steps of learning")
    learning_rate: float = setting(1e-3, "learning rate of the networks that learn values")
    replay: int = setting(200_000, "decisions kept to learn values from")
    explore: float = setting(0.06, "probability of a random action, at the start")
    final_explore: float = setting(0.001, "the same at the end")
    target_every: int = setting(1000, "decisions between two updates of the target network")
    optimizer: str = setting("adam", "sgd or adam")
    average_rate: float = setting(1e-3, "nfsp: learning rate of the average policy")
    reservoir: int = setting(500_000, "nfsp: decisions kept to learn the average policy from")
    anticipate: float = setting(0.1, "nfsp: share of the games played by the best response")
    oracle_episodes: int = setting(5_000, "psro: games each oracle learns from")
    entry_games: int = setting(500, "psro: games for each entry of the table of payoffs")
    meta: str = setting("nash", "psro: how oracles are mixed: nash, prd or uniform")
    log: str = log_setting()

    def __post_init__(self) -> None:
        choices = {
            "algorithm": ALGORITHMS,
            "optimizer": ("sgd", "adam"),
            "meta": ("nash", "prd", "uniform"),
        }
        for name, known in choices.items():
            given = getattr(self, name)
            if given not in known:
                raise ValueError(f"{name} cannot be {given!r}{nearest(given, known)}")
        for one in FIELDS:
            given = getattr(self, one.name)
            least = 0 if one.name == "seed" else 1
            if isinstance(one.default, int) and given < least:
                raise ValueError(f"{one.name} must be at least {least}, not {given}")
            if isinstance(one.default, float) and not given >= 0:
                raise ValueError(f"{one.name} must be at least 0, not {given}")
        if not 0 < self.evaluate_every <= 1:
            raise ValueError(f"evaluate_every must lie between 0 and 1, not {self.evaluate_every}")
        _ = self.widths, self.table_of_game(), needs_of(self.log)

    @property
    def widths(self) -> list[int]:
        """Sizes of the hidden layers."""
        parts = self.hidden.split("x")
        if not all(part.isdigit() and int(part) > 0 for part in parts):
            raise ValueError(f"hidden must be sizes such as 128x128, not {self.hidden!r}")
        return [int(part) for part in parts]

    def table_of_game(self) -> Game:
        """The game that is learned, with its settings."""
        return find(self.game).configure(**self.table)


FIELDS = dataclasses.fields(Settings)
