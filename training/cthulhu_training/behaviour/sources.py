"""Where the games that are measured come from: a tournament on disk, new deals, or replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.registry import game_in
from cthulhu_envs.api.replay import Replay, game_of_replay
from cthulhu_envs.api.trust import specs_from
from cthulhu_envs.authoring.errors import bounded, shown
from cthulhu_envs.authoring.files import LINES, named, read_text
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields
from cthulhu_envs.drawing.spectator import name_of
from cthulhu_training.arena.faults import RULES, STOP
from cthulhu_training.arena.match import Moment
from cthulhu_training.arena.results import NAME, read_results
from cthulhu_training.arena.settings import Chunk, Tournament
from cthulhu_training.arena.workers import play_chunk
from cthulhu_training.behaviour.events import EventRecorder, Tables
from cthulhu_training.defaults import WORLDS

Progress = Callable[[float], None]


def of_tournament(
    settings: Tournament,
    worlds: int = WORLDS,
    progress: Progress = lambda share: None,
    recorded: str = "",
) -> Tables:
    """Play a tournament's games, the same to the bit, and record them.

    `recorded` is the text of its results file, if it was played before: a chunk that does not
    come out as it stands there is a ValueError.
    """
    agents = settings.check()
    tables = Tables()
    chunks = settings.chunks({spec: agent.batched for spec, agent in agents.items()})
    for done, chunk in enumerate(chunks):
        lines = _measured(settings, chunk, agents, worlds, tables)
        if recorded and lines not in recorded:
            names = " : ".join(chunk.pairing)
            raise ValueError(f"the games of {names} do not end as recorded")
        progress((done + 1) / len(chunks))
    return tables


def _measured(
    settings: Tournament, chunk: Chunk, agents: dict[str, Agent], worlds: int, tables: Tables
) -> str:
    seats = settings.seats(chunk)
    names = [[chunk.pairing[role] for role in row] for row in seats.tolist()]
    deals = np.repeat(np.array(chunk.deals), settings.players).tolist()
    seeds = [settings.deal_seed(deal) for deal in deals]
    recorder = EventRecorder(settings.configured, names, deals, seeds, worlds)
    lines = play_chunk(settings, chunk, agents, watch=recorder.record)
    tables.extend(recorder.tables)
    return lines


def of_folder(
    folder: Path,
    worlds: int = WORLDS,
    progress: Progress = lambda share: None,
    trust: bool = False,
) -> tuple[Game, Tables]:
    """The same for a tournament that was played before, from the head of its results. Bots in
    modules are code: they are imported only if you `trust` who wrote the folder.
    """
    head = read_results(folder).head
    told = Fields(head, named(folder))
    deals, seed, lanes = (told.whole(name) for name in ("deals", "seed", "lanes"))
    faults = told.one_of("faults", RULES) if "faults" in told else STOP
    seconds = None if head.get("move_seconds") is None else told.number("move_seconds")
    game = game_in(told)
    settings = Tournament(
        game.id, head["agents"], deals, seed, lanes, head["settings"],
        faults=faults, move_seconds=seconds,
    )  # fmt: skip
    now = settings.head()
    for name, old in head.items():
        if now.get(name) != old:
            was = f"was written with {bounded(name, 60)} {shown(old)}, not {shown(now.get(name))}"
            raise ValueError(f"{named(folder)} {was}: its games cannot be played again")
    recorded = read_text(folder / NAME, LINES)
    with specs_from(folder / NAME, trust=trust):
        return settings.configured, of_tournament(settings, worlds, progress, recorded)


def of_replays(paths: Sequence[Path], worlds: int = WORLDS) -> tuple[Game, Tables]:
    """Recorded games, all of one game and settings; agents are called by their seats."""
    games = [game_of_replay(path) for path in paths]
    first = games[0]
    tables = Tables()
    for path, game in zip(paths, games, strict=True):
        if game.id != first.id or dict(game.values) != dict(first.values):
            raise ValueError(f"{path} is of another game or other settings than {paths[0]}")
        replay = Replay.read(game, path)
        names = [[name_of(seat) for seat in range(game.num_players)]]
        recorder = EventRecorder(game, names, [path.name], [replay.seed], worlds)
        for moment in _moments(replay):
            recorder.record(moment)
        tables.extend(recorder.tables)
    return first, tables


def _moments(replay: Replay) -> list[Moment]:
    states = [state.copy() for state in replay.states()]
    moments = []
    for action, before, after in zip(replay.actions, states, states[1:], strict=False):
        lanes = Lanes(replay.game, 1)
        lanes.states[...] = before
        lanes.seat[0] = before["seat"][0]
        lanes.run(loops.LOOK)
        chosen = np.array([action], np.int64)
        moments.append(Moment(np.zeros(1, int), before, lanes.obs, lanes.mask, chosen, after))
    return moments
