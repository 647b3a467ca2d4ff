"""The stack of what is going on, and asking."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.call_of_cthulhu.sizes import DEPTH, NO_FILTER, NOTHING, Ask, Proc, V


@kernel
def push(s, proc, who):
    """Begin something; what is below waits for its end."""
    f = s.fr[s.depth]
    f[:] = 0
    f[V.PROC] = proc
    f[V.WHO] = who
    f[V.SRC] = NOTHING
    f[V.SELF] = NOTHING
    f[V.TEXT] = NOTHING
    f[V.DOM] = NOTHING
    f[V.T1] = NOTHING
    f[V.T2] = NOTHING
    f[V.EXTRA] = NOTHING
    f[V.TRIG] = NOTHING
    f[V.OTHER] = NOTHING
    s.depth += 1


@kernel
def pop(s):
    """The end of what is on top."""
    s.depth -= 1
    s.fr[s.depth, :] = 0


@kernel
def push_forced(s):
    """R7.8: forced responses that wait come before anything else."""
    if s.trig_n > s.forced_at:
        push(s, Proc.FORCED, s.active)


@kernel
def is_deep(s):
    """Whether there is no room for another answer to an answer."""
    return s.depth > DEPTH - 5


@kernel
def ask(s, what, seat):
    """Let a seat choose; parameters follow."""
    s.ask = what
    s.seat = seat
    s.ask_filter = NO_FILTER
    s.ask_seat = seat
    s.ask_n = 0
    s.ask_may = 0
    s.ask_card = NOTHING


@kernel
def ask_entity(s, seat, row, may):
    """A card in play that passes a filter."""
    ask(s, Ask.ENTITY, seat)
    s.ask_filter = row
    s.ask_may = may


@kernel
def ask_number(s, seat, least, most):
    """A number."""
    ask(s, Ask.NUMBER, seat)
    s.ask_least = least
    s.ask_n = most


@kernel
def ask_way(s, what, seat, n):
    """One of n texts (Ask.WAY), or which of n forced responses comes first (Ask.ORDER)."""
    ask(s, what, seat)
    s.ask_n = n


@kernel
def ask_hand(s, seat, row, may):
    """A card of one's own hand."""
    ask(s, Ask.HAND, seat)
    s.ask_filter = row
    s.ask_may = may


@kernel
def ask_pile(s, seat, whose, row, may):
    """A card of a discard pile."""
    ask(s, Ask.PILE, seat)
    s.ask_seat = whose
    s.ask_filter = row
    s.ask_may = may
