"""Lovecraft Letter's occultist in general: legal, repeatable, blind to what is hidden, strong and
fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cthulhu_agents.lovecraft_letter.occultist import Occultist, decide_all
from cthulhu_agents.lovecraft_letter.records import NOTES, kit_of
from cthulhu_agents.rule_player import NO_PROBS

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from tests.agents.lovecraft_letter_table import choice, play, table, view
from tests.agents.test_card_counter_strength import win_share

SINGLE = {"rounds": "single"}
WILD = {"nyarlathotep": 8, "mi_go": 6, "golden_mead": 6, "deep_ones": 6, "liber_ivonis": 6}


def configured(players: int, **settings: Any) -> Game:
    return find("lovecraft_letter").configure(num_players=players, **settings)


@pytest.fixture(scope="module")
def game() -> Game:
    return configured(3)


# spec strings


def test_it_is_the_heuristic_of_the_game(game: Game) -> None:
    assert isinstance(make_agent("heuristic", game), Occultist)


def test_a_misspelt_kind_is_told_its_nearest(game: Game) -> None:
    with pytest.raises(ValueError, match=r"no agent 'heuristik' for Lovecraft Letter.*'heuristic'"):
        make_agent("heuristik", game)


def test_an_option_nobody_takes_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match=r"'heuristic' has no option 'depth'; it takes none"):
        make_agent("heuristic:depth=3", game)


# legal, repeatable, blind to what is hidden


@pytest.mark.parametrize(
    "settings",
    [
        *({"players": players} for players in range(2, 7)),
        *({"players": players, "edition": "manual"} for players in range(2, 7)),
        {"players": 4, "history": 0},
        {"players": 4, "reward": "tokens"},
        {"players": 3, "deck": WILD, **SINGLE},
        {"players": 6, "deck": {"nyarlathotep": 20, "elder_sign": 6, "mi_go": 6}, **SINGLE},
        {"players": 2, "deck": {"cthulhu": 16, "necronomicon": 16}},
        {"players": 2, "deck": {"armitage": 4}, "face_up": 0},
    ],
    ids=str,
)
def test_every_choice_is_legal(settings: dict[str, Any]) -> None:
    game = configured(**settings)
    lanes, steps = (128, 60) if is_compiled() else (8, 15)
    vec, lane = VectorEnv(game, lanes), np.arange(lanes)
    occultist, other = make_agent("heuristic", game, seed=1), make_agent("random", game, seed=2)
    obs, mask, _ = vec.reset(seed=4)
    for _ in range(steps):
        actions = occultist.act_batch(obs, mask)
        assert mask[lane, actions].all()
        random = lane % 2 == 0  # half of the positions come from random play
        actions[random] = other.act_batch(obs, mask)[random]
        obs, mask, *_ = vec.step(actions)


def positions(game: Game, count: int) -> list[View]:
    """Views of games that random players have brought to different lengths."""
    rng = np.random.default_rng(0)
    views = []
    for seed in range(count):
        env = RawEnv(game)
        env.reset(seed=seed)
        for _ in range(seed % 9):
            env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
        views.append(env.view(env.agent_selection))
    return views


def test_a_batch_plays_as_one_by_one(game: Game) -> None:
    views = positions(game, 40)

    together = make_agent("heuristic", game, seed=8).act_batch(
        np.stack([view.observation for view in views]), np.stack([view.mask for view in views])
    )
    alone = make_agent("heuristic", game, seed=8)

    assert together.tolist() == [alone.act(view) for view in views]


def test_what_it_thought_before_changes_nothing(game: Game) -> None:
    notebook = np.zeros(1, NOTES)
    kits, chosen = kit_of(game), np.zeros((2, 1), np.int64)
    for seen in positions(game, 40):
        for actions, filling in zip(chosen, (0, 65), strict=True):
            notebook.view(np.uint8)[:] = filling  # scratch space: old numbers of any kind
            rows = seen.observation[None], seen.mask[None]
            decide_all(kits, *rows, notebook, np.zeros(1), actions, NO_PROBS)
        assert chosen[0] == chosen[1]


def test_a_seed_repeats_its_play(game: Game) -> None:
    vec = VectorEnv(game, 64)
    obs, mask, _ = vec.reset(seed=1)
    agent = make_agent("heuristic", game, seed=3)

    first = agent.act_batch(obs, mask)
    agent.seed(3)

    assert np.array_equal(agent.act_batch(obs, mask), first)


def test_ties_fall_by_the_seed() -> None:
    env = table("investigators cats cats", draws="necronomicon")

    chosen = {choice(env, seed=seed).split()[1] for seed in range(20)}

    assert chosen == {"+1", "+2"}  # of two seats about which nothing is known


@pytest.mark.parametrize("turns", [(), ("investigators +1 0",)])
def test_what_it_cannot_see_changes_nothing(turns: tuple[str, ...]) -> None:
    """The same but for the cards of others and those to come."""
    low = table("investigators investigators cats", draws="great_race investigators")
    high = table("investigators investigators carter", draws="great_race investigators")

    play(low, *turns), play(high, *turns)

    assert np.array_equal(view(low).observation, view(high).observation)
    for seed in range(5):
        assert choice(low, seed=seed) == choice(high, seed=seed)


# strong


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "games", "least"),
    [
        ({"players": 2}, 3000, 0.80),
        ({"players": 4}, 3000, 0.66),
        ({"players": 6}, 3000, 0.50),
        ({"players": 4, **SINGLE}, 4000, 0.45),
        ({"players": 4, "edition": "manual"}, 3000, 0.66),
    ],
    ids=["match of 2", "match of 4", "match of 6", "round of 4", "match of 4, manual"],
)
def test_it_beats_random_players(settings: dict[str, Any], games: int, least: float) -> None:
    game = configured(**settings)
    hero, others = make_agent("heuristic", game, 1), make_agent("random", game, 2)

    assert win_share(game, hero, others, games, seed=9) > least
