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
from cthulhu_envs.api.registry import game_in
from cthulhu_envs.api.replay import Replay, settings_in
from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.files import named
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields
from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.spectator import announced, names_of

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
    if person is not None:
        print(render.in_columns(outcome(replay, person)))
    return replay


def outcome(replay: Replay, person: int) -> str:
    """How a game ended, told to the person in one of its seats."""
    *_, last = replay.states()
    ending = int(last[0].ending)
    how = replay.game.ending_name(ending).replace("_", " ")
    paid = replay.rewards().round(6).tolist()
    best = [seat for seat, reward in enumerate(paid) if reward == max(paid)]
    is_open = ending in replay.game.truncations or len(best) == len(paid)
    if replay.game.is_team or is_open:
        return f"The game is over: {how}."
    if person not in best:
        return f"You lost: {names_of(best)} won ({how})."
    others = [seat for seat in best if seat != person]
    return f"You won, with {names_of(others)} ({how})." if others else f"You won ({how})."


class _Screen(Watcher):
    """Shows a game while it is played, to a spectator or to the person who has a seat."""

    def __init__(self, delay: float, person: int | None) -> None:
        self.delay, self.person = delay, person

    def before(self, env: RawEnv, seat: int) -> None:
        if self.person in (None, seat):
            _show(env)

    def chosen(self, env: RawEnv, seat: int, action: int) -> None:
        if seat != self.person:
            words = announced(env.game, env._lanes.states[0], action, env.looker)
            print(render.in_columns(words))
            time.sleep(self.delay)

    def leaving(self, env: RawEnv, seat: int) -> None:
        """A line if others play on."""
        if all(env.terminations[agent] or env.truncations[agent] for agent in env.agents):
            return
        if seat == self.person:
            _show(env)
        words = f"{env.agent_selection} has left the game, the others play on"
        print(render.in_columns(words))


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
        words = f"is a replay of {bounded(game_id, 60)}, not of {wanted.name}"
        raise ValueError(f"{named(path)} {words}")
    told = {"game": game_id, "settings": {**settings, **moved}}
    game = game_in(Fields(told, named(path)))
    replay = Replay.read(game, path)
    seat = render.check_seat(game, eyes)
    for number, (state,) in enumerate(replay.states()):
        looker = render.looker(seat, int(state.seat))
        render.print_text(game, state, looker)
        if number < len(replay.actions):
            print(render.in_columns(announced(game, state, replay.actions[number], looker)))
            time.sleep(delay)
