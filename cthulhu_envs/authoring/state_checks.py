"""States from outside: what is checked before a kernel runs on them.

Kernels run without bounds checks, so a state that nobody checked is memory corruption. First
every field is compared with the Span of its declaration, then the game's own invariants
(`Game.check_state`) are asked for, which may rely on that.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.record import HOLE


class BrokenStateError(AssertionError):
    """An invariant that a state does not have."""


def demand(holds: object, broken: str) -> None:
    """For `check_state`: BrokenStateError unless it holds, with `python -O` too."""
    if not holds:
        raise BrokenStateError(broken)


def check_bounds(game: Game, states: NDArray[Any]) -> None:
    """BrokenStateError names the first field that has a value outside its Span."""
    for name in game.state.names or ():
        values = states[name]
        if name.startswith(HOLE):
            demand(not values.any(), "bytes that belong to no field are not zero")
            continue
        span = game.bounds.get(name)
        if values.dtype.kind == "f":
            demand(np.isfinite(values).all(), f"{name} is not a finite number")
        if span is not None and values.size:
            low, high = values.min(), values.max()
            outside = low if low < span.low else high if high > span.high else None
            demand(outside is None, f"{name} cannot be {outside}")
    demand((states["seat"] < game.num_players).all(), "there is no such seat")
    endings = [int(ending) for ending in game.endings]
    demand(np.isin(states["ending"], endings).all(), "there is no such ending")


def check_states(game: Game, states: NDArray[Any]) -> None:
    """ValueError unless all states could be positions of the game at these settings."""
    try:
        check_bounds(game, states)
        for state in states:
            game.check_state(game, state)
    except Exception as fault:  # a check may stumble over what it finds
        words = str(fault) or type(fault).__name__
        what = f"this is no position of {game.title} at these settings: {words}"
        raise ValueError(what) from None


def check_seat(game: Game, seat: Any) -> int:
    """ValueError unless it is the number of a seat at this table."""
    is_number = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
    if not is_number or not 0 <= seat < game.num_players:
        raise ValueError(f"seat must be a whole number from 0 to {game.num_players - 1}, "
                         f"not {seat!r:.40}")  # fmt: skip
    return int(seat)


def in_plain_numbers(s: Any) -> Any:
    """For `check_state`: the fields of a state as attributes, in whole numbers and lists of
    Python's own. No sum of them overflows, and small ones are quicker to go through.
    """
    names = [name for name in s.dtype.names if not name.startswith(HOLE)]
    return SimpleNamespace(**{name: s[name].tolist() for name in names})
