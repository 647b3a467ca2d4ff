"""R7: Mythos, Investigate or Fight, end of turn."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from cthulhu_envs.games.death_may_die.content.library import DATA
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.rules.turn import discard_mythos, draw_mythos, gather_mythos
from tests.rulebook import rule
from tests.rules.death_may_die.position import position


@rule("R7.1")
def test_effects_come_before_summons():
    """The Star Spawn that the card summons is not the one that moves."""
    at = position(mythos=["Cthulhu 1"], discovery=["Desk"])

    at.play("done")

    assert at.enemies("Star Spawn") == [8]


@rule("R7.1", "R7.5")
def test_a_symbol_shows_in_the_discard():
    at = position(mythos=["Cthulhu 5"])

    at.finish_turn()

    assert int(at.s.symbols) == 1
    assert int(at.s.mythos_out.sum()) == 1


@rule("R7.2")
def test_a_discovery_card_is_drawn_in_a_safe_space():
    at = position(discovery=["Desk"])

    at.play("done")
    assert at.legal() == {"claim left", "done"}
    at.play("claim left")

    assert at.cards() == ["Whisky"]


@rule("R7.2")
def test_an_empty_discovery_deck_is_nothing():
    at = position()
    states = at.env._lanes.states.copy()
    states[0].card_at[:15] = -2
    states[0].discovery_left = 0
    at.env._place(states)

    at.play("done")

    assert at.s.active == 1


@rule("R7.3")
def test_each_enemy_attacks_once_in_the_order_chosen():
    at = position(where=[2, 1], enemies={"Cultist": [2], "Byakhee": [2]}, stress=[4, 0])

    at.play("done")
    assert at.legal() == {"figure Cultist", "figure Byakhee"}
    at.play("figure Byakhee")

    assert at.s.active == 1 or at.s.ending


@rule("R7.3")
def test_no_investigation_after_a_fight():
    at = position(
        investigators=["Ian Welles", "Borden"],
        rolls="bonus_success bonus_blank",
        where=[2, 1],
        enemies={"Cultist": [2]},
        hurt={"Cultist": 1},
        stress=[4, 0],
    )

    at.finish_turn()

    assert at.enemies("Cultist") == []
    assert at.s.discovery_left == 15


@rule("R7.4")
def test_fire_comes_before_the_discard_check():
    """The fifth wound by Fire ends the game before the track advances."""
    at = position(rolls="success", burning=[1, 0], wounds=[4, 0], showing=3, track=7)

    at.finish_turn()

    assert at.ending == "death_before_summoning"


@rule("R7.5")
def test_three_symbols_advance_and_reshuffle():
    at = position(showing=3, where=[2, 1])

    at.finish_turn()

    assert int(at.s.track) == 2
    assert int(at.s.symbols) == 0
    assert int(at.s.mythos_left) == 16
    assert at.spaces("token") == {2: 1}  # Stage 1: the Elder One acts
    assert at.spaces("fire") == {2: 1}  # the Episode: Fire where Cultists stand


@rule("R7.5")
def test_exact_mean_of_turns_to_an_advance():
    """With 11 symbols of 16 cards the third symbol is the 4.25th card on average: 3 * 17 / 12."""
    at = position(seed=5)
    kit, s = at.kit, at.s.copy()
    assert kit.mythos_symbol[0, 0].sum() == 11
    gather_mythos(s)
    draws = []

    for _ in range(4000):
        turns = 0
        while s.symbols < 3:
            discard_mythos(kit, s, draw_mythos(s))
            turns += 1
        draws.append(turns)
        gather_mythos(s)

    exact = Fraction(3 * 17, 12)
    variance = Fraction(3 * 17 * 5 * 9, 12**2 * 13)
    assert abs(np.mean(draws) - float(exact)) < 4 * (float(variance) / len(draws)) ** 0.5
    assert abs(np.var(draws) / float(variance) - 1) < 0.15


@rule("R7.6")
def test_an_empty_mythos_deck_is_made_anew_without_an_advance():
    at = position()
    states = at.env._lanes.states.copy()
    states[0].mythos_left = 0
    states[0].mythos_out[:] = 1
    at.env._place(states)

    at.finish_turn()

    assert int(at.s.track) == 1
    assert int(at.s.mythos_left) == 15


@rule("R7.7")
def test_the_turn_passes_clockwise_past_the_dead():
    at = position(num_players=3, elder={"space": 15})
    states = at.env._lanes.states.copy()
    states[0].dead[1] = 1
    states[0].wounds[1] = 5
    at.env._place(states)

    at.finish_turn()

    assert at.s.active == 2
    assert at.s.trauma == NOTHING


@rule("R7.7")
def test_a_single_players_investigators_alternate():
    at = position(num_players=1)

    at.finish_turn()

    assert (int(at.s.active), int(at.s.seat)) == (1, 0)


@rule("R7.5")
def test_one_card_with_three_symbols_advances(tmp_path):
    text = (DATA / "elder_ones" / "cthulhu.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("symbol = true", "symbol = 3", 1), encoding="utf-8")

    at = position(elder_one=str(path), mythos=["Cthulhu 1"], stress=[4, 0]).finish_turn()

    assert int(at.s.track) == 2


@rule("R7.3")
def test_who_enters_while_one_investigates_attacks_too():
    """The Professor's card costs sanity, Paranoia brings a Byakhee, and the Byakhee attacks."""
    at = position(
        insanities=["Paranoia", "Catatonia"],
        discovery=["Professor"],
        cards={"Spirit": 1},
        where=[5, 1],
        sanity=[3, 0],
        stress=[4, 0],
        enemies={"Byakhee": [6]},
        rolls="success bonus_success bonus_blank",
    )

    at.play("done", "level Plain A")

    assert at.enemies("Byakhee") == [5]
    assert at.of("wounds")[0] == 2
