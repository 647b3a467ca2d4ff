"""The commands that let bots play, solve and measure: `cthulhu tournament | compare | leaderboard |
solve | exploit | metrics`.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.options import (
    GAME,
    GAMES,
    SET,
    SOME_GAME,
    TABLE,
    Argument,
    Command,
    chosen_games,
    table_of,
)
from training.learn.command import COMMAND as TRAIN
from training.names import table_name

LANES_BETWEEN_LOOKS = 256  # games of a comparison that are played before it is looked at

SOLVING: tuple[Argument, ...] = (
    (("--target",), {"type": float, "default": 1e-4, "help": "exploitability to reach"}),
    (
        ("--memory",),
        {"type": float, "help": "gigabytes that solving may take; default most that is free"},
    ),
)
WORKERS: tuple[Argument, ...] = (
    (("--cores",), {"type": int, "help": "processes that play; default all cores"}),
    (
        ("--ray",),
        {
            "nargs": "?",
            "const": "",
            "metavar": "ADDRESS",
            "help": "play on a Ray cluster, or on a local one; the results are the same",
        },
    ),
)
TOURNAMENT: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["random", "heuristic"], "help": "bots"}),
    (("--deals",), {"type": int, "default": 1000, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (("--out",), {"type": Path, "default": Path("results/tournament"), "help": "folder"}),
    *WORKERS,
)
SOLVE: tuple[Argument, ...] = (
    (
        ("--deck",),
        {
            "help": "the deck: a name such as ll-8, or cards such as 'guard=2 priest baron king "
            "princess'; the same as --set deck=..."
        },
    ),
    *SOLVING,
    (("--iterations",), {"type": int, "default": 10_000, "help": "at most so many"}),
    (("--variant",), {"default": "discounted", "help": "cfr+, linear or discounted"}),
    (("--out",), {"type": Path, "help": "folder of the policy; default results/solve/..."}),
    (
        ("--checkpoint",),
        {"type": float, "default": 30.0, "help": "seconds between checkpoints, at least"},
    ),
)
EXPLOIT: tuple[Argument, ...] = (
    (
        ("--deck",),
        {
            "nargs": "+",
            "help": "decks: names such as ll-6 ll-8, or cards in quotes; each is solved and shown",
        },
    ),
    (
        ("--agents",),
        {
            "nargs": "+",
            "default": ["random", "heuristic", "equilibrium"],
            "help": "bots; `equilibrium` is solved on the spot",
        },
    ),
    (
        ("--draws",),
        {"type": int, "default": 64, "help": "asked of bots that do not say their chances"},
    ),
    *SOLVING,
    (("--page",), {"type": Path, "metavar": "FILE", "help": "write a page of documentation"}),
    (("--json",), {"type": Path, "metavar": "FILE", "help": "write the figures to a file"}),
)
METRICS: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["random", "heuristic"], "help": "bots"}),
    (("--deals",), {"type": int, "default": 200, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (
        ("--tournament",),
        {"type": Path, "metavar": "FOLDER", "help": "listen to a tournament that was played"},
    ),
    (("--replays",), {"type": Path, "nargs": "+", "metavar": "FILE", "help": "or to replays"}),
    (("--worlds",), {"type": int, "default": 64, "help": "worlds drawn for each belief"}),
    (("--out",), {"type": Path, "default": Path("results/metrics"), "help": "folder"}),
)
COMPARE: tuple[Argument, ...] = (
    (("--agents",), {"nargs": 2, "required": True, "help": "the new bot, then the old one"}),
    (("--worse",), {"type": float, "default": 0.0, "help": "rating at which it is no better"}),
    (("--better",), {"type": float, "default": 20.0, "help": "rating at which it is better"}),
    (("--alpha",), {"type": float, "default": 0.05, "help": "chance of a false better"}),
    (("--beta",), {"type": float, "default": 0.05, "help": "chance of a false not better"}),
    (("--deals",), {"type": int, "default": 20_000, "help": "at most so many"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (("--out",), {"type": Path, "default": Path("results/compare"), "help": "folder"}),
    *WORKERS,
)
LEADERBOARD: tuple[Argument, ...] = (
    (("--players", "-p"), {"type": int, "nargs": "+", "help": "numbers of players"}),
    SET,
    (("--agents",), {"nargs": "+", "help": "bots; default random and the game's own"}),
    (("--deals",), {"type": int, "default": 2000, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 7, "help": "seed of the deals"}),
    (
        ("--out",),
        {"type": Path, "default": Path("docs/leaderboards"), "help": "folder of the pages"},
    ),
    (
        ("--results",),
        {"type": Path, "default": Path("results/leaderboards"), "help": "folder of the games"},
    ),
    *WORKERS,
)


def tournament(options: argparse.Namespace) -> int:
    """Bots against each other: a table, a picture, tidy results; goes on where it was stopped."""
    from rich.console import Console

    from training.arena import run_tournament

    wanted = _tournament(options, table_of(options))
    outcome = run_tournament(wanted, options.out, workers=_workers(options))
    Console().print(outcome.table())
    print(f"results and picture are in {outcome.folder}")
    return 0


def solve(options: argparse.Namespace) -> int:
    """Solve a small table exactly; a table that a checkpoint knows is gone on with."""
    from rich.console import Console
    from rich.table import Table

    from training.solve.cfr import Variant
    from training.solve.run import POLICY
    from training.solve.run import solve as solved
    from training.solve.tree import described

    game = _small_table(options, options.deck)
    folder = options.out or Path("results/solve") / table_name(game, understood=["rounds"])
    found = solved(
        game,
        folder,
        options.target,
        options.iterations,
        _variant_named(options.variant, Variant),
        _bytes(options.memory),
        _notice,
        progress=sys.stderr.isatty(),
        checkpoint_seconds=options.checkpoint,
    )
    table = Table(title=f"{game.title}: solved", box=None)
    for name, value in (
        *described(game).items(),
        ("information sets", f"{found.information_sets:,}"),
        ("decisions in the tree", f"{found.decisions:,}"),
        ("iterations", f"{found.iterations:,}"),
        ("wins of the first player", f"{found.value:.4f}"),
        ("exploitability", f"{found.exploitability:.1e}"),
        ("exploitability of random play", f"{found.uniform_exploitability:.4f}"),
        ("seconds", f"{found.seconds:.1f}"),
        ("policy", str(folder / POLICY)),
    ):
        table.add_row(name, value)
    Console().print(table)
    return 0


def exploit(options: argparse.Namespace) -> int:
    """How far bots are from a policy nobody can exploit, and how they bluff and guess."""
    from rich.console import Console

    from training.solve import page
    from training.solve.exploit import exploit as exploited
    from training.solve.exploit import rows

    tables = [_small_table(options, deck) for deck in options.deck or [None]]
    found = []
    for game in tables:
        found.append(
            exploited(
                game,
                list(dict.fromkeys(options.agents)),
                options.draws,
                options.target,
                _bytes(options.memory),
                _notice,
                progress=sys.stderr.isatty(),
            )
        )
        Console().print(page.table(found[-1]))
    if options.json:
        records = [row for one in found for row in rows(one)]
        options.json.write_text(page.to_json(records), encoding="utf-8")
    if options.page:
        options.page.parent.mkdir(parents=True, exist_ok=True)
        options.page.write_text(page.page(found, _command(options)), encoding="utf-8")
    return 0


def metrics(options: argparse.Namespace) -> int:
    """Bluffs, guesses and information in full games, as tidy tables."""
    from rich.console import Console

    from training.metrics import sources
    from training.metrics.summary import summary, table, write_tables
    from training.progress import bar

    if options.worlds < 1:
        raise ValueError(f"worlds must be at least 1, not {options.worlds}")
    with bar("listening", sys.stderr.isatty()) as show:
        if options.replays:
            game, heard = sources.of_replays(options.replays, options.worlds)
        elif options.tournament:
            game, heard = sources.of_folder(options.tournament, options.worlds, show)
        else:
            game = table_of(options)
            heard = sources.of_tournament(_tournament(options, game), options.worlds, show)
    rows = summary(heard)
    write_tables(options.out, heard, rows)
    Console().print(table(rows, f"{game.title}, {game.num_players} players"))
    if not game.tells:
        print(f"{game.title} declares no bluffs and guesses: what was played is in metrics.csv")
    print(f"tables are in {options.out}")
    return 0


def compare(options: argparse.Namespace) -> int:
    """Whether a new bot is better than an old one, by as few deals as that takes; exit code 1
    if it is not.
    """
    from training.arena.sequential import BETTER, Trial
    from training.arena.sequential import compare as compared

    wanted = replace(_tournament(options, table_of(options)), lanes=LANES_BETWEEN_LOOKS)
    trial = Trial(options.worse, options.better, options.alpha, options.beta)
    found = compared(wanted, trial, options.out, _workers(options))
    print(f"{options.agents[0]} against {options.agents[1]}: {found.words}")
    return 0 if found.answer == BETTER else 1


def leaderboard(options: argparse.Namespace) -> int:
    """Rate every game's bots and write the pages that say so."""
    from training.arena import leaderboard as board

    workers = _workers(options)
    for game in chosen_games(options.game, options.set):
        players = options.players or board.tables_of(game)
        path = board.leaderboard(
            game,
            options.agents or board.bots_of(game),
            players,
            options.deals,
            options.seed,
            options.results,
            options.out,
            _command(options),
            workers,
            _notice,
        )
        print(f"wrote {path}")
    return 0


def _tournament(options: argparse.Namespace, game: Any) -> Any:
    """The tournament that a command line describes."""
    from training.arena import Tournament

    return Tournament(
        game=game.id,
        agents=tuple(options.agents),
        deals=options.deals,
        seed=options.seed,
        settings={**game.chosen, "num_players": game.num_players},
    )


def _workers(options: argparse.Namespace) -> Any:
    """Who plays."""
    from training.arena.workers import on_all_cores, on_ray

    if options.ray is not None:
        return on_ray(options.ray or None)
    return on_all_cores(options.cores)


def _small_table(options: argparse.Namespace, deck: str | None) -> Any:
    """A single round for two, with a deck by name, in words or as JSON."""
    wanted = argparse.Namespace(**vars(options))
    wanted.set = ["rounds=single", *options.set, *([f"deck={deck}"] if deck else [])]
    wanted.players = 2 if options.players is None else options.players
    return table_of(wanted)


def _bytes(gigabytes: float | None) -> int | None:
    if gigabytes is not None and not gigabytes > 0:
        raise ValueError(f"--memory must be more than 0, not {gigabytes}")
    return None if gigabytes is None else int(gigabytes * 2**30)


def _variant_named(name: str, variants: Any) -> Any:
    """The variant of regret minimisation with that name."""
    known = {variant.value: variant for variant in variants}
    if name not in known:
        raise ValueError(f"there is no variant {name!r}{nearest(name, known)}")
    return known[name]


def _notice(line: str) -> None:
    print(f"cthulhu_envs: {line}", file=sys.stderr)


def _command(options: argparse.Namespace) -> str:
    """What was typed, for pages that say how they were made."""
    return shlex.join(["cthulhu", *options.typed])


COMMANDS = (
    Command("tournament", tournament, "let bots play each other", (GAME, *TABLE, *TOURNAMENT)),
    Command("solve", solve, "solve a small table for two exactly", (GAME, *TABLE, *SOLVE)),
    TRAIN,
    Command("exploit", exploit, "find the weaknesses of bots", (GAME, *TABLE, *EXPLOIT)),
    Command(
        "metrics", metrics, "measure bluff and deduction in games", (SOME_GAME, *TABLE, *METRICS)
    ),
    Command("compare", compare, "find out whether a bot is better", (GAME, *TABLE, *COMPARE)),
    Command("leaderboard", leaderboard, "rate the bots, write the pages", (GAMES, *LEADERBOARD)),
)
