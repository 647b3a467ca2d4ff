"""Code runs only if the user asked for it: bots in modules that files name, and folders of results
in which such a module lies.
"""

from __future__ import annotations

import argparse
import base64
import json
import pickle
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cthulhu_training.arena import Tournament, play_missing
from cthulhu_training.arena.results import NAME
from cthulhu_training.arena.sequential import NAME as SEQUENTIAL
from cthulhu_training.arena.sequential import Trial, compare
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.cli.train import check_typed
from cthulhu_training.integrations.rllib_trainer import Settings as RllibSettings
from cthulhu_training.run_settings import RUN, write_run

from cthulhu_envs.api import agents
from cthulhu_envs.api.agents import make_agent, register
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.trust import RESULTS, holds_results, specs_from
from tests.cli.program import piped
from tests.training.learn.runs import small as small_run

TABLE = {"num_players": 2, "rounds": "single"}
GAME = find("love_letter").configure(**TABLE)
BOT = """\
from pathlib import Path

Path(__file__).with_name("it ran").touch()


class Bot:
    def act_batch(self, obs, mask):
        return mask.argmax(axis=1)
"""


@pytest.fixture
def lair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> Path:
    """A folder on Python's path with the module `lair_bot`, which leaves a trace if it is run."""
    folder = tmp_path / "lair"
    folder.mkdir()
    (folder / "lair_bot.py").write_text(BOT)
    monkeypatch.syspath_prepend(str(folder))
    request.addfinalizer(lambda: sys.modules.pop("lair_bot", None))
    return folder


def ran(folder: Path) -> bool:
    return (folder / "it ran").exists()


def played(folder: Path, *agents: str) -> bytes:
    """A small tournament in a folder."""
    settings = Tournament("love_letter", agents, 2, 1, 16, TABLE)
    play_missing(settings, folder, progress=False)
    return (folder / NAME).read_bytes()


def strangers(folder: Path, lair: Path, spec: str = "lair_bot.Bot") -> Path:
    """A tournament that somebody else played with a bot of theirs."""
    played(folder, "random", spec)
    (lair / "it ran").unlink(missing_ok=True)
    sys.modules.pop("lair_bot", None)
    return folder


# --- specs in files


@pytest.mark.parametrize("spec", ["lair_bot.Bot", "ismcts:iters=2,rollouts=lair_bot.Bot"])
def test_a_bot_that_a_tournament_names_is_not_imported(
    spec: str, tmp_path: Path, lair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = strangers(tmp_path / "theirs", lair, spec)

    given = ["metrics", "--tournament", str(folder), "--out", str(tmp_path / "out")]
    assert main(given) == BAD_INPUT

    told = capsys.readouterr().err
    assert f"{folder / NAME} names the bot 'lair_bot.Bot', which is code" in told
    assert "--trust" in told and not ran(lair) and not (tmp_path / "out").exists()


def test_it_is_imported_if_the_user_trusts_the_folder(tmp_path: Path, lair: Path) -> None:
    folder = strangers(tmp_path / "theirs", lair)
    given = ["metrics", "--tournament", str(folder), "--out", str(tmp_path / "out"), "--trust"]

    assert main(given) == 0

    assert ran(lair)


def test_bots_of_installed_packages_and_registered_ones_need_no_trust(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agents, "_registered", {})
    register("own_here", lambda game, seed: make_agent("random", game, seed))

    with specs_from("run.toml"):
        for spec in ("random", "heuristic", "own_here", "ismcts:iters=2,rollouts=heuristic"):
            assert make_agent(spec, GAME)


def test_what_is_refused_in_one_file_is_refused_no_longer_afterwards(lair: Path) -> None:
    with pytest.raises(ValueError, match=r"results\.jsonl names"), specs_from("results.jsonl"):
        make_agent("lair_bot.Bot", GAME)
    assert not ran(lair)

    assert make_agent("lair_bot.Bot", GAME) and ran(lair)


@pytest.mark.parametrize("name", ["opponents", "evaluate_against", "clone"])
def test_bots_that_the_settings_of_a_run_name_are_not_imported(
    name: str, tmp_path: Path, lair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = small_run(**{name: "lair_bot.Bot"}, clone_steps=64)
    write_run(tmp_path / "theirs", settings, "lean")
    config = str(tmp_path / "theirs" / RUN)

    assert main(["train", "--config", config, "--out", str(tmp_path / "a")]) == BAD_INPUT

    assert f"{config} names the bot 'lair_bot.Bot'" in capsys.readouterr().err
    assert not ran(lair) and not (tmp_path / "a").exists()


@pytest.mark.parametrize("more", [["--opponents", "random", "lair_bot.Bot"], ["--trust"]])
def test_settings_that_are_typed_as_well_are_taken(
    more: list[str], tmp_path: Path, lair: Path
) -> None:
    settings = small_run(opponents="random lair_bot.Bot", steps=64, num_envs=8, num_steps=8)
    write_run(tmp_path / "theirs", settings, "lean")
    given = ["train", "--config", str(tmp_path / "theirs" / RUN), "--out", str(tmp_path / "a")]

    assert main([*given, "--minibatches", "2", *more]) == 0

    assert ran(lair)


def test_a_cluster_that_a_file_names_is_not_joined() -> None:
    """Processes of a Ray cluster send each other pickled objects."""
    settings = RllibSettings(address="ray://elsewhere:10001")
    options = argparse.Namespace(config="run.toml", typed=["--config", "run.toml"], trust=False)

    with pytest.raises(ValueError, match=r"run\.toml sets address to 'ray://elsewhere:10001'"):
        check_typed(RllibSettings, settings, options)

    options.typed += ["--address", "ray://elsewhere:10001"]
    check_typed(RllibSettings, settings, options)


class Bomb:
    """Unpickled, it leaves a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_a_checkpoint_of_sb3_is_resumed_without_unpickling(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    from cthulhu_training.integrations.sb3 import CHECKPOINT
    from cthulhu_training.ppo.run import train

    settings = small_run(trainer="sb3")
    train(settings, tmp_path / "run")
    file, told = tmp_path / "run" / CHECKPOINT, []
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    data = json.loads(parts["data"])
    bomb = base64.b64encode(pickle.dumps(Bomb(tmp_path / "it ran"))).decode()
    for entry in [value for value in data.values() if isinstance(value, dict)]:
        entry[":serialized:"] = bomb
    with zipfile.ZipFile(file, "w") as archive:
        for name, part in {**parts, "data": json.dumps(data).encode()}.items():
            archive.writestr(name, part)

    train(settings, tmp_path / "run", told.append)

    assert told == ["resuming from decision 2,048"] and not ran(tmp_path)


# --- folders of results


WRITERS: dict[str, Callable[[Path], Any]] = {
    NAME: lambda folder: played(folder, "random", "heuristic"),
    SEQUENTIAL: lambda folder: compare(
        Tournament("love_letter", ("random", "heuristic"), 2, 1, 16, TABLE), Trial(), folder
    ),
    RUN: lambda folder: write_run(folder, small_run(), "lean"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_folders_of_results_are_known_by_what_is_written_there(name: str, tmp_path: Path) -> None:
    WRITERS[name](tmp_path / "results")

    assert [name] == [one for one in RESULTS if (tmp_path / "results" / one).exists()]
    assert holds_results(tmp_path / "results")
    assert not holds_results(tmp_path)
    (tmp_path / name).write_text("mine\n")  # the name alone says nothing
    assert not holds_results(tmp_path)


RUN_ELSEWISE = 'game = "love_letter"\ntrainer = "lean"\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (NAME, '{ "format": "cthulhu_envs tournament 1"}\n'),
        (NAME, ' \t{"format" :\t"cthulhu_envs tournament 1"}\n'),
        (NAME, '{"forma\\u0074": "cthulhu_\\u0065nvs tournament 1"}\n'),
        (NAME, '{"a": "' + 4096 * "b" + '", "format": "cthulhu_envs tournament 1"}\n'),
        (NAME, '{"a": "' + (1 << 21) * "b" + '", "format": "cthulhu_envs tournament 1"}\n'),
        (SEQUENTIAL, '{ "format": "cthulhu_envs comparison 1"}\n'),
        (RUN, RUN_ELSEWISE),
        (RUN, "\n" + RUN_ELSEWISE),
        (RUN, "\ufeff" + RUN_ELSEWISE),
    ],
    ids=["blank", "blanks", "escaped", "long", "endless", "sequential", "bare", "line", "mark"],
)
def test_folders_of_results_are_known_however_they_are_written(
    name: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)

    assert holds_results(tmp_path)


@pytest.mark.parametrize("text", ['{"format": "mine"}\n', '{"format": 3}\n', "[]\n", "", "\0"])
def test_a_file_of_results_of_ones_own_is_no_hindrance(text: str, tmp_path: Path) -> None:
    for name in RESULTS:
        (tmp_path / name).write_text(text)

    assert not holds_results(tmp_path)


def test_no_bot_is_imported_from_a_folder_of_results(tmp_path: Path, lair: Path) -> None:
    WRITERS[RUN](lair)

    with pytest.raises(ValueError, match="lair' holds results, and no bot is imported from there"):
        make_agent("lair_bot.Bot", GAME)

    assert not ran(lair)


def test_nor_from_one_in_which_a_package_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "their_results"
    inner.mkdir()
    (inner / "bot.py").write_text(BOT)
    WRITERS[RUN](inner)
    monkeypatch.syspath_prepend(str(tmp_path))

    with pytest.raises(ValueError, match="their_results' holds results"):
        make_agent("their_results.bot.Bot", GAME)

    assert not ran(inner)


def in_own_process(folder: Path) -> tuple[int, str]:
    """A tournament with the bot of a folder, typed by somebody who stands in that folder."""
    words = ["tournament", "love_letter", "-p", "2", "--set", "rounds=single", "--deals", "2"]
    words += ["--agents", "random", "lair_bot.Bot", "--cores", "1", "--out", "elsewhere/new"]
    done = piped(words, folder)
    return done.returncode, done.stderr.decode()


def test_a_bot_in_the_current_folder_plays(lair: Path) -> None:
    code, told = in_own_process(lair)

    assert (code, ran(lair)) == (0, True), told


def test_unless_the_current_folder_holds_results(lair: Path) -> None:
    WRITERS[RUN](lair)

    code, told = in_own_process(lair)

    assert (code, ran(lair)) == (BAD_INPUT, False)
    assert "nothing is imported from the current folder, it holds results" in told
