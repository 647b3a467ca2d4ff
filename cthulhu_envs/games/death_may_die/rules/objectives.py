"""Objective pieces: found, hit, revealed, drawn, taken (R13.4-R13.7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below
from cthulhu_envs.games._script.stack import pop
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    A_SPACE,
    ANY_FACE,
    HIDDEN_FACE,
    NOTHING,
    REVEALED_FACE,
    Face,
    Var,
)
from cthulhu_envs.games.death_may_die.rules.asking import is_answered
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_draw, push_effect_on
from cthulhu_envs.games.death_may_die.rules.frames import Draw, Reveal
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.rules.steps import Cause
from cthulhu_envs.games.death_may_die.sizes import MAX_PIECES
from cthulhu_envs.games.death_may_die.state import Piece


@kernel
def pieces_of(kit, s, group, face, space):
    """Bits of the pieces of a group in play, on a space or (NOTHING) anywhere on the map."""
    bits = 0
    for piece in range(kit.pieces[s.episode]):
        if kit.piece_group[s.episode, piece] != group or s.piece_is[piece] != Piece.IN_PLAY:
            continue
        is_face = face == Face.ANY or (s.piece_up[piece] > 0) == (face == REVEALED_FACE)
        if is_face and (space == NOTHING or s.piece_at[piece] == space):
            bits |= 1 << piece
    return bits


@kernel
def count_done(kit, s, group):
    """Pieces of a group that are done."""
    count = 0
    for piece in range(kit.pieces[s.episode]):
        if kit.piece_group[s.episode, piece] == group and s.piece_is[piece] == Piece.DONE:
            count += 1
    return count


@kernel
def check_goal(kit, s):
    """R13.4: the ritual is disrupted as soon as enough pieces are done."""
    goal = kit.goal[s.episode]
    if goal[0] == Var.DONE and count_done(kit, s, goal[1]) >= goal[2]:
        s.disrupted = True


@kernel
def finish_piece(kit, s, piece, me):
    """A piece is turned up or destroyed: it becomes what its value says, which then acts."""
    value = s.piece_value[piece]
    here = int(s.piece_at[piece])
    s.piece_up[piece] = True
    s.piece_is[piece] = kit.value_then[s.episode, value]
    if s.piece_is[piece] != Piece.IN_PLAY:
        s.piece_at[piece] = NOTHING
    row = int(kit.value_effect[s.episode, value])  # "here" is where it lay, perhaps next door
    push_effect_on(s, row, me, A_SPACE, here, Cause.OTHER)
    check_goal(kit, s)


@kernel
def hit_pieces(kit, s, group, space, wounds, me):
    """R13.5: wounds to the pieces of a group on a space; R7.8: the lowest number acts first."""
    bits = pieces_of(kit, s, group, ANY_FACE, space)
    health = int(kit.group_health[s.episode, group])
    for piece in range(MAX_PIECES - 1, -1, -1):
        if bits >> piece & 1 and wounds > 0:
            s.piece_hurt[piece] = min(health, int(s.piece_hurt[piece]) + wounds)
            if s.piece_hurt[piece] >= health:
                finish_piece(kit, s, piece, me)


@kernel
def mend_pieces(kit, s, group, space, wounds):
    """The pieces of a group on a space lose wounds."""
    bits = pieces_of(kit, s, group, ANY_FACE, space)
    for piece in range(MAX_PIECES):
        if bits >> piece & 1:
            s.piece_hurt[piece] = max(0, int(s.piece_hurt[piece]) - wounds)


@kernel
def unlike_pieces(kit, s, bits, me):
    """The same pieces less hidden ones that the investigator cannot tell from an earlier one."""
    kept = 0
    seat = me if kit.num_players > 1 else 0
    for piece in range(MAX_PIECES):
        if bits >> piece & 1:
            is_new = True
            if not s.piece_up[piece] and not s.piece_seen[piece] >> seat & 1:
                for other in range(piece):
                    is_unknown = not s.piece_up[other] and not s.piece_seen[other] >> seat & 1
                    same_place = s.piece_at[other] == s.piece_at[piece]
                    if kept >> other & 1 and is_unknown and same_place:
                        is_new = False
            if is_new:
                kept |= 1 << piece
    return kept


@kernel
def do_reveal(kit, s, frame, me):
    """R13.7: turn up one hidden piece here."""
    hidden = pieces_of(kit, s, frame[Reveal.GROUP], HIDDEN_FACE, int(s.space[me]))
    offer = unlike_pieces(kit, s, hidden, me)
    if is_answered(kit, s, me, Question.PIECE, offer, False):
        pop(s)
        if s.answer != NOTHING:
            finish_piece(kit, s, s.answer, me)


@kernel
def draw_from_bag(kit, s, group, count, me):
    """R13.6: random pieces out of the bag; of several one is kept."""
    drawn = 0
    for _ in range(count):
        left = 0
        for piece in range(kit.pieces[s.episode]):
            left += is_in_bag(kit, s, piece, group) and not drawn >> piece & 1
        if left == 0:
            break
        pick = below(s, left)
        for piece in range(kit.pieces[s.episode]):
            if is_in_bag(kit, s, piece, group) and not drawn >> piece & 1:
                if pick == 0:
                    drawn |= 1 << piece
                    break
                pick -= 1
    if drawn:
        push_draw(s, me, drawn, group)


@kernel
def is_in_bag(kit, s, piece, group):
    """Whether a piece of that group can be drawn."""
    return kit.piece_group[s.episode, piece] == group and s.piece_is[piece] == Piece.IN_BAG


@kernel
def do_draw(kit, s, frame, me):
    """Keep one of the drawn pieces; a blank one leaves the game."""
    show_drawn(s, frame[Draw.DRAWN], True)
    if is_answered(kit, s, me, Question.PIECE, int(frame[Draw.DRAWN]), False):
        pop(s)
        show_drawn(s, frame[Draw.DRAWN], False)
        piece = s.answer
        s.piece_up[piece] = True
        if s.piece_value[piece] == kit.group_blank[s.episode, frame[Draw.GROUP]]:
            s.piece_is[piece] = Piece.GONE
        else:
            s.piece_is[piece] = Piece.HELD
            s.piece_holder[piece] = me


@kernel
def show_drawn(s, bits, is_up):
    """Drawn pieces lie open while one is chosen; the others go back into the bag."""
    for piece in range(MAX_PIECES):
        if bits >> piece & 1:
            s.piece_up[piece] = is_up


@kernel
def matching(kit, s, group, me):
    """Bits of the pieces here whose value one that the investigator holds has too."""
    bits = pieces_of(kit, s, group, ANY_FACE, int(s.space[me]))
    for piece in range(MAX_PIECES):
        if bits >> piece & 1 and key_for(s, piece, me) == NOTHING:
            bits &= ~(1 << piece)
    return bits


@kernel
def key_for(s, piece, me):
    """A held piece of the same value, or NOTHING."""
    for key in range(MAX_PIECES):
        is_mine = s.piece_is[key] == Piece.HELD and s.piece_holder[key] == me
        if is_mine and s.piece_value[key] == s.piece_value[piece]:
            return key
    return NOTHING


@kernel
def take_piece(kit, s, group, me):
    """R13.6: a piece here is taken with its key, which is discarded."""
    bits = matching(kit, s, group, me)
    for piece in range(MAX_PIECES):
        if bits >> piece & 1:
            key = key_for(s, piece, me)
            s.piece_is[key] = Piece.GONE
            s.piece_holder[key] = NOTHING
            s.piece_is[piece] = Piece.DONE
            s.piece_at[piece] = NOTHING
            break
    check_goal(kit, s)
