"""How the tests of every game play: tables, positions by random play, and what is compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import settings
from numpy.typing import NDArray

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.guarded import Env
from cthulhu_envs.api.make import make
from cthulhu_envs.api.registry import find, games
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import digest
from cthulhu_envs.tools.goldens import tables
from cthulhu_envs.tools.long_play import variants

TABLES = tables()
ENDLESS = 10_000  # more actions than any game may take

# The same examples each time, and no files in the tree.
few = settings(max_examples=25, deadline=None, database=None, derandomize=True)
many = settings(max_examples=80, deadline=None, database=None, derandomize=True)


VARIANTS = [variant for game_id in games() for variant in variants(find(game_id))]


def name_of(game: Game) -> str:
    """A table in a few words: 'love_letter-v1-4p-rounds=single'."""
    defaults = {one.name: one.default for one in game.settings}
    other = [f"{key}={game.values[key]}" for key in defaults if game.values[key] != defaults[key]]
    return "-".join([game.id, f"{game.num_players}p", *other])


def raw(game: Game, seed: int = 0) -> RawEnv:
    """A raw environment, dealt."""
    env = RawEnv(game)
    env.reset(seed=seed)
    return env


def guarded(game: Game, seed: int = 0) -> Env:
    """What `env()` gives, dealt."""
    env = make(game)
    assert isinstance(env, Env)
    env.reset(seed=seed)
    return env


def mask(env: Any) -> NDArray[np.int8]:
    found: NDArray[np.int8] = env.observe(env.agent_selection)["action_mask"]
    return found


def is_over(env: Any) -> bool:
    return all(env.terminations[a] or env.truncations[a] for a in env.agents)


def is_leaving(env: Any) -> bool:
    """Whether an agent that has finished is to take its last step, while others play on."""
    agent = env.agent_selection
    return not is_over(env) and (env.terminations[agent] or env.truncations[agent])


def say_farewell(env: Any) -> None:
    """The last steps of all who have left the game while others play on."""
    while is_leaving(env):
        env.step(None)


def choose(env: Any, rng: np.random.Generator) -> int | None:
    """Any legal action; None for an agent that has finished."""
    agent = env.agent_selection
    if env.terminations[agent] or env.truncations[agent]:
        return None
    return int(rng.choice(np.flatnonzero(mask(env))))


def play(env: Any, steps: int = ENDLESS, seed: int = 0) -> Any:
    """Random play, until the game is over or that many actions were played."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        if is_over(env):
            return env
        env.step(choose(env, rng))
    assert steps < ENDLESS, "random play does not end"
    return env


def positions(game: Game, seed: int = 0, most: int = ENDLESS) -> Iterator[RawEnv]:
    """The same environment at each decision of a random game, and at its end."""
    return (env for env in steps(game, seed, most) if not is_leaving(env))


def steps(game: Game, seed: int = 0, most: int = ENDLESS) -> Iterator[RawEnv]:
    """The same environment at the deal and after each step of a random game, farewells of those
    who leave it early included.
    """
    env = raw(game, seed)
    rng = np.random.default_rng(seed)
    yield env
    for _ in range(most):
        if is_over(env):
            return
        env.step(choose(env, rng))
        yield env


def record(env: Any) -> Any:
    """The state on the table, as one record."""
    return env.unwrapped._lanes.states[0]


def facts(env: Any) -> dict[str, Any]:
    """All that a user can see of an environment in progress, and the bytes of its state."""
    inside: RawEnv = env.unwrapped
    return {
        "state": digest(inside._lanes.states),
        "stream": int(inside._lanes.streams[0]),
        "agents": list(env.agents),
        "selected": env.agent_selection,
        "rewards": dict(env.rewards),
        "cumulative": dict(inside._cumulative_rewards),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": {agent: _plain(info) for agent, info in env.infos.items()},
        "seen": {agent: _plain(env.observe(agent)) for agent in env.possible_agents},
        "played": list(inside.replay().actions),
    }


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in values.items()}
