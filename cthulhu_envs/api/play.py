"""`play`: bots play a game from its first deal to its end, without a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.authoring.game import Game

Who = TypeVar("Who")


def seated(named: Sequence[Who], seats: int, what: str = "agents") -> list[Who]:
    """Who sits at so many seats: one for all, or one each."""
    if len(named) not in (1, seats):
        raise ValueError(f"{seats} seats need 1 or {seats} {what}, not {len(named)}")
    return list(named) * (seats if len(named) == 1 else 1)


def play(
    game: str | Game, agents: str | Agent | Sequence[str | Agent], seed: int | None = None
) -> Replay:
    """Play one game: `agents` are one for all seats, or one each, by spec or made. The replay knows
    all that was done; `replay.rewards()` is what each seat was paid.

        replay = cthulhu_envs.play("love_letter", ["heuristic", "random", "random", "random"])
    """
    table = game_of(game)
    named = [agents] if isinstance(agents, (str, Agent)) else list(agents)
    chosen = check_seed(seed)
    players = [
        one if isinstance(one, Agent) else make_agent(one, table, seed=(chosen + seat) % 2**32)
        for seat, one in enumerate(seated(named, table.num_players))
    ]
    env = RawEnv(table)
    env.reset(seed=chosen)
    while env.agents:
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            env.step(None)
            continue
        env.step(players[env.possible_agents.index(agent)].act(env.view(agent)))
    return env.replay()
