"""A table as it is typed on the command line: `-p 2 --set edition=classic`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from cthulhu_envs.authoring.game import NUM_PLAYERS, Game


def value_words(value: Any) -> str:
    """The value of a setting; of a deck its cards, `guard=5,priest=2`."""
    if isinstance(value, Mapping):
        return ",".join(f"{name}={copies}" for name, copies in value.items())
    return value if isinstance(value, str) else json.dumps(value)


def table_options(table: Mapping[str, Any]) -> list[str]:
    """The options for the settings of a table, such as `Game.table`."""
    words = ["-p", str(table[NUM_PLAYERS])] if NUM_PLAYERS in table else []
    for name, value in table.items():
        if name != NUM_PLAYERS:
            words += ["--set", shlex.quote(f"{name}={value_words(value)}")]
    return words


def how_to_seat(home: Game, game: Game, what: str) -> str:
    """Why something that belongs to the table `home` does not play at another one of the same game,
    and what to type instead: 'the policy was trained with rounds=single: add --set rounds=single'.
    """
    own = {name: value for name, value in home.values.items() if game.values[name] != value}
    named = [f"{name}={value_words(value)}" for name, value in own.items() if name != NUM_PLAYERS]
    if NUM_PLAYERS in own:
        named.insert(0, f"{own[NUM_PLAYERS]} player{'s' if own[NUM_PLAYERS] > 1 else ''}")
    return f"{what} with {', '.join(named)}: add {' '.join(table_options(own))}"
