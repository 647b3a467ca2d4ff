"""R8.1-R8.2, R8.16-R8.18: what is open to all seats, and what stays hidden from all."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.games.lovecraft_letter.cards import EDITIONS
from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import assert_same_sight, position

PUBLISHED = Counter({card.name.lower(): row.copies for card, row in EDITIONS["published"].items()})


def all_but(*seen):
    """The cards of the published deck less those described, in order of value."""
    left = PUBLISHED - Counter(" ".join(seen).split())
    return " ".join(left.elements())


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_seat_sees_what_lies_open_and_how_all_stand(seat):
    at = position(
        hands=["elder_sign cats", "investigators", "great_race", "carter"],
        piles=["hound", "deep_ones liber_ivonis", "", "armitage"],
        deck="cats investigators golden_mead ...",
        out=[3],
        immortal=[1],
    )
    at.play("elder_sign")  # seat 1 turns up two cards and draws the Golden Mead

    sight = at.sees(seat)

    piles = ["hound elder_sign", "investigators deep_ones cats liber_ivonis", "", "armitage carter"]
    assert [sight.discards(of=other) for other in range(4)] == piles
    assert sight.insanity == [1, 2, 0, 0]
    assert sight.out == [False, False, False, True]
    assert sight.protected == [True, False, False, False]
    assert sight.immortal == [False, True, False, False]
    assert sight.pile == 24 - 1 - 4 - 1 - 4 - 3
    assert sight.turn == 1


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_every_seat_sees_the_tokens_of_both_kinds(seat):
    at = position(hands=["elder_sign cats", "...", "...", "..."], sane_tokens=[1, 0, 0, 1],
                  insane_tokens=[0, 2, 1, 0])  # fmt: skip

    assert at.sees(seat).sane_token_shares == [0.5, 0.0, 0.0, 0.5]
    assert at.sees(seat).insane_token_shares == [0.0, 0.66667, 0.33333, 0.0]


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_tokens_just_won_are_seen_in_the_next_round(seat):
    at = position(hands=["necronomicon cats", "great_race", "investigators"], out=[2],
                  piles=["", "hound"])  # fmt: skip

    at.play("necronomicon")

    assert at.round == 2
    assert at.sees(seat).insane_token_shares == [0.0, 0.33333, 0.0]
    assert at.sees(seat).sane_token_shares == [0.0, 0.0, 0.0]


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_whether_the_braincase_lies_beside_the_deck(seat):
    at = position(hands=["mi_go elder_sign", "cats", "..."], piles=["hound"])
    assert at.sees(seat).is_braincase_there

    at.play("mi_go_insane", seat=+1)

    assert not at.sees(seat).is_braincase_there


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_discarded_braincase_lies_open_and_not_beside_the_deck(seat):
    at = position(hands=["mi_go armitage", "cats", "great_race"], piles=["hound"])

    at.play("mi_go_insane", seat=+2).play("armitage", seat=+2)

    assert at.sees(seat).discards(of=2) == "braincase"
    assert at.sees(seat).insanity == [2, 0, 1]
    assert not at.sees(seat).is_braincase_there


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_cards_in_play_are_seen_before_they_reach_the_pile(seat):
    at = position(hands=["golden_mead mi_go", "cats", "great_race"], piles=["hound"],
                  deck="elder_sign ...")  # fmt: skip

    at.play("golden_mead_insane", seat=+1)
    assert at.sees(seat).in_play == "golden_mead"
    assert at.sees(seat).is_extra
    at.play("mi_go_insane", seat=+2)

    assert at.sees(seat).in_play == "golden_mead mi_go"
    assert at.sees(seat).discards(of=0) == "hound"
    assert at.sees(seat).insanity == [1, 0, 0]
    assert (at.sees(seat).turn, at.sees(seat).phase, at.sees(seat).is_extra) == (0, "play", True)


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_seat_sees_that_a_number_is_being_named_and_against_whom(seat):
    at = position(hands=["cats", "deep_ones elder_sign", "great_race"], piles=["", "hound"])

    at.play("deep_ones_insane", seat=+1)

    sight = at.sees(seat)
    assert (sight.turn, sight.phase, sight.asked) == (1, "name", 2)
    assert sight.in_play == "deep_ones"
    assert not sight.is_extra


@rule("R8.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rounds_begun_are_seen(seat):
    at = position(hands=["elder_sign cats", "cats", "cats"], deck="", max_rounds=4)
    assert at.sees(seat).rounds_share == 0.25

    at.play("elder_sign")

    assert at.sees(seat).rounds_share == 0.5


@rule("R8.2")
@pytest.mark.parametrize("seat", [0, 1])
def test_the_face_up_cards_are_seen_by_both(seat):
    face_up = "carter investigators cthulhu cats investigators"
    at = position(hands=["elder_sign great_race", "hound"], face_up=face_up)

    seen = "investigators investigators cats carter cthulhu"
    assert at.sees(seat).face_up == seen
    assert at.sees(seat).unseen == all_but(seen, ["elder_sign great_race", "hound"][seat])


@rule("R8.2")
@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_with_more_players_a_setting_lays_cards_face_up_for_all(num_players):
    hands = ["elder_sign great_race", *["..."] * (num_players - 1)]
    at = position(hands=hands, face_up="cthulhu cats")

    assert all(at.sees(seat).face_up == "cats cthulhu" for seat in range(num_players))


@rule("R8.16")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_face_down_card_is_unknown_to_every_seat(num_players):
    hands = ["elder_sign cats", *["investigators"] * (num_players - 1)]
    at = position(hands=hands, aside="carter", deck="hound great_race", face_up="")
    other = position(hands=hands, aside="hound", deck="carter great_race", face_up="")

    for seat in range(num_players):
        assert at.sees(seat).is_aside_there
        assert {"carter", "hound"} <= set(at.sees(seat).unseen.split())
        assert_same_sight(at, other, seat)


@rule("R8.16")
@pytest.mark.parametrize("card", ["armitage", "mi_go"])
@pytest.mark.parametrize("chosen", [0, 1])
def test_the_face_down_card_is_known_to_the_player_who_takes_it_alone(card, chosen):
    hands = [f"{card} cats", "great_race", "elder_sign"]
    at = position(hands=hands, deck="", aside="carter", rounds="single")

    at.play(card, seat=chosen)

    others = [seat for seat in range(3) if seat != chosen]
    assert at.sees(chosen).hand == "carter"
    assert [at.sees(chosen).exposed(to=seat) for seat in others] == ["", ""]
    for seat in others:
        assert at.sees(seat).knows(of=chosen) == ""
        assert "carter" in at.sees(seat).unseen
    assert not any(at.sees(seat).is_aside_there for seat in range(3))


@rule("R8.16", "R8.13")
def test_what_was_known_of_the_old_hand_does_not_pass_to_the_face_down_card():
    at = position(hands=["cats elder_sign", "great_race", "investigators"], deck="armitage",
                  aside="carter", rounds="single")  # fmt: skip
    at.play("cats", seat=+2)

    at.play("armitage", seat=+1)  # seat 1 chooses seat 2

    assert at.sees(2).hand == "carter"
    assert at.sees(0).knows_of_others() == {}
    assert at.sees(2).exposed(to=0) == ""


@rule("R8.17")
@pytest.mark.parametrize("seven", ["silver_key", "trapezohedron"])
@pytest.mark.parametrize("forcing", ["armitage", "mi_go", "carter", "nyarlathotep", "necronomicon"])
def test_nobody_else_learns_whether_a_seven_was_forced(seven, forcing):
    rest = ["great_race", "investigators"]
    forced = position(hands=[f"{seven} {forcing}", *rest], deck="elder_sign cats ...")
    free = position(hands=[f"{seven} cats", *rest], deck=f"elder_sign {forcing} ...")
    assert forced.legal() == {seven} and len(free.legal()) > 1

    forced.play(seven)
    free.play(seven)

    assert_same_sight(forced, free, 1, 2)


@rule("R8.17")
def test_nobody_else_learns_whether_the_key_of_an_insane_player_was_forced():
    rest = {"piles": ["hound"], "copies": {**PUBLISHED, "cats": 4}}
    forced = position(hands=["silver_key carter", "great_race", "..."], deck="elder_sign cats ...",
                      **rest)  # fmt: skip
    free = position(hands=["silver_key cats", "great_race", "..."], deck="elder_sign carter ...",
                    **rest)  # fmt: skip

    forced.play("silver_key")
    free.play("silver_key")

    assert_same_sight(forced, free, 1, 2)


@rule("R8.18")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_the_hand_of_the_only_player_left_is_not_shown(num_players):
    out = list(range(2, num_players))
    sights = []
    for mine, next_card in (("carter", "armitage"), ("armitage", "carter")):
        hands = [f"investigators {mine}", "great_race", *["investigators"] * len(out)]
        at = position(hands=hands, deck=f"{next_card} cats", out=out, rounds="single")
        at.play("investigators", seat=+1, number=3)
        assert at.ending == "last_one_standing"
        assert at.shown_at_the_end == [""] * num_players
        sights.append(at)

    assert_same_sight(*sights, *range(1, num_players))


@rule("R8.18")
def test_hands_shown_in_an_earlier_round_are_not_those_of_the_last_one():
    at = position(hands=["elder_sign necronomicon", "necronomicon"], aside="necronomicon", deck="")
    at.play("elder_sign")
    assert at.shown_at_the_end == ["necronomicon", "necronomicon"]

    at.play("necronomicon")  # one of the two cards of any hand in this deck

    assert (at.round, at.winner) == (3, 1)
    assert at.shown_at_the_end == ["", ""]


@rule("R8.18")
def test_hands_are_not_shown_when_the_trapezohedron_wins_the_round():
    sights = []
    for mine, theirs, next_card in (("carter", "cats", "armitage"), ("armitage", "cats", "carter")):
        at = position(hands=[f"trapezohedron {mine}", theirs, "great_race"], piles=["hound"],
                      deck=f"{next_card} elder_sign", rounds="single")  # fmt: skip
        at.play("trapezohedron_insane")
        assert at.shown_at_the_end == ["", "", ""]
        sights.append(at)

    assert sights[0].ending == "trapezohedron"
    assert_same_sight(*sights, 1, 2)


@rule("R8.18")
def test_hands_of_the_others_are_not_shown_to_the_winner_either():
    at = position(hands=["trapezohedron carter", "cats", "great_race"], piles=["hound"],
                  deck="elder_sign", rounds="single")  # fmt: skip
    other = position(hands=["trapezohedron carter", "elder_sign", "great_race"], piles=["hound"],
                     deck="cats", rounds="single")  # fmt: skip

    at.play("trapezohedron_insane")
    other.play("trapezohedron_insane")

    assert at.sees(0).knows_of_others() == {}
    assert_same_sight(at, other, 0, 2)
