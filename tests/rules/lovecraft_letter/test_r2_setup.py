"""R2: shuffling, setting aside, dealing, and who starts."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.api.make import make
from tests.rulebook import rule
from tests.rules.lovecraft_letter.position import Position, new_game, position

SEEDS = range(150)
DECK = [
    "Cthulhu",
    "The Necronomicon",
    "silver_key",
    "Nyarlathotep",
    "Randolph Carter",
    "mi_go",
    "Professor Henry Armitage",
    "liber_ivonis",
    "Elder Sign",
    "Hound of Tindalos",
    "great_race",
    "golden_mead",
    "cats",
    "deep_ones",
    "The Shining Trapezohedron",
    "armitage",
    "elder_sign",
    "Great Race of Yith",
    "Cats of Ulthar",
    *["investigators"] * 5,
]
SHORT = {
    "The Necronomicon": "necronomicon",
    "Randolph Carter": "carter",
    "Professor Henry Armitage": "armitage",
    "Elder Sign": "elder_sign",
    "Hound of Tindalos": "hound",
    "The Shining Trapezohedron": "trapezohedron",
    "Great Race of Yith": "great_race",
    "Cats of Ulthar": "cats",
}
ORDER = [SHORT.get(card, card.lower()) for card in DECK]


def stacked(num_players, start=0, **settings):
    """The deck above, dealt from the top."""
    env = make("lovecraft_letter", guards="none", num_players=num_players, **settings)
    env.reset(seed=0, options={"deck": DECK, "start": start})
    return Position(env)


def order(at):
    """The deck as it lay when the round was dealt, top first; the starter has drawn one card."""
    dealt = [hand.split()[0] for hand in at.hands]
    drawn = at.hands[at.seat].split()[1]
    return [at.aside, *at.face_up.split(), *dealt, drawn, *at.pile.split()]


@rule("R2.1")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_braincase_lies_beside_the_deck_and_is_not_shuffled_in(edition, num_players):
    at = new_game(num_players=num_players, edition=edition)

    for seed in range(20):
        at.env.reset(seed=seed)
        assert "braincase" not in order(at)
        assert all(at.sees(seat).is_braincase_there for seat in range(num_players))
        assert all("braincase" not in at.sees(seat).unseen for seat in range(num_players))


@rule("R2.2")
def test_every_place_of_the_deck_can_hold_any_card():
    at = new_game(num_players=2)
    found = Counter()

    for seed in SEEDS:
        at.env.reset(seed=seed)
        found.update(set(enumerate(order(at))))

    kinds = Counter(place for place, _ in found)
    ones = [found[place, "investigators"] / len(SEEDS) for place in range(24)]
    assert len(kinds) == 24 and min(kinds.values()) == 16
    assert min(ones) > 0.09 and max(ones) < 0.35  # 5 of 24 cards


@rule("R2.2")
def test_the_next_round_is_shuffled_anew_by_the_seed():
    orders = set()

    for seed in range(10):
        at = position(hands=["investigators carter", "cats"], seed=seed)
        first = tuple(order(at))
        at.play("investigators", seat=+1, number=2)
        orders.add(tuple(order(at)))
        assert at.round == 2
        assert sorted(order(at)) == sorted(first)

    assert len(orders) == 10 and first not in orders


@rule("R2.2")
@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (DECK[:-1], "has 4 Investigators instead of 5"),
        ([*DECK, "cats"], "has 3 Cats of Ulthar instead of 2"),
        ([*DECK, "braincase"], "has 1 Mi-Go Braincase instead of 0"),
        (["mi_go", *DECK[1:]], "2 Mi-Go instead of 1, 0 Cthulhu instead of 1"),
        (["Cthulu", *DECK[1:]], "no card 'Cthulu'; did you mean 'cthulhu'"),
        ([], "0 Investigators instead of 5"),
        ("cats", "deck must list cards by name, top first, not 'cats'"),
    ],
    ids=["one short", "one too many", "braincase", "one exchanged", "misspelt", "empty", "no list"],
)
def test_a_stacked_deck_must_hold_exactly_the_deck_in_use(deck, fault):
    env = make("lovecraft_letter", guards="none")

    with pytest.raises(ValueError, match=fault):
        env.reset(seed=0, options={"deck": deck})


@rule("R2.3")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_the_top_card_is_set_aside(num_players):
    at = stacked(num_players)

    assert at.aside == "cthulhu"


@rule("R2.3")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_no_seat_has_seen_the_card_set_aside(num_players):
    hands = ["cats elder_sign", *["..."] * (num_players - 1)]

    at = position(hands=hands, aside="cthulhu", deck="carter ...")
    other = position(hands=hands, aside="carter", deck="cthulhu ...")

    assert (at.aside, other.aside) == ("cthulhu", "carter")
    for seat in range(num_players):
        assert at.sees(seat).is_aside_there
        assert "cthulhu" in at.sees(seat).unseen
        assert at.sees(seat).vector.tolist() == other.sees(seat).vector.tolist()


@rule("R2.4")
def test_with_two_players_the_next_five_cards_lie_face_up_out_of_play():
    at = stacked(2)

    assert at.face_up.split() == ORDER[1:6]
    assert order(at) == ORDER
    assert at.pile.split() == ORDER[9:]


@rule("R2.4")
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_with_more_players_no_card_lies_face_up(num_players, edition):
    at = new_game(num_players=num_players, edition=edition)

    shown = 5 if num_players == 2 else 0
    assert len(at.face_up.split()) == len(at.sees(0).face_up.split()) == shown


@rule("R2.4")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("face_up", [0, 1, 8])
def test_the_setting_face_up_replaces_the_number_at_any_player_count(num_players, face_up):
    at = new_game(num_players=num_players, face_up=face_up)

    assert len(at.face_up.split()) == face_up
    assert len(at.sees(1).face_up.split()) == face_up
    assert len(at.pile.split()) + 1 == 24 - 1 - face_up - num_players


@rule("R2.4")
@pytest.mark.parametrize("face_up", [None, 2])
def test_a_deck_of_ones_own_has_no_card_face_up_unless_the_setting_says_so(face_up):
    at = new_game(num_players=2, deck="cats=4, carter=4", face_up=face_up)

    assert len(at.face_up.split()) == (face_up or 0)


@rule("R2.4")
@pytest.mark.parametrize("face_up", [-1, 9, True, "3", 1.0])
def test_a_wrong_face_up_is_refused(face_up):
    with pytest.raises(ValueError, match="face_up must be a whole number from 0 to 8"):
        make("lovecraft_letter", face_up=face_up)


@rule("R2.5")
@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_each_seat_is_dealt_one_card_from_the_top(num_players):
    first = 6 if num_players == 2 else 1

    for start in range(num_players):
        at = stacked(num_players, start)
        dealt = ORDER[first : first + num_players]
        dealt[start] += " " + ORDER[first + num_players]  # drawn in the first turn
        assert at.hands == dealt
        assert at.seat == start


@rule("R2.6")
@pytest.mark.parametrize(
    ("edition", "num_players", "pile"),
    [
        ("published", 2, 16),
        ("published", 3, 20),
        ("published", 4, 19),
        ("published", 5, 18),
        ("published", 6, 17),
        ("manual", 2, 22),
        ("manual", 3, 26),
        ("manual", 4, 25),
        ("manual", 5, 24),
        ("manual", 6, 23),
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
    env = make("lovecraft_letter", guards="none", num_players=4)

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
    env = make("lovecraft_letter", guards="none", num_players=4)

    with pytest.raises(ValueError, match=fault):
        env.reset(seed=0, options=options)


@rule("R2.8")
def test_a_new_round_clears_the_table_and_keeps_the_tokens():
    at = position(
        hands=["mi_go elder_sign", "cats", "necronomicon"],
        piles=["deep_ones liber_ivonis"],
        immortal=[0],
        deck="great_race investigators ...",
        sane_tokens=[1, 0, 1],
        insane_tokens=[1, 2, 0],
    )
    at.play("mi_go_insane", seat=+1).play("elder_sign")
    at.play("great_race", seat=+1)  # the Braincase loses against the Necronomicon
    assert at.insanity == [3, 1, 0] and not at.is_braincase_there

    at.play("necronomicon")

    assert at.round == 2
    assert (at.sane_tokens, at.insane_tokens) == ([1, 0, 1], [2, 2, 0])
    for seat in range(3):
        sight = at.sees(seat)
        assert sight.out == sight.protected == sight.immortal == [False, False, False]
        assert sight.insanity == [0, 0, 0]
        assert [sight.discards(of=other) for other in range(3)] == ["", "", ""]
        assert sight.knows_of_others() == {}
        assert sight.num_events == 0
        assert sight.is_aside_there and sight.is_braincase_there and sight.pile == 19
        assert "braincase" not in sight.unseen


@rule("R2.8")
def test_a_new_round_forgets_what_nyarlathotep_took_and_gave():
    at = position(
        hands=["nyarlathotep investigators", "cats", "carter"],
        piles=["deep_ones"],
        deck="great_race ...",
        insane_tokens=[1, 1, 1],
    )
    at.play("nyarlathotep_insane").play("give", card="carter")  # and the Cats go to seat 2
    assert (at.sees(1).taken, at.sees(1).exposed(to=0)) == ("cats", "carter")
    at.play("great_race", seat=+1)  # 6 against 2: seat 2 is out
    at.play("investigators", seat=+1, number=6)

    assert at.round == 2
    assert [at.sees(seat).taken for seat in range(3)] == ["", "", ""]
    assert [at.sees(seat).exposed(to=(seat + 1) % 3) for seat in range(3)] == ["", "", ""]
    assert all(at.sees(seat).knows_of_others() == {} for seat in range(3))
