"""Policies carried over to other tables of observations and actions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from cthulhu_agents.archive import read_archive, write_archive
from cthulhu_agents.learned.policy import KIND, LearnedPolicy
from cthulhu_agents.learned.shipped import shipped_for
from cthulhu_training.ppo.carry import carry_over
from cthulhu_training.ppo.run import train

import cthulhu_envs
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from tests.training.learn.runs import LL6, small


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that sees one turn of history for each seat."""
    folder = tmp_path_factory.mktemp("carry") / "run"
    return train(small(table={**LL6, "history": 1}), folder).folder / "policy.npz"


@pytest.fixture
def whole() -> Game:
    """The same table with the history of the whole round."""
    return find("love_letter").configure(**LL6)


def test_a_carried_policy_plays_as_before(learned: Path, whole: Game) -> None:
    old, new = LearnedPolicy.read(learned), carry_over(learned, whole)
    tables = [cthulhu_envs.make_vec(policy.game, 16) for policy in (old, new)]
    rng = np.random.default_rng(5)

    (less, mask, _), (more, _, _) = (table.reset(3) for table in tables)
    for _ in range(12):
        assert np.allclose(new.logits(more, mask), old.logits(less, mask), atol=1e-4)
        assert np.allclose(new.values(more), old.values(less), atol=1e-4)
        actions = [rng.choice(np.flatnonzero(row)) for row in mask]
        less, mask, *_ = tables[0].step(actions)
        more, *_ = tables[1].step(actions)
    assert less.shape[1] < more.shape[1]


def test_a_carried_policy_says_where_it_comes_from(learned: Path, whole: Game) -> None:
    assert carry_over(learned, whole).facts["carried_over_from"] == whole.id


def test_actions_that_are_new_are_as_likely_as_the_average_one(
    learned: Path, whole: Game, tmp_path: Path
) -> None:
    """A file whose game had all actions but those of the Prince."""
    head, arrays = read_archive(learned, KIND)
    start, size = whole.actions.starts["prince"], whole.actions.blocks["prince"].size
    gone = slice(start, start + size)
    head["tables"]["actions"] = [row for row in head["tables"]["actions"] if row[0] != "prince"]
    last = f"actor_{head['layers']['actor'] - 1}_"
    for what in ("weights", "biases"):
        arrays[last + what] = np.delete(arrays[last + what], gone, axis=-1)
    del head["kind"]
    write_archive(tmp_path / "old.npz", KIND, head, arrays)

    weights, biases = carry_over(tmp_path / "old.npz", whole).actor[-1]

    known = np.delete(np.arange(whole.actions.size), gone)
    assert np.allclose(biases[gone], biases[known].mean(), atol=1e-6)
    assert np.allclose(weights[:, gone], weights[:, known].mean(axis=1, keepdims=True), atol=1e-6)
    assert np.allclose(biases[known], arrays[last + "biases"])


def test_a_block_that_has_another_name_now_keeps_its_weights(tmp_path: Path) -> None:
    """A file that calls the choice between hand and discard pile *whence*."""
    game = find("call_of_cthulhu")
    head, arrays = read_archive(shipped_for(game), KIND)
    block = list(game.actions.starts).index("hand_or_pile")
    head["tables"]["actions"][block][0] = "whence"
    del head["kind"]
    write_archive(tmp_path / "old.npz", KIND, head, arrays)

    carried = carry_over(tmp_path / "old.npz", game).actor[-1]

    for new, old in zip(carried, LearnedPolicy.read(tmp_path / "old.npz").actor[-1], strict=True):
        assert np.array_equal(new, old)


def test_a_policy_of_an_older_version_is_refused_by_name(learned: Path, tmp_path: Path) -> None:
    head, arrays = read_archive(learned, KIND)
    del head["kind"]
    write_archive(tmp_path / "old.npz", KIND, head | {"game": "love_letter-v0"}, arrays)

    with pytest.raises(ValueError, match=r"old.npz is out of date: love_letter-v1 has replaced"):
        LearnedPolicy.read(tmp_path / "old.npz")


def test_another_game_and_a_file_without_tables_are_refused(
    learned: Path, whole: Game, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match="plays love_letter-v1, not lovecraft_letter-v1"):
        carry_over(learned, find("lovecraft_letter"))

    head, arrays = read_archive(learned, KIND)
    del head["tables"], head["kind"]
    write_archive(tmp_path / "old.npz", KIND, head, arrays)
    with pytest.raises(ValueError, match="does not say which observations"):
        carry_over(tmp_path / "old.npz", whole)


def test_a_run_begins_with_a_policy_of_other_settings(
    learned: Path, whole: Game, tmp_path: Path
) -> None:
    wanted = {"table": LL6, "start": str(learned), "trainer": "lean"}

    with pytest.raises(ValueError, match="history"):
        train(small(**wanted), tmp_path / "refused")
    found = train(small(**wanted, carry_over=True), tmp_path / "run")

    assert LearnedPolicy.read(found.folder / "policy.npz").game.id == whole.id


def test_a_carried_policy_keeps_its_activation(learned: Path, whole: Game, tmp_path: Path) -> None:
    head, arrays = read_archive(learned, KIND)
    write_archive(tmp_path / "relu.npz", KIND, head | {"activation": "relu"}, arrays)

    assert carry_over(tmp_path / "relu.npz", whole).activation == "relu"


def test_carrying_over_needs_a_policy() -> None:
    with pytest.raises(ValueError, match="carry_over needs a policy"):
        small(table=LL6, carry_over=True)
