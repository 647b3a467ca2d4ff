"""R4.4: Elder Sign and Liber Ivonis, which protect, and one who cannot be knocked out."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

FOURS = ["elder_sign", "liber_ivonis"]
IMMORTAL = "mi_go liber_ivonis"  # the pile of one who has played it with its Insane side
CHOOSING = [  # all sides that choose another player
    "investigators",
    "deep_ones",
    "deep_ones_insane",
    "cats",
    "golden_mead",
    "golden_mead_insane",
    "great_race",
    "hound",
    "hound_insane",
    "mi_go_insane",
    "carter",
    "nyarlathotep",
]


def chosen(at, action):
    """Whom an action may choose."""
    return {said.split()[1] for said in at.legal(action)}


def against_immortal(hand, theirs, **described):
    """Seat 0 holds this hand and is insane; seat 1 cannot be knocked out."""
    described = {"piles": ["deep_ones", IMMORTAL], "deck": "cats " * 8, **described}
    return position(hands=[hand, theirs, "cats"], immortal=[1], **described)


@rule("R4.4")
@pytest.mark.parametrize("card", FOURS)
def test_the_player_is_protected_and_nothing_else_happens(card):
    at = position(hands=[f"{card} cats", "carter", "cats"], deck="great_race cats cats")

    at.play(card)

    assert at.protected == [True, False, False]
    assert at.immortal == at.out == [False, False, False]
    assert at.hands == ["cats", "carter great_race", "cats"]


@rule("R4.4")
@pytest.mark.parametrize("sign", FOURS)
@pytest.mark.parametrize("action", [*CHOOSING, "armitage", "mi_go"])
def test_no_other_player_can_choose_a_protected_one(sign, action):
    card = action.removesuffix("_insane")
    at = position(
        hands=["cats", f"{sign} cats", card, "cats"],
        piles=["", "", "trapezohedron"],
        deck="investigators elder_sign cats cats",
    )

    at.play(sign)

    assert at.seat == 2
    assert chosen(at, action) - {"me"} == {"+1", "+2"}  # seat 1 is +3
    with pytest.raises(ValueError, match="player_2 tried"):
        at.play(
            action, seat=+3, **({"number": 0} if action in ("investigators", "deep_ones") else {})
        )


@rule("R4.4")
def test_several_players_can_be_protected():
    at = position(
        hands=["great_race cats", "cats", "cats", "cats", "cats", "cats"],
        piles=["", "elder_sign", "", "liber_ivonis", "elder_sign", ""],
        protected=[1, 3, 4],
        deck="cats",
    )

    assert at.legal() == {"great_race +2", "great_race +5", "cats +2", "cats +5"}


@rule("R4.4a")
@pytest.mark.parametrize("num_players", [2, 3, 6])
@pytest.mark.parametrize("action", CHOOSING)
def test_a_card_that_finds_all_others_protected_is_played_without_effect(action, num_players):
    others = range(1, num_players)
    card = action.removesuffix("_insane")
    at = position(
        hands=[f"{card} investigators", *["armitage"] * len(others)],
        piles=["trapezohedron", *["elder_sign"] * len(others)],
        protected=others,
        deck="great_race cats",
    )
    assert at.legal(action, f"{action}_nobody") == {f"{action}_nobody"}

    at.play(f"{action}_nobody")

    assert at.seat == 1
    assert at.hands[:2] == ["investigators", "armitage great_race"]
    assert at.out == [False] * num_players
    assert sorted(at.discards[0].split()) == sorted([card, "trapezohedron"])
    assert at.is_braincase_there
    assert at.sees(0).knows_of_others() == {}


@rule("R4.4a", "R5.2")
def test_players_who_are_out_are_no_choice_either():
    at = position(
        hands=["great_race cats", "cats", "cats", "cats"],
        piles=["", "", "elder_sign"],
        protected=[2],
        out=[1, 3],
        deck="cats cats",
    )

    assert at.legal() == {"great_race_nobody", "cats_nobody"}


@rule("R4.4b")
def test_insane_liber_ivonis_keeps_from_being_knocked_out_and_does_not_protect():
    at = position(
        hands=["liber_ivonis cats", "great_race", "cats"], piles=["hound"], deck="carter cats cats"
    )

    at.play("liber_ivonis_insane")

    assert (at.immortal, at.protected) == ([True, False, False], [False, False, False])
    assert chosen(at, "great_race") == chosen(at, "carter") == {"+1", "+2"}
    at.play("great_race", seat=+2)  # a 6 against the Cats
    assert at.out == [False, False, False]
    assert at.hands[0] == "cats"


@rule("R4.4b")
@pytest.mark.parametrize(
    ("hand", "theirs", "action"),
    [
        ("investigators cats", "carter", {"name": "investigators", "seat": +1, "number": 6}),
        ("deep_ones cats", "carter", {"name": "deep_ones", "seat": +1, "number": 6}),
        ("great_race carter", "cats", {"name": "great_race", "seat": +1}),
        ("hound carter", "cats", {"name": "hound", "seat": +1}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_effect_of_others_knocks_such_a_player_out(hand, theirs, action):
    at = against_immortal(hand, theirs)

    at.play(**action)

    assert at.out == [False, False, False]
    assert at.hands[0] == hand.split()[1]
    assert at.hands[1].split()[0] == theirs
    assert at.immortal == [False, True, False]


@rule("R4.4b")
def test_deep_ones_that_name_the_right_number_do_nothing_to_such_a_player():
    at = against_immortal("deep_ones cats", "carter")

    at.play("deep_ones_insane", seat=+1).play("name", number=6)

    assert at.out == [False, False, False]
    assert at.hands[1].split()[0] == "carter"


@rule("R4.4b")
@pytest.mark.parametrize("card", ["great_race", "hound"])
def test_such_a_player_does_not_lose_the_own_comparison(card):
    at = position(
        hands=[f"{card} cats", "carter"], piles=[IMMORTAL], immortal=[0], deck="cats cats"
    )

    at.play(card, seat=+1)

    assert at.out == [False, False]
    assert at.hands == ["cats", "carter cats"]


@rule("R4.4b")
@pytest.mark.parametrize("card", ["great_race", "hound"])
def test_such_a_player_can_win_a_comparison(card):
    at = position(
        hands=[f"{card} carter", "cats", "cats"], piles=[IMMORTAL], immortal=[0], deck="cats cats"
    )

    at.play(card, seat=+1)

    assert at.out == [False, True, False]


@rule("R4.4b", "R4.8")
@pytest.mark.parametrize(("card", "insanity"), [("necronomicon", 2), ("cthulhu", 3)])
def test_such_a_player_may_play_an_eight(card, insanity):
    at = position(
        hands=[f"{card} cats", "carter"], piles=[IMMORTAL], immortal=[0], deck="cats cats"
    )

    at.play(card)

    assert at.out == [False, False]
    assert at.hands == ["cats", "carter cats"]
    assert at.discards[0] == f"liber_ivonis mi_go {card}"
    assert at.insanity[0] == insanity


@rule("R4.4b")
def test_it_lasts_over_the_own_turns_until_the_round_ends():
    at = position(
        hands=["liber_ivonis cats", "elder_sign", "investigators"],
        piles=["hound"],
        deck="elder_sign investigators cats cats elder_sign elder_sign investigators cats",
    )
    at.play("liber_ivonis_insane").play("elder_sign").play("investigators", seat=+1, number=2)
    assert (at.seat, at.out, at.immortal) == (0, [False] * 3, [True, False, False])
    at.play("elder_sign").play("elder_sign").play("investigators_nobody")

    assert at.round == 2  # the second check could not be completed
    assert at.immortal == [False, False, False]


@rule("R4.4b")
def test_the_final_comparison_asks_for_the_value_alone():
    at = position(
        hands=["silver_key cats", "investigators"],
        piles=["", IMMORTAL],
        immortal=[1],
        deck="",
        rounds="single",
    )

    at.play("silver_key")

    assert (at.ending, at.winner) == ("highest_card", 0)


@rule("R4.4c")
@pytest.mark.parametrize(
    ("hand", "theirs", "action"),
    [
        ("investigators cats", "carter", {"name": "investigators", "seat": +1, "number": 6}),
        ("investigators cats", "carter", {"name": "investigators", "seat": +1, "number": 5}),
        ("great_race carter", "cats", {"name": "great_race", "seat": +1}),
        ("great_race carter", "carter", {"name": "great_race", "seat": +1}),
    ],
    ids=["right number", "wrong number", "lower card", "equal card"],
)
def test_an_effect_that_would_knock_out_shows_no_card_instead(hand, theirs, action):
    at = against_immortal(hand, theirs, deck="armitage armitage armitage cats cats")

    at.play(**action)

    event = at.sees(2).event(ago=1)  # before the Sanity Check of seat 1
    assert (event.actor, event.target, event.shown, event.out) == (0, 1, "", None)
    assert at.sees(2).knows_of_others() == {}


@rule("R4.4c", "R8.1")
@pytest.mark.parametrize(("number", "is_right"), [(6, True), (5, False)])
@pytest.mark.parametrize("card", ["investigators", "deep_ones"])
def test_everybody_learns_whether_the_number_named_to_such_a_player_is_right(
    card, number, is_right
):
    at = against_immortal(f"{card} cats", "carter", deck="armitage armitage armitage cats cats")

    at.play(card, seat=+1, number=number)

    assert at.out == [False, False, False]
    for seat in range(3):
        event = at.sees(seat).event(ago=1)  # before the Sanity Check of seat 1
        assert (event.number, event.is_right, event.is_one) == (number, is_right, False)


@rule("R4.4c", "R4.1c")
@pytest.mark.parametrize(
    ("theirs", "number", "answers"),
    [
        ("investigators", 5, (True, False)),
        ("carter", 6, (False, True)),
        ("carter", 5, (False, False)),
    ],
)
def test_everybody_learns_both_answers_to_deep_ones(theirs, number, answers):
    at = against_immortal("deep_ones cats", theirs, deck="armitage armitage armitage cats cats")

    at.play("deep_ones_insane", seat=+1)
    assert [at.sees(seat).event().is_one for seat in range(3)] == [answers[0]] * 3
    at.play("name", number=number)

    assert at.out == [False, False, False]
    for seat in range(3):
        event = at.sees(seat).event(ago=1)
        assert (event.is_one, event.is_right) == answers


@rule("R4.4d")
@pytest.mark.parametrize("action", CHOOSING)
def test_while_one_player_can_be_chosen_one_must_be(action):
    card = action.removesuffix("_insane")
    at = position(
        hands=[f"{card} elder_sign", "cats", "cats", "cats"],
        piles=["trapezohedron", "elder_sign", "", "elder_sign"],
        protected=[1, 3],
        deck="cats",
    )

    assert chosen(at, action) == {"+2"}
    assert at.legal(f"{action}_nobody") == set()
    with pytest.raises(ValueError, match=r"player_0 tried .*nobody can be chosen"):
        at.play(f"{action}_nobody")


@rule("R4.4d", "R4.4b")
def test_one_who_cannot_be_knocked_out_must_be_chosen_if_nobody_else_can():
    at = position(
        hands=["hound elder_sign", "cats", "cats"],
        piles=["deep_ones", "elder_sign", IMMORTAL],
        protected=[1],
        immortal=[2],
        deck="cats cats cats",
    )

    assert at.legal() == {"hound +2", "hound_insane +2", "elder_sign"}
