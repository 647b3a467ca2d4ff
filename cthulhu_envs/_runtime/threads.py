"""Threads that share the work of a step."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

Task = Callable[[int], Any]
CLOSED = "this environment is closed"
OCCUPIED = "another thread is using this environment: give each thread one of its own"


class Turn:
    """One caller at a time: `with turn:` is a RuntimeError while another thread is inside, because
    compiled rules run without the interpreter's lock, and after `close`.
    """

    def __init__(self) -> None:
        lock = threading.Lock()
        # Called directly where a third of a microsecond counts: `take(False)` is False if refused.
        self.take: Callable[[bool], bool] = lock.acquire
        self.give_back = lock.release
        self._is_closed = False

    def __enter__(self) -> None:
        if not self.take(False):
            raise self.refusal()

    def __exit__(self, *fault: object) -> None:
        self.give_back()

    def refusal(self) -> RuntimeError:
        """Why it cannot be taken."""
        return RuntimeError(CLOSED if self._is_closed else OCCUPIED)

    def __reduce__(self) -> tuple[Any, ...]:
        return Turn, ()  # a copy is nobody's yet

    def close(self) -> None:
        self._is_closed = True
        self.take = _never


def _never(blocking: bool) -> bool:
    return False


class Team:
    """One task for each member, all run at the same time with the same argument.

    The first task runs in the thread that calls. The others have threads of their own that wait
    on a lock: handing over costs a third of what a thread pool's queue and futures take. They end
    with `close`, or when the team is forgotten. Threads do not survive a fork: in the new process
    they are begun again.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._own, *self._others = tasks
        self._gather()

    def _gather(self) -> None:
        self._process = os.getpid()
        self._mates = [_Mate(task) for task in self._others]
        self.close = weakref.finalize(self, _dismiss, self._mates)

    def run(self, argument: int) -> None:
        """Run all tasks and wait for the last; raises what one of them raised."""
        if not self.close.alive:
            raise RuntimeError(CLOSED)
        if self._process != os.getpid():
            self.close.detach()  # nobody waits there any more
            self._gather()
        for mate in self._mates:
            mate.begin(argument)
        try:
            self._own(argument)
        finally:
            faults = [mate.wait() for mate in self._mates]
        for fault in faults:
            if fault is not None:
                raise fault


class _Mate:
    """A thread that runs one task each time it is told to."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._argument: int | None = None
        self._fault: BaseException | None = None
        self._begun, self._done = threading.Lock(), threading.Lock()
        self._begun.acquire()
        self._done.acquire()
        threading.Thread(target=self._work, name="cthulhu_envs lanes", daemon=True).start()

    def begin(self, argument: int | None) -> None:
        """Let the thread run its task with this argument; None ends it."""
        self._argument = argument
        self._begun.release()

    def wait(self) -> BaseException | None:
        """Wait until the task has run; returns what it raised."""
        self._done.acquire()
        return self._fault

    def _work(self) -> None:
        while True:
            self._begun.acquire()
            if self._argument is None:
                return
            try:
                self._fault = None
                self._task(self._argument)
            except BaseException as fault:  # told to the thread that waits
                self._fault = fault
            self._done.release()


def _dismiss(mates: list[_Mate]) -> None:
    for mate in mates:
        mate.begin(None)
