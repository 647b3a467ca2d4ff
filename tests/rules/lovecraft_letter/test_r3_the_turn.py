"""R3: what a turn consists of, and who has the next one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import new_game, position

PLAYERS = [2, 3, 4, 5, 6]


@rule("R3.1")
@pytest.mark.parametrize("card", ["elder_sign", "liber_ivonis"])
def test_a_turn_begins_by_ending_the_own_protection(card):
    at = position(hands=[f"{card} cats", "silver_key"], deck="silver_key cats cats cats")

    at.play(card)
    in_their_turn = at.protected
    at.play("silver_key")

    assert in_their_turn == [True, False]
    assert at.seat == 0
    assert at.protected == [False, False]


@rule("R3.1")
def test_only_the_own_turn_ends_a_protection():
    at = position(
        hands=["elder_sign cats", "liber_ivonis", "silver_key"], deck="silver_key cats cats cats"
    )

    at.play("elder_sign").play("liber_ivonis")

    assert at.seat == 2
    assert at.protected == [True, True, False]


@rule("R3.1")
def test_a_protection_ends_before_the_check():
    at = position(
        hands=["silver_key cats", "carter", "cats"],
        piles=["", "hound elder_sign"],
        protected=[1],
        deck="mi_go cats cats",
    )

    at.play("silver_key")

    assert at.out == [False, True, False]
    assert at.protected == [False, False, False]


@rule("R3.1")
def test_what_keeps_from_being_knocked_out_does_not_end_with_a_turn():
    at = position(
        hands=["liber_ivonis cats", "silver_key"],
        piles=["hound"],
        deck="silver_key cats cats cats cats",
    )
    at.play("liber_ivonis_insane").play("silver_key")

    assert at.seat == 0
    assert at.immortal == [True, False]


@rule("R3.3")
def test_the_player_draws_the_top_card_and_holds_two():
    at = position(hands=["elder_sign cats", "carter", "hound"], deck="mi_go armitage great_race")
    assert at.hands == ["elder_sign cats", "carter", "hound"]

    at.play("elder_sign")

    assert at.hands == ["cats", "carter mi_go", "hound"]
    assert at.pile == "armitage great_race"


@rule("R3.3a")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_round_ends_when_there_is_no_card_to_draw(num_players):
    hands = ["elder_sign cats", *["investigators"] * (num_players - 2), "carter"]
    at = position(hands=hands, deck="", rounds="single")

    at.play("elder_sign")

    assert (at.ending, at.winner) == ("highest_card", num_players - 1)


@rule("R3.4")
@pytest.mark.parametrize(
    "hand",
    [
        "silver_key elder_sign",
        "elder_sign silver_key",
        "necronomicon elder_sign",
        "elder_sign cthulhu",
    ],
)
def test_either_of_the_two_cards_can_be_played(hand):
    first, second = hand.split()

    for played, kept in [(first, second), (second, first)]:
        at = position(hands=[hand, "cats", "cats"], deck="cats cats")
        assert at.legal() == {first, second}
        at.play(played)
        assert played in at.discards[0].split()
        assert at.hands[0] == (kept if played not in ("necronomicon", "cthulhu") else "")


@rule("R3.4")
def test_two_cards_alike_are_one_choice():
    at = position(hands=["elder_sign elder_sign", "cats"])

    assert at.legal() == {"elder_sign"}


@rule("R3.4")
@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("great_race investigators", {"name": "great_race", "seat": +1}),
        ("hound investigators", {"name": "hound", "seat": +2}),
        ("necronomicon cats", {"name": "necronomicon"}),
        ("armitage cthulhu", {"name": "armitage", "seat": 0}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_effect_is_carried_out_even_against_oneself(hand, action):
    at = position(hands=[hand, "carter", "carter"], deck="cats cats")

    at.play(**action)

    assert at.out == [True, False, False]


@rule("R3.4")
@pytest.mark.parametrize(
    "action",
    [
        {"name": "cats", "seat": +1},  # not in hand
        {"name": "great_race", "seat": +1},  # on a protected player
        {"name": "hound_insane", "seat": +2},  # while sane
        {"name": "great_race_nobody"},  # though somebody can be chosen
        {"name": "give", "card": "hound"},  # no Nyarlathotep was played
        {"name": "name", "number": 5},  # no Deep Ones were played
        {"name": "braincase"},
    ],
    ids=lambda action: action["name"],
)
def test_an_action_that_is_not_legal_is_never_carried_out(action):
    at = position(
        hands=["elder_sign cats", "silver_key", "great_race"], deck="investigators hound cats"
    )
    at.play("elder_sign").play("silver_key")
    before = at.env.save()
    assert at.legal() == {"great_race +2", "hound +2"}

    with pytest.raises(ValueError, match=r"player_2 tried .*; legal: .*play Hound of Tindalos"):
        at.play(**action)

    assert at.env.save() == before


@rule("R3.4")
@pytest.mark.parametrize("action", [-1, 10_000, None, "elder_sign", 1.5, 2**70])
def test_what_is_no_action_at_all_is_refused(action):
    at = position(hands=["elder_sign cats", "carter"])
    before = at.env.save()

    with pytest.raises(ValueError, match=r"player_0 tried .*; legal: "):
        at.env.step(action)

    assert at.env.save() == before


@rule("R3.8")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_turn_passes_to_the_next_higher_seat_and_round_the_table(num_players):
    last = num_players - 1
    hands = [*["carter"] * last, "carter elder_sign"]
    at = position(hands=hands, deck="elder_sign " * 2 * num_players)
    seats = []

    for _ in range(2 * num_players):
        seats.append(at.seat)
        at.play("elder_sign")

    assert seats == [last, *range(num_players), *range(last)]


@rule("R3.8")
def test_seats_that_are_out_are_skipped():
    at = position(
        hands=["elder_sign cats", "cats", "cats", "cats", "cats", "cats"],
        out=[1, 3, 4],
        deck="elder_sign elder_sign cats cats",
    )
    seats = []

    for _ in range(3):
        seats.append(at.seat)
        at.play("elder_sign")

    assert [*seats, at.seat] == [0, 2, 5, 0]


@rule("R3.8")
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("card", ["necronomicon", "cthulhu"])
def test_a_player_who_goes_out_on_the_own_turn_hands_over(seat, card):
    hands = ["cats", "carter", "great_race"]
    hands[seat] = f"{card} elder_sign"
    at = position(hands=hands, deck="armitage cats")

    at.play(card)

    assert at.out[seat]
    assert at.seat == (seat + 1) % 3
    assert at.hands[at.seat].endswith("armitage")


@rule("R3.8")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_player_who_fails_a_check_hands_over(seat):
    hands = ["cats", "cats", "cats", "cats"]
    hands[seat] = "silver_key cats"
    piles = ["", "", "", ""]
    piles[(seat + 1) % 4] = "hound"
    at = position(hands=hands, piles=piles, deck="mi_go armitage cats")

    at.play("silver_key")

    assert at.out[(seat + 1) % 4]
    assert at.seat == (seat + 2) % 4
    assert at.hands[at.seat] == "cats armitage"


@rule("R3.9")
@pytest.mark.parametrize(
    ("hand", "action", "winner"),
    [
        ("investigators cats", {"name": "investigators", "seat": +1, "number": 6}, 2),
        ("great_race silver_key", {"name": "great_race", "seat": +1}, 0),
        ("carter cats", {"name": "carter", "seat": +1}, 0),
        ("armitage cats", {"name": "armitage", "seat": +1}, 2),
        ("necronomicon cats", {"name": "necronomicon"}, 1),
        ("elder_sign cats", {"name": "elder_sign"}, 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_turn_that_draws_the_last_card_is_played_out(hand, action, winner):
    at = position(hands=[hand, "carter", "armitage"], deck="", aside="cats", rounds="single")

    at.play(**action)

    assert (at.ending, at.winner) == ("highest_card", winner)


@rule("R3.9")
def test_an_extra_play_and_further_choices_belong_to_the_last_turn():
    at = position(
        hands=["mi_go cats", "nyarlathotep", "carter"],
        piles=["hound"],
        deck="",
        rounds="single",
    )

    at.play("mi_go_insane", seat=+1).play("nyarlathotep_insane").play("give", card="carter")

    assert at.ending == "highest_card"
    assert at.hands == ["cats", "carter", "braincase"]


@rule("R3.10")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_seat_to_act_always_has_a_legal_action(edition, num_players):
    at = new_game(num_players=num_players, edition=edition, max_rounds=3)
    choose = np.random.default_rng(0)

    for seed in range(8):
        at.env.reset(seed=seed)
        while at.ending == "going_on":
            legal = np.flatnonzero(at.env.infos[at.env.agent_selection]["action_mask"])
            assert len(legal) > 0
            at.env.step(choose.choice(legal))


@rule("R3.10", "R4.4a")
@pytest.mark.parametrize(
    ("hand", "pile", "legal"),
    [
        ("investigators cats", "", {"investigators_nobody", "cats_nobody"}),
        ("great_race carter", "", {"great_race_nobody", "carter_nobody"}),
        ("deep_ones golden_mead", "", {"deep_ones_nobody", "golden_mead_nobody"}),
        ("hound nyarlathotep", "", {"hound_nobody", "nyarlathotep_nobody"}),
        ("armitage mi_go", "", {"armitage me", "mi_go me"}),
        (
            "deep_ones golden_mead",
            "cthulhu",
            {
                "deep_ones_nobody",
                "deep_ones_insane_nobody",
                "golden_mead_nobody",
                "golden_mead_insane_nobody",
            },
        ),
        (
            "hound nyarlathotep",
            "cthulhu",
            {"hound_nobody", "hound_insane_nobody", "nyarlathotep_nobody", "nyarlathotep_insane"},
        ),
        ("mi_go cats", "cthulhu", {"mi_go me", "mi_go_insane_nobody", "cats_nobody"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_with_all_others_protected_there_is_still_an_action(num_players, hand, pile, legal):
    others = range(1, num_players)
    at = position(
        hands=[hand, *["cats"] * len(others)],
        piles=[pile, *["elder_sign"] * len(others)],
        protected=others,
        deck="cats",
    )

    assert at.legal() == legal
