"""The command line: `cthulhu games | play | watch | tournament | solve | bench | check |
coverage | warm | docs`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cthulhu_envs
from cthulhu_envs.engine import render
from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.engine.game import Game, load
from cthulhu_envs.engine.registry import find

BAD_INPUT = 2
INTERRUPTED = 130
BETWEEN_MOVES = 1.0  # seconds, when bots are watched


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; bad input gives one line on stderr and exit code 2."""
    try:
        options = _parser().parse_args(argv)
        command: Callable[[argparse.Namespace], int] = options.command
        return command(options)
    except (ValueError, ImportError, OSError) as fault:
        print(f"cthulhu: {fault}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("cthulhu: stopped", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cthulhu", description="Imperfect-information tabletop games for learning agents."
    )
    parser.add_argument("--version", action="version", version=cthulhu_envs.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command, help_text, arguments in (
        ("games", games, "list the games", ()),
        ("play", play, "play at the terminal against bots", (GAME, *TABLE, *PLAY)),
        ("watch", watch, "watch bots play, or a replay", (GAME, *TABLE, *WATCH)),
        ("tournament", tournament, "let bots play each other", (GAME, *TABLE, *TOURNAMENT)),
        ("solve", solve, "solve a small table for two exactly", (GAME, *TABLE, *SOLVE)),
        ("bench", bench, "measure speed, ours and the peers'", (SOME_GAME, *TABLE, *BENCH)),
        ("check", check, "check the laws of every game", CHECK),
        ("coverage", coverage, "count which rules happen in random play", COVERAGE),
        ("warm", warm, "compile the rules ahead of first use", WARM),
        ("docs", docs, "write the generated documentation", DOCS),
    ):
        sub = commands.add_parser(name, help=help_text, description=help_text)
        for flags, settings in arguments:
            sub.add_argument(*flags, **settings)
        sub.set_defaults(command=command)
    return parser


Argument = tuple[tuple[str, ...], dict[str, Any]]

GAME: Argument = (("game",), {"help": "name of a game, as `cthulhu games` lists them"})
SOME_GAME: Argument = (("game",), {"nargs": "?", "help": "name of a game; default the first"})
TABLE: tuple[Argument, ...] = (
    (("--players", "-p"), {"type": int, "help": "number of players"}),
    (
        ("--set",),
        {
            "action": "append",
            "default": [],
            "metavar": "NAME=VALUE",
            "help": "a setting of the game, such as edition=classic; may be repeated",
        },
    ),
)
SEED: Argument = (("--seed",), {"type": int, "help": "seed of the deals"})
PLAY: tuple[Argument, ...] = (
    (("--seat",), {"type": int, "default": 0, "help": "your chair, from 0"}),
    (("--against",), {"default": "heuristic", "help": "the bots at the other seats"}),
    (("--save-replay",), {"type": Path, "metavar": "FILE", "help": "write the game to a file"}),
    SEED,
)
WATCH: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["heuristic"], "help": "bots, one or one a seat"}),
    (("--replay",), {"type": Path, "metavar": "FILE", "help": "show a recorded game instead"}),
    (("--delay",), {"type": float, "default": BETWEEN_MOVES, "help": "seconds between moves"}),
    (("--save-replay",), {"type": Path, "metavar": "FILE", "help": "write the game to a file"}),
    SEED,
)
TOURNAMENT: tuple[Argument, ...] = (
    (("--agents",), {"nargs": "+", "default": ["random", "heuristic"], "help": "bots"}),
    (("--deals",), {"type": int, "default": 1000, "help": "deals for each pairing"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of the deals"}),
    (("--out",), {"type": Path, "default": Path("results/tournament"), "help": "folder"}),
)
SOLVE: tuple[Argument, ...] = (
    (("--deck",), {"help": "the deck, such as ll-8; the same as --set deck=..."}),
    (("--target",), {"type": float, "default": 1e-4, "help": "exploitability to reach"}),
    (("--iterations",), {"type": int, "default": 10_000, "help": "at most so many"}),
    (("--variant",), {"default": "discounted", "help": "cfr+, linear or discounted"}),
    (("--memory",), {"type": float, "default": 4.0, "help": "gigabytes the tree may take"}),
    (("--out",), {"type": Path, "help": "folder of the policy; default results/solve/..."}),
)
BENCH: tuple[Argument, ...] = (
    (("--seconds",), {"type": float, "default": 1.0, "help": "for each figure"}),
    (("--threads",), {"type": int, "default": 2, "help": "for the threaded figure"}),
    (("--num-envs",), {"type": int, "default": 1024, "help": "games in the batch"}),
    (("--peers",), {"action": "store_true", "help": "measure other libraries in the same run"}),
    (("--no-startup",), {"action": "store_true", "help": "leave out cold and warm start"}),
    (("--json",), {"type": Path, "metavar": "FILE", "help": "write the figures to a file"}),
)
GAMES: Argument = (("game",), {"nargs": "*", "help": "names of games; default all"})
CHECK: tuple[Argument, ...] = (
    GAMES,
    (("--seeds",), {"type": int, "default": 3, "help": "games for each law and player count"}),
)
COVERAGE: tuple[Argument, ...] = (
    GAME,
    (("--deals",), {"type": int, "default": 100_000, "help": "episodes to play"}),
    (("--seed",), {"type": int, "default": 1, "help": "seed of deals and choices"}),
    (("--markdown",), {"action": "store_true", "help": "print the table as Markdown"}),
)
WARM: tuple[Argument, ...] = (GAMES,)
DOCS: tuple[Argument, ...] = (
    (("--check",), {"action": "store_true", "help": "write nothing, fail where files differ"}),
)


def settings_of(items: Sequence[str]) -> dict[str, Any]:
    """`edition=classic` and the like as settings; values are JSON where they can be."""
    settings = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals:
            raise ValueError(f"--set needs NAME=VALUE, not {item!r}")
        try:
            settings[name] = json.loads(value)
        except json.JSONDecodeError:
            settings[name] = value
        if not isinstance(settings[name], (dict, list, bool, type(None))):
            settings[name] = _number_or_word(value)
    return settings


def _number_or_word(value: str) -> int | str:
    """'3' is a number, '2019' may be an edition's name: the game decides, see `table_of`."""
    return int(value) if value.lstrip("-").isdigit() else value


def table_of(options: argparse.Namespace) -> Game:
    """The game with the settings of the command line."""
    game = find(options.game or cthulhu_envs.games()[0])
    settings = settings_of(options.set)
    for setting in game.settings:  # names that look like numbers are words where words are wanted
        if setting.choices and isinstance(settings.get(setting.name), int):
            settings[setting.name] = str(settings[setting.name])
    if options.players is not None:
        settings["num_players"] = options.players
    return game.configure(**settings)


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
    specs = [options.against] * game.num_players
    specs[options.seat] = "human"
    try:
        replay = play_game(game, specs, options.seed, looker=options.seat)
    except Quit:
        print("You left the table.")
        return 0
    if options.save_replay:
        replay.write(options.save_replay)
    return 0


def watch(options: argparse.Namespace) -> int:
    """Bots, or a recorded game, move by move with every card open."""
    from cthulhu_envs.engine.terminal import play_game, show_replay

    game = table_of(options)
    if options.replay:
        show_replay(options.replay, options.delay)
        return 0
    specs = options.agents * game.num_players if len(options.agents) == 1 else options.agents
    if len(specs) != game.num_players:
        raise ValueError(
            f"{game.num_players} seats need 1 or {game.num_players} agents, not {len(specs)}"
        )
    replay = play_game(game, specs, options.seed, looker=render.ALL_SEATS, delay=options.delay)
    if options.save_replay:
        replay.write(options.save_replay)
    return 0


def tournament(options: argparse.Namespace) -> int:
    """Bots against each other: a table, a picture, tidy results; goes on where it was stopped."""
    from rich.console import Console

    arena = load("training.arena:Tournament"), load("training.arena:run_tournament")
    game = table_of(options)
    settings = {**game.chosen, "num_players": game.num_players}
    wanted = arena[0](
        game=game.id,
        agents=tuple(options.agents),
        deals=options.deals,
        seed=options.seed,
        settings=settings,
    )
    outcome = arena[1](wanted, options.out)
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

    if options.deck:
        options.set.append(f"deck={options.deck}")
    if options.players is None:
        options.players = 2
    options.set.insert(0, "rounds=single")
    game = table_of(options)
    folder = options.out or Path("results/solve") / f"{game.name}-{options.deck or 'deck'}"
    console = Console()
    found = solved(
        game,
        folder,
        options.target,
        options.iterations,
        variant_named(options.variant, Variant),
        int(options.memory * 2**30),
        tell=lambda line: print(f"cthulhu_envs: {line}", file=sys.stderr),
    )
    table = Table(title=f"{game.title}, {options.deck or 'own deck'}: solved", box=None)
    for name, value in (
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
    console.print(table)
    return 0


def variant_named(name: str, variants: Any) -> Any:
    """The variant of regret minimisation with that name."""
    known = {variant.value: variant for variant in variants}
    if name not in known:
        raise ValueError(f"there is no variant {name!r}{nearest(name, known)}")
    return known[name]


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
        progress=lambda line: print(line, file=sys.stderr),
    )
    Console().print(result.table())
    if options.json:
        options.json.write_text(json.dumps(result.to_json(), indent=2) + "\n", encoding="utf-8")
    return 0


def _chosen(names: Sequence[str]) -> list[Game]:
    return [find(name) for name in names or cthulhu_envs.games()]


def check(options: argparse.Namespace) -> int:
    """The laws of every game; exit code 1 when one is broken."""
    from cthulhu_envs.engine.check import BrokenLawError
    from cthulhu_envs.engine.check import check as check_laws

    if options.seeds < 1:
        raise ValueError(f"--seeds must be at least 1, not {options.seeds}")
    for game in _chosen(options.game):
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

    found = cover(find(options.game), options.deals, options.seed)
    if options.markdown:
        print(found.markdown(), end="")
    else:
        Console().print(found.table())
    return 1 if found.missing else 0


def warm(options: argparse.Namespace) -> int:
    """Compile everything a game needs, and keep it on disk."""
    from cthulhu_envs.engine.warm import warm as warm_game

    for game in _chosen(options.game):
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


if __name__ == "__main__":
    sys.exit(main())
