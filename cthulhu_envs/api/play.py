"""`play`: bots play a game from its first deal to its end. `play_on` is the loop, also for games
that are shown while they are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.answers import legal_action
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.authoring.game import Game

Who = TypeVar("Who")


def seated(named: Sequence[Who], seats: int, what: str = "agents") -> list[Who]:
    """One entry per seat, from one for all seats or one for each."""
    if len(named) not in (1, seats):
        raise ValueError(f"{seats} seats need 1 or {seats} {what}, not {len(named)}")
    return list(named) * (seats if len(named) == 1 else 1)


class Watcher:
    """What `play_on` calls while a game is played; here, nothing happens."""

    def before(self, env: RawEnv, seat: int) -> None:
        """A seat is about to decide."""

    def chosen(self, env: RawEnv, seat: int, action: int) -> None:
        """A seat has decided, and its action is about to be played."""

    def leaving(self, env: RawEnv, seat: int) -> None:
        """A seat has finished, and is about to be removed."""


def players_at(game: Game, named: Sequence[Any], seed: int) -> list[Agent]:
    """An agent for each seat, by spec or handed over."""
    return [make_agent(one, game, seed=(seed + seat) % 2**32) for seat, one in enumerate(named)]


def play_on(env: RawEnv, players: Sequence[Agent], watcher: Watcher) -> Replay:
    """Play an environment that was reset to the end of its game; returns the replay. A player that
    raises an error or chooses nothing legal is a BotFaultError.
    """
    while env.agents:
        agent = env.agent_selection
        seat = env.possible_agents.index(agent)
        if env.terminations[agent] or env.truncations[agent]:
            watcher.leaving(env, seat)
            env.step(None)
            continue
        watcher.before(env, seat)
        player = players[seat]
        action = legal_action(player, env.view(agent), f"{player.title} ({agent})")
        watcher.chosen(env, seat, action)
        env.step(action)
    return env.replay()


def play(game: str | Game, agents: Any, seed: int | None = None) -> Replay:
    """Play one game: `agents` are one for all seats, or a list with one each, by spec or handed
    over (see `make_agent`). The replay knows all that was done; `replay.rewards()` is what each
    seat was paid.

        replay = cthulhu_envs.play("love_letter", ["heuristic", "random", "random", "random"])
    """
    table = game_of(game)
    named = list(agents) if isinstance(agents, (list, tuple)) else [agents]
    chosen = check_seed(seed)
    players = players_at(table, seated(named, table.num_players), chosen)
    env = RawEnv(table)
    env.reset(seed=chosen)
    return play_on(env, players, Watcher())
