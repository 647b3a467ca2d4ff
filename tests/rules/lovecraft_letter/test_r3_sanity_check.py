"""R3.2: the Sanity Check at the beginning of an insane player's turn.

In most of these positions seat 0 plays the Silver Key, which does nothing, and seat 1 has to check.
"""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

HARMLESS = ["investigators", "cats", "great_race", "elder_sign", "armitage", "carter", "silver_key"]
INSANITY = [
    "deep_ones",
    "golden_mead",
    "hound",
    "liber_ivonis",
    "mi_go",
    "nyarlathotep",
    "trapezohedron",
    "cthulhu",
]
IMMORTAL = "hound liber_ivonis"  # the pile of one who has played it with its Insane side


def in_order(cards):
    """Piles are spoken of in order of value, and so compared."""
    return sorted(cards.split())


@rule("R3.2")
@pytest.mark.parametrize(
    ("pile", "turned"),
    [
        ("", 0),
        ("armitage elder_sign", 0),
        ("necronomicon", 0),
        ("mi_go", 1),
        ("mi_go hound", 2),
        ("mi_go hound deep_ones", 3),
        ("armitage mi_go cats hound necronomicon", 2),
    ],
)
def test_one_card_is_turned_up_for_each_insanity_card_in_the_pile(pile, turned):
    deck = ["investigators", "cats", "carter", "great_race", "elder_sign"]
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"], piles=["", pile], deck=" ".join(deck)
    )

    at.play("silver_key")

    assert at.seat == 1 and at.out == [False, False, False]
    assert in_order(at.discards[1]) == sorted([*pile.split(), *deck[:turned]])
    assert at.hands[1] == f"elder_sign {deck[turned]}"
    assert at.pile.split() == deck[turned + 1 :]


@rule("R3.2")
@pytest.mark.parametrize("card", INSANITY)
def test_every_insanity_card_in_the_pile_asks_for_a_check(card):
    at = position(hands=["silver_key cats", "carter"], piles=["", card], deck="armitage great_race")

    at.play("silver_key")

    assert in_order(at.discards[1]) == sorted(["armitage", card])
    assert at.hands[1] == "carter great_race"


@rule("R3.2")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_every_turn_of_an_insane_player_begins_with_a_check(num_players):
    last = num_players - 1
    hands = [*["carter"] * last, "liber_ivonis silver_key"]
    at = position(hands=hands, deck="elder_sign " * 16)
    at.play("liber_ivonis")

    lying = []
    for _ in range(2):
        for _ in range(last):
            at.play("elder_sign")
        assert at.seat == last
        lying.append(at.discards[last].split())
        at.play("elder_sign")

    signs = [cards.count("elder_sign") for cards in lying]
    assert signs == [1, 3]  # turned up; turned up, played, turned up
    assert at.discards[0].split() == ["elder_sign"] * 2


@rule("R3.2")
def test_only_the_player_whose_turn_begins_checks():
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"],
        piles=["mi_go", "", "hound"],
        deck="great_race carter",
    )

    at.play("silver_key")

    assert at.discards == ["mi_go silver_key", "", "hound"]
    assert at.hands == ["cats", "elder_sign great_race", "cats"]


@rule("R3.2a")
@pytest.mark.parametrize("card", INSANITY)
def test_an_insanity_card_turned_up_knocks_the_player_out(card):
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"],
        piles=["", "hound"],
        deck=f"{card} carter cats",
    )

    at.play("silver_key")

    assert at.out == [False, True, False]
    assert in_order(at.discards[1]) == sorted(["hound", card, "elder_sign"])
    assert at.insanity[1] == 2
    assert (at.seat, at.hands[2]) == (2, "cats carter")  # who draws the next card


@rule("R3.2a")
def test_the_first_insanity_card_stops_the_check():
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"],
        piles=["", "hound mi_go deep_ones"],
        deck="cats golden_mead carter great_race",
    )

    at.play("silver_key")

    assert at.out == [False, True, False]
    assert at.discards[1] == "deep_ones cats golden_mead hound elder_sign mi_go"
    assert at.hands[2] == "cats carter"
    assert at.sees(0).event().turned == 2


@rule("R3.2a")
@pytest.mark.parametrize("start", [0, 1, 2, 3, 4])
def test_several_players_in_a_row_can_fail(start):
    hands = ["silver_key cats", "elder_sign", "cats", "carter", "cats"]
    piles = ["", "hound", "mi_go", "deep_ones", ""]
    turned = [hands[(seat - start) % 5] for seat in range(5)]
    at = position(
        hands=turned,
        piles=[piles[(seat - start) % 5] for seat in range(5)],
        deck="golden_mead liber_ivonis investigators armitage cthulhu",
    )

    at.play("silver_key")

    first, second, third = ((start + step) % 5 for step in (1, 2, 3))
    assert [seat for seat in range(5) if at.out[seat]] == sorted([first, second])
    assert at.discards[first] == "golden_mead hound elder_sign"
    assert at.discards[second] == "cats liber_ivonis mi_go"
    assert at.discards[third] == "investigators deep_ones"
    assert (at.seat, at.hands[third]) == (third, "carter armitage")


@rule("R3.2a")
@pytest.mark.parametrize(
    ("pile", "sane", "insane"),
    [("", [1, 0, 0], [0, 0, 0]), ("nyarlathotep", [0, 0, 0], [1, 0, 0])],
    ids=["sane", "insane"],
)
def test_if_all_others_fail_the_one_left_wins_the_round(pile, sane, insane):
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"],
        piles=[pile, "hound", "mi_go"],
        deck="golden_mead liber_ivonis trapezohedron",
    )

    at.play("silver_key")

    assert at.round == 2
    assert (at.sane_tokens, at.insane_tokens) == (sane, insane)


@rule("R3.2a")
def test_the_last_player_in_makes_no_check_any_more():
    at = position(
        hands=["necronomicon cats", "elder_sign", "cats"],
        piles=["", "hound", "mi_go"],
        deck="golden_mead cthulhu",
        rounds="single",
    )

    at.play("necronomicon")  # seat 0 is out, seat 1 fails, seat 2 need not check

    assert at.out == [True, True, False]
    assert (at.ending, at.winner) == ("last_one_standing", 2)
    assert (at.discards[2], at.pile) == ("mi_go", "cthulhu")


@rule("R3.2b")
def test_the_necronomicon_turned_up_knocks_out_and_stops_the_check():
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"],
        piles=["", "hound mi_go"],
        deck="necronomicon carter cats",
    )

    at.play("silver_key")

    assert at.out == [False, True, False]
    assert at.discards[1] == "hound elder_sign mi_go necronomicon"
    assert at.insanity[1] == 2  # it is no Insanity card
    assert at.hands[2] == "cats carter"


@rule("R3.2c")
@pytest.mark.parametrize("card", HARMLESS)
def test_a_card_turned_up_goes_to_the_pile_without_effect(card):
    at = position(
        hands=["silver_key cats", "hound", "golden_mead"],
        piles=["", "mi_go"],
        deck=f"{card} carter great_race",
    )

    at.play("silver_key")

    assert (at.seat, at.phase) == (1, "play")
    assert in_order(at.discards[1]) == sorted(["mi_go", card])
    assert at.hands == ["cats", "hound carter", "golden_mead"]
    assert at.pile == "great_race"
    assert at.protected == at.immortal == at.out == [False, False, False]
    assert all(at.sees(seat).knows_of_others() == {} for seat in range(3))


@rule("R3.2c")
def test_a_trapezohedron_or_cthulhu_turned_up_wins_nothing():
    for card in ["trapezohedron", "cthulhu"]:
        at = position(
            hands=["silver_key cats", "carter", "cats"],
            piles=["", "hound mi_go"],
            deck=f"{card} cats cats",
        )

        at.play("silver_key")

        assert (at.ending, at.round) == ("going_on", 1)
        assert at.out == [False, True, False]


@rule("R3.2d")
@pytest.mark.parametrize(
    ("pile", "deck"),
    [("hound", ""), ("hound mi_go", "cats"), ("hound mi_go deep_ones", "cats armitage")],
    ids=["no card", "one of two", "two of three"],
)
def test_a_check_that_the_draw_pile_cannot_complete_ends_the_round(pile, deck):
    at = position(
        hands=["silver_key cats", "carter", "armitage"],
        piles=["", pile],
        deck=deck,
        rounds="single",
    )

    at.play("silver_key")

    assert (at.ending, at.winner) == ("highest_card", 1)  # the 6 of the one who checked
    assert at.out == [False, False, False]
    assert at.hands == ["cats", "carter", "armitage"]  # nobody drew
    assert in_order(at.discards[1]) == sorted([*pile.split(), *deck.split()])


@rule("R3.2d")
def test_a_last_card_that_is_lethal_comes_before_the_end_of_the_round():
    at = position(
        hands=["silver_key cats", "carter", "armitage"],
        piles=["", "hound mi_go deep_ones"],
        deck="cats cthulhu",
        rounds="single",
    )

    at.play("silver_key")

    assert at.out == [False, True, False]
    assert (at.ending, at.winner) == ("highest_card", 2)


@rule("R3.2d", "R3.3a")
def test_a_check_that_is_complete_with_the_last_card_leaves_none_to_draw():
    at = position(
        hands=["silver_key cats", "carter", "armitage"],
        piles=["", "hound mi_go"],
        deck="cats cats",
        rounds="single",
    )

    at.play("silver_key")

    assert (at.ending, at.winner) == ("highest_card", 1)
    assert at.hands[1] == "carter"
    assert at.discards[1] == "cats cats hound mi_go"


@rule("R3.2e")
@pytest.mark.parametrize("card", [*INSANITY, "necronomicon"])
def test_one_who_cannot_be_knocked_out_checks_and_stays(card):
    at = position(
        hands=["silver_key cats", "elder_sign", "cats"],
        piles=["", IMMORTAL],
        immortal=[1],
        deck=f"{card} investigators carter cats",
    )

    at.play("silver_key")

    assert at.out == [False, False, False]
    assert at.seat == 1
    assert in_order(at.discards[1]) == sorted([*IMMORTAL.split(), card, "investigators"])
    assert at.hands[1] == "elder_sign carter"
    assert at.immortal == [False, True, False]


@rule("R3.2", "R3.2e")
def test_the_cards_are_counted_before_the_check():
    at = position(
        hands=["silver_key cats", "elder_sign"],
        piles=["", IMMORTAL],
        immortal=[1],
        deck="mi_go trapezohedron cats cats cats cats cats cats cats carter",
    )

    at.play("silver_key")
    first = (at.hands[1], at.insanity[1])  # two cards turned up, though four lie there now
    at.play("elder_sign").play("cats_nobody")

    assert first == ("elder_sign cats", 4)
    assert at.seat == 1
    assert at.hands[1] == "cats cats"
    assert at.discards[1].split().count("cats") == 4
    assert at.pile == "carter"


@rule("R3.2e", "R3.2d")
def test_one_who_cannot_be_knocked_out_cannot_complete_a_check_either():
    at = position(
        hands=["silver_key cats", "carter"],
        piles=["", IMMORTAL],
        immortal=[1],
        deck="cthulhu",
        rounds="single",
    )

    at.play("silver_key")

    assert (at.ending, at.winner) == ("highest_card", 1)
    assert at.hands == ["cats", "carter"]
