"""R4: what a word is worth, the claim, and the sanity check."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.unspeakable_words.table import position

PUBLISHED = {"edition": "published"}


@rule("R4.1")
@pytest.mark.parametrize(
    ("word", "points"),
    [("tea", 11), ("cab", 10), ("os", 0), ("lox", 5), ("jar", 11), ("ha", 9), ("pizza", 16)],
)
def test_a_word_is_worth_the_sum_of_its_cards(word, points):
    deck = dict.fromkeys("abcdefghijklmnopqrstuvwxyz", 4)
    at = position(hands=[word.ljust(5, "q"), "..."], deck=deck, rolls=[20])
    at.word(word)
    if points > 1:
        at.claim("all")

    assert at.points == [points, 0]


@rule("R4.1")
def test_no_word_of_3_to_7_letters_is_worth_more_than_30():
    from cthulhu_envs.games.unspeakable_words.cards import POINTS, Letter
    from cthulhu_envs.games.unspeakable_words.words import words_of

    worth = {w: sum(int(POINTS[Letter[c.upper()]]) for c in w) for w in words_of("enable")}

    assert max(worth.values()) == 30


@rule("R4.2")
@pytest.mark.parametrize(
    ("word", "what", "points"),
    [
        ("tea", "all", 11),
        ("tea", "half", 6),
        ("cab", "half", 5),
        ("at", "half", 4),
        ("do", "half", 1),
    ],
)
def test_all_or_half_rounded_up_is_claimed(word, what, points):
    at = position(hands=[word.ljust(5, "o"), "..."], rolls=[20])
    at.word(word)
    assert at.legal == {"claim_all", "claim_half"}

    at.claim(what)

    assert at.points == [points, 0]
    assert at.state.last_claim[0] == points


@rule("R4.2a")
@pytest.mark.parametrize(("word", "points"), [("os", 0), ("lo", 1)])
def test_nothing_is_asked_where_half_is_as_much_as_all(word, points):
    at = position(hands=[word.ljust(5, "o"), "..."], rolls=[20])

    at.word(word)

    assert (at.seat, at.points) == (1, [points, 0])


@rule("R4.3")
@pytest.mark.parametrize("settings", [PUBLISHED, {"claim_half": False}], ids=str)
def test_without_the_choice_all_is_claimed(settings):
    hand = "teabcdd" if settings is PUBLISHED else "teabc"
    at = position(hands=[hand, "..."], rolls=[20], **settings)

    at.word("tea")

    assert (at.seat, at.points) == (1, [11, 0])


@rule("R4.4")
@pytest.mark.parametrize("word", ["tea", "os"])
def test_every_word_is_checked(word):
    at = position(hands=[word.ljust(5, "o"), "..."], rolls=[13])

    at.word(word)
    if word == "tea":
        at.claim("half")

    assert at.state.last_roll[0] == 13
    assert at.failed[0]


@rule("R4.5", "R4.9", "R4.8")
@pytest.mark.parametrize(
    ("what", "roll", "is_sane"),
    [
        ("all", 1, True),
        ("all", 11, True),
        ("all", 12, False),
        ("all", 19, False),
        ("half", 6, True),
        ("half", 7, False),
    ],
)
def test_at_most_the_points_claimed_succeeds(what, roll, is_sane):
    at = position(hands=["teabc", "..."], rolls=[roll])

    at.word("tea").claim(what)

    assert at.failed[0] != is_sane
    assert at.tokens == [5 if is_sane else 4, 5]
    assert at.points[0] == (11 if what == "all" else 6)  # scored either way


@rule("R4.6", "R4.9", "R4.8")
@pytest.mark.parametrize(("roll", "is_sane"), [(1, False), (10, False), (11, True), (19, True)])
@pytest.mark.parametrize(
    "settings", [PUBLISHED, {"check": "at_least", "claim_half": False}], ids=str
)
def test_at_least_the_points_claimed_succeeds(settings, roll, is_sane):
    hand = "teabcdd" if settings is PUBLISHED else "teabc"
    at = position(hands=[hand, "..."], rolls=[roll], **settings)

    at.word("tea")

    assert at.failed[0] != is_sane
    assert at.tokens == [5 if is_sane else 4, 5]
    assert at.points[0] == 11


@rule("R4.6")
def test_the_chance_of_at_least_v_is_21_minus_v_in_20():
    for worth, word in ((2, "doc"), (11, "tea"), (20, "rabid")):
        sane = 0
        for roll in range(1, 21):
            hand = word.ljust(7, "o")
            at = position(hands=[hand, "..."], rolls=[roll], edition="published")
            at.word(word)
            sane += not at.failed[0]
        assert sane == 21 - worth


@rule("R4.7")
def test_20_succeeds_with_few_points():
    at = position(hands=["osuuu", "..."], rolls=[20])

    at.word("os")  # 0 points

    assert not at.failed[0] and at.tokens == [5, 5]


@rule("R4.7")
def test_20_succeeds_against_more_than_20_points():
    settings = {"edition": "published", "dictionary": ["beara"]}
    at = position(hands=["beara", "..."], rolls=[20], **settings)
    at.word("beara")  # 23 points

    assert at.points == [23, 0] and not at.failed[0]
    again = position(hands=["beara", "..."], rolls=[19], **settings)
    assert again.word("beara").failed[0]


@rule("R4.9")
def test_a_failed_check_costs_exactly_one_token():
    at = position(hands=["teabc", "..."], rolls=[12], tokens=[3, 2])

    at.word("tea").claim("all")

    assert at.tokens == [2, 2]


against_seven = pytest.mark.parametrize(
    ("check", "roll", "is_sane"),
    [("at_most", 7, True), ("at_most", 8, False), ("at_least", 7, True), ("at_least", 6, False)],
)


@rule("R4.10")
@against_seven
def test_seven_letters_claim_all_and_are_checked_against_half(check, roll, is_sane):
    """TEACUPS: 2 + 4 + 5 + 0 + 0 + 3 + 0 = 14."""
    at = position(hands=["teacups", "..."], hand_size=7, check=check, rolls=[roll])

    at.word("teacups")

    assert at.seat == 1  # without a choice
    assert at.failed[0] != is_sane
    assert at.state.last_claim[0] == 14


@rule("R4.10a")
@against_seven
def test_seven_letters_score_only_if_the_check_succeeds(check, roll, is_sane):
    settings = {"hand_size": 7, "check": check, "long_words": "if_sane"}
    at = position(hands=["teacups", "..."], rolls=[roll], points=[5, 0], **settings)

    at.word("teacups")

    assert at.points == [19 if is_sane else 5, 0]
    assert at.tokens == [5 if is_sane else 4, 5]


@rule("R4.10b")
@pytest.mark.parametrize("settings", [{"edition": "published"}, {"long_words": "always"}], ids=str)
@pytest.mark.parametrize("roll", [1, 19])
def test_seven_letters_score_whatever_is_rolled(settings, roll):
    at = position(hands=["teacups", "..."], rolls=[roll], **{"hand_size": 7, **settings})

    at.word("teacups")

    assert at.points == [14, 0]


@rule("R4.10")
def test_half_of_a_long_words_odd_points_is_rounded_up():
    words = ["teacupl"]  # 15 points: 8 against the roll
    at = position(hands=["teacupl", "..."], hand_size=7, rolls=[8], dictionary=words)

    at.word("teacupl")

    assert at.points == [15, 0] and not at.failed[0]


@rule("R4.10")
@pytest.mark.parametrize(("word", "is_long"), [("teacup", False), ("teacupsy", True)])
def test_six_letters_are_no_long_word_and_eight_are(word, is_long):
    at = position(hands=[word.ljust(8, "o"), "..."], hand_size=8, rolls=[20], dictionary=[word])

    at.word(word)

    assert ("claim_half" in at.legal) != is_long
