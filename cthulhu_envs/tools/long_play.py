"""Random play by the million: every variant of a game at every player count, checked on the way.

`cthulhu check GAME --decisions 1e8` runs it. With NUMBA_BOUNDSCHECK=1 the compiled rules look at
every index they use, and one outside an array is a fault; that is about half as fast.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs._runtime.legality import pick
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.game import NUM_PLAYERS, Game
from cthulhu_envs.authoring.state_checks import check_states

LANES = 64
EVERY = 256  # steps of a batch, each a decision in every lane
HALF_A_STEP = 1e-6  # of an observation, for sums of float32


@dataclass
class LongPlay:
    """What was played so far, and the faults that were found."""

    game: Game
    decisions: int = 0
    games: int = 0
    positions: int = 0  # whose invariants were asked for
    seconds: float = 0.0  # of processor time
    faults: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return (
            f"{self.game.title}: {self.decisions:,} decisions, {self.games:,} games, "
            f"{self.positions:,} positions checked, {self.seconds:.0f} s of processor time, "
            f"{len(self.faults)} faults"
        )


def variants(game: Game) -> Iterator[Game]:
    """The game at every player count, with every combination of the settings that are chosen from
    a list; its other settings are kept.
    """
    listed = [[(one.name, value) for value in one.choices] for one in game.settings if one.choices]
    for players in game.players:
        for chosen in product(*listed):
            try:
                yield game.configure(**{NUM_PLAYERS: players, **dict(chosen)})
            except ValueError:  # the game says that these do not go together
                continue


def play_long(
    game: str | Game, decisions: int, progress: Callable[[int], None] = lambda played: None
) -> LongPlay:
    """Play that many random decisions or a few more, the same number with each variant.

    Every mask must offer an action. Every EVERY steps of a batch, all its states must have the
    game's invariants and lie within the bounds of their fields, observations within theirs, and
    rewards must be finite; in one of the games, each seat's worlds must look to it like the true
    one. A variant with a fault is not played on; `progress` is called with the decisions played.
    """
    played = LongPlay(game_of(game))
    begun = time.process_time()
    tables = list(variants(played.game))
    share = -(-decisions // len(tables))
    for seed, table in enumerate(tables):
        try:
            _play(table, seed, share, played, progress)
        except (AssertionError, ArithmeticError, LookupError, ValueError) as fault:
            where = ", ".join(f"{name}={value}" for name, value in _chosen(table).items())
            words = f"{type(fault).__name__}: {fault}"
            played.faults.append(bounded(f"{table.title}, {where}, seed {seed}: {words}"))
    played.seconds = time.process_time() - begun
    return played


def _chosen(table: Game) -> Mapping[str, object]:
    listed = [one.name for one in table.settings if one.choices]
    return {name: table.values[name] for name in (NUM_PLAYERS, *listed)}


def _play(
    table: Game, seed: int, decisions: int, played: LongPlay, progress: Callable[[int], None]
) -> None:
    rng = np.random.default_rng(seed)
    vec = VectorEnv(table, LANES, reuse=True)
    actions = np.zeros(LANES, np.int64)
    obs, mask, *_ = vec.reset(seed)
    for step in range(-(-decisions // LANES)):
        if not mask.any(axis=1).all():
            raise AssertionError("a position offers no action, and the game is not over")
        pick(mask, rng.random(LANES), actions)
        obs, mask, _, reward, done = vec.step(actions)
        played.decisions += LANES
        played.games += int(np.count_nonzero(done))
        if step % EVERY == 0:
            _look(vec, obs, reward, rng)
            played.positions += LANES
            progress(played.decisions)


def _look(
    vec: VectorEnv,
    obs: NDArray[np.float32],
    reward: NDArray[np.float32],
    rng: np.random.Generator,
) -> None:
    game = vec.game
    if not np.isfinite(reward).all():
        raise AssertionError("a reward is not finite")
    if not ((obs >= 0).all() and (obs <= game.observations.highs + HALF_A_STEP).all()):
        raise AssertionError("an observation lies outside its bounds")
    states = vec.states
    check_states(game, states)
    state = states[rng.integers(len(states), size=1)]
    for seat in range(game.num_players):
        true = view_of(game, state, seat)
        world = view_of(game, true.sample_world(rng), seat)
        if not np.array_equal(true.observation, world.observation):
            raise AssertionError(f"a world of seat {seat} looks different to it")
        if not np.array_equal(true.mask, world.mask):
            raise AssertionError(f"a world of seat {seat} offers it other actions")
