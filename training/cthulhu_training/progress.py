"""Progress bars for long work, on the standard error stream."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


class Tell(Protocol):
    """Moves a bar to the share that is done, and changes its words if there are some."""

    def __call__(self, share: float, words: str = "", /) -> None: ...


@contextmanager
def bar(words: str, wanted: bool = True) -> Iterator[Tell]:
    """A bar from 0 to 1; lines printed meanwhile stand above it."""
    if not wanted:
        yield lambda share, words="", /: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task(escape(words), total=1.0)

        def tell(share: float, words: str = "", /) -> None:
            shown.update(task, completed=share, description=escape(words) if words else None)

        yield tell
