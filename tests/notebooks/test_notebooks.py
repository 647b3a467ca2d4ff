"""The notebooks run top to bottom with small settings, and are kept without their outputs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cthulhu_envs.authoring.kernels import is_compiled

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# Runs the cells of a notebook in one namespace, as Jupyter would, and saves every picture.
RUN = """
import json, sys
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
pictures = []
def save():
    for number in plt.get_fignums():
        pictures.append(number)
        plt.figure(number).savefig(f"picture-{len(pictures)}.png", dpi=110)
    plt.close("all")
plt.show = save
scope = {"__name__": "__main__"}
for number, cell in enumerate(json.load(open(sys.argv[1]))["cells"]):
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), f"cell {number}", "exec"), scope)
"""


@pytest.mark.slow
@pytest.mark.skipif(not is_compiled(), reason="plays thousands of games")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    (tmp_path / "run.py").write_text(RUN)
    there = {**os.environ, "CTHULHU_SMALL": "1", "PYTHONPATH": str(ROOT)}

    ran = subprocess.run(
        [sys.executable, "-W", "error", str(tmp_path / "run.py"), str(path)],
        cwd=tmp_path,
        env=there,
        capture_output=True,
        text=True,
    )

    assert ran.returncode == 0, ran.stderr[-3000:]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stripped(path: Path) -> None:
    cells = json.loads(path.read_text())["cells"]

    assert cells[0]["cell_type"] == "markdown"
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None


def test_none_is_missing() -> None:
    names = {path.stem for path in NOTEBOOKS}

    assert names == {
        "quick_start",
        "evaluating_bots",
        "bluffing_on_ll8",
        "algorithms_on_ll8",
        "your_own_bot",
    }
