"""Archives from strangers: every reader refuses what is not sound, in one bounded sentence.

A case is a reader and a sound file for it. The file is cut, its bytes are changed, the values of
its records are replaced or left out, and its arrays become other arrays.
"""

from __future__ import annotations

import json
import os
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from cthulhu_agents.archive import HEAD
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_agents.solved.table import PolicyTable
from cthulhu_training.ppo.checkpoint import load
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run import CHECKPOINT, read_checkpoint, train
from cthulhu_training.ppo.run_folder import RunLog
from cthulhu_training.solve.cfr import Solver
from cthulhu_training.solve.checkpoint import load_checkpoint, save_checkpoint, table_of
from cthulhu_training.solve.tree import Tree, grow_tree

from cthulhu_envs.api.registry import find
from tests.training.damage import DAMAGES, OTHER_VALUES, damaged, is_refused
from tests.training.learn.runs import LL6, small

GAME = find("love_letter").configure(**{**LL6, "deck": "guard=2, priest, baron, princess"})
TINY = small(steps=512, num_envs=16, num_steps=8, evaluate_games=0, evaluate_every=1.0)


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


def parts_of(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    with np.load(path) as found:
        arrays = {name: found[name] for name in found.files}
    return json.loads(arrays.pop(HEAD).tobytes()), arrays


def put_together(path: Path, head: Any, arrays: dict[str, Any]) -> Path:
    words = head if isinstance(head, bytes) else json.dumps(head).encode()
    np.savez(path, **{HEAD: np.frombuffer(words, np.uint8), **arrays})
    return path


def test_the_files_of_the_cases_are_sound(archive: Case) -> None:
    assert not is_refused(archive.read, archive.path)


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


def test_a_directory_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    size = 1 << 30
    with (tmp_path / "policy.npz").open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, size, 0, 0))

    with pytest.raises(ValueError, match="damaged: its directory has 1 GB"):
        LearnedPolicy.read(tmp_path / "policy.npz")
