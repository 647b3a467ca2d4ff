"""What lies in the current folder runs only if the user names it: no plugin that a folder declares
is loaded, and a module of one's own is found, in other processes too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cloudpickle
import pytest
from cthulhu_training import Command
from cthulhu_training.arena import Tournament
from cthulhu_training.arena.workers import _Table
from cthulhu_training.cli.main import main

from cthulhu_envs.api import plugins
from cthulhu_envs.authoring import own_folder
from tests.cli.program import environment

TRACE = 'from pathlib import Path\n\nPath(__file__).with_name("it ran").touch()\n'
STARTER = "import sys\n\nfrom cthulhu_training.cli.main import main\n\nsys.exit(main())\n"
LEARN = ["train", "love_letter", "-p", "2", "--out", "."]  # refused once torch is imported
GROUPS = {  # of ours, and of libraries that load plugins when they are imported: what loads them
    "cthulhu_envs.commands": ["games"],
    "cthulhu_envs.agents": ["agents", "love_letter"],
    "cthulhu_envs.trainers": [*LEARN, "--trainer", "strange"],
    "numba_extensions": ["exploit", "love_letter", "--deck", "ll-6", "--agents", "random"],
    "torch.backends": LEARN,
}
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


def theirs(folder: Path, *groups: str) -> Path:
    """A folder that declares plugins as an installed package does."""
    info = folder / "strange-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "strange.py").write_text(TRACE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n")
    words = [f"[{group}]\nstrange = strange\ninit = strange\n" for group in groups]
    (info / "entry_points.txt").write_text("".join(words))
    return folder


@pytest.mark.parametrize("group", GROUPS)
def test_plugins_that_the_current_folder_declares_are_not_loaded(
    group: str, tmp_path: Path
) -> None:
    folder = theirs(tmp_path / "theirs", group)

    done = cthulhu(GROUPS[group], folder, tmp_path / "bin")

    assert b"Traceback" not in done.stderr and not (folder / "it ran").exists()


def test_nor_when_a_bot_in_that_folder_is_typed(tmp_path: Path) -> None:
    folder = theirs(tmp_path / "theirs", *GROUPS)
    (folder / "mine.py").write_text(BOT)
    (folder / "beside.py").write_text(BESIDE)
    words = ["tournament", "love_letter", "-p", "2", "--agents", "mine.Bot", "random"]
    done = cthulhu([*words, "--deals", "2", "--out", "out"], folder, tmp_path / "bin")

    assert done.returncode == 0, done.stderr.decode()
    assert not (folder / "it ran").exists()


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


def test_an_actor_of_a_cluster_finds_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot_of_an_actor.py").write_text(BOT)
    wanted = Tournament("love_letter", ("bot_of_an_actor.Bot", "random"))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setenv(own_folder.FOLDER, "")
    with pytest.raises(ValueError, match="No module named 'bot_of_an_actor'"):
        wanted.check()

    table = _Table(cloudpickle.dumps(wanted), str(tmp_path))

    assert list(table.agents) == ["bot_of_an_actor.Bot", "random"]


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
