"""What text and picture of Lovecraft Letter say, and what they keep from a chair (R8).

No test here is marked with a rule: rules are proved on the state and the observation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.engine import render
from cthulhu_envs.engine.tabletop import spots
from cthulhu_envs.games.lovecraft_letter import GAME
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, Card
from cthulhu_envs.games.lovecraft_letter.emblems import EMBLEM
from cthulhu_envs.games.lovecraft_letter.faces import COLOR
from cthulhu_envs.games.lovecraft_letter.picture import HEIGHT, WIDTH
from cthulhu_envs.games.lovecraft_letter.scene import look, pile_in_order
from cthulhu_envs.games.lovecraft_letter.state import Ending
from cthulhu_envs.games.lovecraft_letter.telling import laid_down
from tests.rules.lovecraft_letter.position import Position, new_game, position
from tests.rules.lovecraft_letter.round_ends import cthulhu_played, round_won_by

SPECTATOR = None
PLAYERS = GAME.players
KEEP_GOING = "investigators investigators investigators"  # more cards to draw


def told(at: Position, seat: int | None = SPECTATOR) -> str:
    """The last play or check in the words of a chair."""
    return look(at.game, at.state, seat).turns[-1]


def turn(hands: list[str], deck: str = KEEP_GOING, **described: Any) -> Position:
    """The first turn of a round with just these cards."""
    return position(hands=hands, deck=deck, **described)


def insane(
    card: str, *hands: str, drawn: str = "investigators", deck: str = KEEP_GOING, **described: Any
) -> Position:
    """Seat 0 has gone insane by Liber Ivonis, stood a check and drawn; it holds the card still.

    The others have played a Silver Key each, and hold what they were dealt.
    """
    keys = "silver_key " * len(hands)
    at = turn([f"{card} liber_ivonis", *hands], f"{keys} cats {drawn} {deck}", **described)
    at.play("liber_ivonis")
    for _ in hands:
        at.play("silver_key")
    return at


def random_game(players: int, seed: int, **settings: Any) -> Iterator[Position]:
    """Every position of a game of random decisions, the last one after its end."""
    at = new_game(seed=seed, num_players=players, **settings)
    rng = np.random.default_rng(seed)
    yield at
    while at.state.ending == Ending.GOING_ON:
        mask = at.env.infos[at.env.agent_selection]["action_mask"]
        at.env.step(int(rng.choice(np.flatnonzero(mask))))
        yield at


SANE_TURNS = {  # hands, what is played; who looks -> what they are told
    "investigators miss": (
        ["investigators cats", "carter", "elder_sign"],
        {"name": "investigators", "seat": +1, "number": 4},
        {0: "player_0 played the Investigators on player_1, naming 4: a miss"},
    ),
    "deep ones hit, and madden": (
        ["deep_ones cats", "carter", "elder_sign"],
        {"name": "deep_ones", "seat": +1, "number": 6},
        {
            2: "player_0 played the Deep Ones on player_1, naming 6: "
            "player_1 is out, showing Randolph Carter; player_0 is insane now"
        },
    ),
    "cats": (
        ["cats elder_sign", "carter", "cats"],
        {"name": "cats", "seat": +1},
        {
            0: "player_0 played the Cats of Ulthar and looked at the hand of player_1: "
            "Randolph Carter",
            1: "player_0 played the Cats of Ulthar and looked at the hand of player_1: "
            "Randolph Carter",
            2: "player_0 played the Cats of Ulthar and looked at the hand of player_1",
            SPECTATOR: "player_0 played the Cats of Ulthar and looked at the hand of player_1: "
            "Randolph Carter",
        },
    ),
    "great race ties": (
        ["great_race elder_sign", "liber_ivonis", "cats"],
        {"name": "great_race", "seat": +1},
        {
            1: "player_0 played the Great Race of Yith against player_1: "
            "a tie, the Elder Sign against Liber Ivonis",
            2: "player_0 played the Great Race of Yith against player_1: a tie",
        },
    ),
    "great race loses": (
        ["great_race cats", "carter", "cats"],
        {"name": "great_race", "seat": +1},
        {
            0: "player_0 played the Great Race of Yith against player_1: "
            "player_0 is out, showing the Cats of Ulthar against Randolph Carter",
            2: "player_0 played the Great Race of Yith against player_1: "
            "player_0 is out, showing the Cats of Ulthar",
        },
    ),
    "elder sign": (
        ["elder_sign cats", "carter", "cats"],
        {"name": "elder_sign"},
        {2: "player_0 played the Elder Sign and is protected until their next turn"},
    ),
    "armitage": (
        ["armitage cats", "cats", "hound"],
        {"name": "armitage", "seat": +2},
        {
            0: "player_0 played Professor Henry Armitage on player_2, who discarded the Hound of "
            "Tindalos and drew a new card; player_2 is insane now",
            2: "player_0 played Professor Henry Armitage on player_2, who discarded the Hound of "
            "Tindalos and drew the Investigators; player_2 is insane now",
        },
    ),
    "armitage on oneself": (
        ["armitage cats", "hound", "cats"],
        {"name": "armitage", "seat": 0},
        {
            1: "player_0 played Professor Henry Armitage on themself, discarded the Cats of "
            "Ulthar and drew a new card"
        },
    ),
    "armitage on an 8": (
        ["armitage cats", "cthulhu", "cats"],
        {"name": "armitage", "seat": +1},
        {
            2: "player_0 played Professor Henry Armitage on player_1: "
            "player_1 is out, showing Cthulhu"
        },
    ),
    "carter": (
        ["carter cats", "hound", "elder_sign"],
        {"name": "carter", "seat": +1},
        {
            1: "player_0 played Randolph Carter and traded hands with player_1, "
            "giving the Cats of Ulthar for the Hound of Tindalos",
            2: "player_0 played Randolph Carter and traded hands with player_1",
        },
    ),
    "silver key": (
        ["silver_key cats", "hound", "elder_sign"],
        {"name": "silver_key"},
        {2: "player_0 played the Silver Key"},
    ),
    "necronomicon": (
        ["necronomicon cats", "hound", "elder_sign"],
        {"name": "necronomicon"},
        {2: "player_0 played the Necronomicon: player_0 is out, showing the Cats of Ulthar"},
    ),
}


@pytest.mark.parametrize(("hands", "action", "words"), SANE_TURNS.values(), ids=SANE_TURNS)
def test_a_play_is_told_with_what_the_listener_knows_of_it(hands, action, words):
    at = turn(hands)

    at.play(**action)

    assert {seat: told(at, seat) for seat in words} == words


INSANE_TURNS = {  # the card, the others' hands, what is played; who looks -> what they are told
    "deep ones find a 1": (
        ("deep_ones", "investigators", "carter"),
        {"name": "deep_ones_insane", "seat": +1},
        {2: " the Deep Ones on player_1: a 1, player_1 is out, showing the Investigators"},
    ),
    "deep ones ask on": (
        ("deep_ones", "elder_sign", "carter"),
        {"name": "deep_ones_insane", "seat": +1},
        {2: " the Deep Ones on player_1: no 1, and is naming another number"},
    ),
    "golden mead": (
        ("golden_mead", "elder_sign", "carter"),
        {"name": "golden_mead_insane", "seat": +1},
        {
            0: " the Golden Mead and looked at the hand of player_1: the Elder Sign; "
            "player_0 plays again",
            2: " the Golden Mead and looked at the hand of player_1; player_0 plays again",
        },
    ),
    "hound on one who is sane": (
        ("hound", "elder_sign", "carter"),
        {"name": "hound_insane", "seat": +1},
        {2: " the Hound of Tindalos on player_1: player_1 is out, showing the Elder Sign"},
    ),
    "liber ivonis": (
        ("liber_ivonis", "elder_sign", "carter"),
        {"name": "liber_ivonis_insane"},
        {2: " Liber Ivonis and cannot be knocked out until the draw pile runs out"},
    ),
    "mi-go": (
        ("mi_go", "elder_sign", "carter"),
        {"name": "mi_go_insane", "seat": +1},
        {
            1: " the Mi-Go and took the hand of player_1, the Elder Sign, for the Braincase; "
            "player_0 plays again",
            2: " the Mi-Go and took the hand of player_1 for the Braincase; player_0 plays again",
        },
    ),
    "nyarlathotep collects": (
        ("nyarlathotep", "elder_sign", "carter"),
        {"name": "nyarlathotep_insane"},
        {1: " Nyarlathotep and collected the hands of player_1 and player_2 to give them out anew"},
    ),
    "nyarlathotep finds one": (
        ("nyarlathotep", "elder_sign"),
        {"name": "nyarlathotep_insane"},
        {0: " Nyarlathotep, looked at the hand of player_1, the Elder Sign, and gave it back"},
    ),
    "trapezohedron beside little": (
        ("trapezohedron", "elder_sign", "carter"),
        {"name": "trapezohedron_insane"},
        {0: " the Shining Trapezohedron, to no effect"},
    ),
    "cthulhu too early": (
        ("cthulhu", "elder_sign", "carter"),
        {"name": "cthulhu_insane"},
        {1: " Cthulhu: player_0 is out, showing the Investigators"},
    ),
}


@pytest.mark.parametrize(("cards", "action", "words"), INSANE_TURNS.values(), ids=INSANE_TURNS)
def test_an_insane_play_is_told_as_such(cards, action, words):
    at = insane(*cards)

    at.play(**action)

    start = "player_0 played the Insane side of"
    assert {seat: told(at, seat) for seat in words} == {
        seat: start + rest for seat, rest in words.items()
    }


def test_deep_ones_number_is_told_when_it_is_named():
    at = insane("deep_ones", "elder_sign", "carter").play("deep_ones_insane", seat=+1)

    at.play("name", number=4)

    assert told(at).endswith("no 1; then named 4: player_1 is out, showing the Elder Sign")


def test_the_hound_spares_the_insane():
    at = turn(
        ["hound liber_ivonis", "elder_sign", "carter"],
        f"silver_key deep_ones cats investigators {KEEP_GOING}",
    )
    at.play("liber_ivonis").play("silver_key").play("deep_ones", seat=+2, number=7)

    at.play("hound_insane", seat=+2)

    start = "player_0 played the Insane side of the Hound of Tindalos"
    assert told(at, 1) == f"{start} on player_2: player_2 is insane too"


def test_an_extra_play_is_told_as_the_second_of_a_turn():
    at = insane(
        "golden_mead", "elder_sign", "carter", drawn="cats", deck=f"great_race {KEEP_GOING}"
    )

    at.play("golden_mead_insane", seat=+1).play("cats", seat=+2)

    assert told(at, 1) == (
        "player_0 then played the Cats of Ulthar and looked at the hand of player_2"
    )


def test_golden_mead_over_an_empty_draw_pile_only_looks():
    at = insane("golden_mead", "elder_sign", "carter", deck="", rounds="single")

    at.play("golden_mead_insane", seat=+1)

    assert told(at, 2).endswith("looked at the hand of player_1; the draw pile was empty")


def test_gifts_are_told_to_the_giver_and_their_own_to_each():
    at = insane("nyarlathotep", "elder_sign", "carter", "great_race").play("nyarlathotep_insane")

    at.play("give", card="great_race").play("give", card="elder_sign")

    start = "player_0 played the Insane side of Nyarlathotep"
    everything = (
        f"{start}, collected 3 hands and gave the Great Race of Yith to player_1, "
        "the Elder Sign to player_2 and Randolph Carter to player_3"
    )
    public = f"{start} and gave out the hands of player_1, player_2 and player_3 anew"
    assert told(at, 0) == told(at) == everything
    assert told(at, 1) == f"{public}: player_1 lost the Elder Sign and got the Great Race of Yith"
    assert told(at, 3) == f"{public}: player_3 lost the Great Race of Yith and got Randolph Carter"


def test_gifts_are_not_told_to_one_whose_hand_was_safe():
    at = turn(
        ["nyarlathotep liber_ivonis", "elder_sign", "carter", "cats"],
        f"silver_key silver_key silver_key cats investigators {KEEP_GOING}",
    )
    at.play("liber_ivonis").play("elder_sign").play("silver_key").play("silver_key")

    at.play("nyarlathotep_insane").play("give", card="cats")

    start = "player_0 played the Insane side of Nyarlathotep"
    assert told(at, 1) == f"{start} and gave out the hands of player_2 and player_3 anew"


def test_one_who_cannot_be_knocked_out_gives_no_answer():
    at = insane("liber_ivonis", "investigators", deck=f"cats {KEEP_GOING}")
    at.play("liber_ivonis_insane")

    at.play("investigators", seat=+1, number=2)

    said = look(at.game, at.state, 1).turns
    assert "player_1 played the Investigators on player_0, naming 2: no answer is given" in said


def test_a_comparison_with_one_who_cannot_be_knocked_out():
    at = insane("liber_ivonis", "great_race", drawn="cats", deck=f"armitage {KEEP_GOING}")
    at.play("liber_ivonis_insane")

    at.play("great_race", seat=+1)

    start = "player_1 played the Great Race of Yith against player_0: nobody goes out"
    said = [look(at.game, at.state, seat).turns for seat in (0, SPECTATOR)]
    for lines in said:
        assert f"{start}, Professor Henry Armitage against the Cats of Ulthar" in lines


@pytest.mark.parametrize(
    ("card", "end"),
    [
        ("cats", "turning up the Cats of Ulthar: they stay in"),
        ("mi_go", "turning up the Mi-Go: player_0 is out, showing the Elder Sign"),
        ("necronomicon", "turning up the Necronomicon: player_0 is out, showing the Elder Sign"),
    ],
)
def test_a_sanity_check_is_told_with_what_it_turned_up(card, end):
    at = turn(["deep_ones elder_sign", "carter", "cats"], f"silver_key silver_key {card} cats cats")

    at.play("deep_ones", seat=+1, number=4).play("silver_key").play("silver_key")

    assert f"player_0 checked their sanity, {end}" in look(at.game, at.state, 1).turns


def test_a_check_that_empties_the_draw_pile():
    at = turn(["deep_ones elder_sign", "cats"], "silver_key cats", rounds="single")

    at.play("deep_ones", seat=+1, number=4).play("silver_key")

    assert told(at) == (
        "player_0 checked their sanity, turning up the Cats of Ulthar: the draw pile ran out"
    )


def test_the_face_down_card_taken_is_gone_from_the_table():
    at = turn(["armitage elder_sign", "cats"], "", aside="hound", rounds="single")

    at.play("armitage", seat=+1)

    start = "player_0 played Professor Henry Armitage on player_1, who discarded the Cats of Ulthar"
    assert look(at.game, at.state, 0).aside == ()
    assert told(at, 0) == f"{start} and took the face-down card"
    assert told(at, 1) == f"{start} and took the face-down card, the Hound of Tindalos"


def test_a_card_that_found_nobody_is_told_so():
    at = turn(["elder_sign cats", "investigators"])

    at.play("elder_sign").play("investigators_nobody")

    assert told(at, 0) == "player_1 played the Investigators, but nobody could be chosen"


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


def test_a_chair_is_told_who_is_sure_to_know_its_own_card():
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
