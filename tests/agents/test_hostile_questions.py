"""Bots asked by hand about what is no position: a sentence or some answer, never foreign memory.

Uncompiled, numpy finds what is read beyond an array; `NUMBA_BOUNDSCHECK=1` finds it compiled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game

TABLES = {
    "love_letter": {"num_players": 2},
    "lovecraft_letter": {"num_players": 3},
    "unspeakable_words": {"num_players": 3},
    "death_may_die": {"num_players": 2},
    "call_of_cthulhu": {},
}
SMALL = find("love_letter").configure(num_players=2, edition="classic", rounds="single")
WILD = (1e9, -1e9, 3e38, -5.0, 0.5, 77.0, np.nan, np.inf, -np.inf)
KINDS = ("nothing", "everything", "counts", "few counts", "wild", "few wild")


@pytest.fixture(params=TABLES, scope="module")
def table(request: pytest.FixtureRequest) -> Game:
    return find(request.param).configure(**TABLES[request.param])


def made_up(game: Game, kind: str, rng: np.random.Generator, rows: int) -> Any:
    """Rows of the right width that no game shows."""
    highs = np.broadcast_to(game.observations.highs, (rows, game.observations.size))
    chosen = rng.random(highs.shape) < (0.03 if kind.startswith("few") else 0.5)
    counts = np.floor(rng.random(highs.shape) * (highs + 1)).clip(0, highs)
    obs = {
        "nothing": np.zeros_like(highs),
        "everything": highs,
        "wild": np.where(chosen, rng.choice(WILD, highs.shape), counts),
        "few wild": np.where(chosen, rng.choice(WILD, highs.shape), 0.0),
    }.get(kind, np.where(chosen, counts, 0.0))
    return np.ascontiguousarray(obs, np.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_that_no_game_shows_lead_nowhere_else(table: Game, kind: str) -> None:
    rng = np.random.default_rng(len(kind))
    bot = make_agent("heuristic", table, seed=1)
    obs = made_up(table, kind, rng, rows=6)
    mask = (rng.random((6, table.actions.size)) < 0.5).astype(np.int8)

    with np.errstate(all="ignore"):
        actions = bot.act_batch(obs, mask)
        if bot.estimates_values:
            assert bot.value_batch(obs).shape == (6,)

    assert actions.shape == (6,) and (actions >= 0).all() and (actions < mask.shape[1]).all()


MISFITS: dict[str, Any] = {
    "more observations than masks": lambda obs, mask: (obs, mask[:1]),
    "more masks than observations": lambda obs, mask: (obs[:1], mask),
    "observations of three numbers": lambda obs, mask: (obs[:, :3], mask),
    "masks of three actions": lambda obs, mask: (obs, mask[:, :3]),
    "one row": lambda obs, mask: (obs[0], mask[0]),
    "words": lambda obs, mask: (obs.astype(str), mask),
    "complex numbers": lambda obs, mask: (obs.astype(complex), mask),
    "a list": lambda obs, mask: (obs.tolist(), mask),
    "a mask of fractions": lambda obs, mask: (obs, mask * 0.5),
    "nothing": lambda obs, mask: (None, None),
}


def assert_refuses(spec: str, game: Game, misfit: Any) -> None:
    obs, mask, _ = VectorEnv(game, 4).reset(seed=1)
    with pytest.raises(ValueError, match=r"observations|masks"):
        make_agent(spec, game).act_batch(*misfit(obs, mask))


@pytest.mark.parametrize("misfit", MISFITS.values(), ids=MISFITS)
def test_arrays_that_do_not_fit_are_refused(misfit: Any, table: Game) -> None:
    assert_refuses("heuristic", table, misfit)


@pytest.mark.parametrize("misfit", MISFITS.values(), ids=MISFITS)
def test_a_learned_policy_refuses_them_too(misfit: Any) -> None:
    assert_refuses("ppo", SMALL, misfit)


def test_a_random_player_refuses_masks_that_are_none() -> None:
    bot = make_agent("random", SMALL)
    for mask in (None, np.ones(SMALL.actions.size, np.int8), np.ones((2, 3), np.int8)):
        with pytest.raises(ValueError, match="masks"):
            bot.act_batch(np.zeros((2, SMALL.observations.size), np.float32), mask)


def spoiled(obs: SparseObs, **parts: Any) -> SparseObs:
    good = {name: getattr(obs, name) for name in ("indices", "values", "offsets", "size")}
    return SparseObs(**(good | parts))


SPOILED: dict[str, Any] = {
    "offsets beyond the entries": lambda obs: {"offsets": obs.offsets * 10**6},
    "offsets that fall": lambda obs: {"offsets": obs.offsets[::-1].copy()},
    "indices beyond the size": lambda obs: {"indices": obs.indices + 10**6},
    "indices below zero": lambda obs: {"indices": obs.indices - 10**6},
    "another size": lambda obs: {"size": 3},
    "a size that allows more": lambda obs: {"size": 10**9, "indices": obs.indices + 10**6},
    "values of another type": lambda obs: {"values": obs.values.astype(np.float64)},
}


@pytest.mark.parametrize("parts", SPOILED.values(), ids=SPOILED)
def test_sparse_observations_that_do_not_fit_are_refused(parts: Any) -> None:
    bot: Any = make_agent("ppo", SMALL)
    obs, mask, _ = VectorEnv(SMALL, 4, obs="sparse").reset(seed=1)
    assert len(bot.act_batch(obs, mask)) == 4

    with pytest.raises(ValueError, match=r"observations|entry|entries"):
        bot.act_batch(spoiled(obs, **parts(obs)), mask)
