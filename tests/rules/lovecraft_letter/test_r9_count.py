"""R9: the count of all histories and the comparison with it, which judge the sampled worlds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.lovecraft_letter.state import Phase
from tests.rulebook import rule
from tests.rules.lovecraft_letter.worlds_positions import (
    MANY,
    RARE,
    SEED,
    investigators_seen_and_played,
    played,
    truth,
)
from tests.rules.lovecraft_letter.worlds_truth import (
    World,
    all_histories,
    assert_fair,
    look,
    tally,
)
from tests.worlds import join_states

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position

PILE = "liber_ivonis silver_key silver_key silver_key cats silver_key silver_key"
GIFT = ("liber_ivonis", "silver_key", "silver_key", "nyarlathotep_insane", "give silver_key")


def silver_key_given() -> RawEnv:
    """Seat 1 collects the Cats of seat 2 and the Silver Key of seat 0, and lets them trade."""
    return played("silver_key", "silver_key nyarlathotep cats", PILE, 1, *GIFT)


@rule("R9.2", "R9.3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_count_agrees_with_playing_every_order_of_the_deck(seat: int) -> None:
    env = silver_key_given()

    counted, plain = truth(env, seat), every_order(env, seat)

    assert len(plain) > 1
    assert counted == plain


def every_order(env: RawEnv, seat: int) -> dict[World, int]:
    """The slowest way: every order of the cards, and every hidden choice among them, through the
    public API.
    """
    replay = env.replay()
    true_states = list(replay.states())
    found: list[Any] = []
    weights: list[int] = []

    def go_on(twin: RawEnv, number: int, histories: int) -> None:
        s, true = twin._lanes.states.copy(), true_states[number]
        theirs = look(env.game, true, seat, true[0])
        if not look(env.game, s, seat, true[0]).agrees(theirs)[0]:
            return
        if number == len(replay.actions):
            found.append(s)
            weights.append(histories)
            return
        for action, copies in choices(twin, s[0], replay.actions[number], seat):
            branch = twin.clone()
            branch.step(action)
            go_on(branch, number + 1, histories * copies)

    deck = Counter(replay.options["deck"])
    orders_by_copy = math.prod(math.factorial(copies) for copies in deck.values())
    twin = env.clone()
    for order in orders(deck):
        twin.reset(seed=SEED, options={**replay.options, "deck": order})
        go_on(twin, 0, orders_by_copy)
    return tally(env.game, join_states(found), np.array(weights))


def orders(cards: Counter[str]) -> Iterator[list[str]]:
    """All orders of the cards by name."""
    if not cards:
        yield []
    for name in cards:
        for rest in orders(cards - Counter([name])):
            yield [name, *rest]


def choices(env: RawEnv, s: Any, action: int, seat: int) -> Iterator[tuple[int, int]]:
    """What the acting player may have done for all the observer knows, and with how many copies."""
    mask = env.observe(env.agent_selection)["action_mask"]
    cards = s.pool if s.phase == Phase.GIVE else s.hand[s.seat]
    is_hidden = s.phase == Phase.GIVE and s.seat != seat
    for choice in np.flatnonzero(mask).tolist() if is_hidden else [action]:
        copies = int((cards == env.game.kit[0].card_of[choice]).sum())
        if mask[choice]:
            yield choice, copies


def test_the_comparison_refuses_samplers_that_are_wrong() -> None:
    worlds = truth(investigators_seen_and_played(), 0)
    one = next(iter(worlds))

    with pytest.raises(AssertionError, match="never drawn"):
        assert_fair(worlds, {one: MANY}, RARE)
    with pytest.raises(AssertionError, match="p = "):
        assert_fair(worlds, dict.fromkeys(worlds, MANY // len(worlds)), RARE)
    with pytest.raises(AssertionError, match="impossible"):
        assert_fair(worlds, {**worlds, one._replace(aside=None): 1}, RARE)


def test_the_comparison_refuses_a_sampler_that_is_wrong_about_the_past_alone() -> None:
    """Seat 1 knows all hands but not whether seat 2 was dealt its Cats or drew them."""
    worlds = truth(silver_key_given(), 1)
    one, other = worlds

    assert one[:4] == other[:4]
    assert_fair(worlds, {one: MANY, other: MANY}, RARE)
    with pytest.raises(AssertionError, match="the cards drawn: p = "):
        assert_fair(worlds, {one: MANY, other: 2 * MANY}, RARE)


def test_the_comparison_accepts_worlds_drawn_from_the_count() -> None:
    env = investigators_seen_and_played()
    found = all_histories(env.replay(), 0)
    share = found.weight / found.weight.sum()

    picked = np.random.default_rng(SEED).choice(len(share), MANY, p=share)

    assert_fair(truth(env, 0), tally(env.game, found.states[picked]), RARE)
