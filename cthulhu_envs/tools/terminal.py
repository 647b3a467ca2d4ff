"""A game at the terminal: people and bots take their turns, and the table is shown."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay, settings_in
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.spectator import told

NOTHING_MOVED: Mapping[str, Any] = MappingProxyType({})


class Quit(KeyboardInterrupt):
    """A person has had enough, or the input has ended. `replay` is what was played until then."""

    replay: Replay


def play_game(
    game: Game,
    specs: Sequence[str],
    seed: int | None,
    eyes: str = render.ALL,
    delay: float = 0.0,
    person: int | None = None,
) -> Replay:
    """Play one game to its end and show it; returns its replay.

    `eyes` says whose view is shown: "player_0", "current" (the seat to move) or "all". The seat
    of a `person` is shown the table before its own decisions, a spectator before each decision.
    """
    chosen = check_seed(seed)
    agents = [
        make_agent(spec, game, seed=(chosen + seat) % 2**32) for seat, spec in enumerate(specs)
    ]
    env = RawEnv(game, render_seat=eyes)
    env.reset(seed=chosen)
    print(f"seed {chosen}")
    while env.agents:
        agent = env.agent_selection
        seat = env.possible_agents.index(agent)
        if env.terminations[agent] or env.truncations[agent]:
            _say_farewell(env, seat, person)
            continue
        if person in (None, seat):
            _show(env)
        try:
            action = agents[seat].act(env.view(agent))
        except Quit as left:
            left.replay = env.replay()
            raise
        if seat != person:
            print(told(game, env._lanes.states[0], action, env.looker))
            time.sleep(delay)
        env.step(action)
    _show(env)
    return env.replay()


def _say_farewell(env: RawEnv, seat: int, person: int | None) -> None:
    """The last step of an agent that has finished, and a line if others play on."""
    is_over = all(env.terminations[agent] or env.truncations[agent] for agent in env.agents)
    if not is_over:
        if seat == person:
            _show(env)
        print(f"{env.agent_selection} has left the game, the others play on")
    env.step(None)


def _show(env: RawEnv) -> None:
    state = env._lanes.states[0]
    print(render.text(env.game, state, env.looker, color=render.is_terminal()))


def show_replay(
    path: Path,
    delay: float,
    eyes: str = render.ALL,
    wanted: Game | None = None,
    moved: Mapping[str, Any] = NOTHING_MOVED,
) -> None:
    """A recorded game, move by move, with the eyes that `play_game` describes. `wanted` is the game
    that it must be of; `moved` are settings that name files, where these lie now.
    """
    game_id, settings = settings_in(path)
    if wanted is not None and wanted.name != game_id.rpartition("-v")[0]:
        raise ValueError(f"{path} is a replay of {game_id}, not of {wanted.name}")
    game = find(game_id).configure(**{**settings, **moved})
    replay = Replay.read(game, path)
    color = render.is_terminal()
    seat = render.check_seat(game, eyes)
    for number, (state,) in enumerate(replay.states()):
        looker = render.looker(seat, int(state.seat))
        print(render.text(game, state, looker, color=color))
        if number < len(replay.actions):
            print(told(game, state, replay.actions[number], looker))
            time.sleep(delay)
