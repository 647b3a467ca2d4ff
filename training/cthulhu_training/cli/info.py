"""`cthulhu info`: a game's players, editions, sizes and settings."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from cthulhu_envs.api.registry import camel, find_typed
from cthulhu_envs.api.typed import value_words
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game, Setting, span_of
from cthulhu_training.command import GAME, Command

EDITION = "edition"


def run(options: argparse.Namespace) -> int:
    """Print all that can be chosen about a game."""
    from cthulhu_training.cli.show import entries, facts_table, show

    game = find_typed(options.game)
    show(facts_table(f"{game.title}. {game.docs.summary}", dict(facts_of(game))))
    show("\nsettings, with their defaults: --set NAME=VALUE, or a keyword in Python")
    show(entries(map(setting_entry, game.settings)))
    show(f"\nbots: cthulhu agents {game.name}")
    return 0


def facts_of(game: Game) -> Iterator[tuple[str, str]]:
    """What is the same whatever is chosen, and the sizes, by edition where there are some."""
    usual = game.num_players
    yield "id", f"{game.id}; in Gymnasium cthulhu_envs/{camel(game.id)}"
    yield "players", f"{span_of(game.players)}, by default {usual}; -p NUMBER"
    editions = next((one.choices for one in game.settings if one.name == EDITION), ())
    for edition in editions or (None,):
        named = {} if edition is None else {EDITION: edition}
        tables = [table for number in game.players for table in configured(game, number, named)]
        seats = span_of(range(tables[0].num_players, tables[-1].num_players + 1))
        actions = span_of(range(tables[0].actions.size, tables[-1].actions.size + 1))
        sizes = range(tables[0].observations.size, tables[-1].observations.size + 1)
        words = f"{actions} actions, observation of {span_of(sizes)} numbers"
        yield (
            "sizes" if edition is None else f"edition {edition}",
            f"{seats} players: {words}",
        )
    yield "rewards", game.docs.rewards
    if game.extras.solver:
        yield "solved exactly", "small decks for two: cthulhu solve, cthulhu exploit"


def configured(game: Game, number: int, named: dict[str, Any]) -> list[Game]:
    """The table with that many players, or none where an edition does not take them."""
    try:
        return [game.configure(**{NUM_PLAYERS: number}, **named)]
    except ValueError:
        return []


def setting_entry(setting: Setting) -> tuple[str, str]:
    """`edition=2019`, and what it means."""
    default = "None" if setting.default is None else value_words(setting.default)
    choices = f"; one of {', '.join(map(value_words, setting.choices))}" if setting.choices else ""
    known = setting.known() if setting.known else {}
    named = "".join(f"\n{what}: {'; '.join(names)}" for what, names in known.items())
    return f"{setting.name}={default}", f"{setting.meaning}{choices}{named}"


COMMAND = Command(
    run, "show a game's settings, editions and sizes", (GAME,), "cthulhu info love_letter"
)
