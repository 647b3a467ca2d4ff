"""What lies in the current folder runs only if the user names it: no plugin that a folder declares
is loaded, and a module of one's own is found, in other processes too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cthulhu_training.cli.main import main
from cthulhu_training.cli.options import Command

from cthulhu_envs.api import plugins
from cthulhu_envs.authoring import own_folder
from tests.cli.program import environment

TRACE = 'from pathlib import Path\n\nPath(__file__).with_name("it ran").touch()\n'
STARTER = "import sys\n\nfrom cthulhu_training.cli.main import main\n\nsys.exit(main())\n"
GROUPS = [  # of ours, and of libraries that load their plugins when they are imported
    *("cthulhu_envs.commands", "cthulhu_envs.games", "cthulhu_envs.agents"),
    *("cthulhu_envs.trainers", "cthulhu_envs.functions", "cthulhu_envs.warm"),
    *("cthulhu_envs.measures", "numba_extensions", "gymnasium.envs", "torch.backends"),
]
BOT = "class Bot:\n    def act_batch(self, obs, mask):\n        import beside\n\n"
BOT += "        return beside.first(mask)\n"
BESIDE = "def first(mask):\n    return mask.argmax(axis=1)\n"
GAME = "from cthulhu_envs.games.love_letter import GAME\n"


def cthulhu(words: list[str], folder: Path, starter: Path) -> subprocess.CompletedProcess[bytes]:
    """The command as it is installed: a script in another folder, which Python does not take the
    current folder for.
    """
    starter.mkdir(exist_ok=True)
    (starter / "cthulhu").write_text(STARTER)
    return subprocess.run(
        [sys.executable, str(starter / "cthulhu"), *words],
        cwd=folder,
        env=environment({"CTHULHU_OWN_FOLDER": ""}),
        capture_output=True,
        timeout=300,
    )


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """A folder that declares plugins as an installed package does."""
    folder = tmp_path / "theirs"
    info = folder / "strange-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "strange.py").write_text(TRACE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n")
    words = [f"[{group}]\nstrange = strange:main\ngames = strange:main" for group in GROUPS]
    (info / "entry_points.txt").write_text("\n".join(words) + "\n")
    return folder


def test_plugins_that_the_current_folder_declares_are_not_loaded(
    theirs: Path, tmp_path: Path
) -> None:
    words = ["train", "love_letter", "-p", "2", "--steps", "0", "--out", str(tmp_path / "out")]
    for typed in (["games"], ["strange"], ["agents", "love_letter"], words):
        done = cthulhu(typed, theirs, tmp_path / "bin")
        told = done.stderr.decode() + done.stdout.decode()
        assert "Traceback" not in told and "strange:" not in told

    assert not (theirs / "it ran").exists()


def test_nor_when_a_bot_in_that_folder_is_typed(theirs: Path, tmp_path: Path) -> None:
    (theirs / "mine.py").write_text(BOT)
    (theirs / "beside.py").write_text(BESIDE)
    words = ["tournament", "love_letter", "-p", "2", "--agents", "mine.Bot", "random"]
    done = cthulhu([*words, "--deals", "2", "--out", "out"], theirs, tmp_path / "bin")

    assert done.returncode == 0, done.stderr.decode()
    assert not (theirs / "it ran").exists()


def test_a_game_and_a_bot_of_ones_own_are_found_in_other_processes(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.py").write_text(BOT)
    (folder / "beside.py").write_text(BESIDE)
    words = ["tournament", "love_letter", "-p", "2", "--agents", "mine.Bot", "random"]
    words += ["--deals", "2", "--cores", "2", "--move-seconds", "60", "--out", "out"]
    done = cthulhu(words, folder, tmp_path / "bin")

    assert done.returncode == 0, done.stderr.decode()
    head, *games = (folder / "out" / "results.jsonl").read_text().splitlines()
    assert json.loads(head)["agents"] == ["mine.Bot", "random"] and len(games) == 6


def test_a_game_of_ones_own_is_found_where_python_finds_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_game_here.py").write_text(GAME)
    (tmp_path / "json.py").write_text(TRACE)
    before = list(sys.meta_path)
    monkeypatch.setattr(sys, "meta_path", list(before))
    monkeypatch.setenv(own_folder.FOLDER, str(tmp_path))

    own_folder.look_for("json")
    own_folder.look_for("no_such_module_anywhere.part")
    assert sys.meta_path == before
    own_folder.look_for("own_game_here")

    assert len(sys.meta_path) == len(before) + 1
    assert not hasattr(sys.meta_path[-1], "find_distributions")
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize("typed", ["..a", ".a", "a..b", "a.", "a b.C"])
def test_what_is_no_name_of_a_bot_is_refused(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "love_letter", "-p", "2", "--agents", typed, "random"]) == 2
    assert "cannot be loaded: it is no module.NAME" in capsys.readouterr().err


@pytest.mark.parametrize("typed", ["..a:GAME", "a:", ":GAME", "a..b:GAME"])
def test_what_is_no_name_of_a_game_is_refused(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["info", typed]) == 2
    assert "cannot be loaded: it is no module:NAME" in capsys.readouterr().err


def test_a_plugin_that_is_no_command_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = plugins.EntryPoint("strange", "os:getcwd", plugins.COMMANDS)
    known = plugins.found(plugins.COMMANDS)
    found = plugins.found
    monkeypatch.setattr(
        plugins, "found", lambda group: {**found(group), **({"strange": entry} if
        group == plugins.COMMANDS else {})}
    )  # fmt: skip

    assert os.getcwd is entry.load() and isinstance(known["games"].load(), Command)
    assert main(["strange"]) == 2
    assert "no command strange: a package declares it, but it cannot be loaded" in (
        capsys.readouterr().err
    )
    assert main(["games"]) == 0
