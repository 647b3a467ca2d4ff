"""R12: the twelve Insanity cards."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from tests.rulebook import rule
from tests.rules.death_may_die.position import position

LEVEL = "level Plain A"


def symptoms(name: str, *answers: str, **described):
    """Investigator 0 reaches a threshold by rolling a tentacle at a fire in space 6."""
    at = position(
        **{
            "insanities": [name, "Catatonia"],
            "rolls": "tentacle blank blank",
            "where": [6, 1],
            "fire": {6: 1},
            "sanity": [3, 0],
        }
        | described
    )
    at.play("first")
    if at.s.question == 8:
        at.play("done")
    return at.play(*answers)


@rule("R12.1")
@pytest.mark.parametrize(("tokens", "stress", "wounds"), [(2, 2, 0), (0, 4, 1)])
def test_masochism(tokens, stress, wounds):
    at = symptoms("Masochism", keeps=[tokens, 0], stress=[4, 0])

    assert (at.of("stress")[0], at.of("wounds")[0]) == (stress, wounds)
    assert int(at.s.keeps[0]) == wounds  # the wound of the symptom leaves a token again


@rule("R12.1")
@pytest.mark.parametrize(
    ("described", "stress"),
    [
        ({"where": [6, 6], "enemies": {"Cultist": [6]}, "stress": [1, 0]}, 3),
        ({"stress": [3, 0]}, 0),
    ],
)
def test_fear_of_crowds(described, stress):
    assert symptoms("Fear of Crowds", **described).of("stress")[0] == stress


@rule("R12.1")
def test_kleptomania():
    at = symptoms("Kleptomania", where=[6, 6], cards={"Pistol": 1, "Dog": 1}, stress=[3, 0])
    assert at.legal() == {"card Pistol", "card Dog"}

    at.play("card Dog", "done", LEVEL)

    assert (at.cards(0), at.cards(1)) == (["Dog"], ["Pistol"])
    assert at.of("stress")[0] == 0
    assert symptoms("Kleptomania").of("stress")[0] == 2


@rule("R12.1")
@pytest.mark.parametrize(("wounds", "stress", "after"), [(2, 1, 3), (0, 3, 0)])
def test_hypochondria(wounds, stress, after):
    at = symptoms("Hypochondria", wounds=[wounds, 0], stress=[stress, 0])

    assert at.of("stress")[0] == after


@rule("R12.1", "R12.2")
def test_pyromania():
    at = symptoms(
        "Pyromania",
        LEVEL,
        where=[6, 6],
        enemies={"Star Spawn": [6]},
        elder={"space": 6},
        disrupted=True,
    )

    assert at.spaces("fire") == {6: 2}
    assert at.health("Star Spawn") == [2]
    assert at.health("Elder One") == [2]
    assert at.of("wounds") == [0, 2]


@rule("R12.2")
def test_the_elder_one_is_no_figure_to_wound_before_the_disruption():
    at = symptoms("Pyromania", LEVEL, elder={"space": 6})

    assert at.health("Elder One") == [0]
    assert (at.s.piece_hurt == 0).all()  # labs are no figures


@rule("R12.1", "R12.4")
def test_catatonia():
    at = symptoms("Catatonia", LEVEL, insanities=["Catatonia", "Paranoia"], stress=[3, 0])
    assert at.s.lying[0]
    assert at.legal() == {"done", "rest", "stand"}

    at.play("stand")

    assert at.of("stress")[0] == 4
    assert "run 9" in at.legal()


@rule("R12.4")
def test_lying_down_one_is_not_attacked_and_finds_nothing():
    at = position(lying=[1, 0], where=[2, 1], enemies={"Cultist": [2]}, wounds=[2, 0])
    assert "rest" in at.legal()

    at.finish_turn()

    assert at.of("wounds")[0] == 2
    assert at.s.discovery_left == 15
    assert at.s.mythos_left == 15


@rule("R12.1")
@pytest.mark.parametrize(("option", "where"), [(0, [1, 1]), (1, [6, 6])])
def test_codependency(option, where):
    at = symptoms("Codependency")
    assert at.of("stress")[0] == 2
    assert at.legal() == {"option 0", "option 1"}

    at.play(f"option {option}")

    assert at.where == where


@rule("R12.1")
def test_codependency_together_is_nothing():
    assert symptoms("Codependency", where=[6, 6]).of("stress")[0] == 0


@rule("R12.1")
@pytest.mark.parametrize(("at_start", "stress"), [(10, 0), (9, 3)])
def test_paranoia(at_start, stress):
    at = symptoms("Paranoia", enemies={"Byakhee": [at_start]}, stress=[3, 0])

    assert at.enemies("Byakhee") == [9 if at_start == 10 else 6]
    assert at.of("stress")[0] == stress


@rule("R12.1", "R12.5")
def test_obsessive_disorder():
    at = symptoms(
        "Obsessive Disorder",
        cards={"Pistol": 0, "Whisky": 0, "Dog": 0},
        wounds=[3, 0],
        stress=[0, 0],
    )
    assert at.legal() == {"card Pistol", "card Whisky"}

    at.play("card Pistol")

    assert at.of("stress")[0] == 3
    assert sorted(at.cards()) == ["Dog", "Whisky"]


@rule("R12.1", "R12.3")
def test_recurring_trauma():
    at = symptoms("Recurring Trauma", stress=[4, 0])
    assert at.of("stress")[0] == 0

    at = position(insanities=["Recurring Trauma", "Catatonia"], mythos=["Cthulhu 6"])
    at.finish_turn()
    assert int(at.s.trauma) == 5
    assert not at.s.mythos_out[5]


@rule("R12.1", "R12.3")
def test_recurring_trauma_replays_the_card():
    at = position(
        insanities=["Recurring Trauma", "Catatonia"],
        rolls="tentacle blank blank",
        where=[6, 1],
        fire={6: 1},
        sanity=[3, 0],
    )
    states = at.env._lanes.states.copy()
    states[0].mythos[:15] = [card for card in states[0].mythos if card != 5]
    states[0].mythos_left, states[0].trauma = 15, 5  # Cthulhu 6: all take two stress
    at.env._place(states)

    at.play("first", "done")

    assert at.of("stress") == [2, 2]
    assert int(at.s.trauma) == 5


@rule("R12.3")
def test_an_advance_returns_the_kept_card():
    at = position(insanities=["Recurring Trauma", "Catatonia"], mythos=["Cthulhu 6"], showing=3)

    at.finish_turn()

    assert int(at.s.trauma) == NOTHING
    assert int(at.s.mythos_left) == 16


@rule("R12.1")
def test_psychotic_outbreaks():
    at = symptoms("Psychotic Outbreaks", where=[6, 9], enemies={"Star Spawn": [9]})

    assert at.where[0] == 9
    assert at.of("wounds") == [0, 2]
    assert at.health("Star Spawn") == [2]


@rule("R12.1")
def test_short_term_memory_loss():
    at = symptoms("Short-term Memory Loss")
    assert at.of("stress")[0] == 1

    at = symptoms("Short-term Memory Loss", cards={"Pistol": 0, "Dog": 0}, stress=[4, 0])
    assert at.legal() == {"card Pistol", "card Dog"}
    at.play("card Pistol")
    assert (at.cards(), at.of("stress")[0]) == (["Dog"], 0)
