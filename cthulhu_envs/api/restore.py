"""What is saved of an environment, and the way back: the game is played again up to the position
that was saved, so that nothing is believed that does not come out of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.lanes import check_seed
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.api.save import check_entries
from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.state_checks import check_states

if TYPE_CHECKING:
    from cthulhu_envs.api.aec import RawEnv

BOOKS: Mapping[str, type] = MappingProxyType(
    {
        "streams": int,
        "seed": int,
        "agents": list,
        "selected": str,
        "skipped": object,
        "rewards": dict,
        "cumulative": dict,
        "terminations": dict,
        "truncations": dict,
        "replay": dict,
    }
)


def books_of(env: RawEnv) -> dict[str, Any]:
    """What is saved beside the state; BOOKS says of which types."""
    return {
        "streams": int(env._lanes.streams[0]),
        "seed": int(env._lanes.seeds[0]),
        "agents": env.agents,
        "selected": env.agent_selection,
        "skipped": env._skip_agent_selection,
        "rewards": env.rewards,
        "cumulative": env._cumulative_rewards,
        "terminations": env.terminations,
        "truncations": env.truncations,
        "replay": env._replay.to_json(),
    }


def restore(env: RawEnv, states: NDArray[Any], books: dict[str, Any]) -> None:
    """Bring a new environment to where its state and its books are those that were saved;
    ValueError if that is nowhere.
    """
    check_entries("the saved game", books, BOOKS)
    try:
        check_states(env.game, states)
        streams, seed = check_seed(books["streams"]), check_seed(books["seed"])
        replay = Replay.from_json(env.game, books["replay"])
        if replay.start is None and replay.seed != seed:
            raise ValueError("it has two seeds")
        if replay.options != books["replay"]["options"]:
            raise ValueError("it has reset options that the game does not know")
        _play(env, replay)
    except (ValueError, RuntimeError) as fault:
        raise ValueError(bounded(f"the saved game is damaged: {fault}")) from None
    env._lanes.streams[0], env._lanes.seeds[0] = streams, seed
    if env._lanes.states.tobytes() != states.tobytes():
        raise ValueError("the saved game is damaged: its state does not come out of its actions")
    saved = {name: books[name] for name in BOOKS if name != "replay"}
    if not any(saved.items() <= found.items() for found in _last_books(env)):
        raise ValueError("the saved game is damaged: its entries are not those of one moment")


def _play(env: RawEnv, replay: Replay) -> None:
    if replay.start is None:
        env.reset(seed=replay.seed, options=replay.options)
    else:
        env._place(np.frombuffer(replay.start, env.game.state))
    for action in replay.actions:
        for _ in _farewells(env):
            pass
        env.step(action)


def _farewells(env: RawEnv) -> Iterator[dict[str, Any]]:
    """The last steps of those who have left, one by one, and the books after each."""
    while env.agents:
        agent = env.agent_selection
        if not (env.terminations[agent] or env.truncations[agent]):
            return
        env.step(None)
        yield books_of(env)


def _last_books(env: RawEnv) -> Iterator[dict[str, Any]]:
    """The books of all moments after the last action: while some have left, and after an illegal
    action of the agent to move ended the game.
    """
    yield books_of(env)
    yield from _farewells(env)
    if env.agents:
        env.forfeit(env.agent_selection)
        yield books_of(env)
        yield from _farewells(env)
