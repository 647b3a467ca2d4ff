"""`cthulhu_envs/<game>_v1.py`, made from the code: `env` and `raw_env` with every setting in their
signatures, so that an editor shows them.
"""

from __future__ import annotations

import json
import textwrap
from typing import Any

from cthulhu_envs.authoring.game import NUM_PLAYERS, Game

WIDTH = 96
INDENT = "    "
MADE_BY = "Made by `cthulhu docs`; change the game's settings, not this file."


def module_name(game: Game) -> str:
    """As PettingZoo users import it: 'love_letter_v1'."""
    return f"{game.name}_v{game.version}"


def module(game: Game) -> str:
    """The whole file."""
    name = module_name(game)
    head = f'"""{game.title}, as PettingZoo users create it.'
    parts = [
        f'{head}\n\n    from cthulhu_envs import {name}\n\n{MADE_BY}\n"""',
        "from __future__ import annotations",
        "from typing import Any",
        "from pettingzoo.utils.env import AECEnv",
        "from cthulhu_envs.api.aec import RawEnv\n"
        "from cthulhu_envs.api.make import make\n"
        "from cthulhu_envs.api.registry import find\n"
        "from cthulhu_envs.drawing.render import CURRENT",
        f'GAME = "{game.id}"\n\n\n' + _env(game),
        "\n" + _raw_env(game),
    ]
    return "\n\n".join(parts) + "\n"


def _env(game: Game) -> str:
    words = f"{game.title}: an AEC environment that checks order, bounds and legality."
    said = [
        "render_mode: human, ansi or rgb_array.",
        'render_seat: whose eyes: "player_0", "current" for the seat to move, or "all".',
        *(f"{name}: {meaning}." for name, _, meaning in _settings(game)),
    ]
    doc = [f'"""{words}', "", *(line for one in said for line in _wrapped(one)), '"""']
    call = ["return make(", *_lines("GAME", *_passed(game)), ")"]
    return _function("env", "AECEnv[str, Any, int]", game, [*doc, *call])


def _raw_env(game: Game) -> str:
    doc = (
        '"""The same without checks: an illegal action raises ValueError. Settings as in `env`."""'
    )
    table = ["table = find(GAME).configure(", *_lines(*_passed(game)[2:]), ")"]
    body = [doc, *table, "return RawEnv(table, render_mode, render_seat)"]
    return _function("raw_env", "RawEnv", game, body)


def _function(name: str, returns: str, game: Game, body: list[str]) -> str:
    takes = ["render_mode: str | None = None", "render_seat: str = CURRENT", "*"]
    takes += [
        f"{name}: {_type(default)} = {_literal(default)}" for name, default, _ in _settings(game)
    ]
    lines = [f"def {name}(", *_lines(*takes), f") -> {returns}:"]
    return "\n".join([*lines, *(f"{INDENT}{line}".rstrip() for line in body)])


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - len(INDENT), subsequent_indent=INDENT)


def _lines(*items: str) -> list[str]:
    return [f"{INDENT}{item}," for item in items]


def _settings(game: Game) -> list[tuple[str, Any, str]]:
    low, high = game.players[0], game.players[-1]
    players = f"{low} to {high} players" if low < high else f"{low} players"
    own = [(one.name, one.default, one.told) for one in game.settings]
    return [(NUM_PLAYERS, game.default_players or low, players), *own]


def _type(default: Any) -> str:
    return type(default).__name__ if isinstance(default, (str, bool, int, float)) else "Any"


def _literal(default: Any) -> str:
    return json.dumps(default) if isinstance(default, str) else repr(default)


def _passed(game: Game) -> list[str]:
    names = ("render_mode", "render_seat", *(name for name, _, _ in _settings(game)))
    return [f"{name}={name}" for name in names]
