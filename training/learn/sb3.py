"""The familiar trainer: MaskablePPO of sb3-contrib over the vector face.

    cthulhu train love_letter --players 2 --trainer sb3 --steps 1000000

The same settings, the same kind of folder and the same policy files as the lean trainer. With `kl`
the entropy that MaskablePPO is given is lowered by the divergence from the policy before the
update, which makes the loss that of magnetic mirror descent.
"""

from __future__ import annotations

import copy
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from torch import Tensor, nn

from training.learn.lean import log_chances
from training.learn.ledger import Ledger, Tell, Trained
from training.learn.memory import keep_freed_memory
from training.learn.opponents import Company, batched_bots
from training.learn.player import PolicyPlayer
from training.learn.policy import Layers, LearnedPolicy
from training.learn.sb3_env import SelfPlayVecEnv
from training.learn.settings import Settings
from training.progress import bar

CHECKPOINT, BOOKS = "checkpoint.zip", "checkpoint.json"
BOT_SEED, SELF_SEED = 7_919, 1_000_003


class MagneticPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """MaskablePPO's policy; `before` is itself before the update, `pull` the weight of staying
    near it, in units of the entropy's weight.
    """

    before: nn.Module | None = None  # the actor alone
    pull = 0.0

    def hold(self, pull: float) -> None:
        """Remember the policy as it is now, and stay near it."""
        if pull:
            actor = nn.Sequential(self.mlp_extractor.policy_net, self.action_net)
            object.__setattr__(self, "before", copy.deepcopy(actor))  # no part of the network
            self.pull = pull

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        values, log_chance, entropy = super().evaluate_actions(obs, actions, action_masks)
        if self.before is not None and entropy is not None:
            now: Any = self.get_distribution(obs, action_masks).distribution
            with torch.no_grad():
                is_legal = torch.as_tensor(action_masks, dtype=torch.bool).reshape(now.probs.shape)
                then = log_chances(self.before(obs), is_legal)
            entropy = entropy - self.pull * (now.probs * (now.logits - then)).sum(1)
        return values, log_chance, entropy


def layers_of(stack: Any, last: Any) -> Layers:
    """The numbers of a stack of layers and its last one."""
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


class _Books(BaseCallback):
    """Before each rollout: refresh who plays the other chairs, evaluate, save."""

    def __init__(self, model: Any, ledger: Ledger, env: SelfPlayVecEnv, show: Any) -> None:
        super().__init__()
        self.learner = model
        self.ledger, self.games, self.show = ledger, env, show
        self.rollouts = 0
        self.since = time.perf_counter()

    def _on_rollout_start(self) -> None:
        settings, model = self.ledger.settings, self.learner
        self.ledger.seconds += time.perf_counter() - self.since
        policy = policy_of(model, settings)
        seed = settings.seed * SELF_SEED + model.num_timesteps
        self.games.current = PolicyPlayer(policy, seed)
        if self.rollouts and self.rollouts % settings.pool_every == 0:
            self.games.company.remember(PolicyPlayer(policy, seed + 1))
        model.policy.hold(settings.kl / settings.entropy if settings.kl else 0.0)
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
        self.ledger.log("update", steps, shown)
        if self.ledger.is_due(steps):
            self.ledger.judge(policy, steps)
            save(self.learner, self.ledger)
        self.show(steps / self.ledger.settings.steps, self.ledger.words(steps))

    def _on_step(self) -> bool:
        return True


def save(model: MaskablePPO, ledger: Ledger) -> None:
    """A checkpoint: written under another name and then moved, so that a kill loses nothing."""
    for name, write in (
        (CHECKPOINT, model.save),
        (BOOKS, lambda path: Path(path).write_text(json.dumps(ledger.save()), encoding="utf-8")),
    ):
        new = ledger.folder / f"new-{name}"
        write(new)
        new.replace(ledger.folder / name)


def new_model(settings: Settings, env: SelfPlayVecEnv) -> MaskablePPO:
    """MaskablePPO with the settings of the run."""
    keep_freed_memory()
    widths = list(settings.widths)

    def rate(left: float) -> float:
        return settings.learning_rate * (settings.final_rate + (1 - settings.final_rate) * left)

    return MaskablePPO(
        MagneticPolicy,
        env,
        learning_rate=rate,
        n_steps=settings.horizon,
        batch_size=max(1, settings.batch // settings.minibatches),
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.trace,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value_weight,
        max_grad_norm=settings.max_grad,
        policy_kwargs={"net_arch": {"pi": widths, "vf": widths}, "activation_fn": nn.Tanh},
        seed=settings.seed,
        device="cpu",
    )


def train_sb3(ledger: Ledger, tell: Tell, progress: bool) -> Trained:
    """Learn with MaskablePPO; a run that was stopped goes on from its last checkpoint."""
    settings, game = ledger.settings, ledger.game
    torch.set_num_threads(settings.threads)
    rng = np.random.default_rng(settings.seed)
    bots = batched_bots(game, settings.bots, settings.seed * BOT_SEED)
    latest = 0.0 if settings.only_opponents else settings.latest
    past = 0 if settings.only_opponents else settings.pool
    company = Company(game, settings.lanes, bots, past, latest, rng)
    env = SelfPlayVecEnv(game, settings.lanes, company, settings.seed)
    model = new_model(settings, env)
    if (ledger.folder / CHECKPOINT).is_file():
        model = MaskablePPO.load(ledger.folder / CHECKPOINT, env=env, device="cpu")
        saved = json.loads((ledger.folder / BOOKS).read_text(encoding="utf-8"))
        ledger.load(saved, model.num_timesteps)
        tell(f"going on from decision {model.num_timesteps:,}")
    env.current = PolicyPlayer(policy_of(model, settings), settings.seed)
    left = settings.steps - model.num_timesteps
    if left > 0:
        with bar(game.title, progress) as show:
            books = _Books(model, ledger, env, show)
            model.learn(left, callback=books, reset_num_timesteps=False)
            ledger.judge(policy_of(model, settings), model.num_timesteps)
            save(model, ledger)
    env.close()
    return ledger.result(model.num_timesteps)
