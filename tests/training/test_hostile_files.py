"""Text files from strangers: results, settings and logs that are not sound are refused, in one
bounded sentence.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cthulhu_training.arena import Tournament, play_missing
from cthulhu_training.arena.results import NAME, read_results
from cthulhu_training.behaviour.sources import of_folder
from cthulhu_training.benchmark.run import Point, read, read_run, write
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.ppo.run_folder import LOG
from cthulhu_training.run_settings import RUN, read_toml, settings_in, write_run

from cthulhu_envs.authoring.errors import MOST_LETTERS
from tests.training.damage import OTHER_VALUES, damaged, is_refused
from tests.training.learn.runs import LL6, small


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tournament")
    settings = Tournament("love_letter", ("random", "random:"), 3, settings=LL6)
    play_missing(settings, folder, progress=False)
    return folder / NAME


def test_the_results_are_sound(results: Path) -> None:
    assert not is_refused(lambda path: read_results(path.parent), results)


def test_results_that_are_damaged(results: Path, tmp_path: Path) -> None:
    whole = results.read_bytes()
    path = tmp_path / NAME

    for data in damaged(whole, np.random.default_rng(3)):
        path.write_bytes(data)
        is_refused(lambda one: read_results(one.parent), path)
        is_refused(lambda one: of_folder(one.parent), path)


@pytest.mark.parametrize("line", [0, 2])
def test_results_with_other_values(results: Path, tmp_path: Path, line: int) -> None:
    lines = results.read_text().splitlines()
    row = json.loads(lines[line])
    accepted = []
    for name in row if line else ("format", "agents", "deals", "settings"):
        rows = [row | {name: value} for value in OTHER_VALUES]
        rows.append({other: value for other, value in row.items() if other != name})
        for one in rows:
            changed = [*lines[:line], json.dumps(one), *lines[line + 1 :]]
            (tmp_path / NAME).write_text("\n".join(changed) + "\n")
            if not is_refused(lambda path: read_results(path.parent), tmp_path / NAME):
                accepted.append((name, one.get(name)))

    assert [name for name, _ in accepted if name not in ("seed", "deal")] == []


@pytest.mark.parametrize(
    "seats, words",
    [
        (None, "'forfeits' must be a list of 2"),
        ([0], "'forfeits' must be a list of 2"),
        ([0, True], "'forfeits' must be seats or null"),
        ([0, "1"], "'forfeits' must be seats or null"),
        ([0, 2], "names a seat that is not there"),
        ([-1, None], "names a seat that is not there"),
    ],
    ids=str,
)
def test_forfeits_that_cannot_be(results: Path, tmp_path: Path, seats: Any, words: str) -> None:
    with_forfeits(results, tmp_path / NAME, [None, 1])
    assert read_results(tmp_path).forfeit_counts  # sound ones are read
    with_forfeits(results, tmp_path / NAME, seats)

    with pytest.raises(ValueError, match=words):
        read_results(tmp_path)


def with_forfeits(results: Path, path: Path, seats: Any, rule: str = "forfeit") -> None:
    head, *rows = [json.loads(line) for line in results.read_text().splitlines()]
    lines = [head | {"faults": rule}, *(row | {"forfeits": seats} for row in rows)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_forfeits_under_a_rule_without_them(results: Path, tmp_path: Path) -> None:
    with_forfeits(results, tmp_path / NAME, [None, 1], "stop")

    with pytest.raises(ValueError, match="no bot can forfeit in this tournament"):
        read_results(tmp_path)


def test_results_of_another_format_are_named(results: Path, tmp_path: Path) -> None:
    text = results.read_text().replace("tournament 1", "tournament 2", 1)
    (tmp_path / NAME).write_text(text)

    with pytest.raises(ValueError, match="written as 'cthulhu_envs tournament 2', and this"):
        read_results(tmp_path)


def test_settings_of_a_run_that_are_damaged(tmp_path: Path) -> None:
    write_run(tmp_path, small(), "lean")
    path = tmp_path / RUN
    whole = path.read_bytes()

    for data in damaged(whole, np.random.default_rng(4)):
        path.write_bytes(data)
        is_refused(lambda one: settings_in(one.parent), path)
    for data in (b"a = " + b"[" * 9999, b"a = nan", b"\xff", b"x" * (2 << 20)):
        path.write_bytes(data)
        assert is_refused(read_toml, path)


@pytest.mark.parametrize("value", [None, "x", [1], {"a": 1}, 10**30, 2.5])
@pytest.mark.parametrize("name", ["hidden", "table", "steps", "log", "game", "normalize_advantage"])
def test_settings_of_other_types_are_refused(name: str, value: Any) -> None:
    from cthulhu_training.ppo.settings import Settings

    told = {"game": "love_letter-v1", "table": LL6, name: value}
    if name != "steps" or value != 10**30:
        assert is_refused(lambda _: Settings.from_values(told), Path())


def test_logs_of_runs_and_tidy_files(tmp_path: Path) -> None:
    run = tmp_path / "ppo-1"
    run.mkdir()
    line = {"what": "evaluation", "steps": 3, "exploitability": 0.5}
    for text in ("", "{", '{"exploitability": "x"}\n', '{"exploitability": NaN}\n', "[1]\n"):
        (run / LOG).write_text(text)
        assert is_refused(read_run, run)
    (run / LOG).write_text(json.dumps(line) + '\n{"torn')
    assert read_run(run) == [Point("ppo", "1", "decisions", 3, 0.5)]

    write(tmp_path / "f.csv", read_run(run))
    assert read(tmp_path / "f.csv") == read_run(run)
    for text in ("a,b\n1,2\n", "algorithm,seed,unit,amount,exploitability\na,b,c,d,e\n", "\0"):
        (tmp_path / "f.csv").write_text(text)
        assert not text.strip("\0") or is_refused(read, tmp_path / "f.csv")


def test_the_command_line_refuses_files_in_one_sentence(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "deep").write_text("[" * 100_000)
    (tmp_path / "folder").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / NAME).write_text("{" * 100_000)
    watch, train = ["watch", "love_letter"], ["train", "love_letter"]
    kinds = ["pipe", "deep", "folder", "none", "/dev/zero"]
    given = [[*watch, "-p", "2", "--agents", f"ppo:{tmp_path / kind}"] for kind in kinds]
    given += [[*watch, "-p", "2", "--agents", f"solved:{tmp_path / kind}"] for kind in kinds]
    given += [["watch", "--replay", str(tmp_path / kind)] for kind in kinds]
    given += [[*train, "--config", str(tmp_path / kind)] for kind in kinds]
    given += [["metrics", "--replays", str(tmp_path / kind)] for kind in kinds]
    given += [["metrics", "--tournament", str(tmp_path / one)] for one in ("bad", "none")]
    dictionary, deck = "dictionary={}", "decks={}"
    for kind in kinds:
        path = tmp_path / kind
        given += [["watch", "unspeakable_words", "--set", dictionary.format(path)]]
        given += [["watch", "death_may_die", "--set", f"episode={path}.toml"]]
        given += [["watch", "call_of_cthulhu", "--set", deck.format(path)]]

    for words in given:
        assert main(words) == BAD_INPUT, words
        said = capsys.readouterr().err
        assert said.startswith("cthulhu: ") and said.count("\n") == 1, said
        assert len(said) <= len("cthulhu: \n") + MOST_LETTERS


def test_the_settings_written_are_toml(tmp_path: Path) -> None:
    write_run(tmp_path, small(), "lean")

    assert settings_in(tmp_path) == tomllib.loads((tmp_path / RUN).read_text())
