"""One agent against another over paired deals, without self-play: for agents that take their time.

Every deal is played once for each seat of the first agent; the others are copies of the second.
Stopped at any moment, the same command goes on from the last whole deal, and ends with the same
bytes as an uninterrupted run.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cthulhu_envs.authoring.files import append
from cthulhu_training.arena.faults import in_words
from cthulhu_training.arena.results import NAME, forfeits_in, opened, read_rows
from cthulhu_training.arena.settings import Pairing, Tournament
from cthulhu_training.arena.workers import games_bar, play_chunk
from cthulhu_training.intervals import margin
from cthulhu_training.out_folder import check_out
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
    check_out(folder, [NAME], "games of two agents")
    path.parent.mkdir(parents=True, exist_ok=True)
    head = tournament.head() | {"pairing": list(pairing)}
    with (
        opened(path, head, chunks, notice) as (file, done),
        games_bar(tournament, chunks, done, progress, " : ".join(pairing)) as report,
    ):
        for chunk in chunks[done:]:
            append(file, play_chunk(tournament, chunk, agents, report))
    return summary(path, tournament.settings["num_players"])


def summary(path: Path, players: int) -> str:
    """The first agent's share of the wins, and its reward; deals are what varies."""
    rows = read_rows(path)
    seats = np.arange(players)
    words = []
    for what in ("share", "reward"):
        means = np.array([row[what] for row in rows])[:, seats, seats].mean(axis=1)
        words.append(f"{what} {means.mean():.4f} ± {margin(means):.4f}")
    forfeits = f"; {in_words(found)}" if (found := forfeits_in(rows)) else ""
    result = (
        f"{rows[0]['one']} : {rows[0]['rest']}, {len(rows)} deals: {', '.join(words)}{forfeits}"
    )
    return (
        f"{result}\nThe share is the first bot's part of the wins, in every seat in turn; "
        f"{1 / players:.3g} is fair. The reward is what it was paid, on average. "
        "± is the 95 % interval, over deals."
    )
