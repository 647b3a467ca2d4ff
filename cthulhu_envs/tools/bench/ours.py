"""Speed of a game in each of our environments, on one core unless a figure says otherwise.

Play is uniformly random and legal. Finished games restart, and that takes time as it does for
the peers.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import SyncVectorEnv
from numpy.typing import NDArray

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import pick
from cthulhu_envs._runtime.templates import loops as loops_of
from cthulhu_envs.api import plugins
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent, own_kinds
from cthulhu_envs.api.guarded import Env
from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from cthulhu_envs.api.vector import DENSE, SPARSE, VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import STREAM
from cthulhu_envs.tools.bench.clock import Lap, Measure, Rate, lap_of, rate, rates
from cthulhu_envs.tools.bench.peers import SEED, aec_advance
from cthulhu_envs.tools.bench.searching import ITERATIONS_PER_SECOND, SEARCHES, search

VECTOR = "vector environment, step(), reuse=True"
VECTOR_COPIES = "vector environment, step(), copies"
VECTOR_SPARSE = "vector environment, step(), sparse, reuse=True"
SPARSE_TIMES = "sparse, times dense"
VECTOR_AND_CHOICE = "vector environment, step() and random choice, reuse"
THREADED = "vector environment, step(), reuse, threaded, 16 times the games"
SPEED_UP = "speed-up by threads"
PLAYOUTS = "compiled random play-outs"
WORLDS = "sampled worlds"
RAW = "AEC environment, raw_env()"
ENV = "AEC environment, env()"
COPIES = "AEC environment, copies of a game in progress"
GYM = "Gymnasium environment against random players"
GYM_VECTOR = "the same, Gymnasium vector environment of 1024 games"
GYM_TIMES = "Gymnasium vector environment, times the single one"
GYM_SYNC = "the same, 1024 single ones in Gymnasium's SyncVectorEnv"
GYM_SYNC_TIMES = "Gymnasium vector environment, times SyncVectorEnv"
BOTS = "vector environment, the game's own bot in every seat, reuse"
GAMES = "the same, whole games"
MEMORY = "memory of 4096 games with buffers"

STEPS_PER_SECOND, WORLDS_PER_SECOND, GAMES_PER_SECOND = "steps/s", "worlds/s", "games/s"
COPIES_PER_SECOND = "copies/s"
BYTES, TIMES = "bytes", "times"
BOT = "heuristic"

MEMORY_GAMES = 4096
CACHE = 1_600_000  # bytes of games and buffers that one core's cache holds, with some room left
THREADED_TIMES = 16  # games a thread needs to be worth waking: a large batch
GYM_GAMES = 1024
PLAYOUT_GAMES = 256  # a lap of play-outs
POSITIONS = 256  # from which worlds are sampled, each for one seat
DEPTHS = 64  # the positions lie 0 to DEPTHS - 1 decisions from a deal
WORLDS_PER_CALL = 32


@dataclass(frozen=True)
class Figure:
    """One number that was measured: median and best, the same where there is only one."""

    what: str
    unit: str
    players: int
    median: float
    best: float


def fitting_batch(game: Game) -> int:
    """How many games, by powers of two, a core plays without waiting for memory."""
    each = Lanes(game, 2).nbytes - Lanes(game, 1).nbytes
    return int(2 ** math.floor(math.log2(max(1.0, CACHE / each))))


def measure_game(
    game: Game, seconds: float, threads: int, num_envs: int, progress: Callable[[str], None]
) -> list[Figure]:
    """Every figure of a game at one player count, `seconds` each."""
    measures: dict[tuple[str, str], Callable[[], Rate]] = {
        (VECTOR, STEPS_PER_SECOND): partial(vector_step, game, num_envs, seconds),
        (VECTOR_COPIES, STEPS_PER_SECOND): partial(vector_copies, game, num_envs, seconds),
        (VECTOR_AND_CHOICE, STEPS_PER_SECOND): partial(vector_play, game, num_envs, seconds),
        (PLAYOUTS, STEPS_PER_SECOND): partial(playouts, game, seconds),
        (WORLDS, WORLDS_PER_SECOND): partial(sampled_worlds, game, seconds),
        **{
            (what, ITERATIONS_PER_SECOND): partial(search, game, spec, positions, seconds)
            for what, spec in SEARCHES.items()
        },
        (RAW, STEPS_PER_SECOND): partial(aec_steps, RawEnv(game), seconds),
        (ENV, STEPS_PER_SECOND): partial(aec_steps, Env(RawEnv(game)), seconds),
        (COPIES, COPIES_PER_SECOND): partial(copies, game, seconds),
        **bot_measures(game, num_envs, seconds),
        **{(own.what, own.unit): partial(rate, own.lap, seconds) for own in own_measures(game)},
    }
    figures = []
    for (what, unit), measure in measures.items():
        progress(f"{game.title}, {game.num_players} players: {what}")
        found = measure()
        figures.append(Figure(what, unit, game.num_players, found.median, found.best))
    progress(f"{game.title}, {game.num_players} players: {VECTOR_SPARSE}")
    figures += sparse_step(game, num_envs, seconds)
    if game.num_players > 1:
        progress(f"{game.title}, {game.num_players} players: {GYM_VECTOR}")
        figures += gym_steps(game, seconds)
    progress(f"{game.title}, {game.num_players} players: {THREADED}")
    figures += threaded_step(game, num_envs * THREADED_TIMES, threads, seconds)
    return [*figures, memory(game)]


def own_measures(game: Game) -> list[Measure]:
    """What a game has declared to be measured beside its environments."""
    if game.name not in plugins.found(plugins.MEASURES):
        return []
    found: list[Measure] = plugins.load(plugins.MEASURES, game.name)(game)
    return found


def bot_measures(
    game: Game, num_envs: int, seconds: float
) -> dict[tuple[str, str], Callable[[], Rate]]:
    """Play by the game's own bot, its thinking included, if it has one."""
    if BOT not in own_kinds(game):
        return {}
    return {
        (BOTS, STEPS_PER_SECOND): partial(bot_play, game, num_envs, seconds, len),
        (GAMES, GAMES_PER_SECOND): partial(bot_play, game, num_envs, seconds, np.count_nonzero),
    }


def bot_play(
    game: Game, num_envs: int, seconds: float, count: Callable[[NDArray[np.bool_]], int]
) -> Rate:
    """Batches of the bot's decisions and of steps; `count` says what of them a lap is worth."""
    agent = make_agent(BOT, game, SEED)
    vec = VectorEnv(game, num_envs, reuse=True)
    obs, mask, *_ = vec.reset(seed=SEED)

    def lap() -> tuple[int, float]:
        start = time.perf_counter()
        *_, done = vec.step(agent.act_batch(obs, mask))
        return int(count(done)), time.perf_counter() - start

    return rate(lap, seconds)


def vector_step(game: Game, num_envs: int, seconds: float) -> Rate:
    """`VectorEnv.step` with observations and masks; the choice of actions is not timed."""
    with _reset_vector(game, num_envs, 1) as (vec, mask):
        return rate(_step_lap(vec, mask), seconds)


def vector_copies(game: Game, num_envs: int, seconds: float) -> Rate:
    """The same with the arrays that `VectorEnv` hands out by default: copies."""
    vec = VectorEnv(game, num_envs)
    shown = vec.reset(seed=SEED)
    draw = np.random.default_rng(SEED).random
    actions = np.zeros(num_envs, np.int64)

    def lap() -> tuple[int, float]:
        nonlocal shown
        pick(shown[1], draw(num_envs), actions)
        start = time.perf_counter()
        shown = vec.step(actions)
        return num_envs, time.perf_counter() - start

    return rate(lap, seconds)


def sparse_step(game: Game, num_envs: int, seconds: float) -> list[Figure]:
    """`step` with sparse observations, and how much faster that is than with dense ones."""
    with (
        _reset_vector(game, num_envs, 1) as (vec, mask),
        _reset_vector(game, num_envs, 1, SPARSE) as (sparse, sparse_mask),
    ):
        dense, few = rates([_step_lap(vec, mask), _step_lap(sparse, sparse_mask)], seconds)
    players = game.num_players
    return [
        Figure(VECTOR_SPARSE, STEPS_PER_SECOND, players, few.median, few.best),
        Figure(SPARSE_TIMES, TIMES, players, few.median / dense.median, few.best / dense.best),
    ]


def threaded_step(game: Game, num_envs: int, threads: int, seconds: float) -> list[Figure]:
    """The same with threads, and how much faster that is than one thread for as many games."""
    with (
        _reset_vector(game, num_envs, 1) as (vec, mask),
        _reset_vector(game, num_envs, threads) as (shared, shared_mask),
    ):
        one, many = rates([_step_lap(vec, mask), _step_lap(shared, shared_mask)], seconds)
    players = game.num_players
    return [
        Figure(THREADED, STEPS_PER_SECOND, players, many.median, many.best),
        Figure(SPEED_UP, TIMES, players, many.median / one.median, many.best / one.best),
    ]


def _step_lap(vec: VectorEnv, mask: NDArray[np.int8]) -> Lap:
    choose = _chooser(mask)

    def lap() -> tuple[int, float]:
        actions = choose()
        start = time.perf_counter()
        vec.step(actions)
        return vec.num_envs, time.perf_counter() - start

    return lap


def vector_play(game: Game, num_envs: int, seconds: float) -> Rate:
    """The same, with the choice of random legal actions in the time."""
    with _reset_vector(game, num_envs, 1) as (vec, mask):
        choose = _chooser(mask)
        return rate(lap_of(lambda: vec.step(choose()), num_envs, calls=1), seconds)


@contextmanager
def _reset_vector(
    game: Game, num_envs: int, threads: int, obs: str = DENSE
) -> Iterator[tuple[VectorEnv, NDArray[np.int8]]]:
    """A `VectorEnv` ready to step, and its mask, a buffer that is reused. Its threads end with the
    block.
    """
    vec = VectorEnv(game, num_envs, threads, reuse=True, obs=obs)
    try:
        yield vec, vec.reset(seed=SEED)[1]
    finally:
        vec.close()


def _chooser(mask: NDArray[np.int8]) -> Callable[[], NDArray[np.int64]]:
    """Chooses one of the legal actions in every lane, all equally likely; one array, reused."""
    draw = np.random.default_rng(SEED).random
    actions = np.zeros(len(mask), np.int64)

    def choose() -> NDArray[np.int64]:
        pick(mask, draw(len(mask)), actions)
        return actions

    return choose


def playouts(game: Game, seconds: float) -> Rate:
    """Games played from the deal to the end inside the kernel, with no observations; the copying
    of the dealt states is timed, the first deal is not.
    """
    lanes = Lanes(game, PLAYOUT_GAMES)
    lanes.seed(SEED)
    lanes.seeds[:] = lanes.streams
    lanes.run(loops.BEGIN)
    dealt = lanes.states.copy()
    chooser = np.zeros(1, STREAM)
    rows, nobody = np.arange(PLAYOUT_GAMES), np.full(PLAYOUT_GAMES, loops.NOBODY, np.int8)

    def lap() -> tuple[int, float]:
        start = time.perf_counter()
        lanes.states[...] = dealt
        steps = lanes.play_at_random(rows, nobody, chooser)
        return steps, time.perf_counter() - start

    return rate(lap, seconds)


def sampled_worlds(game: Game, seconds: float) -> Rate:
    """Worlds a second, averaged over POSITIONS from random play, each seen from a random seat.

    It is worlds over time, so that a position that takes long counts as much as it costs.
    """
    return rate(_worlds_lap(game), seconds)


def _worlds_lap(game: Game) -> Lap:
    """One call for each position: every lap has the same mixture of easy and hard ones."""
    bound, kit, rng = loops_of(game), game.kit, np.random.default_rng(SEED)
    seats = rng.integers(0, game.num_players, POSITIONS).tolist()
    cases = list(zip(np.split(positions(game), POSITIONS), seats, strict=True))
    worlds, scratch = game.new_states(WORLDS_PER_CALL), np.zeros(1, game.scratch)

    def lap() -> tuple[int, float]:
        seeds = rng.integers(0, 2**63, (len(cases), WORLDS_PER_CALL), np.int64).astype(np.uint64)
        start = time.perf_counter()
        for (state, seat), row in zip(cases, seeds, strict=True):
            bound.sample_worlds(kit, state, seat, row, worlds, scratch)
        return seeds.size, time.perf_counter() - start

    return lap


def positions(game: Game) -> NDArray[Any]:
    """States met in random play, from the deal to DEPTHS - 1 decisions (and restarts) later."""
    found = game.new_states(POSITIONS)
    with _reset_vector(game, POSITIONS, 1) as (vec, mask):
        choose = _chooser(mask)
        for depth in range(DEPTHS):
            found[depth::DEPTHS] = vec.states[depth::DEPTHS]
            vec.step(choose())
    return found


def aec_steps(env: Any, seconds: float) -> Rate:
    """`last`, a choice from its mask, `step`: exactly as its peers are measured."""
    return rate(lap_of(aec_advance(env)), seconds)


def copies(game: Game, seconds: float) -> Rate:
    """`copy.deepcopy` of an environment, as a search over the AEC environment makes them."""
    env = Env(RawEnv(game))
    env.reset(seed=SEED)
    return rate(lap_of(partial(deepcopy, env)), seconds)


def gym_steps(game: Game, seconds: float) -> list[Figure]:
    """Steps of the one learner, the others' moves included, in turns: in one game, in many, and in
    as many as Gymnasium makes of single ones.
    """
    laps = [gym_lap(game), gym_vector_lap(game), gym_sync_lap(game)]
    one, many, sync = rates(laps, seconds)
    players = game.num_players

    def times(other: Rate) -> tuple[float, float]:
        return many.median / other.median, many.best / other.best

    return [
        Figure(GYM, STEPS_PER_SECOND, players, one.median, one.best),
        Figure(GYM_VECTOR, STEPS_PER_SECOND, players, many.median, many.best),
        Figure(GYM_TIMES, TIMES, players, *times(one)),
        Figure(GYM_SYNC, STEPS_PER_SECOND, players, sync.median, sync.best),
        Figure(GYM_SYNC_TIMES, TIMES, players, *times(sync)),
    ]


def gym_lap(game: Game) -> Lap:
    env = GymEnv(game.id, **game.chosen)
    draw = random.Random(SEED).random
    _, info = env.reset(seed=SEED)

    def advance() -> None:
        nonlocal info
        legal = info["action_mask"].nonzero()[0]
        _, _, over, cut, info = env.step(int(legal[int(draw() * len(legal))]))
        if over or cut:
            _, info = env.reset()

    return lap_of(advance)


def gym_vector_lap(game: Game) -> Lap:
    return _vector_lap(GymVectorEnv(game.id, GYM_GAMES, **game.chosen))


def gym_sync_lap(game: Game) -> Lap:
    """Gymnasium's own vectorisation, which steps one environment after the other."""
    return _vector_lap(SyncVectorEnv([partial(GymEnv, game.id, **game.chosen)] * GYM_GAMES))


def _vector_lap(envs: gymnasium.vector.VectorEnv[Any, Any, Any]) -> Lap:
    draw, actions = np.random.default_rng(SEED).random, np.zeros(GYM_GAMES, np.int64)
    _, info = envs.reset(seed=SEED)

    def advance() -> None:
        nonlocal info
        pick(info["action_mask"], draw(GYM_GAMES), actions)
        info = envs.step(actions)[4]

    return lap_of(advance, GYM_GAMES, calls=1)


def memory(game: Game) -> Figure:
    """Bytes of a batch: states, observations, masks, rewards, all that a step reads and writes."""
    size = VectorEnv(game, MEMORY_GAMES).nbytes
    return Figure(MEMORY, BYTES, game.num_players, size, size)
