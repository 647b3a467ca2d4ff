"""R9: the count of all histories and the comparison with it, which judge the sampled worlds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.state import Phase
from tests.rulebook import rule
from tests.rules.love_letter.worlds_positions import (
    MANY,
    RARE,
    SEED,
    guard_seen_and_guard_played,
    played,
    state_of,
    truth,
)
from tests.rules.love_letter.worlds_truth import (
    World,
    all_histories,
    assert_fair,
    look,
    tally,
)
from tests.worlds import join_states, p_value

pytestmark = pytest.mark.slow  # thousands of worlds, and all histories of a position


@rule("R9.2", "R9.3")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_count_agrees_with_playing_every_order_of_the_deck(seat: int) -> None:
    turns = ("chancellor", "keep guard", "bottom priest", "guard +1 priest")
    env = played("Spy", "Guard Guard", "Chancellor Guard Priest", 0, *turns)

    counted, plain = truth(env, seat), every_order(env, seat)

    assert len(plain) > 1
    assert counted == plain


def every_order(env: RawEnv, seat: int) -> dict[World, int]:
    """The slowest way: every order of the cards, and every hidden choice among them, through the
    public API.
    """
    replay = env.replay()
    true = [look(env.game, s, seat) for s in replay.states()]
    found = []

    def go_on(twin: RawEnv, number: int, copies: int) -> None:
        s = state_of(twin)
        if not look(env.game, s, seat).agrees(true[number])[0]:
            return
        if number == len(replay.actions):
            found.extend([s] * copies)
            return
        for action in choices(twin, s[0], replay.actions[number], seat):
            branch = twin.clone()
            branch.step(action)
            go_on(branch, number + 1, copies)

    for deck, copies in Counter(itertools.permutations(replay.options["deck"])).items():
        twin = env.clone()
        twin.reset(seed=SEED, options={**replay.options, "deck": list(deck)})
        go_on(twin, 0, copies)
    return tally(env.game, join_states(found))


def choices(env: RawEnv, s: Any, action: int, seat: int) -> Iterator[int]:
    """What the acting player may have done for all the observer knows, once for each copy."""
    name = env.game.actions.decode(action).name
    cards = [Card(card) for card in s.hand[s.seat] if card != NO_CARD]
    if s.phase == Phase.BOTTOM:
        cards = cards[1:]
    is_hidden = s.phase != Phase.PLAY and s.seat != seat
    mask = env.observe(env.agent_selection)["action_mask"]
    for card in cards:
        if is_hidden:
            yield env.game.actions.encode(name, card=card)
        elif card == env.game.kit[0].card_of[action] and mask[action]:
            yield action


def test_the_comparison_refuses_samplers_that_are_wrong() -> None:
    worlds = truth(guard_seen_and_guard_played(), 0)
    one = next(iter(worlds))

    with pytest.raises(AssertionError, match="never drawn"):
        assert_fair(worlds, {one: MANY}, RARE)
    with pytest.raises(AssertionError, match="p = "):
        assert_fair(worlds, dict.fromkeys(worlds, MANY // len(worlds)), RARE)
    with pytest.raises(AssertionError, match="impossible"):
        assert_fair(worlds, {**worlds, one._replace(aside=None): 1}, RARE)


def test_the_comparison_accepts_worlds_drawn_from_the_count() -> None:
    env = guard_seen_and_guard_played()
    found = all_histories(env.replay(), 0)
    share = found.weight / found.weight.sum()

    picked = np.random.default_rng(SEED).choice(len(share), MANY, p=share)

    assert_fair(truth(env, 0), tally(env.game, found.states[picked]), RARE)


@pytest.mark.parametrize(
    ("chi_square", "freedom", "expected"),
    [(3.841459, 1, 0.05), (15.136705, 1, 1e-4), (13.815511, 2, 1e-3), (124.342113, 100, 0.05)],
)
def test_p_values_are_those_of_printed_tables(
    chi_square: float, freedom: int, expected: float
) -> None:
    assert p_value(chi_square, freedom) == pytest.approx(expected, rel=1e-4)
