"""How each play and each Sanity Check of Lovecraft Letter is told, to those who may know it (R8).

No test here is marked with a rule: rules are proved on the state and the observation.
"""

from __future__ import annotations

import pytest

from cthulhu_envs.games.lovecraft_letter.scene import look
from tests.rules.lovecraft_letter.told import (
    KEEP_GOING,
    SPECTATOR,
    insane,
    told,
    turn,
)

SANE_TURNS = {  # hands, what is played; who looks -> what they are told
    "investigators miss": (
        ["investigators cats", "carter", "elder_sign"],
        {"name": "investigators", "seat": +1, "number": 4},
        {0: "player_0 played the Investigators on player_1, naming 4: a miss"},
    ),
    "deep ones hit, and madden": (
        ["deep_ones cats", "carter", "elder_sign"],
        {"name": "deep_ones", "seat": +1, "number": 6},
        {
            2: "player_0 played the Deep Ones on player_1, naming 6: "
            "player_1 is out, showing Randolph Carter; player_0 is insane now"
        },
    ),
    "cats": (
        ["cats elder_sign", "carter", "cats"],
        {"name": "cats", "seat": +1},
        {
            0: "player_0 played the Cats of Ulthar and looked at the hand of player_1: "
            "Randolph Carter",
            1: "player_0 played the Cats of Ulthar and looked at the hand of player_1: "
            "Randolph Carter",
            2: "player_0 played the Cats of Ulthar and looked at the hand of player_1",
            SPECTATOR: "player_0 played the Cats of Ulthar and looked at the hand of player_1: "
            "Randolph Carter",
        },
    ),
    "great race ties": (
        ["great_race elder_sign", "liber_ivonis", "cats"],
        {"name": "great_race", "seat": +1},
        {
            1: "player_0 played the Great Race of Yith against player_1: "
            "a tie, the Elder Sign against Liber Ivonis",
            2: "player_0 played the Great Race of Yith against player_1: a tie",
        },
    ),
    "great race loses": (
        ["great_race cats", "carter", "cats"],
        {"name": "great_race", "seat": +1},
        {
            0: "player_0 played the Great Race of Yith against player_1: "
            "player_0 is out, showing the Cats of Ulthar against Randolph Carter",
            2: "player_0 played the Great Race of Yith against player_1: "
            "player_0 is out, showing the Cats of Ulthar",
        },
    ),
    "elder sign": (
        ["elder_sign cats", "carter", "cats"],
        {"name": "elder_sign"},
        {2: "player_0 played the Elder Sign and is protected until their next turn"},
    ),
    "armitage": (
        ["armitage cats", "cats", "hound"],
        {"name": "armitage", "seat": +2},
        {
            0: "player_0 played Professor Henry Armitage on player_2, who discarded the Hound of "
            "Tindalos and drew a new card; player_2 is insane now",
            2: "player_0 played Professor Henry Armitage on player_2, who discarded the Hound of "
            "Tindalos and drew the Investigators; player_2 is insane now",
        },
    ),
    "armitage on oneself": (
        ["armitage cats", "hound", "cats"],
        {"name": "armitage", "seat": 0},
        {
            1: "player_0 played Professor Henry Armitage on themself, discarded the Cats of "
            "Ulthar and drew a new card"
        },
    ),
    "armitage on an 8": (
        ["armitage cats", "cthulhu", "cats"],
        {"name": "armitage", "seat": +1},
        {
            2: "player_0 played Professor Henry Armitage on player_1: "
            "player_1 is out, showing Cthulhu"
        },
    ),
    "carter": (
        ["carter cats", "hound", "elder_sign"],
        {"name": "carter", "seat": +1},
        {
            1: "player_0 played Randolph Carter and traded hands with player_1, "
            "giving the Cats of Ulthar for the Hound of Tindalos",
            2: "player_0 played Randolph Carter and traded hands with player_1",
        },
    ),
    "silver key": (
        ["silver_key cats", "hound", "elder_sign"],
        {"name": "silver_key"},
        {2: "player_0 played the Silver Key"},
    ),
    "necronomicon": (
        ["necronomicon cats", "hound", "elder_sign"],
        {"name": "necronomicon"},
        {2: "player_0 played the Necronomicon: player_0 is out, showing the Cats of Ulthar"},
    ),
}


@pytest.mark.parametrize(("hands", "action", "words"), SANE_TURNS.values(), ids=SANE_TURNS)
def test_a_play_is_told_with_what_the_listener_knows_of_it(hands, action, words):
    at = turn(hands)

    at.play(**action)

    assert {seat: told(at, seat) for seat in words} == words


INSANE_TURNS = {  # the card, the others' hands, what is played; who looks -> what they are told
    "deep ones find a 1": (
        ("deep_ones", "investigators", "carter"),
        {"name": "deep_ones_insane", "seat": +1},
        {2: " the Deep Ones on player_1: a 1, player_1 is out, showing the Investigators"},
    ),
    "deep ones ask on": (
        ("deep_ones", "elder_sign", "carter"),
        {"name": "deep_ones_insane", "seat": +1},
        {2: " the Deep Ones on player_1: no 1, and is naming another number"},
    ),
    "golden mead": (
        ("golden_mead", "elder_sign", "carter"),
        {"name": "golden_mead_insane", "seat": +1},
        {
            0: " the Golden Mead and looked at the hand of player_1: the Elder Sign; "
            "player_0 plays again",
            2: " the Golden Mead and looked at the hand of player_1; player_0 plays again",
        },
    ),
    "hound on one who is sane": (
        ("hound", "elder_sign", "carter"),
        {"name": "hound_insane", "seat": +1},
        {2: " the Hound of Tindalos on player_1: player_1 is out, showing the Elder Sign"},
    ),
    "liber ivonis": (
        ("liber_ivonis", "elder_sign", "carter"),
        {"name": "liber_ivonis_insane"},
        {2: " Liber Ivonis and cannot be knocked out until the draw pile runs out"},
    ),
    "mi-go": (
        ("mi_go", "elder_sign", "carter"),
        {"name": "mi_go_insane", "seat": +1},
        {
            1: " the Mi-Go and took the hand of player_1, the Elder Sign, for the Braincase; "
            "player_0 plays again",
            2: " the Mi-Go and took the hand of player_1 for the Braincase; player_0 plays again",
        },
    ),
    "nyarlathotep collects": (
        ("nyarlathotep", "elder_sign", "carter"),
        {"name": "nyarlathotep_insane"},
        {1: " Nyarlathotep and collected the hands of player_1 and player_2 to give them out anew"},
    ),
    "nyarlathotep finds one": (
        ("nyarlathotep", "elder_sign"),
        {"name": "nyarlathotep_insane"},
        {0: " Nyarlathotep, looked at the hand of player_1, the Elder Sign, and gave it back"},
    ),
    "trapezohedron beside little": (
        ("trapezohedron", "elder_sign", "carter"),
        {"name": "trapezohedron_insane"},
        {0: " the Shining Trapezohedron, to no effect"},
    ),
    "cthulhu too early": (
        ("cthulhu", "elder_sign", "carter"),
        {"name": "cthulhu_insane"},
        {1: " Cthulhu: player_0 is out, showing the Investigators"},
    ),
}


@pytest.mark.parametrize(("cards", "action", "words"), INSANE_TURNS.values(), ids=INSANE_TURNS)
def test_an_insane_play_is_told_as_such(cards, action, words):
    at = insane(*cards)

    at.play(**action)

    start = "player_0 played the Insane side of"
    assert {seat: told(at, seat) for seat in words} == {
        seat: start + rest for seat, rest in words.items()
    }


def test_deep_ones_number_is_told_when_it_is_named():
    at = insane("deep_ones", "elder_sign", "carter").play("deep_ones_insane", seat=+1)

    at.play("name", number=4)

    assert told(at).endswith("no 1; then named 4: player_1 is out, showing the Elder Sign")


def test_the_hound_spares_the_insane():
    at = turn(
        ["hound liber_ivonis", "elder_sign", "carter"],
        f"silver_key deep_ones cats investigators {KEEP_GOING}",
    )
    at.play("liber_ivonis").play("silver_key").play("deep_ones", seat=+2, number=7)

    at.play("hound_insane", seat=+2)

    start = "player_0 played the Insane side of the Hound of Tindalos"
    assert told(at, 1) == f"{start} on player_2: player_2 is insane too"


def test_an_extra_play_is_told_as_the_second_of_a_turn():
    at = insane(
        "golden_mead", "elder_sign", "carter", drawn="cats", deck=f"great_race {KEEP_GOING}"
    )

    at.play("golden_mead_insane", seat=+1).play("cats", seat=+2)

    assert told(at, 1) == (
        "player_0 then played the Cats of Ulthar and looked at the hand of player_2"
    )


def test_golden_mead_over_an_empty_draw_pile_only_looks():
    at = insane("golden_mead", "elder_sign", "carter", deck="", rounds="single")

    at.play("golden_mead_insane", seat=+1)

    assert told(at, 2).endswith("looked at the hand of player_1; the draw pile was empty")


def test_gifts_are_told_to_the_giver_and_their_own_to_each():
    at = insane("nyarlathotep", "elder_sign", "carter", "great_race").play("nyarlathotep_insane")

    at.play("give", card="great_race").play("give", card="elder_sign")

    start = "player_0 played the Insane side of Nyarlathotep"
    everything = (
        f"{start}, collected 3 hands and gave the Great Race of Yith to player_1, "
        "the Elder Sign to player_2 and Randolph Carter to player_3"
    )
    public = f"{start} and gave out the hands of player_1, player_2 and player_3 anew"
    assert told(at, 0) == told(at) == everything
    assert told(at, 1) == f"{public}: player_1 lost the Elder Sign and got the Great Race of Yith"
    assert told(at, 3) == f"{public}: player_3 lost the Great Race of Yith and got Randolph Carter"


def test_gifts_are_not_told_to_one_whose_hand_was_safe():
    at = turn(
        ["nyarlathotep liber_ivonis", "elder_sign", "carter", "cats"],
        f"silver_key silver_key silver_key cats investigators {KEEP_GOING}",
    )
    at.play("liber_ivonis").play("elder_sign").play("silver_key").play("silver_key")

    at.play("nyarlathotep_insane").play("give", card="cats")

    start = "player_0 played the Insane side of Nyarlathotep"
    assert told(at, 1) == f"{start} and gave out the hands of player_2 and player_3 anew"


@pytest.mark.parametrize(
    ("number", "end"), [(2, "right, but player_0 cannot be knocked out"), (4, "a miss")]
)
def test_one_who_cannot_be_knocked_out_answers_truthfully(number, end):
    at = insane("liber_ivonis", "investigators", drawn="cats", deck=f"cats {KEEP_GOING}")
    at.play("liber_ivonis_insane")

    at.play("investigators", seat=+1, number=number)

    said = look(at.game, at.state, 1).turns
    assert f"player_1 played the Investigators on player_0, naming {number}: {end}" in said


def test_one_who_cannot_be_knocked_out_answers_deep_ones_twice():
    at = turn(["deep_ones cats", "investigators", "cats"], piles=["hound", "mi_go liber_ivonis"],
              immortal=[1], deck="cats cats cats cats cats")  # fmt: skip

    at.play("deep_ones_insane", seat=+1)
    start = "player_0 played the Insane side of the Deep Ones on player_1: "
    start += "a 1, but player_1 cannot be knocked out"
    assert told(at, 2) == f"{start}, and is naming another number"
    at.play("name", number=3)

    said = look(at.game, at.state, 2).turns
    assert f"{start}; then named 3: a miss" in said


def test_one_who_cannot_be_knocked_out_plays_the_braincase():
    at = turn(["mi_go elder_sign", "cats", "cats"], piles=["hound", "deep_ones liber_ivonis"],
              immortal=[1], deck="cats cats carter armitage cats")  # fmt: skip
    at.play("mi_go_insane", seat=+1).play("elder_sign")

    at.play("braincase")

    assert told(at, 2) == "player_1 played the Mi-Go Braincase, but cannot be knocked out"


def test_a_comparison_with_one_who_cannot_be_knocked_out():
    at = insane("liber_ivonis", "great_race", drawn="cats", deck=f"armitage {KEEP_GOING}")
    at.play("liber_ivonis_insane")

    at.play("great_race", seat=+1)

    start = "player_1 played the Great Race of Yith against player_0: nobody goes out"
    said = [look(at.game, at.state, seat).turns for seat in (0, SPECTATOR)]
    for lines in said:
        assert f"{start}, Professor Henry Armitage against the Cats of Ulthar" in lines


@pytest.mark.parametrize(
    ("card", "end"),
    [
        ("cats", "turning up the Cats of Ulthar: they stay in"),
        ("mi_go", "turning up the Mi-Go: player_0 is out, showing the Elder Sign"),
        ("necronomicon", "turning up the Necronomicon: player_0 is out, showing the Elder Sign"),
    ],
)
def test_a_sanity_check_is_told_with_what_it_turned_up(card, end):
    at = turn(["deep_ones elder_sign", "carter", "cats"], f"silver_key silver_key {card} cats cats")

    at.play("deep_ones", seat=+1, number=4).play("silver_key").play("silver_key")

    assert f"player_0 checked their sanity, {end}" in look(at.game, at.state, 1).turns


def test_a_check_that_empties_the_draw_pile():
    at = turn(["deep_ones elder_sign", "cats"], "silver_key cats", rounds="single")

    at.play("deep_ones", seat=+1, number=4).play("silver_key")

    assert told(at) == (
        "player_0 checked their sanity, turning up the Cats of Ulthar: the draw pile ran out"
    )


def test_the_face_down_card_taken_is_gone_from_the_table():
    at = turn(["armitage elder_sign", "cats"], "", aside="hound", rounds="single")

    at.play("armitage", seat=+1)

    start = "player_0 played Professor Henry Armitage on player_1, who discarded the Cats of Ulthar"
    assert look(at.game, at.state, 0).aside == ()
    assert told(at, 0) == f"{start} and took the face-down card"
    assert told(at, 1) == f"{start} and took the face-down card, the Hound of Tindalos"


def test_a_card_that_found_nobody_is_told_so():
    at = turn(["elder_sign cats", "investigators"])

    at.play("elder_sign").play("investigators_nobody")

    assert told(at, 0) == "player_1 played the Investigators, but nobody could be chosen"
