"""Runs of investigators (R4), and enemies and pieces that move toward something."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.board import RUN_SPACES
from cthulhu_envs.games.death_may_die.figures import (
    count_figures,
    distance,
    enemies_at,
    hurt_figure,
    put_figure,
    unlike,
)
from cthulhu_envs.games.death_may_die.objectives import check_goal
from cthulhu_envs.games.death_may_die.people import add_wounds, enter, people_at
from cthulhu_envs.games.death_may_die.question import Question, Source, Step
from cthulhu_envs.games.death_may_die.stack import is_answered, is_tie_broken, pop, push
from cthulhu_envs.games.death_may_die.state import IP, ME, A, B, C, D, E, Piece
from cthulhu_envs.games.death_may_die.vocabulary import NOTHING, Among, EnemyTrait, Trait

WHERE, SNEAK, BRING = range(3)  # stages of a step
FAR = 99


@kernel
def start_run(kit, s, me, space, steps, piece):
    """A Run of so many spaces, the first of which may be chosen already."""
    stage = WHERE if space == NOTHING else SNEAK
    sneaks = max(0, int(s.trait[me, Trait.SNEAKS]))
    push(s, Step.RUN, me, stage, steps, sneaks, space, 0, piece)


@kernel
def run_spaces(s, me):
    """R4.1, R10.6: spaces of a Run."""
    return max(1, RUN_SPACES + int(s.trait[me, Trait.RUN]))


@kernel
def do_run(kit, s, frame, me):
    """One decision of a step: where to, whom to sneak past, whom to bring along."""
    if frame[IP] == WHERE:
        if frame[A] == 0 or s.lying[me]:
            pop(s)
            return
        offer = int(kit.links[s.episode, s.space[me]])
        if is_answered(kit, s, me, Question.RUN, offer, True):
            if s.answer == NOTHING:
                pop(s)
                return
            frame[C] = s.answer
            frame[D] = 0
            frame[IP] = SNEAK
    elif frame[IP] == SNEAK:
        offer = 0
        if frame[B] > 0:
            offer = unlike(kit, s, enemies_at(kit, s, int(s.space[me])) & ~frame[D])
        if is_answered(kit, s, me, Question.FIGURE, offer, True):
            if s.answer == NOTHING:
                frame[IP] = BRING
            else:
                frame[D] |= 1 << s.answer
                frame[B] -= 1
    else:
        offer = 0
        if s.trait[me, Trait.BRING] > 0:
            offer = people_at(kit, s, int(s.space[me])) & ~(1 << me)
            for person in range(kit.people):
                if s.lying[person]:  # R12.4
                    offer &= ~(1 << person)
        if is_answered(kit, s, me, Question.PERSON, offer, True):
            take_step(kit, s, frame, me, s.answer)


@kernel
def take_step(kit, s, frame, me, other):
    """R4.2, R4.3, R4.6: leave with fire and followers."""
    here, there, past = int(s.space[me]), frame[C], frame[D]
    frame[A] -= 1
    frame[IP] = WHERE
    frame[C] = NOTHING
    walk(s, kit, me, here, there)
    if other != NOTHING:
        walk(s, kit, other, here, there)
    if frame[E] != NOTHING:
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
    s.burning[me] = min(99, s.burning[me] + s.fire[here])
    enter(kit, s, me, there)


@kernel
def carry(kit, s, frame, there):
    """R13.7: an escorted piece comes along and is done at the Episode's place."""
    piece = frame[E]
    s.piece_at[piece] = there
    if there == kit.place[s.episode]:
        s.piece_is[piece] = Piece.DONE
        s.piece_at[piece] = NOTHING
        frame[E] = NOTHING
        check_goal(kit, s)


@kernel
def do_move(kit, s, frame):
    """R4.5: an enemy or piece goes one step toward, or away from, the nearest of some spaces."""
    is_figure = frame[A] == Among.FIGURES
    here = int(s.at[frame[B]]) if is_figure else int(s.piece_at[frame[B]])
    if frame[D] == 0 or here == NOTHING or frame[C] == 0:
        pop(s)
        return
    now = steps_to(kit, s, here, frame[C])
    offer = 0
    for space in range(kit.spaces[s.episode]):
        if kit.links[s.episode, here] >> space & 1:
            then = steps_to(kit, s, space, frame[C])
            if (then > now) if frame[E] else (then < now):
                offer |= 1 << space
    if offer == 0:
        pop(s)
    elif is_tie_broken(kit, s, frame[ME], Question.SPACE, offer):
        frame[D] -= 1
        if is_figure:
            put_figure(s, frame[B], s.answer)
        else:
            s.piece_at[frame[B]] = s.answer


@kernel
def steps_to(kit, s, here, spaces):
    """Steps to the nearest of some spaces."""
    best = FAR
    for space in range(kit.spaces[s.episode]):
        if spaces >> space & 1:
            best = min(best, distance(kit, s, here, space))
    return best
