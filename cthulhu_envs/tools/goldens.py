"""Goldens: for each game and player count one game by random play, written down so that people
can read it. A golden that changes means that a rule changed. Of a long game the middle is left
out: the state after it is what it is only if every action before came out alike.

    cthulhu goldens

writes them anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.api.registry import find, games
from cthulhu_envs.authoring.files import write_whole
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_envs.authoring.record import STREAM, digest
from cthulhu_envs.authoring.rng import below
from cthulhu_envs.drawing.spectator import seat_names

FOLDER = "tests/golden"
FIRST_LINES, LAST_LINES = 180, 60  # of a long game
MOST_LINES = 300


def tables() -> list[Game]:
    """Every registered game at every player count, with its own default settings."""
    return [
        find(game_id).configure(**{NUM_PLAYERS: players})
        for game_id in games()
        for players in find(game_id).players
    ]


def golden_name(game: Game) -> str:
    """The file of a game's golden."""
    return f"{game.id}-{game.num_players}p.txt"


def golden_text(game: Game, seed: int) -> str:
    """A game by random play, one line per action, up to its end."""
    lines = list(_lines(game, seed))
    left_out = len(lines) - FIRST_LINES - LAST_LINES
    if left_out > 1:
        lines[FIRST_LINES:-LAST_LINES] = [f"... {left_out} actions"]
    return "\n".join(lines) + "\n"


def _lines(game: Game, seed: int) -> Iterator[str]:
    lanes = Lanes(game, 1)
    chooser = np.zeros(1, STREAM)
    chooser[0].rng = lanes.seeds[0] = seed
    game.arrange(game, lanes.states[0], {})
    lanes.run(loops.BEGIN)
    yield f"game {game.id}"
    yield f"seed {seed}"
    yield f"settings {json.dumps(dict(game.values))}"
    yield f"{digest(lanes.states)}  dealt"
    paid = np.zeros(game.num_players)
    while not lanes.done[0]:
        seat = int(lanes.seat[0])
        legal = np.flatnonzero(lanes.mask[0])
        lanes.actions[0] = action = int(legal[below(chooser[0], len(legal))])
        lanes.run(loops.STEP)
        paid += lanes.reward[0]
        words = game.actions.text(action, seat_names(game, seat))
        yield f"{digest(lanes.states)}  player_{seat}: {words}"
    yield f"ending {game.ending_name(int(lanes.ending[0]))}"
    yield f"rewards {' '.join(f'{share:g}' for share in paid.round(6))}"


def write_goldens(folder: str | Path) -> list[Path]:
    """Write the goldens of all registered games; returns the files."""
    written = []
    for game in tables():
        path = Path(folder) / golden_name(game)
        write_whole(path, golden_text(game, seed=game.num_players))
        written.append(path)
    return written
