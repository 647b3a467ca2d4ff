"""The one check of actions against masks, and the one even choice from them."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel

ALL_LEGAL = -1
WAIT = -(2**63)  # instead of an action: the lane is left alone


@kernel
def first_illegal(actions, mask):
    """The first lane whose action is out of range or masked, or ALL_LEGAL."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if action == WAIT:
            continue
        if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
            return i
    return ALL_LEGAL


@kernel
def first_unplayable(actions, mask):
    """The same where nobody can wait."""
    for i in range(actions.shape[0]):
        action = actions[i]
        if action < 0 or action >= mask.shape[1] or mask[i, action] == 0:
            return i
    return ALL_LEGAL


@kernel
def pick(mask, uniform, actions):
    """The action whose rank among the legal ones is uniform[i] of the way up."""
    for i in range(mask.shape[0]):
        legal = 0
        for action in range(mask.shape[1]):
            legal += mask[i, action]
        rank = int(uniform[i] * legal)
        for action in range(mask.shape[1]):
            if mask[i, action]:
                if rank == 0:
                    actions[i] = action
                    break
                rank -= 1
