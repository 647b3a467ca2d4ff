"""A stand-in for Weights & Biases, which writes down what it is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

FAKE = """
import json
from pathlib import Path


class Run:
    def __init__(self, **told):
        self.file = Path(told["dir"]) / "wandb" / "fake.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.write({"init": {name: str(value) for name, value in told.items()}})

    def write(self, line):
        with self.file.open("a") as file:
            file.write(json.dumps(line) + "\\n")

    def log(self, figures, step):
        self.write({"step": step, **figures})

    def finish(self):
        self.write({"finished": True})


def init(**told):
    return Run(**told)
"""


@pytest.fixture
def wandb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the library, which writes down what it is told."""
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "wandb.py").write_text(FAKE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "wandb", raising=False)
    return folder


def written(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "wandb" / "fake.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
