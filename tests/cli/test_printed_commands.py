"""Every command printed in the documentation is one that works: it is read by its real parser, and
run with small settings, unless it is excused below with a reason.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cthulhu_training.cli.main import main

from cthulhu_envs.api import plugins, registry
from cthulhu_envs.authoring.kernels import is_compiled
from tests.cli.printed_commands import (
    OWN_TRAINER,
    ROOT,
    TUTORIAL,
    Printed,
    code_of,
    entry_points_of,
    in_small,
    pages,
    printed,
)

PAGES = [page for page in pages() if printed(page)]
EXCUSED = {  # read by its parser and not run, by how it begins
    "cthulhu champion": "writes into the package; tests/training/test_champion.py runs it",
    "cthulhu train love_letter --trainer rllib": "starts Ray; tests/training/test_rllib.py runs it",
    "cthulhu bench love_letter -p 2 --training": "half a minute; learn/test_speed.py measures it",
}
ANSWERS = {"compare": (0, 1), "coverage": (0, 1)}  # exit codes that are no fault
ADDED = {  # to the words behind the program, where the whole would take long
    "leaderboard": ["love_letter"],
    "balance": ["--players", "2"],
}
# Pages that list runs of many readers, who have a folder each.
MANY_RUNS = ("docs/benchmarks/ll-8.md",)

# What readers are thought to have when they come to a page: policies learned before, and replays.
LL = ["love_letter", "-p", "2", "--set", "rounds=single"]
LEARNED = {
    "docs/benchmarks/ll-8.md": {
        "ppo-1": [*LL, "--set", "edition=classic", "--set", "deck=ll-6"],
    },
    "docs/other_trainers.md": {"results/rllib": LL},
    "docs/training.md": {
        "ll2c": [*LL, "--set", "edition=classic"],
        "a": ["death_may_die", "-p", "2"],
        "b": ["death_may_die", "-p", "2", "--seed", "2"],
    },
}
DESCRIBED = {  # folders that no printed command writes by their name
    "ppo-1": "one of RUNS, the folders of many readers",
    "a": "commands of docs/policies.md with other seeds",
    "b": "commands of docs/policies.md with other seeds",
}
REPLAYS = {"docs/evaluating.md": ["game1.jsonl", "game2.jsonl"]}
BOT = "from cthulhu_agents.random_agent import RandomAgent\n\n\nclass {}(RandomAgent):\n    pass\n"
BOTS = {"my_module": "MyBot", "my_bots": "Thinker"}


class ParsedError(Exception):
    """The parser has accepted the words, and that was all that was asked."""


class Desk:
    """Where commands are run, in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.patch, self.page, self.runs, self.is_small = monkeypatch, "", 0, False
        self.read = argparse.ArgumentParser.parse_args
        monkeypatch.chdir(folder)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setattr(argparse.ArgumentParser, "parse_args", self.parse_args())

    def parse_args(self) -> Any:
        """What parsers do here: read the words as printed, then shrink them if they are to run."""

        def parse(parser: Any, args: Any = None, namespace: Any = None) -> Any:
            words = list(sys.argv[1:] if args is None else args)
            self.read(parser, list(words))
            if not self.is_small:
                raise ParsedError
            return self.read(parser, in_small(words, options_of(parser, words)), namespace)

        return parse

    def do(self, words: list[str]) -> int:
        """Run a command; returns its exit code."""
        self.patch.setattr("sys.stdin", io.StringIO("1\n?\nq\n"))
        try:
            if words[0] == "cthulhu":
                return main(words[1:])
            self.patch.setattr("sys.argv", words[2:])
            self.patch.delitem(sys.modules, words[2], raising=False)
            runpy.run_module(words[2], run_name="__main__", alter_sys=True)
        except SystemExit as stop:
            return int(stop.code or 0)
        return 0

    def parses(self, words: list[str]) -> bool:
        """Whether its real parser takes a command."""
        self.is_small = False
        try:
            return self.do(words) == 0  # help ends without an error
        except ParsedError:
            return True

    def runs_well(self, words: list[str]) -> bool:
        """Whether a command with small settings does what it should."""
        self.is_small = True
        name = words[1] if words[0] == "cthulhu" else words[2]
        start = words.index(name) + 1
        if name != "leaderboard" or words[start : start + 1] == [] or words[start][0] == "-":
            words = [*words[:start], *ADDED.get(name, []), *words[start:]]
        if self.page in MANY_RUNS and "--out" not in words:
            self.runs += 1
            words = [*words, "--out", f"own/{self.runs}"]
        return self.do(words) in ANSWERS.get(name, (0,))


def options_of(parser: Any, words: list[str]) -> list[str]:
    """The options that a parser takes, or that of the command that is chosen."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return options_of(action.choices[words[0]], words[1:])
    return list(parser._option_string_actions)


def is_known(words: list[str]) -> bool:
    """Whether a command that is only mentioned exists."""
    if words[0] == "make":
        return f"\n{words[1]}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
    if words[0] == "python":
        return importlib.util.find_spec(words[2].removesuffix(".NAME")) is not None
    return True


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desk:
    for module, page in (("kuhn", TUTORIAL), ("tuner", OWN_TRAINER)):
        (tmp_path / f"{module}.py").write_text(code_of(page)[0], encoding="utf-8")
        monkeypatch.delitem(sys.modules, module, raising=False)
    found, declared = plugins.found, entry_points_of(OWN_TRAINER)
    monkeypatch.setattr(plugins, "found", lambda group: found(group) | declared.get(group, {}))
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    for module, bot in BOTS.items():
        (tmp_path / f"{module}.py").write_text(BOT.format(bot))
        monkeypatch.delitem(sys.modules, module, raising=False)
    return Desk(monkeypatch, tmp_path)


def fault_of(desk: Desk, command: Printed) -> str:
    """What is wrong with a command, or nothing."""
    words = command.words
    is_ours = words[0] == "make" or words[-1].startswith("tests.")  # what this is a part of
    if is_ours or (command.is_mention and words[0] != "cthulhu"):
        return "" if is_known(words) else "there is no such command"
    if command.is_mention:
        return "" if desk.parses([*words[:2], "--help"]) else "there is no such command"
    if not desk.parses(words):
        return "its parser refuses it"
    if any(command.text.startswith(start) for start in EXCUSED) or "--help" in words:
        return ""
    if desk.runs_well(words):
        return ""
    return "it fails"


@pytest.mark.skipif(not is_compiled(), reason="plays, learns and solves")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_work(
    page: Path, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    name = desk.page = str(page.relative_to(ROOT))
    for folder, table in LEARNED.get(name, {}).items():
        assert desk.runs_well(["cthulhu", "train", *table, "--out", folder])
    for replay in REPLAYS.get(name, []):
        assert desk.runs_well(["cthulhu", "watch", *LL, "--save-replay", replay])

    for command in printed(page):
        capsys.readouterr()
        fault = fault_of(desk, command)
        assert not fault, f"{command.text}: {fault}\n{capsys.readouterr().err}"


def unwritten(folders: dict[str, list[str]]) -> list[str]:
    """Folders of runs that no printed command writes and no sentence describes."""
    words = [command.words for page in PAGES for command in printed(page)]
    outs = {each[each.index("--out") + 1] for each in words if "--out" in each}
    return [folder for folder in folders if folder not in outs | DESCRIBED.keys()]


def test_what_readers_are_thought_to_have_is_written_by_printed_commands() -> None:
    thought = {folder: table for page in LEARNED.values() for folder, table in page.items()}

    assert not unwritten(thought)
    assert DESCRIBED.keys() <= thought.keys()
    assert unwritten({"results/rllib/love_letter-2p-seed1": LL})


def made_by(target: str) -> Iterator[list[str]]:
    """The commands that `make` would run."""
    told = ["make", "--dry-run", "--always-make", target]
    shown = subprocess.run(told, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for line in shown.splitlines():
        if found := re.match(r"\S*bin/cthulhu (.*)", line):
            yield ["cthulhu", *found[1].split()]


@pytest.mark.skipif(not is_compiled(), reason="plays, learns and solves")
def test_the_commands_of_the_demo_work(desk: Desk) -> None:
    wanted = list(made_by("demo"))

    assert [words[1] for words in wanted] == ["warm", "train", "tournament", "exploit"]
    for words in wanted:
        assert desk.parses(words)
        assert words[1] == "warm" or desk.runs_well(words)


def test_the_demo_ends_with_what_its_tables_mean_and_where_the_picture_is() -> None:
    told = ["make", "--no-print-directory", "--dry-run", "--always-make", "demo"]
    shown = subprocess.run(told, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    *_, exploit, last = shown.splitlines()

    said = shlex.split(last)[2:]
    assert exploit.endswith(" equilibrium") and len(said) == 3
    assert "50 % is fair" in said[0] and "0 for the equilibrium" in said[1]
    assert "results/demo/tournament/tournament.png" in said[2]
    assert "--out results/demo/tournament" in shown


def test_every_excuse_is_needed() -> None:
    texts = [command.text for page in PAGES for command in printed(page)]

    assert all(any(text.startswith(start) for text in texts) for start in EXCUSED)


@pytest.mark.parametrize(
    "text, fault",
    [
        ("cthulhu play love_letter --against random", "its parser refuses it"),
        ("cthulhu play love_letter --opponent random", "its parser refuses it"),
        ("cthulhu watch love_letter --agents hueristic", "it fails"),
        ("cthulhu dance", "there is no such command"),
        ("make tea", "there is no such command"),
        ("python -m training.nothing", "there is no such command"),
    ],
)
def test_a_command_that_does_not_work_is_found(desk: Desk, text: str, fault: str) -> None:
    assert fault_of(desk, Printed("", text)) == fault
