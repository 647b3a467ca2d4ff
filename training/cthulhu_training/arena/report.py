"""A tournament's results for people and programs: words, CSV of the games, JSON of the sums."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cthulhu_envs.authoring.files import write_whole
from cthulhu_training.arena import manifest
from cthulhu_training.arena.faults import NOBODY
from cthulhu_training.arena.nash import nash_average
from cthulhu_training.arena.ratings import Ratings
from cthulhu_training.arena.results import Results
from cthulhu_training.arena.statistics import Matrix, cycles


def ranking(ratings: Ratings) -> list[int]:
    """Numbers of the agents, best first; equals stay in the order they were named."""
    return [int(i) for i in np.argsort(-ratings.points, kind="stable")]


def title(results: Results) -> str:
    """Which game, how many players and games."""
    head = results.head
    games = len(results.share) * head["deals"] * results.players
    return f"{head['game']}, {results.players} players, {head['deals']} deals, {games} games"


def half_width(matrix: Matrix, i: int, j: int) -> float:
    """How far the mean is from the farther end of its interval."""
    mean = matrix.mean[i, j]
    return float(max(matrix.high[i, j] - mean, mean - matrix.low[i, j]))


def cell(matrix: Matrix, i: int, j: int, scale: int = 100, digits: int = 1, sign: str = "±") -> str:
    """A mean with its interval, where that is known; self-play in brackets."""
    half = half_width(matrix, i, j)
    spread = "" if math.isnan(half) else f"{sign}{scale * half:.{digits}f}"
    text = f"{scale * matrix.mean[i, j]:.{digits}f}{spread}"
    return f"({text})" if i == j else text


def interval(ratings: Ratings, i: int) -> str:
    """An agent's rating in words, with its bounds where they are known and not its own."""
    points, low, high = ratings.points[i], ratings.low[i], ratings.high[i]
    if low == high == 0:
        return "0 (anchor)"
    return f"{points:+.0f}" if math.isnan(low) else f"{points:+.0f} [{low:+.0f}, {high:+.0f}]"


def summary(
    results: Results, matrix: Matrix, ratings: Ratings, team: Matrix | None = None
) -> dict[str, Any]:
    """Settings, cells and ratings as JSON holds them; an unknown bound is null. `team_rewards` are
    the cells of a game whose seats win or lose together.
    """
    agents = results.agents
    nash = nash_average(matrix)
    rated = [
        {
            "agent": agent,
            "rating": ratings.points[i],
            "low": _known(ratings.low[i]),
            "high": _known(ratings.high[i]),
        }
        for i, agent in enumerate(agents)
    ]
    return {
        **results.head,
        "fair": matrix.fair,
        "interval": "95 %, Wilson with effective size, clustered by deal",
        "cells": _cells(matrix),
        "team_rewards": _cells(team) if team else None,
        "anchor": ratings.anchor,
        "rating_interval": "95 %, bootstrap over deals",
        "ratings": rated,
        "cycles": cycles(matrix),
        **({"forfeits": results.forfeit_counts} if results.forfeits else {}),
        "nash": [
            {"agent": agent, "weight": float(weight), "edge": float(edge)}
            for agent, weight, edge in zip(nash.agents, nash.weight, nash.edge, strict=True)
        ],
    }


def _cells(matrix: Matrix) -> list[dict[str, Any]]:
    return [
        {
            "one": one,
            "rest": rest,
            "self_play": i == j,
            "mean": matrix.mean[i, j],
            "low": _known(matrix.low[i, j]),
            "high": _known(matrix.high[i, j]),
        }
        for i, one in enumerate(matrix.agents)
        for j, rest in enumerate(matrix.agents)
    ]


def _known(number: float) -> float | None:
    return None if math.isnan(number) else float(number)


def games_csv(results: Results) -> str:
    """One row for each game: who sat where, the deal, and each seat's share and reward."""
    seats = range(results.players)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [f"{what}_{seat}" for what in ("share", "reward") for seat in seats]
    more = ["forfeit"] if results.forfeits else []  # the seat that did
    writer.writerow(["one", "rest", "deal", "seed", "seat_of_one", *columns, *more])
    writer.writerows(_game_rows(results))
    return text.getvalue()


def _game_rows(results: Results) -> Iterator[list[Any]]:
    for pairing, share in results.share.items():
        reward = results.reward[pairing]
        for deal, seed in enumerate(results.seeds):
            for seat in range(results.players):
                paid: list[Any] = [*share[deal, seat].tolist(), *reward[deal, seat].tolist()]
                if results.forfeits:
                    loser = int(results.forfeits[pairing][deal, seat])
                    paid.append("" if loser == NOBODY else loser)
                yield [*pairing, deal, seed, seat, *paid]


def write_all(
    folder: Path, results: Results, matrix: Matrix, ratings: Ratings, team: Matrix | None = None
) -> None:
    """games.csv, summary.json and manifest.json."""
    write_whole(folder / manifest.NAME, manifest.as_text(results))
    write_whole(folder / "games.csv", games_csv(results))
    words = json.dumps(summary(results, matrix, ratings, team), indent=1)
    write_whole(folder / "summary.json", words + "\n")
