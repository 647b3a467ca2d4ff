"""Sets as bits of a word."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cthulhu_envs.authoring.bits import EMPTY, bit, lowest, size, without_lowest
from cthulhu_envs.authoring.kernels import kernel


@kernel
def members(asked, found):
    """Gather the places where `asked` is true, then list them in `found`; returns how many."""
    word = EMPTY
    for place in range(len(asked)):
        word |= bit(asked[place], place)
    many = size(word)
    n = 0
    while word != EMPTY:
        found[n] = lowest(word)
        word = without_lowest(word)
        n += 1
    return many


@settings(max_examples=80, deadline=None, database=None, derandomize=True)
@given(st.sets(st.integers(0, 63)))
def test_a_set_gives_back_its_members_in_order(places):
    asked = np.zeros(64, np.bool_)
    asked[list(places)] = True
    found = np.zeros(64, np.int64)
    n = members(asked, found)
    assert found[:n].tolist() == sorted(places)
