"""A replay that starts from a state trusts it only after its digest has been compared."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

from cthulhu_envs.authoring.game import Game
from tests.every_game.play import play, raw

ROOT = Path(__file__).parent.parent.parent
READ = """
import sys
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay, settings_in
name, settings = settings_in(sys.argv[1])
try:
    Replay.read(find(name).configure(**settings), sys.argv[1])
except ValueError as fault:
    print("refused:", fault)
"""


def test_a_start_of_rubbish_is_refused_before_any_rule_looks_at_it(
    game: Game, tmp_path: Path
) -> None:
    """Compiled rules check no bounds, so this is read as plain Python, in a process of its own."""
    env = play(raw(game), 5)
    path = tmp_path / "world.jsonl"
    env.sample_world(env.agent_selection, seed=1).replay().write(path)
    head, *rest = path.read_text().splitlines()
    rubbish = base64.b64encode(b"\x7f" * game.state.itemsize).decode()
    path.write_text("\n".join([json.dumps({**json.loads(head), "start": rubbish}), *rest]))

    command = [sys.executable, "-c", READ, str(path)]
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True)

    assert run.stdout.startswith("refused:"), run.stderr
