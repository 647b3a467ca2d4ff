"""The stack of what is going on: the topmost frame is done next, those below wait for its end.

A state that has one declares two fields:

    ("stack", np.int32, (MAX_DEPTH, COLUMNS)),  # any whole numbers
    ("depth", np.int16),  # frames on it

A frame is one row, and a kernel reads it as `frame = s.stack[top(s)]` (a kernel cannot return a
row, so these return places). The game says what its columns mean for each kind of frame, and writes
one constructor for each kind. A column that is not written keeps what an earlier frame left there,
so a constructor writes them all.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel


@kernel(inline=True)
def room(s):
    """How many more frames the stack can take."""
    return s.stack.shape[0] - s.depth


@kernel(inline=True)
def put(s):
    """Put a frame on top, to be filled in, and return its place. Ask for `room` first where a
    chain of effects can be of any length: a full stack is an error here.
    """
    if s.depth >= s.stack.shape[0]:
        raise AssertionError("the stack of frames is full")
    s.depth += 1
    return s.depth - 1


@kernel(inline=True)
def top(s):
    """The place of the topmost frame."""
    return s.depth - 1


@kernel(inline=True)
def under_top(s):
    """The place of the frame that waits for the topmost one."""
    return s.depth - 2


@kernel(inline=True)
def pop(s):
    """The topmost frame is done. Its columns can still be read until the next one is put there."""
    s.depth -= 1
