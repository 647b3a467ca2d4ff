"""R1: the cards of each edition, custom decks, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.api.make import make
from cthulhu_envs.games.love_letter.cards import Card
from tests.position import Position, new_game, position
from tests.rulebook import rule

COPIES_2019 = {
    "Spy": 2,
    "Guard": 6,
    "Priest": 2,
    "Baron": 2,
    "Handmaid": 2,
    "Prince": 2,
    "Chancellor": 2,
    "King": 1,
    "Countess": 1,
    "Princess": 1,
}
COPIES_CLASSIC = {
    "Guard": 5,
    "Priest": 2,
    "Baron": 2,
    "Handmaid": 2,
    "Prince": 2,
    "King": 1,
    "Countess": 1,
    "Princess": 1,
}


def all_cards(at: Position) -> dict[str, int]:
    """Copies by name of everything on the table."""
    table = " ".join([at.aside, at.face_up, *at.hands, *at.discards, at.pile])
    return dict(Counter(table.split()))


@rule("R1.1")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_21_cards_of_2019_are_used_at_every_player_count(num_players):
    at = new_game(num_players=num_players)

    assert at.game.values["edition"] == "2019"
    assert all_cards(at) == COPIES_2019


@rule("R1.2")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_16_cards_of_the_classic_edition_are_used_at_every_player_count(num_players):
    at = new_game(num_players=num_players, edition="classic")

    assert all_cards(at) == COPIES_CLASSIC


@rule("R1.1", "R1.2")
def test_values_run_from_the_spy_to_the_princess():
    assert [(card.name.title(), int(card)) for card in Card] == [
        ("Spy", 0),
        ("Guard", 1),
        ("Priest", 2),
        ("Baron", 3),
        ("Handmaid", 4),
        ("Prince", 5),
        ("Chancellor", 6),
        ("King", 7),
        ("Countess", 8),
        ("Princess", 9),
    ]


@rule("R1.2")
def test_classic_changes_no_rule_of_the_characters_left():
    at = position(hands=["Baron Countess", "King"], edition="classic")

    at.play("baron", seat=+1)

    assert at.tokens == [1, 0]


@rule("R1.3")
@pytest.mark.parametrize(
    ("edition", "num_players", "fault"),
    [
        ("2019", 1, "2 to 6 players, not 1"),
        ("2019", 7, "2 to 6 players, not 7"),
        ("classic", 1, "2 to 6 players, not 1"),
        ("classic", 5, "the classic edition is for 2 to 4 players, not 5"),
        ("classic", 6, "the classic edition is for 2 to 4 players, not 6"),
        ("2019", "4", "not '4'"),
        ("2019", True, "not True"),
        ("2019", 3.0, "not 3.0"),
    ],
)
def test_other_numbers_of_players_are_refused(edition, num_players, fault):
    with pytest.raises(ValueError, match=fault):
        make("love_letter", edition=edition, num_players=num_players)


@rule("R1.4")
def test_a_custom_deck_replaces_the_copies_of_the_table():
    copies = {"Guard": 3, "king": 4, "PRINCESS": 2, "Spy": 0}

    at = new_game(num_players=3, deck=copies)

    assert all_cards(at) == {"Guard": 3, "King": 4, "Princess": 2}


@rule("R1.4")
@pytest.mark.parametrize(
    "words",
    [
        "guard guard king princess guard",
        "guard=3,king,princess",
        " Guard = 3, KING=1 ,princess, spy=0",
        "guard=2 king guard princess",
        "guard, guard, guard, king princess",
    ],
)
def test_a_custom_deck_can_be_written_in_words(words):
    at = new_game(num_players=2, deck=words)

    assert at.game.values["deck"].items() >= {"guard": 3, "king": 1, "princess": 1}.items()
    assert all_cards(at) == {"Guard": 3, "King": 1, "Princess": 1}


@rule("R1.4")
@pytest.mark.parametrize("num_players", [2, 6])
def test_a_deck_of_32_cards_can_be_played_to_its_end(num_players):
    at = new_game(num_players=num_players, deck={"spy": 16, "countess": 16}, rounds="single")
    turns = 0

    while at.ending == "going_on":
        at.play(sorted(at.legal())[0])
        turns += 1

    assert turns == 32 - 1 - num_players - len(at.face_up.split())
    assert at.ending == "highest_card"


@rule("R1.4")
@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        ({"spy": 17, "countess": 16}, "at most 32 cards, not 33"),
        ({"guard": 9, "countes": 9}, "no card 'countes'; did you mean 'countess'"),
        ({"guard": 9, "dragon": 9}, "no card 'dragon'; known: .* more"),
        ({"guard": 9, "king": -1}, "copies of King must be 0 or more, not -1"),
        ({"guard": 9, "king": 1.5}, "copies of King must be 0 or more, not 1.5"),
        ({"guard": 9, "king": True}, "copies of King must be 0 or more, not True"),
        (["guard", "king"], "deck must give copies by card name"),
        ("ll-7x", "there is no deck 'll-7x'; did you mean 'll-"),
        ("poker", "there is no deck 'poker'; known: ll-6"),
        ("guard=9, countes", "no card 'countes'; did you mean 'countess'"),
        ("guard king dragon", "no card 'dragon'; known: .* more"),
        ("guard=9 king=x", "copies of 'king' must be a whole number, not 'x'"),
        ("guard=9, king=-1", "copies of 'king' must be a whole number, not '-1'"),
        ("guard=30, king=3", "at most 32 cards, not 33"),
        (" , ", "a deck needs cards"),
    ],
    ids=str,
)
def test_a_custom_deck_with_a_fault_is_refused_by_its_name(deck, fault):
    with pytest.raises(ValueError, match=fault):
        make("love_letter", deck=deck)


@rule("R1.4")
def test_a_custom_deck_keeps_the_player_range_of_its_edition():
    deck = {"guard": 16, "king": 16}

    assert new_game(num_players=6, deck=deck).num_players == 6
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        make("love_letter", edition="classic", num_players=5, deck=deck)


@rule("R1.4")
@pytest.mark.parametrize(("tokens", "is_over"), [([4, 0], False), ([5, 0], True)])
def test_a_custom_deck_keeps_the_token_goal_of_its_edition(tokens, is_over):
    at = position(hands=["King Spy", "Guard"], deck="", tokens=tokens)

    at.play("king", seat=+1)

    assert (at.ending == "token_goal") == is_over


@rule("R1.5")
@pytest.mark.parametrize(
    ("size", "settings"),
    [
        (4, {"num_players": 2}),  # 1 face down, 2 dealt, 1 to draw
        (7, {"num_players": 2, "face_up": 3}),
        (5, {"num_players": 3}),
        (8, {"num_players": 6}),
        (13, {"num_players": 6, "face_up": 5}),
    ],
    ids=str,
)
def test_a_deck_must_supply_the_setup_and_one_card_to_draw(size, settings):
    enough = {"guard": size - 1, "king": 1}
    too_few = {"guard": size - 2, "king": 1}

    assert new_game(deck=enough, **settings).pile == ""
    with pytest.raises(ValueError, match=f"a deck of {size - 1} cards is too small"):
        make("love_letter", deck=too_few, **settings)


@rule("R1.6")
def test_a_deck_of_guards_alone_is_refused():
    assert new_game(deck={"guard": 12, "spy": 1}).num_players == 4
    with pytest.raises(ValueError, match="Guards alone"):
        make("love_letter", deck={"guard": 12})


@rule("R1.7")
def test_favor_tokens_are_not_limited_to_the_13_of_the_box():
    at = position(hands=["Spy Guard", "Guard", "Guard", "Guard"], deck="", tokens=[3, 3, 3, 3])

    at.play("spy")

    assert at.tokens == [5, 4, 4, 4]


@rule("R1.2", "R1.4")
@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"edition": "clasic"}, "edition cannot be 'clasic'; did you mean 'classic'"),
        ({"edtion": "classic"}, "no setting 'edtion'; did you mean 'edition'"),
        ({"players": 4}, "no setting 'players'; did you mean 'num_players'"),
        ({"zzz": 4}, "no setting 'zzz'; known: num_players, .* more"),
        ({"history": -1}, "history must be a whole number from 0 to 32, not -1"),
        ({"history": 33}, "history must be a whole number from 0 to 32, not 33"),
    ],
    ids=str,
)
def test_a_wrong_setting_is_named_and_the_nearest_one_offered(settings, fault):
    with pytest.raises(ValueError, match=fault):
        make("love_letter", **settings)
