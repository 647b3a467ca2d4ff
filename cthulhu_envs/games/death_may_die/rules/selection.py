"""SELECT: go through investigators, enemies, spaces or pieces, or pick one of them."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.components import ELDER, MOST_FIRE
from cthulhu_envs.games.death_may_die.content.effect_rows import (
    AMOUNT,
    ARGUMENT,
    OP,
    IfRow,
    Op,
    PiecesRow,
    RiseRow,
    SelectRow,
    SignRow,
    SummonRow,
    WoundRow,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ANY_FACE,
    FACES,
    NOTHING,
    Among,
    Mode,
    Whom,
)
from cthulhu_envs.games.death_may_die.rules.asking import (
    breaker,
    is_answered,
    is_tie_broken,
    lowest,
)
from cthulhu_envs.games.death_may_die.rules.counting import count, here_of, holds
from cthulhu_envs.games.death_may_die.rules.enemies import (
    can_hurt,
    count_figures,
    distance,
    in_pool,
    unlike,
)
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_body,
    push_loop,
    push_pick,
)
from cthulhu_envs.games.death_may_die.rules.frames import ME, PACK, Loop, Pick, Script
from cthulhu_envs.games.death_may_die.rules.investigators import people_at, settle_later
from cthulhu_envs.games.death_may_die.rules.objectives import pieces_of, unlike_pieces
from cthulhu_envs.games.death_may_die.rules.questions import Question


@kernel
def do_select(kit, s, frame, row, body):
    """Start the loop over what is found, or the pick."""
    me, mode, among = frame[ME], row[SelectRow.MODE], row[SelectRow.AMONG]
    if mode != Mode.EACH:
        push_pick(s, frame, body - 1, row[SelectRow.COUNT])
        return
    bits = found(kit, s, me, frame[Script.AMONG], frame[Script.SUBJECT], row)
    if bits == 0:
        return
    if among == Among.INVESTIGATORS or among == Among.COMPANY:
        settle_later(s)
    push_loop(s, frame, body, among, bits)


@kernel
def found(kit, s, me, among, subject, row):
    """Bits of what fits; `among` and `subject` are those of the effect around it."""
    mode, wanted = row[SelectRow.MODE], row[SelectRow.AMONG]
    bits = candidates(kit, s, me, among, subject, wanted, row[SelectRow.AMONG + ARGUMENT])
    if mode == Mode.MOST or mode == Mode.FEWEST:
        return bits
    at = 0
    rest = bits
    while rest >> at:
        if rest >> at & 1 and not holds(kit, s, me, wanted, at, row, SelectRow.CONDITION):
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
    if wanted == Among.ADJACENT:
        return int(kit.links[s.episode, here])
    if wanted == Among.NEAR:
        return int(kit.links[s.episode, here]) | 1 << here
    raise AssertionError("a sort of subjects is missing here")


@kernel
def do_loop(kit, s, frame):
    """The next subject; R7.8: in the order that the active investigator chooses if it matters,
    else investigators from the active one on, and others by number.
    """
    if frame[Loop.LEFT] == 0:
        pop(s)
        return
    subject = lowest(frame[Loop.LEFT])
    is_person = frame[Loop.AMONG] == Among.INVESTIGATORS or frame[Loop.AMONG] == Among.COMPANY
    if is_person:
        for step in range(kit.people - 1, -1, -1):
            person = (s.active + step) % kit.people
            if frame[Loop.LEFT] >> person & 1:
                subject = person
    if kit.ask_ties:
        offer = rivals(kit, s, frame)
        if offer > 0:
            asks = asked_of(frame[Loop.AMONG])
            if not is_answered(kit, s, breaker(s, frame[ME]), asks, offer, False):
                return
            subject = s.answer
    frame[Loop.LEFT] &= ~(1 << subject)
    if is_person and s.dead[subject]:
        return
    if frame[Loop.AMONG] == Among.FIGURES and s.at[subject] == NOTHING:
        return
    push_body(s, frame, frame[Loop.ROW], frame[Loop.AMONG], subject)


@kernel
def asked_of(among):
    """The question that names one of a sort."""
    if among == Among.FIGURES:
        return Question.FIGURE
    if among == Among.PIECES:
        return Question.PIECE
    if among == Among.INVESTIGATORS or among == Among.COMPANY:
        return Question.PERSON
    if is_space(among):
        return Question.SPACE
    raise AssertionError("a sort of subjects is missing here")


@kernel
def rivals(kit, s, frame):
    """R7.8: bits of those left in a loop whose order matters, 0 if it does not."""
    bits = frame[Loop.LEFT]
    if bits & (bits - 1) == 0:
        return 0
    first = kit.rows[frame[Loop.ROW]]
    if first[OP] == Op.IF:
        me, among = frame[ME], frame[Loop.AMONG]
        at, left = 0, frame[Loop.LEFT]
        while left >> at:
            if left >> at & 1 and not holds(kit, s, me, among, at, first, IfRow.CONDITION):
                bits &= ~(1 << at)
            at += 1
    if not does_order_matter(kit, s, frame, bits):
        return 0
    return unlike(kit, s, bits) if frame[Loop.AMONG] == Among.FIGURES else bits


@kernel
def does_order_matter(kit, s, frame, bits):
    """R1.9, R7.8: something does not suffice for all, the Elder One is among those wounded, or
    several pieces are hit.
    """
    row, again, among = frame[Loop.ROW], 0, frame[Loop.AMONG]
    while kit.rows[row, OP] != Op.END:
        op = kit.rows[row, OP]
        if op == Op.REPEAT:
            again = row
        elif op == Op.WOUND:
            if is_elder_among(s, among, bits, kit.rows[row, WoundRow.WHOM]):
                return True
        elif op == Op.HIT:
            if hits_several(kit, s, among, bits, kit.rows[row, PiecesRow.GROUP]):
                return True
        else:
            supply = supply_of(kit, s, kit.rows[row])
            if supply > 0 and needed(kit, s, frame, bits, kit.rows[row], again) > supply:
                return True
        row += 1
    return False


@kernel
def is_space(among):
    """Whether a loop goes through spaces."""
    return among == Among.SPACES or among == Among.ADJACENT or among == Among.NEAR


@kernel
def is_elder_among(s, among, bits, whom):
    """Whether the Elder One stands on one of the spaces whose enemies are wounded: a Stage that
    falls takes it to another one.
    """
    if not is_space(among) or whom == Whom.ONE or whom == Whom.YOU or not can_hurt(s, ELDER):
        return False
    return bits >> s.at[ELDER] & 1 == 1


@kernel
def hits_several(kit, s, among, bits, group):
    """Whether pieces of a group lie on several of the spaces."""
    if not is_space(among):
        return False
    hit, pieces = 0, pieces_of(kit, s, group, ANY_FACE, NOTHING)
    for piece in range(kit.pieces[s.episode]):
        if pieces >> piece & 1:
            hit |= bits & 1 << int(s.piece_at[piece])
    return hit & (hit - 1) != 0


@kernel
def supply_of(kit, s, row):
    """Tokens or figures that are left of what a row lays out, 0 if it lays out nothing."""
    op = row[OP]
    if op == Op.FIRE:
        return MOST_FIRE - int(s.fire_total)
    if op == Op.SUMMON:
        return in_pool(kit, s, row[SummonRow.KIND])
    if op == Op.RISE:
        return in_pool(kit, s, row[RiseRow.KIND])
    if op == Op.TOKEN or (op == Op.SIGN and row[SignRow.CHANGE] > 0):
        return int(s.tokens_left)
    return 0


@kernel
def needed(kit, s, frame, bits, row, again):
    """How many a row asks for in all; `again` is the row that repeats it, 0 if there is none."""
    total, at = 0, 0
    me, among = frame[ME], frame[Loop.AMONG]
    while bits >> at:
        if bits >> at & 1:
            each = 1
            if row[OP] == Op.FIRE or row[OP] == Op.SIGN:
                each = count(kit, s, me, among, at, row[AMOUNT], row[AMOUNT + ARGUMENT])
            if again > 0:
                times = kit.rows[again]
                each *= count(kit, s, me, among, at, times[AMOUNT], times[AMOUNT + ARGUMENT])
            total += max(0, each)
        at += 1
    return total


@kernel
def do_pick(kit, s, frame):
    """One, or some one after another: the nearest, the farthest, the most, or as one likes."""
    row = kit.rows[frame[Pick.ROW]]
    me, mode, among = frame[ME], row[SelectRow.MODE], row[SelectRow.AMONG]
    around, subject = frame[Pick.AROUND] // PACK, frame[Pick.AROUND] % PACK
    bits = found(kit, s, me, around, subject, row) & ~frame[Pick.TAKEN]
    if mode != Mode.CHOICE:
        bits = best_of(kit, s, me, bits, row)
    if frame[Pick.LEFT] == 0 or bits == 0:
        pop(s)
        return
    asks = asked_of(among)
    if among == Among.FIGURES:
        bits = unlike(kit, s, bits)
    elif among == Among.PIECES:
        bits = unlike_pieces(kit, s, bits, me)
    if mode == Mode.CHOICE:
        if not is_answered(kit, s, me, asks, bits, False):
            return
    elif not is_tie_broken(kit, s, me, asks, bits):
        return
    frame[Pick.LEFT] -= 1
    frame[Pick.TAKEN] |= 1 << s.answer
    push_body(s, frame, frame[Pick.ROW] + 1, among, s.answer)


@kernel
def best_of(kit, s, me, bits, row):
    """Those that are nearest to you, farthest, or have the most or fewest."""
    mode, among = row[SelectRow.MODE], row[SelectRow.AMONG]
    var, argument = row[SelectRow.CONDITION], row[SelectRow.CONDITION + ARGUMENT]
    best, kept, at = 0, 0, 0
    while bits >> at:
        if bits >> at & 1:
            if mode == Mode.MOST or mode == Mode.FEWEST:
                value = count(kit, s, me, among, at, var, argument)
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
