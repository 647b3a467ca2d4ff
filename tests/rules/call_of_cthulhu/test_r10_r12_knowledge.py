"""R10 leftovers, R11 what a seat knows, R12 worlds."""

from __future__ import annotations

from collections import Counter

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.position import check_state
from cthulhu_envs.games.call_of_cthulhu.sizes import Zone
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import Position, position


def played(seed, steps, **settings):
    env = RawEnv(GAME.configure(**settings))
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    at = Position(env)
    for _ in range(steps):
        if at.s.ending:
            break
        env.step(int(rng.choice(at.s.ids[: at.s.ids_n])))
    return at


@rule("R10.5")
def test_modifiers_are_summed_before_the_floor():
    at = position(play="Spell-bound Shoggoth; Altar of the Blessed; Young Deep One")

    assert at.get("Young Deep One", "skill") == 0  # 0 - 1 + 1


@rule("R11.2", "R11.6")
def test_a_seat_sees_its_own_hand_only():
    at = position(hand="Ghost; Ghost", their_hand="Patsy")

    assert at.sees(0)["hand"].sum() == 2 and at.sees(1)["hand"].sum() == 1
    assert at.sees(0)["their_hand"].sum() == 0
    assert at.sees(0)["hand_size"].tolist() == [2, 1]


@rule("R11.6")
def test_the_known_copy_is_played_first():
    at = position(hand="Gathering at the Stones; Ghost", pile="Ghost", domains="Yog 2; Hastur 1")

    at.do("Gathering at the Stones")
    assert at.sees(1)["their_hand"].sum() == 1
    at.do("Ghost")

    assert at.hand() == ["Ghost"] and at.sees(1)["their_hand"].sum() == 0


@rule("R11.5")
def test_a_card_known_in_the_deck_is_known_in_the_hand():
    at = position(play="Strange Librarian", their_deck="Ghost; Peeler; T-Men")

    at.do("my Strange Librarian", "seat 1", "Ghost", "T-Men")
    at.to_phase(3, seat=1)

    assert sorted(at.hand(1)) == ["Peeler", "T-Men"]
    assert at.sees(0)["their_hand"].sum() == 2


@rule("R12.1", "R12.5")
def test_worlds_look_the_same_and_are_whole():
    for seed, settings in ((1, {}), (2, {"format": "constructed"})):
        for steps in (0, 9, 60, 150):
            at = played(seed, steps, **settings)
            for seat in range(2):
                view = view_of(at.game, at.env._lanes.states, seat)
                for world in view.sample_worlds(3, seed):
                    other = view_of(at.game, world.reshape(1), seat)
                    check_state(at.game, world)
                    assert np.array_equal(view.observation, other.observation)
                    assert np.array_equal(view.mask, other.mask)


@rule("R12.2", "R12.4")
def test_hidden_cards_are_equally_likely_in_the_other_hand():
    at = position(their_hand="Ghost; Patsy", hand="Peeler")
    view = view_of(at.game, at.env._lanes.states, 0)
    worlds = view.sample_worlds(800, 1)

    counts = Counter()
    for world in worlds:
        counts.update(int(i) for i in world.hand[1, :2])
    hidden = int((at.s.zone[64:128] == Zone.DECK).sum()) + 2
    expected = 800 * 2 / hidden

    assert len(counts) == hidden
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    assert chi_square < hidden + 4 * (2 * hidden) ** 0.5
    assert all(world.hand[0, 0] == at.s.hand[0, 0] for world in worlds)


@rule("R12.3")
def test_unknown_quick_decks_fit_all_that_was_seen():
    at = played(3, 120)
    me = 0
    seen = {int(at.s.kind[i]) for i in range(64, 128) if at.s.listed[i] >> me & 1}
    view = view_of(at.game, at.env._lanes.states, me)

    decks = set()
    for world in view.sample_worlds(40, 1):
        deck = int(world.pair[1])
        kinds = set(at.game.kit[0].deck_kinds[deck].tolist())
        assert seen <= kinds
        assert at.game.kit[0].deck_sizes[deck] == at.game.kit[0].deck_sizes[at.s.pair[1]]
        decks.add(deck)
    assert decks
