"""Random play ends, and what must hold in a game holds at every step of it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cthulhu_envs._compile.templates import loops
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import STREAM
from tests.every_game.play import (
    ENDLESS,
    VARIANTS,
    facts,
    is_over,
    many,
    mask,
    play,
    positions,
    raw,
    record,
    say_farewell,
)

GAMES = 3


def test_random_play_ends_with_a_named_ending(variant: Game) -> None:
    for seed in range(GAMES):
        env = play(raw(variant, seed), seed=seed)

        assert is_over(env)
        assert variant.endings(int(record(env).ending)) != 0


def test_nothing_is_lost_or_doubled_at_any_step(variant: Game) -> None:
    for seed in range(GAMES):
        for env in positions(variant, seed):
            variant.check_state(variant, record(env))


def test_looking_changes_nothing(variant: Game) -> None:
    for env in positions(variant, most=20):
        before = record(env).tobytes()

        for agent in env.possible_agents:
            env.observe(agent)
            env.view(agent).sample_worlds(2, seed=1)
        env.state()

        assert record(env).tobytes() == before


def test_the_seat_to_move_is_at_the_table_and_has_a_choice(variant: Game) -> None:
    for env in positions(variant):
        if not is_over(env):
            assert 0 <= record(env).seat < variant.num_players
            assert mask(env).any()


def test_playouts_end_every_game_and_add_up_its_rewards(variant: Game) -> None:
    count = 50
    vec = VectorEnv(variant, count)
    vec.reset(seed=1)
    states = vec.states.copy()
    reward = np.zeros((count, variant.num_players), np.float32)
    paid = np.zeros(variant.num_players, np.float32)
    ids = np.zeros(variant.actions.size, np.int32)

    steps = loops(variant).playouts(variant.kit, states, np.zeros(1, STREAM), reward, paid, ids)

    assert count <= steps < count * ENDLESS
    assert (states["ending"] != 0).all()
    for state in states:
        variant.check_state(variant, state)


@many
@given(
    variant=st.sampled_from(VARIANTS),
    seed=st.integers(0, 2**64 - 1),
    choices=st.lists(st.integers(0, 2**16), max_size=40),
)
def test_any_line_of_play_keeps_the_laws(variant: Game, seed: int, choices: list[int]) -> None:
    env = raw(variant, seed)

    for choice in choices:
        if is_over(env):
            break
        legal = np.flatnonzero(mask(env))
        env.step(legal[choice % len(legal)])
        say_farewell(env)
        variant.check_state(variant, record(env))
        mover = env.agent_selection
        assert env.observation_space(mover).contains(env.observe(mover))

    twin = raw(variant, seed)
    for action in env.replay().actions:
        twin.step(action)
        say_farewell(twin)
    assert facts(twin) == facts(env)
