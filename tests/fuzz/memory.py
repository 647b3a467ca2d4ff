"""`python -m tests.fuzz.memory SHARE`: the memory that long work takes, early and at its end.

Each row is a process of its own. After a tenth of the work everything that is made once is there;
what is taken after that grows without an end. SHARE 1 is a million AEC steps, 200,000 games
of a tournament and 20,000 decisions of a search.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from cthulhu_training.arena import Tournament
from cthulhu_training.arena.workers import in_turn

import cthulhu_envs

PAGE_KB = 4
BOTS, DEALS = ("random", "heuristic"), 100_000  # more than are played
STATM = Path("/proc/self/statm")


def resident_mb() -> float:
    """Memory that this process holds, as Linux tells it."""
    return int(STATM.read_text().split()[1]) * PAGE_KB / 1024


def aec_steps(game: str) -> Iterator[int]:
    """Random play through `env()`, with every observation looked at, as a user's loop does."""
    env = cthulhu_envs.make(game)
    rng = np.random.default_rng(1)
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            obs, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(rng.choice(np.flatnonzero(obs["action_mask"]))))
            yield 1


def searches(game: str) -> Iterator[int]:
    """One search after the other, each with its own tree."""
    agent = cthulhu_envs.make_agent("ismcts:iters=200", game)
    env = cthulhu_envs.make(game)
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        for name in env.agent_iter():
            _, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else agent.act(env.unwrapped.view(name)))
            yield 1


def tournaments(game: str) -> Iterator[int]:
    """The games of one tournament, chunk by chunk, as they go to disk."""
    settings = Tournament(game, BOTS, DEALS, settings={"num_players": 2})
    agents = settings.check()
    chunks = settings.chunks({spec: agent.batched for spec, agent in agents.items()})
    with tempfile.TemporaryFile("w") as file:
        for chunk, lines in zip(chunks, in_turn(settings, chunks, agents, None), strict=True):
            file.write(lines)
            yield len(chunk.deals) * settings.players


WORK: dict[str, tuple[Callable[[str], Iterator[int]], str, int]] = {
    "AEC steps": (aec_steps, "love_letter", 1_000_000),
    "AEC steps of the largest game": (aec_steps, "call_of_cthulhu", 1_000_000),
    "decisions of a search": (searches, "love_letter", 20_000),
    "games of a tournament": (tournaments, "love_letter", 200_000),
}


def measure(name: str, share: float) -> tuple[int, float, float]:
    """How much was done, and the megabytes held after a tenth of it and at the end."""
    make, game, amount = WORK[name]
    wanted, done, early = int(amount * share), 0, 0.0
    for more in make(game):
        done += more
        if not early and done >= wanted / 10:
            early = resident_mb()
        if done >= wanted:
            break
    return done, early, resident_mb()


def main(share: float) -> None:
    print("| work | done | MB after a tenth | MB at the end |", "|---|---:|---:|---:|", sep="\n")
    for name in WORK:
        with multiprocessing.get_context("spawn").Pool(1) as alone:
            found: Any = alone.apply(measure, (name, share))
        done, early, late = found
        print(f"| {name} | {done:,} | {early:.0f} | {late:.0f} |", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else 1.0)
