"""What text and picture of Love Letter say, and what they keep from a seat (R8).

No test here is marked with a rule: rules are proved on the state and the observation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.drawing import render
from cthulhu_envs.games._letters.limits import MAX_SEATS, NO_CARD
from cthulhu_envs.games.love_letter import GAME
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.emblems import COLOR, EMBLEM
from cthulhu_envs.games.love_letter.picture import HEIGHT, WIDTH
from cthulhu_envs.games.love_letter.scene import discards_in_order, look
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, RING, Ending, Event
from tests.position import Position, new_game, position

SPECTATOR = None
PLAYERS = GAME.players


def told(at: Position, seat: int | None) -> str:
    """The last turn in the words of a seat."""
    return look(at.game, at.state, seat).turns[-1]


def random_game(players: int, seed: int, **settings: Any) -> Iterator[Position]:
    """Every position of a game of random decisions, the last one after its end."""
    at = new_game(seed=seed, num_players=players, **settings)
    rng = np.random.default_rng(seed)
    yield at
    while at.state.ending == Ending.GOING_ON:
        mask = at.env.infos[at.env.agent_selection]["action_mask"]
        at.env.step(int(rng.choice(np.flatnonzero(mask))))
        yield at


TURNS = {  # hands, deck, what is played; who looks -> what they are told
    "guard misses": (
        ["Guard Spy", "King", "Priest"],
        {"name": "guard", "seat": +1, "card": "Baron"},
        {0: "player_0 played a Guard on player_1, naming the Baron: a miss"},
    ),
    "guard hits": (
        ["Guard Spy", "King", "Priest"],
        {"name": "guard", "seat": +1, "card": "King"},
        {
            2: "player_0 played a Guard on player_1, naming the King: "
            "player_1 is out, showing the King"
        },
    ),
    "priest": (
        ["Priest Spy", "King", "Guard"],
        {"name": "priest", "seat": +1},
        {
            0: "player_0 played a Priest and looked at the hand of player_1: the King",
            1: "player_0 played a Priest and looked at the hand of player_1: the King",
            2: "player_0 played a Priest and looked at the hand of player_1",
            SPECTATOR: "player_0 played a Priest and looked at the hand of player_1: the King",
        },
    ),
    "baron ties": (
        ["Baron Priest", "Priest", "Guard"],
        {"name": "baron", "seat": +1},
        {
            1: "player_0 played a Baron against player_1: a tie, both hold the Priest",
            2: "player_0 played a Baron against player_1: a tie",
        },
    ),
    "baron loses": (
        ["Baron Priest", "King", "Guard"],
        {"name": "baron", "seat": +1},
        {
            0: "player_0 played a Baron against player_1: "
            "player_0 is out, showing the Priest against the King",
            2: "player_0 played a Baron against player_1: player_0 is out, showing the Priest",
        },
    ),
    "handmaid": (
        ["Handmaid Priest", "King", "Guard"],
        {"name": "handmaid"},
        {2: "player_0 played a Handmaid and is protected until their next turn"},
    ),
    "prince": (
        ["Prince Priest", "Baron", "Guard"],
        {"name": "prince", "seat": +1},
        {
            0: "player_0 played a Prince on player_1, who discarded the Baron and drew a new card",
            1: "player_0 played a Prince on player_1, who discarded the Baron and drew the Spy",
        },
    ),
    "prince on oneself": (
        ["Prince Priest", "Baron", "Guard"],
        {"name": "prince", "seat": 0},
        {1: "player_0 played a Prince on themself, discarded the Priest and drew a new card"},
    ),
    "prince on the princess": (
        ["Prince Priest", "Princess", "Guard"],
        {"name": "prince", "seat": +1},
        {2: "player_0 played a Prince on player_1: player_1 is out, showing the Princess"},
    ),
    "chancellor chooses": (
        ["Chancellor Priest", "Baron", "Guard"],
        {"name": "chancellor"},
        {2: "player_0 played a Chancellor, drew two cards and is choosing"},
    ),
    "king": (
        ["King Priest", "Baron", "Guard"],
        {"name": "king", "seat": +1},
        {
            1: "player_0 played the King and traded hands with player_1, "
            "giving the Priest for the Baron",
            2: "player_0 played the King and traded hands with player_1",
        },
    ),
    "countess": (
        ["Countess Priest", "Baron", "Guard"],
        {"name": "countess"},
        {2: "player_0 played the Countess"},
    ),
    "princess": (
        ["Princess Priest", "Baron", "Guard"],
        {"name": "princess"},
        {2: "player_0 played the Princess: player_0 is out, showing the Priest"},
    ),
}


@pytest.mark.parametrize(("hands", "action", "words"), TURNS.values(), ids=TURNS)
def test_a_turn_is_told_with_what_the_listener_knows_of_it(hands, action, words):
    at = position(hands=hands, deck="Spy ...")

    at.play(**action)

    assert {seat: told(at, seat) for seat in words} == words


def test_a_card_that_found_nobody_is_told_so():
    at = position(hands=["Handmaid Spy", "Guard"], deck="Priest ...")

    at.play("handmaid").play("guard_nobody")

    assert told(at, 0) == "player_1 played a Guard, but nobody could be chosen"


def test_only_the_player_of_a_chancellor_sees_what_lies_under_the_draw_pile():
    at = position(hands=["Chancellor Priest", "Baron", "Guard"], deck="King Spy ...")

    at.play("chancellor").play("keep", card="King").play("bottom", card="Spy")

    piles = [look(at.game, at.state, seat).pile for seat in range(3)]
    assert piles[0][-2:] == (Card.PRIEST, Card.SPY)
    assert {*piles[0][:-2], *piles[1], *piles[2]} == {None}
    assert told(at, 0).endswith(
        "kept the King and put two cards under the draw pile, with the Spy at the very bottom"
    )
    assert told(at, 1).endswith("played a Chancellor and put two cards under the draw pile")


@pytest.mark.parametrize(
    ("deck", "after", "words"),
    [
        ("", [], "player_0 played the Chancellor, but the draw pile was empty"),
        (
            "King",
            [{"name": "keep", "card": "Priest"}],
            "player_0 played the Chancellor, kept the Priest and put one card under the draw pile",
        ),
    ],
    ids=["empty", "one card"],
)
def test_a_chancellor_at_the_end_of_the_draw_pile(deck, after, words):
    at = position(hands=["Chancellor Priest", "Baron"], deck=deck, rounds="single")

    at.play("chancellor")
    for action in after:
        at.play(**action)

    assert look(at.game, at.state, 0).turns[0] == words


def test_the_face_down_card_taken_is_gone_from_the_table():
    at = position(hands=["Prince Priest", "Baron"], deck="", aside="Spy", rounds="single")

    at.play("prince", seat=+1)

    words = "player_0 played the Prince on player_1, who discarded the Baron and drew"
    assert look(at.game, at.state, 0).aside == ()
    assert told(at, 0) == f"{words} the face-down card"
    assert told(at, 1) == f"{words} the face-down card, the Spy"


def test_a_hand_is_seen_by_its_owner_and_by_who_has_looked_at_it():
    at = position(hands=["Priest Spy", "King", "Guard"], deck="Baron ...")

    at.play("priest", seat=+1)

    seen = [
        [held.face for held in look(at.game, at.state, seat).places[1].hand] for seat in (0, 1, 2)
    ]
    assert seen == [[Card.KING, None], [Card.KING, Card.BARON], [None, None]]
    assert "[7 King] [?]" in render.text(at.game, at.state, 0)
    assert "[?] [?]" in render.text(at.game, at.state, 2)


def test_a_seat_is_told_who_is_sure_to_know_its_own_card():
    """Not who else may know it: a King may bring a card that others have seen."""
    at = position(
        hands=["Baron Princess", "Guard", "Spy", "Priest"], deck="Guard Handmaid King ..."
    )
    at.play("baron", seat=+1)  # seat 1 has seen the Princess
    at.play("guard", seat=+1, card="Baron").play("handmaid").play("king", seat=+2)

    owner, spectator = (look(at.game, at.state, seat).places[2].hand[0] for seat in (2, SPECTATOR))

    assert owner.face == spectator.face == Card.PRINCESS
    assert owner.known_to == (0,)
    assert spectator.known_to == (0, 1)
    assert "player_0 knows the Princess" in render.text(at.game, at.state, 2)


def test_hands_are_shown_when_the_draw_pile_has_run_out():
    at = position(hands=["Spy King", "Baron", "Priest"], deck="", rounds="single")

    at.play("spy")

    scene = look(at.game, at.state, 2)
    assert [place.hand[0].face for place in scene.places] == [Card.KING, Card.BARON, Card.PRIEST]
    assert scene.status == "player_0 wins the round holding the King"
    assert [place.is_winner for place in scene.places] == [True, False, False]


def test_a_shared_round_names_all_winners():
    at = position(hands=["Spy Priest", "Baron", "Priest", "Baron"], deck="", rounds="single")

    at.play("spy")

    assert look(at.game, at.state, 0).status == (
        "player_1 and player_3 share the round holding the Baron"
    )


def test_the_only_player_left_shows_nothing():
    at = position(hands=["Guard King", "Baron"], deck="Spy Spy", rounds="single")

    at.play("guard", seat=+1, card="Baron")

    scene = look(at.game, at.state, 1)
    assert [held.face for held in scene.places[0].hand] == [None]
    assert scene.status == "player_0 wins the round as the only one left"


def test_the_end_of_a_match_says_who_won_what():
    at = position(hands=["Guard King", "Baron"], tokens=[5, 2], deck="Spy ...")

    at.play("guard", seat=+1, card="Baron")

    scene = look(at.game, at.state, 1)
    assert scene.last_round == "player_0 won round 1 as the only one left"
    assert scene.status == "player_0 wins the match with 6 tokens"


def test_a_new_round_begins_with_the_news_of_the_last():
    at = position(hands=["Spy King", "Baron"], deck="Guard Guard ...")
    at.play("spy").play("guard", seat=+1, card="Spy")

    at.play("guard", seat=+1, card="Baron")

    scene = look(at.game, at.state, 1)
    assert scene.turns == ()
    assert scene.last_round == (
        "player_0 won round 1 as the only one left; player_0 gained a token for the Spy"
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_discards_in_order_are_the_cards_that_lie_there(players):
    for at in random_game(players, seed=players):
        for seat in range(players):
            lying = Counter({Card(c): int(at.state.discards[seat, c]) for c in range(N_CARDS)})
            assert Counter(discards_in_order(at.state, seat)) == +lying


def another(card: int, rng: np.random.Generator) -> int:
    return int(card + rng.integers(1, N_CARDS)) % N_CARDS


def scrambled(at: Position, seat: int, rng: np.random.Generator) -> Any:
    """A copy of the state in which everything hidden from a seat is changed, rules or no rules."""
    state = at.env._lanes.states.copy()[0]
    places: list[tuple[str, Any]] = []
    shown = state.showdown if state.ending != Ending.GOING_ON else np.full(MAX_SEATS, NO_CARD)
    for other in range(at.num_players):
        for slot in range(HAND_SLOTS):
            hidden = other != seat and not state.hand_seen[other, slot] >> seat & 1
            if hidden and state.hand[other, slot] != NO_CARD and shown[other] == NO_CARD:
                places.append(("hand", (other, slot)))
    for k in range(state.left):
        if not state.deck_seen[(state.top + k) & RING] >> seat & 1:
            places.append(("deck", (state.top + k) & RING))
    for field, place in places:
        state[field][place] = another(state[field][place], rng)
    if state.aside != NO_CARD:
        state.aside = another(state.aside, rng)
    every_seat = (1 << MAX_SEATS) - 1
    others = every_seat - (1 << seat)  # what these know is no business of the seat
    for field in ("hand_seen", "deck_seen"):
        state[field] ^= rng.integers(0, every_seat + 1, state[field].shape, np.uint8) & others
    state.rng += np.uint64(1)
    scramble_log(state, seat, rng)
    return state


def scramble_log(state: Any, seat: int, rng: np.random.Generator) -> None:
    """Change the private columns of the turns that a seat had no part in, and old rows."""
    for row in state.log[: state.turns]:
        hidden = [] if row[Event.ACTOR] == seat else [Event.DREW, Event.KEPT, Event.BOTTOM]
        if seat not in (row[Event.ACTOR], row[Event.TARGET]):
            hidden += [Event.ACTOR_HELD, Event.TARGET_HELD]
        drawer = row[Event.TARGET] if row[Event.CARD] == Card.PRINCE else row[Event.ACTOR]
        for card, seen in ((Event.FIRST, Event.FIRST_SEEN), (Event.SECOND, Event.SECOND_SEEN)):
            if drawer != seat and not row[seen] >> seat & 1:
                hidden.append(card)
        for column in hidden:
            if row[column] != NO_CARD:
                row[column] = another(row[column], rng)
    state.log[state.turns :] = rng.integers(0, N_CARDS, state.log[state.turns :].shape)


@pytest.mark.parametrize("settings", [{"goal": 2}, {"rounds": "single"}], ids=["match", "single"])
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_hidden_from_a_seat_is_in_its_scene(players, settings):
    """Text and picture are drawn from the scene alone."""
    rng = np.random.default_rng(players)
    for at in random_game(players, seed=players, **settings):
        everything = look(at.game, at.state, SPECTATOR)
        for seat in range(players):
            other = scrambled(at, seat, rng)
            assert look(at.game, other, seat) == look(at.game, at.state, seat)
            assert look(at.game, other, SPECTATOR) != everything or everything.is_over


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_broken_by_the_end_of_a_line(players):
    """Every '[' has its ']' on the same line, and every card on the table has its box."""
    for at in random_game(players, seed=players, rounds="single"):
        text = render.text(at.game, at.state)

        boxes = re.findall(r"\[\d [A-Z][a-z]+\]", text)
        assert text.count("[") == text.count("]") == len(boxes)
        assert len(boxes) == sum(at.game.kit[0].copies) - at.state.left


def test_every_character_has_a_colour_and_an_emblem_of_its_own():
    assert set(COLOR) == set(EMBLEM) == set(Card)
    assert len(set(COLOR.values())) == len(set(EMBLEM.values())) == N_CARDS


@pytest.mark.parametrize(
    "settings",
    [
        {"face_up": 8, "goal": 20, "num_players": 4},
        {"face_up": 8, "num_players": 2},
        {"edition": "classic", "num_players": 3},
        {"deck": "ll-6", "edition": "classic", "num_players": 2, "rounds": "single", "face_up": 0},
        {"deck": {"guard": 16, "spy": 16}, "num_players": 2, "face_up": 0},
    ],
    ids=["many face up", "two of many", "classic", "mini deck", "large deck"],
)
def test_unusual_settings_can_be_drawn(settings):
    at = new_game(**settings)

    picture = render.picture(at.game, at.state)

    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert render.text(at.game, at.state)
