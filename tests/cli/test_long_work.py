"""Long work in a log says how far it is, how fast, and how long still; also that of commands whose
results come line by line.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.cli.main import main
from cthulhu_training.fit import death_may_die as fit
from cthulhu_training.progress import SECONDS

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.tools import warm

SINGLE = ["-p", "2", "--set", "rounds=single"]
HOW_FAST = r"[\d,]+ of {total} {unit}, [\d,.]+ a second, \d+:\d\d so far, about \d+:\d\d left"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(SECONDS, "0.02,0.02")
    monkeypatch.chdir(tmp_path)


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says besides its results."""
    assert main(words) in (0, 1)
    return capsys.readouterr().err


def slowly(work: Callable[..., Any]) -> Callable[..., Any]:
    def work_and_wait(*told: Any, **more: Any) -> Any:
        time.sleep(0.05)
        return work(*told, **more)

    return work_and_wait


@pytest.mark.skipif(not is_compiled(), reason="plays many games")
@pytest.mark.parametrize(
    ("words", "begins", "total", "unit"),
    [
        (["coverage", "lovecraft_letter", "--deals", "5000"], "rules of Lovecraft Letter", "5,000",
         "episodes"),
        (["balance", "death_may_die", "-p", "2", "--agents", "random", "--games", "400"],
         "Cthulhu: Death May Die, random", "400", "games"),
        (["balance", "death_may_die", "-p", "2", "--agents", "random", "random", "--games", "100"],
         "Cthulhu: Death May Die, random : random", "200", "games"),
        (["versus", "love_letter", *SINGLE, "--agents", "random", "ismcts:iters=50", "--deals",
          "20"], "random : ismcts:iters=50", "40", "games"),
        (["solve", "love_letter", "--set", "edition=classic", "--deck", "ll-8"],
         r"iteration \d+: exploitability [\d.e-]+, [\d,.]+ iterations a second", "", ""),
    ],
    ids=["coverage", "balance", "comparison", "versus", "solve"],
)  # fmt: skip
def test_commands_say_how_far_and_how_fast(
    words: list[str], begins: str, total: str, unit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(words, capsys)

    line = HOW_FAST.format(total=total, unit=unit) if total else r"\d+ %, .*"
    assert re.search(f"^cthulhu_envs: {begins}: {line}$", said, re.MULTILINE), said
    assert "tournament" not in said


def test_fitting_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rng = np.random.default_rng(1)

    def games(game: Game, count: int, seed: int, ended: Callable[[int], None]) -> Any:
        time.sleep(0.02)
        ended(count)
        return rng.random((count, 3)), np.arange(count) % 2.0

    monkeypatch.setattr(fit, "_games", games)
    monkeypatch.setattr(fit.weights_file, "__file__", str(tmp_path / "weights.py"))

    said = told(["fit", "death_may_die", "--games", "8"], capsys)

    assert re.search(r"games of death_may_die: \d+ %, \d+:\d\d so far, about \d+:\d\d left", said)
    assert "SETS = {" in (tmp_path / "weights.py").read_text("utf-8")


def test_compiling_says_which_game_and_how_many_are_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "warm", slowly(lambda game: None))

    said = told(["warm", "love_letter", "unspeakable_words"], capsys)

    assert "cthulhu_envs: compiling Love Letter: 0 of 2 games" in said
    assert "cthulhu_envs: compiling Unspeakable Words: 1 of 2 games" in said
