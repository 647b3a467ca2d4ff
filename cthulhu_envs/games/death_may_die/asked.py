"""What is asked, about what, and what it interrupts: the part of `observe` that reads the stack
(R15.3).
"""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.board import (
    MAX_CARDS,
    MAX_FIGURES,
    MAX_PIECES,
    MAX_SPACES,
    N_DICE,
)
from cthulhu_envs.games.death_may_die.dice import turn_rerolls
from cthulhu_envs.games.death_may_die.hands import PIECES
from cthulhu_envs.games.death_may_die.objectives import pieces_of
from cthulhu_envs.games.death_may_die.question import Question, Step
from cthulhu_envs.games.death_may_die.selection import PACK, is_space
from cthulhu_envs.games.death_may_die.state import IP, KIND, ME, A, B, C, D, E
from cthulhu_envs.games.death_may_die.vocabulary import (
    HIDDEN_FACE,
    NOTHING,
    Among,
    Roll,
)

MOST = 25.0  # of a number in fourths
ITSELF, LATER, BEFORE = 1.0, 0.5, 0.25  # what a question is about, its sequel, what came before


@kernel
def observe_asked(kit, s, me, people, obs):
    """The question, the part of the turn, and every frame above the turn's own."""
    ob = kit.ob
    obs[ob.question + s.question] = 1.0
    obs[ob.successes] = min(MOST, s.successes * 0.25)
    parts = 0
    while parts < s.depth and s.stack[parts, KIND] <= Step.ACT:
        parts += 1
    if parts > 0:
        obs[ob.phase + parts - 1] = 1.0
    if s.depth == 0:
        return
    outer, effect = NOTHING, NOTHING
    for k in range(parts, s.depth):
        observe_frame(kit, s, s.stack[k], me, people, obs)
        if s.stack[k, KIND] >= Step.SCRIPT and s.stack[k, KIND] <= Step.REPEAT:
            outer = k if outer == NOTHING else outer
            effect = k
    if effect != NOTHING:
        observe_effect(kit, s, s.stack[effect], me, people, obs)
        observe_outer(kit, s.stack[outer, IP], obs)
    top = s.stack[s.depth - 1]
    obs[ob.step + top[KIND]] = 1.0
    obs[ob.about] = min(MOST, number_of(top) * 0.25)
    obs[ob.about_stage] = stage_of(top) * 0.25
    observe_subject(kit, s, top, me, people, obs)
    if s.question == Question.REROLL:
        observe_roll(kit, s, top, obs)


@kernel
def mark(obs, base, bits, size, value):
    """Write a value for each bit, where no greater one stands."""
    if bits:
        for at in range(size):
            if bits >> at & 1:
                obs[base + at] = max(obs[base + at], value)


@kernel
def mark_people(kit, bits, me, people, value, obs):
    """The same for investigators, counted from the one who looks."""
    for person in range(people):
        if bits >> person & 1:
            mark(obs, kit.ob.about_people, 1 << (person - me) % people, people, value)


@kernel
def mark_some(kit, among, bits, me, people, value, obs):
    """The same for subjects of a sort."""
    if among == Among.FIGURES:
        mark(obs, kit.ob.about_figures, bits, MAX_FIGURES, value)
    elif among == Among.PIECES:
        mark(obs, kit.ob.about_pieces, bits, MAX_PIECES, value)
    elif among == Among.INVESTIGATORS or among == Among.COMPANY:
        mark_people(kit, bits, me, people, value, obs)
    elif is_space(among):
        mark(obs, kit.ob.about_spaces, bits, MAX_SPACES, value)


@kernel
def observe_frame(kit, s, frame, me, people, obs):
    """What is still to come, or was done before, of what lies on the stack."""
    ob, kind = kit.ob, frame[KIND]
    who = (frame[ME] - me) % people
    if kind == Step.WOUND:
        wounds = obs[ob.coming_wounds + who] + frame[A] * 0.25
        obs[ob.coming_wounds + who] = min(MOST, wounds)
    elif kind == Step.SANITY:
        add_sanity(ob, who, frame[A], obs)
    elif kind == Step.ATTACK:
        add_sanity(ob, who, frame[C], obs)
    elif kind == Step.SCRIPT:
        add_sanity(ob, who, frame[E], obs)
    elif kind == Step.REPEAT:
        obs[ob.repeats] = min(MOST, obs[ob.repeats] + frame[E] * 0.25)
    elif kind == Step.LOOP:
        mark_some(kit, frame[A], frame[B], me, people, LATER, obs)
    elif kind == Step.PICK:
        mark_some(kit, kit.rows[frame[IP], 2], frame[B], me, people, BEFORE, obs)
    elif kind == Step.FIGHT:
        mark(obs, ob.attacked, frame[A], MAX_FIGURES, 1.0)
    elif kind == Step.STRIKE:
        obs[ob.redirected] = frame[D] > 0


@kernel
def add_sanity(ob, who, amount, obs):
    """Sanity that an investigator is going to lose."""
    obs[ob.coming_sanity + who] = min(MOST, obs[ob.coming_sanity + who] + amount * 0.25)


@kernel
def observe_effect(kit, s, frame, me, people, obs):
    """The innermost effect: whose it is, how far it has come, for whom, and its subject."""
    ob, row = kit.ob, frame[IP]
    obs[ob.effect + kit.row_effect[row]] = 1.0
    obs[ob.effect_number] = kit.row_number[row] / 32
    obs[ob.effect_line] = (row - kit.row_first[row]) / 16
    mark_people(kit, 1 << frame[ME], me, people, LATER, obs)
    kind = frame[KIND]
    if kind == Step.PICK:
        mark_some(kit, frame[E] // PACK, 1 << frame[E] % PACK, me, people, ITSELF, obs)
    elif kind != Step.LOOP and frame[B] != NOTHING:
        mark_some(kit, frame[A], 1 << frame[B], me, people, ITSELF, obs)


@kernel
def observe_outer(kit, row, obs):
    """The effect with which it all began, and how far that has come."""
    ob = kit.ob
    obs[ob.outer_effect + kit.row_effect[row]] = 1.0
    obs[ob.outer_number] = kit.row_number[row] / 32
    obs[ob.outer_line] = (row - kit.row_first[row]) / 16


@kernel
def number_of(top):
    """Points, wounds, gifts, cards or steps that are left, by the kind of frame."""
    kind = top[KIND]
    if kind == Step.SPLIT or kind == Step.DISCARD:
        return top[B]
    if kind == Step.MOVE:
        return top[D]
    counts = kind == Step.PICK or kind == Step.WOUND or kind == Step.REST or kind == Step.PRAYER
    if counts or kind == Step.TRADE or kind == Step.KEEP or kind == Step.STEAL:
        return top[A]
    return 0


@kernel
def stage_of(top):
    """How far the topmost frame has come, for those that ask at several stages."""
    kind = top[KIND]
    if kind == Step.ATTACK:
        return top[B]
    if kind == Step.WOUND:
        return top[D]
    if kind == Step.MOVE:
        return top[E]
    if kind == Step.MYTHOS or kind == Step.TRADE or kind == Step.STEAL or kind == Step.RUN:
        return top[IP]
    return 0


@kernel
def observe_subject(kit, s, top, me, people, obs):
    """Figures, spaces, cards, pieces and investigators that the question is about."""
    ob, kind = kit.ob, top[KIND]
    if kind == Step.RUN:
        obs[ob.steps_left] = top[A] / 4
        obs[ob.sneaks_left] = top[B] / 3
        mark(obs, ob.about_figures, top[D], MAX_FIGURES, ITSELF)
        if top[C] != NOTHING:
            obs[ob.about_spaces + top[C]] = ITSELF
        if top[E] != NOTHING:
            obs[ob.about_pieces + top[E]] = ITSELF
    elif kind == Step.MOVE:
        mark_some(kit, top[A], 1 << top[B], me, people, ITSELF, obs)
        mark(obs, ob.about_spaces, top[C], MAX_SPACES, ITSELF)
    elif kind == Step.ATTACK or kind == Step.SPLIT:
        mark(obs, ob.about_figures, top[A], MAX_FIGURES, ITSELF)
    elif kind == Step.STRIKE:
        obs[ob.about_figures + top[A]] = ITSELF
        mark_people(kit, 1 << top[ME], me, people, ITSELF, obs)
    elif kind == Step.WOUND:
        obs[ob.about_source + top[B]] = 1.0
        obs[ob.taken] = min(MOST, top[E] * 0.25)
        if top[C] != NOTHING:
            obs[ob.about_figures + top[C]] = ITSELF
    elif kind == Step.PRAYER:
        if top[B] != NOTHING:
            mark_people(kit, 1 << top[B], me, people, ITSELF, obs)
    elif kind == Step.TOKEN:
        obs[ob.about_spaces + top[A]] = ITSELF
    else:
        observe_things(kit, s, top, obs)


@kernel
def observe_things(kit, s, top, obs):
    """Cards and pieces that the question is about."""
    ob, kind = kit.ob, top[KIND]
    if kind == Step.TRADE:
        if top[B] != NOTHING:
            base = ob.about_pieces if top[C] == PIECES else ob.about_cards
            obs[base + top[B]] = ITSELF
    elif kind == Step.KEEP:
        mark(obs, ob.about_cards, top[B], MAX_CARDS, ITSELF)
    elif kind == Step.CLAIM or (kind == Step.HAND_OVER and top[A] != NOTHING):
        obs[ob.about_cards + top[A]] = ITSELF
    elif kind == Step.DRAW:
        mark(obs, ob.about_pieces, top[A], MAX_PIECES, ITSELF)
    elif kind == Step.REVEAL:
        hidden = pieces_of(kit, s, top[A], HIDDEN_FACE, int(s.space[top[ME]]))
        mark(obs, ob.about_pieces, hidden, MAX_PIECES, ITSELF)


@kernel
def observe_roll(kit, s, roll, obs):
    """The dice, and the enemy who attacks or those whom the roller has named."""
    ob = kit.ob
    for face in range(N_DICE):
        obs[ob.dice + face] = min(MOST, s.dice[face] * 0.25)
    obs[ob.roll + roll[A]] = 1.0
    obs[ob.free] = (int(s.free) + turn_rerolls(s, roll[ME], roll[A] == Roll.AGAINST)) / 3
    if roll[A] == Roll.AGAINST:
        obs[ob.about_figures + roll[D]] = ITSELF
    elif roll[A] == Roll.ATTACK:
        mark(obs, ob.about_figures, s.stack[s.depth - 2, A], MAX_FIGURES, ITSELF)
