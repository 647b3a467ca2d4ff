"""Runs of investigators (R4), and enemies and pieces that move toward something."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import RUN_SPACES
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Among, EnemyTrait, Trait
from cthulhu_envs.games.death_may_die.rules.asking import is_answered, is_tie_broken
from cthulhu_envs.games.death_may_die.rules.enemies import (
    count_figures,
    distance,
    enemies_at,
    hurt_figure,
    put_figure,
    unlike,
)
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_run
from cthulhu_envs.games.death_may_die.rules.frames import ME, Move, Run, RunStage
from cthulhu_envs.games.death_may_die.rules.investigators import add_wounds, enter, people_at
from cthulhu_envs.games.death_may_die.rules.objectives import check_goal
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Source
from cthulhu_envs.games.death_may_die.sizes import MOST_FIRE_HELD
from cthulhu_envs.games.death_may_die.state import Piece

FAR = 99


@kernel
def start_run(kit, s, me, space, steps, piece):
    """A Run of `steps` spaces, the first of which may be chosen already."""
    stage = RunStage.WHERE if space == NOTHING else RunStage.SNEAK
    sneaks = max(0, int(s.trait[me, Trait.SNEAKS]))
    push_run(s, me, stage, steps, sneaks, space, piece)


@kernel
def run_spaces(s, me):
    """R4.1, R10.6: spaces of a Run."""
    return max(1, RUN_SPACES + int(s.trait[me, Trait.RUN]))


@kernel
def do_run(kit, s, frame, me):
    """One decision of a step: where to, whom to sneak past, whom to bring along."""
    if frame[Run.STAGE] == RunStage.WHERE:
        if frame[Run.STEPS] == 0 or s.lying[me]:
            pop(s)
            return
        offer = int(kit.links[s.episode, s.space[me]])
        if is_answered(kit, s, me, Question.RUN, offer, True):
            if s.answer == NOTHING:
                pop(s)
                return
            frame[Run.SPACE] = s.answer
            frame[Run.PAST] = 0
            frame[Run.STAGE] = RunStage.SNEAK
    elif frame[Run.STAGE] == RunStage.SNEAK:
        offer = 0
        if frame[Run.SNEAKS] > 0:
            offer = unlike(kit, s, enemies_at(kit, s, int(s.space[me])) & ~frame[Run.PAST])
        if is_answered(kit, s, me, Question.FIGURE, offer, True):
            if s.answer == NOTHING:
                frame[Run.STAGE] = RunStage.BRING
            else:
                frame[Run.PAST] |= 1 << s.answer
                frame[Run.SNEAKS] -= 1
    elif frame[Run.STAGE] == RunStage.BRING:
        offer = 0
        if s.trait[me, Trait.BRING] > 0:
            offer = people_at(kit, s, int(s.space[me])) & ~(1 << me)
            for person in range(kit.people):
                if s.lying[person]:  # R12.4
                    offer &= ~(1 << person)
        if is_answered(kit, s, me, Question.PERSON, offer, True):
            take_step(kit, s, frame, me, s.answer)
    else:
        raise AssertionError("a Run has no such stage")


@kernel
def take_step(kit, s, frame, me, other):
    """R4.2, R4.3, R4.6: leave with fire and followers."""
    here, there, past = int(s.space[me]), frame[Run.SPACE], frame[Run.PAST]
    frame[Run.STEPS] -= 1
    frame[Run.STAGE] = RunStage.WHERE
    frame[Run.SPACE] = NOTHING
    walk(s, kit, me, here, there)
    if other != NOTHING:
        walk(s, kit, other, here, there)
    if frame[Run.PIECE] != NOTHING:
        carry(kit, s, frame, there)
    scratches = 0
    for figure in range(count_figures(kit, s)):
        if s.at[figure] == here:
            if past >> figure & 1:
                hurt_figure(kit, s, figure, int(s.trait[me, Trait.SNEAK_WOUND]))
            else:
                scratches += int(kit.kind_trait[s.kind[figure], EnemyTrait.LEAVE_WOUND])
                put_figure(s, figure, there)
    if other != NOTHING:
        add_wounds(s, other, scratches, Source.OTHER, NOTHING)
    add_wounds(s, me, scratches, Source.OTHER, NOTHING)


@kernel
def walk(s, kit, me, here, there):
    """R4.3: Fire of the space left comes along."""
    s.burning[me] = min(MOST_FIRE_HELD, s.burning[me] + s.fire[here])
    enter(kit, s, me, there)


@kernel
def carry(kit, s, frame, there):
    """R13.7: an escorted piece comes along and is done at the Episode's place; one that has left
    the map meanwhile stays away.
    """
    piece = frame[Run.PIECE]
    if s.piece_is[piece] != Piece.IN_PLAY:
        frame[Run.PIECE] = NOTHING
        return
    s.piece_at[piece] = there
    if there == kit.place[s.episode]:
        s.piece_is[piece] = Piece.DONE
        s.piece_at[piece] = NOTHING
        frame[Run.PIECE] = NOTHING
        check_goal(kit, s)


@kernel
def do_move(kit, s, frame):
    """R4.5: an enemy or piece goes one step toward, or away from, the nearest of some spaces."""
    is_figure = frame[Move.AMONG] == Among.FIGURES
    here = int(s.at[frame[Move.SUBJECT]]) if is_figure else int(s.piece_at[frame[Move.SUBJECT]])
    if frame[Move.STEPS] == 0 or here == NOTHING or frame[Move.SPACES] == 0:
        pop(s)
        return
    now = steps_to(kit, s, here, frame[Move.SPACES])
    offer = 0
    for space in range(kit.spaces[s.episode]):
        if kit.links[s.episode, here] >> space & 1:
            then = steps_to(kit, s, space, frame[Move.SPACES])
            if (then > now) if frame[Move.AWAY] else (then < now):
                offer |= 1 << space
    if offer == 0:
        pop(s)
    elif is_tie_broken(kit, s, frame[ME], Question.SPACE, offer):
        frame[Move.STEPS] -= 1
        if is_figure:
            put_figure(s, frame[Move.SUBJECT], s.answer)
        else:
            s.piece_at[frame[Move.SUBJECT]] = s.answer


@kernel
def steps_to(kit, s, here, spaces):
    """Steps to the nearest of some spaces."""
    best = FAR
    for space in range(kit.spaces[s.episode]):
        if spaces >> space & 1:
            best = min(best, distance(kit, s, here, space))
    return best
