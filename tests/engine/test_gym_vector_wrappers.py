"""Gymnasium's vector wrappers around our vector environment: those that work are run, and for the
others there is a reason (docs/other_trainers.md has the same table).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.wrappers import vector as wrappers
from numpy.typing import NDArray

from cthulhu_envs.api.gymnasium_vector import GymVectorEnv
from cthulhu_envs.api.registry import camel, games

LANES, STEPS = 4, 50
DOCS = Path(__file__).parents[2] / "docs" / "other_trainers.md"
Wrapper = Callable[[GymVectorEnv], Any]


def half(values: Any) -> Any:
    return values / 2


# As somebody would use each of them. Observations are vectors, actions are numbers.
WORKING: dict[str, Wrapper] = {
    "RecordEpisodeStatistics": wrappers.RecordEpisodeStatistics,
    "DictInfoToList": wrappers.DictInfoToList,
    "NormalizeObservation": wrappers.NormalizeObservation,
    "NormalizeReward": wrappers.NormalizeReward,
    "ClipReward": lambda envs: wrappers.ClipReward(envs, -0.5, 0.5),
    "TransformReward": lambda envs: wrappers.TransformReward(envs, half),
    "TransformObservation": lambda envs: wrappers.TransformObservation(envs, half),
    "TransformAction": lambda envs: wrappers.TransformAction(envs, np.asarray),
    "FlattenObservation": wrappers.FlattenObservation,
    "ReshapeObservation": lambda envs: wrappers.ReshapeObservation(envs, (1, size_of(envs))),
    "RescaleObservation": lambda envs: wrappers.RescaleObservation(
        envs, np.zeros(size_of(envs), np.float32), np.ones(size_of(envs), np.float32)
    ),
    "DtypeObservation": lambda envs: wrappers.DtypeObservation(envs, np.float64),
    "VectorizeTransformObservation": lambda envs: wrappers.VectorizeTransformObservation(
        envs, gymnasium.wrappers.TransformObservation, func=half, observation_space=None
    ),
    "VectorizeTransformReward": lambda envs: wrappers.VectorizeTransformReward(
        envs, gymnasium.wrappers.TransformReward, func=half
    ),
    "VectorizeTransformAction": lambda envs: wrappers.VectorizeTransformAction(
        envs, gymnasium.wrappers.TransformAction, func=int, action_space=envs.single_action_space
    ),
}
# These change what our observations and actions are not.
IMPOSSIBLE: dict[str, Wrapper] = {
    "FilterObservation": lambda envs: wrappers.FilterObservation(envs, ["mask"]),
    "GrayscaleObservation": wrappers.GrayscaleObservation,
    "ResizeObservation": lambda envs: wrappers.ResizeObservation(envs, (8, 8)),
    "ClipAction": wrappers.ClipAction,
    "RescaleAction": lambda envs: wrappers.RescaleAction(envs, 0, 1),
}
DRAWING = {"RecordVideo", "HumanRendering"}  # they show what `render` returns
ARRAYS = {"ArrayConversion", "JaxToNumpy", "JaxToTorch", "NumpyToTorch"}  # other kinds of arrays


def size_of(envs: GymVectorEnv) -> int:
    return int(envs.single_observation_space.shape[0])


def made(name: str = "love_letter-v1", **options: Any) -> Any:
    return gymnasium.make_vec(f"cthulhu_envs/{camel(name)}", num_envs=LANES, **options)


def last_legal(mask: NDArray[Any]) -> NDArray[Any]:
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def played(envs: Any, wrapped: Any, steps: int = STEPS) -> None:
    """Some steps, whose results lie in the spaces that the wrapper tells."""
    seen, _ = wrapped.reset(seed=1)
    for _ in range(steps):
        assert wrapped.observation_space.contains(seen) or isinstance(
            wrapped, wrappers.NormalizeObservation
        )
        assert not envs.unwrapped._illegal.any()
        seen, reward, *_ = wrapped.step(last_legal(envs.unwrapped.action_masks()))
        assert np.shape(reward) == (LANES,)


def test_every_wrapper_of_gymnasium_has_its_place_here() -> None:
    known = [*WORKING, *IMPOSSIBLE, *DRAWING, *ARRAYS]

    assert sorted(known) == sorted(wrappers.__all__)


def test_the_documentation_says_the_same() -> None:
    rows = re.findall(r"^\| (works|needs.*?|cannot.*?) \| (.*?) \|", DOCS.read_text("utf-8"), re.M)
    told = {how: set(re.findall(r"`(\w+)`", names)) for how, names in rows}

    assert told.pop("works") == set(WORKING)
    assert set().union(*(named for how, named in told.items() if how.startswith("cannot"))) == set(
        IMPOSSIBLE
    )
    needy = set().union(*(named for how, named in told.items() if how.startswith("needs")))
    assert needy == DRAWING | ARRAYS


@pytest.mark.filterwarnings("ignore:overflow encountered in cast:RuntimeWarning")  # Box to float64
@pytest.mark.parametrize("wrapper", WORKING)
def test_a_wrapper_works(wrapper: str) -> None:
    envs = made()
    played(envs, WORKING[wrapper](envs))


@pytest.mark.parametrize("name", games())
def test_wrappers_work_with_every_game(name: str) -> None:
    envs = made(name)
    assert isinstance(envs.unwrapped, GymVectorEnv)
    played(envs, wrappers.NormalizeReward(wrappers.RecordEpisodeStatistics(envs)))


def test_statistics_are_of_the_games_that_ended() -> None:
    envs = wrappers.RecordEpisodeStatistics(made(rounds="single", num_players=2))
    _, info = envs.reset(seed=1)
    lengths, paid = [], []
    for _ in range(STEPS):
        _, reward, over, _, info = envs.step(last_legal(info["action_mask"]))
        if over.any():
            lengths += info["episode"]["l"][over].tolist()
            paid += info["episode"]["r"][over].tolist()
            assert info["episode"]["r"][over].tolist() == reward[over].tolist()

    assert min(lengths) >= 1 and set(paid) == {-1.0, 1.0}


@pytest.mark.parametrize("wrapper", IMPOSSIBLE)
def test_a_wrapper_that_cannot_be_used_says_so_at_once(wrapper: str) -> None:
    with pytest.raises((AssertionError, TypeError, ValueError, gymnasium.error.Error)):
        IMPOSSIBLE[wrapper](made())


def test_a_video_has_every_game_in_each_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without moviepy, whose place is taken here; the frames are what counts."""
    clip = MagicMock()
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    name = "moviepy.video.io.ImageSequenceClip"
    monkeypatch.setitem(sys.modules, name, clip)
    envs = made(render_mode="rgb_array", rounds="single")
    wrapped = wrappers.RecordVideo(
        envs, str(tmp_path / "videos"), step_trigger=lambda step: step == 0, video_length=6
    )

    played(envs, wrapped, steps=6)
    wrapped.close()

    (frames,), told = clip.ImageSequenceClip.call_args
    height, width, _ = envs.render()[0].shape
    assert told["fps"] == envs.metadata["render_fps"] == 1
    assert len(frames) >= 6
    assert {frame.shape for frame in frames} == {(2 * height, 2 * width, 3)}


def test_many_games_are_shown_in_one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pygame and OpenCV, whose places are taken here."""
    screen, opencv = MagicMock(), MagicMock()
    opencv.resize = lambda frame, shape: np.resize(frame, (shape[1], shape[0], 3))
    monkeypatch.setitem(sys.modules, "pygame", screen)
    monkeypatch.setitem(sys.modules, "cv2", opencv)
    envs = made(render_mode="rgb_array", rounds="single")

    played(envs, wrappers.HumanRendering(envs), steps=3)

    assert screen.display.flip.call_count == 4
    assert screen.surfarray.make_surface.call_args[0][0].std() > 0


@pytest.mark.parametrize("wrapper", sorted(ARRAYS))
def test_wrappers_for_other_arrays(wrapper: str) -> None:
    pytest.importorskip("array_api_compat")
    torch = pytest.importorskip("torch")
    if "Jax" in wrapper:
        pytest.importorskip("jax")
    kind = getattr(wrappers, wrapper)
    envs = made()
    wrapped = kind(envs, np, torch) if wrapper == "ArrayConversion" else kind(envs)

    wrapped.reset(seed=1)
    for _ in range(STEPS):
        seen = wrapped.step(torch.from_numpy(last_legal(envs.action_masks())))[0]

    assert isinstance(seen, np.ndarray if wrapper == "JaxToNumpy" else torch.Tensor)


@pytest.mark.parametrize("name", games())
def test_pictures_are_what_each_learner_sees(name: str) -> None:
    envs = GymVectorEnv(name, num_envs=2, render_mode="rgb_array")
    with pytest.raises(RuntimeError, match="reset"):
        envs.render()
    _, info = envs.reset(seed=1)
    first = envs.render()
    envs.step(last_legal(info["action_mask"]))
    again = envs.render()

    assert first is not None and again is not None and len(first) == len(again) == 2
    assert {frame.dtype for frame in first} == {np.dtype(np.uint8)}
    assert (first[0] != first[1]).any()
    for lane, frame in enumerate(again):
        raw = gymnasium.make(f"cthulhu_envs/{camel(name)}", render_mode="rgb_array").unwrapped
        raw.reset(seed=1)
        raw._raw._lanes.states[0] = envs._lanes.states[lane]
        raw._raw.render_seat = f"player_{envs._seat[lane]}"
        np.testing.assert_array_equal(frame, raw._raw.render())


def test_nothing_is_drawn_without_being_asked_for() -> None:
    envs = made()
    envs.reset(seed=1)

    assert envs.render_mode is None and envs.unwrapped.render() is None
    assert isinstance(envs.single_action_space, spaces.Discrete)
