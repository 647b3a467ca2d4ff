"""What `--help`, `info` and `agents` tell, and that what they tell works."""

from __future__ import annotations

import argparse
import shlex
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.cli.parser import GROUPS, OTHERS, all_commands, listed, parser_of
from cthulhu_training.settings_record import whole_number
from cthulhu_training.trainers import names

import cthulhu_envs
from cthulhu_envs.api import plugins
from cthulhu_envs.api.agents import kinds, make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.tools.laws import LAWS
from tests.cli.program import environment

COMMANDS = sorted(all_commands())


def sub_parser(command: str, *typed: str) -> argparse.ArgumentParser:
    actions = parser_of([command, *typed])._actions
    subs = next(one for one in actions if isinstance(one, argparse._SubParsersAction))
    found: argparse.ArgumentParser = subs.choices[command]
    return found


def test_commands_are_listed_once_by_group() -> None:
    told = listed(all_commands())

    for group, commands in GROUPS.items():
        assert f"{group}:\n" in told
        for command in commands:
            assert told.count(f"\n  {command} ") == 1
    assert OTHERS not in told  # all of ours have a place


def test_a_command_that_cannot_be_loaded_is_told_of_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = dict(plugins.found(plugins.COMMANDS))
    found["own"] = EntryPoint("own", "no_such_module:COMMAND", plugins.COMMANDS)
    found["own"]._for(found["info"].dist)  # type: ignore[attr-defined]
    others = plugins.found
    monkeypatch.setattr(
        plugins, "found", lambda group: found if group == plugins.COMMANDS else others(group)
    )
    why = "no command own: the package cthulhu_envs declares it, but it cannot be loaded"

    assert main(["info", "love_letter"]) == 0
    assert "own" not in capsys.readouterr().err
    assert main(["own", "love_letter"]) == BAD_INPUT
    assert f"{why} (No module named 'no_such_module')" in capsys.readouterr().err
    for typed in (["--help"], []):
        with pytest.raises(SystemExit) as ended:
            main(typed)
        assert ended.value.code == 0 and why in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_its_default(command: str) -> None:
    parser = sub_parser(command)
    formatter = parser._get_formatter()
    for action in parser._actions:
        if action.option_strings and action.dest != "help" and not action.required:
            words = formatter._expand_help(action)
            assert "default" in words, f"{command} {action.option_strings[0]}: {words}"


def test_what_can_be_chosen_is_named() -> None:
    named = " ".join(sub_parser("check", "--help").format_help().split())

    assert all(f"{law.name}," in named for law in LAWS)
    assert "name of a game; default: love_letter" in sub_parser("metrics").format_help()


@pytest.mark.parametrize("trainer", names())
def test_every_setting_of_a_trainer_says_its_default(trainer: str) -> None:
    parser = sub_parser("train", "--trainer", trainer)

    help_ = parser.format_help()

    assert "--seed SEED" in help_ and "--log LOG" in help_
    assert "(default: 1)" in help_


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example_that_its_parser_takes(command: str) -> None:
    example = all_commands()[command].example

    program, named, *words = shlex.split(example)
    assert (program, named) == ("cthulhu", command)
    assert parser_of([named, *words]).parse_args([named, *words])
    assert f"example:\n  {example}\n" in sub_parser(command).format_help()


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000", 1000), ("1e6", 10**6), ("2.5e5", 250_000), ("1_000_000", 10**6), ("10M", 10**7),
     ("200k", 200_000), ("-1", -1)],
)  # fmt: skip
def test_whole_numbers_are_read_as_people_write_them(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["1.5", "many", "", "M", "inf", "nan", "1e-3"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a whole number"):
        whole_number(text)


@pytest.mark.parametrize("command", ["play", "tournament", "balance"])
def test_a_number_of_players_is_asked_for_in_its_own_words(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "love_letter", "-p", "two"])

    assert "'two' is not a number of players such as 2\n" in capsys.readouterr().err


@pytest.mark.parametrize("game_id", cthulhu_envs.games())
def test_info_names_every_setting_with_default_choices_and_meaning(
    game_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["info", game_id]) == 0

    told = capsys.readouterr().out
    game = find(game_id)
    for setting in game.settings:
        assert f"\n{setting.name}=" in told and setting.meaning in told
        assert all(str(choice).lower() in told.lower() for choice in setting.choices)
    assert f"by default {game.num_players}" in told
    assert f"{game.configure(num_players=game.players[-1]).actions.size} actions" in told


@pytest.mark.parametrize("game_id", cthulhu_envs.games())
def test_agents_lists_every_bot_with_its_options(
    game_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["agents", game_id]) == 0

    told = capsys.readouterr().out
    game = find(game_id)
    unable = set() if game.extras.solver else {"solved"}
    for kind in kinds(game).keys() - unable:
        assert f"\n{kind}\n    " in told or f"\n{kind} " in told
    assert "options: iters=1000, time=0.0, worlds=500" in told
    assert make_agent("ismcts:iters=5,worlds=500,belief=auto", find(game_id))  # as it says


def test_python_dash_m_is_the_same_program(tmp_path: Path) -> None:
    import subprocess
    import sys

    found = subprocess.run(
        [sys.executable, "-m", "cthulhu_envs", "play", "love_leter"],
        cwd=tmp_path,
        env=environment({}),
        capture_output=True,
        timeout=120,
    )

    assert found.returncode == 2
    assert b"cthulhu: there is no game 'love_leter'; did you mean 'love_letter'?" in found.stderr
