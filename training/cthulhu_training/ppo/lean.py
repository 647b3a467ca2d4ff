"""The lean trainer: PPO by self-play over a whole batch of games, arrays from end to end.

    cthulhu train love_letter --players 2 --steps 10000000

One network plays all seats. Every update collects `num_steps` decisions of `num_envs` games, gives
each seat the credit of its own decisions (credit.py), and improves the network by PPO's clipped
policy gradient with an entropy bonus. With `kl_coef` the update also stays close to the policy
before it, and is magnetic mirror descent (MMD). With `clone` the first updates imitate a bot
(clone.py). All randomness is numpy's, so a run that was killed goes on exactly (checkpoint.py).
Several processes may share the games of a run (distributed.py).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy, scale_of
from cthulhu_agents.learned.shipped import shipped_for
from numpy.typing import NDArray
from torch import Tensor, nn

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.api.vector import SPARSE, VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_training.ppo.batch import AnyBatch, DenseBatch, SparseBatch
from cthulhu_training.ppo.clone import clone_loss, teach, teacher_of
from cthulhu_training.ppo.credit import gae_by_seat
from cthulhu_training.ppo.distributed import ProcessGroup
from cthulhu_training.ppo.memory import keep_freed_memory
from cthulhu_training.ppo.network import ActorCritic
from cthulhu_training.ppo.opponents import OpponentPool, batched_bots
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.seeds import BOT_SEED, POOL_SEED, RANK_SEED, TEACHER_SEED

SMALL = 1e-8
SHIPPED = "ppo"  # to begin with the policy that comes with the package
EARLY = 10  # updates during which the moving average of the weights forgets more quickly

Facts = dict[str, float]
Loss = Callable[[Tensor], tuple[Tensor, Facts]]  # of some rows of a rollout; facts are logged


def start_of(start: str, game: Game) -> Path:
    """The file of the policy to begin with; `ppo` is the one that comes with the package."""
    return shipped_for(game) if start == SHIPPED else Path(start)


class Rollout(NamedTuple):
    """T decisions of N lanes, one row each, of those that can be learned from: M <= T * N."""

    batch: AnyBatch  # M rows: observations, legal actions, log probabilities when collected
    choice: Tensor  # (M,): place of the action among a row's log probabilities
    advantage: Tensor  # (M,); normalized before it is learned from
    target: Tensor  # (M,): what the critic should have said
    paid: float  # mean reward of a seat's game
    games: int


class LeanPPO:
    """A run in progress. `update` does one turn of collecting and learning."""

    def __init__(self, settings: Settings, group: ProcessGroup | None = None) -> None:
        torch.set_num_threads(settings.threads)
        keep_freed_memory()
        torch.manual_seed(settings.seed)  # the same weights in all processes
        self.settings = settings
        self.group = group or ProcessGroup(settings.device)
        if settings.num_envs % self.group.size:
            raise ValueError(f"num_envs must be a multiple of the {self.group.size} processes")
        self.seed = settings.seed + self.group.rank * RANK_SEED
        self.game = game = settings.table_of_game()
        self.scale = scale_of(game)
        self.said = ""  # what there is to say of the beginning
        sizes = game.observations.size, settings.widths, game.actions.size
        self.net = ActorCritic(*sizes, settings.activation)
        if settings.start:
            self._begin_with(LearnedPolicy.read(start_of(settings.start, game)))
        self.net.to(self.group.device)
        self.ema = copy.deepcopy(self.net)
        self.optimiser = torch.optim.Adam(
            self.net.parameters(), settings.learning_rate, eps=1e-5, fused=True
        )
        self.rng = np.random.default_rng(self.seed)
        self.teacher = teacher_of(settings.clone, game, self.seed * TEACHER_SEED)
        bots = batched_bots(game, settings.bots, self.seed * BOT_SEED)
        latest = 0.0 if settings.only_opponents else settings.self_play
        past = 0 if settings.only_opponents else settings.pool_size
        lanes = settings.num_envs // self.group.size
        self.opponents = OpponentPool(game, lanes, bots, past, latest, self.rng)
        self.vec = VectorEnv(game, lanes, reuse=True, obs=settings.obs)
        self.form = SparseBatch if settings.obs == SPARSE else DenseBatch
        self.vec.reset(self.seed)
        self.updates = 0

    def _begin_with(self, policy: LearnedPolicy) -> None:
        """Take over the weights of a policy for the same table, of the same size. The critic stays
        a fresh one if the policy has none.
        """
        start, settings = self.settings.start, self.settings
        policy.check_plays(self.game)
        if policy.activation != settings.activation:
            raise ValueError(f"{start} has {policy.activation} layers, not {settings.activation}")
        try:
            self.net.load_layers(policy.actor, policy.critic)
        except ValueError:
            raise ValueError(f"{start} has other layers than {settings.hidden}") from None
        if not policy.critic:
            self.said = f"{start} has no critic, so learning begins with a new one"

    @property
    def steps(self) -> int:
        """Decisions so far."""
        return self.updates * self.settings.batch

    @property
    def is_done(self) -> bool:
        return self.updates >= self.settings.updates

    def update(self) -> Facts:
        """Collect, learn, and say how it went."""
        settings = self.settings
        if self.updates < settings.clone_updates:
            rollout = self.collect(self.teacher)
            facts = self.learn(rollout, lambda rows: clone_loss(self, rollout, rows))
        else:
            rollout, facts = self._ppo_update()
        self.updates += 1
        if self.updates % settings.pool_every == 0 and self.opponents.most_past:
            seed = self.seed * POOL_SEED + self.updates
            self.opponents.remember(PolicyPlayer(self.policy(), seed))
        return self.group.mean({"paid": rollout.paid, "games": float(rollout.games), **facts})

    def _ppo_update(self) -> tuple[Rollout, Facts]:
        settings, before = self.settings, self.settings.clone_updates
        left = 1.0 - (self.updates - before) / (settings.updates - before)
        rate = settings.final_learning_rate + (1.0 - settings.final_learning_rate) * left
        entropy = settings.final_entropy + (1.0 - settings.final_entropy) * left
        for group in self.optimiser.param_groups:
            group["lr"] = settings.learning_rate * rate
        rollout = self.collect()
        mean, std = self.group.mean_and_std(rollout.advantage)
        spread = std + SMALL if settings.normalize_advantage else 1.0
        rollout = rollout._replace(advantage=(rollout.advantage - mean) / spread)
        entropy_coef = settings.entropy_coef * entropy
        return rollout, self.learn(rollout, lambda rows: self.ppo_loss(rollout, rows, entropy_coef))

    @torch.no_grad()
    def collect(self, teacher: Agent | None = None) -> Rollout:
        """Play on in all lanes; a teacher decides for all seats."""
        settings, now = self.settings, self.vec
        steps, lanes, players = settings.num_steps, now.num_envs, self.game.num_players
        shown: list[Any] = []  # a batch for each step
        action, choice = (np.empty((steps, lanes), np.int64) for _ in range(2))
        seat = np.empty((steps, lanes), np.int8)
        value = np.empty((steps, lanes), np.float32)
        is_own = np.ones((steps, lanes), np.bool_)
        reward = np.empty((steps, lanes, players), np.float32)
        done = np.empty((steps, lanes), np.bool_)
        for t in range(steps):
            batch = self.form.of(now.obs, now.mask, self.scale).to(self.group.device)
            log_probs, values = self.net(batch)
            seat[t], value[t] = now.seat, values.cpu().numpy()
            if teacher:
                action[t] = teach(teacher, self)
            else:
                action[t] = batch.sample(log_probs, self.rng.random(lanes))
                is_own[t] = self.opponents.act_for_others(now.obs, now.mask, now.seat, action[t])
            choice[t] = batch.choices(action[t])
            shown.append(replace(batch, old_log_probs=log_probs))
            _, _, _, reward[t], done[t] = self.vec.step(action[t])
            if done[t].any():
                self.opponents.seat_anew(done[t])
        advantage, weight = gae_by_seat(
            seat, reward, done, value, settings.gamma, settings.gae_lambda
        )
        rows = np.flatnonzero((weight > 0) & is_own)
        games = int(done.sum())
        own = float((reward.sum(axis=0) * (self.opponents.owner < 0)).sum())

        def tensor(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(array).to(self.group.device)

        return Rollout(
            self.form.cat(shown)[tensor(rows)],
            tensor(choice.reshape(-1)[rows]),
            tensor(advantage.reshape(-1)[rows]),
            tensor((advantage + value).reshape(-1)[rows]),
            own / max(games, 1),
            games,
        )

    def learn(self, rollout: Rollout, loss_of: Loss) -> Facts:
        """`epochs` passes over the rollout in `minibatches` parts; means of what the loss says."""
        settings, weights = self.settings, list(self.net.parameters())
        said: list[Facts] = []
        for _ in range(settings.epochs):
            order = torch.from_numpy(self.rng.permutation(len(rollout.choice)))
            order = order.to(self.group.device)
            for rows in order.tensor_split(settings.minibatches):
                if not len(rows) and self.group.size == 1:
                    continue  # nothing has ended that could be learned from
                self.optimiser.zero_grad()
                if len(rows):
                    loss, facts = loss_of(rows)
                    loss.backward()
                    said.append(facts)
                else:  # the other processes still average
                    for weight in weights:
                        weight.grad = torch.zeros_like(weight)
                self.group.average_gradients(weights)
                nn.utils.clip_grad_norm_(weights, settings.max_grad_norm)
                self.optimiser.step()
        old = min(settings.ema_decay, self.updates / (self.updates + EARLY))
        with torch.no_grad():
            for kept, weight in zip(self.ema.parameters(), weights, strict=True):
                kept.lerp_(weight, 1.0 - old)
        names = said[0] if said else ()
        return {name: sum(one[name] for one in said) / len(said) for name in names}

    def ppo_loss(self, rollout: Rollout, rows: Tensor, entropy_coef: float) -> tuple[Tensor, Facts]:
        """What is to be made smaller, and its parts."""
        settings, advantage = self.settings, rollout.advantage[rows]
        batch = rollout.batch[rows]
        log_probs, values = self.net(batch)  # flat, (B,)
        old = batch.old_log_probs
        chosen = batch.starts() + rollout.choice[rows]
        ratio = (log_probs[chosen] - old[chosen]).exp()
        clipped = ratio.clamp(1.0 - settings.clip_range, 1.0 + settings.clip_range)
        policy = -torch.min(ratio * advantage, clipped * advantage).mean()
        probs = log_probs.exp()
        entropy = -(probs * log_probs).sum() / len(rows)  # 0 * ILLEGAL is 0
        with torch.set_grad_enabled(settings.kl_coef > 0):  # else it is only told
            kl = (probs * (log_probs - old)).sum() / len(rows)
        value = (values - rollout.target[rows]).square().mean()
        loss = policy - entropy_coef * entropy + settings.kl_coef * kl + settings.value_coef * value
        return loss, {
            "policy": policy.item(),
            "value": value.item(),
            "entropy": entropy.item(),
            "kl": kl.item(),
        }

    def policy(self) -> LearnedPolicy:
        """The policy as it is now; its weights are the moving average of the latest ones."""
        facts = {"settings": json.loads(self.settings.to_json()), "steps": self.steps}
        actor, critic = self.ema.layers()
        return LearnedPolicy(self.game, actor, critic, facts, self.settings.activation)
