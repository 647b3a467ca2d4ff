"""`champion`: the strongest agent of the project for a table, of those that move within 0.1 s.

champions.toml says who that is; `cthulhu champion` plays candidates and writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.authoring.files import SETTINGS, named, read_text
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields, parse_toml

FILE = Path(__file__).with_name("champions.toml")
ENTRIES = "champion"


@dataclass(frozen=True)
class Champion:
    """An entry of the file: who is strongest at which tables."""

    game: str  # its name, without a version
    agent: str
    players: int
    settings: Mapping[str, Any] = field(default_factory=dict)  # those that were not the usual ones

    def plays(self, game: Game) -> bool:
        """Whether it was found out for this table."""
        return (
            self.game == game.name
            and self.players == game.num_players
            and all(game.values.get(name) == value for name, value in self.settings.items())
        )


def read(path: Path = FILE) -> list[Champion]:
    """The entries of a file; ValueError says what is wrong with it."""
    where = named(path)
    found = Fields(parse_toml(read_text(path, SETTINGS), where), where)
    return [
        Champion(
            entry.text("game"), entry.text("agent"), entry.whole("players", 1),
            entry.table("settings") if "settings" in entry else {},
        )
        for entry in (Fields(one, where) for one in found.list_of(ENTRIES, dict))
    ]  # fmt: skip


def spec_for(game: Game) -> str:
    """The champion of a table: found out for just these settings, or with as many players, or else
    with the nearest number of players.
    """
    known = [one for one in read() if one.game == game.name]
    if not known:
        raise ValueError(f"no champion of {game.title} is known: `cthulhu champion` finds one")

    def rank(one: Champion) -> tuple[bool, int, int]:
        return not one.plays(game), abs(one.players - game.num_players), -len(one.settings)

    return min(known, key=rank).agent


def champion(game: Game, seed: int = 0) -> Agent:
    """The strongest agent of this table that moves within a tenth of a second, by tournaments."""
    return make_agent(spec_for(game), game, seed)
