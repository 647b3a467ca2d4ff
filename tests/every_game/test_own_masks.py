"""What is handed out may be written into: actions are judged by what no caller can reach."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.gymnasium_env import GymEnv
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from tests.every_game.play import facts, guarded, mask, play, raw

LANES = 6


def scribble(*arrays: Any) -> None:
    """Write into whatever was handed out."""
    for given in arrays:
        parts = [given]
        if isinstance(given, SparseObs):
            parts = [given.indices, given.values, given.offsets]
        for part in parts:
            part[...] = 100 if part.dtype != np.bool_ else True


@pytest.mark.parametrize("obs", ["dense", "sparse"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reuse", [True, False])
def test_a_batch_plays_on_whatever_is_written_into_its_buffers(
    game: Game, reuse: bool, threads: int, obs: str
) -> None:
    vec = VectorEnv(game, LANES, threads, reuse=reuse, obs=obs)
    twin = VectorEnv(game, LANES)
    given = vec.reset(seed=2)
    shown = twin.reset(seed=2)
    for _ in range(12):
        actions = shown[1].argmax(axis=1)
        scribble(*given, vec.obs, vec.mask, vec.seat, vec.ending, vec.states)
        illegal = actions.copy()
        illegal[3] = shown[1][3].argmin()
        with pytest.raises(ValueError, match="lane 3"):
            vec.step(illegal)

        given, shown = vec.step(actions), twin.step(actions)

        dense = given[0].to_dense() if isinstance(given[0], SparseObs) else given[0]
        assert np.array_equal(dense, shown[0])
        assert all(map(np.array_equal, given[1:], shown[1:]))
        assert vec.states.tobytes() == twin.states.tobytes()
    vec.close()


def test_a_mask_made_all_ones_lets_no_illegal_action_through(game: Game) -> None:
    env = play(raw(game), 2)
    before = facts(env)
    illegal = int(mask(env).argmin())
    for given in (mask(env), env.last()[4]["action_mask"], env.view(env.agent_selection).mask):
        given[:] = 1

    with pytest.raises(ValueError, match="legal:"):
        env.step(illegal)

    env.infos[env.agent_selection]["action_mask"] = mask(env)
    assert facts(env) == before


def test_the_guarded_environment_forfeits_it_all_the_same(game: Game) -> None:
    env = play(guarded(game), 2)
    mover, illegal = env.agent_selection, int(mask(env).argmin())
    mask(env)[:] = 1
    env.last()[4]["action_mask"][:] = 1

    env.step(illegal)

    assert env.rewards[mover] == -1.0


def test_a_mask_that_is_written_into_is_shown_whole_again(game: Game) -> None:
    env = play(raw(game), 2)
    before = mask(env).tolist()

    mask(env)[:] = 1

    assert mask(env).tolist() == before


def test_against_bots_an_illegal_action_ends_the_episode_whatever_the_mask_says(
    game: Game,
) -> None:
    env = GymEnv(game.id, num_players=game.num_players)
    _, info = env.reset(seed=1)
    illegal = int(info["action_mask"].argmin())
    info["action_mask"][:] = 1

    assert env.step(illegal)[1] == -1.0

    envs = GymVectorEnv(game.id, num_envs=4, num_players=game.num_players)
    _, info = envs.reset(seed=1)
    chosen = info["action_mask"].argmin(axis=1)
    info["action_mask"][:] = 1
    info["seat"][:] = 100
    assert (envs.step(chosen)[1] == -1.0).all()


def test_bots_get_masks_of_their_own(game: Game) -> None:
    class Vandal:
        """Writes all over what it is shown, then plays the first legal action."""

        def act_batch(self, obs: Any, mask: Any) -> Any:
            actions = mask.argmax(axis=1)
            scribble(obs, mask)
            return actions

    def tidy(obs: Any, mask: Any) -> Any:
        return mask.argmax(axis=1)

    kinds: list[tuple[Any, dict[str, Any]]] = [(GymEnv, {}), (GymVectorEnv, {"num_envs": 3})]
    for cls, size in kinds:
        seen = []
        for bot in (Vandal(), tidy):
            env = cls(game.id, opponents=bot, num_players=game.num_players, seat=0, **size)
            obs, info = env.reset(seed=4)
            seen.append((obs.tolist(), info["action_mask"].tolist()))
        assert seen[0] == seen[1]
