"""R5: what being out means."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import position

ANY = {
    "cats": 2,
    "golden_mead": 2,
    "hound": 3,
    "elder_sign": 4,
    "liber_ivonis": 4,
    "armitage": 5,
    "mi_go": 5,
    "carter": 6,
    "nyarlathotep": 6,
    "silver_key": 7,
    "trapezohedron": 7,
    "necronomicon": 8,
    "cthulhu": 8,
}
CHOOSING = [
    "investigators",
    "deep_ones",
    "deep_ones_insane",
    "cats",
    "golden_mead",
    "golden_mead_insane",
    "great_race",
    "hound",
    "hound_insane",
    "armitage",
    "mi_go",
    "mi_go_insane",
    "carter",
    "nyarlathotep",
]


@rule("R5.1")
@pytest.mark.parametrize("held", ANY)
@pytest.mark.parametrize("pile", ["", "hound mi_go"], ids=["sane", "insane"])
def test_going_out_discards_the_hand_face_up_without_effect(held, pile):
    at = position(
        hands=["investigators carter", held, "cats"], piles=["", pile], deck="great_race cats"
    )

    at.play("investigators", seat=+1, number=ANY[held])

    assert at.out == [False, True, False]
    assert at.hands == ["carter", "", "cats great_race"]
    assert sorted(at.discards[1].split()) == sorted([held, *pile.split()])
    assert at.protected == at.immortal == [False, False, False]
    assert (at.ending, at.round, at.pile) == ("going_on", 1, "cats")
    assert all(held in at.sees(seat).discards(of=1).split() for seat in range(3))


@rule("R5.1")
@pytest.mark.parametrize(
    ("hands", "actions", "out", "discards"),
    [
        (["great_race cats", "carter", "cats"], [{"name": "great_race", "seat": +1}], 0,
         "cats great_race"),
        (["hound carter", "armitage", "cats"], [{"name": "hound", "seat": +1}], 1, "armitage"),
        (["hound cats", "armitage", "cats"], [{"name": "hound_insane", "seat": +1}], 1, "armitage"),
        (["deep_ones cats", "armitage", "cats"],
         [{"name": "deep_ones_insane", "seat": +1}, {"name": "name", "number": 5}], 1, "armitage"),
        (["necronomicon elder_sign", "carter", "cats"], [{"name": "necronomicon"}], 0,
         "elder_sign necronomicon"),
        (["cthulhu elder_sign", "carter", "cats"], [{"name": "cthulhu_insane"}], 0,
         "elder_sign cthulhu"),
        (["armitage cats", "cats", "cthulhu"], [{"name": "armitage", "seat": +2}], 2, "cthulhu"),
    ],
    ids=["own comparison", "another's comparison", "hound", "deep ones", "necronomicon", "cthulhu",
         "armitage"],
)  # fmt: skip
def test_every_way_of_going_out_discards_the_hand(hands, actions, out, discards):
    at = position(hands=hands, piles=["nyarlathotep"], deck="cats cats")

    for action in actions:
        at.play(**action)

    assert [seat for seat in range(3) if at.out[seat]] == [out]
    assert at.hands[out] == ""
    rest = at.discards[out].split()
    assert [card for card in rest if card != "nyarlathotep"] == discards.split()


@rule("R5.1")
def test_a_player_who_goes_out_is_no_longer_kept_in():
    # Only R4.8b puts such a player out, which needs a pile that play does not bring about.
    at = position(hands=["cthulhu cats", "carter", "cats"], piles=["hound"], deck="great_race cats")
    at._rewrite(immortal=[True, False, False])

    at.play("cthulhu_insane")

    assert at.immortal == [False, False, False]
    assert at.discards[0] == "cats hound cthulhu"


@rule("R5.2")
@pytest.mark.parametrize("action", CHOOSING)
def test_a_player_who_is_out_cannot_be_chosen(action):
    card = action.removesuffix("_insane")
    at = position(
        hands=[f"{card} elder_sign", "cats", "cats", "cats", "cats"],
        piles=["trapezohedron"],
        out=[1, 3],
        deck="cats",
    )

    chosen = {said.split()[1] for said in at.legal(action)}

    assert chosen - {"me"} == {"+2", "+4"}


@rule("R5.2")
def test_the_turns_of_a_player_who_is_out_are_skipped_until_the_next_round():
    at = position(hands=["investigators armitage", "carter", "cats"], deck="elder_sign " * 5)
    at.play("investigators", seat=+1, number=6)
    seats = []

    while at.round == 1:
        seats.append(at.seat)
        at.play("elder_sign")

    assert seats == [2, 0, 2, 0, 2]
    assert at.out == [False, False, False]
    assert at.hands[1] != ""


@rule("R5.2")
def test_an_insane_player_who_is_out_makes_no_check():
    at = position(
        hands=["investigators armitage", "carter", "cats"],
        piles=["", "hound mi_go"],
        deck="elder_sign elder_sign elder_sign",
    )
    at.play("investigators", seat=+1, number=6).play("elder_sign").play("elder_sign")

    assert (at.seat, at.pile) == (2, "")
    assert at.discards[1] == "hound mi_go carter"


@rule("R5.3")
@pytest.mark.parametrize("rounds", ["match", "single"])
@pytest.mark.parametrize("num_players", [3, 6])
def test_the_agent_of_a_seat_that_is_out_stays_in_the_game(rounds, num_players):
    hands = ["investigators cats", "carter", *["cats"] * (num_players - 2)]
    at = position(hands=hands, deck="elder_sign elder_sign", rounds=rounds)

    at.play("investigators", seat=+1, number=6)

    assert at.env.agents == [f"player_{seat}" for seat in range(num_players)]
    assert not any(at.env.terminations.values())
    assert not any(at.env.truncations.values())
    assert not at.env.observe("player_1")["action_mask"].any()
    assert at.sees(1).out == [False, True] + [False] * (num_players - 2)
    assert at.env.agent_selection == "player_2"


@rule("R5.3")
def test_the_end_of_the_episode_ends_it_for_all():
    at = position(
        hands=["investigators cats", "carter", "armitage"], deck="elder_sign", rounds="single"
    )
    at.play("investigators", seat=+1, number=6)

    at.play("elder_sign")

    assert at.ending == "highest_card"
    assert at.env.terminations == dict.fromkeys(at.env.possible_agents, True)
    assert not any(at.env.truncations.values())
