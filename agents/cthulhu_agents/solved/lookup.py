"""A template like _runtime/loops.py: bound once per game, with its kernel `remember`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import TYPE_CHECKING

from cthulhu_agents.solved.keys import hash_words
from cthulhu_envs.authoring.kernels import kernel

if TYPE_CHECKING:
    from cthulhu_envs.authoring.kernel_signatures import remember


@kernel
def first_key(kits, states, seat, words, order):
    """The key of the first state of an array."""
    return hash_words(words, remember(kits[0], states[0], seat, order, words))
