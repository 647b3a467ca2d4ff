"""The wheel in a clean environment with nothing but what it asks for: what a new user meets."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PACKAGES = {"cthulhu_envs", "cthulhu_agents", "cthulhu_training"}
MISSING = [  # commands that want more, and the extra that they name
    (["train", "love_letter", "--steps", "100"], "train"),
    (["tournament", "love_letter", "--deals", "1"], "eval"),
]


PLUGIN = {  # what a third party adds to a game of its own, as one module
    "kuhn_extras.py": """
import dataclasses

from cthulhu_training import Command, Trainer, setting


class Brave:
    def act(self, view):
        return 1


@dataclasses.dataclass(frozen=True)
class Settings:
    game: str = "kuhn"
    table: dict = dataclasses.field(default_factory=dict)
    seed: int = setting(1, "of nothing")
    patience: int = setting(2, "how long to wait")


def train(settings, folder, notice, progress):
    folder.mkdir(parents=True)
    (folder / "policy.txt").write_text(f"{settings.game} {settings.patience}")
    return {"waited": str(settings.patience), "policy": str(folder / "policy.txt")}


def run(options):
    print("a command of kuhn")
    return 0


TRAINER = Trainer(Settings, train)
COMMAND = Command(run, "say hello", ())
"""
}
ENTRIES = """
[project.entry-points."cthulhu_envs.agents"]
"kuhn.brave" = "kuhn_extras:Brave"

[project.entry-points."cthulhu_envs.trainers"]
waits = "kuhn_extras:TRAINER"

[project.entry-points."cthulhu_envs.commands"]
hello = "kuhn_extras:COMMAND"
"""
PLUGGED = [  # what is typed, and what is seen of it
    ("games", "kuhn-v0"),
    ("agents kuhn", "brave"),
    ("check kuhn --seeds 1", "Kuhn poker"),
    ("watch kuhn --agents brave random --seed 1 --delay 0", "bet a chip"),
    ("train kuhn --trainer waits --patience 3 --out learned", "learned/policy.txt"),
    ("hello", "a command of kuhn"),
]


# A batch of games, compiled; what it prints is in the seed.
COMPILED = """
import numpy as np
import cthulhu_envs
vec = cthulhu_envs.make_vec("love_letter", num_envs=2, num_players=2)
obs, mask, seat = vec.reset(seed=5)
for _ in range(40):
    obs, mask, seat, reward, done = vec.step(mask.argmax(axis=1))
print(obs.sum(), mask.sum())
"""


def run(
    words: list[str], folder: Path, answers: str = "", compiled: bool = False
) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    env |= {} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    env |= {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
    return subprocess.run(words, cwd=folder, env=env, input=answers, capture_output=True, text=True)


def python_of(version: str) -> str | None:
    """A Python of that version, on the path or of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    known = [shutil.which(f"python{version}"), *pyenv.glob(f"versions/{version}.*/bin/python")]
    for python in filter(None, known):
        if subprocess.run([python, "-c", ""], capture_output=True).returncode == 0:
            return str(python)
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, so that nothing is left in the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    kept = shutil.ignore_patterns(".*", "results", "build", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT, folder / "copy", ignore=kept)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "dist"]
    done = run([*pip, "./copy"], folder)
    assert done.returncode == 0, done.stderr
    return next((folder / "dist").glob("*.whl"))


def test_nothing_else_is_installed(wheel: Path) -> None:
    names = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {name for name in names if not name.endswith(".dist-info")} == PACKAGES


def test_it_holds_every_file_of_the_games(wheel: Path) -> None:
    """Rules, cards, words and content are no Python; a pattern in pyproject.toml brings them."""
    names = set(zipfile.ZipFile(wheel).namelist())
    found = (ROOT / "cthulhu_envs" / "games").rglob("*")
    files = {path.relative_to(ROOT).as_posix() for path in found if path.is_file()}
    wanted = {name for name in files if "__pycache__" not in name}

    assert len(wanted) > 100 and wanted <= names, sorted(wanted - names)


def install_plugin(bin_folder: Path, folder: Path) -> str:
    """The package of docs/tutorial_own_game.md, with more entry points; what went wrong, if so."""
    page = (ROOT / "docs" / "tutorial_own_game.md").read_text(encoding="utf-8")
    (game, *_), (project,) = (
        re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL) for language in ("python", "toml")
    )
    plugin = folder / "plugin"
    plugin.mkdir()
    files = {"kuhn.py": game, **PLUGIN}
    modules = 'py-modules = ["kuhn"]'
    assert modules in project
    more = project.replace(modules, 'py-modules = ["kuhn", "kuhn_extras"]')
    files["pyproject.toml"] = more + ENTRIES
    for name, text in files.items():
        (plugin / name).write_text(text, encoding="utf-8")
    pip = [str(bin_folder / "pip"), "install", "-q"]
    built = run([*pip, "setuptools>=77"], folder)  # what builds the wheel of ours as well
    offline = ["--no-build-isolation", "--no-deps", "--no-index"]
    done = run([*pip, *offline, "-e", str(plugin)], folder)
    return (built.stderr if built.returncode else "") + (done.stderr if done.returncode else "")


@pytest.mark.parametrize("version", PYTHONS)
def test_a_new_user_can_play(wheel: Path, version: str, tmp_path: Path) -> None:
    python = python_of(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    run([python, "-m", "venv", "venv"], tmp_path)
    bin_folder = tmp_path / "venv" / "bin"
    constraints = ["--constraint", str(ROOT / "constraints.txt")] if version == "3.11" else []
    done = run([str(bin_folder / "pip"), "install", "-q", str(wheel), *constraints], tmp_path)
    assert done.returncode == 0, done.stderr
    cthulhu = str(bin_folder / "cthulhu")

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0]
    played = run([str(bin_folder / "python"), "-c", first], tmp_path)
    assert played.returncode == 0, played.stderr
    assert "Love Letter" in played.stdout

    batch = [str(bin_folder / "python"), "-c", COMPILED]
    first_time, from_cache = (run(batch, tmp_path, compiled=True) for _ in range(2))
    assert first_time.returncode == 0 == from_cache.returncode, first_time.stderr
    assert "compiling" in first_time.stderr and "compiling" not in from_cache.stderr
    assert first_time.stdout == from_cache.stdout == run(batch, tmp_path).stdout

    listed = run([cthulhu, "games"], tmp_path)
    assert listed.returncode == 0 and "call_of_cthulhu-v1" in listed.stdout, listed.stderr

    answers = "1\n" * 400
    table = ["-p", "2", "--set", "rounds=single", "--seed", "1", "--opponents", "random"]
    at_table = run([cthulhu, "play", "love_letter", *table], tmp_path, answers)
    assert at_table.returncode == 0 and "player_0" in at_table.stdout, at_table.stderr

    for words, extra in MISSING:
        refused = run([cthulhu, *words], tmp_path)
        assert refused.returncode == 2 and f"cthulhu_envs[{extra}" in refused.stderr, refused.stderr

    assert install_plugin(bin_folder, tmp_path) == ""
    for line, seen in PLUGGED:
        plugged = run([cthulhu, *line.split()], tmp_path)
        assert plugged.returncode == 0, f"{line}: {plugged.stderr}"
        assert seen in plugged.stdout + plugged.stderr, line
