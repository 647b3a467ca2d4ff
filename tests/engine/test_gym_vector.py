"""The Gymnasium vector environment: each lane is the game of one learner against bots."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from cthulhu_agents.random_agent import RandomAgent
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers
from numpy.typing import NDArray

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from cthulhu_envs.api.registry import camel, find, games

TABLES = [(find(name).name, players) for name in games() for players in find(name).players]
LANES, STEPS = 8, 30


def first_legal(obs: NDArray[Any], mask: NDArray[Any]) -> NDArray[Any]:
    """A bot that can be played beside the environment."""
    return mask.argmax(axis=1)


def last_legal(mask: NDArray[Any]) -> NDArray[Any]:
    """What the learner plays here."""
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def made(**options: Any) -> GymVectorEnv:
    options = {"num_players": 3, "rounds": "single"} | options
    return GymVectorEnv("love_letter", num_envs=LANES, opponents=first_legal, **options)


class Beside:
    """The same game as a lane plays, in the AEC environment."""

    def __init__(self, envs: GymVectorEnv, lane: int) -> None:
        self.raw = RawEnv(envs.game)
        self.me = self.raw.possible_agents[envs._seat[lane]]
        self.raw.reset(seed=int(envs._lanes.seeds[lane]))
        self.paid, self.over = 0.0, False
        self.answer()

    def play(self, action: int) -> None:
        self.raw.step(action)
        self.paid = self.raw.rewards[self.me]
        self.answer()

    def answer(self) -> None:
        raw = self.raw
        while not (raw.terminations[self.me] or raw.truncations[self.me]):
            agent = raw.agent_selection
            if agent == self.me:
                return
            if raw.terminations[agent]:
                raw.step(None)
                continue
            raw.step(int(raw.observe(agent)["action_mask"].argmax()))
            self.paid += raw.rewards[self.me]
        self.over = True


@pytest.mark.parametrize("name, players", TABLES)
def test_every_lane_is_the_game_of_its_seed(name: str, players: int) -> None:
    settings = {"num_players": players}
    envs = GymVectorEnv(name, num_envs=LANES, opponents=first_legal, **settings)
    obs, info = envs.reset(seed=5)
    beside = [Beside(envs, lane) for lane in range(LANES)]
    for _ in range(STEPS):
        actions = last_legal(info["action_mask"])
        resting = [one.over for one in beside]
        obs, reward, terminated, truncated, info = envs.step(actions)
        for lane, one in enumerate(beside):
            if resting[lane]:
                beside[lane] = Beside(envs, lane)
                assert not terminated[lane] and not truncated[lane] and reward[lane] == 0
            else:
                one.play(int(actions[lane]))
                over = one.raw.terminations[one.me], one.raw.truncations[one.me]
                assert reward[lane] == pytest.approx(one.paid)
                assert (terminated[lane], truncated[lane]) == over
            seen = beside[lane].raw.observe(beside[lane].me)
            np.testing.assert_array_equal(obs[lane], seen["observation"])
            if beside[lane].over:
                assert info["action_mask"][lane].all()
            else:
                np.testing.assert_array_equal(info["action_mask"][lane], seen["action_mask"])
            assert info["ending"][lane] == beside[lane].raw.ending


def over_after(envs: GymVectorEnv) -> tuple[Any, ...]:
    """Play until a game ends; what that step gave."""
    _, info = envs.reset(seed=3)
    while True:
        found = envs.step(last_legal(info["action_mask"]))
        if (found[2] | found[3]).any():
            return found
        info = found[4]


def test_next_step_begins_the_next_game() -> None:
    envs = made()
    obs, _, over, _, info = over_after(envs)
    lane = int(np.flatnonzero(over)[0])

    again, reward, ended, _, after = envs.step(last_legal(info["action_mask"]))

    assert info["ending"][lane] > 0 and after["ending"][lane] == 0
    assert reward[lane] == 0 and not ended[lane]
    assert (obs[lane] != again[lane]).any()


def test_same_step_tells_of_the_finished_game() -> None:
    plain = over_after(made())
    _, reward, over, _, info = over_after(made(autoreset_mode="SameStep"))
    lane = int(np.flatnonzero(over)[0])

    np.testing.assert_array_equal(over, plain[2])
    np.testing.assert_array_equal(reward, plain[1])
    np.testing.assert_array_equal(info["final_obs"][lane], plain[0][lane])
    np.testing.assert_array_equal(info["_final_obs"], over)
    assert info["final_info"]["ending"][lane] == plain[4]["ending"][lane]
    assert info["ending"][lane] == 0
    assert not info["action_mask"][lane].all()


def test_finished_games_are_reset_by_hand_if_wanted() -> None:
    envs = made(autoreset_mode=AutoresetMode.DISABLED)
    obs, _, over, _, info = over_after(envs)
    with pytest.raises(RuntimeError, match="finished games must be reset"):
        envs.step(last_legal(info["action_mask"]))

    again, after = envs.reset(options={"reset_mask": over})

    np.testing.assert_array_equal(obs[~over], again[~over])
    assert not after["ending"].any()
    envs.step(last_legal(after["action_mask"]))


def test_an_illegal_action_ends_its_game_alone() -> None:
    envs = made()
    _, info = envs.reset(seed=1)
    actions = last_legal(info["action_mask"])
    actions[2] = int((info["action_mask"][2] == 0).argmax())

    _, reward, over, _, after = envs.step(actions)

    assert over[2] and reward[2] == -1 and after["illegal"].tolist().index(True) == 2
    assert after["illegal"].sum() == 1


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int) -> list[Any]:
        envs = GymVectorEnv("love_letter", num_envs=LANES, opponents="random")
        _, info = envs.reset(seed=seed)
        found = []
        for _ in range(STEPS):
            obs, reward, *_, info = envs.step(last_legal(info["action_mask"]))
            found += [obs, reward]
        return found

    first, same, other = played(1), played(1), played(2)

    assert all((one == two).all() for one, two in zip(first, same, strict=True))
    assert any((one != two).any() for one, two in zip(first, other, strict=True))


def test_lanes_have_seeds_of_their_own() -> None:
    envs = made(seat=0)
    seeds = list(range(10, 10 + LANES))
    obs, _ = envs.reset(seed=seeds)
    seeds[0], seeds[1] = seeds[1], seeds[0]
    swapped, _ = envs.reset(seed=seeds)

    np.testing.assert_array_equal(obs[[1, 0, *range(2, LANES)]], swapped)


@pytest.mark.parametrize(
    "wrapper",
    [
        wrappers.RecordEpisodeStatistics,
        wrappers.NormalizeObservation,
        wrappers.NormalizeReward,
        wrappers.DictInfoToList,
        lambda envs: wrappers.TransformReward(envs, lambda reward: reward * 2),
        lambda envs: wrappers.ClipReward(envs, -0.5, 0.5),
    ],
)
@pytest.mark.parametrize("name", games())
def test_wrappers_of_gymnasium_work(name: str, wrapper: Any) -> None:
    envs = gymnasium.make_vec(f"cthulhu_envs/{camel(name)}", num_envs=4, opponents="random")
    assert isinstance(envs.unwrapped, GymVectorEnv)
    wrapped = wrapper(envs)
    wrapped.reset(seed=1)
    for _ in range(50):
        mask = envs.unwrapped.action_masks()
        obs, *_ = wrapped.step(last_legal(mask))
        assert obs.shape == envs.observation_space.shape


def test_what_is_shown_lies_in_the_spaces_and_is_the_callers() -> None:
    envs = made()
    obs, info = envs.reset(seed=1)
    assert envs.observation_space.contains(obs)
    kept, mask = obs.copy(), info["action_mask"]
    legal = last_legal(mask)
    mask[:] = 1
    obs[:] = 7
    again, *_, info = envs.step(legal)
    assert not info["illegal"].any()
    assert (again != 7).any() and (kept != 7).any()


@pytest.mark.parametrize(
    "options, fault",
    [
        ({"num_envs": 0}, "num_envs must be a whole number"),
        ({"seat": 9}, "seat must be 0 to 3"),
        ({"opponents": ["random"]}, "needs 3 opponents, not 1"),
        ({"render_mode": "human"}, "gymnasium.make renders one"),
        ({"autoreset_mode": "Sometimes"}, "Sometimes"),
    ],
)
def test_bad_settings_are_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        GymVectorEnv("love_letter", **options)


@pytest.mark.parametrize("actions", [[0] * LANES, [[0]] * LANES, [0.0] * LANES, [10**6] * LANES])
def test_bad_actions_are_refused(actions: Any) -> None:
    envs = made()
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.zeros(LANES, int))
    envs.reset(seed=1)
    if actions != [0] * LANES:
        with pytest.raises(ValueError, match=r"whole numbers|outside 0 to"):
            envs.step(np.array(actions))


def test_unknown_keywords_are_a_type_error() -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
            make("cthulhu_envs/LoveLetter-v1", frameskip=1)


def test_a_bot_made_from_the_random_one_is_asked() -> None:
    """Random moves are drawn by the kernels, but only for the random agent itself."""

    class First(RandomAgent):
        def act_batch(self, obs: NDArray[Any], mask: NDArray[Any]) -> NDArray[Any]:
            return mask.argmax(axis=1)

    def played(opponents: Any) -> list[Any]:
        envs = GymVectorEnv("love_letter", num_envs=LANES, opponents=opponents, rounds="single")
        obs, info = envs.reset(seed=4)
        return [obs, envs.step(last_legal(info["action_mask"]))[0]]

    for one, two in zip(played(First), played(first_legal), strict=True):
        np.testing.assert_array_equal(one, two)
