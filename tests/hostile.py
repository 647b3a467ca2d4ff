"""Arguments that nobody should give, and what they are refused with."""

from __future__ import annotations

from typing import Any

import numpy as np

REFUSED = (ValueError, TypeError, RuntimeError)
LONGEST = 300  # letters of a message


class NoArray:
    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise MemoryError("no")


def odd_actions(lanes: int, actions: int) -> dict[str, Any]:
    """What is no action for each lane of a batch."""
    return {
        "floats": np.zeros(lanes),
        "truth values": np.zeros(lanes, bool),
        "objects": np.zeros(lanes, object),
        "words": ["0"] * lanes,
        "nothing": None,
        "rows of unlike length": [[0], [0, 1], 0, 0],
        "two dimensions": np.zeros((lanes, 1), int),
        "too few": np.zeros(lanes - 1, int),
        "complex": np.zeros(lanes, complex),
        "dates": np.zeros(lanes, "M8[s]"),
        "records": np.zeros(lanes, [("a" * 50, int), ("b" * 500, int)]),
        "many dimensions": np.zeros((1,) * 60, int),
        "huge": [10**400] * lanes,
        "what cannot be an array": NoArray(),
        "the least number": np.full(lanes, -(2**63)),
        "numbers that turn negative": np.full(lanes, 2**63, np.uint64),
        "the highest number": np.full(lanes, 2**64 - 1, np.uint64),
        "negative": np.full(lanes, -1),
        "beyond the last": np.full(lanes, actions),
        "a dictionary": {"actions": [0] * lanes},
    }
