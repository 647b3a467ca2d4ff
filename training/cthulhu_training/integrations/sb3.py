"""The familiar trainer: MaskablePPO of sb3-contrib over the vector environment.

    cthulhu train love_letter --players 2 --trainer sb3 --steps 1000000

The same settings, the same kind of folder and the same policy files as the lean trainer. With `kl`
the entropy that MaskablePPO is given is lowered by the divergence from the policy before the
update, which makes the loss that of magnetic mirror descent.
"""

from __future__ import annotations

import copy
import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from cthulhu_agents.learned.family import PolicyFamily
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import Layers, LearnedPolicy
from cthulhu_agents.npz import FREE, MOST_RATIO, MOST_UNPACKED
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from torch import Tensor, nn

from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.files import (
    SETTINGS,
    named,
    read_bytes,
    reading,
    size_in_words,
    write_whole,
)
from cthulhu_envs.authoring.parsing import Fields, parse_json, record_in
from cthulhu_training.integrations.sb3_env import SelfPlayVecEnv
from cthulhu_training.ppo.memory import keep_freed_memory
from cthulhu_training.ppo.opponents import OpponentPool, batched_bots
from cthulhu_training.ppo.run_folder import RunLog, Trained
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.ppo.sparse_ops import log_probs_of
from cthulhu_training.progress import bar
from cthulhu_training.seeds import BOT_SEED, POOL_SEED
from cthulhu_training.trainers import Notice

CHECKPOINT, BOOKS = "checkpoint.zip", "checkpoint.json"
COUNTS = ("num_timesteps", "_n_updates")  # of the model, which its weights do not tell


class MagneticPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """MaskablePPO's policy; `before` is itself before the update, `kl_weight` the
    weight of the KL divergence from it, in units of `entropy_coef`.
    """

    before: nn.Module | None = None  # the actor alone
    kl_weight = 0.0

    def hold(self, kl_weight: float) -> None:
        """Remember the policy as it is now, and stay near it."""
        if kl_weight:
            actor = nn.Sequential(self.mlp_extractor.policy_net, self.action_net)
            object.__setattr__(self, "before", copy.deepcopy(actor))  # no part of the network
            self.kl_weight = kl_weight

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        values, log_probs, entropy = super().evaluate_actions(obs, actions, action_masks)
        if self.before is not None and entropy is not None:
            now: Any = self.get_distribution(obs, action_masks).distribution
            with torch.no_grad():
                is_legal = torch.as_tensor(action_masks, dtype=torch.bool).reshape(now.probs.shape)
                then = log_probs_of(self.before(obs), is_legal)
            entropy = entropy - self.kl_weight * (now.probs * (now.logits - then)).sum(1)
        return values, log_probs, entropy


def layers_of(stack: Any, last: Any) -> Layers:
    """Weights and biases of a stack of layers and its last one."""
    linear = [layer for layer in [*stack, last] if isinstance(layer, nn.Linear)]
    return tuple(
        (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy())
        for layer in linear
    )


def policy_of(model: MaskablePPO, settings: Settings) -> LearnedPolicy:
    """What the model has learned, as a policy that plays everywhere."""
    network = model.policy
    facts = {"settings": json.loads(settings.to_json()), "steps": int(model.num_timesteps)}
    actor = layers_of(network.mlp_extractor.policy_net, network.action_net)
    critic = layers_of(network.mlp_extractor.value_net, network.value_net)
    return LearnedPolicy(settings.table_of_game(), actor, critic, facts)


class _Callback(BaseCallback):
    """Before each rollout: refresh who plays the other seats, evaluate, save."""

    def __init__(self, model: Any, run_log: RunLog, env: SelfPlayVecEnv, show: Any) -> None:
        super().__init__()
        self.learner = model
        self.run_log, self.games, self.show = run_log, env, show
        self.rollouts = 0
        self.since = time.perf_counter()

    def _on_rollout_start(self) -> None:
        settings, model = self.run_log.settings, self.learner
        self.run_log.seconds += time.perf_counter() - self.since
        policy = policy_of(model, settings)
        seed = settings.seed * POOL_SEED + model.num_timesteps
        self.games.current = PolicyPlayer(policy, seed)
        if self.rollouts and self.rollouts % settings.pool_every == 0:
            self.games.opponents.remember(PolicyPlayer(policy, seed + 1))
        model.policy.hold(settings.kl_coef / settings.entropy_coef if settings.kl_coef else 0.0)
        if self.rollouts:
            self._note(policy)
        self.rollouts += 1
        self.since = time.perf_counter()

    def _note(self, policy: LearnedPolicy) -> None:
        steps = self.learner.num_timesteps
        shown = {
            name.removeprefix("train/"): float(value)
            for name, value in self.logger.name_to_value.items()
            if name.startswith("train/") and isinstance(value, (int, float, np.number))
        }
        self.run_log.log("update", steps, shown)
        if self.run_log.is_due(steps):
            self.run_log.judge(PolicyFamily.of(policy), steps)
            save(self.learner, self.run_log)
        self.show(steps / self.run_log.settings.steps, self.run_log.words())

    def _on_step(self) -> bool:
        return True


def save(model: MaskablePPO, run_log: RunLog) -> None:
    """A checkpoint: one file, which is replaced when the new one is complete. The books of the run
    are a member of the archive, so that they are never those of another moment.
    """
    packed = io.BytesIO()
    model.save(packed)
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr(BOOKS, json.dumps(run_log.save()))
    write_whole(run_log.folder / CHECKPOINT, packed.getvalue())


def new_model(settings: Settings, env: SelfPlayVecEnv) -> MaskablePPO:
    """MaskablePPO with the settings of the run."""
    keep_freed_memory()
    widths = list(settings.widths)

    def rate(left: float) -> float:
        return settings.learning_rate * (
            settings.final_learning_rate + (1 - settings.final_learning_rate) * left
        )

    return MaskablePPO(
        MagneticPolicy,
        env,
        learning_rate=rate,
        n_steps=settings.num_steps,
        batch_size=max(1, settings.batch // settings.minibatches),
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip_range,
        ent_coef=settings.entropy_coef,
        vf_coef=settings.value_coef,
        max_grad_norm=settings.max_grad_norm,
        policy_kwargs={"net_arch": {"pi": widths, "vf": widths}, "activation_fn": nn.Tanh},
        seed=settings.seed,
        device="cpu",
    )


def load(model: MaskablePPO, run_log: RunLog) -> None:
    """Put the checkpoint in the folder of the run into a new model. Weights and counts alone:
    `MaskablePPO.load` would unpickle the rest of the file, which can run anybody's code.
    """
    path = run_log.folder / CHECKPOINT
    try:
        counts, saved = _told_in(path)
        model.set_parameters(str(path), device="cpu")
        _check_finite(model)
    except Exception as fault:  # the library says little of what a damaged file makes it raise
        words = f"{named(path)} is damaged, or no checkpoint of this run"
        raise ValueError(bounded(f"{words} ({type(fault).__name__}: {fault})")) from None
    vars(model).update(counts)
    run_log.load(saved, model.num_timesteps)


def _told_in(path: Path) -> tuple[dict[str, int], dict[str, Any]]:
    """The counts of the model, and the books of the run; those of versions before 0.3.0 lie
    beside the archive.
    """
    with reading(path, MOST_UNPACKED) as file, zipfile.ZipFile(file) as archive:
        unpacked = sum(info.file_size for info in archive.infolist())
        if unpacked > max(FREE, MOST_RATIO * path.stat().st_size):
            raise ValueError(f"it unpacks to {size_in_words(unpacked)}")
        told = Fields(parse_json(archive.read("data"), "data"), "data")
        books = archive.read(BOOKS) if BOOKS in archive.namelist() else None
    if books is None:
        books = read_bytes(path.with_name(BOOKS), SETTINGS)
    return {name: told.whole(name) for name in COUNTS}, record_in(books, BOOKS)


def _check_finite(model: MaskablePPO) -> None:
    """ValueError if a weight, or what the optimiser keeps of it, is infinite or none."""
    policy = model.policy
    kept = [moment for state in policy.optimizer.state.values() for moment in state.values()]
    for tensor in [*policy.state_dict().values(), *kept]:
        if isinstance(tensor, Tensor) and not torch.isfinite(tensor).all():
            raise ValueError("some of its numbers are infinite, or none")


def train_sb3(run_log: RunLog, notice: Notice, progress: bool) -> Trained:
    """Learn with MaskablePPO; a run that was stopped goes on from its last checkpoint."""
    settings, game = run_log.settings, run_log.game
    torch.set_num_threads(settings.threads)
    rng = np.random.default_rng(settings.seed)
    bots = batched_bots(game, settings.bots, settings.seed * BOT_SEED)
    latest = 0.0 if settings.only_opponents else settings.self_play
    past = 0 if settings.only_opponents else settings.pool_size
    opponents = OpponentPool(game, settings.num_envs, bots, past, latest, rng)
    env = SelfPlayVecEnv(game, settings.num_envs, opponents, settings.seed)
    model = new_model(settings, env)
    if (run_log.folder / CHECKPOINT).is_file():
        load(model, run_log)
        notice(f"resuming from decision {model.num_timesteps:,}")
    else:
        run_log.start_over()
        if settings.rounded:
            notice(settings.rounded)
    env.current = PolicyPlayer(policy_of(model, settings), settings.seed)
    left = settings.steps - model.num_timesteps
    if left > 0:
        before = model.num_timesteps / settings.steps
        with bar(game.title, progress, settings.steps, "decisions", before) as show:
            callback = _Callback(model, run_log, env, show)
            model.learn(left, callback=callback, reset_num_timesteps=False)
            run_log.judge(PolicyFamily.of(policy_of(model, settings)), model.num_timesteps)
            save(model, run_log)
    env.close()
    return run_log.result(model.num_timesteps)
