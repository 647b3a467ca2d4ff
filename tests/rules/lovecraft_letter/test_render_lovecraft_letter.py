"""What text and picture of Lovecraft Letter say, and what they keep from a seat (R8).

No test here is marked with a rule: rules are proved on the state and the observation.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from cthulhu_envs.drawing import render
from cthulhu_envs.drawing.tabletop import spots
from cthulhu_envs.games.lovecraft_letter.card_images import COLOR
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, Card
from cthulhu_envs.games.lovecraft_letter.emblems import EMBLEM
from cthulhu_envs.games.lovecraft_letter.narration import laid_down
from cthulhu_envs.games.lovecraft_letter.picture import HEIGHT, WIDTH
from cthulhu_envs.games.lovecraft_letter.scene import look, pile_in_order
from tests.rules.lovecraft_letter.position import Position, new_game
from tests.rules.lovecraft_letter.round_ends import cthulhu_played, round_won_by
from tests.rules.lovecraft_letter.told import (
    KEEP_GOING,
    PLAYERS,
    SPECTATOR,
    insane,
    random_game,
    turn,
)


def test_nyarlathoteps_cards_are_seen_by_the_giver_alone():
    at = insane("nyarlathotep", "elder_sign", "carter").play("nyarlathotep_insane")

    pools = [look(at.game, at.state, seat).pool for seat in (0, 1, SPECTATOR)]

    assert [face and face.card for face in pools[0]] == [Card.ELDER_SIGN, Card.CARTER]
    assert pools[2] == pools[0]
    assert pools[1] == (None, None)
    assert "To give: [4 Elder Sign] [6 Carter]" in render.text(at.game, at.state, 0)
    assert "To give: [?] [?]" in render.text(at.game, at.state, 1)
    assert "player_0 is to give player_1 a card" in render.text(at.game, at.state, 2)


def test_what_is_played_lies_apart_until_the_turn_is_over():
    at = insane("golden_mead", "elder_sign", "carter").play("golden_mead_insane", seat=+1)

    place = look(at.game, at.state, 2).places[0]

    assert [face.card for face in place.in_play] == [Card.GOLDEN_MEAD]
    assert [face.card for face in place.pile] == [Card.LIBER_IVONIS, Card.CATS]
    assert "in play: [2\u25c9 Golden Mead]" in render.text(at.game, at.state, 2)
    assert look(at.game, at.state, 2).status == "player_0 is to play another card"


def test_the_braincase_is_shown_where_it_is_known_to_be():
    at = insane("mi_go", "elder_sign", "carter")
    before = look(at.game, at.state, 2)
    assert (before.braincase_at, len(before.braincase)) == ("beside the deck", 1)

    at.play("mi_go_insane", seat=+1)

    after = look(at.game, at.state, 2)
    assert (after.braincase_at, after.braincase) == ("with player_1", ())
    assert [held.face.card for held in after.places[1].hand] == [Card.BRAINCASE]


def test_a_braincase_out_of_sight_is_in_some_hand():
    """Another's Nyarlathotep may have given it to anybody."""
    at = turn(
        ["mi_go liber_ivonis", "nyarlathotep", "elder_sign"],
        "golden_mead silver_key cats investigators cats great_race cats cats",
    )
    at.play("liber_ivonis").play("golden_mead", seat=+1).play("silver_key")
    at.play("mi_go_insane", seat=+2).play("investigators", seat=+1, number=4)
    at.play("nyarlathotep_insane").play("give", card="braincase")

    lookers = [look(at.game, at.state, seat).braincase_at for seat in range(3)]

    assert lookers == ["in some hand", "with player_2", "with player_2"]


def test_a_hand_is_seen_by_its_owner_and_by_who_has_looked_at_it():
    at = turn(["cats elder_sign", "carter", "great_race"], "hound cats cats")

    at.play("cats", seat=+1)

    seen = [
        [held.face and held.face.card for held in look(at.game, at.state, seat).places[1].hand]
        for seat in range(3)
    ]
    assert seen == [[Card.CARTER, None], [Card.CARTER, Card.HOUND], [None, None]]
    assert "[6 Carter] [?]" in render.text(at.game, at.state, 0)
    assert "[?] [?]" in render.text(at.game, at.state, 2)


def test_a_seat_is_told_who_is_sure_to_know_its_own_card():
    """Not who else may know it: a card taken in trade may have been shown before (R8.15)."""
    at = turn(
        ["cats elder_sign", "hound", "carter", "great_race"],
        f"silver_key investigators {KEEP_GOING}",
    )
    at.play("cats", seat=+1)  # seat 0 knows the Hound
    at.play("silver_key").play("carter", seat=-1 % 4)

    owner, spectator = (look(at.game, at.state, seat).places[2].hand[0] for seat in (2, SPECTATOR))

    assert owner.face == spectator.face and owner.face.card == Card.HOUND
    assert owner.known_to == (1,)
    assert spectator.known_to == (0, 1)


def test_hands_are_shown_when_the_draw_pile_has_run_out():
    at = turn(["elder_sign carter", "hound", "cats"], "", rounds="single")

    at.play("elder_sign")

    scene = look(at.game, at.state, 2)
    shown = [place.hand[0].face.card for place in scene.places]
    assert shown == [Card.CARTER, Card.HOUND, Card.CATS]
    assert [place.is_winner for place in scene.places] == [True, False, False]


def test_the_only_player_left_shows_nothing():
    at = turn(["investigators carter", "hound"], rounds="single")

    at.play("investigators", seat=+1, number=3)

    scene = look(at.game, at.state, 1)
    assert [held.face for held in scene.places[0].hand] == [None]
    assert scene.status == "player_0 wins the round as the only one left"


def trapezohedron_played(**settings: Any) -> Position:
    """After a round won by the Insane Trapezohedron."""
    at = insane("trapezohedron", "elder_sign", "carter", drawn="armitage", **settings)
    return at.play("trapezohedron_insane")


ENDINGS = {
    "by the highest card": (
        lambda: round_won_by(1, rounds="single"),
        "player_1 wins the round holding Randolph Carter, the highest value held alone",
    ),
    "drawn": (
        lambda: round_won_by(None, rounds="single"),
        "the round is drawn: no value was held by one player alone",
    ),
    "by the Trapezohedron": (
        lambda: trapezohedron_played(rounds="single"),
        "player_0 wins the round by the Shining Trapezohedron",
    ),
    "with Sane tokens": (
        lambda: round_won_by(1, sane_tokens=[1, 1, 0]),
        "player_1 wins the game with 2 Sane tokens",
    ),
    "with Insane tokens": (
        lambda: round_won_by(1, insane=True, insane_tokens=[1, 2, 0]),
        "player_1 wins the game with 3 Insane tokens",
    ),
    "by Cthulhu": (cthulhu_played, "player_0 wins the game: Cthulhu has risen"),
    "by nobody": (lambda: round_won_by(1, max_rounds=1), "nobody has won after 1 round"),
}


@pytest.mark.parametrize(("end", "words"), ENDINGS.values(), ids=ENDINGS)
def test_the_end_says_who_won_and_how(end, words):
    at = end()

    scene = look(at.game, at.state, 2)

    assert scene.is_over and scene.status == words
    winners = [place.name for place in scene.places if place.is_winner]
    assert winners == ([words.split()[0]] if words.startswith("player") else [])


@pytest.mark.parametrize(
    ("at", "words"),
    [
        (
            lambda: round_won_by(1),
            "player_1 won round 1 holding Randolph Carter, the highest value held alone",
        ),
        (
            lambda: round_won_by(None),
            "round 1 was drawn: no value was held by one player alone",
        ),
        (trapezohedron_played, "player_0 won round 1 by the Shining Trapezohedron"),
        (
            lambda: round_won_by(1, sane_tokens=[0, 1, 0]),
            "player_1 won round 1 holding Randolph Carter, the highest value held alone",
        ),
        (cthulhu_played, ""),
        (lambda: round_won_by(1, rounds="single"), ""),
    ],
    ids=["won", "drawn", "by the Trapezohedron", "and the game", "game won", "single round"],
)
def test_the_last_round_is_told_after_it(at, words):
    at = at()

    assert look(at.game, at.state, 2).last_round == words


def test_a_game_won_by_the_trapezohedron_says_so_twice():
    at = insane("trapezohedron", "elder_sign", drawn="armitage", insane_tokens=[2, 0])

    at.play("trapezohedron_insane")

    scene = look(at.game, at.state, 1)
    assert scene.turns[-1] == (
        "player_0 played the Insane side of the Shining Trapezohedron and won the round"
    )
    assert scene.last_round == "player_0 won round 1 by the Shining Trapezohedron"


def test_text_says_how_each_player_stands():
    at = insane("liber_ivonis", "elder_sign", "cats", sane_tokens=[1, 0], insane_tokens=[1, 0])

    at.play("liber_ivonis_insane").play("elder_sign")

    text = render.text(at.game, at.state, 2)
    assert re.search("player_0 +insane +\u2605\u2606 \u25c9\u25cb\u25cb", text)
    assert re.search("\\(immortal\\) +\u25c9\u25c9 ", text)
    assert re.search("player_1 +sane +\u2606\u2606 \u25cb\u25cb\u25cb", text)
    assert "(protected)" in text
    assert "> player_2 is to play a card." in text


@pytest.mark.parametrize("players", PLAYERS)
def test_the_log_tells_of_all_cards_that_lie_there(players):
    for at in random_game(players, seed=players):
        laid = [entry for row in range(at.state.rows) for entry in laid_down(at.state, row)]
        for seat in range(players):
            lying = Counter({c: int(at.state.discards[seat, c]) for c in range(N_CARDS)})
            assert Counter(card for owner, card in laid if owner == seat) == +lying
            assert pile_in_order(at.state, seat) == tuple(c for owner, c in laid if owner == seat)


@pytest.mark.parametrize(
    ("players", "edition"), [*((n, "published") for n in PLAYERS), (3, "manual")]
)
def test_nothing_hidden_from_a_seat_is_in_its_scene(players, edition):
    """Text and picture are drawn from the scene alone."""
    differing = 0
    for number, at in enumerate(random_game(players, seed=players, max_rounds=1, edition=edition)):
        everything = look(at.game, at.state, SPECTATOR)
        for seat in range(number % 2, players, 2):
            world = at.env.view(f"player_{seat}").sample_world(seed=number)[0]
            assert look(at.game, world, seat) == look(at.game, at.state, seat)
            differing += look(at.game, world, SPECTATOR) != everything
    assert differing > 0, "the worlds are all the same: nothing was tested"


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_broken_by_the_end_of_a_line(players):
    """Every '[' has its ']' on the same line, and every card on the table has its box."""
    for at in random_game(players, seed=players, max_rounds=2):
        text = render.text(at.game, at.state)

        boxes = re.findall(r"\[\d\u25c9? [A-Z][-A-Za-z ]+\]", text)
        assert text.count("[") == text.count("]") == len(boxes)
        cards = sum(at.game.kit[0].copies) + (not at.state.braincase)
        assert len(boxes) == cards - at.state.left


@pytest.mark.parametrize("edition", ["published", "manual"])
def test_insanity_cards_are_marked_as_the_edition_prints_them(edition):
    at = new_game(num_players=6, edition=edition)

    text = render.text(at.game, at.state)

    for value, sign, name in re.findall(r"\[(\d)(\u25c9?) ([-A-Za-z ]+)\]", text):
        card = Card[name.upper().replace(" ", "_").replace("-", "_")]
        assert int(value) == at.game.kit[0].worth[card]
        assert bool(sign) == at.game.kit[0].insanity[card]


def test_every_card_has_a_colour_and_an_emblem_of_its_own():
    assert set(COLOR) == set(EMBLEM) == set(Card)
    assert len(set(COLOR.values())) == len(set(EMBLEM.values())) == N_CARDS


def test_the_mat_of_an_insane_player_turns_violet():
    hands = ["golden_mead liber_ivonis", "elder_sign", "carter"]
    sane, mad = turn(hands), insane("golden_mead", *hands[1:])
    _, _, right, bottom = next(spots(3, HEIGHT)).box

    red, green, blue = (
        [
            int(render.picture(at.game, at.state, 0)[round(bottom) - 12, round(right) - 12, part])
            for at in (sane, mad)
        ]
        for part in range(3)
    )

    assert green[0] > red[0] and blue[0] > red[0], "the mat of the sane is sea green"
    assert red[1] > green[1] and blue[1] > green[1]


@pytest.mark.parametrize(
    "settings",
    [
        {"face_up": 8, "num_players": 4},
        {"face_up": 8, "num_players": 2},
        {"edition": "manual", "num_players": 3},
        {"deck": {"elder_sign": 16, "hound": 16}, "num_players": 2, "face_up": 0},
        {"deck": {"cats": 4}, "num_players": 2, "face_up": 0, "rounds": "single"},
    ],
    ids=["many face up", "two of many", "manual", "large deck", "small deck"],
)
def test_unusual_settings_can_be_drawn(settings):
    at = new_game(**settings)

    picture = render.picture(at.game, at.state)

    assert picture.shape == (HEIGHT, WIDTH, 3)
    assert render.text(at.game, at.state)
