"""PPO of RLlib by self-play through the AEC environment, on this machine or on a Ray cluster.

    cthulhu train love_letter --trainer rllib -p 2 --set rounds=single
    cthulhu train love_letter --trainer rllib -p 2 --set rounds=single --address auto --runners 32

One policy plays all seats. What it learns is written as any other policy of ours: `ppo:path`.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ray
import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import Layers, LearnedPolicy
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

import cthulhu_envs
from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.authoring.files import append_line
from cthulhu_envs.authoring.game import Game
from cthulhu_training.integrations.rllib_trainer import LOG, POLICY, Settings
from cthulhu_training.loggers import Loggers
from cthulhu_training.ppo.evaluate import against
from cthulhu_training.ppo.network import stack
from cthulhu_training.ppo.sparse_ops import log_probs_of
from cthulhu_training.progress import bar
from cthulhu_training.run_lock import only_writer
from cthulhu_training.run_settings import check_new, write_run
from cthulhu_training.seeds import EVALUATION_SEED
from cthulhu_training.trainers import Notice

SHARED = "everybody"  # the one policy of all seats
FRAGMENT = 16  # decisions in a row: RLlib looks through all games of a stretch at every step


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Actor and critic in the shape of `LearnedPolicy`; what is not legal has probability 0."""

    def setup(self) -> None:
        seen = self.observation_space["observation"]
        widths = tuple(int(part) for part in self.model_config["hidden"].split("x"))
        scale = 1.0 / torch.from_numpy(seen.high).clamp(min=1.0)
        self.register_buffer("scale", scale)
        self.actor = stack(seen.shape[0], widths, int(self.action_space.n), 0.01)
        self.critic = stack(seen.shape[0], widths, 1, 1.0)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        shown = batch[Columns.OBS]
        logits = self.actor(shown["observation"] * self.scale)
        return {Columns.ACTION_DIST_INPUTS: log_probs_of(logits, shown["action_mask"] > 0)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        return self.critic(batch[Columns.OBS]["observation"] * self.scale).squeeze(-1)


class TableEnv(PettingZooEnv):  # type: ignore[misc]
    """RLlib's own wrapper around our AEC environment, made from what can travel."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__(cthulhu_envs.make(config["game"], **config["table"]))


def config_of(settings: Settings) -> Any:
    """RLlib's settings for ours."""
    module = RLModuleSpec(module_class=MaskedModule, model_config={"hidden": settings.hidden})
    return (
        PPOConfig()
        .environment(TableEnv, env_config={"game": settings.game, "table": dict(settings.table)})
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda *seat, **more: SHARED)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
        .env_runners(
            num_env_runners=settings.runners,
            num_envs_per_env_runner=settings.games,
            rollout_fragment_length=FRAGMENT,
        )
        .learners(num_learners=settings.learners)
        .training(
            lr=settings.learning_rate,
            gamma=1.0,
            entropy_coeff=settings.entropy_coef,
            train_batch_size_per_learner=settings.batch,
            minibatch_size=settings.minibatch,
            num_epochs=settings.epochs,
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .debugging(seed=settings.seed, log_level="ERROR")
    )


def policy_of(algorithm: PPO, game: Game, facts: dict[str, Any]) -> LearnedPolicy:
    """What has been learned so far, as a policy of ours."""
    module = algorithm.get_module(SHARED)
    return LearnedPolicy(game, _layers(module.actor), _layers(module.critic), facts)


def _layers(layers: Any) -> Layers:
    linear = [layer for layer in layers if isinstance(layer, torch.nn.Linear)]
    return tuple(
        (one.weight.detach().numpy().T.copy(), one.bias.detach().numpy().copy()) for one in linear
    )


@contextlib.contextmanager
def cluster(address: str) -> Iterator[None]:
    """The Ray cluster at an address, or one of this machine that ends with the run."""
    was_there = ray.is_initialized()
    if not was_there:
        ray.init(address=address or None, include_dashboard=False, log_to_driver=False)
    try:
        yield
    finally:
        if not was_there:
            ray.shutdown()


@contextlib.contextmanager
def built(settings: Settings) -> Iterator[PPO]:
    """RLlib's algorithm, which is stopped before Ray is, however the run ends."""
    algorithm = config_of(settings).build_algo()
    try:
        yield algorithm
    finally:
        algorithm.stop()


def judged(policy: LearnedPolicy, judge: Agent, settings: Settings) -> dict[str, Any]:
    """How a policy does against the bot that judges it, as a line of the log."""
    me = PolicyPlayer(policy, EVALUATION_SEED)
    score = against(policy.game, me, judge, settings.evaluate_games, EVALUATION_SEED)
    return {
        "steps": policy.facts["steps"],
        settings.evaluate_against: score.mean,
        "margin": score.margin,
    }


def train(
    settings: Settings,
    folder: str | Path,
    notice: Notice = lambda line: None,
    progress: bool = False,
) -> list[dict[str, Any]]:
    """Learn; the folder gets a line for each evaluation and the last policy."""
    with only_writer(folder):
        return _train(settings, Path(folder), notice, progress)


def _train(
    settings: Settings, folder: Path, notice: Notice, progress: bool
) -> list[dict[str, Any]]:
    game, name = settings.table_of_game(), settings.evaluate_against
    check_new(folder)
    judge = make_agent(name, game, EVALUATION_SEED)
    write_run(folder, settings, "rllib")
    loggers = Loggers(settings, folder)
    lines: list[dict[str, Any]] = []

    def look(algorithm: PPO, steps: int) -> LearnedPolicy:
        policy = policy_of(algorithm, game, {"trainer": "rllib", "steps": steps})
        lines.append(judged(policy, judge, settings))
        notice(f"{steps:,} decisions: {lines[-1][name]:+.3f} against {name}")
        return policy

    def keep(policy: LearnedPolicy) -> None:
        append_line(folder / LOG, json.dumps(lines[-1]))
        loggers.log("evaluation", lines[-1]["steps"], {name: lines[-1][name]})
        policy.write(folder / POLICY)

    torch.set_num_threads(1)  # of the learner here: small networks lose by more
    with (
        contextlib.closing(loggers),
        cluster(settings.address),
        built(settings) as algorithm,
        bar(game.title, progress, settings.steps, "decisions") as show,
    ):
        steps = 0
        first = look(algorithm, steps)
        while steps < settings.steps:
            found = algorithm.train()
            if not steps:  # a run that fails before it has learned anything writes nothing
                keep(first)
            steps = int(found["num_env_steps_sampled_lifetime"])
            if steps - lines[-1]["steps"] >= settings.steps / 10 or steps >= settings.steps:
                keep(look(algorithm, steps))
            show(steps / settings.steps)
    return lines
