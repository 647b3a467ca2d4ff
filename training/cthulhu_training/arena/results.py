"""The results file: JSON lines, a head with all settings, then one line for each pairing and deal.

    {"one": "heuristic", "rest": "random", "deal": 0, "seed": 81..., "share": [[1.0, 0.0],
     [0.0, 1.0]], "reward": [[1.0, -1.0], [-1.0, 1.0]]}

Row r of `share` and `reward` is the game in which the one sits in seat r, column p is seat p.
Lines are added a chunk at a time in an order fixed by the settings: a file is always the beginning
of the one complete file, whenever the run was stopped, and goes on from its last whole chunk.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_training.arena.match import shares
from cthulhu_training.arena.settings import FORMAT, Chunk, Pairing, Tournament
from cthulhu_training.trainers import Notice

NAME = "results.jsonl"
FIELDS = {"one", "rest", "deal", "seed", "share", "reward"}
NOT_OURS = "{} does not hold the results of a tournament; choose another folder"


@dataclass(frozen=True)
class Results:
    """A complete tournament as played: shares and rewards of each pairing, both indexed [deal,
    seat of the one, seat].
    """

    head: dict[str, Any]
    share: dict[Pairing, NDArray[np.float64]]
    reward: dict[Pairing, NDArray[np.float64]]
    seeds: list[int]  # of the deals

    @property
    def agents(self) -> list[str]:
        return list(self.head["agents"])

    @property
    def players(self) -> int:
        return int(self.head["settings"]["num_players"])


def chunk_lines(
    tournament: Tournament, chunk: Chunk, seeds: Sequence[int], rewards: NDArray[np.float64]
) -> str:
    """A chunk's part of the file; `seeds` of its deals, `rewards` as `match.play` gives them."""
    tables = rewards.reshape(len(chunk.deals), tournament.players, tournament.players)
    games = zip(chunk.deals, seeds, shares(tables).tolist(), tables.tolist(), strict=True)
    names = chunk.pairing._asdict()
    rows = (
        {**names, "deal": deal, "seed": seed, "share": share, "reward": reward}
        for deal, seed, share, reward in games
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


@contextlib.contextmanager
def opened(
    path: Path, head: dict[str, Any], chunks: Sequence[Chunk], notice: Notice
) -> Iterator[tuple[FileIO, int]]:
    """The file, ready for the next chunk, and how many chunks are in it already.

    A new file gets its head. In an old one, what a killed run left of an unfinished chunk is cut
    off, and `notice` told. A file of other settings in which something was played, or one damaged
    before its last line, is refused with a ValueError and stays as it is; so is one that another
    process is writing.
    """
    with path.open("a+b", buffering=0) as file:
        _lock(file, path)
        file.seek(0)
        data = file.read()
        whole, done = _resume(path, data, head, chunks, notice)
        if whole < len(data):
            file.truncate(whole)
        if whole == 0:
            append(file, json.dumps(head) + "\n")
        yield file, done


def append(file: FileIO, text: str) -> None:
    """Add text and bring it to the disk; interrupted, the file is as it was before."""
    end = file.seek(0, os.SEEK_END)
    rest = memoryview(text.encode())
    try:
        while rest:
            rest = rest[file.write(rest) or 0 :]
        os.fsync(file.fileno())
    except BaseException:
        os.ftruncate(file.fileno(), end)
        raise


def read_results(folder: str | Path) -> Results:
    """A finished tournament's results; ValueError if they are incomplete or damaged."""
    path = Path(folder) / NAME
    if not path.is_file():
        raise ValueError(f"there are no results of a tournament in {str(folder)!r}")
    rows, _ = _rows(path, path.read_bytes())
    if not rows or rows[0].get("format") != FORMAT:
        raise ValueError(NOT_OURS.format(path))
    try:
        return _collected(path, rows)
    except (KeyError, TypeError, ValueError) as fault:
        if str(fault).startswith(str(path)):
            raise
        raise ValueError(f"{path} is damaged: {fault}") from None


def _collected(path: Path, rows: list[dict[str, Any]]) -> Results:
    head, *games = rows
    tables: dict[str, dict[Pairing, list[Any]]] = {"share": {}, "reward": {}}
    for row in games:
        for what, table in tables.items():
            table.setdefault(Pairing(row["one"], row["rest"]), []).append(row[what])
    agents = len(head["agents"])
    two = head["settings"]["num_players"] == 2
    wanted = head["deals"] * (agents * (agents + 1) // 2 if two else agents * agents)
    if len(games) != wanted:
        raise ValueError(f"{path} holds {len(games)} of {wanted} deals: run the tournament again")
    arrays = {w: {k: np.array(v) for k, v in table.items()} for w, table in tables.items()}
    seeds = [int(row["seed"]) for row in games[: head["deals"]]]
    return Results(head, arrays["share"], arrays["reward"], seeds)


def _resume(
    path: Path,
    data: bytes,
    head: dict[str, Any],
    chunks: Sequence[Chunk],
    notice: Notice,
) -> tuple[int, int]:
    """How many bytes of a file are whole chunks of this tournament, and how many chunks."""
    rows, ends = _rows(path, data)
    if not rows and not (json.dumps(head) + "\n").encode().startswith(data):
        raise ValueError(NOT_OURS.format(path))
    if len(data) > (ends[-1] if ends else 0):
        notice(f"{path}: the last line is cut short or damaged, and is dropped")
    if not rows:
        return 0, 0
    if len(rows) == 1 and rows[0].get("format") == FORMAT and rows[0] != head:
        return 0, 0  # stopped before its first chunk: nothing is lost if another takes its place
    _check_head(path, rows[0], head)
    done, deals = 0, 0
    for chunk in chunks:
        if deals + len(chunk.deals) >= len(rows):
            break
        deals += len(chunk.deals)
        done += 1
    plan = (chunk.pairing._asdict() | {"deal": deal} for chunk in chunks for deal in chunk.deals)
    for line, (row, planned) in enumerate(zip(rows[1:], plan, strict=False), start=2):
        if row.keys() != FIELDS or not planned.items() <= row.items():
            raise ValueError(f"{path}, line {line}: does not belong there; delete the file")
    if len(rows) - 1 > sum(len(chunk.deals) for chunk in chunks):
        raise ValueError(f"{path} has more lines than the tournament deals; delete the file")
    if len(rows) - 1 > deals:
        notice(f"{path}: {len(rows) - 1 - deals} deals of an unfinished chunk are played again")
    return ends[deals], done


def _rows(path: Path, data: bytes) -> tuple[list[dict[str, Any]], list[int]]:
    """The lines of a file and where each ends; a last line that is no record is left out."""
    rows, ends, end = [], [], 0
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        end += len(line)
        row = _row(line)
        if row is None and number < len(lines):
            raise ValueError(f"{path}, line {number}: damaged; delete the file to start anew")
        if row is not None:
            rows.append(row)
            ends.append(end)
    return rows, ends


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:  # not JSON, or not text
        return None
    return row if isinstance(row, dict) else None


def _check_head(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    if found.get("format") != FORMAT:
        raise ValueError(NOT_OURS.format(path))
    pairs = [(name, found.get(name), wanted[name]) for name in wanted if name != "settings"]
    own, its = wanted["settings"], found.get("settings", {})
    pairs += [(name, its.get(name), own.get(name)) for name in sorted(own.keys() | its.keys())]
    for name, old, new in pairs:
        if old != new:
            raise ValueError(
                f"{path} was written with {name} {old!r}, not {new!r}; choose another folder"
            )


def _lock(file: FileIO, path: Path) -> None:
    """Two runs must not write one file; where files cannot be locked, nobody checks."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{path} is being written by another run") from None
