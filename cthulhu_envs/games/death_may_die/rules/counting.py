"""What effects can count (`Var`), and whether a condition holds."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import ELDER, Kind
from cthulhu_envs.games.death_may_die.content.effect_rows import ARGUMENT, BOUND
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ANY_FACE,
    FACES,
    HIDDEN_FACE,
    MAX_ARGUMENT,
    NOTHING,
    REVEALED_FACE,
    VAR_FAMILY,
    Among,
    Var,
    VarFamily,
    Where,
)
from cthulhu_envs.games.death_may_die.rules.enemies import count_figures, distance
from cthulhu_envs.games.death_may_die.rules.investigators import (
    count_tagged,
    held_of_kind,
    people_at,
    tradable,
)
from cthulhu_envs.games.death_may_die.rules.objectives import count_done, matching, pieces_of
from cthulhu_envs.games.death_may_die.state import Piece


@kernel
def one_of(me, among, subject):
    """The investigator an effect speaks of: the subject if it is one, else you."""
    if among == Among.INVESTIGATORS or among == Among.COMPANY:
        return subject
    return me


@kernel
def here_of(s, me, among, subject):
    """The space an effect speaks of: the subject's, else yours; NOTHING if it is off the map."""
    if among == Among.FIGURES:
        return int(s.at[subject])
    if among == Among.SPACES or among == Among.ADJACENT or among == Among.NEAR:
        return subject
    if among == Among.PIECES:
        return int(s.piece_at[subject])
    return int(s.space[one_of(me, among, subject)])


@kernel
def where_is(kit, s, me, here, where, argument):
    """Bits of the spaces that a Where means; none if it is nowhere."""
    space = NOTHING
    if where == Where.YOU:
        space = NOTHING if s.dead[me] else int(s.space[me])
    elif where == Where.HERE:
        space = here
    elif where == Where.START:
        space = int(kit.start[s.episode])
    elif where == Where.ELDER:
        space = int(s.at[ELDER])
    elif where == Where.GATE:
        space = int(kit.gate[s.episode, argument])
    elif where == Where.PARTNER:
        space = int(s.space[s.partner[me]])
    elif where == Where.PIECES:
        return where_pieces_are(kit, s, argument)
    else:
        raise AssertionError("a place is missing here")
    return 0 if space == NOTHING else 1 << space


@kernel
def where_pieces_are(kit, s, argument):
    """Bits of the spaces with pieces of a group that show a Face."""
    pieces = pieces_of(kit, s, argument // FACES, argument % FACES, NOTHING)
    bits = 0
    for piece in range(kit.pieces[s.episode]):
        if pieces >> piece & 1:
            bits |= 1 << int(s.piece_at[piece])
    return bits


@kernel
def count_bits(bits):
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def count_kinds(kit, s, kinds, here, reach):
    """Figures of some kinds within that many steps, or (NOTHING) anywhere on the map."""
    count = 0
    for figure in range(count_figures(kit, s)):
        if s.at[figure] == NOTHING or not kinds >> s.kind[figure] & 1:
            continue
        if here == NOTHING or distance(kit, s, here, int(s.at[figure])) <= reach:
            count += 1
    return count


@kernel
def holds(kit, s, me, among, subject, condition, first):
    """Whether a condition holds: Var, argument and bound, from a column of a row on."""
    var, argument, bound = condition[first], condition[first + ARGUMENT], condition[first + BOUND]
    value = count(kit, s, me, among, subject, var, argument)
    return value >= bound if bound >= 0 else value < -bound


@kernel
def count(kit, s, me, among, subject, var, argument):
    """The value of a Var for a subject. One that nothing here counts is an error."""
    family = VAR_FAMILY[var]
    if family == VarFamily.NUMBER:
        return int(argument)
    if family == VarFamily.ROLL:
        return count_rolled(s, var)
    if family == VarFamily.OWN:
        return count_own(kit, s, one_of(me, among, subject), var, argument)
    if family == VarFamily.INSANITY:
        return count_odd(kit, s, me, var)
    if family == VarFamily.TABLE:
        return count_all(kit, s, var, argument)
    here = here_of(s, me, among, subject)
    if family == VarFamily.PIECES:
        return count_pieces(kit, s, me, here, var, argument)
    if family == VarFamily.SPACE:
        return count_space(kit, s, me, here, var, argument)
    raise AssertionError("a family of Var is missing here")


@kernel
def count_rolled(s, var):
    """Of the last roll."""
    if var == Var.SUCCESSES:
        return int(s.successes)
    if var == Var.TENTACLES:
        return int(s.tentacles)
    raise AssertionError("a Var of a roll is missing here")


@kernel
def count_own(kit, s, me, var, argument):
    """Of one investigator."""
    if var == Var.SIGNS:
        return int(s.signs[me])
    if var == Var.STRESS:
        return int(s.stress[me])
    if var == Var.WOUNDS:
        return int(s.wounds[me])
    if var == Var.INSANITY_TOKENS:
        return int(s.keeps[me])
    if var == Var.SAFE:
        return int(s.lying[me] or s.crowd[s.space[me]] == 0)
    if var == Var.ITEMS:
        return count_bits(held_of_kind(kit, s, me, Kind.ITEM))
    if var == Var.HAS:
        return count_tagged(kit, s, me, argument)
    raise AssertionError("a Var of an investigator is missing here")


@kernel
def count_pieces(kit, s, me, here, var, group):
    """Of objective pieces."""
    if var == Var.DONE:
        return count_done(kit, s, group)
    if var == Var.MATCH:
        return count_bits(matching(kit, s, group, me))
    if var == Var.UNMASKED:
        return count_bits(pieces_of(kit, s, group, REVEALED_FACE, NOTHING))
    if here == NOTHING:
        return 0
    if var == Var.HIDDEN:
        return count_bits(pieces_of(kit, s, group, HIDDEN_FACE, here))
    if var == Var.REVEALED:
        return count_bits(pieces_of(kit, s, group, REVEALED_FACE, here))
    if var == Var.PIECES:
        return count_bits(pieces_of(kit, s, group, ANY_FACE, here))
    if var == Var.DAMAGED:
        return count_damaged(kit, s, group, here)
    raise AssertionError("a Var of pieces is missing here")


@kernel
def count_damaged(kit, s, group, here):
    """Pieces here with wounds."""
    bits, count = pieces_of(kit, s, group, ANY_FACE, here), 0
    for piece in range(kit.pieces[s.episode]):
        if bits >> piece & 1 and s.piece_hurt[piece] != 0:
            count += 1
    return count


@kernel
def count_odd(kit, s, me, var):
    """What single Insanity cards ask for."""
    if var == Var.TRAUMA:
        return int(s.trauma != NOTHING)
    if var == Var.PARTNER_AWAY:
        other = s.partner[me]
        return int(other != NOTHING and not s.dead[other] and s.space[other] != s.space[me])
    if var == Var.LOOT:
        return count_loot(kit, s, me)
    raise AssertionError("a Var of an Insanity card is missing here")


@kernel
def count_loot(kit, s, me):
    """Cards and pieces of the others here."""
    loot = 0
    for person in range(kit.people):
        if person != me and not s.dead[person] and s.space[person] == s.space[me]:
            loot += count_bits(tradable(kit, s, person))
            for piece in range(kit.pieces[s.episode]):
                loot += s.piece_is[piece] == Piece.HELD and s.piece_holder[piece] == person
    return loot


@kernel
def count_all(kit, s, var, argument):
    """Over the whole map, or of all investigators."""
    if var == Var.ON_BOARD:
        return count_kinds(kit, s, argument, NOTHING, 0)
    total = 0
    if var == Var.ANYONE_HAS:
        for person in range(kit.people):
            total += count_tagged(kit, s, person, argument)
    elif var == Var.MOST_SIGNS:
        for person in range(kit.people):
            total = max(total, int(s.signs[person]))
    elif var == Var.TOKEN_PAIRS:
        for space in range(kit.spaces[s.episode]):
            for other in range(space):
                if s.token[space] and s.token[other]:
                    total += kit.links[s.episode, space] >> other & 1
    else:
        raise AssertionError("a Var of the table is missing here")
    return total


@kernel
def count_space(kit, s, me, here, var, argument):
    """On one space; nothing off the map."""
    if here == NOTHING:
        return 0
    if var == Var.FIRE:
        return int(s.fire[here])
    if var == Var.TOKEN:
        return int(s.token[here])
    if var == Var.MARKER:
        return int(s.marker[here])
    if var == Var.ENEMIES:
        return count_kinds(kit, s, argument, here, 0)
    if var == Var.NEAR:
        return count_kinds(kit, s, argument, here, 1)
    if var == Var.INVESTIGATORS:
        return count_bits(people_at(kit, s, here))
    if var == Var.OTHERS:
        return count_bits(people_at(kit, s, here) & ~(1 << me)) + int(s.crowd[here])
    if var == Var.DISTANCE:
        return count_steps(kit, s, me, here, argument)
    raise AssertionError("a Var of a space is missing here")


@kernel
def count_steps(kit, s, me, here, argument):
    """Steps to the nearest of the spaces that a Where means."""
    bits = where_is(kit, s, me, here, argument // MAX_ARGUMENT, argument % MAX_ARGUMENT)
    steps = 99
    for space in range(kit.spaces[s.episode]):
        if bits >> space & 1:
            steps = min(steps, distance(kit, s, here, space))
    return steps
