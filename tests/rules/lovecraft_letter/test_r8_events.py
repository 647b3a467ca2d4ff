"""R8.1: the public part of plays and Sanity Checks, which every seat sees alike."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import Event, new_game, position

SANE_PLAYS = [  # hands of seats 0 and 1, the action, the event that all see
    ("investigators cats, carter", {"name": "investigators", "seat": 1, "number": 6},
     (0, "investigators", False, 1, 6, "carter", 1, 0, True)),
    ("investigators cats, carter", {"name": "investigators", "seat": 1, "number": 0},
     (0, "investigators", False, 1, 0, "", None, 0)),
    ("deep_ones cats, carter", {"name": "deep_ones", "seat": 1, "number": 6},
     (0, "deep_ones", False, 1, 6, "carter", 1, 0, True)),
    ("cats silver_key, carter", {"name": "cats", "seat": 2},
     (0, "cats", False, 2, None, "", None, 0)),
    ("golden_mead cats, carter", {"name": "golden_mead", "seat": 1},
     (0, "golden_mead", False, 1, None, "", None, 0)),
    ("great_race cats, carter", {"name": "great_race", "seat": 1},
     (0, "great_race", False, 1, None, "cats", 0, 0)),
    ("great_race carter, cats", {"name": "great_race", "seat": 1},
     (0, "great_race", False, 1, None, "cats", 1, 0)),
    ("great_race cats, golden_mead", {"name": "great_race", "seat": 1},
     (0, "great_race", False, 1, None, "", None, 0)),
    ("hound cats, carter", {"name": "hound", "seat": 1},
     (0, "hound", False, 1, None, "cats", 0, 0)),
    ("elder_sign cats, carter", {"name": "elder_sign"},
     (0, "elder_sign", False, None, None, "", None, 0)),
    ("liber_ivonis cats, carter", {"name": "liber_ivonis"},
     (0, "liber_ivonis", False, None, None, "", None, 0)),
    ("armitage cats, carter", {"name": "armitage", "seat": 1},
     (0, "armitage", False, 1, None, "carter", None, 0)),
    ("armitage cats, carter", {"name": "armitage", "seat": 0},
     (0, "armitage", False, 0, None, "cats", None, 0)),
    ("armitage cats, cthulhu", {"name": "armitage", "seat": 1},
     (0, "armitage", False, 1, None, "cthulhu", 1, 0)),
    ("armitage necronomicon, cats", {"name": "armitage", "seat": 0},
     (0, "armitage", False, 0, None, "necronomicon", 0, 0)),
    ("mi_go cats, carter", {"name": "mi_go", "seat": 1},
     (0, "mi_go", False, 1, None, "carter", None, 0)),
    ("carter cats, armitage", {"name": "carter", "seat": 1},
     (0, "carter", False, 1, None, "", None, 0)),
    ("nyarlathotep cats, armitage", {"name": "nyarlathotep", "seat": 1},
     (0, "nyarlathotep", False, 1, None, "", None, 0)),
    ("silver_key carter, cats", {"name": "silver_key"},
     (0, "silver_key", False, None, None, "", None, 0)),
    ("trapezohedron cats, carter", {"name": "trapezohedron"},
     (0, "trapezohedron", False, None, None, "", None, 0)),
    ("necronomicon cats, carter", {"name": "necronomicon"},
     (0, "necronomicon", False, None, None, "cats", 0, 0)),
    ("cthulhu cats, carter", {"name": "cthulhu"},
     (0, "cthulhu", False, None, None, "cats", 0, 0)),
]  # fmt: skip
INSANE_PLAYS = [  # the same of an insane seat 0
    ("deep_ones cats, investigators", {"name": "deep_ones_insane", "seat": 1},
     (0, "deep_ones", True, 1, None, "investigators", 1, 0, False, True)),
    ("deep_ones cats, carter", {"name": "deep_ones_insane", "seat": 1},
     (0, "deep_ones", True, 1, None, "", None, 0)),
    ("golden_mead cats, carter", {"name": "golden_mead_insane", "seat": 1},
     (0, "golden_mead", True, 1, None, "", None, 0)),
    ("hound cats, carter", {"name": "hound_insane", "seat": 1},
     (0, "hound", True, 1, None, "carter", 1, 0)),
    ("hound carter, cats", {"name": "hound", "seat": 1},
     (0, "hound", False, 1, None, "cats", 1, 0)),
    ("liber_ivonis cats, carter", {"name": "liber_ivonis_insane"},
     (0, "liber_ivonis", True, None, None, "", None, 0)),
    ("mi_go cats, carter", {"name": "mi_go_insane", "seat": 1},
     (0, "mi_go", True, 1, None, "", None, 0)),
    ("nyarlathotep cats, carter", {"name": "nyarlathotep_insane"},
     (0, "nyarlathotep", True, None, None, "", None, 0)),
    ("cthulhu cats, carter", {"name": "cthulhu_insane"},
     (0, "cthulhu", True, None, None, "cats", 0, 0)),
]  # fmt: skip


def case(value):
    """What a test's name says of it."""
    return value["name"] if isinstance(value, dict) else ""


def seen_by_all(at, ago=0):
    """An event that all seats see alike."""
    events = {at.sees(seat).event(ago) for seat in range(at.num_players)}
    assert len(events) == 1
    return events.pop()


@rule("R8.1")
@pytest.mark.parametrize(("hands", "action", "event"), SANE_PLAYS, ids=case)
def test_every_seat_sees_the_public_part_of_a_sane_play(hands, action, event):
    at = position(hands=[*hands.split(", "), "investigators"])

    at.play(**action)

    assert seen_by_all(at) == Event(*event)


@rule("R8.1")
@pytest.mark.parametrize(("hands", "action", "event"), INSANE_PLAYS, ids=case)
def test_every_seat_sees_the_public_part_of_an_insane_players_play(hands, action, event):
    at = position(hands=[*hands.split(", "), "investigators"], piles=["silver_key trapezohedron"])

    at.play(**action)

    assert seen_by_all(at) == Event(*event)


@rule("R8.1")
def test_an_insane_trapezohedron_without_effect_is_seen_with_its_side():
    at = position(hands=["trapezohedron cats", "...", "..."], piles=["hound"])

    at.play("trapezohedron_insane")

    assert seen_by_all(at) == Event(0, "trapezohedron", True, None, None, "", None, 0)


@rule("R8.1")
def test_an_insane_hound_without_effect_is_seen_with_its_side():
    at = position(hands=["hound cats", "...", "..."], piles=["trapezohedron", "", "mi_go"])

    at.play("hound_insane", seat=+2)

    assert seen_by_all(at) == Event(0, "hound", True, 2, None, "", None, 0)


@rule("R8.1")
@pytest.mark.parametrize("card", ["investigators", "cats", "great_race", "carter"])
def test_every_seat_sees_that_a_card_found_nobody(card):
    at = position(hands=["elder_sign investigators", card], deck="elder_sign ...")

    at.play("elder_sign").play(f"{card}_nobody")

    assert seen_by_all(at) == Event(1, card, False, None, None, "", None, 0)


@rule("R8.1")
@pytest.mark.parametrize("card", ["deep_ones", "golden_mead", "mi_go"])
def test_every_seat_sees_that_an_insane_side_found_nobody(card):
    at = position(hands=["elder_sign investigators", card], piles=["", "trapezohedron"],
                  deck="cats elder_sign ...")  # fmt: skip

    at.play("elder_sign").play(f"{card}_insane_nobody")

    assert seen_by_all(at) == Event(1, card, True, None, None, "", None, 0)


@rule("R8.1")
@pytest.mark.parametrize(
    ("number", "shown", "out"), [(3, "great_race", 0), (8, "", None)], ids=["hit", "miss"]
)
def test_the_number_named_after_deep_ones_is_seen_in_the_same_event(number, shown, out):
    at = position(hands=["great_race", "elder_sign", "deep_ones cats"], piles=["", "", "hound"])

    at.play("deep_ones_insane", seat=+1)
    assert seen_by_all(at) == Event(2, "deep_ones", True, 0, None, "", None, 0)
    at.play("name", number=number)

    is_right = out is not None
    assert seen_by_all(at) == Event(2, "deep_ones", True, 0, number, shown, out, 0, is_right)
    assert at.sees(0).num_events == 1


@rule("R8.1")
def test_an_extra_play_is_an_event_of_its_own():
    at = position(hands=["mi_go golden_mead", "cats", "great_race"], piles=["hound"],
                  deck="investigators elder_sign ...")  # fmt: skip

    at.play("golden_mead_insane", seat=+1)
    at.play("mi_go_insane", seat=+2)
    at.play("investigators", seat=+2, number=0)

    assert seen_by_all(at, ago=2) == Event(0, "golden_mead", True, 1, None, "", None, 0)
    assert seen_by_all(at, ago=1) == Event(0, "mi_go", True, 2, None, "", None, 0)
    assert seen_by_all(at) == Event(0, "investigators", False, 2, 0, "braincase", 2, 0, True)


@rule("R8.1")
def test_the_cards_given_by_nyarlathotep_are_no_events():
    at = position(hands=["nyarlathotep cats", "great_race", "carter"], piles=["hound"])

    at.play("nyarlathotep_insane").play("give", card="carter")

    assert at.seat == 1
    assert at.sees(1).num_events == 1
    assert seen_by_all(at) == Event(0, "nyarlathotep", True, None, None, "", None, 0)


@rule("R8.1")
@pytest.mark.parametrize(
    ("pile", "deck", "event"),
    [
        ("hound", "cats", (1, "", False, None, None, "", None, 1)),
        ("hound mi_go", "cats investigators", (1, "", False, None, None, "", None, 2)),
        ("hound", "golden_mead", (1, "", False, None, None, "carter", 1, 1)),
        ("hound", "necronomicon", (1, "", False, None, None, "carter", 1, 1)),
        ("hound mi_go", "golden_mead", (1, "", False, None, None, "carter", 1, 1)),
        ("hound mi_go", "cats cthulhu", (1, "", False, None, None, "carter", 1, 2)),
        ("hound mi_go deep_ones", "cats necronomicon", (1, "", False, None, None, "carter", 1, 2)),
    ],
)
def test_every_seat_sees_a_sanity_check(pile, deck, event):
    at = position(hands=["elder_sign investigators", "carter", "cats"], piles=["", pile],
                  deck=f"{deck} great_race ...")  # fmt: skip

    at.play("elder_sign")

    assert seen_by_all(at) == Event(*event)
    assert seen_by_all(at, ago=1).card == "elder_sign"
    lying = sorted(f"{pile} {deck} {event[5]}".split())
    assert all(sorted(at.sees(seat).discards(of=1).split()) == lying for seat in range(3))


@rule("R8.1")
def test_every_seat_sees_the_whole_check_of_one_who_cannot_be_knocked_out():
    at = position(hands=["elder_sign investigators", "carter", "cats"], immortal=[1],
                  piles=["", "hound liber_ivonis"], deck="golden_mead mi_go ...")  # fmt: skip

    at.play("elder_sign")

    assert seen_by_all(at) == Event(1, "", False, None, None, "", None, 2)
    assert all(at.sees(seat).insanity == [0, 4, 0] for seat in range(3))


@rule("R8.1")
def test_a_check_that_runs_out_of_cards_is_seen_as_far_as_it_went():
    at = position(hands=["elder_sign investigators", "carter", "cats"], rounds="single",
                  piles=["", "hound deep_ones mi_go"], deck="cats great_race")  # fmt: skip

    at.play("elder_sign")

    assert at.ending == "highest_card"
    assert seen_by_all(at) == Event(1, "", False, None, None, "", None, 2)


@rule("R8.1")
def test_failed_checks_of_several_players_are_events_each():
    at = position(hands=["elder_sign investigators", "carter", "cats", "armitage"],
                  piles=["", "hound", "deep_ones"], deck="mi_go golden_mead ...")  # fmt: skip

    at.play("elder_sign")

    assert at.seat == 3
    assert seen_by_all(at, ago=1) == Event(1, "", False, None, None, "carter", 1, 1)
    assert seen_by_all(at) == Event(2, "", False, None, None, "cats", 2, 1)


@rule("R8.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_who_looked_at_whom_is_seen_alike_from_every_seat(num_players):
    last = num_players - 1
    at = position(hands=["carter", *["..."] * (last - 1), "cats elder_sign"])

    at.play("cats", seat=+1)  # the last seat looks at seat 0

    assert seen_by_all(at) == Event(last, "cats", False, 0, None, "", None, 0)


@rule("R8.1", "R8.19")
@pytest.mark.parametrize(("history", "shown"), [(0, 0), (1, 3), (2, 4), (8, 4), (None, 4)])
def test_the_latest_events_are_seen_latest_first(history, shown):
    at = position(hands=["silver_key investigators", "elder_sign", "trapezohedron"],
                  deck="cats elder_sign great_race ...", history=history)  # fmt: skip
    at.play("silver_key").play("elder_sign").play("trapezohedron")
    at.play("great_race", seat=+2)  # seat 0 goes out

    seen = [at.sees(1).event(ago).card for ago in range(shown)]

    assert seen == ["great_race", "trapezohedron", "elder_sign", "silver_key"][:shown]
    assert at.sees(1).num_events == shown


@rule("R8.19")
def test_the_longest_round_is_seen_to_its_first_play():
    """Every card of the draw pile is a row, and so is the play that Mi-Go brings."""
    hands = ["liber_ivonis necronomicon", "cats", "silver_key"]
    deck = "silver_key silver_key cats mi_go" + 23 * " silver_key"  # with 28 cards the largest
    at = position(hands=hands, deck=deck, aside="cats", rounds="single")
    pile = 28
    at.play("liber_ivonis").play("silver_key").play("silver_key")
    at.play("mi_go_insane", seat=+1).play("necronomicon")  # after a Sanity Check

    while at.ending == "going_on":
        at.play("silver_key")

    sight = at.sees(0)
    assert sight.num_events == len(sight.parts["event_actor"]) == pile + 1
    assert sight.event(ago=pile).card == "liber_ivonis"


@rule("R8.19")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_no_round_of_random_play_has_more_events_than_are_seen(num_players):
    longest = 0
    for seed in range(12):
        at = new_game(seed=seed, num_players=num_players, rounds="single")
        rng = np.random.default_rng(seed)
        while at.ending == "going_on":
            mask = at.env.infos[at.env.agent_selection]["action_mask"]
            at.env.step(int(rng.choice(np.flatnonzero(mask))))
            assert at.sees(0).num_events == at.state.rows
        longest = max(longest, int(at.state.rows))

    assert longest > num_players


@rule("R8.1")
def test_a_new_round_begins_without_events():
    at = position(hands=["necronomicon cats", "carter"])

    at.play("necronomicon")

    assert at.round == 2
    assert [at.sees(seat).num_events for seat in range(2)] == [0, 0]
