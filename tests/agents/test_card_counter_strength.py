"""Love Letter's card-counter: every choice is legal, and it is strong.

`win_share` also gives the figures that are published; how fast it is: `cthulhu bench`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game

CLASSIC = {"edition": "classic", "rounds": "single"}
SINGLE = {"rounds": "single"}


@pytest.mark.parametrize(
    "settings",
    [
        *({"num_players": players} for players in range(2, 7)),
        *({"num_players": players, "edition": "classic"} for players in range(2, 5)),
        {"num_players": 2, "deck": "ll-6", "face_up": 0, **CLASSIC},
        {"num_players": 4, "history": 0},
        {"num_players": 3, "deck": {"chancellor": 16, "princess": 8, "prince": 8}, **SINGLE},
    ],
    ids=str,
)
def test_every_choice_is_legal(settings: dict[str, Any]) -> None:
    game = find("love_letter").configure(**settings)
    vec = VectorEnv(game, 128)
    counter, other = make_agent("heuristic", game, seed=1), make_agent("random", game, seed=2)
    obs, mask, _ = vec.reset(seed=4)
    for _ in range(40):
        actions = counter.act_batch(obs, mask)
        assert mask[np.arange(128), actions].all()
        random = np.arange(128) % 2 == 0  # half of the positions come from random play
        actions[random] = other.act_batch(obs, mask)[random]
        obs, mask, *_ = vec.step(actions)


def win_share(game: Game, hero: Agent, others: Agent, games: int, seed: int) -> float:
    """Share of wins of one player among copies of another, in every seat equally often; a tie
    is shared. The first `games / lanes` games of each lane count, so short ones weigh no more.
    """
    lanes = min(games, 250 * game.num_players)
    quota = games // lanes
    vec = VectorEnv(game, lanes)
    obs, mask, seat = vec.reset(seed=seed)
    hero_seat = np.arange(lanes) % game.num_players
    played, won = np.zeros(lanes, np.int64), np.zeros(lanes)
    while (played < quota).any():
        is_hero = seat == hero_seat
        actions = np.zeros(lanes, np.int64)
        for agent, rows in ((hero, is_hero), (others, ~is_hero)):
            actions[rows] = agent.act_batch(obs[rows], mask[rows])
        obs, mask, seat, reward, done = vec.step(actions)
        mine = np.maximum(reward[np.arange(lanes), hero_seat], 0.0)
        shared = np.where(reward.any(axis=1), mine, 1.0 / game.num_players)
        won += np.where(done & (played < quota), shared, 0.0)
        played += done
    return float(won.sum() / (lanes * quota))


@pytest.mark.parametrize(
    ("settings", "games", "least"),
    [
        ({"num_players": 2, **CLASSIC}, 4000, 0.71),
        ({"num_players": 2, "deck": "ll-8", "face_up": 0, **CLASSIC}, 4000, 0.71),
        ({"num_players": 2, "edition": "classic"}, 1500, 0.93),
        ({"num_players": 4, **CLASSIC}, 4000, 0.44),
        ({"num_players": 4, **SINGLE}, 4000, 0.49),
        ({"num_players": 6, **SINGLE}, 4500, 0.29),
    ],
    ids=["round of 2", "ll-8", "match of 2", "round of 4", "round of 4, 2019", "round of 6"],
)
def test_it_beats_random_players(settings: dict[str, Any], games: int, least: float) -> None:
    game = find("love_letter").configure(**settings)

    share = win_share(
        game, make_agent("heuristic", game, 1), make_agent("random", game, 2), games, seed=9
    )

    assert share > least
