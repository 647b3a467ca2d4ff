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
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_agents.learned.gather import sparse_matmul
from cthulhu_agents.npz import Found, Shape, Table
from cthulhu_envs.api.registry import check_not_replaced, game_in
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.typed import how_to_seat
from cthulhu_envs.authoring.errors import bounded, shown
from cthulhu_envs.authoring.files import GB, named
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.parsing import Fields

KIND = "learned policy"
ILLEGAL = np.float32(-1e9)  # the logit of an action that is not legal
ACTOR, CRITIC = "actor", "critic"
PLAYERS = "players"  # in the head of a family's file: the numbers of players it is for
MOST_LAYERS = 64
MOST_BYTES = 1 * GB  # of all weights of a file
LARGEST = 1e9  # weight; sums of larger ones might be infinite
WEIGHTS = (np.float16, np.float32)

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
        if sparse.size != self.game.observations.size:
            wanted = self.game.observations.size
            raise ValueError(f"observations have {wanted} numbers here, not {sparse.size}")
        activate = ACTIVATIONS[self.activation]
        (weights, biases), *rest = layers
        rows = sparse_matmul(sparse.scaled(self.scale), weights, biases)
        for weights, biases in rest:
            rows = activate(rows) @ weights + biases
        return rows

    def write(self, path: str | Path, small: bool = False) -> None:
        """Write a file; if it is to be small, with numbers of half the length."""
        write_layers(path, self, small, {})

    @classmethod
    def read(cls, path: str | Path) -> LearnedPolicy:
        """ValueError says what is wrong with the file."""

        def sizes_of(head: Fields, game: Game) -> tuple[int, int]:
            if PLAYERS in head:
                raise head.fault("a family of policies, to be read with PolicyFamily.read")
            return game.observations.size, game.actions.size

        head, game, actor, critic = read_layers(path, sizes_of)
        return cls(game, actor, critic, head.table("facts"), activation_in(head))

    def check_plays(self, game: Game) -> None:
        """ValueError if the policy was learned for another game, version or shape."""
        if game.id != self.game.id:
            raise ValueError(f"the policy plays {self.game.id}, not {game.id}")
        tables = ((self.game.observations, game.observations), (self.game.actions, game.actions))
        is_alike = all(a.starts == b.starts and a.size == b.size for a, b in tables)
        if game.num_players != self.game.num_players or not is_alike:
            raise ValueError(how_to_seat(self.game, game, "the policy was trained"))


class Weighted(Protocol):
    """What a policy file is made of."""

    @property
    def game(self) -> Game: ...
    @property
    def actor(self) -> Layers: ...
    @property
    def critic(self) -> Layers: ...
    @property
    def facts(self) -> dict[str, Any]: ...
    @property
    def activation(self) -> str: ...


def write_layers(path: str | Path, policy: Weighted, small: bool, more: dict[str, Any]) -> None:
    """Write a file with `more` in its head."""
    arrays = {}
    kept = np.float16 if small else np.float32
    for name, layers in ((ACTOR, policy.actor), (CRITIC, policy.critic)):
        for number, (weights, biases) in enumerate(layers):
            arrays[f"{name}_{number}_weights"] = weights.astype(kept)
            arrays[f"{name}_{number}_biases"] = biases.astype(kept)
    head = {
        "game": policy.game.id,
        "settings": dict(policy.game.values),
        "tables": described(policy.game),
        "layers": {ACTOR: len(policy.actor), CRITIC: len(policy.critic)},
        "activation": policy.activation,
        "facts": policy.facts,
        **more,
    }
    write_archive(path, KIND, head, arrays)


def read_layers(
    path: str | Path, sizes_of: Callable[[Fields, Game], tuple[int, int]]
) -> tuple[Fields, Game, Layers, Layers]:
    """The head of a file, its game, and the layers of actor and critic; ValueError says what is
    wrong with the file. `sizes_of` says how many inputs and actions the layers must be for.
    """
    games: list[Game] = []

    def table(head: Fields, found: Found) -> Table:
        _check_version(path, head.text("game"))
        games.append(game_in(head))
        names = layer_table(head, found)
        _check_shapes(head, found, *sizes_of(head, games[0]))
        return names

    values, arrays = read_archive(path, KIND, table, MOST_BYTES)
    stacks = layers_of(path, values, arrays)
    return Fields(values, named(path)), games[0], stacks[ACTOR], stacks[CRITIC]


def activation_in(head: Fields) -> str:
    """What stands between the layers of a file."""
    activation = TANH if "activation" not in head else head.text("activation")
    if activation not in ACTIVATIONS:
        raise head.fault(f"has an activation that is not known: {shown(activation)}")
    return activation


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


def layer_table(head: Fields, found: Found) -> Table:
    """The arrays of a policy file, by what its head says."""
    counts = head.fields("layers")
    counts.whole(ACTOR, 1, MOST_LAYERS), counts.whole(CRITIC, 0, MOST_LAYERS)
    table = {}
    for name in (ACTOR, CRITIC):
        for k in range(counts.whole(name)):
            table[f"{name}_{k}_weights"] = Shape(WEIGHTS, (None, None))
            table[f"{name}_{k}_biases"] = Shape(WEIGHTS, (None,))
    return table


def layers_of(
    path: str | Path, head: dict[str, Any], arrays: dict[str, NDArray[Any]]
) -> dict[str, Layers]:
    """The stacks of layers in a file, by name."""
    if any(array.size and float(np.abs(array).max()) > LARGEST for array in arrays.values()):
        raise ValueError(f"{named(path)} is damaged: some of its weights are larger than {LARGEST}")
    return {
        name: tuple(
            (
                arrays[f"{name}_{k}_weights"].astype(np.float32),
                arrays[f"{name}_{k}_biases"].astype(np.float32),
            )
            for k in range(head["layers"][name])
        )
        for name in (ACTOR, CRITIC)
    }


def _check_shapes(head: Fields, found: Found, inputs: int, outputs: int) -> None:
    """Layers must fit each other and what they are for."""
    for name, last in ((ACTOR, outputs), (CRITIC, 1)):
        count = head.table("layers")[name]
        shapes = [
            tuple(found.get(f"{name}_{k}_{what}", (None, ()))[1] for what in ("weights", "biases"))
            for k in range(count)
        ]
        widths = [inputs, *(biases[0] for _, biases in shapes if biases)]
        fits = [(pair, pair[1:]) for pair in pairwise(widths)] == shapes and widths[-1] == last
        if count and not fits:
            given = [weights for weights, _ in shapes]
            words = f"has layers of shapes {shown(given)}, which do not fit the game"
            raise ValueError(bounded(f"{head.where} {words}"))


def sample_actions(probs: Numbers, uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    """An action for each row of probabilities, `uniform` (N,) of the way up."""
    heights = np.cumsum(probs, axis=1, dtype=np.float64)
    marks = uniform * heights[:, -1]
    actions: NDArray[np.int64] = (heights <= marks[:, None]).sum(axis=1)
    return actions
