"""R9: sampled worlds against all histories, at random positions of random small decks."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cthulhu_envs import make
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.love_letter.cards import EDITIONS, Card
from cthulhu_envs.games.love_letter.position import check_state
from cthulhu_envs.games.love_letter.state import RING, Phase
from tests.rulebook import rule
from tests.rules.love_letter.worlds_positions import (
    SEED,
    drawn,
    state_of,
)
from tests.rules.love_letter.worlds_truth import (
    all_histories,
    assert_fair,
    look,
    tally,
)
from tests.worlds import Histories, show

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position

RARER = 1e-6  # the same where hundreds of fits are looked at
RANDOM_POSITIONS = range(48 if is_compiled() else 2)
LATER_ROUNDS = range(100, 108 if is_compiled() else 101)
SIZES = {2: (7, 9), 3: (8, 9), 4: (8, 9)}  # cards of a random deck, by number of players
BOXES = (
    EDITIONS["2019"],
    {**EDITIONS["2019"], Card.CHANCELLOR: 4, Card.PRIEST: 3, Card.GUARD: 2},
    {**EDITIONS["2019"], Card.BARON: 4, Card.KING: 3, Card.PRINCE: 3, Card.GUARD: 4},
)
LIKED = {"priest": 8.0, "chancellor": 8.0, "baron": 4.0, "guard": 0.3, "princess": 0.01}
PLAYS = 5  # random plays of which the longest is used
LATE = 4  # a random position lies among the last decisions of its round


def random_env(rng: np.random.Generator, rounds: str) -> RawEnv:
    """A small table with some cards of a box."""
    players = int(rng.integers(2, 5))
    box = [card for card, copies in BOXES[rng.integers(len(BOXES))].items() for _ in range(copies)]
    low, high = SIZES[players]
    cards = rng.choice(box, int(rng.integers(low, high + 1)), replace=False)
    deck = {Card(card).name.lower(): number for card, number in Counter(cards.tolist()).items()}
    env: Any = make(
        "love_letter",
        guards="none",
        num_players=players,
        deck={"spy": 1, **deck},
        face_up=int(rng.integers(0, 2)) if players == 2 else 0,
        rounds=rounds,
        goal=3,
    )
    return env


@cache
def random_position(number: int, rounds: str = "single") -> tuple[RawEnv, int]:
    """Random play, cut off among its last decisions, and a seat that looks."""
    rng = np.random.default_rng(number)
    env = random_env(rng, rounds)
    plays = [random_play(env, rng) for _ in range(PLAYS)]
    seed, actions = max(plays, key=lambda play: last_turns(env, *play))
    late = min(LATE, last_turns(env, seed, actions))
    replay_to(env, seed, actions[: len(actions) - int(rng.integers(1, late + 1))])
    return env, int(rng.integers(env.game.num_players))


def random_play(env: RawEnv, rng: np.random.Generator) -> tuple[int, list[int]]:
    seed = int(rng.integers(1 << 30))
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        env.step(random_action(env, rng))
    return seed, env.replay().actions


def replay_to(env: RawEnv, seed: int, actions: list[int]) -> None:
    env.reset(seed=seed)
    for action in actions:
        env.step(action)


def last_turns(env: RawEnv, seed: int, actions: list[int]) -> int:
    """Turns of the last round."""
    replay_to(env, seed, actions)
    return int(state_of(env)[0].turns)


def random_action(env: RawEnv, rng: np.random.Generator) -> int:
    """Any legal action, rather one that leaves something to remember."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    names = [env.game.actions.decode(int(action)).name for action in legal]
    share = np.array([LIKED.get(name, 1.0) for name in names])
    return int(rng.choice(legal, p=share / share.sum()))


POSITIONS = [(number, "single") for number in RANDOM_POSITIONS]
POSITIONS += [(number, "match") for number in LATER_ROUNDS]
at_random_positions = pytest.mark.parametrize(
    ("number", "rounds"),
    POSITIONS,
    scope="module",  # one position after the other: its histories are counted once
)


@lru_cache(maxsize=1)
def random_histories(number: int, rounds: str) -> Histories:
    env, seat = random_position(number, rounds)
    return all_histories(env.replay(), seat)


@rule("R9.1", "R9.2")
@at_random_positions
def test_worlds_come_as_often_as_their_histories_say(number: int, rounds: str) -> None:
    env, seat = random_position(number, rounds)
    found = random_histories(number, rounds)

    worlds = tally(env.game, found.states, found.weight)

    assert_fair(worlds, tally(env.game, drawn(env, seat)), RARER)


@rule("R9.1")
@at_random_positions
def test_observation_and_mask_stay_the_same(number: int, rounds: str) -> None:
    env, seat = random_position(number, rounds)

    true, worlds = show(env.game, state_of(env), seat), show(env.game, drawn(env, seat), seat)

    assert (worlds.obs == true.obs).all()
    assert (worlds.mask == true.mask).all()


@rule("R9.2")
@at_random_positions
def test_a_world_is_a_whole_history_with_all_that_the_others_have_seen(
    number: int, rounds: str
) -> None:
    """Log and knowledge too are those of one of the histories, so every seat has a past in it."""
    env, seat = random_position(number, rounds)

    possible = pasts(random_histories(number, rounds).states)

    assert pasts(drawn(env, seat)) <= possible


def pasts(states: NDArray[Any]) -> set[bytes]:
    """All that the cards and the seats remember; not the random stream."""
    s = states[0]
    places = (s.top + np.arange(s.left)) & RING
    hand = states["hand"].copy()
    if s.phase == Phase.BOTTOM:  # the two cards to be returned are in no order yet
        hand[:, s.seat, 1:].sort(axis=1)
    fields = [hand, states["hand_seen"], states["deck"][:, places], states["deck_seen"][:, places]]
    fields += [states["aside"], states["discards"], states["log"][:, : s.turns]]
    rows = np.hstack([field.reshape(len(states), -1).astype(np.uint8) for field in fields])
    return {row.tobytes() for row in rows}


@rule("R9.1")
@at_random_positions
def test_within_a_world_the_other_seats_can_sample_too(number: int, rounds: str) -> None:
    env, seat = random_position(number, rounds)

    for world in drawn(env, seat, 5):
        for other in range(env.game.num_players):
            states = np.array([world])
            deeper = view_of(env.game, states, other).sample_worlds(20, SEED)
            assert look(env.game, deeper, other).agrees(look(env.game, states, other)).all()


@rule("R9.1")
@at_random_positions
def test_play_goes_on_from_a_world_to_the_end(number: int, rounds: str) -> None:
    env, seat = random_position(number, rounds)
    rng = np.random.default_rng(number)

    for seed in range(5):
        world = env.sample_world(f"player_{seat}", seed)
        while not any(world.terminations.values()):
            check_state(world.game, state_of(world)[0])
            world.step(random_action(world, rng))
        check_state(world.game, state_of(world)[0])
