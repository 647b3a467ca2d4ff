"""Who plays the chunks of a tournament: this process, all cores, or a Ray cluster.

A chunk depends on the settings and itself alone, so it does not matter who plays it: the lines come
back in the order of the chunks and are the same everywhere, bit by bit.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from cthulhu_envs.api.agents import Agent, travels
from cthulhu_training.arena.match import Moment, play
from cthulhu_training.arena.results import chunk_lines
from cthulhu_training.arena.settings import Chunk, Tournament

Tell = Callable[[str, int], None]  # pairing in words, games finished
Workers = Callable[[Tournament, Sequence[Chunk], dict[str, Agent], Tell | None], Iterator[str]]

WORTH_IT = 8.0  # seconds of play left from which on other processes are started
AHEAD = 3  # chunks that wait for each worker

_made: dict[str, Agent] = {}  # in a worker process: the agents of its tournament


def play_chunk(
    settings: Tournament,
    chunk: Chunk,
    agents: dict[str, Agent],
    tell: Tell | None = None,
    watch: Callable[[Moment], None] | None = None,
) -> str:
    """The lines of one chunk."""
    roles = dict(zip(("one", "rest"), chunk.pairing, strict=True))
    if chunk.pairing.one == chunk.pairing.rest:
        del roles["rest"]
    seated = []
    for role, spec in roles.items():
        agents[spec].seed(settings.agent_seed(chunk, role))
        seated.append(agents[spec])
    seeds = [settings.deal_seed(deal) for deal in chunk.deals]
    words = " : ".join(chunk.pairing)
    rewards = play(
        settings.configured,
        seated,
        settings.seats(chunk),
        np.repeat(np.array(seeds, np.uint64), settings.players),
        None if tell is None else lambda ended: tell(words, ended),
        watch,
    )
    return chunk_lines(settings, chunk, seeds, rewards)


def in_turn(
    settings: Tournament, chunks: Sequence[Chunk], agents: dict[str, Agent], tell: Tell | None
) -> Iterator[str]:
    """One after the other, in this process."""
    for chunk in chunks:
        yield play_chunk(settings, chunk, agents, tell)


def on_all_cores(cores: int | None = None) -> Workers:
    """Other processes as soon as the rest is long enough to be worth their start."""
    count = os.cpu_count() or 1 if cores is None else cores
    if count < 1:
        raise ValueError(f"cores must be at least 1, not {count}")

    def work(
        settings: Tournament, chunks: Sequence[Chunk], agents: dict[str, Agent], tell: Tell | None
    ) -> Iterator[str]:
        games, start = 0, time.perf_counter()
        for done, chunk in enumerate(chunks):
            left = sum(len(c.deals) for c in chunks[done:])
            spent = time.perf_counter() - start
            if (
                count > 1
                and games
                and all(map(travels, agents))
                and spent / games * left > WORTH_IT * count
            ):
                yield from _in_processes(settings, chunks[done:], count, tell)
                return
            yield play_chunk(settings, chunk, agents, tell)
            games += len(chunk.deals)

    return work


def _in_processes(
    settings: Tournament, chunks: Sequence[Chunk], count: int, tell: Tell | None
) -> Iterator[str]:
    with ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_sit_down, initargs=(settings,)
    ) as pool:
        waiting: list[Future[str]] = []
        try:
            for chunk, lines in _in_order(
                chunks, AHEAD * count, lambda c: pool.submit(_worker, settings, c), waiting
            ):
                yield lines.result()
                _tell(settings, chunk, tell)
        finally:
            for future in waiting:
                future.cancel()


def _in_order(
    chunks: Sequence[Chunk], ahead: int, submit: Callable[[Chunk], Any], waiting: list[Any]
) -> Iterator[tuple[Chunk, Any]]:
    """Hand chunks out, never too many, and take them back in their order."""
    handed = 0
    for chunk in chunks:
        while handed < len(chunks) and len(waiting) < ahead:
            waiting.append(submit(chunks[handed]))
            handed += 1
        yield chunk, waiting[0]
        waiting.pop(0)


def _tell(settings: Tournament, chunk: Chunk, tell: Tell | None) -> None:
    if tell is not None:
        tell(" : ".join(chunk.pairing), len(chunk.deals) * settings.players)


def _sit_down(settings: Tournament) -> None:
    """A worker makes its agents once."""
    _made.clear()
    _made.update(settings.check())


def _worker(settings: Tournament, chunk: Chunk) -> str:
    return play_chunk(settings, chunk, _made)


def on_ray(address: str | None = None) -> Workers:
    """A Ray cluster: the one that runs at `address`, or one started on this machine."""
    try:
        import ray
    except ImportError:
        raise ValueError("--ray needs Ray: pip install 'cthulhu_envs[ray]'") from None

    def work(
        settings: Tournament, chunks: Sequence[Chunk], agents: dict[str, Agent], tell: Tell | None
    ) -> Iterator[str]:
        was_there = ray.is_initialized()
        if not was_there:
            ray.init(address=address, include_dashboard=False, log_to_driver=False)
        try:
            yield from _on_cluster(ray, settings, chunks, tell)
        finally:
            if not was_there:
                ray.shutdown()

    return work


def _on_cluster(
    ray: Any, settings: Tournament, chunks: Sequence[Chunk], tell: Tell | None
) -> Iterator[str]:
    """One actor for each core of the cluster; each keeps the agents it made."""
    count = max(1, int(ray.cluster_resources().get("CPU", 1)))
    table = ray.remote(num_cpus=1)(_Table)
    tables = [table.remote(settings) for _ in range(min(count, len(chunks)))]
    turn = iter(range(len(chunks)))
    waiting: list[Any] = []

    def submit(chunk: Chunk) -> Any:
        return tables[next(turn) % len(tables)].play.remote(chunk)

    for chunk, lines in _in_order(chunks, AHEAD * len(tables), submit, waiting):
        yield ray.get(lines)
        _tell(settings, chunk, tell)


class _Table:
    """An actor on the cluster."""

    def __init__(self, settings: Tournament) -> None:
        self.settings = settings
        self.agents = settings.check()

    def play(self, chunk: Chunk) -> str:
        return play_chunk(self.settings, chunk, self.agents)
