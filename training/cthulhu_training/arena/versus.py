"""One agent against another over paired deals, without self-play: for agents that take their time.

Every deal is played once for each chair of the first agent; the others are copies of the second.
Stopped at any moment, the same command goes on from the last whole deal, and ends with the same
bytes as an uninterrupted run.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from cthulhu_training.arena.results import NAME, append, opened
from cthulhu_training.arena.settings import Pairing, Tournament
from cthulhu_training.arena.workers import games_bar, play_chunk
from cthulhu_training.intervals import margin
from cthulhu_training.trainers import Notice


def versus(
    tournament: Tournament,
    folder: Path,
    notice: Notice,
    progress: bool = False,
) -> str:
    """Play what is missing, and say how the first of the two agents did."""
    one, rest = tournament.agents
    agents = tournament.check()
    pairing = Pairing(one, rest)
    batched = {spec: agent.batched for spec, agent in agents.items()}
    chunks = [chunk for chunk in tournament.chunks(batched) if chunk.pairing == pairing]
    path = folder / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    head = tournament.head() | {"pairing": list(pairing)}
    with (
        opened(path, head, chunks, notice) as (file, done),
        games_bar(tournament, chunks, done, progress) as report,
    ):
        for chunk in chunks[done:]:
            append(file, play_chunk(tournament, chunk, agents, report))
    return summary(path, tournament.settings["num_players"])


def summary(path: Path, players: int) -> str:
    """The first agent's share of the wins, and its reward; deals are what varies."""
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    chairs = np.arange(players)
    words = []
    for what in ("share", "reward"):
        means = np.array([row[what] for row in rows])[:, chairs, chairs].mean(axis=1)
        words.append(f"{what} {means.mean():.4f} +- {margin(means):.4f}")
    return f"{rows[0]['one']} : {rows[0]['rest']}, {len(rows)} deals: {', '.join(words)}"
