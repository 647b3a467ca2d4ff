"""The results file: JSON lines, a head with all settings, then one line for each pairing and deal.

    {"one": "heuristic", "rest": "random", "deal": 0, "seed": 81..., "share": [[1.0, 0.0],
     [0.0, 1.0]], "reward": [[1.0, -1.0], [-1.0, 1.0]]}

Row r of `share` and `reward` is the game in which the one sits in seat r, column p is seat p. Where
faults are forfeits, `forfeits` has the seat of each of these games that did, or null.
Lines are added a chunk at a time in an order fixed by the settings: a file is always the beginning
of the one complete file, whenever the run was stopped, and goes on from its last whole chunk.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import bounded, shown
from cthulhu_envs.authoring.files import LINES, append, named, read_bytes
from cthulhu_envs.authoring.game import NUM_PLAYERS
from cthulhu_envs.authoring.parsing import Fields, record_in
from cthulhu_training.arena.faults import FORFEIT, NOBODY, RULES, STOP, counted
from cthulhu_training.arena.match import shares
from cthulhu_training.arena.settings import FORMAT, KIND, Chunk, Pairing, Tournament
from cthulhu_training.run_lock import only_writer
from cthulhu_training.trainers import Notice

NAME = "results.jsonl"
FIELDS = {"one", "rest", "deal", "seed", "share", "reward"}
FORFEITS = "forfeits"  # in lines of tournaments with that rule


@dataclass(frozen=True)
class Results:
    """A complete tournament as played: shares and rewards of each pairing, both indexed [deal,
    seat of the one, seat].
    """

    head: dict[str, Any]
    share: dict[Pairing, NDArray[np.float64]]
    reward: dict[Pairing, NDArray[np.float64]]
    seeds: list[int]  # of the deals
    # the seat that forfeited or NOBODY, [deal, seat of the one]; empty under the other rule
    forfeits: dict[Pairing, NDArray[np.int64]] = field(default_factory=dict)

    @property
    def agents(self) -> list[str]:
        return list(self.head["agents"])

    @property
    def players(self) -> int:
        return int(self.head["settings"]["num_players"])

    @property
    def forfeit_counts(self) -> dict[str, int]:
        """How many games each agent forfeited; empty if the rule is another."""
        games = [
            (*pairing, one_seat, int(seats[deal, one_seat]))
            for pairing, seats in self.forfeits.items()
            for deal, one_seat in np.ndindex(seats.shape)
        ]
        return counted(self.agents, games) if self.forfeits else {}


def chunk_lines(
    tournament: Tournament,
    chunk: Chunk,
    seeds: Sequence[int],
    rewards: NDArray[np.float64],
    forfeits: NDArray[np.int64],
) -> str:
    """A chunk's part of the file; `seeds` of its deals, `rewards` and `forfeits` as `match.play`
    gives them.
    """
    tables = rewards.reshape(len(chunk.deals), tournament.players, tournament.players)
    games = zip(chunk.deals, seeds, shares(tables).tolist(), tables.tolist(), strict=True)
    names = chunk.pairing._asdict()
    rows = [
        {**names, "deal": deal, "seed": seed, "share": share, "reward": reward}
        for deal, seed, share, reward in games
    ]
    if tournament.faults == FORFEIT:
        for row, seats in zip(rows, forfeits.reshape(-1, tournament.players), strict=True):
            row[FORFEITS] = [None if seat == NOBODY else seat for seat in seats.tolist()]
    return "".join(json.dumps(row) + "\n" for row in rows)


def forfeits_in(rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    """How many games each agent forfeited in some lines; empty if the rule is another."""
    told = [row for row in rows if FORFEITS in row]
    games = [
        (row["one"], row["rest"], one_seat, NOBODY if seat is None else seat)
        for row in told
        for one_seat, seat in enumerate(row[FORFEITS])
    ]
    agents = dict.fromkeys(name for row in told for name in (row["one"], row["rest"]))
    return counted(list(agents), games)


@contextlib.contextmanager
def opened(
    path: Path, head: dict[str, Any], chunks: Sequence[Chunk], notice: Notice
) -> Iterator[tuple[FileIO, int]]:
    """The file, ready for the next chunk, and how many chunks are in it already.

    A new file gets its head. In an old one, what a killed run left of an unfinished chunk is cut
    off, and `notice` told. A file of other settings in which something was played, or one damaged
    before its last line, is refused with a ValueError and stays as it is; so is one in a folder
    that another process writes to.
    """
    with only_writer(path.parent):
        data = read_bytes(path, LINES) if path.exists() else b""
        whole, done = _resume(path, data, head, chunks, notice)
        with path.open("a+b", buffering=0) as file:
            if whole < len(data):
                file.truncate(whole)
            if whole == 0:
                append(file, json.dumps(head) + "\n")
            yield file, done


def read_results(folder: str | Path) -> Results:
    """A finished tournament's results; ValueError if they are incomplete or damaged."""
    path = Path(folder) / NAME
    if not path.is_file():
        raise ValueError(f"there are no results of a tournament in {str(folder)!r}")
    rows, _ = _rows(path, read_bytes(path, LINES))
    if not rows or rows[0].get("format") != FORMAT:
        raise ValueError(_not_ours(path, rows))
    return _collected(path, rows)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The deals in a file that `opened` has made ready."""
    rows, _ = _rows(path, read_bytes(path, LINES))
    return rows[1:]


def _collected(path: Path, rows: list[dict[str, Any]]) -> Results:
    values, *games = rows
    damaged = f"{named(path)} is damaged"
    head = Fields(values, damaged)
    agents, deals = len(head.list_of("agents", str)), head.whole("deals", 1)
    players = head.fields("settings").whole(NUM_PLAYERS, 1)
    rule = head.one_of("faults", RULES) if "faults" in head else STOP
    wanted = deals * (agents * (agents + 1) // 2 if players == 2 else agents * agents)
    if len(games) != wanted:
        words = f"holds {len(games)} of {wanted} deals: run the tournament again"
        raise ValueError(f"{named(path)} {words}")
    tables: dict[str, dict[Pairing, list[Any]]] = {"share": {}, "reward": {}}
    for line, row in enumerate(games, start=2):
        _check_row(row, players, rule == FORFEIT, f"{damaged}, line {line}")
        for what, table in tables.items():
            table.setdefault(Pairing(row["one"], row["rest"]), []).append(row[what])
    if any(len(lines) != deals for lines in tables["share"].values()):
        raise ValueError(f"{damaged}: its pairings have other numbers of deals")
    arrays = {w: {k: np.array(v) for k, v in table.items()} for w, table in tables.items()}
    seeds = [int(row["seed"]) for row in games[:deals]]
    return Results(values, arrays["share"], arrays["reward"], seeds, _forfeits(games))


def _check_row(row: dict[str, Any], players: int, forfeits: bool, where: str) -> None:
    """ValueError unless a line is the record of a deal between that many players; `forfeits`: under
    the rule that has them.
    """
    told = Fields(row, where)
    for name in ("one", "rest"):
        told.text(name)
    for name in ("deal", "seed"):
        told.whole(name)
    for what in ("share", "reward"):
        table = told.list_of(what, list)
        rows_fit = len(table) == players and all(len(one) == players for one in table)
        if not rows_fit or any(type(x) not in (int, float) for one in table for x in one):
            raise told.fault(f"{what!r} must be {players} rows of {players} numbers")
        if what == "share" and not all(0 <= x <= 1 for one in table for x in one):
            raise told.fault("a share is not between 0 and 1")
    if forfeits:
        seats = told.get(FORFEITS)
        if not isinstance(seats, list) or len(seats) != players:
            raise told.fault(f"{FORFEITS!r} must be a list of {players}")
        if any(seat is not None and type(seat) is not int for seat in seats):
            raise told.fault(f"{FORFEITS!r} must be seats or null")
        if any(seat is not None and not 0 <= seat < players for seat in seats):
            raise told.fault(f"{FORFEITS!r} names a seat that is not there")
    elif FORFEITS in told:
        raise told.fault(f"{FORFEITS!r} is in it, but no bot can forfeit in this tournament")


def _forfeits(games: list[dict[str, Any]]) -> dict[Pairing, NDArray[np.int64]]:
    found: dict[Pairing, list[list[int]]] = {}
    for row in games:
        if FORFEITS in row:
            seats = [NOBODY if seat is None else int(seat) for seat in row[FORFEITS]]
            found.setdefault(Pairing(row["one"], row["rest"]), []).append(seats)
    return {pairing: np.array(seats, np.int64) for pairing, seats in found.items()}


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
        raise ValueError(_not_ours(path, rows))
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
    fields = FIELDS | ({FORFEITS} if head["faults"] == FORFEIT else set())
    plan = (chunk.pairing._asdict() | {"deal": deal} for chunk in chunks for deal in chunk.deals)
    players = head["settings"][NUM_PLAYERS]
    for line, (row, planned) in enumerate(zip(rows[1:], plan, strict=False), start=2):
        where = f"{named(path)}, line {line}"
        if row.keys() != fields or any(row[name] != value for name, value in planned.items()):
            raise ValueError(f"{where}: does not belong in this file; delete the file")
        _check_row(row, players, head["faults"] == FORFEIT, where)
    if len(rows) - 1 > sum(len(chunk.deals) for chunk in chunks):
        raise ValueError(f"{path} has more lines than the tournament deals; delete the file")
    if len(rows) - 1 > deals:
        notice(f"{path}: {len(rows) - 1 - deals} deals of an unfinished chunk are played again")
    return ends[deals], done


def _rows(path: Path, data: bytes) -> tuple[list[dict[str, Any]], list[int]]:
    """The lines of a file and where each ends; a last line that is no record is left out."""
    rows, ends, end = [], [], 0
    *ended, last = data.split(b"\n")
    lines = [line + b"\n" for line in ended] + [last] * bool(last)
    for number, line in enumerate(lines, start=1):
        end += len(line)
        row = _row(line)
        if row is None and number < len(lines):
            where = f"{named(path)}, line {number}"
            raise ValueError(f"{where}: damaged; delete the file to start again")
        if row is not None:
            rows.append(row)
            ends.append(end)
    return rows, ends


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        return record_in(line, "") if line.endswith(b"\n") else None
    except ValueError:  # not JSON, or not text
        return None


def _not_ours(path: Path, rows: list[dict[str, Any]]) -> str:
    found = rows[0].get("format") if rows else None
    if isinstance(found, str) and found.startswith(KIND):
        return f"{named(path)} is written as {shown(found)}, and this version reads {FORMAT!r}"
    where = f"{named(path)} does not hold the results of a tournament"
    return f"{where}; choose another folder"


def _check_head(path: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    if found.get("format") != FORMAT:
        raise ValueError(_not_ours(path, [found]))
    pairs = [(name, found.get(name), wanted[name]) for name in wanted if name != "settings"]
    own, its = wanted["settings"], Fields(found, named(path)).table("settings")
    pairs += [(name, its.get(name), own.get(name)) for name in sorted(own.keys() | its.keys())]
    for name, old, new in pairs:
        if old != new:
            was = f"was written with {bounded(name, 60)} {shown(old)}, not {shown(new)}"
            raise ValueError(f"{named(path)} {was}; choose another folder")
