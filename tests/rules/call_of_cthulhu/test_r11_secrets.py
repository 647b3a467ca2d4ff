"""R11: what one seat knows and the other does not, and what each knows of the other's knowledge."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.games.call_of_cthulhu import GAME, features
from cthulhu_envs.games.call_of_cthulhu.features import FLAGS, KIND_OF, NUMBERS, RANKS
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, NOTHING, SLOTS, TITLES, Zone
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import Position, position
from tests.rules.call_of_cthulhu.test_r10_r12_knowledge import played
from tests.rules.call_of_cthulhu.test_r11_law import changed, differs

FACTION_AT, RANK_AT = FLAGS.index("faction_the_agency"), FLAGS.index("rank_1")


def librarian(*titles):
    """Seat 0 looks at three cards of the other deck and lays them."""
    at = position(play="Strange Librarian", their_deck="Ghost; Peeler; T-Men; Patsy")
    return at.do("my Strange Librarian", "seat 1", *titles)


@rule("R11.4", "R11.9")
def test_who_lays_cards_of_a_deck_knows_their_order_and_the_owner_does_not():
    assert differs(librarian("Ghost", "T-Men"), librarian("Ghost", "Peeler")) == [True, False]
    assert differs(librarian("Ghost", "T-Men"), librarian("Peeler", "T-Men")) == [True, False]


@rule("R11.4", "R11.9")
def test_the_owner_of_a_deck_knows_which_places_the_other_has_seen():
    one, other = librarian("Ghost", "T-Men"), librarian("Ghost", "T-Men")
    deck = other.s.deck[1, : other.s.deck_n[1]]

    changed(other, seen=(deck, 0))

    assert differs(one, other) == [True, True]
    assert one.sees(1)["top_seen"][0].tolist() == [1, 1, 0, 0, 0]


@rule("R11.3", "R11.9")
def test_a_seat_knows_which_of_its_cards_the_other_knows():
    at = position(hand="Gathering at the Stones; Peeler", pile="Ghost", domains="Yog 2")
    at.do("Gathering at the Stones")

    shown = {TITLES[kind] for kind in np.flatnonzero(at.sees(0)["shown"])}

    assert shown == {"Ghost"}
    other = position(hand="Peeler; Ghost", pile="Gathering at the Stones", domains="Yog 2 drained")
    other.do("done")
    assert differs(at, other) == [True, True]


@rule("R11.8", "R11.9")
def test_the_owner_knows_which_card_a_face_down_domain_is():
    def opened(title):
        at = position(play="Overzealous Initiate", hand="", deck=f"{title}; Hastur; Dagon")
        at.do("my Overzealous Initiate")
        s = at.s
        hidden = int(np.flatnonzero(s.zone[:DECK_MAX] == Zone.DOMAIN)[0])
        return at, hidden

    (one, ghost), (other, patsy) = opened("Ghost"), opened("Patsy")

    assert TITLES[one.s.kind[ghost]] == "Ghost" and TITLES[other.s.kind[patsy]] == "Patsy"
    assert one.listed(0, "hidden_domain", 0)[3] == "Ghost"
    assert one.sees(1)["hidden_domain"].sum() == 0


@rule("R11.7", "R2.11")
def test_a_quick_deck_that_was_chosen_is_known_though_the_other_one_is_not():
    game = GAME.configure(deck_0="Cthulhu, Hastur, 1")
    env = RawEnv(game)
    env.reset(seed=3)
    at = Position(env)

    listed = at.sees(1)["listed"]
    worlds = view_of(game, env._lanes.states, 1).sample_worlds(5, 0)

    assert listed.sum() == game.kit[0].deck_sizes[at.s.pair[0]]
    assert {int(world.pair[0]) for world in worlds} == {int(at.s.pair[0])}
    assert at.sees(0)["listed"].sum() == 0


@rule("R12.1", "R11.4")
def test_in_the_worlds_of_the_owner_the_other_knows_the_same_places():
    at = librarian("Ghost", "T-Men")
    n = int(at.s.deck_n[1])

    worlds = view_of(at.game, at.env._lanes.states, 1).sample_worlds(60, 1)

    for world in worlds:
        known = [k for k in range(n) if world.seen[world.deck[1, k]] & 1]
        assert known == [0, n - 2, n - 1]
    assert len({int(world.kind[world.deck[1, n - 1]]) for world in worlds}) > 5


@rule("R12.1", "R12.3")
def test_in_the_worlds_of_the_owner_nothing_tells_which_cards_the_other_has_looked_at():
    at = played(5, 30)
    me, other = 0, 1
    s = at.s
    looked = s.deck[me, s.deck_n[me] - 3 : s.deck_n[me]]
    changed(at, seen=(looked, 1 << other), listed=(looked, 3))

    worlds = view_of(at.game, at.env._lanes.states, me).sample_worlds(60, 1)

    told = Counter()
    for world in worlds:
        top = world.deck[me, s.deck_n[me] - 3 : s.deck_n[me]]
        deck = world.deck[me, : s.deck_n[me]]
        assert sorted(i for i in deck if world.listed[i] >> other & 1) == sorted(top)
        told.update(int(i) for i in top)
    assert len(told) > 15


def kinds_by_place(numbers):
    return ["" if number == 0 else TITLES[int(number) - 1] for number in numbers]


def retold(at, seat):
    """Where cards are, read off the observation of a seat alone."""
    seen = at.sees(seat)
    sizes = seen["resources"].sum(axis=2).astype(int)
    resources = []
    for step in range(2):
        laid = iter(kinds_by_place(seen["resource_order"][step]))
        resources.append([[next(laid) for _ in range(n)] for n in sizes[step]])
    slots = {}
    for step, slot in np.argwhere(seen["slot"][..., 0]):
        flags, numbers = seen["slot"][step, slot], seen["number"][step, slot]
        faction = flags[FACTION_AT : FACTION_AT + len(KIND_OF)].argmax()
        kind = KIND_OF[faction, flags[RANK_AT : RANK_AT + RANKS].argmax()]
        slots[int(step), int(slot)] = (
            TITLES[kind],
            *(int(flags[FLAGS.index(name)]) for name in ("exhausted", "insane", "owned")),
            int(numbers[NUMBERS.index("wounds")]),
            int(numbers[NUMBERS.index("host_slot")]),
        )
    return {
        "hand": Counter({TITLES[k]: int(n) for k, n in enumerate(seen["hand"]) if n}),
        "their hand": Counter({TITLES[k]: int(n) for k, n in enumerate(seen["their_hand"]) if n}),
        "piles": [kinds_by_place(row) for row in seen["pile_order"]],
        "fresh": seen["fresh"].astype(int).tolist(),
        "decks": [kinds_by_place(row) for row in seen["deck_order"]],
        "resources": resources,
        "slots": slots,
    }


def padded(titles):
    return [*titles, *[""] * (DECK_MAX - len(titles))]


def true(at, seat):
    """The same, read off the state."""
    s = at.s
    seats = (seat, 1 - seat)

    def title(inst):
        return TITLES[s.kind[inst]]

    def knows(inst):
        return s.seen[inst] >> seat & 1

    slots = {}
    for step, side in enumerate(seats):
        for slot, inst in enumerate(s.play[side * SLOTS : (side + 1) * SLOTS]):
            if inst != NOTHING:
                host = s.host[inst]
                in_play = host != NOTHING and s.zone[host] == Zone.PLAY
                slots[step, slot] = (
                    title(inst),
                    int(s.exhausted[inst]),
                    int(s.insane[inst]),
                    int(inst // DECK_MAX == side),
                    int(s.wounds[inst]),
                    int(s.place[host] % SLOTS + 1) if in_play else 0,
                )
    piles = [s.pile[side, : s.pile_n[side]][::-1] for side in seats]
    decks = [s.deck[side, : s.deck_n[side]][::-1] for side in seats]
    resources = []
    for side in seats:
        laid = list(s.laid[side, : s.laid_n[side]])
        resources.append([[title(i) for i in laid if s.place[i] == d] for d in range(10)])
    return {
        "hand": Counter(title(i) for i in s.hand[seat, : s.hand_n[seat]]),
        "their hand": Counter(title(i) for i in s.hand[1 - seat, : s.hand_n[1 - seat]] if knows(i)),
        "piles": [padded([title(i) for i in pile]) for pile in piles],
        "fresh": [int((s.stamp[pile] == s.phase_no).sum()) for pile in piles],
        "decks": [padded([title(i) if knows(i) else "" for i in deck]) for deck in decks],
        "resources": resources,
        "slots": slots,
    }


@rule("R11.1", "R11.9")
@pytest.mark.parametrize("settings", [{}, {"format": "constructed"}], ids=["quick", "lists"])
def test_where_the_cards_are_can_be_read_off_the_observation(settings):
    for seed in range(3):
        for steps in (40, 120, 250, 400):
            at = played(seed, steps, **settings)
            for seat in range(2):
                assert retold(at, seat) == true(at, seat)


@rule("R11.9")
def test_the_rules_name_blocks_that_exist():
    text = Path(features.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    law = text[text.index("**R11.9**") : text.index("**R11.10**")]

    named = set(re.findall(r"`(\w+)`", law))

    assert len(named) > 30 and named <= set(GAME.observations.blocks)


@rule("R11.10")
def test_large_numbers_of_a_card_are_shown_as_the_largest():
    at = position(play="Ghost")
    changed(at, skill=(at.inst("Ghost"), 30))

    assert at.sees(0)["number"][0, 0, NUMBERS.index("skill")] == 24


@rule("R11.10")
def test_below_the_top_five_it_is_not_shown_what_the_other_knows():
    def known(place):
        at = position()
        return changed(at, seen=(at.s.deck[0, at.s.deck_n[0] - 1 - place], 1 << 1))

    assert known(4).sees(0)["top_seen"][0].tolist() == [0, 0, 0, 0, 1]
    assert known(5).sees(0)["top_seen"].sum() == 0


@rule("R11.9")
def test_cards_that_are_fresh_lie_on_top():
    """So their number says which they are."""
    for seed in range(4):
        at = played(seed, 300)
        s = at.s
        for seat in range(2):
            stamps = s.stamp[s.pile[seat, : s.pile_n[seat]]].tolist()
            assert stamps == sorted(stamps)
