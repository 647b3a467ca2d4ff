"""The settings of a run as TOML: written, read back, overruled; and runs that fail at once."""

from __future__ import annotations

import tomllib
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.cli.options import record_of
from cthulhu_training.cli.parser import command_of
from cthulhu_training.cli.train import table
from cthulhu_training.integrations.openspiel.settings import Settings as SpielSettings
from cthulhu_training.integrations.rllib_trainer import Settings as RllibSettings
from cthulhu_training.ppo.run import train
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.run_settings import OLD, RUN, settings_in, write_run
from cthulhu_training.solve.values import uniform
from cthulhu_training.toml_text import as_toml
from cthulhu_training.trainers import find_trainer, names

from tests.training.learn.runs import LL6, small

OWN_DECK = {"num_players": 2, "rounds": "single", "deck": {"guard": 2, "priest": 1, "king": 2}}


def described(*typed: str) -> Any:
    """The settings that a command line describes."""
    _, options = command_of(["train", *typed])
    return record_of(find_trainer(options.trainer).settings, options, table(options))


@pytest.mark.parametrize(
    "values",
    [
        {"a": 1, "b": 0.1, "c": True, "d": "two words", "e": 1e-05, "f": -3},
        {"text": 'quotes " and \\ and \n lines, ümlaut, \x7f', "list": ["a", 1], "empty": []},
        {"first": 1, "table": {"deck": {"guard": 2}, "two words": False}, "last": 2},
        {"large": 1e300, "infinite": float("inf")},
    ],
    ids=["plain", "text", "sections", "floats"],
)
def test_what_is_written_as_toml_is_read_back(values: dict[str, Any]) -> None:
    assert tomllib.loads(as_toml(values)) == values


def test_none_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="deck cannot be written as TOML: None"):
        as_toml({"deck": None})


@pytest.mark.parametrize(
    "settings",
    [
        small(seed=7, opponents="random heuristic", only_opponents=True, learning_rate=3e-4),
        small(table=OWN_DECK, trainer="sb3"),
        SpielSettings(table=LL6, algorithm="psro", episodes=8),
        RllibSettings(table=OWN_DECK, runners=0, hidden="32x16", learning_rate=3e-4),
    ],
    ids=["lean", "sb3", "openspiel", "rllib"],
)
def test_a_run_file_gives_the_same_settings_back(
    settings: Any, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    trainer = request.node.callspec.id
    write_run(tmp_path, settings, trainer)

    found = described("--config", str(tmp_path / RUN))

    assert found.table_of_game().values == settings.table_of_game().values
    assert {**vars(found), "game": "", "table": 0} == {**vars(settings), "game": "", "table": 0}


def test_what_is_typed_wins_over_the_file(tmp_path: Path) -> None:
    write_run(tmp_path, small(seed=7, opponents="random", only_opponents=True), "lean")
    file = ["--config", str(tmp_path / RUN)]

    found = described("love_letter", *file, "--steps", "1e4", "--no-only-opponents", "-p", "2",
                      "--set", "deck=ll-8")  # fmt: skip

    assert (found.steps, found.seed, found.opponents) == (10_000, 7, "random")
    assert found.only_opponents is False
    assert found.table_of_game().values["deck"] == "ll-8"
    assert found.table_of_game().values["edition"] == "classic"


def test_numbers_and_lists_in_a_file_are_read_as_people_write_them(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        'game = "love_letter"\nsteps = 1e6\nlearning_rate = 1\nopponents = ["random"]\n'
    )

    found = described("--config", str(file))

    assert (found.steps, found.learning_rate, found.opponents) == (1_000_000, 1.0, "random")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("stepps = 3", "has an unknown key 'stepps'; did you mean 'steps'?"),
        ('traner = "lean"', "has an unknown key 'traner'; did you mean 'trainer'?"),
        ('steps = "many"', "steps must be a whole number, not 'many'"),
        ("steps = 1.5", "steps must be a whole number, not 1.5"),
        ("hidden = 64", "hidden must be text, not 64"),
        ("steps =", "is no TOML"),
        ("steps = 8", "names no game"),
        ('game = "poker"', "there is no game 'poker'"),
        ('game = "love_letter"\ntrainer = "leen"', "there is no trainer 'leen'"),
        ('game = "love_letter"\n[table]\neditoin = "classic"', "did you mean 'edition'?"),
    ],
)
def test_a_wrong_file_is_one_sentence(
    text: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text + "\n", encoding="utf-8")

    assert main(["train", "--config", str(file), "--out", str(tmp_path / "run")]) == BAD_INPUT

    said = capsys.readouterr().err
    assert fault in said and said.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_file_of_another_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(tmp_path, small(), "lean")

    assert main(["train", "lovecraft_letter", "--config", str(tmp_path / RUN)]) == BAD_INPUT

    assert "is for love_letter, not for lovecraft_letter" in capsys.readouterr().err


def test_a_run_of_an_older_version_goes_on(tmp_path: Path) -> None:
    folder = train(small(), tmp_path / "run").folder
    (folder / RUN).unlink()
    (folder / OLD).write_text(small().to_json(), encoding="utf-8")

    assert Settings.from_values(settings_in(folder) or {}) == small()
    assert train(small(), folder).steps == 2048
    with pytest.raises(ValueError, match="holds another run, now seed 2 instead of 1"):
        train(small(seed=2), folder)


@pytest.mark.parametrize("trainer", ["lean", "sb3"])
def test_a_run_that_fails_at_its_start_leaves_no_folder(trainer: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    broken = small(trainer=trainer, opponents="nobody")

    with pytest.raises(ValueError, match="there is no agent 'nobody'"):
        find_trainer(trainer).run(broken, folder, lambda line: None, False)

    assert not folder.exists()


@pytest.mark.parametrize("algorithm", ["nfsp", "psro"])
def test_a_run_of_openspiel_that_fails_at_its_start_leaves_no_folder(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cthulhu_training.integrations.openspiel import learners, run

    def learn(settings: Any, values: Any) -> Any:
        if settings.algorithm == "psro":  # which is judged before it learns
            yield learners.Learned(0, uniform(values.tree))
        raise OSError("no memory")

    monkeypatch.setattr(run, "learn", learn)
    settings = SpielSettings(table=LL6, algorithm=algorithm, episodes=8, log="tensorboard")

    with pytest.raises(OSError, match="no memory"):
        find_trainer("openspiel").run(settings, tmp_path / "run", lambda line: None, False)

    assert not (tmp_path / "run").exists()


class Failing:
    """What stands for RLlib's algorithm: its first step of learning fails."""

    def __init__(self, fault: BaseException) -> None:
        self.fault, self.is_stopped = fault, False

    def train(self) -> Any:
        raise self.fault

    def stop(self) -> None:
        self.is_stopped = True


@pytest.mark.parametrize("fault", [OSError("no memory"), KeyboardInterrupt()])
def test_a_run_of_rllib_that_fails_at_its_start_leaves_no_folder(
    fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor an algorithm whose processes go on when Ray has gone."""
    from cthulhu_training.integrations import rllib

    failing, stopped = Failing(fault), []

    def left(address: str) -> Any:
        stack = ExitStack()
        stack.callback(lambda: stopped.append(failing.is_stopped))
        return stack

    monkeypatch.setattr(rllib, "cluster", left)
    monkeypatch.setattr(
        rllib, "config_of", lambda settings: SimpleNamespace(build_algo=lambda: failing)
    )
    monkeypatch.setattr(rllib, "policy_of", lambda *told: None)
    monkeypatch.setattr(rllib, "judged", lambda *told: {"steps": 0, "random": 0.0})
    settings = RllibSettings(table=LL6, log="tensorboard")

    with pytest.raises(type(fault)):
        find_trainer("rllib").run(settings, tmp_path / "run", lambda line: None, False)

    assert not (tmp_path / "run").exists()
    assert stopped == [True]  # before Ray is left


@pytest.mark.parametrize("name", ["runners", "learners"])
def test_fewer_than_no_processes_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be at least 0, not -1"):
        RllibSettings(**{name: -1})


def test_a_folder_that_was_killed_at_its_start_blocks_nobody(tmp_path: Path) -> None:
    write_run(tmp_path / "run", small(seed=3), "lean")

    assert train(small(seed=4), tmp_path / "run").steps == 2048

    assert (settings_in(tmp_path / "run") or {})["seed"] == 4


def test_a_run_that_has_begun_is_kept_when_it_fails(tmp_path: Path) -> None:
    folder = train(small(), tmp_path / "run").folder

    with pytest.raises(ValueError, match="holds another run"):
        find_trainer("lean").run(small(seed=2), folder, lambda line: None, False)

    assert (folder / "policy.npz").is_file()


def test_the_file_names_every_trainer(tmp_path: Path) -> None:
    write_run(tmp_path, small(), "lean")

    line = next(one for one in (tmp_path / RUN).read_text().splitlines() if "trainer =" in one)
    assert all(name in line.partition("#")[2] for name in names())


@pytest.mark.parametrize(("trainer", "decisions"), [("lean", 1024), ("sb3", 1536)])
def test_steps_that_are_no_whole_updates_are_told_of_once(
    trainer: str, decisions: int, tmp_path: Path
) -> None:
    said: list[str] = []

    found = train(small(trainer=trainer, steps=1100), tmp_path / "run", said.append)

    told = f"learns {decisions:,} decisions, not 1,100: whole updates of 512"
    assert found.steps == decisions and said.count(told) == 1


def test_steps_that_are_nearly_whole_updates_need_no_words() -> None:
    assert [small(steps=steps).rounded for steps in (2048, 2040, 2060)] == ["", "", ""]
