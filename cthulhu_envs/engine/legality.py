"""The one check of actions against masks."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel

ALL_LEGAL = -1


@kernel
def first_illegal(actions, mask):
    """The first lane whose action is out of range or masked, or ALL_LEGAL."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
            return i
    return ALL_LEGAL
