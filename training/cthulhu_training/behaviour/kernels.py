"""What many actions give away, what seats hide, and what they believe. A template like
_runtime/loops.py: bound once per game, with its kernels and those of its Signals under the names
imported below.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import TYPE_CHECKING

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import next_seed, seed_stream
from cthulhu_envs.authoring.signals import NONE

if TYPE_CHECKING:
    from cthulhu_envs.authoring.kernel_signatures import determinize, hidden, prepare, read_signal


@kernel
def read_signals(kits, states, at, actions, signals):
    """Fill one record for each action; action i is taken in state at[i]."""
    for i in range(actions.shape[0]):
        row = signals[i]
        row.bluff = NONE
        row.taken = 0
        row.beside = NONE
        row.claims = 0
        row.asked = NONE
        row.named = NONE
        read_signal(kits[0], states[at[i]], actions[i], row)


@kernel
def look(kits, states, seats, things):
    """What one seat of each state hides; NONE where there is no seat."""
    for i in range(states.shape[0]):
        things[i] = NONE
        if seats[i] >= 0:
            things[i] = hidden(kits[0], states[i], seats[i])


@kernel
def believe(kits, states, seats, streams, number, worlds, scratch, counts):
    """What one seat of each state holds possible: counts[i, seat, thing] in `number` worlds drawn
    from stream i; `worlds` is room for one state. A seat that hides nothing has no counts.
    """
    kit = kits[0]
    for i in range(states.shape[0]):
        prepare(kit, states[i], seats[i], scratch[0])
        for _ in range(number):
            worlds[0] = states[i]
            world = worlds[0]
            seed_stream(world, next_seed(streams, i))
            determinize(kit, world, seats[i], scratch[0])
            for seat in range(counts.shape[1]):
                if seat != seats[i]:
                    thing = hidden(kit, world, seat)
                    if thing != NONE:
                        counts[i, seat, thing] += 1.0
