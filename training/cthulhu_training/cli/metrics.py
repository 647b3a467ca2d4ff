"""`cthulhu metrics`: bluffs, guesses and information in full games."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

from cthulhu_envs.authoring.files import LINES, MB, REPLAY, reading
from cthulhu_training.arena.names import RESULTS
from cthulhu_training.cli.options import (
    FAULTS,
    OUT,
    SOME_GAME,
    TRUST,
    folder_of,
    notice,
    tournament_of,
)
from cthulhu_training.cli.show import show
from cthulhu_training.command import TABLE, Command, table_of
from cthulhu_training.defaults import BEHAVIOUR_DEALS, WORLDS
from cthulhu_training.out_folder import check_out
from cthulhu_training.run_lock import only_writer
from cthulhu_training.settings_record import Argument

METRICS = "metrics.csv"
RESULTS_FILE = "results.jsonl"  # of a tournament
OPTIONS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["random", "heuristic"], "help": "bots"}),
    (("--deals",), {"type": int, "default": BEHAVIOUR_DEALS, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (
        ("--tournament",),
        {"type": Path, "metavar": "FOLDER", "help": "measure the games of a tournament"},
    ),
    TRUST,
    (
        ("--replays",),
        {"type": Path, "nargs": "+", "metavar": "FILE", "help": "measure recorded games"},
    ),
    *FAULTS,
    (("--worlds",), {"type": int, "default": WORLDS, "help": "worlds drawn for each belief"}),
    OUT,
)


def run(options: argparse.Namespace) -> int:
    """Bluffs, guesses and information in full games, as tidy tables."""
    from cthulhu_training.behaviour import sources
    from cthulhu_training.behaviour.events import check_worlds
    from cthulhu_training.behaviour.summary import action_words, summary, table, write_tables
    from cthulhu_training.progress import bar

    check_worlds(options.worlds)
    check_source(options)
    folder = options.out or own_folder(options)
    check_out(folder, [METRICS], "metrics")
    if (folder / METRICS).exists():
        notice(f"the tables in {folder} are written again")
    with only_writer(folder):
        with bar("measuring") as advance:
            if options.replays:
                game, heard = sources.of_replays(options.replays, options.worlds)
            elif options.tournament:
                game, heard = sources.of_folder(
                    options.tournament, options.worlds, advance, options.trust
                )
            else:
                game = table_of(options)
                heard = sources.of_tournament(tournament_of(options, game), options.worlds, advance)
        rows = summary(heard)
        write_tables(folder, heard, rows)
    show(table(rows, f"{game.title}, {game.num_players} players", action_words(game)))
    if not game.extras.signals:
        print(f"{game.title} declares no bluffs and guesses: what was played is in metrics.csv")
    print(f"tables are in {folder}")
    return 0


def own_folder(options: argparse.Namespace) -> Path:
    """Where tables go if no folder is named: after the table, or the games that are measured."""
    if options.tournament:
        return measured_folder([options.tournament / RESULTS_FILE], options)
    if options.replays:
        return measured_folder(options.replays, options)
    wanted = tournament_of(options, table_of(options))
    return folder_of("metrics", wanted, worlds=options.worlds)


def measured_folder(files: Sequence[Path], options: argparse.Namespace) -> Path:
    """After the content of the files, so that other games never go over the same tables."""
    digest = hashlib.blake2b(digest_size=4)
    digest.update(str(options.worlds).encode())
    for file in files:
        digest.update(b"\n" + file.name.encode() + b"\n")
        if file.exists():  # else it is told when it is read
            with reading(file, LINES if options.tournament else REPLAY) as opened:
                while part := opened.read(MB):
                    digest.update(part)
    source = "tournament" if options.tournament else "replays"
    return RESULTS / "metrics" / f"{source}-{digest.hexdigest()}"


def check_source(options: argparse.Namespace) -> None:
    """ValueError if it is said twice which games are measured."""
    if options.tournament and options.replays:
        raise ValueError("--tournament and --replays exclude each other; give one of them")
    if options.tournament or options.replays:
        source = "--tournament" if options.tournament else "--replays"
        given = {"a game": options.game, "--players": options.players, "--set": options.set}
        for what, value in given.items():
            if value:
                raise ValueError(f"{source} says which table it was; leave out {what}")


COMMAND = Command(
    run,
    "measure bluff and deduction in games",
    (SOME_GAME, *TABLE, *OPTIONS),
    "cthulhu metrics love_letter -p 2 --agents random heuristic --deals 50",
)
