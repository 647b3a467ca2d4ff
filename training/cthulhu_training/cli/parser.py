"""What may be typed after `cthulhu`. Each command is an entry point of the group
`cthulhu_envs.commands`: one file of this folder, or something of another package.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

import cthulhu_envs
from cthulhu_envs.api import plugins
from cthulhu_envs.authoring.errors import one_line, sentence
from cthulhu_training.command import Command
from cthulhu_training.settings_record import whole_number

GROUPS = {  # in `cthulhu --help`; commands of other packages come last
    "play": ("games", "info", "agents", "play", "watch"),
    "evaluate": (
        *("tournament", "versus", "compare", "leaderboard", "champion", "balance", "metrics"),
        *("solve", "exploit", "benchmark"),
    ),
    "train": ("train", "policies", "fit"),
    "develop": ("bench", "check", "coverage", "warm", "docs", "goldens"),
}
OTHERS = "from other packages"
ABOUT = "Imperfect-information tabletop games for learning agents."
MORE = "`cthulhu COMMAND --help` lists the options of a command, with an example."


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, however long the words were that were typed."""

    def error(self, message: str) -> NoReturn:
        super().error(one_line(message))


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Says the default of every option; examples keep their lines."""

    def _get_help_string(self, action: argparse.Action) -> str:
        words = action.help or ""
        if not action.option_strings or "default" in words or action.required:
            return words
        if isinstance(action, (argparse._HelpAction, argparse._VersionAction)):
            return words
        return f"{words} (default: {shown(action.default).replace('%', '%%')})"


def shown(default: Any) -> str:
    """A default as it would be typed."""
    if isinstance(default, bool):
        return "on" if default else "off"
    if isinstance(default, (list, tuple)):
        default = " ".join(map(str, default))
    return "none" if default is None or default == "" else str(default)


def command_of(typed: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command that was typed, and its options; `options.typed` are the words themselves."""
    options = parser_of(typed).parse_args(typed or ["--help"])
    options.typed = list(typed)
    command: Command = options.command
    return command, options


def parser_of(typed: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of all commands; options that depend on what was typed are there for that."""
    known, missing = loaded()
    if typed and typed[0] in missing:
        raise ValueError(f"no command {typed[0]}: {missing[typed[0]]}")
    told = "".join(f"\n\nno command {name}: {why}" for name, why in missing.items())
    parser = Parser(
        prog="cthulhu",
        usage="cthulhu COMMAND ...",
        description=ABOUT,
        epilog=f"{listed(known)}{told}\n\n{MORE}",
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=cthulhu_envs.__version__)
    commands = parser.add_subparsers(
        required=True, metavar="COMMAND", help=argparse.SUPPRESS, prog="cthulhu"
    )
    for name, command in known.items():
        is_chosen = list(typed[:1]) == [name]
        add_command(commands, name, command, typed[1:] if is_chosen else ())
    return parser


def add_command(commands: Any, name: str, command: Command, typed: Sequence[str]) -> None:
    """The parser of one command."""
    example = f"example:\n  {command.example}" if command.example else None
    sub = commands.add_parser(
        name,
        description=f"{command.text[:1].upper()}{command.text[1:]}.",
        epilog=example,
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    takes = command.arguments
    for flags, options in takes(typed) if callable(takes) else takes:
        kind = {"type": whole_number} if options.get("type") is int else {}
        sub.add_argument(*flags, **{**options, **kind})
    sub.set_defaults(command=command)


def loaded() -> tuple[dict[str, Command], dict[str, str]]:
    """The commands of all installed packages, and why others cannot be loaded, both by name."""
    found = plugins.found(plugins.COMMANDS)
    order = [name for names in GROUPS.values() for name in names]
    commands, broken = {}, {}
    for name in sorted(found, key=lambda one: (order.index(one) if one in order else 99, one)):
        try:
            command = plugins.load(plugins.COMMANDS, name)
            if not isinstance(command, Command):
                raise TypeError(f"{found[name].value} is no Command")
            commands[name] = command
        except Exception as fault:  # whatever another package's file may raise
            dist = found[name].dist
            whose = f"the package {dist.name} declares it" if dist else "a package declares it"
            broken[name] = f"{whose}, but it cannot be loaded ({sentence(fault)})"
    return commands, broken


def all_commands() -> dict[str, Command]:
    """The commands of all installed packages, by name."""
    return loaded()[0]


def listed(commands: dict[str, Command]) -> str:
    """All commands with a line each, by group."""
    wide = max(map(len, commands))
    ours = {name for names in GROUPS.values() for name in names}
    groups = {**GROUPS, OTHERS: tuple(name for name in commands if name not in ours)}
    parts = []
    for group, names in groups.items():
        lines = [f"  {name:{wide}}  {commands[name].text}" for name in names if name in commands]
        parts += ["\n".join([f"{group}:", *lines])] if lines else []
    return "\n\n".join(parts)
