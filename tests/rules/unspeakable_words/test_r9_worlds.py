"""R9: sampled worlds against all arrangements, counted one by one."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import ALL, Table, new_game, position

SAMPLES = 6000 if is_compiled() else 600
SURE = 4.5  # standard deviations


def worlds(at: Table, seat: int, count: int = SAMPLES) -> np.ndarray:
    return at.env.view(f"player_{seat}").sample_worlds(count, seed=7)


def arrangement(at: Table, world) -> tuple[str, ...]:
    """Hands in the order drawn, then the draw pile from the top."""
    hands = [world.hand[seat, : world.held[seat]] for seat in range(at.num_players)]
    rows = [*hands, world.pile[: world.left][::-1]]
    return tuple("".join(ALL[letter] for letter in row) for row in rows)


def truth(at: Table, seat: int) -> dict[tuple[str, ...], int]:
    """How many ways there are to each arrangement: copies are different cards (R9.2, R9.3).

    Each batch of hidden cards is permuted among the places where that batch is hidden.
    """
    s = at.state
    true = [list(row) for row in arrangement(at, s)]
    places: dict[int, list[tuple[int, int]]] = {}
    for other in range(at.num_players):
        for slot in range(s.held[other]):
            if other != seat:
                places.setdefault(int(s.batch_of[other, slot]), []).append((other, slot))
    for place in range(s.left):
        places.setdefault(int(s.batch), []).append((at.num_players, place))
    found: Counter[tuple[str, ...]] = Counter()
    batches = list(places.values())
    for orders in itertools.product(*(itertools.permutations(b) for b in batches)):
        rows = [list(row) for row in true]
        for batch, order in zip(batches, orders, strict=True):
            for (row, column), (from_row, from_column) in zip(batch, order, strict=True):
                rows[row][column] = true[from_row][from_column]
        found["".join(rows[0]), *("".join(row) for row in rows[1:])] += 1
    return dict(found)


def assert_fair(at: Table, seat: int) -> None:
    """No arrangement that cannot be; every other as often as it should, up to chance."""
    ways = truth(at, seat)
    total = sum(ways.values())
    drawn = Counter(arrangement(at, world) for world in worlds(at, seat))

    assert set(drawn) <= set(ways)
    for cards, number in ways.items():
        chance = number / total
        spread = (SAMPLES * chance * (1 - chance)) ** 0.5
        assert abs(drawn[cards] - SAMPLES * chance) <= SURE * spread + 3


SMALL = {"hand_size": 2, "dictionary": ["at", "ta", "to", "et"], "min_letters": 2}


@rule("R9.1", "R9.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_nothing_seen_every_order_is_equally_likely(seat):
    at = position(hands=["at", "to"], pile="eta", **SMALL)

    assert sum(truth(at, seat).values()) == 120
    assert_fair(at, seat)


@rule("R9.1")
def test_what_a_seat_has_seen_stays_as_it_is():
    at = position(hands=["teabc", "...", "..."], rolls=[1, 1])
    at.word("tea").claim("half")
    for seat in range(3):
        for world in worlds(at, seat, 50):
            assert arrangement(at, world)[seat] == at.hands[seat]
            assert (world.discards == at.state.discards).all()
            at.game.check_state(at.game, world)


@rule("R9.1")
def test_hidden_places_really_change():
    at = position(hands=["teabc", "...", "..."])

    found = {arrangement(at, world)[1:3] for world in worlds(at, 0, 100)}

    assert len(found) > 90


@rule("R9.1")
def test_a_word_half_laid_stays_on_the_table():
    at = position(hands=["teabc", "..."]).lay("te")
    before = at.vector(1)

    for world in worlds(at, 1, 20):
        assert world.word[:2].tolist() == [19, 4] and world.length == 2
        twin = at.env.clone()
        twin._place(world.reshape(1))
        assert (twin.observe("player_1")["observation"] == before).all()


@rule("R9.2")
def test_copies_of_a_letter_are_different_cards():
    at = position(hands=["at", "tt"], pile="te", **SMALL)

    drawn = Counter(arrangement(at, world)[1] for world in worlds(at, 0))

    # of T, T, T, E: TT in 6 of 12 ordered pairs, TE and ET in 3 each
    assert drawn["tt"] / SAMPLES == pytest.approx(1 / 2, abs=0.08)
    assert drawn["te"] / SAMPLES == pytest.approx(1 / 4, abs=0.08)
    assert_fair(at, 0)


def after_a_shuffle() -> Table:
    """Seats 1 and 2 hold cards from before the shuffle and after it."""
    at = position(hands=["at", "to", "ee"], pile="t", rolls=[20] * 3, tokens=[5, 5, 5], **SMALL)
    at.word("at").claim("all")  # draws T, then A or T of the new pile
    assert at.state.batch == 1
    return at


@rule("R9.3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_old_cards_change_places_with_old_cards_only(seat):
    at = after_a_shuffle()

    assert_fair(at, seat)
    if seat == 0:  # T, O, E and E are known to be with seats 1 and 2
        hands = {"".join(sorted("".join(cards[1:3]))) for cards in truth(at, 0)}
        assert hands == {"eeot"}


@rule("R9.3")
def test_with_two_players_a_shuffle_gives_the_other_hand_away():
    at = position(hands=["atx", "toe"], pile="z", rolls=[20], hand_size=3, dictionary=["at", "to"])
    at.word("at").claim("all")

    for world in worlds(at, 0, 200):
        assert sorted(arrangement(at, world)[1]) == sorted("toe")
    for world in worlds(at, 1, 200):  # seat 0 kept X, drew Z, and one of the shuffled A and T
        assert sorted(arrangement(at, world)[0][:2]) == ["x", "z"]
        assert arrangement(at, world)[0][2] in "at"


@rule("R9.3")
def test_cards_of_two_earlier_shuffles_stay_apart():
    at = position(
        hands=["atxv", "qjqj"], pile="", rolls=[20] * 9, hand_size=4, dictionary=["at", "ta"]
    )
    at.word("at").claim("all")
    at.throw_in()
    at.word("ta").claim("all")
    assert sorted(set(at.state.batch_of[0, :4].tolist())) == [0, 3] and at.state.batch == 3

    for world in worlds(at, 1, 200):
        cards = dict(zip("0123", arrangement(at, world)[0], strict=True))
        assert sorted([cards["0"], cards["1"]]) == ["v", "x"]


@rule("R9.4")
def test_throwing_in_says_nothing_of_the_new_hand():
    at = position(hands=["at", "to", "et"], pile="tae", **SMALL)
    at.throw_in()

    assert_fair(at, 1)


@rule("R9.4")
def test_a_word_says_nothing_of_the_cards_kept():
    """Seat 0 kept one card of three: any unseen card, as likely as in the draw pile."""
    at = position(
        hands=["ato", "tee"], pile="taqz", hand_size=3, dictionary=["at", "ta"], rolls=[20]
    )
    at.word("at").claim("all")

    kept = Counter(arrangement(at, world)[0][0] for world in worlds(at, 1))

    for letter in "otaqz":
        assert kept[letter] / SAMPLES == pytest.approx(1 / 5, abs=0.08)


@rule("R9.5")
def test_rolls_laid_down_in_advance_are_chance_in_a_world():
    at = position(hands=["teabc", "..."], rolls=[3] * 9, faces=["eye"] * 9, losses=[1] * 9)
    action = at.action("claim_all")
    at.word("tea")
    rolls = set()
    for world in worlds(at, 0, 40):
        twin = at.env.clone()
        twin._place(world.reshape(1))
        twin.step(action)
        rolls.add(int(twin._lanes.states[0].last_roll[0]))
        assert world.num_rolls == world.num_faces == world.num_losses == 0

    assert len(rolls) > 8


@rule("R9.1", "R9.3")
def test_worlds_look_alike_after_many_shuffles():
    at = new_game(3, num_players=3, deck={"a": 5, "t": 5, "e": 5, "o": 3}, tokens=20)
    rng = np.random.default_rng(0)
    while at.ending == "going_on" and at.state.turns < 24:
        mask = at.env.observe(at.env.agent_selection)["action_mask"]
        at.env.step(int(rng.choice(np.flatnonzero(mask))))
        if at.state.turns > 10 and at.state.length == 0:
            for seat in range(3):
                seen = at.vector(seat)
                for world in worlds(at, seat, 2):
                    twin = at.env.clone()
                    twin._place(world.reshape(1))
                    assert (twin.observe(f"player_{seat}")["observation"] == seen).all()
    assert at.state.batch > 2


@rule("R9.6")
def test_the_player_of_a_word_that_is_being_laid_can_complete_it():
    """Seat 0 has laid A and must hold T or both of E and X; Q and Z lead nowhere."""
    words = ["at", "axe", "to"]
    at = position(hands=["atq", "tox"], pile="texqz", hand_size=3, dictionary=words, min_letters=2)
    at.lay("a")
    kept = Counter("".join(sorted(arrangement(at, one)[0])) for one in worlds(at, 1))

    ways = {"tt": 1, "qt": 4, "et": 2, "tx": 2, "tz": 2, "ex": 1}
    assert set(kept) == set(ways)
    for cards, number in ways.items():
        assert kept[cards] / SAMPLES == pytest.approx(number / sum(ways.values()), abs=0.06)
