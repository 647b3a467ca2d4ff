"""R2: shuffling, setting aside, dealing, and who starts."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.api.make import make
from tests.position import Position, new_game, position
from tests.rulebook import rule

SEEDS = range(150)
CLASSIC_DECK = [
    "Princess",
    "Countess",
    "King",
    "Prince",
    "Handmaid",
    "Baron",
    "Priest",
    "Prince",
    "Handmaid",
    "Baron",
    "Priest",
    *["Guard"] * 5,
]


def stacked(num_players, start=0, **settings):
    """The classic deck above, dealt from the top."""
    env = make("love_letter", guards="none", num_players=num_players, edition="classic", **settings)
    env.reset(seed=0, options={"deck": CLASSIC_DECK, "start": start})
    return Position(env)


def order(at):
    """The deck as it lay when the round was dealt, top first; the starter has drawn one card."""
    dealt = [hand.split()[0] for hand in at.hands]
    drawn = at.hands[at.seat].split()[1]
    return [at.aside, *at.face_up.split(), *dealt, drawn, *at.pile.split()]


@rule("R2.1")
def test_every_place_of_the_deck_can_hold_any_character():
    at = new_game(num_players=2)
    found = Counter()

    for seed in SEEDS:
        at.env.reset(seed=seed)
        found.update(set(enumerate(order(at))))

    kinds = Counter(place for place, _ in found)
    guards = [found[place, "Guard"] / len(SEEDS) for place in range(21)]
    assert len(kinds) == 21 and min(kinds.values()) == 10
    assert min(guards) > 0.15 and max(guards) < 0.45  # 6 of 21 cards are Guards


@rule("R2.1")
def test_the_next_round_is_shuffled_anew_by_the_seed():
    orders = set()

    for seed in range(10):
        at = position(hands=["Guard King", "Priest"], seed=seed)
        first = tuple(order(at))
        at.play("guard", seat=+1, card="Priest")
        orders.add(tuple(order(at)))
        assert at.round == 2
        assert sorted(order(at)) == sorted(first)

    assert len(orders) == 10 and first not in orders


@rule("R2.1")
@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (CLASSIC_DECK[:-1], "has 4 Guard instead of 5"),
        ([*CLASSIC_DECK, "Spy"], "has 1 Spy instead of 0"),
        (["King", *CLASSIC_DECK[1:]], "2 King instead of 1, 0 Princess instead of 1"),
        (["Gard", *CLASSIC_DECK[1:]], "no card 'Gard'; did you mean 'guard'"),
        ([], "0 Guard instead of 5"),
    ],
    ids=["one short", "one too many", "one exchanged", "misspelt", "empty"],
)
def test_a_stacked_deck_must_hold_exactly_the_deck_in_use(deck, fault):
    env = make("love_letter", guards="none", edition="classic")

    with pytest.raises(ValueError, match=fault):
        env.reset(seed=0, options={"deck": deck})


@rule("R2.2")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_top_card_is_set_aside(num_players):
    at = stacked(num_players)

    assert at.aside == "Princess"


@rule("R2.2")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_no_seat_has_seen_the_card_set_aside(num_players):
    hands = ["Guard Priest", *["..."] * (num_players - 1)]

    at = position(hands=hands, aside="Countess", deck="King ...")
    other = position(hands=hands, aside="King", deck="Countess ...")

    assert (at.aside, other.aside) == ("Countess", "King")
    for seat in range(num_players):
        assert at.sees(seat).is_aside_there
        assert "Countess" in at.sees(seat).unseen
        assert at.sees(seat).vector.tolist() == other.sees(seat).vector.tolist()


@rule("R2.3")
def test_with_two_players_the_next_three_cards_lie_face_up_out_of_play():
    at = stacked(2)

    assert at.face_up == "Countess King Prince"
    assert order(at) == CLASSIC_DECK
    assert at.pile.split() == CLASSIC_DECK[7:]


@rule("R2.3")
@pytest.mark.parametrize("num_players", [3, 4, 5, 6])
def test_with_more_players_no_card_lies_face_up(num_players):
    at = new_game(num_players=num_players)

    assert at.face_up == ""
    assert at.sees(0).face_up == ""


@rule("R2.4")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("face_up", [0, 1, 8])
def test_the_setting_face_up_replaces_the_number_at_any_player_count(num_players, face_up):
    at = new_game(num_players=num_players, face_up=face_up)

    assert len(at.face_up.split()) == face_up
    assert len(at.sees(1).face_up.split()) == face_up
    assert len(at.pile.split()) + 1 == 21 - 1 - face_up - num_players


@rule("R2.4")
@pytest.mark.parametrize("deck", ["ll-6", "ll-8", "ll-9", "ll-10"])
def test_mini_decks_have_no_card_face_up(deck):
    at = new_game(num_players=2, edition="classic", deck=deck)

    assert at.face_up == ""
    assert len(order(at)) == int(deck.removeprefix("ll-"))


@rule("R2.4")
@pytest.mark.parametrize("num_players", [2, 3])
def test_a_deck_of_ones_own_has_no_card_face_up_unless_the_setting_says_so(num_players):
    deck = "guard=2, priest, baron, prince, king, princess, handmaid, countess"
    at = new_game(num_players=num_players, deck=deck)
    other = new_game(num_players=num_players, deck=deck, face_up=3)

    assert at.face_up == ""
    assert len(at.pile.split()) + 1 == 9 - 1 - num_players
    assert len(other.face_up.split()) == 3


@rule("R2.4")
@pytest.mark.parametrize("face_up", [-1, 9, True, "3", 1.0])
def test_a_wrong_face_up_is_refused(face_up):
    with pytest.raises(ValueError, match="face_up must be a whole number from 0 to 8"):
        make("love_letter", face_up=face_up)


@rule("R2.5")
@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_each_seat_is_dealt_one_card_from_the_top(start):
    at = stacked(4, start)

    dealt = ["Countess", "King", "Prince", "Handmaid"]
    dealt[start] += " Baron"  # drawn in the first turn
    assert at.hands == dealt


@rule("R2.6")
@pytest.mark.parametrize(
    ("edition", "num_players", "pile"),
    [
        ("2019", 2, 15),
        ("2019", 3, 17),
        ("2019", 4, 16),
        ("2019", 5, 15),
        ("2019", 6, 14),
        ("classic", 2, 10),
        ("classic", 3, 12),
        ("classic", 4, 11),
    ],
)
def test_the_draw_pile_after_the_deal(edition, num_players, pile):
    at = new_game(edition=edition, num_players=num_players)

    drawn = 1  # the starter's first card
    assert len(at.pile.split()) == pile - drawn
    assert at.sees(0).pile == pile - drawn


@rule("R2.7")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_seed_decides_who_starts_and_any_seat_can(num_players):
    at = new_game(num_players=num_players)
    starters = Counter()

    for seed in SEEDS:
        at.env.reset(seed=seed)
        starters[at.seat] += 1
    again = [new_game(seed, num_players=num_players).seat for seed in (5, 5, 5)]

    assert len(set(again)) == 1
    fair = len(SEEDS) / num_players
    assert set(starters) == set(range(num_players))
    assert all(0.5 * fair < times < 1.6 * fair for times in starters.values())


@rule("R2.7")
@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_the_starter_can_be_asked_for_without_stacking_the_deck(start):
    env = make("love_letter", guards="none", num_players=4)

    env.reset(seed=5, options={"start": start})

    assert env.agent_selection == f"player_{start}"


@rule("R2.7")
@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"start": 4}, "start must be a seat from 0 to 3, not 4"),
        ({"start": -1}, "start must be a seat from 0 to 3, not -1"),
        ({"start": True}, "start must be a seat from 0 to 3, not True"),
        ({"start": "player_0"}, "start must be a seat from 0 to 3, not 'player_0'"),
        ({"strat": 0}, "no reset option 'strat'; did you mean 'start'"),
        ({"decks": []}, "no reset option 'decks'; did you mean 'deck'"),
    ],
    ids=str,
)
def test_a_wrong_starter_is_refused(options, fault):
    env = make("love_letter", guards="none", num_players=4)

    with pytest.raises(ValueError, match=fault):
        env.reset(seed=0, options=options)


@rule("R2.8")
def test_a_new_round_clears_the_table_and_keeps_the_tokens():
    hands = ["Handmaid Guard", "Priest", "Baron"]
    at = position(hands=hands, deck="King Prince", tokens=[1, 2, 3])
    at.play("handmaid")
    at.play("priest", seat=+1)

    at.play("baron", seat=+2)  # 5 against 7: out, and the draw pile is empty

    assert at.round == 2
    assert at.tokens == [1, 3, 3]
    for seat in range(3):
        sight = at.sees(seat)
        assert sight.out == sight.protected == [False, False, False]
        assert [sight.discards(of=other) for other in range(3)] == ["", "", ""]
        assert sight.knows_of_others() == {}
        assert not sight.parts["event_actor"].any()
        assert sight.is_aside_there and sight.pile == 2


@rule("R2.8")
def test_a_new_round_forgets_the_cards_under_the_draw_pile():
    at = position(hands=["Chancellor Guard", "Priest"], deck="King Spy Baron ...")
    at.play("chancellor").play("keep", card="Guard").play("bottom", card="Spy")
    assert at.sees(0).bottom == ["Spy", "King"]

    at.play("baron", seat=+1)

    assert at.round == 2
    assert at.sees(0).bottom == []
    assert at.sees(0).exposed(to=1) == ""


@rule("R2.8")
def test_a_new_round_forgets_them_in_the_largest_deck_too():
    deck = "Guard Guard Guard Guard Guard Chancellor Guard Guard Princess ..."
    copies = {"chancellor": 3, "guard": 28, "princess": 1}
    at = position(hands=["Chancellor Guard", "Chancellor"], deck=deck, copies=copies, face_up="")
    for _ in range(3):
        at.play("chancellor").play("keep", card="Guard").play("bottom", card="Guard")

    at.play("princess")

    assert at.round == 2
    assert at.sees(0).knows_of_others() == at.sees(1).knows_of_others() == {}
    assert at.sees(0).bottom == at.sees(1).bottom == []
