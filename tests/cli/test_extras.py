"""Libraries that are missing are told of before any work, all at once, with the extra's name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from cthulhu_training.ppo.trainer import TRAINER

from cthulhu_envs.authoring.errors import EXTRAS
from tests.cli.program import piped, without

ROOT = Path(__file__).parents[2]
MODULES = {  # what packages are called whose modules have another name
    "sb3_contrib": "sb3-contrib",
    "stable_baselines3": "stable-baselines3",
    "PIL": "pillow",
}
IMPORT = re.compile(r'^ *"(?:import|from) (\w+)', re.MULTILINE)
ALL = tuple(EXTRAS)


@pytest.mark.parametrize(
    ("words", "lacking", "extras"),
    [
        ("tournament love_letter --deals 2", "matplotlib and scipy", "eval"),
        ("tournament love_letter --deals 2 --ray", "matplotlib, scipy and ray", "eval,ray"),
        ("leaderboard love_letter --deals 2", "matplotlib and scipy", "eval"),
        ("benchmark love_letter --agents random", "matplotlib", "eval"),
        ("compare love_letter --agents random heuristic --ray", "ray", "ray"),
        ("train love_letter --steps 8", "torch and threadpoolctl", "train"),
        (
            "train love_letter --trainer sb3",
            "torch, threadpoolctl, stable_baselines3 and sb3_contrib",
            "train",
        ),
        ("train love_letter --trainer rllib", "ray and torch", "ray,train"),
        (
            "train love_letter --trainer openspiel",
            "pyspiel, open_spiel and torch",
            "openspiel,train",
        ),
        ("bench love_letter --training", "torch and threadpoolctl", "train"),
        (
            "train love_letter --log tensorboard",
            "torch, threadpoolctl and tensorboard",
            "train",
        ),
    ],
)
def test_a_command_says_what_it_lacks_before_it_starts(
    words: str, lacking: str, extras: str, tmp_path: Path
) -> None:
    found = piped(words.split(), tmp_path, **without(tmp_path, *ALL))

    said = found.stderr.decode()
    assert found.returncode == 2 and not found.stdout
    assert said == f'cthulhu: this needs {lacking}: pip install "cthulhu_envs[{extras}]"\n'
    assert [path.name for path in tmp_path.iterdir()] == ["blocked"]


def test_a_log_that_is_not_installed_is_told_too(tmp_path: Path) -> None:
    words = ["train", "love_letter", "--log", "wandb", "--out", "run"]

    found = piped(words, tmp_path, **without(tmp_path, "wandb"))

    assert b'this needs wandb: pip install "cthulhu_envs[wandb]"' in found.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "words",
    ["games", "agents love_letter", "versus love_letter -p 2 --agents random heuristic --deals 2"],
)
def test_other_commands_need_no_extras(words: str, tmp_path: Path) -> None:
    found = piped(words.split(), tmp_path, **without(tmp_path, *ALL))

    assert found.returncode == 0, found.stderr.decode()


def brought_by(*extras: str) -> list[str]:
    """The requirements of extras, those of the extras that they name included."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[str] = []
    for extra in extras:
        for one in told["project"]["optional-dependencies"][extra]:
            more = re.match(r"cthulhu_envs\[(.*)\]", one)
            found += brought_by(*more[1].split(",")) if more else [one]
    return found


def test_every_library_is_in_the_extra_that_is_named() -> None:
    for library, extra in EXTRAS.items():
        if library != "pyspiel":  # a part of open_spiel
            names = MODULES.get(library, library)
            assert any(one.startswith(names) for one in brought_by(extra)), library


def test_the_demo_installs_what_it_uses_and_nothing_else() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"\$\(DEMO\): .*\n.*--editable \"\.\[(.*?)\]\"", makefile)
    brought = {re.split("[>=]", one)[0] for one in brought_by(*extras.split(","))}
    used = {name for name in EXTRAS if EXTRAS[name] == "eval"} | {*TRAINER.needs}

    assert brought == used


def test_the_notebooks_extra_brings_what_notebooks_import() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = told["optional-dependencies"]
    brought = [*told["dependencies"], *extras["eval"], "cthulhu_envs", "os", "tempfile", "pathlib"]
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "notebooks").glob("*.ipynb")]
    imported = {name for page in pages for name in IMPORT.findall(page)}

    assert {"matplotlib", "numpy"} < imported
    for library in imported:
        assert any(one.startswith(MODULES.get(library, library)) for one in brought), library
    assert any("cthulhu_envs.train(" in page for page in pages)  # which needs more
    assert "cthulhu_envs[eval,train]" in extras["notebooks"]


def test_peers_that_are_missing_are_told_once_and_not_in_the_table(tmp_path: Path) -> None:
    words = ["bench", "love_letter", "-p", "2", "--seconds", "0.01", "--no-startup"]
    words += ["--num-envs", "4", "--peers"]

    found = piped(words, tmp_path, **without(tmp_path, "rlcard", "pyspiel", "jax", "pgx"))

    said = found.stderr.decode()
    assert found.returncode == 0, said
    first = said.splitlines()[0]
    assert first.startswith("cthulhu_envs: peers that are not installed are left out; ")
    assert 'pip install "cthulhu_envs[bench' in first and said.count("pip install") == 1
    assert "missing" not in found.stdout.decode() and "pip" not in found.stdout.decode()
