"""Checkpoints of the lean trainer: all that is needed to go on exactly, as a head and arrays.

Weights, Adam's moments and past selves are the same in all processes of a run. Games in progress
and random streams are each process's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from cthulhu_agents.learned.player import PolicyPlayer
from cthulhu_agents.learned.policy import LearnedPolicy
from numpy.typing import NDArray

from cthulhu_envs.api.agents import Agent

if TYPE_CHECKING:
    from cthulhu_training.ppo.lean import LeanPPO

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
    for k, past in enumerate(learner.opponents.past):
        for part, layers in (("actor", past.learned.actor), ("critic", past.learned.critic)):
            for j, layer in enumerate(layers):
                arrays[f"past_{k}_{part}_{j}_w"], arrays[f"past_{k}_{part}_{j}_b"] = layer
    parts = learner.group.gather(_save_own(learner))
    for rank, (_, own) in enumerate(parts):
        arrays |= {f"process_{rank}_{name}": array for name, array in own.items()}
    head = {
        "updates": learner.updates,
        "past": len(learner.opponents.past),
        "processes": [own for own, _ in parts],
    }
    return head, arrays


def load(learner: LeanPPO, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    """Go on from what `save` gave; ValueError if it is of another version, or of a run with
    another number of processes.
    """
    if "processes" not in head:
        raise ValueError("the checkpoint is of an earlier version; begin again in another folder")
    size = learner.group.size
    if len(head["processes"]) != size:
        raise ValueError(
            f"the run was begun with {len(head['processes'])} processes, not {size}; only with as "
            "many does it go on"
        )
    learner.updates = head["updates"]
    with torch.no_grad():
        for kind, net in (("weight", learner.net), ("average", learner.ema)):
            for name, weight in net.named_parameters():
                weight.copy_(torch.from_numpy(arrays[f"{kind}_{name}"]))
    _load_optimiser(learner, arrays)
    for k in range(head["past"]):
        learner.opponents.past.append(_past(learner, arrays, k))
    own = f"process_{learner.group.rank}_"
    given = {name[len(own) :]: array for name, array in arrays.items() if name.startswith(own)}
    _load_own(learner, head["processes"][learner.group.rank], given)


def _save_own(learner: LeanPPO) -> Checkpoint:
    arrays = {f"vec_{name}": array for name, array in learner.vec.save().items()}
    arrays["owner"] = learner.opponents.owner.copy()
    head = {
        "rng": learner.rng.bit_generator.state,
        "players": [player.rng.bit_generator.state for player in _players(learner)],
    }
    return head, arrays


def _load_own(learner: LeanPPO, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    learner.vec.load({name: arrays[f"vec_{name}"] for name in learner.vec.save()})
    learner.opponents.owner[...] = arrays["owner"]
    for player, state in zip(_players(learner), head["players"], strict=True):
        player.rng.bit_generator.state = state
    learner.rng.bit_generator.state = head["rng"]


def _load_optimiser(learner: LeanPPO, arrays: dict[str, NDArray[Any]]) -> None:
    settings, device = learner.settings, learner.group.device
    steps = float(learner.updates * settings.epochs * settings.minibatches)
    for name, weight in learner.net.named_parameters() if learner.updates else ():
        moments = {
            moment: torch.from_numpy(arrays[f"{moment}_{name}"]).to(device) for moment in MOMENTS
        }
        learner.optimiser.state[weight] = {"step": torch.tensor(steps, device=device), **moments}


def _past(learner: LeanPPO, arrays: dict[str, NDArray[Any]], k: int) -> PolicyPlayer:
    """A past self of the pool."""
    depth = len(learner.settings.widths) + 1
    actor, critic = (
        tuple(
            (arrays[f"past_{k}_{part}_{j}_w"], arrays[f"past_{k}_{part}_{j}_b"])
            for j in range(depth)
        )
        for part in ("actor", "critic")
    )
    policy = LearnedPolicy(learner.game, actor, critic, {}, learner.settings.activation)
    return PolicyPlayer(policy, 0)


def _players(learner: LeanPPO) -> list[Agent]:
    """All whose random streams go on."""
    teacher = [learner.teacher] if learner.teacher else []
    return [*learner.opponents.bots, *learner.opponents.past, *teacher]
