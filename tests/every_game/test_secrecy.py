"""Nobody is shown what they may not know: in every world that a seat holds possible, its
observation and its mask are the ones it really has.
"""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import VARIANTS, few, is_over, play, positions, raw, record

WORLDS = 4
GAMES = 2  # of each variant, each position seen from every seat
CLOSELY, APART = 100, 7  # of long games every position at first, later every seventh


def assert_worlds_look_alike(game: Game, state: np.ndarray, seat: int, seed: int) -> None:
    view = View(game, state, seat)
    eyes = Lanes(game, WORLDS)
    eyes.states[...] = view.sample_worlds(WORLDS, seed)
    eyes.seat[:] = seat

    eyes.run(loops.LOOK)

    assert (eyes.obs == view.observation).all()
    assert (eyes.mask == view.mask).all()
    game.check_state(game, eyes.states[seed % WORLDS])


def test_a_seat_sees_the_same_in_every_world_it_holds_possible(variant: Game) -> None:
    for seed in range(GAMES):
        for number, env in enumerate(positions(variant, seed)):
            if number > CLOSELY and number % APART:
                continue
            for seat in range(variant.num_players):
                assert_worlds_look_alike(variant, env._lanes.states, seat, number)


def test_the_view_of_a_world_is_the_view_of_the_game(game: Game) -> None:
    for env in positions(game, seed=9, most=25):
        for seat, agent in enumerate(env.possible_agents):
            view = env.view(agent)

            seen = View(game, view.sample_world(seed=seat), seat)

            assert np.array_equal(seen.observation, view.observation)
            assert np.array_equal(seen.mask, view.mask)
            assert seen.legal == view.legal


def test_worlds_of_one_seat_differ(game: Game) -> None:
    """Otherwise the laws above would hold for worlds that are all the true one."""
    env = raw(game, 2)

    worlds = env.view(env.agent_selection).sample_worlds(50, seed=0)

    without_stream = {tuple(map(str, world.tolist()[1:])) for world in worlds}
    assert len(without_stream) > 10


def test_a_world_does_not_carry_on_the_true_random_stream(game: Game) -> None:
    for env in positions(game, most=10):
        worlds = env.view(env.agent_selection).sample_worlds(8, seed=1)

        streams = {int(world.rng) for world in worlds}
        assert int(record(env).rng) not in streams
        assert len(streams) == 8


def test_the_same_seed_draws_the_same_worlds(game: Game) -> None:
    view = play(raw(game), 5).view("player_0")

    assert view.sample_worlds(5, 3).tobytes() == view.sample_worlds(5, 3).tobytes()
    generators = np.random.default_rng(3), np.random.default_rng(3)
    one, other = (view.sample_worlds(5, rng).tobytes() for rng in generators)
    assert one == other


def test_games_that_look_alike_to_a_seat_give_it_the_same_worlds(variant: Game) -> None:
    """With equal seeds, to the last bit: so what it draws cannot depend on what it cannot know."""
    for number, env in enumerate(positions(variant, seed=4, most=40)):
        if is_over(env):
            break
        for seat in range(variant.num_players):
            view = View(variant, env._lanes.states, seat)
            alike = View(variant, view.sample_world(number), seat)

            assert alike.sample_worlds(2, 7).tobytes() == view.sample_worlds(2, 7).tobytes()


def test_a_view_offers_no_way_to_the_state(game: Game) -> None:
    env = raw(game)
    view = env.view(env.agent_selection)

    public = [getattr(view, name) for name in dir(view) if not name.startswith("_")]

    assert not any(getattr(value, "dtype", None) == game.state for value in public)


def test_worlds_of_worlds_are_worlds(game: Game) -> None:
    """A search that samples from a sampled world stays within what the seat holds possible."""
    env = play(raw(game, 3), 8)
    states = env._lanes.states

    for seat in range(game.num_players):
        for depth in range(5):
            assert_worlds_look_alike(game, states, seat, depth)
            states = View(game, states, seat).sample_world(depth)


def test_a_batch_shows_each_seat_no_more_than_its_worlds(game: Game) -> None:
    vec = VectorEnv(game, 24)
    rng = np.random.default_rng(5)
    obs, mask, seat = vec.reset(seed=5)

    for step in range(12):
        for lane in range(vec.num_envs):
            view = View(game, vec.states[lane : lane + 1], int(seat[lane]))
            world = View(game, view.sample_world(step), view.seat)
            assert np.array_equal(obs[lane], world.observation)
            assert np.array_equal(mask[lane], world.mask)
        obs, mask, seat, *_ = vec.step((rng.random(mask.shape) * mask).argmax(axis=1))


@few
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**32), steps=st.integers(0, 200))
def test_finished_and_unfinished_games_alike_keep_secrets(
    variant: Game, seed: int, steps: int
) -> None:
    env = play(raw(variant, seed), steps, seed)

    for seat in range(variant.num_players):
        assert_worlds_look_alike(variant, env._lanes.states, seat, seed)
    assert is_over(env) or env.infos[env.agent_selection]["action_mask"].any()
