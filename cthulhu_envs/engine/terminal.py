"""A game at the terminal: people and bots take their turns, and the table is shown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from cthulhu_envs.engine import render
from cthulhu_envs.engine.aec import RawEnv
from cthulhu_envs.engine.buffers import check_seed
from cthulhu_envs.engine.game import Game, load
from cthulhu_envs.engine.gym import AGENTS
from cthulhu_envs.engine.registry import find
from cthulhu_envs.engine.replay import Replay, settings_in
from cthulhu_envs.engine.view import seat_names


def play_game(
    game: Game,
    specs: Sequence[str],
    seed: int | None,
    looker: int | None,
    delay: float = 0.0,
) -> Replay:
    """Play one game and show it to one seat, or with every card open; returns its replay.

    The person is shown the table before each decision of theirs, a spectator after each move.
    """
    chosen = check_seed(seed)
    agents = [
        load(AGENTS)(spec, game, seed=(chosen + seat) % 2**32) for seat, spec in enumerate(specs)
    ]
    env = RawEnv(game)
    env.reset(seed=chosen)
    print(f"seed {chosen}")
    while True:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            break
        seat = env.possible_agents.index(agent)
        if looker in (render.ALL_SEATS, seat):
            _show(env, looker)
        action = agents[seat].act(env.view(agent))
        if seat != looker:
            print(_told(game, seat, action, looker))
            time.sleep(delay)
        env.step(action)
    _show(env, looker)
    return env.replay()


def _show(env: RawEnv, looker: int | None) -> None:
    print(render.text(env.game, env._lanes.states[0], looker, color=render.is_terminal()))


def _told(game: Game, seat: int, action: int, looker: int | None) -> str:
    """What the onlooker hears of another's move: everything, or that a hidden choice was made."""
    if looker is not render.ALL_SEATS and game.actions.decode(action).name in game.hidden_actions:
        return f"player_{seat} makes a choice nobody sees"
    return f"player_{seat}: {game.actions.text(action, seat_names(game, seat))}"


def show_replay(path: Path, delay: float) -> None:
    """A recorded game, move by move, with every card open."""
    game_id, settings = settings_in(path)
    game = find(game_id).configure(**settings)
    replay = Replay.read(game, path)
    color = render.is_terminal()
    for number, state in enumerate(replay.states()):
        print(render.text(game, state[0], color=color))
        if number < len(replay.actions):
            seat = int(state[0].seat)
            print(_told(game, seat, replay.actions[number], render.ALL_SEATS))
            time.sleep(delay)
