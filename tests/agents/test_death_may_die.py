"""The hunter: what it does in set-up positions, and how often it wins."""

from __future__ import annotations

import numpy as np
import pytest
from cthulhu_training.arena.balance import win_rate
from cthulhu_training.cli.main import main

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.kernels import is_compiled
from tests.rules.death_may_die.position import Position, position

GAME = find("death_may_die")
compiled_only = pytest.mark.skipif(not is_compiled(), reason="hundreds of games in plain Python")


def chosen(at: Position) -> str:
    view = at.env.view(at.env.agent_selection)
    return at.word(make_agent("heuristic", at.game).act(view))


def test_it_hunts_the_elder_one_once_it_can() -> None:
    at = position(where=[2, 1], elder={"space": 2}, enemies={"Cultist": [2]}, disrupted=True)
    assert chosen(at) == "attack Elder One"

    at.write(elder={"space": 8}, enemies={})
    assert chosen(at) == "run 4"


def test_it_rests_when_hurt_and_breaks_labs_when_not() -> None:
    assert chosen(position(where=[6, 1], wounds=[3, 0])) == "rest"
    assert chosen(position(where=[6, 1])) == "second"


def test_it_clears_its_space_before_it_works() -> None:
    assert chosen(position(where=[6, 1], enemies={"Cultist": [6]})) == "attack Cultist"


def test_it_does_not_run_into_more_than_it_can_bear() -> None:
    crowd = {"Cultist": [4, 4, 4], "Fire Vampire": [4, 4]}
    at = position(where=[5, 5], wounds=[1, 0], stress=[4, 0], enemies=crowd)

    assert chosen(at) != "run 4"


def test_it_rerolls_an_attack_that_would_kill() -> None:
    at = position(
        where=[2, 1],
        enemies={"Byakhee": [2]},
        wounds=[3, 0],
        rolls="success bonus_success bonus_success",
    )
    at.play("done")

    assert chosen(at).startswith("reroll")


@compiled_only
@pytest.mark.parametrize("num_players", GAME.players)
def test_it_wins_as_seldom_as_the_pack_wants(num_players: int) -> None:
    """R14.2, pack 12: at the pack's own numbers more than 0 %, and less than 15 %."""
    mean, low, _ = win_rate(GAME.configure(num_players=num_players), "heuristic", 600)

    assert mean > 0.05 and low < 0.15


@compiled_only
@pytest.mark.parametrize("num_players", GAME.players)
def test_random_play_hardly_ever_wins(num_players: int) -> None:
    _, _, high = win_rate(GAME.configure(num_players=num_players), "random", 600)

    assert high < 0.02


@pytest.mark.parametrize("episode", ["Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"])
def test_one_by_one_it_plays_as_it_does_for_many(episode: str) -> None:
    game = GAME.configure(num_players=3, episode=episode)
    vec = VectorEnv(game, 4)
    obs, mask, _ = vec.reset(seed=2)
    agent = make_agent("heuristic", game)
    for _ in range(30):
        agent.seed(1)
        actions = agent.act_batch(obs, mask)
        agent.seed(1)
        first = agent.act_batch(obs[:1], mask[:1])
        assert first[0] == actions[0]
        assert mask[np.arange(4), actions].all()
        obs, mask, *_ = vec.step(actions)


def test_balance_refuses_a_setting_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "death_may_die", "--vary", "episodes=Danse Macabre"]) == 2
    assert "no setting 'episodes'" in capsys.readouterr().err
    assert main(["balance", "death_may_die", "--vary", "episode"]) == 2


@compiled_only
def test_a_table_may_be_of_one_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "death_may_die", "--agents", "random", "-p", "2", "--games", "4"]) == 0

    head, rule, row = capsys.readouterr().out.splitlines()
    assert head == "| 2 players |" and rule == "|---|"
    assert row.startswith("| 0 % (") and row.count("|") == 2


@compiled_only
def test_settings_hold_for_the_whole_table(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["death_may_die", "-p", "2", "--games", "40", "--vary", "setup_cultists=0|-1"]

    assert main(["balance", *given, "--set", "boss_health=-8"]) == 0
    easy = capsys.readouterr().out.splitlines()[2:]
    assert main(["balance", *given, "--set", "boss_health=20"]) == 0
    hard = capsys.readouterr().out.splitlines()[2:]

    won = [[int(line.split("|")[2].split("%")[0]) for line in table] for table in (easy, hard)]
    assert len(won[0]) == 3 and sum(won[0]) > sum(won[1])


def worth(at: Position) -> float:
    agent = make_agent("heuristic", at.game)
    seats = [f"player_{seat}" for seat in range(at.game.num_players)]
    judged = agent.value_batch(np.stack([at.env.observe(seat)["observation"] for seat in seats]))
    assert np.ptp(judged) < 1e-6  # the same for all who share the reward
    return float(judged[0])


@pytest.mark.parametrize("elder_one", ["Cthulhu", "Hastur"])
@pytest.mark.parametrize("episode", ["Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"])
def test_it_judges_positions(episode: str, elder_one: str) -> None:
    table = {"episode": episode, "elder_one": elder_one, "disrupted": True}
    fresh = position(elder={"space": 2}, where=[2, 2], **table)
    nearly_won = position(elder={"space": 2, "stage": 4, "wounds": 9}, where=[2, 2], **table)
    hurt = position(elder={"space": 2}, where=[2, 2], wounds=[4, 4], **table)

    assert -1.0 < worth(hurt) < worth(fresh) < worth(nearly_won) < 1.0


@compiled_only
def test_two_tables_are_compared_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["death_may_die", "-p", "2", "--games", "20", "--agents"]

    assert main(["balance", *given, "heuristic", "random"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert main(["balance", *given, "random", "random"]) == 0
    same = capsys.readouterr().out.splitlines()

    assert first[-1].startswith("20 deals, 2 players: heuristic wins")
    assert same[-1].endswith("difference +0.0 +- 0.0 points")


def test_search_looks_some_turns_ahead_and_lets_the_hunter_judge() -> None:
    agent = make_agent("ismcts:iters=8", GAME.configure(num_players=2))

    assert agent.plan.horizon == GAME.search.horizon == 3
    assert agent.player_models.guide.estimates_values
