"""The command line: `cthulhu games | play | watch | bench | check | coverage | warm | docs`, and
what training/cli.py adds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cthulhu_envs
from cthulhu_envs.engine import render
from cthulhu_envs.engine.errors import sentence
from cthulhu_envs.engine.game import load
from cthulhu_envs.engine.onlooker import name_of
from cthulhu_envs.engine.registry import find
from cthulhu_envs.options import (
    GAME,
    GAMES,
    SOME_GAME,
    TABLE,
    Argument,
    Command,
    chosen_games,
    table_of,
)

BAD_INPUT = 2
INTERRUPTED = 130
BETWEEN_MOVES = 1.0  # seconds, when bots are watched


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; bad input gives one line on stderr and exit code 2."""
    try:
        options = _parser().parse_args(argv)
        if argv is None:
            sys.path.append(str(Path.cwd()))  # where bots of one's own may lie
        options.typed = list(sys.argv[1:] if argv is None else argv)
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except (ValueError, ImportError, OSError) as fault:
        print(f"cthulhu: {sentence(fault)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("cthulhu: stopped", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cthulhu",
        description="Imperfect-information tabletop games for learning agents.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=cthulhu_envs.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (*COMMANDS, *load("training.cli:COMMANDS")):
        sub = commands.add_parser(
            command.name, help=command.text, description=command.text, allow_abbrev=False
        )
        for flags, settings in command.arguments:
            sub.add_argument(*flags, **settings)
        sub.set_defaults(command=command.run)
    return parser


SEED: Argument = (("--seed",), {"type": int, "help": "seed of the deals"})
PLAY: tuple[Argument, ...] = (
    (("--seat",), {"type": int, "default": 0, "help": "your chair, from 0"}),
    (
        ("--opponents",),
        {
            "nargs": "+",
            "default": ["heuristic"],
            "help": "bots at the other seats: one for all, or one each, clockwise from you",
        },
    ),
    (("--save-replay",), {"type": Path, "metavar": "FILE", "help": "write the game to a file"}),
    SEED,
)
WATCH: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["heuristic"], "help": "bots, one or one a seat"}),
    (("--replay",), {"type": Path, "metavar": "FILE", "help": "show a recorded game instead"}),
    (
        ("--seat",),
        {
            "default": render.ALL,
            "help": "whose eyes: a chair from 0, `current` for the seat to move; default all",
        },
    ),
    (("--delay",), {"type": float, "default": BETWEEN_MOVES, "help": "seconds between moves"}),
    (("--save-replay",), {"type": Path, "metavar": "FILE", "help": "write the game to a file"}),
    SEED,
)
BENCH: tuple[Argument, ...] = (
    (("--seconds",), {"type": float, "default": 1.0, "help": "for each figure"}),
    (("--threads",), {"type": int, "default": 2, "help": "for the threaded figure"}),
    (("--num-envs",), {"type": int, "help": "games in the batch, default: what a cache holds"}),
    (("--peers",), {"action": "store_true", "help": "measure other libraries in the same run"}),
    (("--training",), {"action": "store_true", "help": "measure learning too"}),
    (("--no-startup",), {"action": "store_true", "help": "leave out cold and warm start"}),
    (("--json",), {"type": Path, "metavar": "FILE", "help": "write the figures to a file"}),
)
CHECK: tuple[Argument, ...] = (
    GAMES,
    (("--seeds",), {"type": int, "default": 3, "help": "games for each law and player count"}),
)
COVERAGE: tuple[Argument, ...] = (
    GAME,
    (("--deals",), {"type": int, "default": 100_000, "help": "episodes to play"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of deals and choices"}),
    (("--agents",), {"nargs": "+", "default": ["random"], "help": "who plays, each in turn"}),
    (("--markdown",), {"action": "store_true", "help": "print the table as Markdown"}),
)
WARM: tuple[Argument, ...] = (GAMES,)
DOCS: tuple[Argument, ...] = (
    (("--check",), {"action": "store_true", "help": "write nothing, fail where files differ"}),
)


def games(options: argparse.Namespace) -> int:
    """List the games."""
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "actions", "observation", "about", box=None)
    for game_id in cthulhu_envs.games():
        game = find(game_id)
        low, high = game.players[0], game.players[-1]
        sizes = (game.actions.size, game.observations.size)
        table.add_row(game_id, f"{low}-{high}", str(sizes[0]), str(sizes[1]), game.summary)
    console = Console()
    console.print(table)
    console.print(
        f"sizes are for each game's default number of players; version {cthulhu_envs.__version__}"
    )
    return 0


def play(options: argparse.Namespace) -> int:
    """A person at the terminal against bots."""
    from agents.human import Quit
    from cthulhu_envs.engine.terminal import play_game

    game = table_of(options)
    if options.seat not in range(game.num_players):
        raise ValueError(f"--seat must be 0 to {game.num_players - 1}, not {options.seat}")
    specs = ["human", *_specs_of(options.opponents, game.num_players - 1, "opponents")]
    clockwise = [specs[(k - options.seat) % len(specs)] for k in range(len(specs))]
    eyes = name_of(options.seat)
    try:
        replay = play_game(game, clockwise, options.seed, eyes, person=options.seat)
    except Quit:
        print("You left the table.")
        return 0
    if options.save_replay:
        replay.write(options.save_replay)
    return 0


def watch(options: argparse.Namespace) -> int:
    """Bots, or a recorded game, move by move, with every card open or as a seat sees it."""
    from cthulhu_envs.engine.terminal import play_game, show_replay

    game = table_of(options)
    eyes = name_of(int(options.seat)) if options.seat.isdecimal() else options.seat
    if options.replay:
        show_replay(options.replay, options.delay, eyes)
        return 0
    specs = _specs_of(options.agents, game.num_players, "agents")
    replay = play_game(game, specs, options.seed, eyes, options.delay)
    if options.save_replay:
        replay.write(options.save_replay)
    return 0


def _specs_of(named: Sequence[str], seats: int, what: str) -> list[str]:
    """Who sits at so many seats: one bot for all, or one each."""
    if len(named) not in (1, seats):
        raise ValueError(f"{seats} seats need 1 or {seats} {what}, not {len(named)}")
    return list(named) * (seats if len(named) == 1 else 1)


def bench(options: argparse.Namespace) -> int:
    """Steps a second of every face, and the ratio to other libraries."""
    from rich.console import Console

    from cthulhu_envs.bench import run_bench

    game = table_of(options)
    players = [options.players] if options.players else [n for n in (2, 4, 6) if n in game.players]
    result = run_bench(
        game,
        seconds=options.seconds,
        players=players,
        threads=options.threads,
        num_envs=options.num_envs,
        peers=options.peers,
        startup=not options.no_startup,
        training=options.training,
        progress=lambda line: print(line, file=sys.stderr),
    )
    Console().print(result.table())
    if options.json:
        options.json.write_text(json.dumps(result.to_json(), indent=2) + "\n", encoding="utf-8")
    return 0


def check(options: argparse.Namespace) -> int:
    """The laws of every game; exit code 1 when one is broken."""
    from cthulhu_envs.engine.check import BrokenLawError
    from cthulhu_envs.engine.check import check as check_laws

    if options.seeds < 1:
        raise ValueError(f"--seeds must be at least 1, not {options.seeds}")
    for game in chosen_games(options.game):
        try:
            check_laws(game, options.seeds, lambda line: print(f"ok  {line}", flush=True))
        except BrokenLawError as fault:
            print(f"BROKEN  {game.title}: {fault}", file=sys.stderr)
            return 1
    return 0


def coverage(options: argparse.Namespace) -> int:
    """Count which rules happen in random play; exit code 1 if one never did."""
    from rich.console import Console

    from cthulhu_envs.engine.coverage import cover

    found = cover(find(options.game), options.deals, options.seed, options.agents)
    if options.markdown:
        print(found.markdown(), end="")
    else:
        Console().print(found.table())
    return 1 if found.missing else 0


def warm(options: argparse.Namespace) -> int:
    """Compile everything a game needs, and keep it on disk."""
    from cthulhu_envs.engine.warm import warm as warm_game

    for game in chosen_games(options.game):
        start = time.perf_counter()
        warm_game(game)
        print(f"{game.id} is ready, after {time.perf_counter() - start:.1f} s")
    return 0


def docs(options: argparse.Namespace) -> int:
    """Pages made from the code; exit code 1 when `--check` finds one that differs."""
    from cthulhu_envs.engine.docs import write_docs

    changed = write_docs(Path.cwd(), only_check=options.check)
    for path in changed:
        print(f"{'differs' if options.check else 'wrote'} {path}")
    return 1 if changed and options.check else 0


COMMANDS = (
    Command("games", games, "list the games", ()),
    Command("play", play, "play at the terminal against bots", (GAME, *TABLE, *PLAY)),
    Command("watch", watch, "watch bots play, or a replay", (GAME, *TABLE, *WATCH)),
    Command("bench", bench, "measure speed, ours and the peers'", (SOME_GAME, *TABLE, *BENCH)),
    Command("check", check, "check the laws of every game", CHECK),
    Command("coverage", coverage, "count which rules happen in random play", COVERAGE),
    Command("warm", warm, "compile the rules ahead of first use", WARM),
    Command("docs", docs, "write the generated documentation", DOCS),
)

if __name__ == "__main__":
    sys.exit(main())
