"""`Signals`: what a game calls a bluff and a guess, so that both can be measured.

A bluff is a play that was not forced and looks like one that was. A guess names something that
another seat hides. A game that knows such plays declares them (`Game.extras.signals`);
`cthulhu metrics` and the exact solver read them and know no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.record import record_dtype

NONE = -1
"""In a signal: no bluff, nobody asked, nothing hidden."""

# What one action of one seat gives away. What does not apply is NONE, or 0.
SIGNAL = record_dtype(
    ("bluff", np.int8),  # which bluff was open to the seat, whatever it then did
    ("taken", np.int8),  # 1: this action is that bluff
    ("beside", np.int8),  # what the seat held beside it, see `held_beside`
    ("claims", np.uint32),  # bits of the things that the table may now believe the seat to hide
    ("asked", np.int8),  # the seat that a guess is about
    ("named", np.int8),  # the thing that was named
)


class Signals(NamedTuple):
    """A game's bluffs and guesses; kernel_signatures.py says more about the two kernels."""

    bluffs: tuple[str, ...]  # names of the kinds of bluff
    held_beside: tuple[str, ...]  # names of what can be held beside one
    obvious: tuple[str, ...]  # those beside which anybody would: shown, not counted in sums
    things: tuple[str, ...]  # names of what can be hidden and named, at most 32
    read_signal: Callable[..., Any]  # kernel (kit, s, action, signal): what an action gives away
    hidden: Callable[..., Any]  # kernel (kit, s, seat) -> the thing a seat hides while others act
    # (game, obs, steps) -> probs of the things hidden that many seats to the left, by counting
    tally: Callable[[Game, NDArray[Any], NDArray[Any]], NDArray[np.float64]]


@kernel
def no_signal(kit, s, action, signal):
    """For games without bluffs and guesses."""


@kernel
def hides_nothing(kit, s, seat):
    """For games without anything to name."""
    return NONE


def signals_of(game: Game) -> Signals:
    """What a game declares, or nothing to be read."""
    declared: Signals = load(game.extras.signals) if game.extras.signals else SILENT
    return declared


def count_cards(game: Game, obs: NDArray[Any], steps: NDArray[Any]) -> NDArray[np.float64]:
    """The card that the observer knows in the hand that many seats to its left, or every card that
    it cannot locate equally likely: (N, cards).

    For games whose observation has the blocks `seen` and `unseen`. Rows without such a seat
    (steps below 1) are nowhere likely.
    """
    parts = game.observations.view(obs)
    seen = parts["seen"][np.arange(len(obs)), np.maximum(steps - 1, 0)]
    is_known = seen.any(axis=1, keepdims=True)
    weights = np.where(is_known, seen, parts["unseen"]) * (steps > 0)[:, None]
    total = weights.sum(axis=1, keepdims=True)
    probs: NDArray[np.float64] = weights / np.maximum(total, 1.0)
    return probs


SILENT = Signals((), (), (), (), no_signal, hides_nothing, count_cards)
