"""R1: the cards of each edition, custom decks, and what is refused."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cthulhu_envs.api.make import make
from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import Position, new_game, position

# card: value, copies, whether it is an Insanity card
PUBLISHED = {
    "investigators": (1, 5, False),
    "deep_ones": (1, 1, True),
    "cats": (2, 2, False),
    "golden_mead": (2, 1, True),
    "great_race": (3, 2, False),
    "hound": (3, 1, True),
    "elder_sign": (4, 2, False),
    "liber_ivonis": (4, 1, True),
    "armitage": (5, 2, False),
    "mi_go": (5, 1, True),
    "carter": (6, 1, False),
    "nyarlathotep": (6, 1, True),
    "silver_key": (7, 1, False),
    "trapezohedron": (7, 1, True),
    "necronomicon": (8, 1, False),
    "cthulhu": (8, 1, True),
}
MANUAL = {
    "investigators": (1, 1, False),
    "deep_ones": (1, 1, False),
    "cats": (2, 2, False),
    "golden_mead": (1, 2, False),
    "great_race": (2, 2, False),
    "hound": (1, 2, False),
    "elder_sign": (2, 2, False),
    "liber_ivonis": (1, 2, False),
    "armitage": (2, 2, False),
    "mi_go": (1, 2, False),
    "carter": (1, 2, False),
    "nyarlathotep": (1, 2, False),
    "silver_key": (1, 2, False),
    "trapezohedron": (1, 2, False),
    "necronomicon": (8, 2, True),
    "cthulhu": (8, 2, True),
}
ROWS = [
    *(("published", card, *row) for card, row in PUBLISHED.items()),
    *(("manual", card, *row) for card, row in MANUAL.items()),
]


def all_cards(at: Position) -> dict[str, int]:
    """Copies by name of everything on the table."""
    table = " ".join([at.aside, at.face_up, *at.hands, *at.discards, at.pile])
    return dict(Counter(table.split()))


@rule("R1.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_24_published_cards_are_used_at_every_player_count(num_players):
    at = new_game(num_players=num_players)

    assert at.game.values["edition"] == "published"
    assert all_cards(at) == {card: copies for card, (_, copies, _) in PUBLISHED.items()}
    assert sum(all_cards(at).values()) == 24


@rule("R1.2")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_30_cards_of_the_manual_are_used_at_every_player_count(num_players):
    at = new_game(num_players=num_players, edition="manual")

    assert all_cards(at) == {card: copies for card, (_, copies, _) in MANUAL.items()}
    assert sum(all_cards(at).values()) == 30


@rule("R1.1", "R1.2")
@pytest.mark.parametrize(("edition", "card", "value"), [row[:3] for row in ROWS if row[2] != 1])
def test_a_card_is_found_by_its_value_and_no_other_number(edition, card, value):
    hands = ["investigators elder_sign", card, "cats"]
    named = position(hands=hands, edition=edition).legal("investigators")
    numbers = {int(action.split()[2]) for action in named}

    for number in numbers:
        at = position(hands=hands, edition=edition)
        at.play("investigators", seat=+1, number=number)
        assert at.out == [False, number == value, False]


@rule("R1.1", "R1.2")
@pytest.mark.parametrize(("edition", "card"), [row[:2] for row in ROWS if row[2] == 1])
def test_a_one_ties_with_another_one(edition, card):
    other = "deep_ones" if card == "investigators" else "investigators"
    at = position(
        hands=[f"great_race {other}", card, "cats"], edition=edition, deck="elder_sign ..."
    )

    at.play("great_race", seat=+1)

    assert at.out == [False, False, False]


@rule("R1.1", "R1.2")
@pytest.mark.parametrize(("edition", "card", "is_insanity"), [(r[0], r[1], r[4]) for r in ROWS])
def test_insanity_cards_count_as_such_in_a_pile(edition, card, is_insanity):
    at = position(hands=["armitage great_race", "...", card], edition=edition)

    at.play("armitage", seat=+2)

    assert at.discards == ["armitage", "", card]
    assert at.insanity == [0, 0, int(is_insanity)]


@rule("R1.2")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_by_the_manual_nobody_who_acts_is_ever_insane(num_players):
    at = new_game(num_players=num_players, edition="manual")
    choose = np.random.default_rng(num_players)
    ends = Counter()

    for seed in range(5):
        at.env.reset(seed=seed)
        while at.ending == "going_on":
            assert at.insanity[at.seat] == 0 and at.is_braincase_there
            legal = np.flatnonzero(at.env.infos[at.env.agent_selection]["action_mask"])
            at.env.step(choose.choice(legal))
        ends[at.ending] += 1

    assert set(ends) == {"sane_tokens"}


@rule("R1.2")
@pytest.mark.parametrize("seven", ["silver_key", "trapezohedron"])
def test_the_manual_changes_no_rule_of_a_card(seven):
    forced = position(hands=[f"{seven} necronomicon", "cats"], edition="manual")
    free = position(hands=[f"{seven} liber_ivonis", "cats"], edition="manual")

    assert forced.legal() == {seven}  # beside the only value above 4
    assert free.legal() == {seven, "liber_ivonis"}


@rule("R1.3")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("num_players", [0, 1, 7, "4", True, 3.0, None])
def test_other_numbers_of_players_are_refused(edition, num_players):
    fault = f"Lovecraft Letter is for 2 to 6 players, not {num_players!r}"

    with pytest.raises(ValueError, match=fault):
        make("lovecraft_letter", edition=edition, num_players=num_players)


@rule("R1.4")
def test_a_custom_deck_replaces_the_copies_of_the_table():
    copies = {"Cats of Ulthar": 3, "mi-go": 4, "DEEP ONES": 2, "elder_sign": 1, "cthulhu": 0}

    at = new_game(num_players=3, deck=copies)

    assert all_cards(at) == {"cats": 3, "mi_go": 4, "deep_ones": 2, "elder_sign": 1}
    assert at.is_braincase_there


@rule("R1.4")
@pytest.mark.parametrize(
    "words",
    ["cats cats mi_go deep_ones", "Cats of Ulthar=2, Mi-Go, deep ones", "cats=2 mi_go deep_ones=1"],
)
def test_a_custom_deck_can_be_written_in_words(words):
    at = new_game(num_players=2, deck=words)

    assert all_cards(at) == {"cats": 2, "mi_go": 1, "deep_ones": 1}


@rule("R1.4")
@pytest.mark.parametrize(("edition", "insane"), [("published", True), ("manual", False)])
def test_a_custom_deck_keeps_values_and_insanity_cards_of_its_edition(edition, insane):
    at = position(
        hands=["great_race carter", "deep_ones", "cats"], deck="mi_go cats cats", edition=edition
    )

    at.play("great_race", seat=+2)  # 6 or 1 against 2
    at.play("mi_go", seat=+0)

    assert at.discards[1] == "deep_ones mi_go"
    assert at.insanity[1] == 2 * insane
    assert at.out == [edition == "manual", False, edition == "published"]


@rule("R1.4")
@pytest.mark.parametrize("num_players", [2, 6])
def test_a_deck_of_32_cards_can_be_played_to_its_end(num_players):
    deck = {"elder_sign": 16, "silver_key": 16}
    at = new_game(num_players=num_players, deck=deck, rounds="single")
    turns = 0

    while at.ending == "going_on":
        at.play(sorted(at.legal())[0])
        turns += 1

    assert turns == 32 - 1 - num_players - len(at.face_up.split())
    assert at.pile == ""


@rule("R1.4")
@pytest.mark.parametrize("num_players", [2, 6])
def test_32_insanity_cards_can_be_played_with(num_players):
    deck = {"liber_ivonis": 12, "golden_mead": 8, "mi_go": 4, "nyarlathotep": 4, "deep_ones": 4}
    at = new_game(num_players=num_players, deck=deck, rounds="single", face_up=0)
    choose = np.random.default_rng(0)

    for seed in range(20):
        at.env.reset(seed=seed)
        while at.ending == "going_on":
            legal = np.flatnonzero(at.env.infos[at.env.agent_selection]["action_mask"])
            at.env.step(choose.choice(legal))
            at.game.check_state(at.game, at.state)
        assert at.ending in {"last_one_standing", "highest_card", "drawn_round"}


@rule("R1.4")
@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        ({"cats": 17, "carter": 16}, "a deck holds at most 32 cards, not 33"),
        ({"cats": 9, "cartr": 9}, "has no card 'cartr'; did you mean 'carter'"),
        ({"cats": 9, "xyzzy": 9}, "has no card 'xyzzy'; known: .* more"),
        ({"cats": 9, "carter": -1}, "copies of Randolph Carter must be 0 or more, not -1"),
        ({"cats": 9, "carter": 1.5}, "copies of Randolph Carter must be 0 or more, not 1.5"),
        ({"cats": 9, "carter": True}, "copies of Randolph Carter must be 0 or more, not True"),
        ({"cats": 9, "carter": "2"}, "copies of Randolph Carter must be 0 or more, not '2'"),
        ({"cats": 9, "Cats of Ulthar": 1}, "the deck names Cats of Ulthar twice"),
        ({"cats": 9, "braincase": 1}, "the Mi-Go Braincase lies beside the deck and cannot be"),
        ({"cats": 9, "Mi-Go Braincase": 2}, "the Mi-Go Braincase lies beside the deck"),
        (["cats", "carter"], "deck must give copies by card name, not"),
        ("published", "has no card 'published'; known: .* more"),
        ("cats=9, cartr", "has no card 'cartr'; did you mean 'carter'"),
    ],
    ids=str,
)
def test_a_custom_deck_with_a_fault_is_refused_by_its_name(deck, fault):
    with pytest.raises(ValueError, match=fault):
        make("lovecraft_letter", deck=deck)


@rule("R1.5")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize(
    ("size", "settings"),
    [
        (4, {"num_players": 2}),  # 1 face down, 2 dealt, 1 to draw
        (9, {"num_players": 2, "face_up": 5}),
        (5, {"num_players": 3}),
        (6, {"num_players": 4}),
        (7, {"num_players": 5}),
        (8, {"num_players": 6}),
        (16, {"num_players": 6, "face_up": 8}),
    ],
    ids=str,
)
def test_a_deck_must_supply_the_setup_and_one_card_to_draw(edition, size, settings):
    enough = {"cats": size - 1, "carter": 1}
    too_few = {"cats": size - 2, "carter": 1}

    assert new_game(edition=edition, deck=enough, **settings).pile == ""
    with pytest.raises(ValueError, match=f"a deck of {size - 1} cards is too small for"):
        make("lovecraft_letter", edition=edition, deck=too_few, **settings)


@rule("R1.6")
def test_tokens_are_not_limited_to_those_of_a_box():
    hands = ["cats investigators", *["investigators"] * 4, "carter"]
    at = position(hands=hands, deck="", sane_tokens=[1, 1, 1, 1, 1, 0], insane_tokens=[2] * 6)

    at.play("cats", seat=+1)  # the draw pile is empty: the only 6 wins

    assert at.sane_tokens == [1] * 6
    assert at.insane_tokens == [2] * 6
    assert at.ending == "going_on"


@rule("R1.2", "R1.4")
@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"edition": "publshed"}, "edition cannot be 'publshed'; did you mean 'published'"),
        ({"edition": None}, "edition cannot be None"),
        ({"edtion": "manual"}, "no setting 'edtion'; did you mean 'edition'"),
        ({"players": 4}, "no setting 'players'; did you mean 'num_players'"),
        ({"zzz": 4}, "no setting 'zzz'; known: num_players, .* more"),
        ({"history": -1}, "history must be a whole number from 0 to 32, not -1"),
        ({"history": 33}, "history must be a whole number from 0 to 32, not 33"),
    ],
    ids=str,
)
def test_a_wrong_setting_is_named_and_the_nearest_one_offered(settings, fault):
    with pytest.raises(ValueError, match=fault):
        make("lovecraft_letter", **settings)
