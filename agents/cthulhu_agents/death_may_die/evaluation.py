"""What a position of Death May Die is worth: the probability that hunters win from there.

The weights are fitted to games of the hunter, one set for each Episode and Elder One of ours, by

    cthulhu fit death_may_die --games 2000

(logistic regression on positions at the start of turns, two to four players), which writes
weights.py. Own content is judged by the mean of all sets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.death_may_die.weights import SETS
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.death_may_die.components import ELDER, STAGES
from cthulhu_envs.games.death_may_die.settings import library_of

DICE = 12.0  # by which the dice of enemies are divided
FAR = 6.0  # steps by which distances are divided
Rows = NDArray[np.float64]


class Judge:
    """Reads the same facts of every position, and weighs them."""

    def __init__(self, game: Game) -> None:
        self.game, self.kit = game, game.kit[0]
        found, fitted = library_of(game.values), fitted_weights()
        mean = np.mean(list(fitted.values()), axis=0)
        self.weights = np.array(
            [
                [fitted.get(f"{episode.name} / {elder.name}", mean) for elder in found.elder_ones]
                for episode in found.episodes
            ]
        )  # (episodes, Elder Ones, facts)

    def win_prob(self, obs: NDArray[np.float32]) -> Rows:
        """The probability of a victory, (N,)."""
        seen = self.game.observations.view(obs)
        weights = self.weights[seen["episode"].argmax(1), seen["elder_one"].argmax(1)]
        prob: Rows = 1.0 / (1.0 + np.exp(-(facts(self.kit, seen) * weights).sum(axis=1)))
        return prob


def fitted_weights() -> dict[str, Rows]:
    """The weights of each Episode and Elder One, as `cthulhu fit` found them."""
    return {name: np.array(words.split(), np.float64) for name, words in SETS.items()}


def facts(kit: Any, seen: dict[str, Any]) -> Rows:
    """(N, facts): the ritual, the Elder One, the clock, the investigators, the enemies."""
    alive = seen["alive"].astype(np.float64)
    living = np.maximum(1.0, alive.sum(axis=1))

    def mean(what: Rows) -> Rows:
        share: Rows = (what * alive).sum(axis=1) / living
        return share

    broken = seen["disrupted"].reshape(-1).astype(np.float64)
    goal = np.minimum(1.0, seen["goal"].reshape(-1))
    revealed = seen["stage"].sum(axis=1) - 1.0
    clock = seen["track"].reshape(-1) + seen["symbols"].reshape(-1) / 24.0
    hurt = _hurt(kit, seen, revealed)
    wounds, sanity = seen["wounds"], seen["sanity"]
    tired, mad = mean(wounds), mean(sanity)
    worst = (wounds * alive).max(axis=1)
    away, danger = _ways(kit, seen, alive, living, broken)
    columns = [
        np.ones(len(alive)),
        *(goal, broken, revealed / 3.0, hurt, clock, living / alive.shape[1]),
        *(tired, worst, mean(seen["stress"]), mad, (sanity * alive).max(axis=1)),
        *(mean(seen["skills"].sum(axis=2)) / 3.0, mean(seen["burning"]), mean(seen["signs"])),
        *(seen["kinds"][:, :, 1:].sum(axis=(1, 2)) / 10.0, danger, away, away * broken),
        *(seen["piece_wounds"].sum(axis=1), seen["piece_held"].sum(axis=(1, 2))),
        *(seen["sites"][:, :, 1].sum(axis=1) / 4.0, seen["marker"].sum(axis=1)),
        *(broken * tired, broken * clock, goal * clock, hurt * clock, hurt * hurt),
        *(broken * living / alive.shape[1], hurt * tired, mad * mad, clock * clock),
        *(broken * mad, broken * danger, (1.0 - broken) * (revealed > 0)),
    ]
    return np.stack(columns, axis=1)


def _hurt(kit: Any, seen: dict[str, Any], revealed: Rows) -> Rows:
    """The share of the Elder One's health that is gone."""
    elder = seen["elder_one"].argmax(1)
    health = kit.stage_health[elder].astype(np.float64)  # (N, Stages)
    numbers = np.arange(STAGES)
    now = np.clip(np.nan_to_num(revealed), 0, STAGES - 1).astype(np.int64)
    beaten = np.where((numbers >= 1) & (numbers < now[:, None]), health, 0.0).sum(axis=1)
    left = np.rint(seen["figure_health"][:, ELDER] / kit.scale.figure_health)
    wounds = np.where(left > 0, health[np.arange(len(now)), now] - left, 0.0)
    share: Rows = (beaten + wounds) / health[:, 1:].sum(axis=1)
    return share


def _ways(
    kit: Any, seen: dict[str, Any], alive: Rows, living: Rows, broken: Rows
) -> tuple[Rows, Rows]:
    """Mean steps to the next piece, or the Elder One; and dice that would attack right now."""
    episode, at = seen["episode"].argmax(1), seen["space"].argmax(2)
    steps = kit.distance[episode].astype(np.float64)  # (N, spaces, spaces)
    sites = seen["sites"].sum(axis=2) > 0
    boss = seen["kinds"][:, :, ELDER] > 0
    goals = np.where(broken[:, None] > 0, boss, sites)
    nearest = np.where(goals[:, None, :], steps, FAR).min(axis=2)  # (N, spaces)
    rows = np.arange(len(at))[:, None]
    away = (np.minimum(nearest[rows, at], FAR) * alive).sum(axis=1) / living / FAR
    dice = (kit.kind_standard + kit.kind_bonus).astype(np.float64)
    threat = (seen["kinds"] * dice).sum(axis=2) / DICE
    return away, (threat[rows, at] * alive).sum(axis=1) / living
