"""What text and picture of Unspeakable Words say, and what they keep from a seat (R8).

No test here is marked with a rule: rules are proved on the state and the observation.
"""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.drawing import render
from cthulhu_envs.games.unspeakable_words.cards import SIDES
from cthulhu_envs.games.unspeakable_words.scene import look
from tests.rules.unspeakable_words.table import Table, new_game, position


def told(at: Table, seat: int = 0) -> str:
    return look(at.game, at.state, None).places[seat].last_turn


def shown(at: Table, seat: int | None = None) -> str:
    return render.text(at.game, at.state, seat)


def test_a_turn_is_told_as_it_goes_on():
    at = position(hands=["teabc", "...", "..."], points=[0, 60, 0], rolls=[12], faces=["eye"])
    assert told(at) == ""
    at.word("tea")
    assert told(at) == "TEA, not claimed yet"
    at.claim("half")
    assert told(at) == "TEA for 6, rolled 12: insane"
    at.play("roll", seat=2)
    assert told(at) == "TEA for 6, rolled 12: insane; Eye at player_2"
    at.play("eye", effect="redraw").throw_in()
    assert told(at, 1) == "threw in the hand"


def test_open_dice_are_told_also_when_nobody_has_points_enough_any_more():
    at = position(hands=["teaoo", "eatii", "..."], points=[44, 0, 0], rolls=[1, 1, 1])
    at.word("tea").claim("half")
    closed = render.picture(at.game, at.state, 0)
    assert "Cthulhu Dice" not in shown(at)

    at.state.dice_open = True

    assert "Cthulhu Dice: open" in shown(at)
    assert (render.picture(at.game, at.state, 0) != closed).any()


def test_the_word_grows_in_the_open():
    at = position(hands=["teabc", "..."])
    for laid in ("[T2]", "[T2] [E4]", "[T2] [E4] [A5]"):
        at.lay("tea"[laid.count("[") - 1])
        assert f"Word: {laid}  worth" in shown(at, 1)


def test_a_seat_sees_its_own_cards_and_the_backs_of_others():
    at = position(hands=["teabc", "zqjxk"])

    assert "[T2] [E4] [A5] [B5] [C0]" in shown(at, 0) and "[Z2]" not in shown(at, 0)
    assert "[Z2] [Q2] [J2] [X4] [K3]" in shown(at, 1) and "[T2]" not in shown(at, 1)
    assert "[T2]" in shown(at) and "[Z2]" in shown(at) and "[??]" not in shown(at)


def test_letters_known_from_the_last_shuffle_are_named_without_their_holders():
    at = position(hands=["teabc", "lmnop", "qrsuv"], pile="d", rolls=[1])
    at.word("tea").claim("half")

    assert "Held by others since before the last shuffle: B C D Q R S U V" in shown(at, 1)
    assert "of these player_0 3; player_2 5" in shown(at, 1)
    assert "before the last shuffle" not in shown(at)


def test_letters_that_a_holder_cannot_have_are_named():
    settings = {"min_letters": 1, "claim_half": False, "dictionary": ["at", "ta", "z", "i"]}
    at = position(hands=["qat", "aez", "iii"], pile="", hand_size=3, rolls=[20] * 9, **settings)
    at.word("at").word("z").word("i").lay("ta")

    assert "before the last shuffle: A E Q Z" in shown(at, 2)
    assert "of these player_0 1, no A Z; player_1 3" in shown(at, 2)


@pytest.mark.parametrize(
    ("points", "tokens", "roll", "status"),
    [
        ([105, 0], [5, 5], 1, "player_0 wins with 116 points"),
        ([0, 0], [1, 5], 12, "player_1 wins, the last one standing"),
        ([0, 0], [5, 5], 12, "player_1 is to lay a word"),
    ],
)
def test_the_end_is_told(points, tokens, roll, status):
    at = position(hands=["teabc", "..."], points=points, tokens=tokens, rolls=[roll])

    at.word("tea").claim("all")

    assert status in shown(at)


def test_a_game_broken_off_has_no_winner():
    at = new_game(num_players=2, turn_limit=1).throw_in()

    assert "broken off after 1 turns" in shown(at) and "wins" not in shown(at)


def test_tokens_are_shown_one_by_one_or_as_a_number():
    assert "●●●○○" in shown(position(hands=["..."] * 2, tokens=[3, 5]))
    many = new_game(num_players=2, tokens=9)
    assert "● 9 of 9" in shown(many)


def test_every_face_and_roll_looks_different():
    pictures = []
    for face in SIDES:
        at = position(
            hands=["teabc", "..."], points=[0, 60], rolls=[1], faces=[face.name], losses=[1]
        )
        at.word("tea").claim("half").play("roll", seat=1)
        pictures.append(render.picture(at.game, at.state, 0))

    assert len({picture.tobytes() for picture in pictures}) == len(SIDES)


@pytest.mark.parametrize("settings", [{}, {"edition": "published"}, {"hand_size": 10}], ids=str)
@pytest.mark.parametrize("players", [2, 5, 6])
def test_pictures_keep_their_size_whatever_is_on_the_table(players, settings):
    at = new_game(num_players=players, tokens=9, **settings)
    sizes = {render.picture(at.game, at.state).shape}
    rng = np.random.default_rng(0)
    for _ in range(12):
        mask = at.env.observe(at.env.agent_selection)["action_mask"]
        at.env.step(int(rng.choice(np.flatnonzero(mask))))
    sizes.add(render.picture(at.game, at.state, 1).shape)

    assert sizes == {(720, 1000, 3)}
