"""How often an agent in every seat wins a co-operative game, by number of players and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_envs.authoring.rng import deal_seeds
from cthulhu_training.arena.match import play
from cthulhu_training.arena.statistics import wilson
from cthulhu_training.intervals import margin

CHUNK = 10  # deals between two lines of a comparison
Report = Callable[[int], None]  # is told how many games have just ended
Variants = list[tuple[str, list[str | int]]]


def win_rate(
    game: Game, spec: str, games: int, seed: int = 0, report: Report | None = None
) -> tuple[float, float, float]:
    """Share of games won by the table, and the ends of its interval."""
    check_games(games)
    agent = make_agent(spec, game, seed=seed)
    seeds = deal_seeds(games, seed)
    seats = np.zeros((games, game.num_players), np.int64)
    rewards = play(game, [agent], seats, seeds, report)
    won = (rewards.max(axis=1) > 0).astype(np.float64)
    low, high = wilson(won[:, None])
    return float(won.mean()), float(low[0]), float(high[0])


def check_games(games: int) -> None:
    """ValueError if there is nothing to tell from that many games."""
    if games < 1:
        raise ValueError(f"games must be at least 1, not {games}")


def compare(
    game: Game, spec: str, other: str, games: int, seed: int = 0, report: Report | None = None
) -> Iterator[str]:
    """How much oftener one agent's table wins than another's, deal by deal; a line for each ten."""
    check_games(games)
    agents = [make_agent(name, game, seed=seed) for name in (spec, other)]
    seeds = deal_seeds(games, seed)
    won = np.zeros((0, len(agents)))
    for first in range(0, games, CHUNK):
        deals = seeds[first : first + CHUNK]
        seats = np.zeros((len(deals), game.num_players), np.int64)
        paid = [play(game, [agent], seats, deals, report).max(axis=1) > 0 for agent in agents]
        won = np.concatenate([won, np.stack(paid, axis=1)])
        gain = won[:, 0] - won[:, 1]
        shares = 100 * won.mean(axis=0)
        yield (
            f"{len(won)} deals, {game.num_players} players: {spec} wins {shares[0]:.1f} %, "
            f"{other} {shares[1]:.1f} %, difference {100 * gain.mean():+.1f} "
            f"+- {100 * margin(gain):.1f} points"
        )


def rows_of(vary: Variants) -> list[tuple[str | int, ...] | None]:
    """Each combination of values, and None for what the game has by default."""
    return [*(product(*(values for _, values in vary)) if vary else ()), None]


def table(
    game: Game,
    spec: str,
    games: int,
    vary: Variants,
    players: Sequence[int] = (),
    report: Report | None = None,
) -> Iterator[str]:
    """Lines of Markdown: a row for each combination, a column for each number of players."""
    check_games(games)
    names = [name for name, _ in vary]
    heads = [*names, *(f"{n} player{'s' * (n > 1)}" for n in players or game.players)]
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for values in rows_of(vary):
        chosen: dict[str, Any] = dict(zip(names, values, strict=True)) if values else {}
        cells = [str(chosen.get(name, "default")) for name in names]
        for number in players or game.players:
            there = game.configure(**{NUM_PLAYERS: number}, **chosen)
            mean, low, high = win_rate(there, spec, games, report=report)
            cells.append(f"{100 * mean:.0f} % ({100 * low:.0f}-{100 * high:.0f})")
        yield f"| {' | '.join(cells)} |"
