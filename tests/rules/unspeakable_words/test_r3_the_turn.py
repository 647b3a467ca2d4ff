"""R3: laying a word, throwing in, drawing, and whose turn is next."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulebook import rule
from tests.rules.unspeakable_words.table import position


@rule("R3.1")
def test_cards_go_from_the_hand_to_the_word_and_stay_there():
    at = position(hands=["teabc", "..."])

    at.lay("te")

    assert (at.laid, at.hands[0], at.seat) == ("te", "abc", 0)
    assert at.legal == {"letter A"}  # none is taken back, "te" is no word


@rule("R3.1")
def test_a_word_ends_when_its_player_says_so():
    at = position(hands=["teasc", "..."])
    at.lay("tea")
    assert at.legal == {"complete", "letter S"}

    at.play("complete")

    assert at.used == ["tea"]
    assert at.legal == {"claim_all", "claim_half"}


@rule("R3.1")
def test_a_letter_is_laid_as_often_as_it_is_held():
    once = position(hands=["tebcd", "..."], dictionary=["tet", "be"])
    twice = position(hands=["tetcd", "..."], dictionary=["tet", "be"])

    assert once.letters == "b"
    assert twice.lay("te").letters == "t"
    assert twice.lay("t").hands[0] == "cd"


@rule("R3.2")
def test_letters_that_are_no_word_cannot_be_completed():
    at = position(hands=["teabc", "..."])

    at.lay("te")

    with pytest.raises(ValueError, match="the word is complete"):
        at.play("complete")
    assert at.laid == "te"


@rule("R3.2")
def test_a_letter_that_leads_to_no_word_cannot_be_laid():
    at = position(hands=["qzjxk", "..."])

    assert at.legal == {"throw_in"}
    with pytest.raises(ValueError, match="lay Q"):
        at.lay("q")


@rule("R3.3")
@pytest.mark.parametrize(("settings", "least"), [({}, 2), ({"min_letters": 3}, 3)])
def test_a_word_has_at_least_so_many_letters(settings, least):
    at = position(hands=["atebc", "..."], **settings)

    at.lay("at")

    assert ("complete" in at.legal) == (least == 2)
    assert "complete" in at.lay("e").legal


@rule("R3.3")
def test_in_the_published_game_three_letters_are_needed():
    at = position(hands=["atqzjxk", "..."], edition="published", dictionary=["at", "ta", "cat"])

    assert at.legal == {"throw_in"}  # AT and TA are too short


@rule("R3.4")
def test_nobody_lays_a_word_twice():
    at = position(hands=["atqzj", "atesv"], rolls=[20] * 2)
    at.word("at").claim("all")

    at.lay("at")
    assert at.legal == {"letter E"}  # AT itself was laid by seat 0
    at.lay("e").play("complete")

    assert at.used == ["at", "ate"]


@rule("R3.4")
def test_ones_own_word_is_used_too():
    at = position(hands=["ateaq", "..."], pile="tv...", rolls=[20], dictionary=["at", "ta"])
    at.word("at").claim("all")
    at.throw_in()

    assert at.hands[0] == "eaqtv"
    assert at.letters == "t"  # TA is left, AT is used


@rule("R3.4")
def test_a_new_game_knows_no_used_words():
    at = position(hands=["atesv", "..."], used=["at"])
    assert "complete" not in at.lay("at").legal

    at.env.reset(seed=1)

    assert at.used == []
    assert not at.state.marked.any()


@rule("R3.6")
@pytest.mark.parametrize("hand", ["qzjxk", "teabc"], ids=["no word", "a word"])
def test_a_hand_thrown_in_is_replaced_and_ends_the_turn(hand):
    at = position(hands=[hand, "..."], pile="lmnop...", points=[0, 90])
    assert "throw_in" in at.legal

    at.throw_in()

    assert at.hands[0] == "lmnop"
    assert at.discards == "".join(sorted(hand))
    assert (at.seat, at.tokens, at.points) == (1, [5, 5], [0, 90])
    assert at.state.last_roll[0] == 0
    assert "throw_in" in at.legal  # it is the other's word, not the dice of seat 0


@rule("R3.6")
def test_with_a_letter_laid_it_is_too_late_to_throw_in():
    at = position(hands=["teabc", "..."])

    assert "throw_in" not in at.lay("t").legal


@rule("R3.7")
def test_the_words_cards_are_discarded_and_the_hand_filled_up():
    at = position(hands=["tzeba", "..."], pile="lmnop...", rolls=[20])
    at.word("tea")
    assert at.hands[0] == "zb"  # not before the claim

    at.claim("half")

    assert at.hands[0] == "zblmn"
    assert at.discards == "aet"
    assert at.pile.startswith("op")


@rule("R3.7")
def test_cards_are_drawn_even_if_the_check_then_eliminates():
    at = position(hands=["teabc", "...", "..."], pile="lmnop...", rolls=[12], tokens=[1, 5, 5])

    at.word("tea").claim("all")  # 11 points, a roll of 12

    assert at.gone == [True, False, False]
    assert at.discards == "".join(sorted("teabclmn"))
    assert at.pile.startswith("op")


@rule("R3.8")
def test_an_empty_draw_pile_is_made_of_the_discards():
    orders = set()
    for seed in range(30):
        at = position(hands=["teabc", "qqqqq"], pile="sdf", rolls=[20] * 9, seed=seed)
        at.word("tea").claim("all")  # draws S, D, F
        assert (at.hands[0], at.pile, at.discards) == ("bcsdf", "", "aet")

        at.throw_in()  # five Qs: with A, E and T eight cards to draw five from

        assert at.discards == "" and len(at.pile) == 3
        assert Counter(at.hands[1] + at.pile) == Counter("aetqqqqq")
        orders.add(at.hands[1] + at.pile)
    assert len(orders) > 20


@rule("R3.8")
def test_the_last_card_is_drawn_before_the_discards_are_shuffled():
    at = position(hands=["teabc", "qqqqq"], pile="sd", rolls=[20])

    at.word("tea").claim("all")

    assert at.hands[0][:4] == "bcsd"
    assert at.hands[0][4] in "aet" and len(at.pile) == 2
    assert at.discards == ""


@rule("R3.9")
@pytest.mark.parametrize(("tokens", "letters"), [(2, ""), (1, "jkqxz")])
def test_with_one_token_left_any_letters_are_a_word(tokens, letters):
    at = position(
        hands=["qzjxk", "..."],
        free_words=True,
        tokens=[tokens, 5],
        deck=dict.fromkeys("qzjxkate", 9),
    )

    assert at.letters == letters


@rule("R3.9")
def test_free_words_need_their_letters_and_are_used_once():
    deck = dict.fromkeys("qzjxkate", 9)
    at = position(
        hands=["qzq", "zqq"], free_words=True, tokens=[1, 1], deck=deck, hand_size=3, rolls=[1]
    )
    at.lay("q")
    assert at.legal == {"letter Q", "letter Z"}  # one letter is too short
    at.lay("z")
    assert at.legal == {"complete", "letter Q"}
    at.play("complete").claim("all")  # 4 points

    assert at.used == ["qz"]
    assert at.points == [4, 0]
    assert at.lay("z").legal == {"letter Q"}
    assert at.lay("q").legal == {"complete", "letter Q"}  # ZQ is another word


@rule("R3.9", "R3.5")
def test_a_free_word_laid_before_is_no_way_out():
    deck = dict.fromkeys("qzate", 9)
    settings = {"free_words": True, "hand_size": 3, "min_letters": 3, "deck": deck}
    at = position(hands=["qzz", "..."], tokens=[1, 5], used=["qzz"], **settings)

    assert at.letters == "z"  # ZQZ and ZZQ, but QZZ is used
    assert at.lay("z").letters == "qz"


@rule("R3.9")
def test_the_published_game_has_free_words_and_the_manuals_has_not():
    assert position(hands=["qzjxkvv", "..."], edition="published", tokens=[1, 5]).letters != ""
    assert position(hands=["qzjxk", "..."], tokens=[1, 5]).letters == ""


@rule("R3.10")
def test_the_turn_passes_clockwise_and_round():
    at = position(hands=["..."] * 3, start=1)
    turns = []
    for _ in range(5):
        turns.append(at.seat)
        at.throw_in()

    assert turns == [1, 2, 0, 1, 2]


@rule("R3.10")
def test_eliminated_players_have_no_turn():
    at = position(hands=["teabc", "...", "..."], rolls=[12], tokens=[1, 5, 5], start=0)
    at.word("tea").claim("all").leave()
    turns = []
    for _ in range(4):
        turns.append(at.seat)
        at.throw_in()

    assert turns == [1, 2, 1, 2]


@rule("R3.11")
@pytest.mark.parametrize("edition", ["manual", "published"])
def test_there_is_always_something_to_do(edition):
    hands = {"manual": ["cuuvv", "..."], "published": ["cuuvvjq", "..."]}[edition]

    assert position(hands=hands, edition=edition).legal == {"throw_in"}
