"""R13: the smaller print of Tomes of Madness and Danse Macabre."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.state import Piece
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position
from tests.rules.death_may_die.test_r13_episodes import DANSE, TOMES, pieces, value
from tests.rules.death_may_die.test_r13_mythos import DANSE_NAME, TOMES_NAME, drawn

SIGILS = range(4, 14)


def with_sorcerer(space: int, **described):
    """A face-up sorcerer (dancer 2) stands on that space with investigator 0."""
    at = position(where=[space, 1], **DANSE, **described)
    return pieces(at, value={2: value(at, "sorcerer")}, up={2: 1}, at={2: space - 1})


@rule("R13.6", "R7.1")
def test_a_body_searched_with_an_empty_bag_is_gone_all_the_same():
    at = position(rolls="success success blank", where=[2, 1], marker={2: 1}, **TOMES)
    pieces(at, **{"is": dict.fromkeys(SIGILS, Piece.GONE)})

    at.play("first", "done")

    assert at.spaces("marker") == {}
    assert all(at.s.piece_is[p] == Piece.GONE for p in SIGILS)


@rule("R13.6")
def test_of_two_drawn_sigils_the_other_goes_back_into_the_bag():
    at = position(
        rolls="success success success bonus_success",
        where=[2, 1],
        marker={2: 1},
        sanity=[9, 0],
        **TOMES,
    )
    pieces(at, **{"is": dict.fromkeys(range(4, 12), Piece.GONE)})  # two blanks are left
    pieces(at, **{"is": {4: Piece.IN_BAG, 12: Piece.GONE}})  # one A and one blank

    at.play("first", "done", "piece 4")

    assert int(at.s.piece_holder[4]) == 0
    assert int(at.s.piece_is[13]) == Piece.IN_BAG and not at.s.piece_up[13]


@rule("R13.6", "R1.6")
def test_bodies_without_a_ghoul_left_stay_bodies():
    at = position(
        showing=3, where=[1, 1], marker={5: 2}, enemies={"Ghoul": [12, 12, 12, 12]}, **TOMES
    ).finish_turn()

    assert at.enemies("Ghoul") == [5, 12, 12, 12, 12]
    assert at.spaces("marker") == {5: 1}


@rule("R13.8")
@pytest.mark.parametrize(
    ("bodies", "risen", "left"),
    [({12: 2, 2: 1}, [12, 12], {2: 1}), ({12: 1}, [12], {}), ({}, [], {})],
    ids=["two on one space", "only one", "none"],
)
def test_tomes_of_madness_6_with_few_bodies(bodies, risen, left):
    at = drawn(TOMES_NAME, 6, marker=bodies)

    assert at.enemies("Cultist") == risen
    assert at.spaces("marker") == left


@rule("R13.8")
def test_tomes_of_madness_8_spares_everybody_for_the_stress_of_one():
    at = drawn(TOMES_NAME, 8, where=[2, 2], enemies={"Cultist": [2]}, stress=[0, 0])
    at.play("option 1")
    assert (at.of("wounds"), at.of("stress")) == ([0, 0], [2, 0])
    assert at.health("Cultist") == [1]

    at = drawn(TOMES_NAME, 8, where=[2, 2], enemies={"Cultist": [2]}, stress=[2, 0])
    at.play("option 0")
    assert at.of("wounds") == [1, 1]


@rule("R13.8", "R7.1")
def test_danse_macabre_2_without_a_revealed_sorcerer_moves_nobody():
    at = drawn(DANSE_NAME, 2, enemies={"Deep One": [13]})

    assert at.enemies("Deep One") == [5, 13]


@rule("R13.11")
def test_danse_macabre_7_counts_face_up_sorcerers_as_dancers():
    at = drawn(DANSE_NAME, 7, lambda at: pieces(at, up={2: 1}), where=[4, 1], stress=[0, 0])

    assert at.of("stress")[0] == 2


@rule("R13.8")
@pytest.mark.parametrize(
    ("where", "sanity"), [([1, 9], [0, 0]), ([3, 9], [1, 0])], ids=["with nobody", "with you"]
)
def test_danse_macabre_8_is_cast_by_the_nearest(where, sanity):
    """Sorcerers are revealed on 3 and 9."""
    at = drawn(
        DANSE_NAME,
        8,
        lambda at: pieces(at, up={0: 1, 6: 1}, value={n: value(at, "sorcerer") for n in (0, 6)}),
        where=where,
    )

    assert at.of("sanity") == sanity


@rule("R13.7")
@pytest.mark.parametrize(
    ("dice", "steps"),
    [
        ("blank blank blank", 1),
        ("success blank blank", 2),
        ("success success success", 4),
        ("success success success bonus_success", 4),
    ],
)
def test_an_escort_goes_one_space_and_one_for_each_success_up_to_four(dice, steps):
    at = with_sorcerer(9, rolls=dice, sanity=[8 if "bonus" in dice else 0, 0])
    at.play("second", "done")

    path = [8, 9, 8, 9][:steps]
    at.play(*(f"run {space}" for space in path))

    assert at.s.question != Question.RUN  # no further
    assert at.where[0] == int(at.s.piece_at[2]) + 1 == path[-1]
    assert int(at.s.piece_is[2]) == Piece.IN_PLAY


@rule("R13.11", "R13.7")
@pytest.mark.parametrize(
    ("card", "people"),
    [("Distracted", None), ("Mask", ["Borden", PLAIN[0]])],
    ids=["distracted", "swift"],
)
def test_what_lengthens_or_shortens_a_run_does_not_touch_an_escort(card, people):
    chosen = {"investigators": people} if people else {}
    at = with_sorcerer(9, rolls="success blank blank", cards={card: 0}, **chosen)

    at.play("second", "done", "run 8", "run 9")

    assert at.s.question != Question.RUN
    assert at.where[0] == 9


@rule("R13.11", "R13.7")
def test_an_escort_may_sneak():
    at = with_sorcerer(9, rolls="blank blank blank", cards={"Mask": 0}, enemies={"Deep One": [9]})

    at.play("second", "done", "run 8", "figure Deep One")

    assert at.where[0] == int(at.s.piece_at[2]) + 1 == 8
    assert at.enemies("Deep One") == [9]


@rule("R13.7", "R9.2")
def test_a_sorcerer_stays_where_the_escorting_investigator_died():
    """The Hunting Horror left behind on 9 deals the last wound; both are on 8 by then."""
    at = with_sorcerer(
        9,
        rolls="success success blank",
        wounds=[4, 0],
        enemies={"Hunting Horror": [9]},
        elder={"space": 5},
    )

    at.play("second", "done", "run 8")

    assert at.of("dead") == [1, 0]
    assert int(at.s.piece_at[2]) + 1 == 8
    assert int(at.s.piece_is[2]) == Piece.IN_PLAY
