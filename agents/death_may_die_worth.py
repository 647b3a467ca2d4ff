"""What a position of Death May Die is worth to the table: the chance that hunters win from there.

The weights are fitted to games of the hunter, one set for each Episode and Elder One of ours, by

    python -m agents.death_may_die_worth --games 2000

(logistic regression on positions at the start of turns, two to four players), which writes
death_may_die_weights.py. Own content is judged by the mean of all sets.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.death_may_die_weights import SETS
from cthulhu_envs.engine.game import NUM_PLAYERS, Game
from cthulhu_envs.games.death_may_die.board import ELDER, STAGES
from cthulhu_envs.games.death_may_die.settings import library_of

FILE = Path(__file__).with_name("death_may_die_weights.py")
TWELVE = 12.0  # what the observation divides health by
FAR = 6.0  # steps by which distances are divided
Rows = NDArray[np.float64]


class Judge:
    """Reads the same facts of every position, and weighs them."""

    def __init__(self, game: Game) -> None:
        self.game, self.kit = game, game.kit[0]
        found, told = library_of(game.values), _told()
        mean = np.mean(list(told.values()), axis=0)
        self.weights = np.array(
            [
                [told.get(f"{episode.name} / {elder.name}", mean) for elder in found.elder_ones]
                for episode in found.episodes
            ]
        )  # (episodes, Elder Ones, facts)

    def chance(self, obs: NDArray[np.float32]) -> Rows:
        """The chance of a victory, (N,)."""
        seen = self.game.observations.view(obs)
        weights = self.weights[seen["episode"].argmax(1), seen["elder_one"].argmax(1)]
        odds: Rows = 1.0 / (1.0 + np.exp(-(facts(self.kit, seen) * weights).sum(axis=1)))
        return odds


def _told() -> dict[str, Rows]:
    return {name: np.array(words.split(), np.float64) for name, words in SETS.items()}


def _written(told: dict[str, Rows]) -> str:
    """The file of weights."""
    lines = ['"""Made by death_may_die_worth.py: the weights of its facts, in their order."""', ""]
    lines.append("SETS = {")
    for name, weights in told.items():
        numbers = textwrap.wrap(" ".join(f"{weight:.3f}" for weight in weights), 90)
        lines += [f'    "{name}": """', *numbers, '""",']
    return "\n".join([*lines, "}", ""])


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
    now = revealed.astype(np.int64)
    beaten = np.where((numbers >= 1) & (numbers < now[:, None]), health, 0.0).sum(axis=1)
    left = TWELVE * seen["figure_health"][:, ELDER]
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
    threat = (seen["kinds"] * dice).sum(axis=2) / TWELVE
    return away, (threat[rows, at] * alive).sum(axis=1) / living


def fit(rows: Rows, won: Rows, penalty: float = 1.0, rounds: int = 25) -> Rows:
    """Logistic regression with a small penalty, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(rounds):
        chance = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (won - chance) - penalty * weights
        bend = (rows * (chance * (1.0 - chance))[:, None]).T @ rows
        weights += np.linalg.solve(bend + penalty * np.eye(len(weights)), slope)
    return weights


def _games(game: Game, games: int, seed: int) -> tuple[Rows, Rows]:
    """Facts at the start of every turn, and whether the table won in the end."""
    from agents import make_agent
    from training.arena.match import Moment, play

    found: list[tuple[NDArray[Any], Rows]] = []
    turn = np.zeros(games, np.int64)

    def watch(moment: Moment) -> None:
        new = np.flatnonzero(moment.before["turns"] > turn[moment.number])
        turn[moment.number[new]] = moment.before["turns"][new]
        seen = game.observations.view(moment.obs[new])
        found.append((moment.number[new], facts(game.kit[0], seen)))

    seats = np.zeros((games, game.num_players), np.int64)
    seeds = np.random.default_rng(seed).integers(0, 2**63, games, np.int64).astype(np.uint64)
    paid = play(game, [make_agent("heuristic", game, seed=seed)], seats, seeds, watch=watch)
    won = paid.max(axis=1) > 0
    numbers = np.concatenate([number for number, _ in found])
    return np.concatenate([rows for _, rows in found]), won[numbers].astype(np.float64)


def main() -> None:
    """Play, fit and write the file."""
    from cthulhu_envs.engine.registry import find

    parser = argparse.ArgumentParser(description="fit what positions of Death May Die are worth")
    parser.add_argument("--games", type=int, default=2000, help="for each set and player count")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = find("death_may_die")
    found = library_of(game.values)
    told = {}
    for episode in found.episodes:
        for elder in found.elder_ones:
            chosen = {"episode": episode.name, "elder_one": elder.name}
            tables = [game.configure(**{NUM_PLAYERS: n}, **chosen) for n in (2, 3, 4)]
            parts = [_games(table, given.games, given.seed) for table in tables]
            rows, won = (np.concatenate(part) for part in zip(*parts, strict=True))
            weights = fit(rows, won)
            told[f"{episode.name} / {elder.name}"] = weights
            chance = 1.0 / (1.0 + np.exp(-rows @ weights))
            gain = 1.0 - ((won - chance) ** 2).mean() / won.var()
            print(f"{episode.name} / {elder.name}: {len(won)} positions, R2 {gain:.3f}")
    FILE.write_text(_written(told), encoding="utf-8")


if __name__ == "__main__":
    main()
