"""Defaults are the same on the command line and in the API."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest
from cthulhu_training import defaults

import cthulhu_envs
from cthulhu_envs.authoring import law

SHARED = [  # command, function, option, name of the argument
    ("compare", "compare", "deals", "deals"),
    ("compare", "compare", "better", "better"),
    ("compare", "compare", "worse", "worse"),
    ("tournament", "evaluate", "deals", "deals"),
    ("metrics", "behaviour", "deals", "deals"),
    ("metrics", "behaviour", "worlds", "worlds"),
    ("exploit", "exploitability", "draws", "draws"),
    ("exploit", "exploitability", "target", "target"),
    ("check", "check", "seeds", "seeds"),
    ("solve", "solve", "target", "target"),
    ("solve", "solve", "iterations", "iterations"),
]


@pytest.mark.parametrize("command, function, option, argument", SHARED)
def test_both_have_one_default(command: str, function: str, option: str, argument: str) -> None:
    arguments = import_module(f"cthulhu_training.cli.{command}").COMMAND.arguments
    if callable(arguments):
        arguments = arguments([])
    typed = {flags[0]: options.get("default") for flags, options in arguments}
    called = inspect.signature(getattr(cthulhu_envs, function)).parameters[argument].default

    assert typed[f"--{option}"] == called
    assert called in (*vars(defaults).values(), law.SEEDS)
