"""The program in a process of its own: in a pipe, or at a terminal of some width."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

PROGRAM = [sys.executable, "-m", "cthulhu_training.cli.main"]
QUIET = {"NO_COLOR", "COLUMNS", "FORCE_COLOR", "PYTHONIOENCODING", "PYTHONUTF8"}  # of whoever tests
BLOCKER = """\
import sys


class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


sys.meta_path.insert(0, Blocker())
"""


def hear_interrupts() -> None:
    """In a new process, before its program: a shell that runs the tests in the background has told
    all that they start to ignore interrupts.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def environment(changes: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in QUIET}
    return {**kept, "OMP_NUM_THREADS": "1", **changes}


def piped(words: Sequence[str], folder: Path, **changes: str) -> subprocess.CompletedProcess[bytes]:
    """Run it with its output in pipes, from a folder, in a changed environment."""
    return subprocess.run(
        [*PROGRAM, *words], cwd=folder, env=environment(changes), capture_output=True, timeout=300
    )


def without(folder: Path, *libraries: str) -> dict[str, str]:
    """The environment of a process that does not find some libraries."""
    path = folder / "blocked"
    path.mkdir()
    (path / "sitecustomize.py").write_text(BLOCKER.format(names=set(libraries)), encoding="utf-8")
    return {"PYTHONPATH": str(path)}


def at_terminal(words: Sequence[str], folder: Path, **changes: str) -> str:
    """What it writes to a terminal; COLUMNS says how wide that is."""
    ours, its = pty.openpty()
    told = environment({"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **changes})
    with subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, env=told, stdin=its, stdout=its, stderr=its
    ) as process:
        os.close(its)
        seen = b""
        end = time.monotonic() + 300
        while time.monotonic() < end:
            if not select.select([ours], [], [], 1.0)[0]:
                continue
            try:
                seen += os.read(ours, 65536)
            except OSError:  # nobody writes any more
                break
        assert process.wait(60) == 0
    os.close(ours)
    return seen.decode()
