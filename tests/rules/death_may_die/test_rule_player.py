"""The player by simple rules plays legal moves to the end, and fights when it should."""

from __future__ import annotations

import pytest

from cthulhu_envs.engine.aec import RawEnv
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.rule_player import RulePlayer
from tests.rules.death_may_die.position import position


@pytest.mark.parametrize("episode", ["Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"])
def test_it_plays_to_the_end(episode):
    game = GAME.configure(num_players=2, episode=episode)
    env, player = RawEnv(game), RulePlayer(game)
    env.reset(seed=2)

    while env._lanes.states[0].ending == 0:
        if env.terminations[env.agent_selection]:
            env.step(None)
        else:
            seen = env.observe(env.agent_selection)
            env.step(player.choose(seen["observation"], seen["action_mask"]))

    assert env._lanes.states[0].ending != 0


def chosen(at) -> str:
    seen = at.env.observe(at.env.agent_selection)
    return at.word(RulePlayer(at.game).choose(seen["observation"], seen["action_mask"]))


def test_it_hunts_the_elder_one_once_it_can():
    at = position(where=[2, 1], elder={"space": 2}, enemies={"Cultist": [2]}, disrupted=True)
    assert chosen(at) == "attack Elder One"

    at.write(elder={"space": 8}, enemies={})
    assert chosen(at) == "run 4"


def test_it_rests_when_hurt_and_breaks_labs_when_not():
    assert chosen(position(where=[6, 1], wounds=[3, 0])) == "rest"
    assert chosen(position(where=[6, 1])) == "second"
