"""Random play ends, and what must hold in a game holds at every step of it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.loops import BEGIN, NOBODY
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
    lanes = Lanes(variant, count)
    lanes.seed(1)
    lanes.seeds[:] = lanes.streams
    lanes.run(BEGIN)
    states, rows = lanes.states, np.arange(count)
    nobody = np.full(count, NOBODY, np.int8)

    steps = lanes.play_at_random(rows, nobody, np.zeros(1, STREAM))

    assert count <= steps < count * ENDLESS
    assert (states["ending"] != 0).all()
    for state in states:
        variant.check_state(variant, state)


def test_playouts_stop_where_a_seat_is_to_move(variant: Game) -> None:
    count = 20
    lanes = Lanes(variant, count)
    lanes.seed(2)
    lanes.seeds[:] = lanes.streams
    lanes.run(BEGIN)
    before = lanes.states.copy()
    stop_at = np.arange(count, dtype=np.int8) % variant.num_players

    lanes.play_at_random(np.arange(1, count), stop_at, np.zeros(1, STREAM))

    assert lanes.states[0] == before[0]
    over = lanes.states["ending"] != 0
    assert (over | (lanes.states["seat"] == stop_at))[1:].all()


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
