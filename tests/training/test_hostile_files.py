"""Files from strangers: every reader refuses what is not sound, in one bounded sentence.

A case is a reader and a sound file for it. The file is cut, its bytes are changed, the values of
its records are replaced or left out, and its arrays become other arrays.
"""

from __future__ import annotations

import json
import os
import struct
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from cthulhu_agents.archive import HEAD
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_agents.solved.table import PolicyTable
from cthulhu_training.arena import Tournament, play_missing
from cthulhu_training.arena.results import NAME, read_results
from cthulhu_training.behaviour.sources import of_folder
from cthulhu_training.benchmark.run import Point, read, read_run, write
from cthulhu_training.cli.main import BAD_INPUT, main
from cthulhu_training.ppo.checkpoint import load
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run import CHECKPOINT, read_checkpoint, train
from cthulhu_training.ppo.run_folder import LOG, RunLog
from cthulhu_training.run_settings import RUN, read_toml, settings_in, write_run
from cthulhu_training.solve.cfr import Solver
from cthulhu_training.solve.checkpoint import load_checkpoint, save_checkpoint, table_of
from cthulhu_training.solve.tree import Tree, grow_tree

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.errors import MOST_LETTERS
from tests.training.learn.runs import LL6, small

GAME = find("love_letter").configure(**{**LL6, "deck": "guard=2, priest, baron, princess"})
TINY = small(steps=512, num_envs=16, num_steps=8, evaluate_games=0, evaluate_every=1.0)
DAMAGES = 60
OTHER_VALUES: tuple[Any, ...] = (None, -1, 2.5, 10**30, "x" * 5000, [], [[1]], {"a": {}}, True)


class Case(NamedTuple):
    """A reader of files, and what it reads."""

    path: Path
    read: Callable[[Path], Any]


@pytest.fixture(scope="module")
def tree() -> Tree:
    return grow_tree(GAME)


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = np.random.default_rng(1)
    sizes = (GAME.observations.size, 3)
    layers = [
        tuple(
            (rng.normal(size=pair).astype(np.float32), np.zeros(pair[1], np.float32))
            for pair in ((sizes[0], sizes[1]), (sizes[1], last))
        )
        for last in (GAME.actions.size, 1)
    ]
    path = tmp_path_factory.mktemp("policy") / "policy.npz"
    LearnedPolicy(GAME, layers[0], layers[1], {"steps": 3}).write(path)
    return path


@pytest.fixture(scope="module")
def solved(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("solved")
    solver = Solver(tree)
    solver.run(2)
    save_checkpoint(solver, folder / "checkpoint.npz")
    table_of(tree, solver.average(), {"value": 0.5}).write(folder / "policy.npz")
    return folder / "policy.npz", folder / "checkpoint.npz"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tournament")
    settings = Tournament("love_letter", ("random", "random:"), 3, settings=LL6)
    play_missing(settings, folder, progress=False)
    return folder / NAME


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    train(TINY, folder)
    return folder / CHECKPOINT


def go_on(path: Path) -> None:
    """Read a checkpoint as a run that goes on does."""
    learner = LeanPPO(TINY)
    head, arrays = read_checkpoint(path, learner)
    load(learner, head["learner"], arrays)
    run_log = RunLog(TINY, path.parent / "new")
    run_log.load(head["run_log"], learner.steps)
    run_log.close()


@pytest.fixture(params=["policy", "solved policy", "solver checkpoint", "training checkpoint"])
def archive(
    request: pytest.FixtureRequest,
    policy: Path,
    solved: tuple[Path, Path],
    tree: Tree,
    checkpoint: Path,
) -> Case:
    return {
        "policy": Case(policy, LearnedPolicy.read),
        "solved policy": Case(solved[0], PolicyTable.read),
        "solver checkpoint": Case(solved[1], lambda path: load_checkpoint(tree, path)),
        "training checkpoint": Case(checkpoint, go_on),
    }[request.param]


def is_refused(read: Callable[[Path], Any], path: Path) -> bool:
    """Whether a file is refused in a sentence; anything but that and success is an error."""
    try:
        read(path)
    except ValueError as fault:
        assert 0 < len(str(fault)) <= MOST_LETTERS, str(fault)
        return True
    return False


def damaged(whole: bytes, rng: np.random.Generator) -> Iterator[bytes]:
    """Cut short, with bytes changed, with a part doubled."""
    for case in range(DAMAGES):
        data = bytearray(whole)
        at = int(rng.integers(len(data)))
        if case % 3 == 0:
            del data[at:]
        elif case % 3 == 1:
            data[at] ^= 1 << int(rng.integers(8))
        else:
            data[at:at] = data[at : at + 50]
        yield bytes(data)


def parts_of(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    with np.load(path) as found:
        arrays = {name: found[name] for name in found.files}
    return json.loads(arrays.pop(HEAD).tobytes()), arrays


def put_together(path: Path, head: Any, arrays: dict[str, Any]) -> Path:
    words = head if isinstance(head, bytes) else json.dumps(head).encode()
    np.savez(path, **{HEAD: np.frombuffer(words, np.uint8), **arrays})
    return path


def test_the_files_of_the_cases_are_sound(archive: Case, results: Path) -> None:
    assert not is_refused(archive.read, archive.path)
    assert not is_refused(lambda path: read_results(path.parent), results)


def test_archives_that_are_damaged(archive: Case, tmp_path: Path) -> None:
    refused = 0
    for data in damaged(archive.path.read_bytes(), np.random.default_rng(2)):
        (tmp_path / "f.npz").write_bytes(data)
        refused += is_refused(archive.read, tmp_path / "f.npz")

    assert refused >= DAMAGES * 0.8  # some bytes of a zip archive say nothing


def test_archives_with_other_heads(archive: Case, tmp_path: Path) -> None:
    head, arrays = parts_of(archive.path)
    heads: list[Any] = [b"", b"[" * 90_000, b'{"kind": ' + b"9" * 9999, b"[]", b"\xff", b"null"]
    needed = [name for name in head if name not in ("tables", "activation", "format")]
    heads += [{k: v for k, v in head.items() if k != name} for name in needed]
    heads += [head | {name: value} for name in needed for value in OTHER_VALUES]
    if "settings" in head:
        heads += [head | {"settings": head["settings"] | {"deck": one}} for one in (3, "x" * 5000)]
    for name in head.get("learner", ()):
        heads += [head | {"learner": head["learner"] | {name: one}} for one in OTHER_VALUES]
    for name in head.get("run_log", ()):
        heads += [head | {"run_log": head["run_log"] | {name: one}} for one in (None, "x", [1])]
    heads += [head | {"format": 2}, head | {"format": True}]
    heads += [json.dumps(head).replace("{", '{"x": NaN, ', 1).encode()]

    accepted = [one for one in heads if not is_refused(
        archive.read, put_together(tmp_path / "f.npz", one, arrays))]  # fmt: skip

    assert [one for one in accepted if one != head | {"facts": {"a": {}}}] == []


def test_archives_with_other_arrays(archive: Case, tmp_path: Path) -> None:
    head, arrays = parts_of(archive.path)
    path = tmp_path / "f.npz"

    for name, array in arrays.items():
        rest = {other: one for other, one in arrays.items() if other != name}
        others = [array[:-2], array[None], np.zeros((0, *array.shape[1:]), array.dtype)]
        if array.dtype.names is None:
            others += [array.astype(kind) for kind in (np.complex64, "S8", np.int16)]
        if array.dtype.kind == "f":
            wrong = array.copy()
            wrong.flat[0] = np.nan
            others += [wrong, np.full_like(array, np.inf)]
        if array.dtype.kind == "f" and name in ("sums", "policy", "probs", "actor_0_biases"):
            others.append(np.full_like(array, -1e30))
        assert is_refused(archive.read, put_together(path, head, rest))
        for other in others:
            assert is_refused(archive.read, put_together(path, head, {**rest, name: other})), name
    assert is_refused(archive.read, put_together(path, head, {**arrays, "more": np.zeros(1)}))


def test_archives_with_pickled_objects(
    archive: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Thief:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, ("stolen",)

    monkeypatch.chdir(tmp_path)
    head, arrays = parts_of(archive.path)
    for name in arrays:
        path = put_together(tmp_path / "f.npz", head, arrays | {name: np.array([Thief()])})
        assert is_refused(archive.read, path)
    assert not (tmp_path / "stolen").exists()


def test_archives_that_unpack_to_much_more_than_they_are(archive: Case, tmp_path: Path) -> None:
    path = tmp_path / "f.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bomb, bomb.open("a.npy", "w") as file:
        for _ in range(100):
            file.write(bytes(1 << 20))

    with pytest.raises(ValueError, match="it unpacks to 100 MB"):
        archive.read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"first": lambda first: first + 1},
        {"first": lambda first: first * 0},
        {"keys": lambda keys: keys[::-1]},
        {"probs": lambda probs: probs * 2},
        {"probs": lambda probs: probs[:-2]},
    ],
)
def test_probabilities_of_a_solved_policy_belong_to_its_positions(
    solved: tuple[Path, Path], tmp_path: Path, change: dict[str, Callable[[Any], Any]]
) -> None:
    head, arrays = parts_of(solved[0])
    changed = {name: change.get(name, lambda same: same)(one) for name, one in arrays.items()}

    assert is_refused(PolicyTable.read, put_together(tmp_path / "f.npz", head, changed))


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

    with pytest.raises(ValueError, match="the rule of the tournament has none"):
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


def test_a_directory_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    size = 1 << 30
    with (tmp_path / "policy.npz").open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, size, 0, 0))

    with pytest.raises(ValueError, match="damaged: its directory has 1 GB"):
        LearnedPolicy.read(tmp_path / "policy.npz")


def test_the_settings_written_are_toml(tmp_path: Path) -> None:
    write_run(tmp_path, small(), "lean")

    assert settings_in(tmp_path) == tomllib.loads((tmp_path / RUN).read_text())
