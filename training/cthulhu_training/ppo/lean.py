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
from cthulhu_agents.learned.family import PolicyFamily
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_agents.learned.shipped import shipped_for
from cthulhu_agents.learned.union import Union
from numpy.typing import NDArray
from torch import Tensor, nn

from cthulhu_envs.authoring.game import Game
from cthulhu_training.ppo.batch import AnyBatch
from cthulhu_training.ppo.carry import carry_over
from cthulhu_training.ppo.clone import clone_loss, teach
from cthulhu_training.ppo.credit import gae_by_seat
from cthulhu_training.ppo.distributed import ProcessGroup
from cthulhu_training.ppo.memory import keep_freed_memory
from cthulhu_training.ppo.network import ActorCritic
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.ppo.table_run import TableRun
from cthulhu_training.seeds import POOL_SEED, RANK_SEED

SMALL = 1e-8
SHIPPED = "ppo"  # to begin with the policy that comes with the package
EARLY = 10  # updates during which the moving average of the weights forgets more quickly

Metrics = dict[str, float]
Loss = Callable[[Tensor], tuple[Tensor, Metrics]]  # of some rows of a rollout; metrics are logged


def start_of(start: str, game: Game) -> Path:
    """The file of the policy to begin with; `ppo` is the one that comes with the package."""
    return shipped_for(game) if start == SHIPPED else Path(start)


class Rollout(NamedTuple):
    """T decisions of N lanes, one row each, of those that can be learned from: M <= T * N."""

    batch: AnyBatch  # M rows: observations, legal actions, log probabilities when collected
    choice: Tensor  # (M,): place of the action among a row's log probabilities
    advantage: Tensor  # (M,); normalized before it is learned from
    target: Tensor  # (M,): what the critic should have said
    mean_reward: float  # mean reward of a seat's game
    games: int


class LeanPPO:
    """A run in progress. `update` does one turn of collecting and learning."""

    def __init__(self, settings: Settings, group: ProcessGroup | None = None) -> None:
        torch.set_num_threads(settings.threads)
        keep_freed_memory()
        torch.manual_seed(settings.seed)  # the same weights in all processes
        self.settings = settings
        self.group = group or ProcessGroup(settings.device)
        self.seed = settings.seed + self.group.rank * RANK_SEED
        self.game = settings.table_of_game()
        self.union = Union(settings.tables_of_game())
        parts = self.group.size * len(self.union.games)
        if settings.num_envs % parts:
            raise ValueError(f"num_envs must be a multiple of {parts}: processes times tables")
        self.said = ""  # what there is to say of the beginning
        sizes = len(self.union.observations), settings.widths, len(self.union.actions)
        groups = self.union.without_seats if settings.share_seats else None
        self.net = ActorCritic(*sizes, settings.activation, groups)
        if settings.start:
            path = start_of(settings.start, self.game)
            carried = settings.carry_over and PolicyFamily.of(carry_over(path, self.game))
            self._begin_with(carried or PolicyFamily.read(path))
        self.net.to(self.group.device)
        self.ema = copy.deepcopy(self.net)
        self.optimiser = torch.optim.Adam(
            self.net.parameters(), settings.learning_rate, eps=1e-5, fused=True
        )
        self.rng = np.random.default_rng(self.seed)
        self.tables = [
            TableRun(settings, self.union, number, settings.num_envs // parts, self.seed, self.rng)
            for number in range(len(self.union.games))
        ]
        self.updates = 0

    def _begin_with(self, policy: PolicyFamily) -> None:
        """Take over the weights of a policy for the same tables, of the same size. The critic stays
        a fresh one if the policy has none.
        """
        start, settings = self.settings.start, self.settings
        for game in self.union.games:
            policy.member_for(game)
        if len(policy.games) != len(self.union.games):
            raise ValueError(f"{start} was also learned for other numbers of players")
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

    def update(self) -> Metrics:
        """Collect, learn, and say how it went."""
        settings = self.settings
        if self.updates < settings.clone_updates:
            rollout = self.collect(by_teacher=True)
            metrics = self.learn(rollout, lambda rows: clone_loss(self, rollout, rows))
        else:
            rollout, metrics = self._ppo_update()
        self.updates += 1
        if self.updates % settings.pool_every == 0:
            seed = self.seed * POOL_SEED + self.updates
            for table, policy in zip(self.tables, self.family().members, strict=True):
                table.opponents.remember(PolicyPlayer(policy, seed))
        return self.group.mean(
            {"mean_reward": rollout.mean_reward, "games": float(rollout.games), **metrics}
        )

    def _ppo_update(self) -> tuple[Rollout, Metrics]:
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

    def collect(self, by_teacher: bool = False) -> Rollout:
        """Play on at all tables; a teacher decides for all seats."""
        parts = [self._collect_at(table, by_teacher) for table in self.tables]
        if len(parts) == 1:
            return parts[0]
        games = sum(part.games for part in parts)
        mean_reward = sum(part.mean_reward * part.games for part in parts) / max(games, 1)
        join: Any = type(parts[0].batch).cat
        return Rollout(
            join([part.batch for part in parts]),
            torch.cat([part.choice for part in parts]),
            torch.cat([part.advantage for part in parts]),
            torch.cat([part.target for part in parts]),
            mean_reward,
            games,
        )

    @torch.no_grad()
    def _collect_at(self, table: TableRun, by_teacher: bool) -> Rollout:
        settings, now, teacher = self.settings, table.vec, table.teacher if by_teacher else None
        steps, lanes, players = settings.num_steps, now.num_envs, now.num_players
        shown: list[Any] = []  # a batch for each step
        action, choice = (np.empty((steps, lanes), np.int64) for _ in range(2))
        seat = np.empty((steps, lanes), np.int8)
        value = np.empty((steps, lanes), np.float32)
        is_own = np.ones((steps, lanes), np.bool_)
        reward = np.empty((steps, lanes, players), np.float32)
        done = np.empty((steps, lanes), np.bool_)
        folded = self.net.folded()
        for t in range(steps):
            batch = table.seen(self.group.device)
            log_probs, values = self.net(batch, folded)
            seat[t], value[t] = now.seat, values.cpu().numpy()
            if teacher:
                action[t] = teach(teacher, now)
            else:
                drawn = batch.sample(log_probs, self.rng.random(lanes))
                action[t] = table.own_actions(drawn)
                opponents = table.opponents
                is_own[t] = opponents.act_for_others(now.obs, now.mask, now.seat, action[t])
            choice[t] = batch.choices(table.network_actions(action[t]))
            shown.append(replace(batch, old_log_probs=log_probs))
            _, _, _, reward[t], done[t] = now.step(action[t])
            if done[t].any():
                table.opponents.seat_anew(done[t])
        advantage, weight = gae_by_seat(
            seat, reward, done, value, settings.gamma, settings.gae_lambda
        )
        rows = np.flatnonzero((weight > 0) & is_own)
        games = int(done.sum())
        own = float((reward.sum(axis=0) * (table.opponents.owner < 0)).sum())

        def tensor(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(array).to(self.group.device)

        return Rollout(
            type(shown[0]).cat(shown)[tensor(rows)],
            tensor(choice.reshape(-1)[rows]),
            tensor(advantage.reshape(-1)[rows]),
            tensor((advantage + value).reshape(-1)[rows]),
            own / max(games, 1),
            games,
        )

    def learn(self, rollout: Rollout, loss_of: Loss) -> Metrics:
        """`epochs` passes over the rollout in `minibatches` parts; means of what the loss says."""
        settings, weights = self.settings, list(self.net.parameters())
        said: list[Metrics] = []
        for _ in range(settings.epochs):
            order = torch.from_numpy(self.rng.permutation(len(rollout.choice)))
            order = order.to(self.group.device)
            for rows in order.tensor_split(settings.minibatches):
                if not len(rows) and self.group.size == 1:
                    continue  # nothing has ended that could be learned from
                self.optimiser.zero_grad()
                if len(rows):
                    loss, metrics = loss_of(rows)
                    loss.backward()
                    said.append(metrics)
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

    def ppo_loss(
        self, rollout: Rollout, rows: Tensor, entropy_coef: float
    ) -> tuple[Tensor, Metrics]:
        """What is to be made smaller, and its parts."""
        settings, advantage = self.settings, rollout.advantage[rows]
        batch = rollout.batch[rows]
        log_probs, values = self.net(batch)  # flat, (B,)
        old = batch.old_log_probs
        chosen = batch.starts() + rollout.choice[rows]
        ratio = (log_probs[chosen] - old[chosen]).exp()
        clipped = ratio.clamp(1.0 - settings.clip_range, 1.0 + settings.clip_range)
        policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
        probs = log_probs.exp()
        entropy = -(probs * log_probs).sum() / len(rows)  # 0 * ILLEGAL is 0
        with torch.set_grad_enabled(settings.kl_coef > 0):  # else it is only told
            kl = (probs * (log_probs - old)).sum() / len(rows)
        value_loss = (values - rollout.target[rows]).square().mean()
        loss = policy_loss - entropy_coef * entropy
        loss = loss + settings.kl_coef * kl + settings.value_coef * value_loss
        return loss, {
            "policy_loss": policy_loss.item(),
            "value_loss": value_loss.item(),
            "entropy": entropy.item(),
            "kl": kl.item(),
        }

    def family(self) -> PolicyFamily:
        """The policy as it is now, a member for each table; its weights are the moving average of
        the latest ones.
        """
        facts = {"settings": json.loads(self.settings.to_json()), "steps": self.steps}
        actor, critic = self.ema.layers()
        return PolicyFamily(self.union.games, actor, critic, facts, self.settings.activation)

    def policy(self) -> LearnedPolicy:
        """That of the first table."""
        return self.family().members[0]
