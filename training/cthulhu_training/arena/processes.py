"""Processes that play chunks, each at the end of a pipe of its own.

They end with the process that started them, however that ends: one that waits finds its pipe
closed, and one that plays is watched by a thread. Pipes need no semaphores, which would outlive a
process that was killed.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

import cloudpickle

from cthulhu_envs.authoring.errors import sentence

AHEAD = 3  # tasks that each process has before it
LOOK_EVERY = 0.5  # seconds without an answer
PATIENCE = 10.0  # seconds in which a process must end when it is told to

Player = Callable[[Any], str]  # plays one task
Begin = Callable[[], Player]  # what a process does first
Look = Callable[[], None]  # raises an error if the processes must be ended


def played_in_order(
    begin: Begin, tasks: Sequence[Any], count: int, look: Look | None = None
) -> Generator[str, None, None]:
    """What `count` processes make of the tasks, in the order of the tasks. `begin` is called once
    in each process, and `look` again and again while no answer comes.
    """
    ended: dict[int, str] = {}
    given = wanted = 0
    with _started(begin, count) as waiting:
        while wanted < len(tasks):
            for pipe, numbers in waiting.items():
                while len(numbers) < AHEAD and given < min(len(tasks), wanted + AHEAD * count):
                    _talk(pipe.send, tasks[given])
                    numbers.append(given)
                    given += 1
            if wanted not in ended:
                busy = [pipe for pipe, numbers in waiting.items() if numbers]
                ready: list[Any] = connection.wait(busy, None if look is None else LOOK_EVERY)
                if look is not None and not ready:
                    look()
                for pipe in ready:
                    ended[waiting[pipe].popleft()] = _answer(pipe)
                continue
            yield ended.pop(wanted)
            wanted += 1


@contextmanager
def _started(begin: Begin, count: int) -> Iterator[dict[Connection, deque[int]]]:
    """The pipes to the processes, each with the numbers of the tasks it has."""
    context = get_context("spawn")
    known = cloudpickle.dumps(begin)  # takes along classes of a notebook or script
    pipes, processes = [], []
    try:
        with deaf_children(), no_script():
            for _ in range(count):
                ours, its = context.Pipe()
                pipes.append(ours)
                process = context.Process(target=_work, args=(its, known))
                process.start()
                processes.append(process)
                its.close()
        yield {pipe: deque() for pipe in pipes}
        for pipe in pipes:
            pipe.close()
        for process in processes:
            process.join(PATIENCE)
    finally:  # an interrupt too, wherever it came: nobody waits for what is played
        for process in processes:
            process.terminate()
            process.join(PATIENCE)
        for pipe in pipes:
            pipe.close()


def _talk(do: Callable[..., Any], *given: Any) -> Any:
    try:
        return do(*given)
    except (EOFError, OSError):
        raise ChildProcessError("a process that played has ended; run the command again") from None


def _answer(pipe: Connection) -> str:
    found = _talk(pipe.recv)
    if isinstance(found, bytes):
        raise cloudpickle.loads(found)
    return str(found)


def _work(pipe: Connection, known: bytes) -> None:
    """A process: it plays what comes, until nothing more can come."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    player: Player | None = None
    with suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                player = player or cloudpickle.loads(known)()
                said: str | bytes = player(task)
            except Exception as fault:  # whatever a bot may raise: the parent tells of it
                said = _packed(fault)
            pipe.send(said)


def _packed(fault: Exception) -> bytes:
    try:
        return bytes(cloudpickle.dumps(fault))
    except Exception:  # it holds what cannot travel
        return bytes(cloudpickle.dumps(ValueError(sentence(fault))))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C, which a terminal sends to all: who
    started them ends them, and they do not complain.
    """
    if threading.current_thread() is not threading.main_thread():  # only that one hears signals
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def no_script() -> Iterator[None]:
    """Processes that are started meanwhile do not run the user's script again, which may have no
    main guard. They need nothing of it: its classes travel with the task.
    """
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script
