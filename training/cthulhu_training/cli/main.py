"""The command line, `cthulhu COMMAND`. Each command is an entry point of the group
`cthulhu_envs.commands`: one file of this folder, or something of another package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cthulhu_envs
from cthulhu_envs.api import plugins
from cthulhu_envs.authoring.errors import sentence
from cthulhu_training.cli.options import Command

BAD_INPUT = 2
INTERRUPTED = 130
ORDER = (  # in `cthulhu --help`; commands of other packages come last
    *("games", "play", "watch", "train", "tournament", "versus", "compare", "leaderboard"),
    *("balance", "metrics", "solve", "exploit", "benchmark", "bench", "check", "coverage", "warm"),
    *("docs", "goldens", "policies", "fit"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; bad input gives one line on stderr and exit code 2."""
    typed = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        sys.path.append(str(Path.cwd()))  # where bots of one's own may lie
    try:
        options = parser_of(typed).parse_args(typed)
        options.typed = typed
        command: Command = options.command
        return command.run(options)
    except (ValueError, ImportError, OSError) as fault:
        print(f"cthulhu: {sentence(fault)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("cthulhu: stopped", file=sys.stderr)
        return INTERRUPTED


def parser_of(typed: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands; options that depend on what was typed are there for that."""
    parser = argparse.ArgumentParser(
        prog="cthulhu",
        description="Imperfect-information tabletop games for learning agents.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=cthulhu_envs.__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in all_commands().items():
        sub = commands.add_parser(
            name, help=command.text, description=command.text, allow_abbrev=False
        )
        takes = command.arguments
        for flags, told in takes(typed[1:]) if callable(takes) else takes:
            sub.add_argument(*flags, **told)
        sub.set_defaults(command=command)
    return parser


def all_commands() -> dict[str, Command]:
    """The commands of all installed packages. One that cannot be loaded is told of and left out."""
    found = plugins.found(plugins.COMMANDS)
    commands = {}
    for name in sorted(found, key=lambda one: (ORDER.index(one) if one in ORDER else 99, one)):
        try:
            commands[name] = plugins.load(plugins.COMMANDS, name)
        except Exception as fault:  # whatever another package's file may raise
            print(f"cthulhu: no command {name}: {sentence(fault)}", file=sys.stderr)
    return commands


if __name__ == "__main__":
    sys.exit(main())
