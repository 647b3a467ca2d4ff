"""PettingZoo's and Gymnasium's own tests, and making environments by their registered ids."""

from __future__ import annotations

import gymnasium
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

import cthulhu_envs
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.guarded import Env
from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.make import GUARDS
from cthulhu_envs.api.registry import camel
from cthulhu_envs.authoring.game import Game

CYCLES = 100

# api_test doubts every observation that is a dict, the form PettingZoo prescribes for masks.
doubts_dicts = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
every_guard = pytest.mark.parametrize("guards", GUARDS)
every_id = pytest.mark.parametrize("game_id", cthulhu_envs.games())


@doubts_dicts
@every_guard
def test_pettingzoo_finds_no_fault_with_the_api(game: Game, guards: str) -> None:
    env = cthulhu_envs.make(game, guards=guards)

    api_test(env, num_cycles=CYCLES)


@every_guard
def test_pettingzoo_finds_the_same_game_for_the_same_seed(game: Game, guards: str) -> None:
    seed_test(lambda: cthulhu_envs.make(game, guards=guards), num_cycles=CYCLES)


def test_gymnasium_finds_no_fault_with_the_environment_against_bots(game: Game) -> None:
    made = gymnasium.make(f"cthulhu_envs/{camel(game.id)}", num_players=game.num_players)

    # test_render.py looks at the pictures
    check_env(made.unwrapped, skip_render_check=True)


def test_pettingzoo_makes_every_game_by_its_id(game: Game) -> None:
    env = pettingzoo.make("aec", f"cthulhu/{game.id}", num_players=game.num_players)

    assert isinstance(env, Env) and isinstance(env, wrappers.OrderEnforcingWrapper)
    assert env.unwrapped.game.values == game.values


def test_gymnasium_makes_every_game_by_its_id(variant: Game) -> None:
    made = gymnasium.make(f"cthulhu_envs/{camel(variant.id)}", **variant.chosen).unwrapped

    assert isinstance(made, GymEnv)
    assert made.game.values == variant.values
    assert made.observation_space.shape == (variant.observations.size,)


@every_id
def test_every_game_has_a_module_with_env_and_raw_env(game_id: str) -> None:
    module = __import__(f"cthulhu_envs.{game_id.replace('-v', '_v')}", fromlist=["env"])

    assert isinstance(module.env(), Env)
    assert isinstance(module.raw_env(), RawEnv)
    assert module.env().unwrapped.game.id == game_id


def test_metadata_says_what_pettingzoo_asks_for(game: Game) -> None:
    env = cthulhu_envs.make(game)

    assert env.metadata["name"] == f"{game.name}_v{game.version}"
    assert env.metadata["is_parallelizable"] is False
    assert env.possible_agents == [f"player_{seat}" for seat in range(game.num_players)]


def test_spaces_are_the_same_objects_at_each_call(game: Game) -> None:
    env = cthulhu_envs.make(game)

    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
