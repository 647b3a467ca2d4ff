"""Asking a seat in the middle of the stack, and its answer.

The state declares `question` (the game's own enum, whose 0 means that nobody is asked) and
`answer`; `seat` is in every state. The game's `apply` takes the answer, then does one step after
another of the topmost frame until a seat is asked again or the game is over:

    take_answer(s, meaning)
    while not is_asked(s) and s.ending == Ending.GOING_ON:
        do_step(kit, s, s.stack[top(s)])

The frame that asks stays on top, so the answer comes back to the step that asked for it.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel

NO_QUESTION = 0


@kernel(inline=True)
def ask(s, question, seat):
    """Wait for this seat to answer."""
    s.question = question
    s.seat = seat


@kernel(inline=True)
def is_asked(s):
    """Whether the game waits for an answer."""
    return s.question != NO_QUESTION


@kernel(inline=True)
def take_answer(s, answer):
    """The question is answered; what the number means depends on the question."""
    s.answer = answer
    s.question = NO_QUESTION
