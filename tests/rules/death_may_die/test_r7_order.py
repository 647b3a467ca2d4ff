"""R7.8: the order of effects that happen at the same time."""

from __future__ import annotations

from cthulhu_envs.games.death_may_die.content.library import DATA
from tests.rulebook import rule
from tests.rules.death_may_die.position import position

BLAST = 2  # the number of that value of a lab


def about_to_blast(**described):
    """Investigator 0 destroys the lab on 13 at the Red Gate, where Hastur's Stage 2 stands next."""
    at = position(
        elder_one="Hastur",
        rolls="success blank blank",
        where=[13, 1],
        elder={"space": 15, "stage": 2, "wounds": 10},
        disrupted=True,
        **described,
    )
    states = at.env._lanes.states.copy()
    lab = [int(space) for space in states[0].piece_at[:5]].index(12)
    values = [int(value) for value in states[0].piece_value[:5]]
    blast = values.index(BLAST)
    states[0].piece_value[[lab, blast]] = states[0].piece_value[[blast, lab]]
    states[0].piece_hurt[lab] = 3
    at.env._place(states)
    return at.play("second", "done")


@rule("R7.8")
def test_the_active_investigator_chooses_which_space_is_wounded_first():
    """Wounded on 15, Hastur goes to the Red Gate on 13 and is wounded there again, or not."""
    at = about_to_blast()
    assert at.legal() == {"space 12", "space 13", "space 15"}
    at.play("space 15")
    assert int(at.s.stage) == 3 and at.enemies("Elder One") == [13]
    at.play("space 13")
    assert int(at.s.hurt[0]) == 2

    at = about_to_blast().play("space 12", "space 13")
    assert int(at.s.stage) == 3 and int(at.s.hurt[0]) == 0


@rule("R7.8")
def test_the_lowest_numbers_come_first_if_ties_are_not_asked():
    at = about_to_blast(tie_break="lowest_id")

    assert int(at.s.stage) == 3 and int(at.s.hurt[0]) == 0


@rule("R7.8")
def test_nobody_is_asked_where_the_order_changes_nothing():
    """The Elder One stands far away, or cannot be wounded yet."""
    at = about_to_blast()
    assert at.legal("space")
    at = position(mythos=["Blasphemous Alchemy 6"], where=[6, 7], enemies={"Cultist": [11, 13]})

    at.play("done")

    assert at.of("wounds") == [1, 1] and at.health("Cultist") == [1, 1]
    assert not at.legal("space", "figure", "person")


@rule("R7.8", "R1.9")
def test_scarce_tokens_go_to_whom_the_active_investigator_likes():
    """Hastur's last Stage gives every investigator a Sign, but one is left."""
    at = position(
        num_players=3,
        elder_one="Hastur",
        rolls="success success success",
        where=[2, 1, 1],
        signs=[0, 6, 5],
        elder={"space": 2, "stage": 3, "wounds": 9},
        disrupted=True,
    )

    at.play("attack Elder One", "done")
    assert at.legal() == {"person me", "person +1", "person +2"}
    at.play("person +2")

    assert at.of("signs") == [0, 6, 6]


@rule("R7.8", "R1.9")
def test_scarce_figures_are_counted_with_what_each_space_needs():
    """Four bodies on two spaces and two Ghouls left: one space gets both."""
    described = {
        "episode": "Tomes of Madness",
        "showing": 3,
        "enemies": {"Ghoul": [5, 5, 5]},
        "marker": {6: 2, 7: 2},
    }
    at = position(discovery=["Flask"], **described)

    at.play("done", "done")
    assert at.legal() == {"space 6", "space 7"}
    at.play("space 7")

    assert at.enemies("Ghoul") == [5, 5, 5, 7, 7] and at.spaces("marker") == {6: 2}


@rule("R7.8", "R9.7")
def test_figures_with_a_lab_are_wounded_together():
    """The last investigator and the Final Stage die of one card, whatever the numbers of spaces."""
    at = position(
        mythos=["Blasphemous Alchemy 6"],
        tie_break="lowest_id",
        where=[6, 7],
        wounds=[4, 4],
        elder={"space": 13, "stage": 4, "wounds": 11},
        disrupted=True,
    )

    at.play("done")

    assert at.ending == "victory"


@rule("R7.8")
def test_pieces_hit_on_several_spaces_come_in_the_order_chosen(tmp_path):
    text = (DATA / "episodes" / "blasphemous_alchemy.toml").read_text(encoding="utf-8")
    old = "each near space:\n    fire 1 at here\n"
    assert text.count(old) == 2
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace(old, 'each near space:\n    hit 1 "lab"\n'), encoding="utf-8")
    at = position(episode=str(mine), mythos=["Blasphemous Alchemy 5"], where=[13, 1])
    states = at.env._lanes.states.copy()
    states[0].piece_at[0] = 14  # a lab on 15, beside the one on 13
    at.env._place(states)

    at.play("done")

    assert at.legal() == {"space 12", "space 13", "space 15"}


@rule("R7.8")
def test_pieces_of_one_space_act_by_number(tmp_path):
    """The lower number calms, then the higher one costs 2 stress, which stays."""
    text = (DATA / "episodes" / "blasphemous_alchemy.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    blast = "each near space:\n    wound 2 enemies\n"
    mine.write_text(text.replace(blast, "stress 2\n"), encoding="utf-8")
    at = position(episode=str(mine), rolls="success blank blank", where=[6, 1], stress=[1, 0])
    states = at.env._lanes.states.copy()
    states[0].piece_at[:2], states[0].piece_hurt[:2] = 5, 3
    states[0].piece_value[:5] = [0, BLAST, 1, 1, BLAST]
    at.env._place(states)

    at.play("second", "done")

    assert at.of("stress")[0] == 2
