"""R9: positions with more cases than are kept are gone through anew for every world."""

from __future__ import annotations

import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.lovecraft_letter import worlds
from tests.rules.lovecraft_letter.worlds_positions import cats_given_away, drawn


@pytest.mark.skipif(is_compiled(), reason="a compiled kernel keeps the constants it was made with")
@pytest.mark.parametrize("decisions", [2, 3])
def test_the_same_worlds_are_drawn_whether_cases_are_kept_or_not(
    decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat 0 cannot tell where its Cats went: more than one case."""
    env = cats_given_away(decisions)

    kept = drawn(env, 0, 60)
    monkeypatch.setattr(worlds, "MAX_CASES", 1)
    gone_through = drawn(env, 0, 60)

    assert len({world.tobytes() for world in kept["hand"]}) > 10
    assert gone_through.tobytes() == kept.tobytes()
