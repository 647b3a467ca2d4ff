"""One agent against another over paired deals, without self-play: for agents that take their time.

    python -m training.versus love_letter --agents ismcts heuristic --players 2 --deals 10000 \\
        --set rounds=single --set edition=classic --out results/search

Every deal is played once for each chair of the first agent; the others are copies of the second.
Stopped at any moment, the same command goes on from the last whole deal, and ends with the same
bytes as an uninterrupted run.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from cthulhu_envs.engine.registry import find
from cthulhu_envs.options import SET, with_settings
from training.arena.results import NAME, append, opened
from training.arena.settings import Pairing, Tournament
from training.arena.workers import play_chunk

Z = 1.959964  # of a 95 % interval


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="let one agent play another over paired deals", allow_abbrev=False
    )
    parser.add_argument("game")
    parser.add_argument("--agents", nargs=2, required=True, help="the one, then all the others")
    parser.add_argument("--players", "-p", type=int, default=2)
    parser.add_argument(*SET[0], **SET[1])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="results/versus")
    given = parser.parse_args(arguments)
    try:
        print(versus(given))
    except ValueError as error:
        print(f"cthulhu_envs: {error}", file=sys.stderr)
        return 2
    return 0


def versus(given: argparse.Namespace) -> str:
    """Play what is missing, and say how the first agent did."""
    game = with_settings(find(given.game), given.set)
    one, rest = given.agents
    tournament = Tournament(
        game.id,
        (one, rest),
        given.deals,
        given.seed,
        settings={**game.chosen, "num_players": given.players},
    )
    agents = tournament.check()
    pairing = Pairing(one, rest)
    batched = {spec: agent.batched for spec, agent in agents.items()}
    chunks = [chunk for chunk in tournament.chunks(batched) if chunk.pairing == pairing]
    path = Path(given.out) / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    head = tournament.head() | {"pairing": list(pairing)}
    with opened(path, head, chunks, lambda text: print(text, file=sys.stderr)) as (file, done):
        for chunk in chunks[done:]:
            append(file, play_chunk(tournament, chunk, agents))
    return report(path, given.players)


def report(path: Path, players: int) -> str:
    """The first agent's share of the wins, and its reward; deals are what varies."""
    rows = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    chairs = np.arange(players)
    words = []
    for what in ("share", "reward"):
        means = np.array([row[what] for row in rows])[:, chairs, chairs].mean(axis=1)
        error = Z * means.std(ddof=1) / np.sqrt(len(means)) if len(means) > 1 else np.inf
        words.append(f"{what} {means.mean():.4f} +- {error:.4f}")
    return f"{rows[0]['one']} : {rows[0]['rest']}, {len(rows)} deals: {', '.join(words)}"


if __name__ == "__main__":
    sys.exit(main())
