"""Our games are OpenSpiel's games: its own tests and algorithms take them as they are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from cthulhu_training.integrations.openspiel import bridge
from cthulhu_training.integrations.openspiel.bridge import PREFIX
from cthulhu_training.integrations.openspiel.position import BASE
from cthulhu_training.solve.tree import grow_tree
from cthulhu_training.solve.values import Values, uniform
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import exploitability

import cthulhu_envs
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game

SMALL: dict[str, Any] = {"num_players": 2, "edition": "classic", "rounds": "single"}
FIVE = {"guard": 1, "priest": 1, "baron": 1, "prince": 1, "princess": 1}
SHORT: dict[str, dict[str, Any]] = {  # tables on which OpenSpiel's slow checks end soon
    "love_letter-v1": {"num_players": 3, "rounds": "single"},
    "lovecraft_letter-v1": {"num_players": 2, "rounds": "single"},
    "unspeakable_words-v1": {"num_players": 3, "target": 15},
    "call_of_cthulhu-v1": {"turn_limit": 2},
    "death_may_die-v1": {"num_players": 1},
}


def mini(deck: Any) -> Game:
    return find("love_letter").configure(**SMALL, deck=deck, face_up=0)


@pytest.mark.parametrize("game_id", cthulhu_envs.games())
def test_openspiels_random_simulation_passes(game_id: str) -> None:
    game = bridge.load(find(game_id).configure(**SHORT.get(game_id, {})))

    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("chance", ["seed", "cards"])
def test_random_simulation_passes_with_saved_states(chance: str) -> None:
    pyspiel.random_sim_test(bridge.load(mini("ll-6"), chance), 4, serialize=True, verbose=False)


def test_a_seed_gives_the_game_of_the_aec_environment() -> None:
    env = cthulhu_envs.make("love_letter", num_players=3, rounds="single").unwrapped
    state = bridge.load(env.game).new_initial_state()
    for digit in (7, 1, 0, 0):
        state.apply_action(digit)
    env.reset(seed=7 + 1 * BASE)

    while not state.is_terminal():
        seen = env.observe(env.agent_selection)
        assert env.agent_selection == f"player_{state.current_player()}"
        assert state.legal_actions() == np.flatnonzero(seen["action_mask"]).tolist()
        assert np.allclose(state.information_state_tensor(), seen["observation"])
        action = state.legal_actions()[-1]
        env.step(action)
        state.apply_action(action)
        rewards = dict(env.rewards)

    assert np.allclose(state.returns(), list(rewards.values()), atol=1e-6)


def test_openspiels_tree_is_the_solvers_tree() -> None:
    game = mini(FIVE)
    spiel, tree = bridge.load(game, "cards"), grow_tree(game)

    gain = exploitability.nash_conv(spiel, spiel_policy.UniformRandomPolicy(spiel))

    wins = gain / 2 / 2  # mean of two seats; a win is worth 2 more than a loss
    assert wins == pytest.approx(Values(tree).exploitability(uniform(tree)), abs=1e-6)


@pytest.mark.parametrize("chance", ["seed", "cards"])
def test_states_are_copied_and_saved_whole(chance: str) -> None:
    game = bridge.load(mini("ll-6"), chance)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state), state.information_state_string()

    copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    state.apply_action(state.legal_actions()[0])

    for twin in copies:
        assert (str(twin), twin.information_state_string()) == before
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_settings_travel_in_the_games_name() -> None:
    game = bridge.load(mini(FIVE), "cards")

    again = pyspiel.load_game(str(game))

    assert again.num_distinct_actions() == game.num_distinct_actions()
    assert again.information_state_tensor_shape() == game.information_state_tensor_shape()


@pytest.mark.parametrize(
    "text, chosen",
    [
        (
            "love_letter(players=2,edition=classic,rounds=single,deck=ll-8,history=3)",
            {"edition": "classic", "rounds": "single", "deck": "ll-8", "history": 3},
        ),
        (
            "unspeakable_words(word_features=true,claim_half=0,target=20)",
            {"word_features": True, "claim_half": False, "target": 20},
        ),
        ("call_of_cthulhu(auto_pass=false,turn_limit=9)", {"auto_pass": False, "turn_limit": 9}),
        ("death_may_die(episode=Danse Macabre,boss_health=-2)", {"boss_health": -2}),
    ],
)
def test_settings_are_ordinary_parameters(text: str, chosen: dict[str, Any]) -> None:
    game = pyspiel.load_game(PREFIX + text)

    assert chosen.items() <= game.game.chosen.items()
    assert pyspiel.load_game(str(game)).game.values == game.game.values


@pytest.mark.parametrize("game_id", cthulhu_envs.games())
def test_every_game_is_known_by_its_own_name(game_id: str) -> None:
    game = bridge.load(find(game_id))

    assert pyspiel.load_game(str(game)).game.values == find(game_id).values


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"chance": "dice"}, "chance cannot be 'dice'"),
        ({"deck": "{guard"}, "is not JSON with ; in place of ,"),
        ({"edition": "clasic"}, "edition cannot be 'clasic'; did you mean 'classic'"),
        ({"editon": "classic"}, "editon"),
        ({"players": 9}, "2 to 6 players, not 9"),
        ({"chance": "cards"}, "of two players can be solved, not of 4"),
    ],
)
def test_wrong_parameters_are_named(params: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words):
        pyspiel.load_game("cthulhu_love_letter", params)
