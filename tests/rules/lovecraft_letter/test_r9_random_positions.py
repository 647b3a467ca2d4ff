"""R9: sampled worlds against all histories, at random positions of random small decks."""

from __future__ import annotations

import math
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
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.lovecraft_letter.cards import EDITIONS, Card
from cthulhu_envs.games.lovecraft_letter.position import check_state
from cthulhu_envs.games.lovecraft_letter.state import Event
from tests.rulebook import rule
from tests.rules.lovecraft_letter.worlds_positions import SEED, drawn, state_of
from tests.rules.lovecraft_letter.worlds_truth import all_histories, assert_fair, look, tally
from tests.worlds import Histories, show

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position

RARER = 1e-6  # a fit is refused below this chance where hundreds are looked at
RANDOM_POSITIONS = range(48 if is_compiled() else 2)
LATER_ROUNDS = range(100, 106 if is_compiled() else 101)
MOST_ORDERS = 100_000  # of a random deck, by name
PLAYS = {"single": 250, "match": 50}  # of which the one with the most to remember is used
LATE = 3  # a random position lies among the last decisions of its round
INSANE_SIDE = 6  # an Insane side counts for so many plays there, a shared party for as many

# Cards of a random deck and how often they are in it: rich in Insane sides that move cards.
BOX = {
    Card.INVESTIGATORS: 1,
    Card.DEEP_ONES: 2,
    Card.CATS: 1,
    Card.GOLDEN_MEAD: 3,
    Card.GREAT_RACE: 3,
    Card.HOUND: 1,
    Card.ELDER_SIGN: 2,
    Card.LIBER_IVONIS: 3,
    Card.ARMITAGE: 2,
    Card.MI_GO: 3,
    Card.CARTER: 1,
    Card.NYARLATHOTEP: 5,
    Card.SILVER_KEY: 2,
    Card.TRAPEZOHEDRON: 2,
    Card.NECRONOMICON: 1,
    Card.CTHULHU: 1,
}
IS_INSANITY = {card: row.insanity for card, row in EDITIONS["published"].items()}
LIKED = {  # by name of the actions: Insane sides, and what leaves something to remember
    **{card.name.lower(): 2.0 for card in Card if IS_INSANITY[card]},
    **{f"{card.name.lower()}_insane": 12.0 for card in Card},
    "cats": 4.0,
    "great_race": 3.0,
    "trapezohedron_insane": 2.0,
    "cthulhu_insane": 0.05,
    "cthulhu": 0.02,
    "necronomicon": 0.02,
    "investigators": 0.5,
    "braincase": 0.05,
}


def random_deck(rng: np.random.Generator, players: int) -> dict[str, int]:
    """A few different cards in several copies: enough for madness, not too many orders."""
    share = np.array(list(BOX.values())) / sum(BOX.values())
    while True:
        kinds = rng.choice(list(BOX), int(rng.integers(3, 7)), replace=False, p=share)
        cards = Counter(map(Card, rng.choice(kinds, players + int(rng.integers(6, 12))).tolist()))
        orders = math.factorial(cards.total())
        for copies in cards.values():
            orders //= math.factorial(copies)
        madness = sum(copies for card, copies in cards.items() if IS_INSANITY[card])
        if orders <= MOST_ORDERS and 0.25 < madness / cards.total() < 0.6:
            return {card.name.lower(): copies for card, copies in cards.items()}


@cache
def random_position(number: int, rounds: str = "single") -> tuple[RawEnv, int]:
    """Random play, cut off among its last decisions, and a seat that looks."""
    rng = np.random.default_rng(number)
    players = int(rng.integers(2, 5))
    env: Any = make(
        "lovecraft_letter",
        guards="none",
        num_players=players,
        deck=random_deck(rng, players),
        face_up=int(rng.integers(0, 2)) if players == 2 else 0,
        rounds=rounds,
    )
    plays = [random_play(env, rng) for _ in range(PLAYS[rounds])]
    seed, actions = max(plays, key=lambda play: worth(env, *play))
    late = min(LATE, decisions(env, seed, actions))
    replay_to(env, seed, actions[: len(actions) - int(rng.integers(1, late + 1))])
    return env, int(rng.integers(players))


def random_play(env: RawEnv, rng: np.random.Generator) -> tuple[int, list[int]]:
    seed = int(rng.integers(1 << 30))
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        env.step(random_action(env, rng))
    return seed, env.replay().actions


def random_action(env: RawEnv, rng: np.random.Generator) -> int:
    """Any legal action, rather one that leaves something to remember."""
    legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
    names = [env.game.actions.decode(int(action)).name for action in legal]
    share = np.array([LIKED.get(name, 1.0) / names.count(name) for name in names])
    return int(rng.choice(legal, p=share / share.sum()))


def replay_to(env: RawEnv, seed: int, actions: list[int]) -> None:
    env.reset(seed=seed)
    for action in actions:
        env.step(action)


def decisions(env: RawEnv, seed: int, actions: list[int]) -> int:
    """Plays of the last round."""
    replay_to(env, seed, actions)
    s = state_of(env)[0]
    return int((s.log[: s.rows, Event.CARD] != NO_CARD).sum())


def worth(env: RawEnv, seed: int, actions: list[int]) -> int:
    """How much there is to remember of the last round."""
    plays = decisions(env, seed, actions)
    s = state_of(env)[0]
    shared = np.bitwise_count(s.log[: s.rows, Event.PARTY]) > 1
    return plays + INSANE_SIDE * int(s.log[: s.rows, Event.INSANE].sum() + shared.sum())


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
def test_histories_come_as_often_as_they_should(number: int, rounds: str) -> None:
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
    """All that the cards and the seats remember of the round; not the random stream."""
    s = states[0]
    known = ["hand", "hand_seen", "exposed", "taken", "pool", "aside", "discards", "insanity"]
    known += ["deck", "out", "protected", "immortal", "braincase", "phase", "extra", "asked"]
    fields = [states[name] for name in known] + [states[name][:, : s.rows] for name in ("acts",)]
    fields += [states["log"][:, : s.rows], states["turn_row"], states["seat"]]
    rows = np.hstack([field.reshape(len(states), -1).astype(np.int16) for field in fields])
    return {row.tobytes() for row in rows}


@rule("R9.1")
@at_random_positions
def test_within_a_world_the_other_seats_can_sample_too(number: int, rounds: str) -> None:
    env, seat = random_position(number, rounds)

    for world in drawn(env, seat, 5):
        for other in range(env.game.num_players):
            states = np.array([world])
            deeper = view_of(env.game, states, other).sample_worlds(20, SEED)
            theirs = look(env.game, states, other, states[0])
            assert look(env.game, deeper, other, states[0]).agrees(theirs).all()


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
