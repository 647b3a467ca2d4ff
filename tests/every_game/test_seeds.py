"""A seed is a game: the same one again, another one for another seed, in an unbroken stream."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.make import make
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import facts, guarded, play, raw, record

SEEDS = 30


def deal_of(env: Any) -> bytes:
    """The state as dealt, without the random stream that dealt it."""
    return b"".join(record(env)[name].tobytes() for name in env.unwrapped.game.state.names[1:])


def test_the_same_seed_gives_the_same_game(variant: Game) -> None:
    one, other = play(raw(variant, 7)), play(raw(variant, 7))

    assert facts(one) == facts(other)


def test_different_seeds_give_different_deals(game: Game) -> None:
    deals = {deal_of(raw(game, seed)) for seed in range(SEEDS)}

    assert len(deals) > SEEDS / 2


def test_a_seeded_reset_followed_by_resets_repeats_the_same_games(game: Game) -> None:
    env = raw(game)

    def three_games() -> list[Any]:
        env.reset(seed=3)
        first = facts(play(env))
        env.reset()
        second = facts(play(env, steps=4))
        env.reset()
        return [first, second, facts(env)]

    assert three_games() == three_games()


def test_resets_without_a_seed_go_on_to_other_games(game: Game) -> None:
    env = raw(game)
    deals = {deal_of(env)}

    for _ in range(SEEDS):
        env.reset()
        deals.add(deal_of(env))

    assert len(deals) > SEEDS / 2


def test_the_next_game_does_not_depend_on_what_was_played(game: Game) -> None:
    short, long = raw(game, 5), play(raw(game, 5))

    short.reset()
    long.reset()

    assert facts(short) == facts(long)


def test_the_first_reset_without_a_seed_is_not_always_the_same(game: Game) -> None:
    deals = set()
    for _ in range(10):
        env = make(game)
        env.reset()
        deals.add(deal_of(env))

    assert len(deals) > 1


def test_settings_survive_seeded_resets(variant: Game) -> None:
    env = guarded(variant)
    spaces = [env.observation_space(agent) for agent in env.possible_agents]

    env.reset(seed=1)
    env.reset(seed=2)

    assert env.unwrapped.game.values == variant.values
    assert [env.observation_space(agent) for agent in env.possible_agents] == spaces
    assert env.observe(env.agent_selection)["observation"].shape == spaces[0]["observation"].shape


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True], ids=repr)
def test_a_wrong_seed_is_refused_and_changes_nothing(game: Game, seed: Any) -> None:
    env = play(raw(game), steps=3)
    before = facts(env)

    with pytest.raises(ValueError, match="seed must be a whole number"):
        env.reset(seed=seed)

    assert facts(env) == before


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, np.uint64(2**64 - 1), np.int32(5)], ids=repr)
def test_every_whole_number_of_64_bits_is_a_seed(game: Game, seed: Any) -> None:
    assert facts(raw(game, seed)) == facts(raw(game, int(seed)))


def test_a_batch_repeats_its_games_for_the_same_seed(game: Game) -> None:
    vec = VectorEnv(game, 8)

    def two_starts() -> list[bytes]:
        vec.reset(seed=9)
        first = vec.states.tobytes()
        vec.reset()
        return [first, vec.states.tobytes()]

    first, second = two_starts()
    assert [first, second] == two_starts()
    assert first != second


def test_the_environment_against_bots_repeats_its_games_for_the_same_seed(game: Game) -> None:
    env = GymEnv(game.id, num_players=game.num_players)

    def episode() -> list[Any]:
        obs, info = env.reset(seed=11)
        story = [obs.tolist(), info["seat"]]
        done = False
        while not done:
            action = int(np.flatnonzero(env.action_masks())[0])
            obs, reward, done, cut, _ = env.step(action)
            story.append((obs.tolist(), reward, done, cut))
            done = done or cut
        return story

    assert episode() == episode()
