"""Checkpoints of the lean trainer: all that is needed to go on exactly, as a head and arrays.

Weights, Adam's moments and past selves are the same in all processes of a run. Games in progress
and random streams are each process's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_agents.npz import Found, Shape, Table
from numpy.typing import NDArray

from cthulhu_envs.api.agents import Agent
from cthulhu_envs.authoring.parsing import Fields
from cthulhu_training.ppo.opponents import LEARNER

if TYPE_CHECKING:
    from cthulhu_training.ppo.lean import LeanPPO
    from cthulhu_training.ppo.table_run import TableRun

Checkpoint = tuple[dict[str, Any], dict[str, NDArray[Any]]]
MOMENTS = ("exp_avg", "exp_avg_sq")  # of Adam


def save(learner: LeanPPO) -> Checkpoint:
    """The state of a run between two updates. All processes call this; what it returns is whole at
    the leader only.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for kind, net in (("weight", learner.net), ("average", learner.ema)):
        for name, weight in net.named_parameters():
            arrays[f"{kind}_{name}"] = weight.detach().cpu().numpy().copy()
    for name, weight in learner.net.named_parameters():
        for moment in MOMENTS if learner.updates else ():
            state = learner.optimiser.state[weight][moment]
            arrays[f"{moment}_{name}"] = state.cpu().numpy().copy()
    for table, name in _named_tables(learner):
        for k, past in enumerate(table.opponents.past):
            for part, layers in (("actor", past.learned.actor), ("critic", past.learned.critic)):
                for j, layer in enumerate(layers):
                    start = f"{name}past_{k}_{part}_{j}"
                    arrays[f"{start}_w"], arrays[f"{start}_b"] = layer
    parts = learner.group.gather(_save_own(learner))
    for rank, (_, own) in enumerate(parts):
        arrays |= {f"process_{rank}_{name}": array for name, array in own.items()}
    head = {
        "updates": learner.updates,
        "past": len(learner.tables[0].opponents.past),
        "processes": [own for own, _ in parts],
    }
    return head, arrays


def table_of(learner: LeanPPO, head: Fields, found: Found) -> Table:
    """The arrays that a checkpoint of this run must have."""
    told = head.fields("learner")
    check_processes(learner, told)
    updates = told.whole("updates", 0, learner.settings.updates)
    table: dict[str, Shape] = {}
    for name, weight in learner.net.named_parameters():
        for kind in ("weight", "average", *(MOMENTS if updates else ())):
            table[f"{kind}_{name}"] = Shape(np.float32, tuple(weight.shape))
    past = told.whole("past", 0, learner.tables[0].opponents.most_past)
    own: dict[str, NDArray[Any]] = {}
    members = learner.family().members
    for (one, start), member in zip(_named_tables(learner), members, strict=True):
        for k in range(past):
            for part, stack in (("actor", member.actor), ("critic", member.critic)):
                for j, (weights, biases) in enumerate(stack):
                    name = f"{start}past_{k}_{part}_{j}"
                    table[f"{name}_w"] = Shape(np.float32, weights.shape)
                    table[f"{name}_b"] = Shape(np.float32, biases.shape)
        own |= {f"{start}vec_{name}": array for name, array in one.vec.save().items()}
        own[f"{start}owner"] = one.opponents.owner
    for rank in range(learner.group.size):
        for name, array in own.items():
            table[f"process_{rank}_{name}"] = Shape(array.dtype, array.shape)
    return table


def check_processes(learner: LeanPPO, told: Fields) -> None:
    """ValueError if a checkpoint is of another version, or of a run with another number of
    processes.
    """
    if "processes" not in told:
        raise ValueError("the checkpoint is of an earlier version; begin again in another folder")
    size, count = learner.group.size, len(told.list_of("processes", dict))
    if count != size:
        raise ValueError(
            f"the run was begun with {count} processes, not {size}; resume it with the same number"
        )


def load(learner: LeanPPO, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    """Go on from what `save` gave, whose arrays were compared with `table_of`."""
    check_processes(learner, Fields(head, "the checkpoint"))
    learner.updates = head["updates"]
    with torch.no_grad():
        for kind, net in (("weight", learner.net), ("average", learner.ema)):
            for name, weight in net.named_parameters():
                weight.copy_(torch.from_numpy(arrays[f"{kind}_{name}"]))
    _load_optimiser(learner, arrays)
    for table, name in _named_tables(learner):
        for k in range(head["past"]):
            table.opponents.past.append(_past(learner, table, arrays, f"{name}past_{k}"))
    own = f"process_{learner.group.rank}_"
    given = {name[len(own) :]: array for name, array in arrays.items() if name.startswith(own)}
    _load_own(learner, head["processes"][learner.group.rank], given)


def _save_own(learner: LeanPPO) -> Checkpoint:
    arrays: dict[str, NDArray[Any]] = {}
    for table, name in _named_tables(learner):
        arrays |= {f"{name}vec_{part}": array for part, array in table.vec.save().items()}
        arrays[f"{name}owner"] = table.opponents.owner.copy()
    head = {
        "rng": learner.rng.bit_generator.state,
        "players": [player.rng.bit_generator.state for player in _players(learner)],
    }
    return head, arrays


def _load_own(learner: LeanPPO, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    for table, name in _named_tables(learner):
        table.vec.load({part: arrays[f"{name}vec_{part}"] for part in table.vec.save()})
        owner, players = arrays[f"{name}owner"], len(table.opponents.pool)
        if owner.size and not LEARNER <= owner.min() <= owner.max() < players:
            raise ValueError("the checkpoint is damaged: its games name players that are not known")
        table.opponents.owner[...] = owner
    try:
        for player, state in zip(_players(learner), head["players"], strict=True):
            player.rng.bit_generator.state = state
        learner.rng.bit_generator.state = head["rng"]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise ValueError("the checkpoint is damaged: its random streams cannot be read") from None


def _load_optimiser(learner: LeanPPO, arrays: dict[str, NDArray[Any]]) -> None:
    settings, device = learner.settings, learner.group.device
    steps = float(learner.updates * settings.epochs * settings.minibatches)
    for name, weight in learner.net.named_parameters() if learner.updates else ():
        moments = {
            moment: torch.from_numpy(arrays[f"{moment}_{name}"]).to(device) for moment in MOMENTS
        }
        learner.optimiser.state[weight] = {"step": torch.tensor(steps, device=device), **moments}


def _past(
    learner: LeanPPO, table: TableRun, arrays: dict[str, NDArray[Any]], start: str
) -> PolicyPlayer:
    """A past self of the pool."""
    depth = len(learner.settings.widths) + 1
    actor, critic = (
        tuple((arrays[f"{start}_{part}_{j}_w"], arrays[f"{start}_{part}_{j}_b"])
              for j in range(depth))
        for part in ("actor", "critic")
    )  # fmt: skip
    policy = LearnedPolicy(table.game, actor, critic, {}, learner.settings.activation)
    return PolicyPlayer(policy, 0)


def _named_tables(learner: LeanPPO) -> Iterator[tuple[TableRun, str]]:
    """The tables, and how names of their arrays begin."""
    for number, table in enumerate(learner.tables):
        yield table, f"table_{number}_" if number else ""


def _players(learner: LeanPPO) -> list[Agent]:
    """All whose random streams go on."""
    found: list[Agent] = []
    for table in learner.tables:
        teacher = [table.teacher] if table.teacher else []
        found += [*table.opponents.bots, *table.opponents.past, *teacher]
    return found
