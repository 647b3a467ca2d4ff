"""docs/tutorial_own_game.md, done as it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

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


@pytest.mark.parametrize("law", ["bounds", "hostile", "conserves"])
def test_damaged_positions_are_refused(pieces: list[str], law: str) -> None:
    cthulhu_envs.check(registry.load("kuhn:GAME"), seeds=3, only=law)


PLAYS = {  # moves (0 passes, 1 bets): what the first player gets with the higher card, and else
    (0, 0): (1, -1),
    (0, 1, 0): (-1, -1),
    (0, 1, 1): (2, -2),
    (1, 0): (1, 1),
    (1, 1): (2, -2),
}


@pytest.mark.parametrize("moves", PLAYS, ids=str)
def test_it_is_kuhn_poker(pieces: list[str], moves: tuple[int, ...]) -> None:
    game = registry.load("kuhn:GAME")
    dealt = set()
    for seed in range(60):
        env = cthulhu_envs.make(game, guards="none")
        env.reset(seed=seed)
        first, second = (int(card) for card in env.unwrapped._lanes.states[0].card)
        dealt.add((first, second))
        for move in moves:
            assert not env.terminations["player_0"]
            env.step(move)
        paid = PLAYS[moves][0 if first > second else 1]
        assert env.terminations["player_0"]
        assert env.replay().rewards().tolist() == [paid, -paid]
    assert dealt == {(a, b) for a in range(3) for b in range(3) if a != b}
