"""`Env` treats its caller exactly as PettingZoo's three stock wrappers do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

from cthulhu_envs.api.make import make
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import ENDLESS, choose, facts, is_over, mask, play

BEFORE_RESET: dict[str, Callable[[Any], Any]] = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe(env.possible_agents[0]),
    "state": lambda env: env.state(),
    "render": lambda env: env.render(),
    "agent_iter": lambda env: env.agent_iter(),
    "agents": lambda env: env.agents,
    "num_agents": lambda env: env.num_agents,
    "agent_selection": lambda env: env.agent_selection,
    "rewards": lambda env: env.rewards,
    "terminations": lambda env: env.terminations,
    "truncations": lambda env: env.truncations,
    "infos": lambda env: env.infos,
}


def both(game: Game, seed: int = 5) -> tuple[Any, Any]:
    fused, stock = make(game, guards="fused"), make(game, guards="stock")
    for env in (fused, stock):
        env.reset(seed=seed)
    return fused, stock


def outcome(act: Callable[[], Any]) -> Any:
    """What a call raises and what PettingZoo's logger says of it."""
    EnvLogger.flush()
    try:
        act()
        fault = None
    except Exception as error:
        fault = (type(error), str(error))
    said = set(EnvLogger.mqueue)
    EnvLogger.flush()
    return fault, said


def assert_same_farewells(fused: Any, stock: Any) -> None:
    while fused.agents:
        assert facts(fused) == facts(stock)
        assert repr(fused.last()) == repr(stock.last())
        fused.step(None)
        stock.step(None)
    assert not stock.agents


def test_random_play_comes_out_the_same(variant: Game) -> None:
    fused, stock = both(variant)
    rng = np.random.default_rng(0)

    while not is_over(fused):
        assert facts(fused) == facts(stock)
        action = choose(fused, rng)
        fused.step(action)
        stock.step(action)

    assert_same_farewells(fused, stock)


@pytest.mark.parametrize("moment", [0, 1, 4])
def test_an_illegal_move_ends_the_game_the_same_way(game: Game, moment: int) -> None:
    fused, stock = both(game)
    for env in (fused, stock):
        play(env, moment)
    mover = fused.agent_selection
    illegal = int(np.flatnonzero(mask(fused) == 0)[0])

    assert outcome(lambda: fused.step(illegal)) == outcome(lambda: stock.step(illegal))

    assert fused.rewards[mover] == -1.0
    assert is_over(fused)
    assert_same_farewells(fused, stock)


def test_a_game_after_an_illegal_move_is_like_any_other(game: Game) -> None:
    fused, stock = both(game)
    illegal = int(np.flatnonzero(mask(fused) == 0)[0])

    for env in (fused, stock):
        env.step(illegal)
        env.reset(seed=2)
        play(env)

    assert facts(fused) == facts(stock)


WRONG = [-1, 10**6, 0.0, "0", None, np.float32(1.0), [0], np.array([0, 1])]


@pytest.mark.parametrize("action", WRONG, ids=repr)
def test_an_action_that_is_none_is_refused_the_same_way_and_changes_nothing(
    game: Game, action: Any
) -> None:
    fused, stock = both(game)
    for env in (fused, stock):
        play(env, 2)
    before = facts(fused)

    refused = outcome(lambda: fused.step(action))

    assert refused[0] == outcome(lambda: stock.step(action))[0]
    assert refused[0][0] is AssertionError
    assert facts(fused) == before


def test_an_action_of_one_who_has_finished_is_refused_the_same_way(game: Game) -> None:
    fused, stock = both(game)
    for env in (fused, stock):
        play(env)

    refused = outcome(lambda: fused.step(0))

    assert refused == outcome(lambda: stock.step(0))
    assert refused[0] is not None
    assert facts(fused) == facts(stock)


def test_a_step_after_the_last_farewell_is_only_warned_of(game: Game) -> None:
    fused, stock = both(game)
    for env in (fused, stock):
        play(env, ENDLESS)
        while env.agents:
            env.step(None)

    told = outcome(lambda: fused.step(None))

    assert told == outcome(lambda: stock.step(None))
    assert told[0] is None and told[1]


@pytest.mark.parametrize("name", BEFORE_RESET)
def test_what_needs_a_reset_says_so_in_the_same_words(game: Game, name: str) -> None:
    fused, stock = make(game, guards="fused"), make(game, guards="stock")

    told = outcome(lambda: BEFORE_RESET[name](fused))

    assert told == outcome(lambda: BEFORE_RESET[name](stock))
    assert "reset" in told[0][1]


def test_an_iteration_without_steps_is_noticed_the_same_way(game: Game) -> None:
    def idle(env: Any) -> None:
        for _ in env.agent_iter():
            pass

    fused, stock = both(game)

    told = outcome(lambda: idle(fused))

    assert told == outcome(lambda: idle(stock))
    assert told[0][0] is AssertionError
