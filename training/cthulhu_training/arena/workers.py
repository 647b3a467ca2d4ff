"""Who plays the chunks of a tournament: this process, all cores, or a Ray cluster.

A chunk depends on the settings and itself alone, so it does not matter who plays it: the lines come
back in the order of the chunks and are the same everywhere, bit by bit.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import Any, NamedTuple

import cloudpickle
import numpy as np

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.authoring.errors import require
from cthulhu_envs.authoring.own_folder import FOLDER
from cthulhu_training.arena.clock import Clock, Overdue, overdue
from cthulhu_training.arena.faults import Referee
from cthulhu_training.arena.match import Moment, play
from cthulhu_training.arena.processes import AHEAD, played_in_order
from cthulhu_training.arena.results import chunk_lines
from cthulhu_training.arena.settings import Chunk, Tournament
from cthulhu_training.progress import bar

Report = Callable[[str, int], None]  # pairing in words, games finished
Workers = Callable[[Tournament, Sequence[Chunk], dict[str, Agent], Report | None], Iterator[str]]

WORTH_IT = 8.0  # seconds of play left from which on other processes are started


def play_chunk(
    settings: Tournament,
    chunk: Chunk,
    agents: dict[str, Agent],
    report: Report | None = None,
    watch: Callable[[Moment], None] | None = None,
    referee: Referee | None = None,
) -> str:
    """The lines of one chunk."""
    referee = referee or Referee(settings.faults, settings.move_seconds)
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
        None if report is None else lambda ended: report(words, ended),
        watch,
        referee,
        list(roles.values()),
    )
    return chunk_lines(settings, chunk, seeds, rewards, referee.forfeits)


def in_turn(
    settings: Tournament, chunks: Sequence[Chunk], agents: dict[str, Agent], report: Report | None
) -> Iterator[str]:
    """One after the other, in this process."""
    for chunk in chunks:
        yield play_chunk(settings, chunk, agents, report)


def on_all_cores(cores: int | None = None) -> Workers:
    """Other processes as soon as the rest is long enough to be worth their start."""
    count = os.cpu_count() or 1 if cores is None else cores
    if count < 1:
        raise ValueError(f"cores must be at least 1, not {count}")

    def work(
        settings: Tournament,
        chunks: Sequence[Chunk],
        agents: dict[str, Agent],
        report: Report | None,
    ) -> Iterator[str]:
        if settings.move_seconds is not None and count > 1 and settings.travels:
            yield from _in_processes(settings, chunks, count, report)  # which can be ended
            return
        games, start = 0, time.perf_counter()
        for done, chunk in enumerate(chunks):
            left = sum(len(c.deals) for c in chunks[done:])
            spent = time.perf_counter() - start
            if count > 1 and games and settings.travels and spent / games * left > WORTH_IT * count:
                yield from _in_processes(settings, chunks[done:], count, report)
                return
            yield play_chunk(settings, chunk, agents, report)
            games += len(chunk.deals)

    return work


def _in_processes(
    settings: Tournament, chunks: Sequence[Chunk], count: int, report: Report | None
) -> Iterator[str]:
    """Processes that play. If one is lost in a decision, all are ended, and others begin anew with
    the first chunk that is missing, knowing which decision never comes.
    """
    never: dict[int, set[int]] = {}  # by number of the chunk
    done = 0
    while done < len(chunks):
        tasks = [Task(n, chunks[n], frozenset(never.get(n, ()))) for n in range(done, len(chunks))]
        with _clocks(settings) as clocks:
            look = partial(_look, clocks) if clocks else None
            lines = played_in_order(partial(_sit_down, settings, clocks), tasks, count, look)
            try:
                with closing(lines):  # whoever stops asking ends the processes
                    for found in lines:
                        yield found
                        _report(settings, chunks[done], report)
                        done += 1
            except _LostError as fault:
                never.setdefault(fault.found.chunk, set()).add(fault.found.decision)


@contextmanager
def _clocks(settings: Tournament) -> Iterator[str]:
    """A folder for clocks; none where decisions may take any time."""
    if settings.move_seconds is None:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="cthulhu-clock-") as clocks:
        yield clocks


class Task(NamedTuple):
    """What another process is given to play."""

    number: int  # of the chunk, among those that are played
    chunk: Chunk
    never: frozenset[int]  # decisions that never come


class _LostError(Exception):
    """A process is lost in a decision."""

    def __init__(self, found: Overdue) -> None:
        super().__init__(found)
        self.found = found


def _look(clocks: str) -> None:
    found = overdue(clocks)
    if found is not None and found == overdue(clocks):  # not while it was written down
        raise _LostError(found)


def _sit_down(settings: Tournament, clocks: str) -> Callable[[Task], str]:
    """Another process makes its agents once."""
    agents, clock = settings.check(), Clock(clocks) if clocks else None

    def player(task: Task) -> str:
        referee = Referee(settings.faults, settings.move_seconds, task.never)
        if clock is not None:
            begins = clock.begins
            referee.thinking = lambda seconds: begins(task.number, referee.asked - 1, seconds)
        return play_chunk(settings, task.chunk, agents, referee=referee)

    return player


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


@contextmanager
def games_bar(
    settings: Tournament,
    chunks: Sequence[Chunk],
    done: int,
    wanted: bool,
    words: str = "tournament",
) -> Iterator[Report | None]:
    """A bar over all games, at the start those of the chunks `done` before; or nothing."""
    games = [len(chunk.deals) * settings.players for chunk in chunks]
    total, ended = sum(games), sum(games[:done])
    with bar(words, wanted, total, "games", ended / max(total, 1)) as show:

        def report(pairing: str, more: int) -> None:
            nonlocal ended
            ended += more
            show(ended / total, pairing)

        yield report if wanted else None


def _report(settings: Tournament, chunk: Chunk, report: Report | None) -> None:
    if report is not None:
        report(" : ".join(chunk.pairing), len(chunk.deals) * settings.players)


def on_ray(address: str | None = None) -> Workers:
    """A Ray cluster: the one that runs at `address`, or one started on this machine."""
    require("ray")
    import ray

    def work(
        settings: Tournament,
        chunks: Sequence[Chunk],
        agents: dict[str, Agent],
        report: Report | None,
    ) -> Iterator[str]:
        was_there = ray.is_initialized()
        if not was_there:
            ray.init(address=address, include_dashboard=False, log_to_driver=False)
        try:
            yield from _on_cluster(ray, settings, chunks, report)
        finally:
            if not was_there:
                ray.shutdown()

    return work


def _on_cluster(
    ray: Any, settings: Tournament, chunks: Sequence[Chunk], report: Report | None
) -> Iterator[str]:
    """One actor for each core of the cluster; each keeps the agents it made."""
    count = max(1, int(ray.cluster_resources().get("CPU", 1)))
    table = ray.remote(num_cpus=1)(_Table)
    known, folder = cloudpickle.dumps(settings), os.environ.get(FOLDER, "")
    tables = [table.remote(known, folder) for _ in range(min(count, len(chunks)))]
    turn = iter(range(len(chunks)))
    waiting: list[Any] = []

    def submit(chunk: Chunk) -> Any:
        return tables[next(turn) % len(tables)].play.remote(chunk)

    for chunk, lines in _in_order(chunks, AHEAD * len(tables), submit, waiting):
        yield ray.get(lines)
        _report(settings, chunk, report)


class _Table:
    """An actor on the cluster, which may have been started in another folder than this program."""

    def __init__(self, known: bytes, folder: str) -> None:
        os.environ[FOLDER] = folder
        self.settings: Tournament = cloudpickle.loads(known)
        self.agents = self.settings.check()

    def play(self, chunk: Chunk) -> str:
        return play_chunk(self.settings, chunk, self.agents)
