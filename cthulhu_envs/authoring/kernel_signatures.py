"""What a game's kernels are called, what they take and what they promise: the verbs of the
engine.

These bodies never run. They are the contract that `Kernels` in game.py collects, and what type
checkers see in the templates that are bound to a game. `kit` and `s` are records; arrays belong
to the caller and are written in place.
"""

from __future__ import annotations

from typing import Any


def deal(kit: Any, s: Any) -> None:
    """Set up a new game in a blank, seeded state and go on to the first decision."""
    raise NotImplementedError


def legal(kit: Any, s: Any, ids: Any) -> int:
    """Write the ids of the legal actions of seat `s.seat` and return their number, at least one.

    A list, not a mask: play-outs and search draw from it without scanning, and the mask is made
    from it in one place.
    """
    raise NotImplementedError


def apply(kit: Any, s: Any, action: int) -> None:
    """Play a legal action of `s.seat`, and go on to the next decision or to the end
    (`s.ending`).
    """
    raise NotImplementedError


def observe(kit: Any, s: Any, seat: int, obs: Any) -> None:
    """Write everything that a seat is entitled to know into a vector of zeros."""
    raise NotImplementedError


def score(kit: Any, s: Any, rewards: Any) -> None:
    """Write what the last action paid each seat, zeros included."""
    raise NotImplementedError


def prepare(kit: Any, s: Any, seat: int, w: Any) -> None:
    """Work out what all worlds of a position share, before any of them is drawn.

    `w` is a record of the game's own type `scratch`; it holds anything at the start.
    """
    raise NotImplementedError


def determinize(kit: Any, s: Any, seat: int, w: Any) -> None:
    """Redraw everything that the seat cannot know, from the state's (reseeded) stream.

    `w` was prepared for this very position and seat, and may be used for many worlds of it.
    """
    raise NotImplementedError


def begin_again(kit: Any, s: Any, w: Any) -> None:
    """Put a world, as `determinize` left it with `w`, back to where its history begins.

    For games whose worlds are whole histories: `w.history[:w.history_length]` are the actions
    from there to the position at hand, hidden choices included. A belief can then ask at
    each of them what another player would have done.
    """
    raise NotImplementedError


def stack(kit: Any, s: Any, cards: Any) -> None:
    """Lay the deck of a blank state: `deal` then makes its cards known in the order of `cards`."""
    raise NotImplementedError


def unknown(kit: Any, s: Any, cards: Any) -> int:
    """Write the cards that no seat has ever seen, the next one to become known first; return how
    many they are.
    """
    raise NotImplementedError


def lay(kit: Any, s: Any, cards: Any) -> None:
    """Put the unknown cards back in another order, that of `cards`."""
    raise NotImplementedError


def remember(kit: Any, s: Any, seat: int, in_order: bool, words: Any) -> int:
    """Write everything that a seat with perfect recall knows as integers; return how many.

    Without `in_order` what cannot matter is left out: the order of its own secret draws.
    """
    raise NotImplementedError


def read_signal(kit: Any, s: Any, action: int, signal: Any) -> None:
    """Write what a legal action of `s.seat` gives away into a record SIGNAL that holds nothing yet.

    A bluff that is open is written for every action of the position, taken or not. All of it must
    follow from what the acting seat knows itself.
    """
    raise NotImplementedError


def hidden(kit: Any, s: Any, seat: int) -> int:
    """The thing that a seat hides from a guess while another seat acts, or NONE."""
    raise NotImplementedError
