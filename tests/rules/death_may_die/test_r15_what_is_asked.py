"""R15.1, R15.3: what the seat that is asked sees of its question, and what the numbers show."""

from __future__ import annotations

from typing import Any

import numpy as np

from cthulhu_envs.api.view import view_of
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, Position, position


def parts(at: Position, seat: int = 0) -> dict[str, Any]:
    return at.game.observations.view(at.env.observe(f"player_{seat}")["observation"])


@rule("R15.3", "R10.5")
def test_who_sneaks_sees_where_the_run_goes_and_who_was_sneaked_past():
    given = {"investigators": ["Borden", PLAIN[0]], "levels": {"Stealth": 2}}
    at = position(**given, where=[3, 1], enemies={"Cultist": [3], "Byakhee": [3]})

    at.play("run 4")
    there = parts(at)["about_spaces"].copy()
    at.play("figure Byakhee")

    assert np.flatnonzero(there).tolist() == [3]
    past = np.flatnonzero(parts(at)["about_figures"])
    assert [at.figure_name(figure) for figure in past] == ["Byakhee"]
    assert parts(at, 1)["about_spaces"][3] == 1


@rule("R15.3", "R4.5")
def test_who_breaks_a_tie_sees_which_figure_moves():
    """From 8 to 3 there are ways over 4 and 7; from 8 a Byakhee and a Fire Vampire set out."""
    given = {"mythos": ["Blasphemous Alchemy 8"], "where": [3, 1]}
    at = position(**given, enemies={"Fire Vampire": [8], "Byakhee": [8]}).play("done")
    assert at.legal() == {"space 4", "space 7"}

    first = np.flatnonzero(parts(at)["about_figures"] == 1)
    later = np.flatnonzero(parts(at)["about_figures"] == 0.5)
    at.play("space 7")
    second = np.flatnonzero(parts(at)["about_figures"] == 1)

    named = [[at.figure_name(figure) for figure in some] for some in (first, later, second)]
    assert named[1] == named[2] and sorted(named[0] + named[2]) == ["Byakhee", "Fire Vampire"]
    assert np.flatnonzero(parts(at)["about_spaces"]).tolist() == [2]


@rule("R15.3", "R3.4")
def test_who_trades_sees_how_many_gifts_are_left_and_what_is_given():
    at = position(num_players=3, cards={"Pistol": 0, "Axe": 0, "Dog": 1})

    at.play("trade")
    assert parts(at)["about"] == 6 / 4
    at.play("card Dog")
    assert parts(at)["about"] == 5 / 4
    at.play("card Axe")

    given = np.flatnonzero(parts(at)["about_cards"])
    assert [at.card_name(card) for card in given] == ["Axe"]


@rule("R15.3", "R3.6")
def test_the_two_windows_of_a_turn_look_different():
    at = position(cards={"Whisky": 0}, where=[2, 1], enemies={"Cultist": [2]}, lying=[1, 0])

    at.play("done")
    before = at.env.observe("player_0")["observation"]
    assert at.legal() == {"done", "use Whisky"}
    at.play("done")
    assert at.legal() == {"done", "use Whisky"}

    assert (at.env.observe("player_0")["observation"] != before).any()


@rule("R15.3", "R10.12")
def test_two_drawn_mythos_cards_are_told_apart():
    cards = ["Cthulhu 5", "Cthulhu 7"]
    given = {"investigators": ["Fatima Safar", PLAIN[0]], "levels": {"Read the Omens": 2}}
    one, other = (position(mythos=order, **given).play("done") for order in (cards, cards[::-1]))

    assert one.legal() == other.legal() == {"option 0", "option 1"}
    assert (parts(one)["mythos_drawn"] != parts(other)["mythos_drawn"]).any()


@rule("R15.1")
def test_which_of_two_figures_is_hurt_is_seen():
    """Both Cultists stand one step away; the hurt one is on 3, or on 4."""
    at = position(where=[2, 1], enemies={"Cultist": [3, 4]})
    seen = []
    for spaces in ((2, 3), (3, 2)):
        states = at.env._lanes.states.copy()
        states[0].at[1:3] = spaces
        states[0].hurt[1] = 1
        seen.append(view_of(at.game, states, 0).observation)

    assert (seen[0] != seen[1]).any()


@rule("R15.1")
def test_own_levels_are_seen_beside_what_companions_add():
    """Arcane Mastery 4 with the Professor: own 3 and one gained, or own 4."""
    seen = []
    for level in (3, 4):
        at = position(
            investigators=["Ahmed Yasin", PLAIN[0]],
            levels={"Arcane Mastery": level},
            cards={"Professor": 0},
        )
        assert at.s.skill[0].max() == 4
        seen.append(parts(at, 1)["levels"].copy())

    assert (seen[0] != seen[1]).any()


@rule("R15.1")
def test_the_order_of_cards_known_under_the_deck_is_seen():
    at = position()
    seen = []
    for order in ((3, 5), (5, 3)):
        states = at.env._lanes.states.copy()
        s = states[0]
        rest = [int(card) for card in s.mythos if card not in order]
        s.mythos[:] = [*order, *rest]
        s.mythos_under = 2
        seen.append(view_of(at.game, states, 1).observation)

    assert (seen[0] != seen[1]).any()


@rule("R15.1")
def test_free_rerolls_of_the_turn_are_seen_between_actions():
    at = position(investigators=["Elizabeth Ives", PLAIN[0]], rolls="blank " * 4, where=[2, 1])
    at.write(enemies={"Byakhee": [2]})
    assert parts(at, 1)["rerolls"][1] == np.float32(1 / 3)

    at.play("attack Byakhee", "reroll blank", "done")

    assert parts(at, 1)["rerolls"][1] == 0
