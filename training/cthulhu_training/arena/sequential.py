"""Is the new agent better than the old one? Deals are played until that is clear, and no longer.

A generalised sequential probability ratio test on paired deals: a deal, with the new agent in every
seat in turn, is one observation, its mean share of the wins. The hypotheses are ratings: at least
`better` points over the old agent, or at most `worse`. The probability of a wrong decision is about
`alpha` where the truth is `worse`, and `beta` where it is `better`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.files import append
from cthulhu_training.arena.faults import in_words
from cthulhu_training.arena.ratings import POINTS
from cthulhu_training.arena.results import forfeits_in, opened, read_rows
from cthulhu_training.arena.settings import Pairing, Tournament
from cthulhu_training.arena.statistics import wilson
from cthulhu_training.arena.workers import Workers, games_bar, in_turn
from cthulhu_training.defaults import ALPHA, BETA, BETTER_BY, WORSE

NAME = "sequential.jsonl"
LANES = 256  # games that are played between two looks
FEWEST = 30  # deals before a verdict: the spread must be known
BETTER, NOT_BETTER, OPEN = "better", "not better", "open"


@dataclass(frozen=True)
class Trial:
    """What is asked: ratings in points between which nothing needs to be told apart."""

    worse: float = WORSE
    better: float = BETTER_BY
    alpha: float = ALPHA
    beta: float = BETA

    def check(self) -> None:
        if not self.worse < self.better:
            raise ValueError(f"worse must be less than better, not {self.worse} and {self.better}")
        for name, prob in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < prob < 0.5:
                raise ValueError(f"{name} must lie between 0 and 0.5, not {prob}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Log likelihood ratios at which the test ends."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )


@dataclass(frozen=True)
class Verdict:
    """What came of it."""

    answer: str
    deals: int
    share: float  # wins of the new agent
    low: float
    high: float
    ratio: float  # log likelihood, of better against worse
    forfeits: Mapping[str, int] = field(default_factory=dict)  # games, if that is the rule

    @property
    def words(self) -> str:
        interval = f"[{100 * self.low:.1f}, {100 * self.high:.1f}]"
        more = f"; {in_words(dict(self.forfeits))}" if self.forfeits else ""
        share = f"{100 * self.share:.1f} % {interval}"
        return f"{self.answer}, after {self.deals} deals: {share}{more}"


def expected_share(points: float, players: int) -> float:
    """Win rate of an agent that is rated `points` above all others at its table."""
    return 1 / (1 + (players - 1) * math.exp(-points / POINTS))


def log_ratio(shares: NDArray[np.float64], trial: Trial, players: int) -> float:
    """How much likelier the deals are if the new agent is better, as normal means would have it.
    One imagined deal, decided by a coin, keeps a clean sweep from being certain.
    """
    low, high = (expected_share(points, players) for points in (trial.worse, trial.better))
    mean, count = float(shares.mean()), len(shares)
    spread = (float(((shares - mean) ** 2).sum()) + 0.25) / count
    return count * (high - low) * (2 * mean - low - high) / (2 * spread)


def compare(
    settings: Tournament,
    trial: Trial,
    out: str | Path,
    workers: Workers | None = None,
    progress: bool = False,
) -> Verdict:
    """Play the first agent of a tournament against the second until the trial ends, or all its
    deals are played; goes on from what is in the folder.
    """
    trial.check()
    agents = settings.check()
    if len(settings.agents) != 2:
        raise ValueError(f"compare takes two agents, not {len(settings.agents)}")
    pairing = Pairing(*settings.agents)
    chunks = [
        chunk
        for chunk in settings.chunks({spec: agent.batched for spec, agent in agents.items()})
        if chunk.pairing == pairing
    ]
    head = settings.head() | {"trial": vars(trial)}
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / NAME
    with opened(path, head, chunks, lambda line: None) as (file, done):
        shares = _shares(read_rows(path))
        found = verdict(shares, trial, settings.players)
        if found.answer != OPEN:
            return _with_forfeits(found, path)
        with games_bar(settings, chunks, done, progress, " : ".join(pairing)) as report:
            for lines in (workers or in_turn)(settings, chunks[done:], agents, report):
                append(file, lines)
                shares = np.concatenate([shares, _shares(map(json.loads, lines.splitlines()))])
                found = verdict(shares, trial, settings.players)
                if found.answer != OPEN:
                    break
    return _with_forfeits(found, path)


def _with_forfeits(found: Verdict, path: Path) -> Verdict:
    return replace(found, forfeits=forfeits_in(read_rows(path)))


def verdict(shares: NDArray[np.float64], trial: Trial, players: int) -> Verdict:
    """The verdict after a number of deals."""
    if not len(shares):
        return Verdict(OPEN, 0, 1 / players, 0.0, 1.0, 0.0)
    ratio = log_ratio(shares, trial, players)
    lowest, highest = trial.bounds
    answer = BETTER if ratio >= highest else NOT_BETTER if ratio <= lowest else OPEN
    if len(shares) < FEWEST:
        answer = OPEN
    low, high = wilson(shares[:, None])
    mean = float(shares.mean())
    return Verdict(answer, len(shares), mean, float(low[0]), float(high[0]), ratio)


def _shares(rows: Iterable[dict[str, Any]]) -> NDArray[np.float64]:
    """Mean share of the one in each deal's line."""
    return np.array([np.diagonal(np.array(row["share"])).mean() for row in rows])
