"""The vector environment and odd arguments: one bounded sentence, and the games go on unchanged."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cthulhu_envs import make_vec
from cthulhu_envs._runtime.threads import Turn
from cthulhu_envs.api.vector import VectorEnv
from tests.every_game.play import TABLES
from tests.hostile import REFUSED, NoArray, odd_actions

GAME = TABLES[0]
N = 4


def begun(threads: int = 1, **options: Any) -> VectorEnv:
    vec = VectorEnv(GAME, N, threads, **options)
    vec.reset(seed=3)
    return vec


def assert_refused(vec: VectorEnv, act: Callable[[], Any]) -> None:
    """Refused in one sentence; the next step is as if nothing had been tried."""
    twin = begun()
    before = vec.states.tobytes()
    with pytest.raises(REFUSED) as refusal:
        act()
    assert 10 < len(str(refusal.value)) <= 300
    assert vec.states.tobytes() == before
    actions = twin.mask.argmax(axis=1)
    assert all(map(np.array_equal, vec.step(actions), twin.step(actions)))


ACTIONS = odd_actions(N, GAME.actions.size)


@pytest.mark.parametrize("actions", ACTIONS.values(), ids=ACTIONS)
@pytest.mark.parametrize("threads", [1, 2])
def test_odd_actions_are_refused(actions: Any, threads: int) -> None:
    vec = begun(threads)

    assert_refused(vec, lambda: vec.step(actions))

    vec.close()


WAITS = {
    "numbers of lanes": np.array([0, 1]),
    "zeros and ones": np.zeros(N, int),
    "floats": np.zeros(N),
    "too few": np.zeros(N - 1, bool),
    "two dimensions": np.zeros((N, 1), bool),
    "one for all": True,
    "words": ["yes"] * N,
    "what cannot be an array": NoArray(),
}


@pytest.mark.parametrize("waits", WAITS.values(), ids=WAITS)
def test_odd_waits_are_refused(waits: Any) -> None:
    vec = begun()

    assert_refused(vec, lambda: vec.step(np.zeros(N, int), waits))


@pytest.mark.parametrize("lane", [-1, N, 0.0, "0", None, True, [0], slice(2), 10**30], ids=repr)
def test_a_lane_that_there_is_not_has_no_seed(lane: Any) -> None:
    vec = begun()

    assert_refused(vec, lambda: vec.lane_seed(lane))


def changed(**arrays: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda saved: {**saved, **arrays}


def with_state(field: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    def change(saved: dict[str, Any]) -> dict[str, Any]:
        saved["states"][field][2] = value
        return saved

    return change


SAVES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nothing": lambda saved: None,
    "a list": lambda saved: list(saved.values()),
    "a number": lambda saved: 7,
    "no entries": lambda saved: {},
    "no states": lambda saved: {**saved, "states": None},
    "states as a list": lambda saved: {**saved, "states": saved["states"].tolist()},
    "states as bytes": lambda saved: {**saved, "states": saved["states"].tobytes()},
    "states too few": lambda saved: {**saved, "states": saved["states"][:-1]},
    "states of bytes": lambda saved: {**saved, "states": saved["states"].view("u1")},
    "states of objects": lambda saved: {**saved, "states": saved["states"].astype(object)},
    "states the other way round": lambda saved: {
        **saved,
        "states": saved["states"].astype(saved["states"].dtype.newbyteorder()),
    },
    "seeds of floats": changed(seeds=np.full(N, np.nan)),
    "seeds of signed numbers": changed(seeds=np.zeros(N, np.int64)),
    "seeds that no stream gives": changed(seeds=np.full(N, 2**63, np.uint64)),
    "streams of truth values": changed(streams=np.zeros(N, bool)),
    "an entry of another kind": changed(masks=np.ones((N, GAME.actions.size))),
    "a seat that there is not": with_state("seat", 100),
    "a negative seat": with_state("seat", -3),
    "an ending that there is not": with_state("ending", 120),
    "a game that is over": with_state("ending", 1),
}


@pytest.mark.parametrize("change", SAVES.values(), ids=SAVES)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_save_that_was_changed_is_refused(
    change: Callable[[dict[str, Any]], Any], threads: int
) -> None:
    vec = begun(threads)
    saved = change(vec.save())

    assert_refused(vec, lambda: vec.load(saved))

    vec.close()


LONG_NAME: dict[str, Any] = {"x" * 5000: 1}
MADE: dict[str, Callable[[], Any]] = {
    "no game": lambda: make_vec("hanabi", 4),
    "a number as game": lambda: make_vec(5, 4),  # type: ignore[arg-type]
    "nothing as game": lambda: make_vec(None, 4),  # type: ignore[arg-type]
    "a list as game": lambda: make_vec([], 4),  # type: ignore[arg-type]
    "a long name": lambda: make_vec("love_letter" * 1000, 4),
    "no games": lambda: make_vec("love_letter", 0),
    "more games than memory": lambda: make_vec("love_letter", 10**9),
    "beyond all numbers": lambda: make_vec("love_letter", 10**4400),
    "games of truth": lambda: make_vec("love_letter", True),
    "too many threads": lambda: make_vec("love_letter", 4, threads=10**6),
    "half a thread": lambda: make_vec("love_letter", 4, threads=0.5),  # type: ignore[arg-type]
    "observations of another form": lambda: make_vec("love_letter", 4, obs="x" * 5000),
    "observations in a list": lambda: make_vec("love_letter", 4, obs=[]),  # type: ignore[arg-type]
    "players in a list": lambda: make_vec("love_letter", 4, num_players=[2]),
    "another setting": lambda: make_vec("love_letter", 4, **LONG_NAME),
    "an edition in an array": lambda: make_vec("love_letter", 4, edition=np.zeros(3)),
    "an edition in a list": lambda: make_vec("love_letter", 4, edition=["classic"]),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_what_cannot_be_made_is_refused_in_one_sentence(make: Callable[[], Any]) -> None:
    with pytest.raises(REFUSED) as refusal:
        make()

    assert 10 < len(str(refusal.value)) <= 300


def test_the_states_handed_out_are_a_copy() -> None:
    vec = begun()

    vec.states["seat"][:] = 100

    assert_refused(vec, lambda: vec.step([-1] * N))


@pytest.mark.parametrize("threads", [1, 2])
def test_after_close_every_call_says_so(threads: int) -> None:
    vec = begun(threads)
    saved = vec.save()
    vec.close()
    vec.close()  # a second time does nothing

    for call in (vec.reset, lambda: vec.step([0] * N), lambda: vec.load(saved), vec.save):
        with pytest.raises(RuntimeError, match="closed"):
            call()


def test_while_one_thread_is_inside_others_are_refused() -> None:
    vec = begun()
    with vec._turn, pytest.raises(RuntimeError, match="another thread"):
        vec.step([0] * N)
    with pytest.raises(ValueError), vec._turn:
        raise ValueError("a fault leaves the turn to others")

    vec.step(vec.mask.argmax(axis=1))


@pytest.mark.parametrize("threads", [1, 2])
def test_two_threads_at_once_play_or_are_refused_in_words(threads: int) -> None:
    vec = VectorEnv(GAME, 256, threads)
    vec.reset(seed=1)
    faults: list[BaseException] = []

    def stir() -> None:
        for _ in range(200):
            try:
                vec.step(vec.mask.argmax(axis=1))
            except (RuntimeError, ValueError) as fault:  # another's step, or its new position
                faults.append(fault)

    workers = [threading.Thread(target=stir) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert not worker.is_alive()

    assert all("another thread" in str(fault) or "tried" in str(fault) for fault in faults)
    twin = VectorEnv(GAME, 256)
    twin.load(vec.save())
    actions = twin.mask.argmax(axis=1)
    assert all(map(np.array_equal, vec.step(actions), twin.step(actions)))
    vec.close()


def test_a_turn_is_given_back() -> None:
    turn = Turn()
    for _ in range(2):
        with turn:
            pass
    turn.close()
    with pytest.raises(RuntimeError, match="closed"), turn:
        pass


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda vec: pickle.loads(pickle.dumps(vec))])
@pytest.mark.parametrize("options", [{}, {"reuse": True}, {"obs": "sparse"}, {"threads": 2}])
def test_a_copy_plays_on_like_the_original(
    copied: Callable[[Any], Any], options: dict[str, Any]
) -> None:
    vec = begun(**options)
    twin = copied(vec)

    actions = begun().mask.argmax(axis=1)
    vec.step(actions)
    twin.step(actions)

    assert twin.states.tobytes() == vec.states.tobytes()
    assert (twin.threads, twin.reuse) == (vec.threads, vec.reuse)
    vec.close()
    twin.close()


def play_in(vec: VectorEnv, answers: Any) -> None:
    """What a child process does with an environment it was given."""
    for _ in range(5):
        vec.step(vec.mask.argmax(axis=1))
    answers.put(vec.states.tobytes())
    vec.close()


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_an_environment_with_threads_plays_on_in_a_process_of_its_own(method: str) -> None:
    vec = begun(2)
    context: Any = multiprocessing.get_context(method)
    answers = context.Queue()
    child = context.Process(target=play_in, args=(vec, answers), daemon=True)
    child.start()
    there = answers.get(timeout=120)
    child.join(60)
    for _ in range(5):
        vec.step(vec.mask.argmax(axis=1))

    assert child.exitcode == 0
    assert there == vec.states.tobytes()
    vec.close()


def test_the_number_of_games_is_fixed() -> None:
    vec = make_vec("love_letter", N, num_players=2)
    with pytest.raises(AttributeError):
        vec.num_envs = 10**6  # type: ignore[misc]
    assert vec.num_envs == N
