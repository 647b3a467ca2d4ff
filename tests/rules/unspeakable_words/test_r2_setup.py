"""R2: shuffling, dealing, who starts, and what can be laid down in advance."""

from __future__ import annotations

from collections import Counter

import pytest

from cthulhu_envs.api.make import make
from cthulhu_envs.games.unspeakable_words import GAME
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import ALL, Table, new_game, position

SEEDS = range(150)
SMALL = {"a": 6, "t": 6}
DECK = ["A", "T", "t", "a", "A", "A", "T", "T", "T", "A", "A", "T"]


def stacked(deck=DECK, **options) -> Table:
    env = make(GAME, guards="none", num_players=2, deck=SMALL)
    env.reset(seed=0, options={"deck": deck, **options})
    return Table(env)


def order(at: Table) -> str:
    """The deck as it lay when it was dealt, top first."""
    return "".join(at.hands) + at.pile


@rule("R2.1")
def test_every_place_of_the_deck_can_hold_any_letter():
    at = new_game(num_players=2)
    found = Counter()
    for seed in SEEDS:
        at.env.reset(seed=seed)
        found.update(enumerate(order(at)))

    vowels = [sum(found[place, letter] for letter in "aeiou") for place in range(96)]
    assert {letter for _, letter in found} == set(ALL)
    assert min(vowels) > 40 and max(vowels) < 90  # 41 of 96 cards are vowels: 64 are expected


@rule("R2.2")
@pytest.mark.parametrize(("edition", "size"), [("manual", 5), ("published", 7)])
@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_everyone_has_a_full_hand_and_the_rest_is_the_draw_pile(edition, size, num_players):
    at = new_game(edition=edition, num_players=num_players)

    assert [len(hand) for hand in at.hands] == [size] * num_players
    assert len(at.pile) == 96 - size * num_players
    assert at.discards == at.laid == ""


@rule("R2.2", "R2.5")
def test_a_stacked_deck_is_dealt_from_the_top_seat_0_first():
    at = stacked(start=1)

    assert at.hands == ["attaa", "attta"] and at.pile == "at"
    assert at.seat == 1


@rule("R2.3")
@pytest.mark.parametrize("num_players", [2, 6])
def test_nobody_has_points_at_the_start(num_players):
    at = new_game(num_players=num_players)

    assert at.points == [0] * num_players
    assert at.gone == [False] * num_players


@rule("R2.4")
@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_the_seed_decides_who_starts_and_any_seat_can(num_players):
    at = new_game(num_players=num_players)
    starters = Counter()
    for seed in SEEDS:
        at.env.reset(seed=seed)
        starters[at.seat] += 1

    fair = len(SEEDS) / num_players
    assert set(starters) == set(range(num_players))
    assert all(0.5 * fair < times < 1.6 * fair for times in starters.values())


@rule("R2.5")
def test_dice_show_what_was_laid_down_in_that_order():
    at = position(
        hands=["attes", "attes", "..."],
        rolls=[7, 19],
        faces=["Yellow Sign", "eye"],
        losses=[6, 2],
        points=[0, 0, 90],
    )
    at.word("at").claim("all").play("roll", seat=2)
    assert (at.state.last_roll[0], at.points) == (7, [7, 0, 84])

    at.word("ta").claim("all").play("roll", seat=1).play("eye", effect="yellow sign")

    assert (at.state.last_roll[1], at.points) == (19, [7, 7, 82])


@rule("R2.5")
def test_chance_takes_over_where_the_rolls_end():
    seen = set()
    for seed in range(30):
        at = position(hands=["attes", "attes"], rolls=[7], seed=seed)
        at.word("at").claim("all")
        assert at.state.last_roll[0] == 7
        at.word("ta").claim("all")
        seen.add(int(at.state.last_roll[1]))

    assert len(seen) > 8


@rule("R2.5")
@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"deck": DECK[1:]}, "has 5 A instead of 6"),
        ({"deck": [*DECK, "Q"]}, "has 1 Q instead of 0"),
        ({"deck": ["?", *DECK[1:]]}, "no card '\\?'; cards are the letters A to Z"),
        ({"deck": "attaaattta"}, "deck must list letters"),
        ({"start": 2}, "start must be a seat from 0 to 1, not 2"),
        ({"start": True}, "start must be a seat from 0 to 1, not True"),
        ({"rolls": [0]}, "rolls are numbers from 1 to 20, not 0"),
        ({"rolls": [20, 21]}, "rolls are numbers from 1 to 20, not 21"),
        ({"rolls": 7}, "rolls must be a list of up to 32, not 7"),
        ({"rolls": [1] * 33}, "rolls must be a list of up to 32"),
        ({"losses": [7]}, "losses are numbers from 1 to 6, not 7"),
        ({"losses": [True]}, "losses are numbers from 1 to 6, not True"),
        ({"faces": ["Eyes"]}, "no face 'Eyes'; did you mean 'eye'"),
        ({"faces": ["redraw"]}, "no face 'redraw'"),
        ({"roll": [1]}, "no reset option 'roll'; did you mean 'rolls'"),
    ],
    ids=str,
)
def test_wrong_options_are_refused(options, fault):
    env = make(GAME, guards="none", num_players=2, deck=SMALL)

    with pytest.raises(ValueError, match=fault):
        env.reset(seed=0, options=options)
