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


def run(words: list[str], folder: Path, answers: str = "") -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "NUMBA_DISABLE_JIT": "1"}
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

    listed = run([cthulhu, "games"], tmp_path)
    assert listed.returncode == 0 and "call_of_cthulhu-v1" in listed.stdout, listed.stderr

    answers = "1\n" * 400
    table = ["-p", "2", "--set", "rounds=single", "--seed", "1", "--opponents", "random"]
    at_table = run([cthulhu, "play", "love_letter", *table], tmp_path, answers)
    assert at_table.returncode == 0 and "player_0" in at_table.stdout, at_table.stderr

    for words, extra in MISSING:
        refused = run([cthulhu, *words], tmp_path)
        assert refused.returncode == 2 and f"cthulhu_envs[{extra}" in refused.stderr, refused.stderr
