"""The table is readable, and a chair shows no more than its seat knows."""

from __future__ import annotations

from cthulhu_envs.engine.render import picture, text
from tests.rules.call_of_cthulhu.position import position


def test_the_table_as_text_and_picture():
    at = position(
        hand="Shotgun Blast", their_hand="Dagon", play="Peeler at 1; Shotgun on Peeler",
        their_play="Ghost insane; G-Men wounds 2", domains="Agency 2; Hastur 1 drained",
        tokens={(0, 1): 3}, phase="story",
    )  # fmt: skip

    seen = text(at.game, at.s, 0)

    assert "Shotgun Blast" in seen and "Dagon" not in seen and "1 unknown" in seen
    assert "Peeler 1 CC" in seen and "(at story 2)" in seen and "Shotgun on Peeler" in seen
    assert "insane (Ghost)" in seen and "(wounds 2)" in seen
    assert "[AA] [H drained]" in seen and "### |" in seen
    assert "player_0: Peeler: skill 1 CC" in seen and "player_0 chooses an action" in seen
    assert "Dagon" in text(at.game, at.s, None)
    assert picture(at.game, at.s, 0).shape[2] == 3
