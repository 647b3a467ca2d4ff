"""What the exact solver needs of both games: a deck laid by hand, and parts of a seat's memory."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import relative
from cthulhu_envs.games._letters.limits import NOBODY


@kernel
def stack(kit, s, cards):
    """Face-up cards, hands and draws become known from the top; the face-down card last (R2)."""
    last = kit.deck_size - 1
    s.deck[0] = cards[last]
    for place in range(last):
        s.deck[1 + place] = cards[place]
    s.stacked = True


@kernel(inline=True)
def from_starter(kit, s, seat):
    """Steps from the starter to a seat; NOBODY stays."""
    return relative(seat, s.starter, kit.num_players) if seat != NOBODY else NOBODY


@kernel(inline=True)
def remember_face_up(kit, s, words, n):
    """The cards set aside face up; returns how many words there are now."""
    for place in range(kit.num_face_up):
        words[n] = s.face_up[place]
        n += 1
    return n


@kernel(inline=True)
def remember_row(kit, s, row, seats, columns, words, n):
    """What all know of a row of the log: columns that name seats, and others."""
    for column in seats:
        words[n] = from_starter(kit, s, s.log[row, column])
        n += 1
    for column in columns:
        words[n] = s.log[row, column]
        n += 1
    return n


@kernel(inline=True)
def remember_hand(s, seat, in_order, words, n):
    """The two cards held in a turn, the higher first unless the order of drawing counts."""
    first, second = s.hand[seat, 0], s.hand[seat, 1]
    if not in_order and second > first:
        first, second = second, first
    words[n], words[n + 1] = first, second
    return n + 2
