"""R15, R16: what a seat knows, and worlds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cthulhu_envs.api.view import view_of
from cthulhu_envs.games.death_may_die.state import Piece
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

DANSE = {"episode": "Danse Macabre"}


def seen(at, seat: int) -> dict:
    return at.game.observations.view(at.env.observe(f"player_{seat}")["observation"])


@rule("R15.1")
def test_boards_and_map_are_open():
    at = position(
        where=[2, 4],
        enemies={"Cultist": [2, 2]},
        wounds=[0, 3],
        stress=[4, 0],
        fire={4: 2},
        cards={"Pistol": 1},
    )

    mine, theirs = seen(at, 0), seen(at, 1)

    assert mine["wounds"][1] == theirs["wounds"][0] == np.float32(0.6)
    assert mine["stress"][0] == 1 and theirs["stress"][1] == 1
    assert mine["kinds"][1, 1] == 2 and mine["near"][3] == 0.5
    assert mine["fire"][3] == 0.5
    assert mine["held"][1].sum() == theirs["held"][0].sum() == 1


@rule("R15.2")
def test_faces_of_hidden_pieces_are_not_seen():
    at = position(**DANSE)

    assert seen(at, 0)["piece_face"].sum() == 0
    assert seen(at, 0)["piece_hidden"].sum() == 8


@rule("R15.2")
def test_a_card_put_under_the_deck_is_known_to_all():
    at = position(
        investigators=["Fatima Safar", "Borden"], mythos=["Cthulhu 5", "Cthulhu 7"], stress=[3, 0]
    )

    at.play("done", "option 0")

    assert [seen(at, seat)["mythos_under"][4] for seat in (0, 1)] == [1, 1]


@rule("R16.1")
def test_worlds_keep_what_is_known_and_shuffle_the_rest():
    at = position(cards={"Guest list": 0}, **DANSE)
    at.play("use Guest list", "piece 0", "piece 4")
    states = at.env._lanes.states.copy()
    true = view_of(at.game, states, 0)

    worlds = true.sample_worlds(60, 1)

    kept = states[0].piece_value[[0, 4]]
    assert all((world.piece_value[[0, 4]] == kept).all() for world in worlds)
    others = Counter(tuple(world.piece_value[[1, 2, 3, 5, 6, 7]]) for world in worlds)
    assert len(others) > 8
    assert len({tuple(world.mythos) for world in worlds}) == 60
    for world in worlds[:10]:
        at.game.check_state(at.game, world)
        assert (view_of(at.game, world.reshape(1), 0).observation == true.observation).all()


@rule("R16.1")
def test_another_seat_does_not_know_what_was_looked_at():
    at = position(cards={"Guest list": 0}, **DANSE)
    at.play("use Guest list", "piece 0", "piece 4")

    worlds = view_of(at.game, at.env._lanes.states.copy(), 1).sample_worlds(60, 1)

    assert len({int(world.piece_value[0]) for world in worlds}) == 2


@rule("R16.1")
def test_cards_known_under_the_deck_stay_there():
    at = position(
        investigators=["Fatima Safar", "Borden"], mythos=["Cthulhu 5", "Cthulhu 7"], stress=[3, 0]
    )
    at.play("done", "option 0")

    worlds = view_of(at.game, at.env._lanes.states.copy(), 1).sample_worlds(20, 1)

    assert {int(world.mythos[0]) for world in worlds} == {4}


def surprise(found: Counter, wanted: list) -> float:
    """Chi-square of equally likely outcomes, in standard deviations above its mean."""
    assert set(found) <= set(wanted)
    each = sum(found.values()) / len(wanted)
    chi = sum((found[one] - each) ** 2 / each for one in wanted)
    freedom = len(wanted) - 1
    return (chi - freedom) / (2 * freedom) ** 0.5


@rule("R16.1")
def test_hidden_faces_are_drawn_from_the_exact_distribution():
    """Two of eight dancers are known: the other faces in all their orders, equally often."""
    at = position(cards={"Guest list": 0}, **DANSE)
    at.play("use Guest list", "piece 0", "piece 4")
    states = at.env._lanes.states.copy()
    unknown = [1, 2, 3, 5, 6, 7]
    faces = [int(face) for face in states[0].piece_value[unknown]]

    worlds = view_of(at.game, states, 0).sample_worlds(6000, 3)

    orders = sorted(set(permutations(faces)))
    found = Counter(tuple(int(face) for face in w.piece_value[unknown]) for w in worlds)
    assert surprise(found, orders) < 4


@rule("R16.1")
def test_decks_are_drawn_from_the_exact_distribution():
    """Four Discovery cards and three Mythos cards left: every order of each, equally often."""
    at = position(mythos=["Cthulhu 7"])
    states = at.env._lanes.states.copy()
    s = states[0]
    s.card_at[s.discovery[4 : s.discovery_left]] = -2
    s.discovery_left = 4
    s.mythos_out[s.mythos[3 : s.mythos_left]] = True
    s.mythos_left = 3

    worlds = view_of(at.game, states, 1).sample_worlds(6000, 5)

    for deck, left in (("discovery", 4), ("mythos", 3)):
        orders = sorted(permutations(int(card) for card in s[deck][:left]))
        found = Counter(tuple(int(card) for card in w[deck][:left]) for w in worlds)
        assert surprise(found, orders) < 4


@rule("R16.1")
def test_dice_laid_by_hand_are_not_known_in_worlds():
    at = position(rolls="success success success blank", where=[2, 1], enemies={"Byakhee": [2]})
    at.env.step(at.game.actions.encode("attack", figure=int(np.flatnonzero(at.s.at == 1)[0])))
    action = at.game.actions.encode("reroll", die=0)

    fallen = Counter()
    for seed in range(60):
        world = at.env.sample_world("player_0", seed)
        world.step(action)
        fallen[tuple(world._lanes.states[0].dice.tolist())] += 1

    assert len(fallen) > 3
    assert at.env.sample_world("player_0", 0)._lanes.states[0].rolls_to == 0


@rule("R16.1")
def test_worlds_of_positions_that_differ_in_laid_dice_are_the_same():
    first, second = (position(rolls=rolls, seed=3) for rolls in ("success blank", "tentacle sign"))

    worlds = [
        view_of(at.game, at.env._lanes.states.copy(), 0).sample_world(7) for at in (first, second)
    ]

    assert worlds[0].tobytes() == worlds[1].tobytes()


@rule("R15.1")
def test_who_holds_a_piece_and_who_is_whose_partner_is_open():
    at = position(
        num_players=3,
        insanities=["Codependency", "Recurring Trauma", "Catatonia"],
        episode="Tomes of Madness",
        revived=[0, 2, 0],
    ).play("person +2")
    states = at.env._lanes.states.copy()
    states[0].piece_is[4] = Piece.HELD
    states[0].piece_up[4] = True
    states[0].piece_holder[4] = 1
    states[0].mythos[:15] = [card for card in states[0].mythos if card != 6]
    states[0].mythos_left = 15
    states[0].trauma = 6
    at.env._place(states)

    mine, theirs = seen(at, 0), seen(at, 2)

    assert list(mine["piece_held"][4]) == [0, 1, 0] and list(theirs["piece_held"][4]) == [0, 0, 1]
    assert list(mine["partner"]) == [0, 0, 1] and list(theirs["partner"]) == [1, 0, 0]
    assert mine["revived"][1] == theirs["revived"][2] == np.float32(2 / 3)
    assert mine["mythos_kept"][6] == 1
    assert mine["free_actions"].sum() == 0


@rule("R15.1")
def test_a_protector_sees_who_attacks():
    at = position(
        investigators=[PLAIN[0], "John Morgan"], where=[2, 2], enemies={"Byakhee": [2]}
    ).play("done")
    assert at.actor == 1

    foes = seen(at, 1)["about_figures"]

    assert [at.figure_name(f) for f in np.flatnonzero(foes)] == ["Byakhee"]


@rule("R15.1")
def test_a_number_is_shown_at_the_scale_of_its_block():
    at = position(wounds=[3, 0], stress=[2, 0], signs=[2, 0])
    blocks = at.game.observations.blocks
    seen = at.game.observations.view(at.env.observe("player_0")["observation"])

    for name, number in (("wounds", 3), ("stress", 2), ("signs", 2), ("actions_left", 3)):
        assert np.ravel(seen[name])[0] == pytest.approx(number * blocks[name].scale)
        assert at.kit.scale[name] == blocks[name].scale
