"""R4.6: Randolph Carter and Nyarlathotep, who move hands."""

from __future__ import annotations

import itertools

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

SIXES = ["carter", "nyarlathotep"]
HANDS = ["cats", "great_race", "elder_sign", "armitage", "carter"]  # all different


@rule("R4.6")
@pytest.mark.parametrize("card", SIXES)
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_remaining_card_is_traded_with_any_one_other_player(card, num_players):
    others = range(1, num_players)

    for step in others:
        hands = [f"{card} elder_sign", *["cats"] * len(others)]
        hands[step] = "necronomicon"
        at = position(hands=hands, deck="great_race cats")
        assert at.legal(card) == {f"{card} +{other}" for other in others}

        at.play(card, seat=step)

        assert at.hands[0] == "necronomicon"
        assert at.hands[step].split()[0] == "elder_sign"
        assert at.out == [False] * num_players
        assert at.discards[0] == card


@rule("R4.6")
def test_the_braincase_can_be_traded():
    at = position(hands=["mi_go carter", "cats", "cats"], piles=["hound"], deck="great_race cats")

    at.play("mi_go_insane", seat=+1).play("carter", seat=+1)

    assert at.hands == ["braincase", "cats great_race", "cats"]
    assert at.insanity == [2, 0, 0]  # the Mi-Go in the pile, no card in the hand


@rule("R4.6")
def test_an_insane_player_may_trade_with_nyarlathotep_instead():
    at = position(
        hands=["nyarlathotep cats", "carter", "elder_sign"], piles=["hound"], deck="great_race cats"
    )

    at.play("nyarlathotep", seat=+2)

    assert at.hands == ["elder_sign", "carter great_race", "cats"]
    assert (at.seat, at.phase) == (1, "play")


@rule("R4.6a")
@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
@pytest.mark.parametrize("start", [0, 1, 2])
def test_hands_are_collected_and_given_out_from_the_left(num_players, start):
    hands, left = (
        [""] * num_players,
        [(start + step) % num_players for step in range(1, num_players)],
    )
    hands[start] = "nyarlathotep investigators"
    for seat, held in zip(left, HANDS, strict=False):
        hands[seat] = held
    piles = [""] * num_players
    piles[start] = "hound"
    at = position(hands=hands, piles=piles, deck="cats cats cats")
    pool = set(HANDS[: num_players - 1])

    at.play("nyarlathotep_insane")
    assert at.hands[start] == "investigators"
    assert [at.hands[seat] for seat in left] == [""] * len(left)
    gifts = sorted(pool)  # an order of our own
    for seat, gift in zip(left[:-1], gifts[:-1], strict=True):
        assert (at.seat, at.phase, at.asked) == (start, "give", seat)
        assert at.legal() == {f"give {card}" for card in pool}
        at.play("give", card=gift)
        pool.remove(gift)

    assert at.seat == left[0]
    assert [at.hands[seat].split()[0] for seat in left] == gifts
    assert at.hands[start] == "investigators"
    assert (at.pool, at.asked, at.phase) == ("", None, "play")
    assert at.discards[start] == "hound nyarlathotep"


@rule("R4.6a")
@pytest.mark.parametrize("gifts", list(itertools.permutations(["cats", "great_race", "carter"])))
def test_every_way_to_give_the_cards_is_open(gifts):
    at = position(
        hands=["nyarlathotep elder_sign", "cats", "great_race", "carter"],
        piles=["hound"],
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane").play("give", card=gifts[0]).play("give", card=gifts[1])

    assert at.hands == ["elder_sign", f"{gifts[0]} armitage", gifts[1], gifts[2]]
    assert at.out == [False] * 4


@rule("R4.6a")
def test_cards_alike_are_one_choice():
    at = position(
        hands=["nyarlathotep elder_sign", "cats", "carter", "cats", "cats"],
        piles=["hound"],
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane")
    assert at.legal() == {"give cats", "give carter"}
    at.play("give", card="cats").play("give", card="cats")
    assert at.legal() == {"give cats", "give carter"}
    at.play("give", card="carter")

    assert at.hands == ["elder_sign", "cats armitage", "cats", "carter", "cats"]


@rule("R4.6a")
def test_cards_alike_are_one_id_for_the_kernel_too():
    at = position(
        hands=["nyarlathotep elder_sign", "cats", "carter", "cats", "cats"],
        piles=["hound"],
        deck="armitage cats",
    )
    at.play("nyarlathotep_insane")
    ids = at.env._lanes.ids

    n = at.game.kernels.legal(at.game.kit[0], at.state, ids)

    gifts = [at.action("give", card=card) for card in ("cats", "carter")]
    assert sorted(ids[:n].tolist()) == sorted(gifts)  # else random play would favour the Cats


@rule("R4.6a")
def test_the_own_card_cannot_be_given():
    at = position(
        hands=["nyarlathotep elder_sign", "cats", "carter"], piles=["hound"], deck="armitage cats"
    )
    at.play("nyarlathotep_insane")

    assert at.legal() == {"give cats", "give carter"}
    with pytest.raises(ValueError, match=r"player_0 tried .*give away Elder Sign"):
        at.play("give", card="elder_sign")


@rule("R4.6a")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_nobody_is_chosen_for_it(num_players):
    at = position(hands=["nyarlathotep cats", *["..."] * (num_players - 1)], piles=["hound"])

    assert at.legal("nyarlathotep_insane") == {"nyarlathotep_insane"}


@rule("R4.6a")
def test_players_who_are_out_take_no_part():
    at = position(
        hands=["nyarlathotep elder_sign", "cats", "carter", "great_race", "investigators"],
        piles=["hound"],
        out=[1, 3],
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane")
    assert (at.asked, at.legal()) == (2, {"give carter", "give investigators"})
    at.play("give", card="investigators")

    assert at.hands == ["elder_sign", "", "investigators armitage", "", "carter"]


@rule("R4.6a")
def test_the_braincase_is_given_like_any_card():
    at = position(
        hands=["mi_go nyarlathotep", "elder_sign", "carter", "cats"],
        piles=["hound"],
        deck="armitage cats",
    )
    at.play("mi_go_insane", seat=+2)
    assert at.hands == ["nyarlathotep carter", "elder_sign", "braincase", "cats"]

    at.play("nyarlathotep_insane")
    assert at.legal() == {"give elder_sign", "give braincase", "give cats"}
    at.play("give", card="braincase").play("give", card="cats")

    assert at.hands == ["carter", "braincase armitage", "cats", "elder_sign"]
    assert at.insanity[1:] == [0, 0, 0]
    assert not at.is_braincase_there


@rule("R4.6a", "R4.4b")
def test_one_who_cannot_be_knocked_out_takes_part():
    at = position(
        hands=["nyarlathotep elder_sign", "cats", "carter"],
        piles=["hound", "", "deep_ones liber_ivonis"],
        immortal=[2],
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane").play("give", card="carter")

    assert at.hands == ["elder_sign", "carter armitage", "cats"]
    assert at.immortal == [False, False, True]


@rule("R4.6a")
def test_nyarlathotep_as_an_extra_play():
    at = position(
        hands=["golden_mead elder_sign", "cats", "carter"],
        piles=["hound"],
        deck="nyarlathotep armitage cats",
    )

    at.play("golden_mead_insane", seat=+1).play("nyarlathotep_insane")
    at.play("give", card="carter")

    assert at.hands == ["elder_sign", "carter armitage", "cats"]
    assert at.discards[0] == "golden_mead hound nyarlathotep"


@rule("R4.6b")
def test_protected_players_keep_their_hands():
    at = position(
        hands=["nyarlathotep investigators", "cats", "carter", "great_race", "elder_sign"],
        piles=["hound", "", "elder_sign", "", "liber_ivonis"],
        protected=[2, 4],
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane")
    assert at.hands == ["investigators", "", "carter", "", "elder_sign"]
    assert (at.asked, at.legal()) == (1, {"give cats", "give great_race"})
    at.play("give", card="great_race")

    assert at.hands == ["investigators", "great_race armitage", "carter", "cats", "elder_sign"]


@rule("R4.6b")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_with_all_others_protected_nothing_happens(num_players):
    others = range(1, num_players)
    at = position(
        hands=["nyarlathotep cats", *["carter"] * len(others)],
        piles=["hound", *["elder_sign"] * len(others)],
        protected=others,
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane")

    assert (at.seat, at.phase, at.asked) == (1, "play", None)
    assert at.hands[:2] == ["cats", "carter armitage"]
    assert at.sees(0).knows_of_others() == {}
    assert at.discards[0] == "hound nyarlathotep"


@rule("R4.6c")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_last_card_goes_to_the_last_player_without_a_decision(num_players):
    others = range(1, num_players)
    at = position(
        hands=["nyarlathotep investigators", *HANDS[: len(others)]],
        piles=["hound"],
        deck="cats cats",
    )

    at.play("nyarlathotep_insane")
    decisions = 0
    while at.phase == "give":
        at.play("give", card=min(at.legal()).split()[1])
        decisions += 1

    assert decisions == num_players - 2
    assert sorted(hand.split()[0] for hand in at.hands[1:]) == sorted(HANDS[: len(others)])
    assert at.seat == 1


@rule("R4.6c")
def test_a_single_hand_is_looked_at_and_given_back():
    at = position(
        hands=["nyarlathotep cats", "carter", "great_race"],
        piles=["hound", "elder_sign"],
        protected=[1],
        deck="armitage cats",
    )

    at.play("nyarlathotep_insane")

    assert (at.seat, at.phase) == (1, "play")
    assert at.hands == ["cats", "carter armitage", "great_race"]
    assert at.sees(0).knows_of_others() == {2: "great_race"}
