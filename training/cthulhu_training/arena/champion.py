"""Who is the champion of a table: candidates play a tournament, and of those that are quick enough
the one whose worst result against another is best.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from cthulhu_agents import champion
from cthulhu_agents.champion import ENTRIES, Champion

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.authoring.files import write_whole
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_training.arena.tournament import Outcome
from cthulhu_training.toml_text import as_toml

SHARE = 0.95  # of the moves must be that quick
MOVES = 200  # that are timed
GAMES = 20  # that are begun for it
HEAD = "# The strongest agents by table, written by `cthulhu champion`.\n"


@dataclass(frozen=True)
class Candidate:
    """What a candidate has shown."""

    spec: str
    seconds: float  # that nearly all of its moves take at most
    worst: float  # its share of the wins where that is lowest; of a team, what it is paid
    against: str  # the opponent there; of a team itself


def pace(agent: Agent, game: Game) -> float:
    """The time that SHARE of an agent's moves take at most, in seconds."""
    taken: list[float] = []
    for seed in range(GAMES):
        env = RawEnv(game)
        env.reset(seed=seed)
        while len(taken) < MOVES and env.agents and not any(env.terminations.values()):
            view = env.view(env.agent_selection)
            began = time.perf_counter()
            action = agent.act(view)
            taken.append(time.perf_counter() - began)
            env.step(action)
    return float(np.quantile(taken[1:] or taken, SHARE))  # the first one may compile


def candidates(outcome: Outcome, game: Game) -> list[Candidate]:
    """All agents of a tournament, the one whose worst result is best first."""
    matrix = outcome.team or outcome.matrix
    found = []
    for row, spec in enumerate(matrix.agents):
        others = [j for j in range(len(matrix.agents)) if j != row]
        column = (
            row if outcome.team or not others else min(others, key=lambda j: matrix.mean[row, j])
        )
        found.append(
            Candidate(
                spec,
                pace(make_agent(spec, game, seed=1), game),
                float(matrix.mean[row, column]),
                matrix.agents[column],
            )
        )
    return sorted(found, key=lambda one: -one.worst)


def best(shown: Sequence[Candidate], within: float) -> Candidate:
    """The first that is quick enough; ValueError if none is."""
    quick = [one for one in shown if one.seconds <= within]
    if not quick:
        raise ValueError(f"none of the agents moves within {within:g} s")
    return quick[0]


def crown(game: Game, spec: str, path: Path) -> None:
    """Write into the file who is the champion of a table."""
    settings = {k: v for k, v in game.chosen.items() if k != NUM_PLAYERS}
    entry = Champion(game.name, spec, game.num_players, settings)
    table = (entry.game, entry.players, entry.settings)
    kept = [one for one in champion.read(path) if (one.game, one.players, one.settings) != table]
    entries = sorted([*kept, entry], key=lambda one: (one.game, one.players, str(one.settings)))
    write_whole(path, HEAD + "".join(map(_written, entries)))


def _written(one: Champion) -> str:
    said = {"game": one.game, "agent": one.agent, "players": one.players}
    lines = f"\n[[{ENTRIES}]]\n{as_toml(said)}"
    return lines + (f"\n[{ENTRIES}.settings]\n{as_toml(one.settings)}" if one.settings else "")
