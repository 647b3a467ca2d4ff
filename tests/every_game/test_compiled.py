"""The compiled rules and the same source run as plain Python play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cthulhu_envs.authoring.kernels import is_compiled
from tests.every_game.play import VARIANTS, play, raw
from tests.every_game.replay_digest import digest_of_replay

ROOT = Path(__file__).parent.parent.parent
STEPS = 20


def test_compiled_and_plain_rules_play_the_same_games(tmp_path: Path) -> None:
    files = []
    for number, game in enumerate(VARIANTS[::3]):
        files.append(str(tmp_path / f"{number}.jsonl"))
        play(raw(game, number), STEPS, seed=number).replay().write(files[-1])

    other_way = {**os.environ, "NUMBA_DISABLE_JIT": "1" if is_compiled() else "0"}
    command = [sys.executable, "-m", "tests.every_game.replay_digest", *files]
    run = subprocess.run(command, cwd=ROOT, env=other_way, capture_output=True, text=True)

    assert run.returncode == 0, run.stderr
    way, *digests = run.stdout.split()
    assert way == ("plain" if is_compiled() else "compiled")
    assert digests == [digest_of_replay(path) for path in files]
