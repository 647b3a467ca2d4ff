"""`play`: bots play a game from its first deal to its end, without a word."""

from __future__ import annotations

from collections.abc import Sequence

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.authoring.game import Game


def play(
    game: str | Game, agents: str | Agent | Sequence[str | Agent], seed: int | None = None
) -> Replay:
    """Play one game: `agents` are one for all seats, or one each, by spec or made. The replay knows
    all that was done; `replay.rewards()` is what each seat was paid.

        replay = cthulhu_envs.play("love_letter", ["heuristic", "random", "random", "random"])
    """
    table = find(game) if isinstance(game, str) else game
    wanted = [agents] if isinstance(agents, (str, Agent)) else list(agents)
    if len(wanted) not in (1, table.num_players):
        raise ValueError(
            f"{table.num_players} seats need 1 or {table.num_players} agents, not {len(wanted)}"
        )
    wanted *= table.num_players if len(wanted) == 1 else 1
    chosen = check_seed(seed)
    players = [
        one if isinstance(one, Agent) else make_agent(one, table, seed=(chosen + seat) % 2**32)
        for seat, one in enumerate(wanted)
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
