"""A game at the terminal: people and bots take their turns, and the table is shown."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.play import Watcher, play_on, players_at
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay, settings_in
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.spectator import announced

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
    players = players_at(game, specs, chosen)
    env = RawEnv(game, render_seat=eyes)
    env.reset(seed=chosen)
    print(f"seed {chosen}")
    try:
        replay = play_on(env, players, _Screen(delay, person))
    except Quit as left:
        left.replay = env.replay()
        raise
    _show(env)
    return replay


class _Screen(Watcher):
    """Shows a game while it is played, to a spectator or to the person who has a seat."""

    def __init__(self, delay: float, person: int | None) -> None:
        self.delay, self.person = delay, person

    def before(self, env: RawEnv, seat: int) -> None:
        if self.person in (None, seat):
            _show(env)

    def chosen(self, env: RawEnv, seat: int, action: int) -> None:
        if seat != self.person:
            print(announced(env.game, env._lanes.states[0], action, env.looker))
            time.sleep(self.delay)

    def leaving(self, env: RawEnv, seat: int) -> None:
        """A line if others play on."""
        if all(env.terminations[agent] or env.truncations[agent] for agent in env.agents):
            return
        if seat == self.person:
            _show(env)
        print(f"{env.agent_selection} has left the game, the others play on")


def _show(env: RawEnv) -> None:
    render.print_text(env.game, env._lanes.states[0], env.looker)


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
    seat = render.check_seat(game, eyes)
    for number, (state,) in enumerate(replay.states()):
        looker = render.looker(seat, int(state.seat))
        render.print_text(game, state, looker)
        if number < len(replay.actions):
            print(announced(game, state, replay.actions[number], looker))
            time.sleep(delay)
