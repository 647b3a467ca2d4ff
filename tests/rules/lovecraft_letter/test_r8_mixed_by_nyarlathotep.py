"""R8.20: a card that a seat knew before another's Nyarlathotep mixed it with other hands."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.games.lovecraft_letter.cards import Card
from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import new_game, position


def mixed(*gifts, theirs="great_race carter", then="silver_key silver_key", piles=(), **described):
    """Seat 3 has seen the hand of seat 2 and holds an Elder Sign. Seat 0 then collects all hands
    and gives to seats 1 and 2 what is said, and to seat 3 the rest. Seat 1 is next.
    """
    hands = ["nyarlathotep", *theirs.split(), "cats elder_sign"]
    deck = f"cats golden_mead {then}"  # seat 0 is insane, stands its check and draws
    at = position(hands=hands, piles=["hound", *piles], deck=deck, **described)
    at.play("cats", seat=+3)
    at.play("nyarlathotep_insane")
    for gift in gifts:
        at.play("give", card=gift)
    return at


@rule("R8.20", "R9.10")
def test_the_card_is_in_one_of_the_hands_given_out():
    at = mixed("elder_sign", "carter")

    assert at.sees(3).hand == "great_race"
    assert at.sees(3).mixed() == {1: "elder_sign carter", 2: "elder_sign carter"}
    assert at.sees(3).knows_of_others() == {}


@rule("R8.20")
def test_two_cards_seen_before_it_are_told_apart_after_it():
    """Seat 3 saw Armitage or Carter; it gave and got the same, and the others hold the same."""
    armitage = mixed("elder_sign", "armitage", theirs="carter armitage")
    carter = mixed("elder_sign", "armitage", theirs="armitage carter")

    assert armitage.hands == carter.hands
    assert armitage.sees(3).mixed() != carter.sees(3).mixed()
    assert armitage.sees(3).vector.tolist() != carter.sees(3).vector.tolist()


@rule("R8.20")
def test_each_seat_follows_the_card_taken_from_it():
    at = mixed("elder_sign", "great_race")

    assert at.sees(1).mixed() == {2: "great_race", 3: "great_race"}
    assert at.sees(2).mixed() == {1: "carter", 3: "carter"}
    assert at.sees(0).mixed() == {}


@rule("R8.20")
def test_a_card_that_i_got_is_not_looked_for():
    at = mixed("elder_sign", "great_race")

    assert at.sees(3).hand == "carter"
    assert at.sees(3).mixed() == {1: "elder_sign", 2: "elder_sign"}


@rule("R8.20")
def test_while_the_cards_are_given_out_they_are_in_no_hand():
    at = mixed("elder_sign")

    assert at.phase == "give"
    assert all(at.sees(seat).mixed() == {} for seat in range(4))


@rule("R8.20", "R8.14")
def test_a_single_hand_is_not_mixed():
    at = position(hands=["nyarlathotep cats", "carter"], piles=["hound"])

    at.play("nyarlathotep_insane")

    assert at.sees(1).mixed() == {}


@rule("R8.20")
def test_a_hand_that_was_exempt_is_none_of_them():
    at = position(
        hands=["nyarlathotep cats", "great_race", "carter", "armitage"],
        piles=["hound", "elder_sign"],
        protected=[1],
        deck="silver_key cats cats",
    )

    at.play("nyarlathotep_insane").play("give", card="armitage")

    assert at.sees(2).mixed() == {3: "carter"}
    assert at.sees(1).mixed() == {}


@rule("R8.20")
@pytest.mark.parametrize(
    ("gifts", "drawn", "action", "left"),
    [
        ("elder_sign carter", "silver_key", {"name": "silver_key"}, [1, 2]),
        ("elder_sign carter", "elder_sign", {"name": "elder_sign"}, []),
        ("elder_sign carter", "armitage", {"name": "armitage", "seat": 0}, []),
        ("carter elder_sign", "armitage", {"name": "armitage", "seat": 0}, [2]),
        ("elder_sign carter", "necronomicon", {"name": "necronomicon"}, []),
        ("carter elder_sign", "necronomicon", {"name": "necronomicon"}, [2]),
    ],
    ids=["another card", "such a card", "discarded", "another discarded", "shown", "another shown"],
)
def test_what_comes_to_light_from_a_hand(gifts, drawn, action, left):
    """Seat 3 follows the Elder Sign that was taken from it; it got the Great Race."""
    at = mixed(*gifts.split(), then=f"{drawn} cats cats cats")

    at.play(**action)

    assert [seat for seat, cards in at.sees(3).mixed().items() if "elder_sign" in cards] == left


@rule("R8.20", "R9.5")
@pytest.mark.parametrize(("number", "left"), [(4, {1: "elder_sign"}),
                                              (6, {1: "elder_sign", 2: "elder_sign"})])  # fmt: skip
def test_a_number_missed_leaves_a_hand_out(number, left):
    at = mixed("elder_sign", "great_race", then="investigators cats cats")

    at.play("investigators", seat=+1, number=number)

    assert at.sees(3).mixed() == left


@rule("R8.20", "R9.5", "R4.4c")
def test_a_number_answered_yes_leaves_out_what_has_another():
    at = mixed("elder_sign", "great_race", then="investigators cats cats cats cats cats",
               piles=["", "mi_go liber_ivonis"], immortal=[2])  # fmt: skip

    at.play("investigators", seat=+1, number=3)

    assert at.out == [False] * 4
    assert at.sees(3).mixed() == {1: "elder_sign"}


@rule("R8.20")
def test_a_trade_takes_it_to_the_other_hand():
    at = mixed("great_race", "elder_sign", theirs="great_race armitage", then="carter cats cats")
    assert at.sees(3).mixed() == {1: "elder_sign", 2: "elder_sign"}

    at.play("carter", seat=+3)  # with seat 0

    assert at.sees(3).mixed() == {0: "elder_sign", 2: "elder_sign"}


@rule("R8.20")
def test_mi_go_takes_it_along():
    at = mixed("great_race", "elder_sign", theirs="great_race armitage",
               then="silver_key mi_go cats cats", piles=["deep_ones"])  # fmt: skip

    at.play("mi_go_insane", seat=+1)

    assert at.hands[1] == "great_race elder_sign"
    assert at.sees(3).mixed() == {1: "elder_sign"}


@rule("R8.20")
@pytest.mark.parametrize("gifts", ["elder_sign carter", "carter elder_sign"])
@pytest.mark.parametrize("card", ["cats", "great_race", "carter", "golden_mead"])
def test_a_hand_that_i_see_shows_whether_it_is_there(card, gifts):
    """Seat 3 got the Great Race and sees the hand of seat 1 by a look, a comparison or a trade."""
    at = mixed(*gifts.split(), then=f"silver_key silver_key {card} cats cats cats cats")
    at.play("silver_key").play("silver_key")

    at.play(card, seat=+2)

    followed = [seat for seat, cards in at.sees(3).mixed().items() if "elder_sign" in cards]
    assert followed == ([] if gifts.startswith("elder") else [2])


@rule("R8.20", "R9.6")
@pytest.mark.parametrize(("gift", "left"), [("carter", [2]), ("elder_sign", [])])
def test_a_comparison_of_others_leaves_out_a_winner_who_holds_more(gift, left):
    """Seat 0 loses its Mead, a 2; or seat 2 an Elder Sign, a 4, to Carter."""
    at = mixed("carter", "elder_sign", then="great_race cats cats")

    at.play("great_race", seat=+1 if gift == "elder_sign" else +3)

    followed = [seat for seat, cards in at.sees(3).mixed().items() if "elder_sign" in cards]
    assert followed == (left if gift == "elder_sign" else [1, 2])


DECK = {
    "investigators": 2, "deep_ones": 1, "cats": 4, "great_race": 2, "liber_ivonis": 8,
    "armitage": 1, "mi_go": 1, "carter": 3, "nyarlathotep": 8, "silver_key": 2,
}  # fmt: skip


@rule("R8.20")
@pytest.mark.parametrize("num_players", [3, 5])
def test_the_card_is_really_in_one_of_the_hands(num_players):
    found = 0
    for seed in range(40):
        at = new_game(seed=seed, num_players=num_players, deck=DECK, face_up=0, rounds="single")
        rng = np.random.default_rng(seed)
        while at.ending == "going_on":
            found += sum(claims(at, seat) for seat in range(num_players))
            at.env.step(insane_if_possible(at, rng))

    assert found > 10


def insane_if_possible(at, rng):
    """Any legal action, but an Insane side if there is one."""
    legal = np.flatnonzero(at.env.infos[at.env.agent_selection]["action_mask"])
    names = [at.game.actions.decode(int(action)).name for action in legal]
    insane = [action for action, name in zip(legal, names, strict=True) if "_insane" in name]
    return int(rng.choice(insane or legal))


def claims(at, seat):
    """How many cards the seat follows; each of them is where it may be."""
    sight = at.sees(seat)
    others = [other for other in range(at.num_players) if other != seat]
    cards = 0
    for card in Card:
        hands = [other for other in others if sight.parts["among"][sight._step(other) - 1, card]]
        there = [card in at.state.hand[other] for other in hands]
        assert not there or any(there), f"seat {seat} looks for {card.name} in vain"
        cards += bool(there)
    return cards
