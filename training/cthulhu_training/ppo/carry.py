"""Carrying a learned policy over to a newer version of its game, or to other settings.

Observations and actions are tables of named blocks, and a policy file says which it was learned
with. Entries that have the same names in the new tables keep their weights; inputs that are new
count for nothing at first, and new actions are as likely as the average one. The policy then plays
as it did, and learns the rest when a run begins with it: `cthulhu train --start FILE --carry-over`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from cthulhu_agents.archive import read_archive
from cthulhu_agents.learned.policy import (
    ACTOR,
    KIND,
    MOST_BYTES,
    TANH,
    Layers,
    LearnedPolicy,
    described,
    layer_table,
    layers_of,
)
from cthulhu_agents.learned.union import Entry, entries_of
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game

Description = Sequence[Sequence[Any]]  # blocks, as `described` gives them
RENAMED = {"whence": "hand_or_pile"}  # blocks that have another name in files learned before


def carry_over(path: str | Path, game: Game) -> LearnedPolicy:
    """The policy of a file for another version or other settings of its game."""
    head, arrays = read_archive(path, KIND, layer_table, MOST_BYTES)
    if head["game"].rpartition("-v")[0] != game.name:
        raise ValueError(f"{path} plays {head['game']}, not {game.id}")
    if "tables" not in head:
        raise ValueError(f"{path} does not say which observations and actions it was learned with")
    old, new = head["tables"], described(game)
    inputs = _matching(old["observations"], new["observations"])
    outputs = _matching(old["actions"], new["actions"])
    scale = _highs(new["observations"])[inputs[1]] / _highs(old["observations"])[inputs[0]]
    stacks = layers_of(path, head, arrays)
    carried = {}
    for name, layers in stacks.items():
        carried[name] = _first(layers, inputs, game.observations.size, scale) if layers else ()
    actor = _last(carried[ACTOR], outputs, game.actions.size)
    facts = {**head["facts"], "carried_over_from": head["game"]}
    return LearnedPolicy(game, actor, carried["critic"], facts, head.get("activation", TANH))


def _matching(old: Description, new: Description) -> tuple[NDArray[Any], NDArray[Any]]:
    """Positions of the entries that both tables have: in the old one, in the new one."""
    places = [_places(blocks) for blocks in (old, new)]
    both = [key for key in places[1] if key in places[0]]
    before, now = ([table[key] for key in both] for table in places)
    return np.array(before), np.array(now)


def _places(blocks: Description) -> dict[Entry, int]:
    """The position of each entry."""
    named = [[RENAMED.get(name, name), *rest] for name, *rest in blocks]
    return {entry: position for position, entry in enumerate(entries_of(named))}


def _highs(blocks: Description) -> NDArray[np.float32]:
    """The largest value of each entry, or 1."""
    sizes = [math.prod(len(axis) for axis in axes) for _, axes, _ in blocks]
    return np.repeat(np.array([max(high, 1.0) for *_, high in blocks], np.float32), sizes)


def _first(layers: Layers, inputs: Any, size: int, scale: NDArray[np.float32]) -> Layers:
    (weights, biases), *rest = layers
    wider = np.zeros((size, weights.shape[1]), np.float32)
    wider[inputs[1]] = weights[inputs[0]] * scale[:, None]
    return ((wider, biases), *rest)


def _last(layers: Layers, outputs: Any, size: int) -> Layers:
    *rest, (weights, biases) = layers
    wider = np.repeat(weights.mean(axis=1, keepdims=True), size, axis=1)
    other = np.full(size, biases.mean(), np.float32)
    wider[:, outputs[1]], other[outputs[1]] = weights[:, outputs[0]], biases[outputs[0]]
    return (*rest, (wider, other))
