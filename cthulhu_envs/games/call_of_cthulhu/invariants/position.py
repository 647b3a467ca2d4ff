"""All invariants of a table, one after the other; each part may rely on those before it."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.invariants.cards import fault_of_places
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.invariants.phase import fault_of_phase
from cthulhu_envs.games.call_of_cthulhu.invariants.question import (
    fault_of_question,
    fault_of_values,
)
from cthulhu_envs.games.call_of_cthulhu.invariants.stack import fault_of_frames
from cthulhu_envs.games.call_of_cthulhu.invariants.table import fault_of_table
from cthulhu_envs.games.call_of_cthulhu.sizes import KINDS, N_CARDS

COUNTED = max(N_CARDS, KINDS)  # room to count cards or kinds


@kernel
def fault_of(kit, s, twins, count):
    """The first invariant that does not hold; `twins` and `count` are scratch space. Numbers are
    within the bounds of their fields.
    """
    found = fault_of_places(kit, s, count)
    if found == Fault.NOTHING:
        found = fault_of_table(kit, s)
    if found == Fault.NOTHING:
        found = fault_of_phase(kit, s)
    if found == Fault.NOTHING:
        found = fault_of_frames(kit, s)
    if found == Fault.NOTHING and s.ending == 0:
        found = fault_of_values(kit, s, twins)
    if found == Fault.NOTHING and s.ending == 0:
        found = fault_of_question(kit, s, twins)
    return found
