"""SELECT: go through investigators, enemies, spaces or pieces, or pick one of them."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.board import MOST_FIRE
from cthulhu_envs.games.death_may_die.counting import count, count_bits, here_of, holds
from cthulhu_envs.games.death_may_die.figures import count_figures, distance, in_pool, unlike
from cthulhu_envs.games.death_may_die.objectives import pieces_of, unlike_pieces
from cthulhu_envs.games.death_may_die.people import people_at, settle_later
from cthulhu_envs.games.death_may_die.question import Question, Step
from cthulhu_envs.games.death_may_die.stack import (
    breaker,
    is_answered,
    is_tie_broken,
    lowest,
    pop,
    push,
)
from cthulhu_envs.games.death_may_die.state import IP, ME, A, B, C, D, E
from cthulhu_envs.games.death_may_die.vocabulary import FACES, NOTHING, Among, Mode, Op

PACK = 64  # an Among and a subject are kept as among * PACK + subject


@kernel
def do_select(kit, s, frame, row, body):
    """Start the loop over what is found, or the pick."""
    me, mode, among = frame[ME], row[1], row[2]
    if mode != Mode.EACH:
        context = frame[A] * PACK + max(0, frame[B])
        push(s, Step.PICK, me, body - 1, row[7], 0, frame[C], frame[D], context)
        return
    bits = found(kit, s, me, frame[A], frame[B], row)
    if bits == 0:
        return
    if among == Among.INVESTIGATORS or among == Among.COMPANY:
        settle_later(s)
    push(s, Step.LOOP, me, body, among, bits, frame[C], frame[D], 0)


@kernel
def found(kit, s, me, among, subject, row):
    """Bits of what fits; `among` and `subject` are those of the effect around it."""
    bits = candidates(kit, s, me, among, subject, row[2], row[3])
    if row[1] == Mode.MOST or row[1] == Mode.FEWEST:
        return bits
    at = 0
    rest = bits
    while rest >> at:
        if rest >> at & 1 and not holds(kit, s, me, row[2], at, row, 4):
            bits &= ~(1 << at)
        at += 1
    return bits


@kernel
def candidates(kit, s, me, among, subject, wanted, argument):
    """Bits of all there are of a sort."""
    if wanted == Among.INVESTIGATORS:
        bits = 0
        for person in range(kit.people):
            if not s.dead[person]:
                bits |= 1 << person
        return bits
    if wanted == Among.FIGURES:
        bits = 0
        for figure in range(count_figures(kit, s)):
            if s.at[figure] != NOTHING and argument >> s.kind[figure] & 1:
                bits |= 1 << figure
        return bits
    if wanted == Among.PIECES:
        return pieces_of(kit, s, argument // FACES, argument % FACES, NOTHING)
    if wanted == Among.SPACES:
        return (1 << int(kit.spaces[s.episode])) - 1
    here = here_of(s, me, among, subject)
    if here == NOTHING:
        return 0
    if wanted == Among.COMPANY:
        return people_at(kit, s, here)
    bits = int(kit.links[s.episode, here])
    return bits | 1 << here if wanted == Among.NEAR else bits


@kernel
def do_loop(kit, s, frame):
    """The next subject; investigators in order from the active one on."""
    if frame[B] == 0:
        pop(s)
        return
    subject = lowest(frame[B])
    is_person = frame[A] == Among.INVESTIGATORS or frame[A] == Among.COMPANY
    if is_person:
        for step in range(kit.people - 1, -1, -1):
            person = (s.active + step) % kit.people
            if frame[B] >> person & 1:
                subject = person
    elif kit.ask_ties:
        offer = rivals(kit, s, frame)
        if offer > 0:
            asks = Question.FIGURE if frame[A] == Among.FIGURES else Question.SPACE
            asks = Question.PIECE if frame[A] == Among.PIECES else asks
            if not is_answered(kit, s, breaker(s, frame[ME]), asks, offer, False):
                return
            subject = s.answer
    frame[B] &= ~(1 << subject)
    if is_person and s.dead[subject]:
        return
    if frame[A] == Among.FIGURES and s.at[subject] == NOTHING:
        return
    push(s, Step.SCRIPT, frame[ME], frame[IP], frame[A], subject, frame[C], frame[D], 0)


@kernel
def rivals(kit, s, frame):
    """R1.9: bits of those left in a loop for whom Fire tokens or figures do not suffice."""
    supply = supply_of(kit, s, frame[IP])
    if supply == 0 or frame[B] & (frame[B] - 1) == 0:
        return 0
    bits = frame[B]
    first = kit.rows[frame[IP]]
    if first[0] == Op.IF:
        at = 0
        while frame[B] >> at:
            if frame[B] >> at & 1 and not holds(kit, s, frame[ME], frame[A], at, first, 1):
                bits &= ~(1 << at)
            at += 1
    if count_bits(bits) <= supply:
        return 0
    return unlike(kit, s, bits) if frame[A] == Among.FIGURES else bits


@kernel
def supply_of(kit, s, row):
    """Tokens or figures that are left of what an effect lays out, 0 if it lays out nothing."""
    while kit.rows[row, 0] != Op.END:
        op = kit.rows[row, 0]
        if op == Op.FIRE:
            return MOST_FIRE - int(s.fire_total)
        if op == Op.SUMMON or op == Op.RISE:
            return in_pool(kit, s, kit.rows[row, 1])
        row += 1
    return 0


@kernel
def do_pick(kit, s, frame):
    """One, or some one after another: the nearest, the farthest, the most, or as one likes."""
    row = kit.rows[frame[IP]]
    me, mode, among = frame[ME], row[1], row[2]
    bits = found(kit, s, me, frame[E] // PACK, frame[E] % PACK, row) & ~frame[B]
    if mode != Mode.CHOICE:
        bits = best_of(kit, s, me, bits, row)
    if frame[A] == 0 or bits == 0:
        pop(s)
        return
    asks = Question.SPACE
    if among == Among.FIGURES:
        asks = Question.FIGURE
        bits = unlike(kit, s, bits)
    elif among == Among.PIECES:
        asks = Question.PIECE
        bits = unlike_pieces(kit, s, bits, me)
    elif among == Among.INVESTIGATORS or among == Among.COMPANY:
        asks = Question.PERSON
    if mode == Mode.CHOICE:
        if not is_answered(kit, s, me, asks, bits, False):
            return
    elif not is_tie_broken(kit, s, me, asks, bits):
        return
    frame[A] -= 1
    frame[B] |= 1 << s.answer
    push(s, Step.SCRIPT, me, frame[IP] + 1, among, s.answer, frame[C], frame[D], 0)


@kernel
def best_of(kit, s, me, bits, row):
    """Those that are nearest to you, farthest, or have the most or fewest."""
    mode, among = row[1], row[2]
    best, kept, at = 0, 0, 0
    while bits >> at:
        if bits >> at & 1:
            if mode == Mode.MOST or mode == Mode.FEWEST:
                value = count(kit, s, me, among, at, row[4], row[5])
            else:
                value = distance(kit, s, int(s.space[me]), here_of(s, me, among, at))
            if mode == Mode.NEAREST or mode == Mode.FEWEST:
                value = -value
            if kept == 0 or value > best:
                best, kept = value, 0
            if value == best:
                kept |= 1 << at
        at += 1
    return kept
