"""Copies made in mid-game go on exactly as the original would, which they leave alone."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.guarded import Env
from cthulhu_envs.api.make import make
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import ENDLESS, facts, guarded, is_over, play, raw

Copy = Callable[[Any], Any]


def saved_and_loaded(env: Any) -> Any:
    """A new environment that goes on from the bytes of another."""
    new = RawEnv(env.game) if isinstance(env, RawEnv) else make(env.unwrapped.game)
    new.load(env.save())
    return new


def pickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


def cloned(env: Any) -> Any:
    return env.clone()


WAYS = [copy.deepcopy, pickled, cloned, saved_and_loaded]
ENVS = [raw, guarded]
MOMENTS = [0, 1, 7, ENDLESS]  # actions played before the copy; the last: a finished game
every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
every_env = pytest.mark.parametrize("make", ENVS, ids=lambda make: make.__name__)
every_moment = pytest.mark.parametrize("moment", MOMENTS, ids=lambda n: f"after-{n}")


@every_way
@every_env
@every_moment
def test_a_copy_goes_on_exactly_like_the_original(
    game: Game, make: Callable[..., Any], way: Copy, moment: int
) -> None:
    original = play(make(game, 4), moment, seed=1)
    twin = way(original)
    assert type(twin) is type(original)
    assert facts(twin) == facts(original)

    play(twin, seed=2)
    play(original, seed=2)

    assert facts(twin) == facts(original)
    for env in (twin, original):
        env.reset()
    assert facts(twin) == facts(original)


@every_way
@every_env
def test_playing_a_copy_leaves_the_original_alone(
    game: Game, make: Callable[..., Any], way: Copy
) -> None:
    original = play(make(game, 4), 5)
    before = facts(original)

    twin = way(original)
    play(twin)
    twin.reset(seed=99)

    assert facts(original) == before


@every_way
@every_env
def test_a_copy_made_among_the_last_farewells_goes_on_with_them(
    game: Game, make: Callable[..., Any], way: Copy
) -> None:
    original = play(make(game, 4))
    original.step(None)

    twin = way(original)

    while original.agents:
        assert facts(twin) == facts(original)
        assert is_over(twin)
        twin.step(None)
        original.step(None)
    assert not twin.agents


@every_way
def test_a_copy_of_a_forfeited_game_is_forfeited_too(game: Game, way: Copy) -> None:
    original = play(guarded(game, 4), 3)
    illegal = int((original.observe(original.agent_selection)["action_mask"] == 0).argmax())
    original.step(illegal)

    twin = way(original)

    assert facts(twin) == facts(original)
    assert is_over(twin)


@pytest.mark.parametrize("way", [copy.deepcopy, pickled], ids=lambda way: way.__name__)
def test_an_environment_not_yet_reset_can_be_copied(game: Game, way: Copy) -> None:
    raw_twin, twin = way(RawEnv(game)), way(make(game))

    assert isinstance(twin, Env)
    for env in (raw_twin, twin):
        env.reset(seed=4)
        assert facts(env) == facts(raw(game, 4))


def test_options_of_other_people_do_not_hinder_copies(game: Game) -> None:
    env = RawEnv(game)
    env.reset(seed=1, options={"zz_tag": "theirs", "zz_depth": None, "zz_size": 2.5})

    twin = env.clone()

    assert facts(twin) == facts(env)


def test_a_world_is_a_copy_that_can_be_played_to_its_end(game: Game) -> None:
    env = play(raw(game, 4), 6)
    before = facts(env)

    for agent in env.agents:
        world = env.sample_world(agent, seed=3)
        play(world)
        assert is_over(world)

    assert facts(env) == before


def test_saving_before_the_first_reset_says_what_is_missing(game: Game) -> None:
    env = RawEnv(game)

    for call in (env.save, env.replay):
        with pytest.raises(RuntimeError, match="reset"):
            call()
