"""R1: the cards, the dice, the settings of the editions, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.api.make import make
from cthulhu_envs.games.unspeakable_words import GAME
from cthulhu_envs.games.unspeakable_words.cards import FACES, POINTS, Effect, Letter
from cthulhu_envs.games.unspeakable_words.deal import roll_d20, roll_face
from cthulhu_envs.games.unspeakable_words.settings import setting_of
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import Table, new_game, position

LISTED = (  # copies and points as the rulings print them
    "A 10/5, B 2/5, C 2/0, D 3/2, E 10/4, F 2/3, G 2/2, H 3/4, I 9/4, J 1/2, K 1/3, L 5/1, M 3/3, "
    "N 5/2, O 8/0, P 2/3, Q 1/2, R 5/4, S 5/0, T 5/2, U 4/0, V 2/1, W 2/3, X 1/4, Y 2/3, Z 1/2"
)
CARDS = {entry[0].lower(): tuple(map(int, entry[2:].split("/"))) for entry in LISTED.split(", ")}


def all_cards(at: Table) -> Counter[str]:
    return Counter("".join(at.hands) + at.pile + at.discards)


@rule("R1.1")
@pytest.mark.parametrize("edition", ["manual", "published"])
@pytest.mark.parametrize("num_players", [2, 6])
def test_the_deck_has_the_96_listed_cards(num_players, edition):
    at = new_game(num_players=num_players, edition=edition)

    assert all_cards(at) == {letter: copies for letter, (copies, _) in CARDS.items()}
    assert all_cards(at).total() == 96


@rule("R1.2")
def test_letters_are_worth_the_points_listed_251_in_all():
    assert {letter.name.lower(): int(POINTS[letter]) for letter in Letter} == {
        letter: points for letter, (_, points) in CARDS.items()
    }
    assert sum(copies * points for copies, points in CARDS.values()) == 251


@rule("R1.3")
def test_a_custom_deck_replaces_the_copies():
    at = new_game(num_players=2, deck={"a": 9, "T": 12, "e": 0})

    assert all_cards(at) == {"a": 9, "t": 12}


@rule("R1.3")
@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        ({"a": 100, "t": 27}, "at most 126 cards, not 127"),
        ({"a": 20, "ae": 1}, "no card 'ae'"),
        ({"a": 20, "A": 1}, "names A twice"),
        ({"a": 20, "t": -1}, "copies of T must be 0 or more, not -1"),
        ({"a": 20, "t": True}, "copies of T must be 0 or more, not True"),
        ("aaat", "no card 'aaat'; cards are the letters A to Z"),
        (7, "deck must give copies by letter"),
        ({"a": 8, "t": 1}, "9 cards cannot give 2 players 5 cards each"),
    ],
    ids=str,
)
def test_a_custom_deck_with_a_fault_is_refused(deck, fault):
    with pytest.raises(ValueError, match=fault):
        make(GAME, deck=deck, num_players=2)


@rule("R1.3")
def test_a_deck_that_fills_all_hands_exactly_can_be_played():
    at = position(hands=["atatt", "aaatt"], pile="", rolls=[20])

    at.word("at").claim("all")  # its cards are shuffled and drawn again

    assert sorted(at.hands[0]) == sorted("atatt") and at.pile == at.discards == ""


@rule("R1.4", "R2.3")
@pytest.mark.parametrize(
    ("settings", "tokens"), [({}, 5), ({"tokens": 1}, 1), ({"tokens": 20}, 20)]
)
def test_each_player_has_5_tokens_or_the_number_set(settings, tokens):
    assert new_game(num_players=3, **settings).tokens == [tokens] * 3


@rule("R1.5")
def test_checks_roll_every_number_from_1_to_20_and_no_other():
    s = new_game().state

    rolled = Counter(roll_d20(s) for _ in range(2000))

    assert set(rolled) == set(range(1, 21))
    assert min(rolled.values()) > 60 and max(rolled.values()) < 145  # 100 each are expected


@rule("R1.6")
def test_the_cthulhu_die_has_twelve_sides():
    assert Counter(Effect(face) for face in FACES) == {
        Effect.YELLOW_SIGN: 5,
        Effect.TENTACLE: 4,
        Effect.ELDER_SIGN: 1,
        Effect.CTHULHU: 1,
        Effect.EYE: 1,
    }


@rule("R1.6")
def test_each_side_of_the_cthulhu_die_is_equally_likely():
    s = new_game().state

    shown = Counter(roll_face(s) for _ in range(2400))

    assert shown[Effect.YELLOW_SIGN] == pytest.approx(1000, abs=100)
    assert shown[Effect.TENTACLE] == pytest.approx(800, abs=100)
    for rare in (Effect.ELDER_SIGN, Effect.CTHULHU, Effect.EYE):
        assert shown[rare] == pytest.approx(200, abs=60)


@rule("R1.7")
@pytest.mark.parametrize("num_players", [1, 7, True, "2", 2.0])
def test_other_numbers_of_players_are_refused(num_players):
    assert [new_game(num_players=players).num_players for players in (2, 6)] == [2, 6]
    with pytest.raises(ValueError, match="is for 2 to 6 players"):
        make(GAME, num_players=num_players)


EDITIONS = {  # the second table of RULES.md
    "target": (113, 100),
    "hand_size": (5, 7),
    "min_letters": (2, 3),
    "check": ("at_most", "at_least"),
    "claim_half": (True, False),
    "dice": (True, False),
    "lose_all_on_fail": (True, False),
    "long_words": ("if_sane", "always"),
    "free_words": (False, True),
}


@rule("R1.8")
def test_the_edition_decides_what_is_not_set():
    for number, edition in enumerate(["manual", "published"]):
        values = GAME.configure(edition=edition).values

        assert {name: setting_of(values, name) for name in EDITIONS} == {
            name: both[number] for name, both in EDITIONS.items()
        }
    assert GAME.values["edition"] == "manual"


@rule("R1.8")
@pytest.mark.parametrize("name", EDITIONS)
def test_each_setting_can_be_set_in_either_edition(name):
    for number, edition in enumerate(["manual", "published"]):
        other = EDITIONS[name][1 - number]

        values = GAME.configure(edition=edition, **{name: other}).values

        assert setting_of(values, name) == other


@rule("R1.8")
@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"edition": "publisht"}, "did you mean 'published'"),
        ({"target": 0}, "target must be a whole number from 1 to 1000, not 0"),
        ({"hand_size": 11}, "hand_size must be a whole number from 1 to 10, not 11"),
        ({"min_letters": 0}, "min_letters must be a whole number from 1 to 10, not 0"),
        ({"min_letters": 6}, "words of 6 letters cannot be laid from a hand of 5 cards"),
        ({"check": "at_mots"}, "check cannot be 'at_mots'; did you mean 'at_most'"),
        ({"long_words": "alway"}, "long_words cannot be 'alway'; did you mean 'always'"),
        ({"claim_half": 1}, "claim_half must be True or False, not 1"),
        ({"dice": "no"}, "dice must be True or False, not 'no'"),
        ({"tokens": 0}, "tokens must be a whole number from 1 to 20, not 0"),
        ({"turn_limit": 301}, "turn_limit must be a whole number from 1 to 300, not 301"),
        ({"tokens": None}, "tokens must be a whole number from 1 to 20, not None"),
    ],
    ids=str,
)
def test_a_wrong_setting_is_refused(settings, fault):
    with pytest.raises(ValueError, match=fault):
        make(GAME, **settings)
