"""Algorithms compared where all is exact."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cthulhu_training.benchmark.run import Point, last, read
from cthulhu_training.cli.main import main


def run(folder: Path, lines: list[dict[str, object]]) -> Path:
    folder.mkdir(parents=True)
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    ours = [{"what": "update", "steps": 5}, {"what": "evaluation", "steps": 5}]
    ours[1]["exploitability"] = 0.02
    theirs = [{"episodes": 0, "exploitability": 0.2}, {"episodes": 9, "exploitability": 0.1}]
    return [run(tmp_path / "ppo-11", ours), run(tmp_path / "nfsp-3", theirs)]


def test_runs_and_bots_become_a_file_a_page_and_a_picture(runs: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "docs"
    bots = ["--agents", "random", "equilibrium"]
    table = ["love_letter", "--set", "edition=classic", "--deck", "ll-6"]

    assert main(["benchmark", *table, "--runs", *map(str, runs), *bots, "--out", str(out)]) == 0

    points = read(out / "ll-6.csv")
    assert points[:3] == [
        Point("nfsp", "3", "games", 0, 0.2),
        Point("nfsp", "3", "games", 9, 0.1),
        Point("ppo", "11", "decisions", 5, 0.02),
    ]
    assert list(last(points)) == ["equilibrium", "ppo", "nfsp", "random"]
    page = (out / "ll-6.md").read_text()
    assert "| nfsp | 9 games | 0.1000 | 3: 0.1000 |" in page and "| random |  | 0.2194 |" in page
    made_by = (
        "love_letter --deck ll-6 --set edition=classic --runs RUNS --agents random equilibrium"
    )
    assert f"Made by `cthulhu benchmark {made_by} --draws 8`." in page
    assert (out / "ll-6.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("amount", "found"), [(-1, 0.1), (1, "nan"), (1, "inf"), ("nan", 0.1)])
def test_points_that_cannot_be_are_refused(amount: object, found: object, tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    head = "algorithm,seed,unit,amount,exploitability\n"
    path.write_text(f"{head}ppo,1,games,9,0.1\nppo,1,games,{amount},{found}\n")

    with pytest.raises(ValueError, match="line 3: not a point of a benchmark"):
        read(path)


def test_what_is_no_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    never = run(tmp_path / "ppo-1", [{"what": "update", "steps": 5}])

    assert main(["benchmark", "love_letter", "--runs", str(tmp_path / "nothing")]) == 2
    assert "is not a run called ALGORITHM-SEED" in capsys.readouterr().err
    assert main(["benchmark", "love_letter", "--runs", str(never)]) == 2
    assert "has no evaluation of its exploitability" in capsys.readouterr().err
