"""Lovecraft Letter's occultist: what it believes, on positions set up by hand and at random."""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from cthulhu_agents.lovecraft_letter.belief import believe
from cthulhu_agents.lovecraft_letter.records import HABITS, NOTES, kit_of
from cthulhu_agents.lovecraft_letter.value import size_up
from numpy.typing import NDArray

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.games.lovecraft_letter.cards import Card
from tests.agents.lovecraft_letter_table import play, table, view

SIXES = [Card.CARTER, Card.NYARLATHOTEP]
SEVENS = [Card.SILVER_KEY, Card.TRAPEZOHEDRON]
EIGHTS = [Card.NECRONOMICON, Card.CTHULHU]


def notes_of(env: RawEnv) -> Any:
    """What the seat to act thinks, before it chooses."""
    notebook, seen = np.zeros(1, NOTES), view(env).observation
    kit = kit_of(env.game)[0]
    believe(kit, seen, notebook[0])
    size_up(kit, seen, notebook[0])
    return notebook[0]


def beliefs(env: RawEnv) -> NDArray[Any]:
    """Chances by relative seat and card."""
    belief: NDArray[Any] = notes_of(env).belief
    return belief


def counted(env: RawEnv) -> NDArray[Any]:
    """What counting alone says."""
    unseen = view(env).parts["unseen"]
    shares: NDArray[Any] = unseen / unseen.sum()
    return shares


# hands


def test_at_first_it_counts() -> None:
    env = table("investigators cats armitage", draws="necronomicon")

    assert beliefs(env)[1] == pytest.approx(counted(env))
    assert beliefs(env)[2, Card.INVESTIGATORS] == pytest.approx(4 / 22)
    assert beliefs(env)[2, Card.NECRONOMICON] == 0.0


def test_cards_face_up_are_counted_out() -> None:
    env = table("investigators cats", face_up="carter armitage armitage mi_go cats")

    assert beliefs(env)[1, [Card.CARTER, Card.ARMITAGE, Card.MI_GO]].sum() == 0.0
    assert beliefs(env)[1, Card.CATS] == pytest.approx(1 / 17)


def test_a_card_it_has_seen_is_certain() -> None:
    env = table("cats carter armitage", draws="investigators investigators investigators")

    play(env, "cats +1", "investigators +2 0", "investigators +1 0")

    assert beliefs(env)[1, Card.CARTER] == 1.0


def test_a_missed_number_rules_out_all_cards_of_this_value() -> None:
    env = table("investigators cats armitage", draws="elder_sign elder_sign")

    play(env, "investigators +2 6")

    assert beliefs(env)[1, SIXES].sum() == 0.0  # player_2 from player_1's seat
    assert beliefs(env)[2, SIXES].sum() > 0.0


def test_a_missed_number_says_less_once_the_seat_has_played() -> None:
    env = table("investigators cats armitage", draws="elder_sign elder_sign investigators")

    play(env, "investigators +1 6", "elder_sign", "investigators +1 0")

    share = beliefs(env)[1, Card.CARTER] / beliefs(env)[1, Card.CATS]
    fresh = beliefs(env)[2, Card.CARTER] / beliefs(env)[2, Card.CATS]
    assert 0.0 < share < fresh


def test_deep_ones_insane_rule_out_the_1_and_the_number() -> None:
    env = table(
        "liber_ivonis cats armitage",
        draws="deep_ones elder_sign investigators cats investigators carter",
    )

    play(env, "liber_ivonis", "elder_sign", "investigators_nobody")
    play(env, "deep_ones_insane +2")
    assert beliefs(env)[2, [Card.INVESTIGATORS]].sum() == 0.0
    play(env, "name 3")

    belief = beliefs(env)[1]  # player_2 from player_1's seat
    assert belief[[Card.INVESTIGATORS, Card.GREAT_RACE, Card.HOUND]].sum() == 0.0
    assert belief[Card.ARMITAGE] > 0.0


def test_the_survivor_of_a_comparison_held_more() -> None:
    env = table("armitage cats elder_sign", draws="great_race")

    play(env, "great_race +2")

    belief = beliefs(env)[2]  # player_0 from player_1's seat
    assert belief[: Card.ARMITAGE].sum() == 0.0
    assert belief[Card.ARMITAGE :].sum() == pytest.approx(1.0)


def test_a_tie_is_remembered_when_one_of_the_two_is_played() -> None:
    env = table("carter cats nyarlathotep elder_sign", draws="great_race elder_sign cats")

    play(env, "great_race +2", "elder_sign")
    assert beliefs(env)[1, SIXES].sum() == 0.0  # player_3 has nothing to do with it
    play(env, "nyarlathotep +1")

    held = beliefs(env)[3]  # player_2, who traded for player_3's elder sign
    assert held[Card.ELDER_SIGN] == 1.0
    assert beliefs(env)[1, Card.CARTER] > 0.0


def test_beside_a_high_card_played_there_was_no_seven() -> None:
    env = table("cats carter elder_sign", draws="investigators investigators")

    play(env, "investigators +2 0", "carter +2")

    assert beliefs(env)[1, SEVENS].sum() == 0.0  # player_0 has what player_1 kept
    assert beliefs(env)[1, EIGHTS].sum() > 0.0


def test_a_seven_played_points_to_high_cards() -> None:
    env = table("cats silver_key elder_sign", draws="investigators carter")

    play(env, "investigators +2 0", "silver_key")

    belief, counts = beliefs(env)[2], counted(env)
    assert belief[EIGHTS].sum() / counts[EIGHTS].sum() > belief[Card.CATS] / counts[Card.CATS]


def test_the_trapezohedron_does_not_bind_an_insane_player() -> None:
    draws = "trapezohedron investigators investigators cats carter investigators"
    env = table("liber_ivonis cats great_race", draws=draws)

    play(env, "liber_ivonis", "investigators +1 0", "investigators +2 0", "carter +2")

    held = beliefs(env)[1]  # player_2 from player_1's seat has what player_0 kept
    assert held[Card.SILVER_KEY] == 0.0
    assert held[Card.TRAPEZOHEDRON] > 0.0


def test_a_new_card_is_anything() -> None:
    env = table("investigators cats armitage", draws="elder_sign elder_sign great_race")

    play(env, "investigators +2 2", "elder_sign", "armitage me")

    assert beliefs(env)[2] == pytest.approx(counted(env))


def test_beliefs_travel_with_a_trade() -> None:
    env = table(
        "investigators cats armitage elder_sign", draws="cats carter investigators great_race"
    )

    play(env, "investigators +2 4", "carter +1", "investigators +1 0")

    fours = [Card.ELDER_SIGN, Card.LIBER_IVONIS]
    assert beliefs(env)[2, fours].sum() == 0.0  # player_1 got the card that was missed
    assert beliefs(env)[3, fours].sum() > 0.0


def robbery(number: int) -> RawEnv:
    """player_1 names a number to player_2 in vain, whose Armitage player_0 takes and plays."""
    draws = "mi_go investigators investigators cats great_race hound"
    env = table("liber_ivonis cats armitage carter", draws=draws)
    play(env, "liber_ivonis", f"investigators +1 {number}", "investigators +1 0", "cats +2")
    return play(env, "mi_go_insane +2", "armitage +3")


def test_after_mi_go_a_seat_keeps_its_own_card_or_the_one_it_took() -> None:
    told, untold = beliefs(robbery(8)), beliefs(robbery(0))

    assert told[1, Card.BRAINCASE] == untold[1, Card.BRAINCASE] == 1.0
    assert 0.0 < told[3, EIGHTS].sum() < untold[3, EIGHTS].sum()


def test_nyarlathotep_mixes_what_was_known() -> None:
    draws = "nyarlathotep investigators elder_sign cats investigators cats elder_sign"
    env = table("liber_ivonis great_race armitage carter", draws=draws)

    play(env, "liber_ivonis", "investigators +2 4", "armitage me", "investigators +2 0")
    apart = beliefs(env)
    play(env, "nyarlathotep_insane", "give great_race", "give carter")

    assert apart[2] != pytest.approx(apart[3])
    mixed = beliefs(env)
    assert mixed[1] == pytest.approx(mixed[2])  # player_2 and player_3 from player_1's seat


@pytest.mark.parametrize(
    ("number", "cards", "chance"),
    [(6, SIXES, 1.0), (5, [Card.ARMITAGE, Card.MI_GO], 0.0)],
    ids=["right", "wrong"],
)
def test_the_immortal_answer_truthfully(number: int, cards: list[Card], chance: float) -> None:
    draws = "liber_ivonis investigators investigators cats carter investigators"
    env = table("golden_mead cats armitage", draws=draws)

    play(env, "golden_mead +1", "investigators +1 0", "investigators +2 0", "liber_ivonis_insane")
    play(env, f"investigators +2 {number}")

    held = beliefs(env)[1]  # player_0, who holds Carter, from player_2's seat
    assert held[cards].sum() == pytest.approx(chance)
    assert held.sum() == pytest.approx(1.0)


def test_without_a_history_it_counts_alone() -> None:
    env = table("investigators cats", draws="elder_sign elder_sign", history=0)

    play(env, "investigators +1 5", "elder_sign")

    assert beliefs(env)[1] == pytest.approx(counted(env))


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["published", "manual"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_it_never_rules_out_the_truth(players: int, edition: str) -> None:
    game = find("lovecraft_letter").configure(num_players=players, edition=edition)
    vec, notes, kit = VectorEnv(game, 64), np.zeros(1, NOTES)[0], kit_of(game)[0]
    agents = make_agent("heuristic", game, seed=1), make_agent("random", game, seed=2)
    obs, mask, seat = vec.reset(seed=players)
    hands = 0
    for step in range(45):
        for lane, s in enumerate(vec.states):
            believe(kit, obs[lane], notes)
            for other in range(1, players):
                card = s.hand[(int(seat[lane]) + other) % players, 0]
                if notes.is_in[other] and card >= 0:
                    assert notes.belief[other, card] > 0.0
                    assert notes.belief[other].sum() == pytest.approx(1.0)
                    hands += 1
        obs, mask, seat, *_ = vec.step(agents[step % 2].act_batch(obs, mask))
    assert hands >= 45 * 64  # and not because nobody was in


# Sanity Checks


@pytest.mark.parametrize("insanity", [1, 2, 3])
def test_the_risk_of_checks_is_that_of_drawing_without_putting_back(insanity: int) -> None:
    env = table("liber_ivonis cats armitage carter", draws="cats")
    notes = notes_of(env)
    unseen, lethal = 22, 8  # all Insanity cards of the deck but Liber Ivonis, the Necronomicon
    on = HABITS.going_on + 2 * HABITS.going_on_each
    turns = (19 - 1 + 2) // 4

    assert (notes.total, notes.lethal) == (unseen, lethal)
    stood = [
        comb(unseen - lethal, insanity * turn) / comb(unseen, insanity * turn)
        for turn in range(turns + 1)
    ]
    expected = sum((1 - on) * on**turn * stood[turn] for turn in range(turns))
    expected += on**turns * stood[turns]
    assert notes.standing[insanity] == pytest.approx(expected**HABITS.caution)


def test_the_sane_and_the_last_turn_run_no_risk() -> None:
    early = notes_of(table("liber_ivonis cats armitage carter", draws="cats"))
    last = notes_of(table("liber_ivonis cats", draws="cthulhu", small=True))

    assert early.standing[0] == 1.0 and early.standing[1] < 1.0
    assert last.pile == 0
    assert (last.standing == 1.0).all()


def test_among_lethal_cards_a_chance_is_left_to_reckon_with() -> None:
    lethal = "golden_mead deep_ones nyarlathotep cthulhu necronomicon trapezohedron"
    notes = notes_of(table("liber_ivonis mi_go", draws=f"hound {lethal}", small=True))

    assert 0.0 < notes.standing[2] < notes.standing[1] < 1.0
    assert notes.all_threat > 0.0
