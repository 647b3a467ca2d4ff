"""One network for several numbers of players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from cthulhu_agents.learned.family import PolicyFamily
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_agents.learned.union import Union
from cthulhu_training.ppo import checkpoint
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run import train
from cthulhu_training.ppo.settings import Settings

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from tests.training.learn.runs import small

TABLE = {"num_players": 2, "edition": "classic", "rounds": "single"}
TWO, THREE = (find("love_letter").configure(**TABLE | {"num_players": n}) for n in (2, 3))


def several(**changes: object) -> Settings:
    return small(table=TABLE, more_players="3", **changes)


def test_what_has_the_same_name_has_the_same_place() -> None:
    union = Union([TWO, THREE])

    for number, game in enumerate(union.games):
        for k in (0, 17, game.actions.size - 1):
            meaning = game.actions.decode(k)
            place = union.action_places[number][k]
            assert union.actions[place][0] == meaning.name
    both = set(union.action_places[0]) & set(union.action_places[1])
    assert len(both) == TWO.actions.size
    assert len(set(union.obs_places[1])) == THREE.observations.size


def test_seats_share_a_group_and_my_own_does_not() -> None:
    union = Union([THREE, TWO])
    groups, _ = union.without_seats
    of = dict(zip(union.observations, groups, strict=True))

    assert of["discards", "+1", "Guard"] == of["discards", "+2", "Guard"]
    assert of["discards", "+1", "Guard"] != of["discards", "me", "Guard"]
    assert of["discards", "+1", "Guard"] != of["discards", "+1", "Priest"]


@pytest.mark.parametrize("share", [False, True])
def test_a_member_plays_as_the_network_does(share: bool) -> None:
    learner = LeanPPO(several(share_seats=share))
    learner.update()
    learner.ema = learner.net

    for table, member in zip(learner.tables, learner.family().members, strict=True):
        vec = VectorEnv(table.game, 32)
        obs, mask, _ = vec.reset(5)
        batch = table.seen(torch.device("cpu"))
        with torch.no_grad():
            log_probs, values = learner.net(batch)
        table_obs = table.vec.obs.to_dense()
        probs = member.probs(table_obs, table.vec.mask)
        assert np.allclose(probs[table.vec.mask > 0], log_probs.exp().numpy(), atol=1e-5)
        assert np.allclose(member.values(table_obs), values.numpy(), atol=1e-5)
        assert member.probs(obs, mask).shape == (32, table.game.actions.size)


def test_dense_and_sparse_observations_give_the_same() -> None:
    learners = [LeanPPO(several(obs=form)) for form in ("sparse", "dense")]
    cpu = torch.device("cpu")

    for sparse, dense in zip(*(learner.tables for learner in learners), strict=True):
        log_probs, values = learners[0].net(sparse.seen(cpu))
        all_log_probs, all_values = learners[1].net(dense.seen(cpu))
        assert torch.allclose(values, all_values, atol=1e-5)
        legal = all_log_probs[all_log_probs > -100]
        assert torch.allclose(log_probs.sort().values, legal.sort().values, atol=1e-5)


def test_weights_of_a_group_are_learned_together() -> None:
    learner = LeanPPO(several(share_seats=True))
    learner.update()

    assert learner.net.shared_first.abs().max() > 0
    assert learner.net.shared_weight.abs().max() > 0


def test_a_file_plays_at_all_its_tables_and_goes_on(tmp_path: Path) -> None:
    run = train(several(), tmp_path / "run")
    path = run.folder / "policy.npz"

    assert {"heuristic, 2 players", "heuristic, 3 players"} <= run.last.keys()
    for game in (TWO, THREE):
        assert make_agent(f"ppo:{path}", game).game.num_players == game.num_players
    with pytest.raises(ValueError, match="trained with 2 or 3 players, not with 4"):
        make_agent(f"ppo:{path}", find("love_letter").configure(**TABLE | {"num_players": 4}))
    with pytest.raises(ValueError, match="family"):
        LearnedPolicy.read(path)
    again = LeanPPO(several(start=str(path)))
    assert np.array_equal(again.net.layers()[0][0][0], PolicyFamily.read(path).actor[0][0])
    with pytest.raises(ValueError, match="numbers of players"):
        LeanPPO(small(table=TABLE, start=str(path)))


def test_a_run_of_several_tables_goes_on_exactly() -> None:
    straight = LeanPPO(several(share_seats=True))
    for _ in range(2):
        straight.update()
    head, arrays = checkpoint.save(straight)
    straight.update()

    resumed = LeanPPO(several(share_seats=True))
    checkpoint.load(resumed, head, arrays)
    resumed.update()

    assert resumed.policy().actor[0][0].tobytes() == straight.policy().actor[0][0].tobytes()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"more_players": "three"}, "numbers such as"),
        ({"more_players": "9"}, "is for 2 to 4 players|is for"),
        ({"more_players": "3", "num_envs": 33}, "multiple of"),
        ({"more_players": "3", "trainer": "sb3"}, "only the lean trainer"),
    ],
)
def test_wrong_settings_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        replace(small(table=TABLE), **changes)  # type: ignore[arg-type]
