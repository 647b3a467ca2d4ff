"""`determinize`: what a seat cannot know, drawn anew (R16)."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import record_dtype
from cthulhu_envs.authoring.rng import below, lay_anew
from cthulhu_envs.games.death_may_die.sizes import MAX_PIECES
from cthulhu_envs.games.death_may_die.state import MAX_ROLLS

SCRATCH = record_dtype(("nothing", np.int8))


@kernel
def prepare(kit, s, seat, w):
    """Nothing to be worked out: all orders are equally likely."""
    w.nothing = 0


@kernel
def determinize(kit, s, seat, w):
    """R16.1: decks but for the cards known under the Mythos deck, hidden pieces, and dice."""
    known = int(s.mythos_under)
    lay_anew(s, s.mythos[known:], s.mythos_left - known)
    lay_anew(s, s.discovery, s.discovery_left)
    sort_hidden(kit, s, seat)
    shuffle_hidden(kit, s, seat)
    forget_rolls(s)


@kernel
def forget_rolls(s):
    """Dice laid by hand are the future: in a world they fall by chance."""
    if s.rolls_to > 0:
        for k in range(MAX_ROLLS):
            s.rolls[k] = 0
        s.rolls_from = 0
        s.rolls_to = 0


@kernel
def sort_hidden(kit, s, seat):
    """The same values in their groups, in an order that tells nothing of how they lay."""
    for last in range(1, MAX_PIECES):
        for piece in range(last):
            are_both = is_unknown(kit, s, seat, last) and is_swappable(kit, s, seat, piece, last)
            if are_both and s.piece_value[piece] > s.piece_value[last]:
                swap_values(s, piece, last)


@kernel
def shuffle_hidden(kit, s, seat):
    """The values of the pieces of each group that this seat has not seen."""
    for last in range(MAX_PIECES - 1, 0, -1):
        if not is_unknown(kit, s, seat, last):
            continue
        choices = 0
        for piece in range(last + 1):
            choices += is_swappable(kit, s, seat, piece, last)
        pick = below(s, choices)
        for piece in range(last + 1):
            if is_swappable(kit, s, seat, piece, last):
                if pick == 0:
                    swap_values(s, piece, last)
                    break
                pick -= 1


@kernel
def swap_values(s, piece, other):
    value = s.piece_value[other]
    s.piece_value[other] = s.piece_value[piece]
    s.piece_value[piece] = value


@kernel
def is_swappable(kit, s, seat, piece, last):
    """Whether two unknown pieces are of one group."""
    groups = kit.piece_group[s.episode]
    return groups[piece] == groups[last] and is_unknown(kit, s, seat, piece)


@kernel
def is_unknown(kit, s, seat, piece):
    """Face down, on the map, and never looked at by the seat."""
    if piece >= kit.pieces[s.episode] or s.piece_up[piece] or s.piece_at[piece] < 0:
        return False
    return not s.piece_seen[piece] >> seat & 1
