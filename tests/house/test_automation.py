"""What machines run: the files and folders that it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = (".github/workflows/ci.yml", "Makefile", ".ci/run", ".pre-commit-config.yaml")
PATH = re.compile(r"(?<![\w./$)-])(?:[\w.-]+/)+[\w.-]+|(?<![\w./-])[\w-]+\.(?:py|txt|toml|yml)\b")
ACTION = re.compile(r"uses: \S+")
MADE = ("results/", "build/", ".venv/", "dist/", "bin/")  # written when they run
FOREIGN = ("usr/", "dev/")


def missing(text: str) -> list[str]:
    """Paths that a script names and that are not in the project."""
    named = PATH.findall(ACTION.sub("", re.sub(r"https?://\S+|/dev/null|#!.*", "", text)))
    ours = [path for path in named if not path.startswith((*MADE, *FOREIGN))]
    return [path for path in ours if not (ROOT / path).exists()]


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_a_script_names_exists(script: str) -> None:
    assert not missing((ROOT / script).read_text(encoding="utf-8"))


def test_scripts_name_the_tests_of_the_wheel() -> None:
    named = PATH.findall((ROOT / SCRIPTS[0]).read_text(encoding="utf-8"))

    assert {".ci/run", "constraints.txt", "tests/house/test_wheel.py"} <= set(named)


def test_a_path_that_does_not_exist_is_found() -> None:
    assert missing("python -m pytest tests/packaging --noconftest") == ["tests/packaging"]
    assert missing("pip install -c constraint.txt") == ["constraint.txt"]
