"""Speed of the environments a researcher would otherwise use, measured here and now.

Every figure means the same: decisions per second of uniformly random legal play after a warm-up,
the observation and the legal actions of the player to move fetched before each decision, finished
games restarted. Chance nodes and restarts take time but are not counted as steps.

Nothing is installed: peers that cannot be imported are listed as missing. Their packages are
imported only when their turn comes, so importing this module costs nothing.
"""

from __future__ import annotations

import logging
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any, ClassVar

import numpy as np

from cthulhu_envs.tools.bench.clock import Advance, Rate, lap_of, rate

LOG = logging.getLogger(__name__)

INSTALL_HINT = "pip install cthulhu_envs[bench]"
NOTE_CHARACTERS = 200  # of a peer's error: some bring a page
SEED = 2026

DO_NOTHING_SEATS = 2
DO_NOTHING_OBS = 36  # this and the number of actions as in PettingZoo's Leduc hold'em
DO_NOTHING_ACTIONS = 4
DO_NOTHING_STEPS = 100  # decisions until the game is over
ILLEGAL_REWARD = -1.0

PGX_BATCH = 4096

Draw = Callable[[], float]


@dataclass(frozen=True)
class Peer:
    """An environment to compare with; `measure(seconds)` gives its steps per second, or raises."""

    name: str
    package: str
    measure: Callable[[float], Rate]
    remark: str = ""


@dataclass(frozen=True)
class PeerResult:
    """What was found: steps per second, or None and the reason in `note`."""

    name: str
    package: str
    steps_per_second: Rate | None
    note: str
    is_missing: bool = False  # a library that is not installed


def measure_peers(seconds: float, progress: Callable[[str], None]) -> list[PeerResult]:
    """Measures every peer in turn, `seconds` each; one result a peer, even if it fails."""
    results = []
    for peer in PEERS:
        progress(peer.name)
        results.append(_measured(peer, seconds))
    return results


def _measured(peer: Peer, seconds: float) -> PeerResult:
    """The peer's result. A failure is a finding about the peer: any error becomes a note."""
    try:
        return PeerResult(peer.name, peer.package, peer.measure(seconds), peer.remark)
    except ModuleNotFoundError as error:
        note = f"missing {error.name}: {INSTALL_HINT}"
        return PeerResult(peer.name, peer.package, None, note, is_missing=True)
    except Exception as error:
        LOG.debug("%s failed", peer.name, exc_info=True)
        note = f"failed: {error!r}"[:NOTE_CHARACTERS]
    return PeerResult(peer.name, peer.package, None, note)


def _pick(legal: Sequence[int], draw: Draw) -> int:
    """One legal action, all equally likely; so cheap that the environment dominates."""
    return legal[int(draw() * len(legal))]


def aec_advance(env: Any) -> Advance:
    """Random play of an AEC environment; a finished game is reset at once, without dead steps."""
    draw = random.Random(SEED).random
    env.reset(seed=SEED)

    def advance() -> None:
        obs, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
            obs = env.last()[0]
        env.step(_pick(obs["action_mask"].nonzero()[0].tolist(), draw))

    return advance


def _do_nothing_env() -> Any:
    """A game without rules: what remains is the cost of PettingZoo's AEC interface."""
    from gymnasium import spaces
    from pettingzoo import AECEnv

    box = partial(spaces.Box, 0, 1)
    obs_space = spaces.Dict(
        observation=box((DO_NOTHING_OBS,), np.float32),
        action_mask=box((DO_NOTHING_ACTIONS,), np.int8),
    )
    choices: Any = spaces.Discrete(DO_NOTHING_ACTIONS)
    obs = {
        "observation": np.zeros(DO_NOTHING_OBS, np.float32),
        "action_mask": np.ones(DO_NOTHING_ACTIONS, np.int8),
    }

    class DoNothing(AECEnv):  # type: ignore[misc]
        """Seats alternate, every action is legal, all get nothing after DO_NOTHING_STEPS."""

        metadata: ClassVar[dict[str, Any]] = {"name": "do_nothing_v0", "render_modes": []}
        possible_agents: ClassVar[list[str]] = [
            f"player_{seat}" for seat in range(DO_NOTHING_SEATS)
        ]

        def observation_space(self, agent: str) -> Any:
            return obs_space

        def action_space(self, agent: str) -> Any:
            return choices

        def observe(self, agent: str) -> Any:
            return obs

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            self.steps = 0
            self.agents = self.possible_agents[:]
            self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, Any] = {agent: {} for agent in self.agents}

        def step(self, action: int | None) -> None:
            if self.terminations[self.agent_selection]:
                self._was_dead_step(action)
                return
            self.steps += 1
            self.agent_selection = self.agents[self.steps % DO_NOTHING_SEATS]
            if self.steps == DO_NOTHING_STEPS:
                self.terminations = dict.fromkeys(self.agents, True)

    return DoNothing()


def _do_nothing_raw(seconds: float) -> Rate:
    """A ceiling for AEC environments that keep PettingZoo's own `last`."""
    return rate(lap_of(aec_advance(_do_nothing_env())), seconds)


def _do_nothing_wrapped(seconds: float) -> Rate:
    """A ceiling for AEC environments behind PettingZoo's three usual wrappers."""
    from pettingzoo.utils import wrappers

    env: Any = wrappers.TerminateIllegalWrapper(_do_nothing_env(), illegal_reward=ILLEGAL_REWARD)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
    return rate(lap_of(aec_advance(env)), seconds)


def _pettingzoo_leduc(constructor: str, seconds: float) -> Rate:
    """PettingZoo's Leduc hold'em; `constructor` is "env" (wrapped) or "raw_env"."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it greets on stdout when imported
    from pettingzoo.classic.rlcard_envs import leduc_holdem  # leduc_holdem_v4 is this, deprecated

    return rate(lap_of(aec_advance(getattr(leduc_holdem, constructor)())), seconds)


def _rlcard(game: str, seconds: float) -> Rate:
    """RLCard's own interface: a step returns the next observation and a dict of legal actions."""
    import rlcard

    draw = random.Random(SEED).random
    env = rlcard.make(game, config={"seed": SEED})
    state, _ = env.reset()

    def advance() -> None:
        nonlocal state
        if env.is_over():
            state, _ = env.reset()
        state, _ = env.step(_pick(list(state["legal_actions"]), draw))

    return rate(lap_of(advance), seconds)


def _openspiel(game_name: str, seconds: float, *, perfect_recall: bool) -> Rate:
    """OpenSpiel from Python, with its numpy Observer: the fastest way to a player's view."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(game_name)
    kind = pyspiel.IIGObservationType(perfect_recall=perfect_recall)
    look = make_observation(game, kind).set_from
    return _openspiel_play(game, lambda state: look(state, state.current_player()), seconds)


def _openspiel_states(game_name: str, seconds: float) -> Rate:
    """OpenSpiel's states alone: the tensor is a list, made into an array for a learner."""
    import pyspiel

    def look(state: Any) -> None:
        np.asarray(state.information_state_tensor(), np.float32)

    return _openspiel_play(pyspiel.load_game(game_name), look, seconds)


def _openspiel_play(game: Any, look: Callable[[Any], None], seconds: float) -> Rate:
    rng = random.Random(SEED)
    draw = rng.random
    actions = range(game.num_distinct_actions())
    state = game.new_initial_state()

    def advance() -> None:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, probs = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, probs)[0])
        look(state)
        legal = list(compress(actions, state.legal_actions_mask()))
        state.apply_action(_pick(legal, draw))

    return rate(lap_of(advance), seconds)


def _openspiel_rl(game_name: str, seconds: float) -> Rate:
    """OpenSpiel's `rl_environment`, which its own learning algorithms step."""
    from open_spiel.python import rl_environment

    draw = random.Random(SEED).random
    env = rl_environment.Environment(game_name)
    env.seed(SEED)
    now = env.reset()

    def advance() -> None:
        nonlocal now
        if now.last():
            now = env.reset()
        legal = now.observations["legal_actions"][now.current_player()]
        now = env.step([_pick(legal, draw)])

    return rate(lap_of(advance), seconds)


def _pgx(game: str, seconds: float) -> Rate:
    """A pgx game on the CPU; a batch's observations and masks are materialised at every step."""
    import jax

    with jax.default_device(jax.devices("cpu")[0]):
        return rate(lap_of(_pgx_advance(game), PGX_BATCH, calls=1), seconds)


def _pgx_advance(game: str) -> Advance:
    """One step of PGX_BATCH games a call, restarted by pgx's own wrapper; already compiled."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice_key, step_key = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choice_key, logits, axis=-1)
        return step_all(state, actions, jax.random.split(step_key, PGX_BATCH)), key

    play_compiled = jax.jit(play)
    key, deal_key = jax.random.split(jax.random.PRNGKey(SEED))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(deal_key, PGX_BATCH))

    def advance() -> None:
        nonlocal state, key
        state, key = jax.block_until_ready(play_compiled(state, key))

    advance()
    return advance


_PETTINGZOO_LEDUC = "PettingZoo leduc_holdem_v4"
_LEDUC_PACKAGES = "pettingzoo + rlcard + pygame-ce"  # it can draw, and imports pygame at once
_SPIEL_LEDUC = partial(_openspiel, "leduc_poker", perfect_recall=True)
_SPIEL_LEDUC_STATES = partial(_openspiel_states, "leduc_poker")
_SPIEL_LEDUC_RL = partial(_openspiel_rl, "leduc_poker")
_SPIEL_HANABI = partial(_openspiel, "hanabi", perfect_recall=False)  # it knows no other
_PGX_REMARK = f"{PGX_BATCH} games a batch; XLA may use every core"

# pgx is last: its threads stay for the rest of the process.
PEERS = (
    Peer("PettingZoo do-nothing, raw", "pettingzoo", _do_nothing_raw),
    Peer("PettingZoo do-nothing, three wrappers", "pettingzoo", _do_nothing_wrapped),
    Peer(f"{_PETTINGZOO_LEDUC}, raw_env()", _LEDUC_PACKAGES, partial(_pettingzoo_leduc, "raw_env")),
    Peer(f"{_PETTINGZOO_LEDUC}, env()", _LEDUC_PACKAGES, partial(_pettingzoo_leduc, "env")),
    Peer("RLCard leduc-holdem", "rlcard", partial(_rlcard, "leduc-holdem")),
    Peer("RLCard uno", "rlcard", partial(_rlcard, "uno")),
    Peer("OpenSpiel leduc_poker", "open_spiel", _SPIEL_LEDUC, "its numpy Observer"),
    Peer("OpenSpiel leduc_poker, states", "open_spiel", _SPIEL_LEDUC_STATES, "tensors as lists"),
    Peer("OpenSpiel leduc_poker, rl_environment", "open_spiel", _SPIEL_LEDUC_RL),
    Peer("OpenSpiel hanabi", "open_spiel", _SPIEL_HANABI),
    Peer("pgx leduc_holdem", "pgx + jax", partial(_pgx, "leduc_holdem"), _PGX_REMARK),
)
