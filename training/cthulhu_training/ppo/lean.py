"""The lean trainer: PPO by self-play over a whole batch of games, arrays from end to end.

    cthulhu train love_letter --players 2 --steps 10000000

One network plays all seats. Every update collects `num_steps` decisions of `num_envs` games, gives
each seat the credit of its own decisions (credit.py), and improves the network by PPO's clipped
policy gradient with an entropy bonus. With `kl_coef` the update also stays close to the policy
before it, and is magnetic mirror descent (MMD). All randomness is numpy's, so a run that was killed
goes on exactly.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy, sample_actions, scale_of
from cthulhu_agents.learned.shipped import shipped_for
from numpy.typing import NDArray
from torch import Tensor, nn

from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_training.ppo.credit import gae_by_seat
from cthulhu_training.ppo.memory import keep_freed_memory
from cthulhu_training.ppo.opponents import OpponentPool, batched_bots
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.seeds import BOT_SEED, POOL_SEED

ILLEGAL = -1e9  # the logit of an action that is not legal
SMALL = 1e-8
SHIPPED = "ppo"  # to begin with the policy that comes with the package
EARLY = 10  # updates during which the moving average of the weights forgets more quickly


def stack(inputs: int, hidden: tuple[int, ...], outputs: int, gain: float) -> nn.Sequential:
    """Layers with tanh between them; orthogonal weights, small ones at the end."""
    layers: list[nn.Module] = []
    for width in hidden:
        layers += [nn.Linear(inputs, width), nn.Tanh()]
        inputs = width
    layers.append(nn.Linear(inputs, outputs))
    linear = [layer for layer in layers if isinstance(layer, nn.Linear)]
    for layer in linear:
        nn.init.orthogonal_(layer.weight, gain if layer is linear[-1] else 2**0.5)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(*layers)


def log_probs_of(logits: Tensor, mask: Tensor) -> Tensor:
    """(N, A) logits as log probabilities, of legal actions alone."""
    return torch.log_softmax(torch.where(mask, logits, ILLEGAL), dim=1)


def start_of(start: str, game: Game) -> Path:
    """The file of the policy to begin with; `ppo` is the one that comes with the package."""
    return shipped_for(game) if start == SHIPPED else Path(start)


class Rollout(NamedTuple):
    """T decisions of N lanes, one row each, of those that can be learned from: M <= T * N."""

    obs: Tensor  # (M, D), scaled
    mask: Tensor  # (M, A) bool
    action: Tensor  # (M,)
    old_log_probs: Tensor  # (M, A): when it was collected
    value: Tensor  # (M,)
    advantage: Tensor  # (M,)
    paid: float  # mean reward of a seat's game
    games: int


class LeanPPO:
    """A run in progress. `update` does one turn of collecting and learning."""

    def __init__(self, settings: Settings) -> None:
        torch.set_num_threads(settings.threads)
        keep_freed_memory()
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.game = game = settings.table_of_game()
        self.scale = scale_of(game)
        sizes = game.observations.size, settings.widths
        self.actor = stack(*sizes, game.actions.size, 0.01)
        self.critic = stack(*sizes, 1, 1.0)
        self.weights = [*self.actor.parameters(), *self.critic.parameters()]
        self.said = ""  # what there is to say of the beginning
        if settings.start:
            self._begin_with(LearnedPolicy.read(start_of(settings.start, game)))
        self.ema = [weight.detach().clone() for weight in self.weights]
        self.optimiser = torch.optim.Adam(self.weights, settings.learning_rate, eps=1e-5)
        self.rng = np.random.default_rng(settings.seed)
        bots = batched_bots(game, settings.bots, settings.seed * BOT_SEED)
        latest = 0.0 if settings.only_opponents else settings.self_play
        past = 0 if settings.only_opponents else settings.pool_size
        self.opponents = OpponentPool(game, settings.num_envs, bots, past, latest, self.rng)
        self.vec = VectorEnv(game, settings.num_envs, reuse=True)
        self.vec.reset(settings.seed)
        self.updates = 0

    def _begin_with(self, policy: LearnedPolicy) -> None:
        """Take over the weights of a policy for the same table, of the same size. The critic stays
        a fresh one if the policy has none.
        """
        start = self.settings.start
        policy.check_plays(self.game)
        weights = self.weights if policy.critic else [*self.actor.parameters()]
        layers = [*policy.actor, *policy.critic]
        given = [array for matrix, biases in layers for array in (matrix.T, biases)]
        if [array.shape for array in given] != [tuple(weight.shape) for weight in weights]:
            raise ValueError(f"{start} has other layers than {self.settings.hidden}")
        with torch.no_grad():
            for weight, array in zip(weights, given, strict=True):
                weight.copy_(torch.from_numpy(array.copy()))
        if not policy.critic:
            self.said = f"{start} has no critic, so learning begins with a new one"

    @property
    def steps(self) -> int:
        """Decisions so far."""
        return self.updates * self.settings.batch

    @property
    def is_done(self) -> bool:
        return self.updates >= self.settings.updates

    def update(self) -> dict[str, float]:
        """Collect, learn, and say how it went."""
        settings = self.settings
        left = 1.0 - self.updates / settings.updates
        rate = settings.final_learning_rate + (1.0 - settings.final_learning_rate) * left
        entropy = settings.final_entropy + (1.0 - settings.final_entropy) * left
        for group in self.optimiser.param_groups:
            group["lr"] = settings.learning_rate * rate
        rollout = self.collect()
        facts = self.learn(rollout, settings.entropy_coef * entropy)
        self.updates += 1
        if self.updates % settings.pool_every == 0 and self.opponents.most_past:
            seed = settings.seed * POOL_SEED + self.updates
            self.opponents.remember(PolicyPlayer(self.policy(), seed))
        return {"paid": rollout.paid, "games": float(rollout.games), **facts}

    @torch.no_grad()
    def collect(self) -> Rollout:
        """Play on in all lanes."""
        steps, lanes, players = self.settings.num_steps, self.vec.num_envs, self.game.num_players
        obs = np.empty((steps, lanes, self.game.observations.size), np.float32)
        mask = np.empty((steps, lanes, self.game.actions.size), np.bool_)
        old_log_probs = np.empty((steps, lanes, self.game.actions.size), np.float32)
        action = np.empty((steps, lanes), np.int64)
        seat = np.empty((steps, lanes), np.int8)
        value = np.empty((steps, lanes), np.float32)
        is_own = np.empty((steps, lanes), np.bool_)
        reward = np.empty((steps, lanes, players), np.float32)
        done = np.empty((steps, lanes), np.bool_)
        now = self.vec
        for t in range(steps):
            np.multiply(now.obs, self.scale, out=obs[t])
            mask[t], seat[t] = now.mask, now.seat
            shown = torch.from_numpy(obs[t])
            log_probs = log_probs_of(self.actor(shown), torch.from_numpy(mask[t]))
            old_log_probs[t], value[t] = log_probs.numpy(), self.critic(shown).numpy()[:, 0]
            action[t] = sample_actions(np.exp(old_log_probs[t]), self.rng.random(lanes))
            is_own[t] = self.opponents.act_for_others(now.obs, now.mask, now.seat, action[t])
            _, _, _, reward[t], done[t] = self.vec.step(action[t])
            if done[t].any():
                self.opponents.seat_anew(done[t])
        advantage, weight = gae_by_seat(
            seat, reward, done, value, self.settings.gamma, self.settings.gae_lambda
        )
        rows = np.flatnonzero((weight > 0) & is_own)
        games = int(done.sum())
        own = float((reward.sum(axis=0) * (self.opponents.owner < 0)).sum())

        def flat(array: NDArray[Any]) -> Tensor:
            return torch.from_numpy(array.reshape(steps * lanes, *array.shape[2:])[rows])

        return Rollout(
            flat(obs),
            flat(mask),
            flat(action),
            flat(old_log_probs),
            flat(value),
            flat(advantage),
            own / max(games, 1),
            games,
        )

    def learn(self, rollout: Rollout, entropy_coef: float) -> dict[str, float]:
        """`epochs` passes over the rollout in `minibatches` parts."""
        settings, size = self.settings, len(rollout.action)
        advantage = (rollout.advantage - rollout.advantage.mean()) / (
            rollout.advantage.std() + SMALL
        )
        target = rollout.advantage + rollout.value
        sums = np.zeros(4)
        for _ in range(settings.epochs):
            order = torch.from_numpy(self.rng.permutation(size))
            for part in order.tensor_split(settings.minibatches):
                loss, said = self.loss(rollout, part, advantage[part], target[part], entropy_coef)
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.weights, settings.max_grad_norm)
                self.optimiser.step()
                sums += said
        old = min(settings.ema_decay, self.updates / (self.updates + EARLY))
        with torch.no_grad():
            for kept, weight in zip(self.ema, self.weights, strict=True):
                kept.lerp_(weight, 1.0 - old)
        means = sums / (settings.epochs * settings.minibatches)
        return dict(zip(("policy", "value", "entropy", "kl"), means.tolist(), strict=True))

    def loss(
        self, rollout: Rollout, part: Tensor, advantage: Tensor, target: Tensor, entropy_coef: float
    ) -> tuple[Tensor, list[float]]:
        """What is to be made smaller, and its parts."""
        rows = (rollout.obs, rollout.mask, rollout.old_log_probs)
        obs, mask, old = (array.index_select(0, part) for array in rows)
        action = rollout.action[part]
        log_probs = log_probs_of(self.actor(obs), mask)  # (B, A)
        chosen = action[:, None]
        ratio = (log_probs.gather(1, chosen) - old.gather(1, chosen))[:, 0].exp()
        clipped = ratio.clamp(1.0 - self.settings.clip_range, 1.0 + self.settings.clip_range)
        policy = -torch.min(ratio * advantage, clipped * advantage).mean()
        probs = log_probs.exp()
        entropy = -(probs * log_probs).sum(1).mean()  # 0 * ILLEGAL is 0
        with torch.set_grad_enabled(self.settings.kl_coef > 0):  # else it is only told
            kl = (probs * (log_probs - old)).sum(1).mean()
        value = (self.critic(obs)[:, 0] - target).square().mean()
        loss = (
            policy
            - entropy_coef * entropy
            + self.settings.kl_coef * kl
            + self.settings.value_coef * value
        )
        return loss, [policy.item(), value.item(), entropy.item(), kl.item()]

    def policy(self) -> LearnedPolicy:
        """The policy as it is now; its weights are the moving average of the latest ones."""
        kept = [weight.numpy().copy() for weight in self.ema]
        pairs = [(kept[k].T.copy(), kept[k + 1]) for k in range(0, len(kept), 2)]
        depth = len(self.settings.widths) + 1
        facts = {"settings": json.loads(self.settings.to_json()), "steps": self.steps}
        return LearnedPolicy(self.game, tuple(pairs[:depth]), tuple(pairs[depth:]), facts)

    def save(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """All that is needed to go on exactly: a head and arrays."""
        arrays = {f"vec_{name}": array for name, array in self.vec.save().items()}
        arrays["owner"] = self.opponents.owner
        for k, (weight, kept) in enumerate(zip(self.weights, self.ema, strict=True)):
            arrays[f"weight_{k}"] = weight.detach().numpy().copy()
            arrays[f"average_{k}"] = kept.numpy().copy()
            state = self.optimiser.state.get(weight, {})
            for name in ("exp_avg", "exp_avg_sq"):
                arrays[f"{name}_{k}"] = state[name].numpy().copy() if state else np.zeros(0)
        for k, past in enumerate(self.opponents.past):
            for part, layers in (("actor", past.learned.actor), ("critic", past.learned.critic)):
                for j, layer in enumerate(layers):
                    arrays[f"past_{k}_{part}_{j}_w"], arrays[f"past_{k}_{part}_{j}_b"] = layer
        players = [*self.opponents.bots, *self.opponents.past]
        head = {
            "updates": self.updates,
            "rng": self.rng.bit_generator.state,
            "players": [player.rng.bit_generator.state for player in players],
            "past": len(self.opponents.past),
        }
        return head, arrays

    def load(self, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        """Go on from what `save` gave."""
        self.updates = head["updates"]
        self.vec.load({name: arrays[f"vec_{name}"] for name in self.vec.save()})
        self.opponents.owner[...] = arrays["owner"]
        with torch.no_grad():
            for k, (weight, kept) in enumerate(zip(self.weights, self.ema, strict=True)):
                weight.copy_(torch.from_numpy(arrays[f"weight_{k}"]))
                kept.copy_(torch.from_numpy(arrays[f"average_{k}"]))
                if self.updates:
                    self.optimiser.state[weight] = {
                        "step": torch.tensor(float(self._optimiser_steps())),
                        **{
                            name: torch.from_numpy(arrays[f"{name}_{k}"])
                            for name in ("exp_avg", "exp_avg_sq")
                        },
                    }
        depth = len(self.settings.widths) + 1
        for k in range(head["past"]):
            actor, critic = (
                tuple(
                    (arrays[f"past_{k}_{part}_{j}_w"], arrays[f"past_{k}_{part}_{j}_b"])
                    for j in range(depth)
                )
                for part in ("actor", "critic")
            )
            self.opponents.past.append(PolicyPlayer(LearnedPolicy(self.game, actor, critic, {}), 0))
        players = [*self.opponents.bots, *self.opponents.past]
        for player, state in zip(players, head["players"], strict=True):
            player.rng.bit_generator.state = state
        self.rng.bit_generator.state = head["rng"]

    def _optimiser_steps(self) -> int:
        return self.updates * self.settings.epochs * self.settings.minibatches
