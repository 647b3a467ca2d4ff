"""What the hunter works out in one decision (NOTES): the position as it reads it, and the weights
it judges by. All it knows comes from its observation and from content that is public (the kit).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_agents.scoring import find, find_one, whole
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import FLAG, record_dtype
from cthulhu_envs.games.death_may_die.components import ELDER, STAGES
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_ELDER_ONES,
    MAX_EPISODES,
    MAX_INVESTIGATORS,
    MAX_KINDS,
    MAX_SPACES,
)
from cthulhu_envs.games.death_may_die.state import MAX_ACTIONS

N_QUESTIONS = len(Question)
MOST = 1000  # of anything that is counted
NEVER = 1e6  # the cost of a way that leads nowhere


class Judgement(NamedTuple):
    """What it judges by; found by trying; most of them matter little."""

    scorch: float = 1.2  # steps that a Fire token on the way is worth
    fright: float = 2.5  # steps that a wound to expect from enemies on the way is worth
    queue: float = 2.5  # steps by which a goal is farther if another investigator is nearer to it
    kills: float = 1.2  # wounds of an enemy's attack that one action saves by killing it
    bearable: float = 3.0  # wounds to end a turn with, while the Elder One is not on the map
    bold: float = 5.0  # and afterwards
    hurt: float = 2.0  # wounds with which a Rest goes before work
    tired: float = 5.0  # wounds and stress together with which it does
    spare: float = 1.0  # stress up to which own rolls are improved
    guard: float = 2.0  # wounds that an attack must not bring without a reroll
    fit: float = 2.0  # wounds with which the Elder One is still sought out
    grit: float = 10.0  # how much work goes before enemies here (20: before any of them)


JUDGEMENT = record_dtype(*((name, np.float64) for name in Judgement._fields))


def judgement_of(judgement: Judgement) -> NDArray[Any]:
    """An array of one record, as the kernels read it."""
    made = np.zeros(1, JUDGEMENT)
    for name, value in judgement._asdict().items():
        made[0][name] = value
    return made


NOTES = record_dtype(
    ("candidates", np.int32, (MAX_ACTIONS,)),
    ("scores", np.float64, (MAX_ACTIONS,)),
    ("num_candidates", np.int32),
    ("episode", np.int64),
    ("elder", np.int64),
    ("question", np.int64),
    ("people", np.int64),
    ("here", np.int64),
    ("wounds", np.int64),
    ("stress", np.int64),
    ("sanity", np.int64),
    ("signs", np.int64),
    ("actions", np.int64),  # left
    ("summoned", FLAG),
    ("disrupted", FLAG),
    ("alive", FLAG, (MAX_INVESTIGATORS,)),
    ("space", np.int64, (MAX_INVESTIGATORS,)),
    ("harm", np.float64, (MAX_SPACES,)),  # wounds to expect of the enemies on a space
    ("crowd", np.float64, (MAX_SPACES,)),
    ("elder_at", np.int64),  # or -1
    ("goal", np.float64, (MAX_SPACES,)),  # steps that a goal there is worth waiting, or NEVER
    ("cost", np.float64, (MAX_SPACES,)),  # of the way from a space to the best goal
)


@kernel
def read(kit, obs, notes):
    """The position, out of the observation."""
    ob, scale = kit.ob, kit.scale
    notes.num_candidates = 0
    notes.episode = find_one(obs, ob.episode, MAX_EPISODES)
    notes.elder = find_one(obs, ob.elder_one, MAX_ELDER_ONES)
    notes.question = find(obs, ob.question, N_QUESTIONS)
    notes.people = kit.people
    notes.wounds = whole(obs[ob.wounds] / scale.wounds + 0.5, MOST)
    notes.stress = whole(obs[ob.stress] / scale.stress + 0.5, MOST)
    notes.sanity = whole(obs[ob.sanity] / scale.sanity + 0.5, MOST)
    notes.signs = whole(obs[ob.signs] / scale.signs + 0.5, MOST)
    notes.actions = whole(obs[ob.actions_left] / scale.actions_left + 0.5, MOST)
    notes.disrupted = obs[ob.disrupted] > 0
    stages = 0
    for stage in range(STAGES):
        stages += obs[ob.stage + stage] > 0
    notes.summoned = stages > 1
    for person in range(kit.people):
        notes.alive[person] = obs[ob.alive + person] > 0
        notes.space[person] = find(obs, ob.space + person * MAX_SPACES, MAX_SPACES)
    notes.here = notes.space[0]
    read_enemies(kit, obs, notes, stages)


@kernel
def read_enemies(kit, obs, notes, stages):
    """What stands on each space, and how hard it hits: half its dice, and more if it is mean."""
    notes.elder_at = -1
    for space in range(MAX_SPACES):
        notes.harm[space] = 0.0
        notes.crowd[space] = 0.0
        for kind in range(MAX_KINDS):
            number = obs[kit.ob.kinds + space * MAX_KINDS + kind]
            if number == 0.0:
                continue
            dice = float(kit.kind_standard[kind] + kit.kind_bonus[kind])
            if kind == ELDER:
                notes.elder_at = space
                for stage in range(stages):
                    dice += kit.stage_standard[notes.elder, stage]
                    dice += kit.stage_bonus[notes.elder, stage]
            notes.harm[space] += 0.5 * dice * number
            notes.crowd[space] += number


@kernel
def health_left(kit, obs, figure):
    """Wounds that a figure can still take."""
    return whole(obs[kit.ob.figure_health + figure] / kit.scale.figure_health + 0.5, MOST)


@kernel
def is_here(kit, obs, figure):
    """Whether a figure stands on my space."""
    return obs[kit.ob.figure_near + figure] == 1.0
