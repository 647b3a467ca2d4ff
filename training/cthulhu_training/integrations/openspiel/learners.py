"""OpenSpiel's own NFSP and PSRO, set up for a game of ours; each says after every stretch of
learning what it plays.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch

from cthulhu_training.integrations.openspiel import bridge, tables
from cthulhu_training.integrations.openspiel.settings import Settings
from cthulhu_training.solve.values import Policy, Values

try:
    from open_spiel.python import policy as spiel_policy
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms.psro_v2 import psro_v2, rl_oracle
    from open_spiel.python.pytorch import dqn, nfsp
except ImportError as fault:
    raise ImportError(f"{fault}: pip install 'cthulhu_envs[openspiel]'") from None


class Learned(NamedTuple):
    """After some episodes: the policy of both seats on the tree."""

    episodes: int
    policy: Policy


def environment(settings: Settings) -> Any:
    """OpenSpiel's environment over our table, chance taken apart card by card."""
    game = bridge.load(settings.table_of_game(), chance="cards")
    env = rl_environment.Environment(game)
    env.seed(settings.seed)
    return env


def _for_both(settings: Settings, env: Any) -> dict[str, Any]:
    """Options that the value networks of both algorithms share."""
    return {
        "state_representation_size": env.observation_spec()["info_state"][0],
        "num_actions": env.action_spec()["num_actions"],
        "hidden_layers_sizes": settings.widths,
        "batch_size": settings.batch,
        "min_buffer_size_to_learn": settings.batch,
        "replay_buffer_capacity": settings.replay,
        "learn_every": settings.learn_every,
        "update_target_network_every": settings.target_every,
        "optimizer_str": settings.optimizer,
        "epsilon_start": max(settings.explore, 1e-9),
        "epsilon_end": settings.final_explore,
    }


def learn_nfsp(settings: Settings, values: Values) -> Iterator[Learned]:
    """Two agents play each other; what counts is their average policy."""
    env = environment(settings)
    shared = _for_both(settings, env)
    agents = [
        nfsp.NFSP(
            player_id=seat,
            reservoir_buffer_capacity=settings.reservoir,
            anticipatory_param=settings.anticipate,
            rl_learning_rate=settings.learning_rate,
            sl_learning_rate=settings.average_rate,
            epsilon_decay_duration=settings.episodes,
            seed=2 * settings.seed + seat,
            **shared,
        )
        for seat in (0, 1)
    ]
    networks = [agent._avg_network for agent in agents]  # OpenSpiel shows it one state at a time
    pause = max(1, round(settings.episodes * settings.evaluate_every))
    for episode in range(1, settings.episodes + 1):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.current_player()].step(step).action])
        for agent in agents:
            agent.step(step)
        if episode % pause == 0 or episode == settings.episodes:
            yield Learned(episode, tables.policy_of(values.tree, networks, tables.softmax))


class Oracle(spiel_policy.Policy):
    """A value network as one of PSRO's policies: it learns until it is frozen.

    OpenSpiel has such a class itself, but only together with JAX.
    """

    def __init__(self, env: Any, player_id: int, **options: Any) -> None:
        super().__init__(env.game, player_id)
        self.env, self.seat, self.options = env, player_id, options
        self.agent = dqn.DQN(player_id=player_id, **options)
        self.is_learning = True

    def step(self, time_step: Any, is_evaluation: bool = False) -> Any:
        return self.agent.step(time_step, is_evaluation or not self.is_learning)

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        legal = state.legal_actions(seat)
        shown = state.information_state_tensor(seat)
        _, probs = self.agent.act_epsilon_greedy(shown, legal, 0.0)
        return {action: float(probs[action]) for action in legal}

    def freeze(self) -> None:
        self.is_learning = False

    def unfreeze(self) -> None:
        self.is_learning = True

    def is_frozen(self) -> bool:
        return not self.is_learning

    def copy_with_noise(self, sigma: float = 0.0) -> Oracle:
        """A new learner that begins with this one's weights."""
        twin = Oracle(self.env, self.seat, **self.options)
        weights = self.agent._q_network.state_dict()
        twin.agent._q_network.load_state_dict(weights)
        twin.agent._target_q_network.load_state_dict(weights)
        return twin


def learn_psro(settings: Settings, values: Values) -> Iterator[Learned]:
    """Oracles answer mixtures of oracles; what counts is the last mixture."""
    env = environment(settings)
    options = _for_both(settings, env) | {
        "learning_rate": settings.learning_rate,
        "epsilon_decay_duration": settings.oracle_episodes,
        "seed": settings.seed,
    }
    first = [Oracle(env, seat, **options) for seat in (0, 1)]
    for oracle in first:
        oracle.freeze()
    with contextlib.redirect_stdout(io.StringIO()):  # it prints its settings
        solver = psro_v2.PSROSolver(
            env.game,
            rl_oracle.RLOracle(env, Oracle, options, settings.oracle_episodes),
            sims_per_entry=settings.entry_games,
            initial_policies=first,
            training_strategy_selector="probabilistic",
            meta_strategy_method=settings.meta,
            sample_from_marginals=True,
        )
    played: list[Policy] = []
    rounds = max(1, settings.episodes // (2 * settings.oracle_episodes))
    for number in range(rounds + 1):
        if number:
            solver.iteration()
        pair = [oracles[-1].agent._q_network for oracles in solver.get_policies()]
        played.append(tables.policy_of(values.tree, pair, tables.greedy))
        weights = [np.asarray(probs) for probs in solver.get_meta_strategies()]
        episodes = 2 * settings.oracle_episodes * number
        yield Learned(episodes, tables.mixed(values, played, weights))


def learn(settings: Settings, values: Values) -> Iterator[Learned]:
    """The algorithm that the settings name, on one core."""
    torch.set_num_threads(1)
    np.random.seed(settings.seed)  # OpenSpiel's agents draw from numpy's own stream
    learners = {"nfsp": learn_nfsp, "psro": learn_psro}
    yield from learners[settings.algorithm](settings, values)
