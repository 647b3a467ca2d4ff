"""R12: worlds drawn against all worlds counted out, on positions with few hidden cards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.position import check_state
from cthulhu_envs.games.call_of_cthulhu.rules.zones import to_pile
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, Zone
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position

DRAWS = 6000 if is_compiled() else 1500
THEM, ME = 1, 0


def empty_deck_to(s, seat, left):
    """All but the last cards of a deck go to the discard pile, openly."""
    while s.deck_n[seat] > left:
        s.deck_n[seat] -= 1
        to_pile(s, s.deck[seat, s.deck_n[seat]])


def is_even(counts, cases):
    """Chi-square within four standard deviations of its mean."""
    expected = sum(counts.values()) / cases
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    chi_square += expected * (cases - len(counts))
    return chi_square < cases - 1 + 4 * (2 * (cases - 1)) ** 0.5


def four_hidden_cards():
    """One card in their hand, one face down as a domain, two in their deck."""
    at = position(their_hand="Ghost")
    s = at.s
    empty_deck_to(s, THEM, 3)
    s.deck_n[THEM] -= 1
    hidden = int(s.deck[THEM, 2])
    s.zone[hidden], s.place[hidden], s.seen[hidden] = Zone.DOMAIN, s.domains[THEM], 1 << THEM
    s.listed[hidden] |= 1 << THEM
    s.domains[THEM] += 1
    check_state(at.game, s)
    return at, hidden


@rule("R12.2")
def test_every_way_to_lay_four_hidden_cards_is_equally_likely():
    at, _ = four_hidden_cards()
    view = view_of(at.game, at.env._lanes.states, ME)

    counts = Counter()
    for world in view.sample_worlds(DRAWS, 1):
        domain = np.flatnonzero(world.zone == Zone.DOMAIN)
        counts[(int(world.hand[THEM, 0]), int(domain[0]), *map(int, world.deck[THEM, :2]))] += 1

    hidden = set(next(iter(counts)))
    assert len(hidden) == 4
    assert set(counts) <= set(permutations(hidden))
    assert is_even(counts, 24)


@rule("R12.2", "R11.4")
def test_a_card_i_know_in_their_deck_stays_and_the_others_are_laid_around_it():
    at, _ = four_hidden_cards()
    known = int(at.s.deck[THEM, 1])
    at.s.seen[known] |= 1 << ME
    at.s.listed[known] |= 1 << ME
    view = view_of(at.game, at.env._lanes.states, ME)

    counts = Counter()
    for world in view.sample_worlds(DRAWS, 2):
        assert int(world.deck[THEM, 1]) == known
        domain = np.flatnonzero(world.zone == Zone.DOMAIN)
        counts[int(world.hand[THEM, 0]), int(domain[0]), int(world.deck[THEM, 0])] += 1

    assert is_even(counts, 6)


@rule("R12.2")
def test_their_seat_knows_its_domain_and_hand_and_not_the_order_of_its_deck():
    at, hidden = four_hidden_cards()
    view = view_of(at.game, at.env._lanes.states, THEM)

    counts = Counter()
    for world in view.sample_worlds(DRAWS, 3):
        assert world.zone[hidden] == Zone.DOMAIN
        assert world.hand[THEM, 0] == at.s.hand[THEM, 0]
        counts[tuple(map(int, world.deck[THEM, :2]))] += 1

    assert is_even(counts, 2)


def _of_first_faction(kit, s):
    """Cards in their deck of the first of their two factions, which three quick decks share."""
    factions = kit.kinds[s.kind[s.deck[THEM, : s.deck_n[THEM]]], K.FACTION]
    return s.deck[THEM, : s.deck_n[THEM]][factions == factions.min()]


@rule("R12.3")
@pytest.mark.parametrize("shown", [0, 1])
def test_all_quick_decks_that_fit_what_was_seen_are_equally_likely(shown):
    game = GAME.configure(deck_0="Cthulhu, Hastur, 1")
    env = RawEnv(game)
    env.reset(seed=4)
    s, kit = env._lanes.states[0], game.kit[0]
    for inst in _of_first_faction(kit, s)[:shown]:
        s.listed[inst] |= 1 << ME
    seen = {int(s.kind[i]) for i in range(DECK_MAX, 2 * DECK_MAX) if s.listed[i] >> ME & 1}
    size = kit.deck_sizes[s.pair[THEM]]
    pairs = kit.pairings[: kit.num_pairings]
    fitting = [
        int(theirs)
        for mine, theirs in pairs
        if mine == s.pair[ME]
        and kit.deck_sizes[theirs] == size
        and seen <= set(kit.deck_kinds[theirs, :size].tolist())
    ]

    worlds = view_of(game, env._lanes.states, ME).sample_worlds(DRAWS, 5)
    counts = Counter(int(world.pair[THEM]) for world in worlds)

    assert set(counts) <= set(fitting)
    assert len(fitting) > 1 and is_even(counts, len(fitting))
