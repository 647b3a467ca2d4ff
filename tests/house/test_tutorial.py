"""docs/tutorial_own_game.md, done as it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import cthulhu_envs
from cthulhu_envs.api import registry
from cthulhu_envs.authoring.kernels import is_compiled

PAGE = Path(__file__).parents[2] / "docs" / "tutorial_own_game.md"
MOST_LINES = 150


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The code of the page; its first piece lies where Python finds it."""
    found = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    folder = tmp_path_factory.mktemp("tutorial")
    (folder / "kuhn.py").write_text(found[0], encoding="utf-8")
    sys.path.insert(0, str(folder))
    return found


def test_it_is_short(pieces: list[str]) -> None:
    assert len(pieces[0].splitlines()) <= MOST_LINES


@pytest.mark.skipif(not is_compiled(), reason="searches, and plays many games")
def test_what_the_page_says_works(pieces: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    exec(pieces[1], {})

    assert "kuhn-v0" in cthulhu_envs.games() and "[" in capsys.readouterr().out
    registry._registered.pop("kuhn-v0")


def test_it_is_kuhn_poker(pieces: list[str]) -> None:
    """The first player who never bets and always folds loses what a bettor takes."""
    game = registry.load("kuhn:GAME")
    paid = {"passes": np.zeros(2), "bets": np.zeros(2)}
    for name, action in (("passes", 0), ("bets", 1)):
        for seed in range(60):
            env = cthulhu_envs.make(game, guards="none")
            env.reset(seed=seed)
            while env.agents:
                done = env.terminations[env.agent_selection]
                env.step(None if done else action)
            paid[name] += env.replay().rewards()

    assert set(np.abs(paid["passes"])) <= set(range(61)) and paid["passes"].sum() == 0
    assert np.abs(paid["bets"]).max() == 2 * np.abs(paid["passes"]).max()
