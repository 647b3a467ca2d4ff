"""A table as it is typed on the command line, `-p 2 --set edition=classic`, and in Python."""

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
    and how to get that: 'the policy was trained with rounds="single" (typed: --set rounds=single)'.
    """
    own = {name: value for name, value in home.values.items() if game.values[name] != value}
    keywords = ", ".join(f"{name}={_literal(value)}" for name, value in own.items())
    return f"{what} with {keywords} (typed: {' '.join(table_options(own))})"


def _literal(value: Any) -> str:
    """A value as it stands in Python, with the quotation marks of our pages."""
    return json.dumps(value) if isinstance(value, str) else repr(value)
