"""Actor and critic. Their first layers lie side by side, so that one pass over an observation
serves both.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from cthulhu_agents.learned.policy import Layers, Numbers
from numpy.typing import NDArray
from torch import Tensor, nn

from cthulhu_training.ppo.batch import AnyBatch

ACTIVATIONS = {"tanh": torch.tanh, "relu": torch.relu}


def linear_layers(
    inputs: int, hidden: tuple[int, ...], outputs: int, gain: float
) -> list[nn.Linear]:
    """Layers with orthogonal weights, small ones at the end."""
    layers = [nn.Linear(*sizes) for sizes in pairwise((inputs, *hidden, outputs))]
    for layer in layers:
        nn.init.orthogonal_(layer.weight, gain if layer is layers[-1] else 2**0.5)
        nn.init.zeros_(layer.bias)
    return layers


def stack(inputs: int, hidden: tuple[int, ...], outputs: int, gain: float) -> nn.Sequential:
    """The same with tanh between them, for other people's trainers."""
    *layers, last = linear_layers(inputs, hidden, outputs, gain)
    return nn.Sequential(*(part for layer in layers for part in (layer, nn.Tanh())), last)


class Folded(NamedTuple):
    """The weights of the first layer and of the actor's last one, what is shared added to them."""

    first: Tensor  # (D, 2 H)
    weight: Tensor  # (A, H)
    bias: Tensor  # (A,)


class ActorCritic(nn.Module):
    """Two stacks of layers over an observation: the probability of each action, and the value.

    With `groups`, the group of each input (D,) and of each action (A,), those of a group share
    weights: each has its own, plus the group's. What is learned of one seat is then learned of
    the others too, and each can still differ.
    """

    def __init__(
        self,
        inputs: int,
        hidden: tuple[int, ...],
        actions: int,
        activation: str = "tanh",
        groups: tuple[NDArray[np.int32], NDArray[np.int32]] | None = None,
    ) -> None:
        super().__init__()
        self.activation = ACTIVATIONS[activation]
        actor, *actor_rest = linear_layers(inputs, hidden, actions, 0.01)
        critic, *critic_rest = linear_layers(inputs, hidden, 1, 1.0)
        self.first_weights = nn.Parameter(torch.cat([actor.weight.T, critic.weight.T], 1))
        self.first_biases = nn.Parameter(torch.cat([actor.bias, critic.bias]))
        self.actor, self.critic = nn.ModuleList(actor_rest), nn.ModuleList(critic_rest)
        self.is_shared = groups is not None
        if groups is not None:
            of_inputs, of_actions = (torch.from_numpy(group.astype(np.int64)) for group in groups)
            self.register_buffer("of_inputs", of_inputs, persistent=False)
            self.register_buffer("of_actions", of_actions, persistent=False)
            kinds, last = int(of_actions.max()) + 1, hidden[-1]
            self.shared_first = nn.Parameter(
                torch.zeros(int(of_inputs.max()) + 1, self.first_weights.shape[1])
            )
            self.shared_weight = nn.Parameter(torch.zeros(kinds, last))
            self.shared_bias = nn.Parameter(torch.zeros(kinds))

    def folded(self) -> Folded:
        """What `forward` computes with."""
        head: Any = self.actor[-1]
        if not self.is_shared:
            return Folded(self.first_weights, head.weight, head.bias)
        of_actions: Any = self.of_actions
        return Folded(
            self.first_weights + self.shared_first[self.of_inputs],  # type: ignore[index]
            head.weight + self.shared_weight[of_actions],
            head.bias + self.shared_bias[of_actions],
        )

    def forward(self, batch: AnyBatch, folded: Folded | None = None) -> tuple[Tensor, Tensor]:
        """Log probabilities as `batch` keeps them, and values (N,). `folded` saves work where the
        weights have not changed since.
        """
        folded = folded or self.folded()
        first = self.activation(batch.first_layer(folded.first, self.first_biases))
        actor, critic = first.chunk(2, dim=1)  # (N, H) each
        *actor_layers, _ = self.actor
        *critic_layers, value = self.critic
        for layer in actor_layers:
            actor = self.activation(layer(actor))
        for layer in critic_layers:
            critic = self.activation(layer(critic))
        return batch.log_probs(actor, folded.weight, folded.bias), value(critic)[:, 0]

    def layers(self) -> tuple[Layers, Layers]:
        """Actor and critic as a policy file keeps them: weights (in, out) and biases."""
        folded = self.folded()
        weights, biases = folded.first.chunk(2, dim=1), self.first_biases.chunk(2)
        found: list[Layers] = []
        for k, rest in enumerate((self.actor, self.critic)):
            first = (_array(weights[k]), _array(biases[k]))
            found.append((first, *(_layer(module) for module in rest)))
        last = _array(folded.weight.T), _array(folded.bias)
        return (*found[0][:-1], last), found[1]

    @torch.no_grad()
    def load_layers(self, actor: Layers, critic: Layers) -> None:
        """Take over layers, the critic's only if there are any; ValueError if sizes differ. What is
        shared begins at nothing.
        """
        given = [layers or own for layers, own in zip((actor, critic), self.layers(), strict=True)]
        for layers, own in zip(given, self.layers(), strict=True):
            if [weights.shape for weights, _ in layers] != [weights.shape for weights, _ in own]:
                raise ValueError("other layers")
        first = [layers[0] for layers in given]
        self.first_weights.copy_(torch.from_numpy(np.concatenate([w for w, _ in first], 1)))
        self.first_biases.copy_(torch.from_numpy(np.concatenate([b for _, b in first])))
        for layers, modules in zip(given, (self.actor, self.critic), strict=True):
            for layer, module in zip(layers[1:], modules, strict=True):
                _load_layer(module, *layer)


def _array(tensor: Tensor) -> Numbers:
    found: Numbers = tensor.detach().cpu().numpy().copy()
    return found


def _layer(module: Any) -> tuple[Numbers, Numbers]:
    return _array(module.weight.T), _array(module.bias)


def _load_layer(module: Any, weights: Numbers, biases: Numbers) -> None:
    module.weight.copy_(torch.from_numpy(weights.T.copy()))
    module.bias.copy_(torch.from_numpy(biases))
