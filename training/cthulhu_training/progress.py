"""How far long work is, on the standard error stream: a bar at a terminal, a line now and then
elsewhere, such as in the log of a job.

The first line comes after 10 seconds, then one every 30. The environment variable CTHULHU_PROGRESS
changes both: `CTHULHU_PROGRESS=60,600`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

SECONDS = "CTHULHU_PROGRESS"
FIRST, EVERY = 10.0, 30.0


class Advance(Protocol):
    """Moves a bar to the share that is done, and changes its words if there are some."""

    def __call__(self, share: float, words: str = "", /) -> None: ...


@dataclass
class State:
    """How far some work is: a share of `total` units, of which `before` was done earlier."""

    words: str
    total: int = 0
    unit: str = ""
    before: float = 0.0
    start: float = field(default_factory=time.monotonic)
    share: float = 0.0

    def advance(self, share: float, words: str = "", /) -> None:
        self.share = share
        self.words = words or self.words

    def amount(self) -> str:
        """`40 %`, or `1,200 of 3,000 games, 310 a second`."""
        if not self.total:
            return f"{100 * self.share:.0f} %"
        done = f"{round(self.share * self.total):,} of {self.total:,} {self.unit}"
        seconds = max(time.monotonic() - self.start, 1e-9)
        speed = (self.share - self.before) * self.total / seconds
        return f"{done}, {speed:,.{0 if speed >= 10 else 1}f} a second" if speed > 0 else done

    def line(self) -> str:
        """How far, how fast, how long still."""
        seconds = time.monotonic() - self.start
        parts = [self.amount(), f"{clock(seconds)} so far"]
        if self.share > self.before:
            left = seconds * max(1 - self.share, 0) / (self.share - self.before)
            parts.append(f"about {clock(left)} left")
        return f"{self.words}: {', '.join(parts)}"


def clock(seconds: float) -> str:
    """`0:45`, `12:03`, `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def counted(advance: Advance, total: int) -> Callable[[int], None]:
    """Moves a bar by things that are done, some at a time, of so many."""
    done = 0

    def more(count: int) -> None:
        nonlocal done
        done += count
        advance(done / total)

    return more


@contextmanager
def bar(
    words: str, wanted: bool = True, total: int = 0, unit: str = "", before: float = 0.0
) -> Iterator[Advance]:
    """Shows a share from 0 to 1 while work goes on; of a `total` in units, if that is known."""
    state = State(words, total, unit, before, share=before)
    if not wanted:
        yield state.advance
    elif sys.stderr.isatty():
        with _drawn(state) as advance:
            yield advance
    else:
        with _told(state):
            yield state.advance


@contextmanager
def _drawn(state: State) -> Iterator[Advance]:
    """A bar; lines printed meanwhile stand above it."""
    done = _Amount(state) if state.total else TaskProgressColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn())
    to_screen = sys.stdout.isatty()  # else what is printed goes where it was sent, not here
    console = Console(stderr=True)
    with Progress(*columns, console=console, redirect_stdout=to_screen) as shown:
        task = shown.add_task(escape(state.words), total=1.0)
        shown.update(task, completed=state.share)

        def advance(share: float, words: str = "", /) -> None:
            state.advance(share, words)
            shown.update(task, completed=share, description=escape(state.words))

        yield advance


class _Amount(ProgressColumn):
    """Units done, and how many a second."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state

    def render(self, task: Task) -> Text:
        return Text(self.state.amount())


@contextmanager
def _told(state: State) -> Iterator[None]:
    """A line now and then, from a thread: also while nothing is told of the work."""
    first, every = intervals()
    is_over = threading.Event()

    def talk() -> None:
        pause = first
        while not is_over.wait(pause):
            print(f"cthulhu_envs: {state.line()}", file=sys.stderr, flush=True)
            pause = every

    talker = threading.Thread(target=talk, daemon=True)
    talker.start()
    try:
        yield
    finally:
        is_over.set()
        talker.join()


def intervals() -> tuple[float, float]:
    """Seconds before the first line, and between two."""
    text = os.environ.get(SECONDS, "")
    if not text:
        return FIRST, EVERY
    try:
        first, *rest = map(float, text.split(","))
        every = rest[0] if rest else first
    except ValueError:
        first = every = 0.0
    if not (first > 0 and every > 0):
        raise ValueError(f"{SECONDS} must be seconds such as 10,30, not {text!r}")
    return first, every
