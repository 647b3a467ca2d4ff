"""Records: a copy is a copy, and digests say when two are equal."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.authoring.record import digest, record_dtype, state_dtype
from tests.every_game.play import TABLES

ODD = state_dtype(("flag", np.uint8), ("count", np.int16), ("last", np.int8, 3))


def test_every_byte_of_a_record_belongs_to_a_field() -> None:
    """numpy copies records field by field: bytes between fields would be whatever lay there."""
    for kind in [ODD, *(game.state for game in TABLES)]:
        fields = [kind.fields[name][:2] for name in kind.names]
        assert sum(field.itemsize for field, _ in fields) == kind.itemsize


def test_a_copy_of_a_record_has_the_same_digest() -> None:
    states = np.zeros(1, ODD)
    dirty = [np.full(states.nbytes, 255, np.uint8) for _ in range(100)]
    del dirty

    assert {digest(states.copy()) for _ in range(100)} == {digest(states)}


def test_a_digest_tells_any_two_fields_apart() -> None:
    states = np.zeros(1, ODD)
    seen = {digest(states)}
    for name in ("rng", "seat", "ending", "flag", "count", "last"):
        other = np.zeros(1, ODD)
        other[name] = 1
        seen.add(digest(other))

    assert len(seen) == 7


def test_fields_are_attributes_of_an_element() -> None:
    states = np.zeros(2, ODD)

    states[1].count = 5

    assert states["count"].tolist() == [0, 5]


def test_a_field_named_like_a_method_of_numpy_is_refused() -> None:
    with pytest.raises(ValueError, match="'sum' is a name that numpy uses itself; rename"):
        record_dtype(("sum", np.int8))
