"""R13: the three Episodes: actions, goals, advances."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.state import Piece
from tests.rulebook import rule
from tests.rules.death_may_die.position import position

TOMES = {"episode": "Tomes of Madness"}
DANSE = {"episode": "Danse Macabre"}


def pieces(at, /, **fields):
    """Write fields of pieces: {piece: value}."""
    states = at.env._lanes.states.copy()
    for name, values in fields.items():
        for piece, value in values.items():
            if name == "value":
                swap_values(at, states[0], piece, value, set(values))
            else:
                states[0][f"piece_{name}"][piece] = value
    at.env._place(states)
    return at


def swap_values(at, s, piece: int, value: int, described: set[int]) -> None:
    """A piece gets its value from another one of its group that the test does not speak of."""
    groups = at.kit.piece_group[s.episode]
    if s.piece_value[piece] != value:
        alike = [p for p in range(at.kit.pieces[s.episode]) if groups[p] == groups[piece]]
        other = next(p for p in alike if s.piece_value[p] == value and p not in described)
        s.piece_value[[piece, other]] = s.piece_value[[other, piece]]


def value(at, name: str) -> int:
    return [v.name for v in at.library.episodes[0].values].index(name)


@rule("R13.5")
def test_extinguish():
    at = position(rolls="success success blank", where=[6, 1], fire={6: 3})

    at.play("first", "done")

    assert at.spaces("fire") == {6: 1}


@rule("R13.5")
def test_destroy_equipment():
    at = position(rolls="success success success success blank blank", where=[6, 1])

    at.play("second", "done")
    assert int(at.s.piece_hurt[0]) == 3 and not at.s.piece_up[0]
    at.play("second", "done")

    assert int(at.s.piece_is[0]) == Piece.DONE
    assert "second" not in at.legal()


def destroyed(token: str, **described):
    at = position(rolls="success blank blank", where=[6, 1], **described)
    at = pieces(at, hurt={0: 3}, value={0: value(at, token)})
    return at.play("second").play("done") if at.s.stress[0] < 4 else at.play("second")


@rule("R13.5")
def test_lab_token_calm():
    assert destroyed("calm", stress=[3, 0]).of("stress")[0] == 0


@rule("R13.5")
def test_lab_token_blaze():
    assert destroyed("blaze").spaces("fire") == {5: 1, 6: 1, 9: 1}


@rule("R13.5")
def test_lab_token_blast():
    at = destroyed("blast", enemies={"Star Spawn": [9], "Cultist": [5], "Byakhee": [4]})

    assert at.health("Star Spawn") == [2]
    assert at.enemies("Cultist") == []
    assert at.health("Byakhee") == [0]


@rule("R13.4")
def test_four_labs_disrupt_the_ritual():
    at = position(rolls="success blank blank", where=[6, 1])
    pieces(at, hurt={0: 3}, **{"is": {1: 1, 2: 1, 3: 1}, "at": {1: -1, 2: -1, 3: -1}})

    at.play("second", "done")

    assert at.s.disrupted


@rule("R13.5", "R7.5")
def test_blasphemous_alchemy_on_an_advance():
    at = position(showing=3, enemies={"Cultist": [4, 9]}, fire={9: 1}, where=[1, 1]).finish_turn()

    assert at.spaces("fire") == {1: 1, 4: 1, 9: 1}


@rule("R13.6")
def test_killed_cultists_leave_bodies_up_to_six():
    at = position(rolls="success success blank", where=[2, 1], enemies={"Cultist": [2]}, **TOMES)
    at.play("attack Cultist", "done")
    assert at.spaces("marker") == {2: 1}

    at = position(
        rolls="success success blank",
        where=[2, 1],
        enemies={"Cultist": [2]},
        marker={5: 6},
        **TOMES,
    )
    at.play("attack Cultist", "done")
    assert at.spaces("marker") == {5: 6}


@rule("R13.6")
@pytest.mark.parametrize(
    ("dice", "bodies", "drawn"), [("success blank blank", 1, 0), ("success success blank", 0, 1)]
)
def test_search_body(dice, bodies, drawn):
    at = position(rolls=dice, where=[2, 1], marker={2: 1}, **TOMES)

    at.play("first", "done")

    assert sum(at.spaces("marker").values()) == bodies
    assert sum(at.s.piece_is[p] != Piece.IN_BAG for p in range(4, 14)) == drawn


@rule("R13.6")
def test_four_successes_draw_two_sigils_and_keep_one():
    at = position(
        rolls="success success success bonus_success",
        where=[2, 1],
        marker={2: 1},
        sanity=[9, 0],
        **TOMES,
    )

    at.play("first", "done")
    assert len(at.legal("piece")) == 2
    at.play(sorted(at.legal("piece"))[0])

    assert sum(at.s.piece_is[p] != Piece.IN_BAG for p in range(4, 14)) == 1


@rule("R13.6")
@pytest.mark.parametrize(
    ("dice", "done"), [("success blank blank", 0), ("success success blank", 1)]
)
def test_seize_tome(dice, done):
    at = position(rolls=dice, where=[6, 1], **TOMES)
    assert "second" not in at.legal()
    tome = list(at.s.piece_at[:4]).index(5)
    sigil = 4 + list(at.s.piece_value[4:14]).index(at.s.piece_value[tome])
    pieces(at, **{"is": {sigil: Piece.HELD}, "holder": {sigil: 0}, "up": {sigil: 1}})

    at.play("second", "done")

    assert (int(at.s.piece_is[tome]) == Piece.DONE) == bool(done)
    assert (int(at.s.piece_is[sigil]) == Piece.GONE) == bool(done)


@rule("R13.4", "R13.6")
def test_two_tomes_disrupt_the_ritual():
    at = position(rolls="success success blank", where=[6, 1], **TOMES)
    tome = list(at.s.piece_at[:4]).index(5)
    other = (tome + 1) % 4
    sigil = 4 + list(at.s.piece_value[4:14]).index(at.s.piece_value[tome])
    pieces(
        at,
        **{
            "is": {sigil: Piece.HELD, other: Piece.DONE},
            "holder": {sigil: 0},
            "up": {sigil: 1},
            "at": {other: NOTHING},
        },
    )

    at.play("second", "done")

    assert at.s.disrupted


@rule("R13.6")
def test_a_blank_sigil_leaves_the_game():
    at = position(rolls="success success blank", where=[2, 1], marker={2: 1}, **TOMES)
    pieces(at, **{"is": dict.fromkeys(range(4, 12), Piece.GONE)})

    at.play("first", "done")

    assert sum(at.s.piece_is[p] == Piece.GONE for p in range(4, 14)) == 9


@rule("R3.4", "R13.6")
def test_sigils_are_traded():
    at = position(**TOMES)
    pieces(at, **{"is": {4: Piece.HELD}, "holder": {4: 0}, "up": {4: 1}})

    at.play("trade", "piece 4")

    assert int(at.s.piece_holder[4]) == 1


@rule("R13.6", "R7.5")
def test_tomes_of_madness_on_an_advance():
    at = position(showing=3, where=[1, 2], marker={2: 1, 5: 2}, **TOMES).finish_turn()

    assert at.enemies("Ghoul") == [5, 5]
    assert at.spaces("marker") == {2: 1}


@rule("R13.7")
def test_unmask_a_guest_and_a_sorcerer():
    at = position(rolls="success success blank", where=[3, 1], stress=[2, 0], **DANSE)
    pieces(at, value={0: value(at, "guest"), 1: value(at, "sorcerer")})

    at.play("first", "done")

    assert int(at.s.piece_is[0]) == Piece.GONE
    assert int(at.s.piece_is[1]) == Piece.IN_PLAY and at.s.piece_up[1]
    assert (at.of("stress")[0], at.of("sanity")[0]) == (1, 1)


@rule("R13.7")
def test_escort_delivers_at_the_waterfront():
    at = position(rolls="success blank blank", where=[4, 1], enemies={"Cultist": [4]}, **DANSE)
    pieces(at, value={2: value(at, "sorcerer")}, up={2: 1})

    at.play("second", "done", "run 12", "run 13")

    assert at.where[0] == 13
    assert int(at.s.piece_is[2]) == Piece.DONE
    assert at.enemies("Cultist") == [13]  # as in a Run


@rule("R13.4", "R13.7")
def test_three_delivered_sorcerers_disrupt_the_easier_ritual():
    at = position(rolls="blank blank blank", where=[12, 1], ritual="easier", **DANSE)
    pieces(at, value={2: value(at, "sorcerer")}, up={2: 1}, at={2: 11})
    pieces(at, **{"is": {3: 1, 4: 1}, "at": {3: -1, 4: -1}, "up": {3: 1, 4: 1}})
    assert not at.s.disrupted

    at.play("second", "done", "run 13")

    assert at.s.disrupted


@rule("R13.4", "R13.7")
def test_four_delivered_sorcerers_disrupt_the_ritual():
    at = position(rolls="blank blank blank blank blank blank", where=[12, 1], **DANSE)
    done = {3: 1, 4: 1}
    pieces(at, value={2: value(at, "sorcerer")}, up={2: 1}, at={2: 11})
    pieces(at, **{"is": done, "at": dict.fromkeys(done, -1), "up": done})
    at.play("second", "done", "run 13")
    assert not at.s.disrupted  # three

    pieces(at, value={5: value(at, "sorcerer")}, up={5: 1}, at={5: 11})
    at.write(where=[12, 1])
    at.play("second", "done", "run 13")

    assert at.s.disrupted


@rule("R13.7", "R7.5")
def test_danse_macabre_on_an_advance():
    at = position(showing=3, tie_break="lowest_id", **DANSE)
    pieces(at, up={0: 1, 5: 1})
    at.write(where=[1, 3])

    at.finish_turn()

    assert int(at.s.piece_at[0]) + 1 == 3  # attended
    assert int(at.s.piece_at[5]) + 1 == 3  # from 7 toward Blue
    assert 13 in at.enemies("Deep One")


@rule("R13.4", "R13.7")
@pytest.mark.parametrize(("ritual", "needed"), [("easier", 3), ("full", 4)])
def test_sorcerers_needed(ritual, needed):
    kit = position(ritual=ritual, **DANSE).kit

    assert int(kit.goal[0, 2]) == needed
    assert int(position(ritual=ritual).kit.goal[0, 2]) == 4  # labs: no easier variant


@rule("R13.5", "R11.5")
def test_a_lab_destroyed_from_next_door_acts_where_it_stood():
    """A Beaker thrown from space 9 destroys the lab on 6: Fire there and on 5 and 9 alone."""
    at = position(cards={"Beaker": 0}, where=[9, 1], fire={6: 4})
    pieces(at, value={0: value(at, "blaze")})

    at.play("use Beaker", "space 6")

    assert int(at.s.piece_is[0]) == Piece.DONE
    assert at.spaces("fire") == {5: 1, 6: 5, 9: 1}


@rule("R13.5", "R11.5")
def test_a_beaker_counts_the_fire_before_the_lab_bursts():
    at = position(
        cards={"Beaker": 0}, where=[9, 1], fire={6: 4}, enemies={"Star Spawn": [6], "Cultist": [6]}
    )
    pieces(at, value={0: value(at, "blaze")})

    at.play("use Beaker", "space 6")

    assert at.health("Star Spawn") == [4]
    assert at.enemies("Cultist") == []
