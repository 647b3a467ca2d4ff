"""All invariants of a table, one after the other; each part may rely on those before it."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.rules.broken import Broken
from cthulhu_envs.games.call_of_cthulhu.rules.broken_frames import broken_frames
from cthulhu_envs.games.call_of_cthulhu.rules.broken_phase import broken_phase
from cthulhu_envs.games.call_of_cthulhu.rules.broken_places import broken_places
from cthulhu_envs.games.call_of_cthulhu.rules.broken_question import broken_question, broken_values
from cthulhu_envs.games.call_of_cthulhu.rules.broken_table import broken_table
from cthulhu_envs.games.call_of_cthulhu.sizes import KINDS, N_CARDS

COUNTED = max(N_CARDS, KINDS)  # room to count cards or kinds


@kernel
def what_is_broken(kit, s, twins, count):
    """The first invariant that does not hold; `twins` and `count` are scratch space. Numbers are
    within the bounds of their fields.
    """
    found = broken_places(kit, s, count)
    if found == Broken.NOTHING:
        found = broken_table(kit, s)
    if found == Broken.NOTHING:
        found = broken_phase(kit, s)
    if found == Broken.NOTHING:
        found = broken_frames(kit, s)
    if found == Broken.NOTHING and s.ending == 0:
        found = broken_values(kit, s, twins)
    if found == Broken.NOTHING and s.ending == 0:
        found = broken_question(kit, s, twins)
    return found
