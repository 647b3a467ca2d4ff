"""What positions of Death May Die are worth, fitted to games of the hunter: the weights of
`cthulhu_agents.death_may_die.evaluation`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from cthulhu_agents.death_may_die import weights as weights_file
from cthulhu_agents.death_may_die.evaluation import Rows, facts
from numpy.typing import NDArray

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.files import write_whole
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_envs.authoring.rng import deal_seeds
from cthulhu_envs.games.death_may_die.settings import library_of
from cthulhu_training.arena.match import Moment, play
from cthulhu_training.progress import Advance, counted

PLAYERS = (2, 3, 4)


def fit_all(games: int, seed: int, advance: Advance) -> Iterator[str]:
    """Play, fit and write the file; a line for each Episode and Elder One. `advance` is told how
    far the playing is.
    """
    game = find("death_may_die")
    found = library_of(game.values)
    fitted = {}
    ended = counted(advance, games * len(PLAYERS) * len(found.episodes) * len(found.elder_ones))
    for episode in found.episodes:
        for elder in found.elder_ones:
            chosen = {"episode": episode.name, "elder_one": elder.name}
            tables = [game.configure(**{NUM_PLAYERS: n}, **chosen) for n in PLAYERS]
            parts = [_games(table, games, seed, ended) for table in tables]
            rows, won = (np.concatenate(part) for part in zip(*parts, strict=True))
            weights = fit(rows, won)
            fitted[f"{episode.name} / {elder.name}"] = weights
            prob = 1.0 / (1.0 + np.exp(-rows @ weights))
            gain = 1.0 - ((won - prob) ** 2).mean() / won.var()
            yield f"{episode.name} / {elder.name}: {len(won)} positions, R2 {gain:.3f}"
    write_whole(weights_file.__file__, written(fitted))


def fit(rows: Rows, won: Rows, penalty: float = 1.0, rounds: int = 25) -> Rows:
    """Logistic regression with a small penalty, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(rounds):
        prob = 1.0 / (1.0 + np.exp(-rows @ weights))
        gradient = rows.T @ (won - prob) - penalty * weights
        hessian = (rows * (prob * (1.0 - prob))[:, None]).T @ rows
        weights += np.linalg.solve(hessian + penalty * np.eye(len(weights)), gradient)
    return weights


def _games(game: Game, games: int, seed: int, ended: Callable[[int], None]) -> tuple[Rows, Rows]:
    """Facts at the start of every turn, and whether the table won in the end."""
    found: list[tuple[NDArray[Any], Rows]] = []
    turn = np.zeros(games, np.int64)

    def watch(moment: Moment) -> None:
        new = np.flatnonzero(moment.before["turns"] > turn[moment.number])
        turn[moment.number[new]] = moment.before["turns"][new]
        seen = game.observations.view(moment.obs[new])
        found.append((moment.number[new], facts(game.kit[0], seen)))

    seats = np.zeros((games, game.num_players), np.int64)
    seeds = deal_seeds(games, seed)
    paid = play(game, [make_agent("heuristic", game, seed=seed)], seats, seeds, ended, watch)
    won = paid.max(axis=1) > 0
    numbers = np.concatenate([number for number, _ in found])
    return np.concatenate([rows for _, rows in found]), won[numbers].astype(np.float64)


def written(fitted: dict[str, Rows]) -> str:
    """The file of weights."""
    lines = [
        '"""Made by `cthulhu fit death_may_die`: the weights of its facts, in their order."""',
        "",
    ]
    lines.append("SETS = {")
    for name, weights in fitted.items():
        numbers = textwrap.wrap(" ".join(f"{weight:.3f}" for weight in weights), 90)
        lines += [f'    "{name}": """', *numbers, '""",']
    return "\n".join([*lines, "}", ""])
