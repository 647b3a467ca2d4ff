"""`Bench`: what a run has measured, as a table for people and as JSON for programs."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_envs.tools.bench.ours import BYTES, ENV, RAW, THREADED, TIMES, VECTOR, Figure
from cthulhu_envs.tools.bench.peers import PeerResult
from cthulhu_envs.tools.bench.startup import COLD, WARM, Startup

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table

COMPARED = (VECTOR, THREADED, RAW, ENV)  # our figures that are set against each peer's
FIRST_COLUMN = 22  # letters, so that a peer's name can be read
MEGA, KILO = 10**6, 10**3
PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo", "rlcard", "open_spiel", "jax", "pgx")


@dataclass(frozen=True)
class Bench:
    """The figures of one run."""

    game: Game
    seconds: float
    threads: int
    num_envs: int
    figures: tuple[Figure, ...]
    startup: Startup | None
    machine: dict[str, Any]  # as `machine()` found it before anything was measured
    peers: tuple[PeerResult, ...]

    @cached_property
    def players(self) -> list[int]:
        """The player counts measured."""
        return list(dict.fromkeys(figure.players for figure in self.figures))

    def figure(self, what: str, players: int) -> Figure:
        """Our figure of that name at a player count."""
        return next(f for f in self.figures if (f.what, f.players) == (what, players))

    def ratio(self, what: str, players: int, peer: PeerResult) -> float | None:
        """How many times as fast as a peer we are, best to best; None if it is missing."""
        if peer.steps_per_second is None:
            return None
        return self.figure(what, players).best / peer.steps_per_second.best

    def to_json(self) -> dict[str, Any]:
        """Everything, in plain numbers, with what it was measured on."""
        settings = {k: v for k, v in self.game.values.items() if k != NUM_PLAYERS}
        return {
            "game": self.game.id,
            "settings": settings,
            "seconds": self.seconds,
            "threads": self.threads,
            "num_envs": self.num_envs,
            "machine": self.machine,
            "figures": [asdict(figure) for figure in self.figures],
            "startup": asdict(self.startup) if self.startup else None,
            "peers": [asdict(peer) | {"ratios": self._ratios(peer)} for peer in self.peers],
        }

    def _ratios(self, peer: PeerResult) -> list[dict[str, Any]]:
        return [
            {"what": what, "players": players, "ratio": self.ratio(what, players, peer)}
            for players in self.players
            for what in COMPARED
            if peer.steps_per_second is not None
        ]

    def forms(self) -> tuple[Callable[[], Table | Group], ...]:
        """The table in several widths, widest first; the last one is a table below the other."""
        narrower = (partial(self.table, letters) for letters in (2 * FIRST_COLUMN, FIRST_COLUMN))
        return self.table, *narrower, self.by_players

    def table(self, letters: int | None = None) -> Table:
        """Our figures by player count; below them each peer's, and the ratios to it. Names are
        broken after so many letters, if that is said.
        """
        table = self._table(self.players, letters)
        table.title, table.caption = f"{self.game.title}: speed", self._caption()
        return table

    def by_players(self) -> Group:
        """A table for each player count."""
        from rich.console import Group
        from rich.text import Text

        tables = []
        for players in self.players:
            tables.append(self._table([players], FIRST_COLUMN))
            tables[-1].padding, tables[-1].show_edge = (0, 1, 0, 0), False
        return Group(Text(f"{self.game.title}: speed", "italic"), *tables, Text(self._caption()))

    def _table(self, counts: Sequence[int], letters: int | None) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD)
        table.add_column(
            "one core, median (best)", overflow="fold", min_width=FIRST_COLUMN, max_width=letters
        )
        for players in counts:
            table.add_column(f"{players} players", justify="right", overflow="fold")
        self._add_ours(table, counts)
        if self.peers:
            table.add_section()
            self._add_peers(table, counts)
        return table

    def _caption(self) -> str:
        caption = (
            f"{self.num_envs} games a batch, {self.threads} threads where threaded, "
            f"{self.seconds:g} s a figure, in chunks; {_words(self.machine)}"
        )
        if self.peers:
            caption += (
                "\nratios, from above: our vector step() on one core, with threads, our AEC env(); "
                "best to the peer's best"
            )
        return caption

    def _add_ours(self, table: Table, counts: Sequence[int]) -> None:
        for what in dict.fromkeys(figure.what for figure in self.figures):
            row = [self.figure(what, players) for players in counts]
            unit = "" if row[0].unit in (BYTES, TIMES) else f", {row[0].unit}"
            table.add_row(f"{what}{unit}", *(_cell(figure) for figure in row))
        if self.startup:
            table.add_row(COLD, f"{self.startup.cold:.1f} s")
            table.add_row(WARM, f"{self.startup.warm:.2f} s")

    def _add_peers(self, table: Table, counts: Sequence[int]) -> None:
        from rich.markup import escape

        table.add_row("[bold]peers, steps/s[/]", *("[bold]ratios[/]" for _ in counts))
        for peer in self.peers:
            if peer.is_missing:  # told before anything was measured
                continue
            speed = peer.steps_per_second
            note = f" [dim]({escape(peer.note)})[/]" if peer.note else ""
            if speed is None:
                table.add_row(f"{peer.name}: -{note}")
                continue
            cells = [self._ratios_in_words(players, peer) for players in counts]
            table.add_row(f"{peer.name}: {_pair(speed.median, speed.best)}{note}", *cells)

    def _ratios_in_words(self, players: int, peer: PeerResult) -> str:
        found = [self.ratio(what, players, peer) for what in (VECTOR, THREADED, ENV)]
        return "\n".join(times(ratio) for ratio in found if ratio is not None)


def _cell(figure: Figure) -> str:
    if figure.unit == TIMES:
        return f"{times(figure.median)} ({times(figure.best)})"
    if figure.unit == BYTES:
        return f"{quantity(figure.median)}B"
    return _pair(figure.median, figure.best)


def _pair(median: float, best: float) -> str:
    return f"{quantity(median).strip()} ({quantity(best).strip()})"


def quantity(number: float) -> str:
    """A number with three digits and its multiple: '3.21 M', '92.1 k', '640 '."""
    for multiple, letter in ((MEGA, "M"), (KILO, "k")):
        if number >= multiple:
            return f"{_three_digits(number / multiple)} {letter}"
    return f"{_three_digits(number)} "


def times(ratio: float) -> str:
    """'412x', '8.10x', '0.32x'."""
    return f"{_three_digits(ratio)}x"


def _three_digits(number: float) -> str:
    return f"{number:.{2 if number < 10 else 1 if number < 100 else 0}f}"


def machine() -> dict[str, Any]:
    """What the figures were measured on: processor, Python and the packages in play."""
    return {
        "processor": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load": _load(),
        "python": platform.python_version(),
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
    }


def _load() -> float | None:
    """Processes that wanted a core in the last minute; more than the cores means noisy figures."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _words(found: dict[str, Any]) -> str:
    return (
        f"{found['cores']} cores ({found['processor']}), load {found['load']}, "
        f"Python {found['python']}, numba {found['packages'].get('numba')}"
    )
