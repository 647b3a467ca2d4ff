"""Learned policies: what they compute, and the small files they are kept in.

A policy is two stacks of layers with tanh or relu between them, over observations divided by their
bounds: `actor` gives a logit for each action, `critic` the value of the position. The first layer
takes only what is not zero in an observation. The file holds the weights and a head that says for
which game they are and how they were learned. A small file has weights of half the length. Files
of version 0.2.0 and before do not name the activation: it is tanh. Files written by version 0.1.0
for the package have no critic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_agents.learned.gather import sparse_matmul
from cthulhu_envs.api.registry import check_not_replaced, find
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.typed import how_to_seat
from cthulhu_envs.authoring.game import Game

KIND = "learned policy"
ILLEGAL = np.float32(-1e9)  # the logit of an action that is not legal
ACTOR, CRITIC = "actor", "critic"

Numbers = NDArray[np.float32]
Layers = tuple[tuple[Numbers, Numbers], ...]  # weights (in, out) and biases (out,)
Obs = Numbers | SparseObs  # (N, D)

TANH = "tanh"
ACTIVATIONS: dict[str, Callable[[Numbers], Numbers]] = {
    TANH: np.tanh,
    "relu": lambda rows: np.maximum(rows, np.float32(0)),
}


def scale_of(game: Game) -> Numbers:
    """What observations are multiplied with (D,), so that none exceeds 1."""
    highs = np.broadcast_to(game.observations.highs, (game.observations.size,))
    scale: Numbers = (1.0 / np.maximum(highs, 1.0)).astype(np.float32)
    return scale


@dataclass(frozen=True)
class LearnedPolicy:
    """Layers for one game, and the facts of how they were learned."""

    game: Game
    actor: Layers
    critic: Layers
    facts: dict[str, Any]
    activation: str = TANH

    @cached_property
    def scale(self) -> Numbers:
        return scale_of(self.game)

    def logits(self, obs: Obs, mask: NDArray[Any]) -> Numbers:
        """The logit of each action (N, A); ILLEGAL where it is not legal."""
        return np.where(mask > 0, self._through(self.actor, obs), ILLEGAL)

    def probs(self, obs: Obs, mask: NDArray[Any], temperature: float = 1.0) -> Numbers:
        """The probability of each action (N, A); a temperature of 0 always takes the likeliest."""
        logits = self.logits(obs, mask)
        logits -= logits.max(axis=1, keepdims=True)
        if temperature == 0:
            best: Numbers = np.zeros_like(logits)
            best[np.arange(len(logits)), logits.argmax(axis=1)] = 1.0
            return best
        shares = np.exp(logits / temperature)
        found: Numbers = shares / shares.sum(axis=1, keepdims=True)
        return found

    def values(self, obs: Obs) -> Numbers:
        """What the seats that see this can expect to be paid (N,)."""
        if not self.critic:
            raise ValueError("the policy has no critic")
        return self._through(self.critic, obs)[:, 0]

    def _through(self, layers: Layers, obs: Obs) -> Numbers:
        sparse = obs if isinstance(obs, SparseObs) else SparseObs.from_dense(obs)
        activate = ACTIVATIONS[self.activation]
        (weights, biases), *rest = layers
        rows = sparse_matmul(sparse.scaled(self.scale), weights, biases)
        for weights, biases in rest:
            rows = activate(rows) @ weights + biases
        return rows

    def write(self, path: str | Path, small: bool = False) -> None:
        """Write a file; if it is to be small, with numbers of half the length."""
        arrays = {}
        kept = np.float16 if small else np.float32
        for name, layers in ((ACTOR, self.actor), (CRITIC, self.critic)):
            for number, (weights, biases) in enumerate(layers):
                arrays[f"{name}_{number}_weights"] = weights.astype(kept)
                arrays[f"{name}_{number}_biases"] = biases.astype(kept)
        head = {
            "game": self.game.id,
            "settings": dict(self.game.values),
            "tables": described(self.game),
            "layers": {ACTOR: len(self.actor), CRITIC: len(self.critic)},
            "activation": self.activation,
            "facts": self.facts,
        }
        write_archive(path, KIND, head, arrays)

    @classmethod
    def read(cls, path: str | Path) -> LearnedPolicy:
        """ValueError says what is wrong with the file."""
        head, found = read_archive(path, KIND)
        try:
            _check_version(path, head["game"])
            game = find(head["game"]).configure(**head["settings"])
            stacks = layers_of(head, found)
            actor, critic = stacks[ACTOR], stacks[CRITIC]
        except (KeyError, TypeError):
            raise ValueError(f"{path} is damaged: its head does not fit its arrays") from None
        policy = cls(game, actor, critic, head["facts"], head.get("activation", TANH))
        if policy.activation not in ACTIVATIONS:
            raise ValueError(f"{path} has an activation that is not known: {policy.activation!r}")
        sizes = [game.observations.size, game.actions.size]
        _check_shapes(path, policy.actor, sizes[0], sizes[1])
        if policy.critic:
            _check_shapes(path, policy.critic, sizes[0], 1)
        return policy

    def check_plays(self, game: Game) -> None:
        """ValueError if the policy was learned for another game, version or shape."""
        if game.id != self.game.id:
            raise ValueError(f"the policy plays {self.game.id}, not {game.id}")
        tables = ((self.game.observations, game.observations), (self.game.actions, game.actions))
        is_alike = all(a.starts == b.starts and a.size == b.size for a, b in tables)
        if game.num_players != self.game.num_players or not is_alike:
            raise ValueError(how_to_seat(self.game, game, "the policy was trained"))


def _check_version(path: str | Path, game_id: str) -> None:
    try:
        check_not_replaced(game_id)
    except ValueError as fault:
        raise ValueError(f"the policy {path} is out of date: {fault}") from None


def described(game: Game) -> dict[str, list[Any]]:
    """The tables of a game as a file keeps them: name, labels of each axis and bound of a block."""
    return {
        what: [
            [block.name, [list(axis.labels) for axis in block.axes.values()], block.high]
            for block in table
        ]
        for what, table in (("observations", game.observations), ("actions", game.actions))
    }


def layers_of(head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> dict[str, Layers]:
    """The stacks of layers in a file, by name; KeyError if one is missing."""
    return {
        name: tuple(
            (
                arrays[f"{name}_{k}_weights"].astype(np.float32),
                arrays[f"{name}_{k}_biases"].astype(np.float32),
            )
            for k in range(count)
        )
        for name, count in head["layers"].items()
    }


def _check_shapes(path: str | Path, layers: Layers, inputs: int, outputs: int) -> None:
    widths = [inputs, *(biases.shape[0] for _, biases in layers)]
    shapes = [weights.shape for weights, _ in layers]
    if shapes != list(pairwise(widths)) or widths[-1] != outputs:
        raise ValueError(f"{path} has layers of shapes {shapes}, which do not fit the game")
    if not all(np.isfinite(array).all() for layer in layers for array in layer):
        raise ValueError(f"{path} is damaged: some of its weights are no numbers")


def sample_actions(probs: Numbers, uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    """An action for each row of probabilities, `uniform` (N,) of the way up."""
    heights = np.cumsum(probs, axis=1, dtype=np.float64)
    marks = uniform * heights[:, -1]
    actions: NDArray[np.int64] = (heights <= marks[:, None]).sum(axis=1)
    return actions
