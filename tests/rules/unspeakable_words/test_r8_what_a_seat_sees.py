"""R8: the observation."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.rulebook import rule
from tests.rules.unspeakable_words.table import ALL, Table, counted, position

SHARE = 1 / 113


def spent(sight) -> list[str]:
    """The words listed as used."""
    rows = ["".join(ALL[int(n) - 1] for n in row if n) for row in sight["spent"]]
    return [row for row in rows if row]


@rule("R8.1")
def test_the_word_is_seen_as_it_is_laid():
    at = position(hands=["teabc", "...", "..."]).lay("te")

    for seat in range(3):
        word = at.sees(seat)["word"]
        assert [ALL[place.argmax()] for place in word if place.any()] == ["t", "e"]
        assert at.sees(seat)["worth"] == pytest.approx(6 / 20)


@rule("R8.1")
def test_points_tokens_and_the_seat_to_move_are_seen_from_ones_own_seat():
    at = position(hands=["..."] * 3, points=[10, 20, 30], tokens=[5, 4, 3], start=1)

    assert at.sees(1)["points"] == pytest.approx([20 * SHARE, 30 * SHARE, 10 * SHARE])
    assert at.sees(2)["tokens"] == pytest.approx([3 / 5, 1, 4 / 5])
    assert [list(at.sees(seat)["turn"]).index(1) for seat in range(3)] == [1, 0, 2]


@rule("R8.1")
def test_claims_and_rolls_are_seen():
    at = position(hands=["teabc", "...", "..."], rolls=[12], points=[0, 60, 0])
    at.word("tea").claim("all")
    sight = at.sees(2)

    assert sight["claimed"] == pytest.approx([0, 11 / 20, 0])
    assert sight["rolled"] == pytest.approx([0, 12 / 20, 0])
    assert list(sight["failed"]) == [0, 1, 0]
    assert sight["dice"] == 1 and list(sight["phase"]) == [0, 0, 1, 0]


@rule("R8.1")
def test_the_face_and_the_target_of_the_dice_are_seen():
    at = position(hands=["teabc", "...", "..."], rolls=[1], points=[0, 60, 0], faces=["eye"])
    at.word("tea").claim("half").play("roll", seat=2)

    sight = at.sees(1)  # seat 2 is to the left, seat 0 two steps away
    assert np.argwhere(sight["face"]).tolist() == [[2, 4]]
    assert list(sight["hits"]) == [0, 1, 0] and list(sight["eyed"]) == [0, 1, 0]
    assert list(sight["phase"]) == [0, 0, 0, 1]
    at.play("eye", effect="redraw")
    assert not at.sees(1)["eyed"].any()


@rule("R8.1")
def test_the_discards_and_the_draw_pile_can_be_counted():
    at = position(hands=["teabc", "..."], rolls=[1])
    at.word("tea").claim("half")
    sight = at.sees(1)

    assert counted(sight["discards"]) == "aet"
    assert sight["pile"] == 96 - 10 - 3
    unseen = Counter(at.pile) + Counter(at.hands[0])
    assert Counter(counted(sight["drawable"])) == unseen
    assert not sight["held"].any()


@rule("R8.2")
def test_a_seat_sees_its_own_hand_and_nobody_elses():
    one = position(hands=["teabc", "tutor", "..."], pile="llnn...")
    other = position(hands=["teabc", "tutln", "..."], pile="orln...")

    assert counted(one.sees(0)["hand"]) == "abcet"
    assert counted(one.sees(1)["hand"]) == "orttu"
    for seat in (0, 2):
        assert (one.vector(seat) == other.vector(seat)).all()
    assert (one.vector(1) != other.vector(1)).any()


@rule("R8.2")
def test_whether_one_may_lay_anything_is_seen():
    at = position(hands=["..."] * 2, free_words=True, tokens=[1, 5])

    assert [at.sees(seat)["free"] for seat in (0, 1)] == [1, 0]


@rule("R8.3")
def test_cards_thrown_in_lie_open():
    at = position(hands=["qzjxk", "..."])

    at.throw_in()

    assert counted(at.sees(1)["discards"]) == "jkqxz"


@rule("R8.4")
def test_which_copy_of_a_letter_was_laid_is_not_seen():
    one, other = (position(hands=[hand, "...", "..."]) for hand in ("ebate", "teeba"))
    for at in (one, other):
        at.lay("tea")

    assert (
        one.hands[0] == "be" and other.hands[0] == "eb"
    )  # the later E is left, and comes last or not
    for seat in (1, 2):
        assert (one.vector(seat) == other.vector(seat)).all()
        worlds = [at.env.view(f"player_{seat}").sample_worlds(20, seed=3) for at in (one, other)]
        assert (worlds[0]["hand"] == worlds[1]["hand"]).all()


def with_an_old_e(drawn: str, left: str) -> Table:
    """Seat 0 has held an E since before the shuffle, and drawn a letter since then. The draw pile
    is one card. Seat 1 has drawn Z and I.
    """
    settings = {"min_letters": 1, "claim_half": False, "dictionary": ["oei", "z", "b", "q", "e"]}
    at = position(hands=["oeeib", "zqjkk"], pile="xyw", rolls=[20] * 9, **settings)
    at.word("oei").word("z")  # O, E, I and Z are shuffled
    at.word("b").word("q")
    s = at.state
    assert s.batch_of[:2, :5].tolist() == [[0, 0, 0, 0, 1], [0, 0, 0, 1, 1]]
    s.hand[1, 3:5] = ALL.index("z"), ALL.index("i")
    s.hand[0, 4], s.pile[0] = ALL.index(drawn), ALL.index(left)
    at.env._place(at.env._lanes.states.copy())
    return at


@rule("R8.4", "R8.5a")
def test_with_two_players_only_the_letters_tell_what_the_other_holds():
    """Whether seat 0 had one E or two when it laid one is not seen."""
    one, two = with_an_old_e("o", "e"), with_an_old_e("e", "o")

    for at in (one, two):
        at.word("e")

    assert sorted(one.hands[0][:4]) == sorted("xywo") and sorted(two.hands[0][:4]) == sorted("xywe")
    assert (one.vector(1) == two.vector(1)).all()
    assert counted(one.sees(1)["held"][0]) == "wxy"


def keeping_one_card() -> Table:
    """Seat 0 has kept Q over the shuffles and laid T and A from the cards drawn since; the other A
    is with seat 1, which has kept it.
    """
    settings = {"min_letters": 1, "claim_half": False, "dictionary": ["at", "ta", "z", "i"]}
    at = position(hands=["qat", "aez", "iii"], pile="", hand_size=3, rolls=[20] * 9, **settings)
    return at.word("at").word("z").word("i").lay("ta")


@rule("R8.5a")
def test_a_letter_laid_from_later_cards_is_not_among_those_held_longer():
    at = keeping_one_card()
    zero, one = at.sees(2)["held"]  # by steps from seat 2

    assert at.state.batch_of[0, 0] == 0 and at.hands[0] == "q"
    assert counted(zero) == "eq"  # not A
    assert counted(one) == "aeqz"  # A, E and Q, and the Z of a later shuffle
    assert {int(world.hand[0, 0]) for world in at.env.view("player_2").sample_worlds(50, 1)} == {
        ALL.index("e"),
        ALL.index("q"),
    }


@rule("R8.7")
def test_cards_of_several_earlier_shuffles_are_told_together():
    at = keeping_one_card()
    assert at.state.batch_of[1, :3].tolist() == [0, 0, 2]

    assert at.sees(2)["cards_held"] == pytest.approx([1 / 3, 3 / 3])


@rule("R8.4")
def test_a_letter_is_laid_from_the_cards_held_longest():
    at = position(hands=["btete", "qqqqq"], pile="", rolls=[20] * 3, dictionary=["te", "be"])
    at.word("te").claim("all")  # shuffles T and E, draws both
    batches = at.state.batch_of[0, :5].tolist()
    assert (at.hands[0][:3], batches) == ("bte", [0, 0, 0, 1, 1])
    at.throw_in()

    at.lay("be")

    assert at.state.batch_of[0, :3].tolist() == [0, 1, 1]  # the old T and the new cards


@rule("R8.5")
def test_at_a_shuffle_the_others_hands_together_are_known():
    at = position(hands=["teabc", "lmnop", "qrsuv"], pile="d", rolls=[1, 1])
    at.word("tea").claim("half")  # draws D, then two of T, E, A
    sight = at.sees(1)

    assert at.state.batch == 1
    assert [counted(row) for row in sight["held"]] == ["bcd" + "qrsuv"] * 2
    assert sight["cards_held"] == pytest.approx([5 / 5, 3 / 5])  # seat 2, seat 0
    drawn = at.hands[0][3:]
    assert Counter(counted(sight["drawable"])) == Counter(drawn + at.pile) == Counter("tea")
    assert not at.sees(1)["discards"].any()


@rule("R8.5")
def test_who_holds_which_of_them_is_not_known():
    at = position(hands=["teabc", "lmnop", "qrsuv"], pile="d", rolls=[1, 1])
    at.word("tea").claim("half")
    before = at.vector(1)
    s = at.state
    s.hand[0, 0], s.hand[2, 0] = int(s.hand[2, 0]), int(s.hand[0, 0])  # B for Q, both old

    assert (at.env.observe("player_0")["observation"] != before).any()
    at.env._place(at.env._lanes.states.copy())
    assert (at.vector(1) == before).all()


@rule("R8.6")
def test_used_words_that_the_hand_could_spell_are_listed_latest_first():
    used = ["tea", "zoo", "ate", "bat", "tee"]
    at = position(hands=["teabc", "zooid"], used=used)

    assert spent(at.sees(0)) == ["bat", "ate", "tea"]  # TEE needs two Es
    assert spent(at.sees(1)) == ["zoo"]


@rule("R8.6")
def test_the_letters_laid_count_as_the_players_own():
    at = position(hands=["teabc", "zooid"], used=["tea", "zoo"]).lay("at")

    assert spent(at.sees(0)) == ["tea"]
    assert spent(at.sees(1)) == ["zoo"]


@rule("R8.6")
def test_eight_used_words_are_listed_at_most():
    used = ["tea", "eat", "ate", "eta", "bat", "tab", "cab", "bet", "act", "cat"]
    at = position(hands=["teabc", "..."], used=used)

    assert spent(at.sees(0)) == used[:1:-1]
