"""One game and odd arguments: one bounded sentence, and the game goes on unchanged."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import cthulhu_envs
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.authoring.state_checks import check_states
from tests.every_game.play import TABLES, facts, guarded, play, raw
from tests.hostile import LONGEST, REFUSED

GAME = TABLES[0]
NESTED: list[Any] = []
for _ in range(5000):
    NESTED = [NESTED]


def assert_says(act: Callable[[], Any]) -> None:
    """Refused in one sentence."""
    with pytest.raises(REFUSED) as refusal:
        act()
    assert 10 < len(str(refusal.value)) <= LONGEST


CALLS: dict[str, Callable[[RawEnv], Any]] = {
    "observe nobody": lambda env: env.observe("nobody"),
    "observe a long name": lambda env: env.observe("x" * 5000),
    "observe a list": lambda env: env.observe([]),  # type: ignore[arg-type]
    "observe a number": lambda env: env.observe(0),  # type: ignore[arg-type]
    "view of nobody": lambda env: env.view("player_9"),
    "world of nobody": lambda env: env.sample_world("player_9"),
    "world of a bad seed": lambda env: env.sample_world("player_0", seed=-1),
    "world of a seed in words": lambda env: env.sample_world("player_0", "1"),  # type: ignore
    "space of nobody": lambda env: env.observation_space("nobody"),
    "actions of nobody": lambda env: env.action_space([]),  # type: ignore[arg-type]
    "forfeit of nobody": lambda env: env.forfeit("nobody"),
    "True as action": lambda env: env.step(True),
    "the least number as action": lambda env: env.step(-(2**63)),
    "a long word as action": lambda env: env.step("0" * 5000),  # type: ignore[arg-type]
    "digits by the thousand": lambda env: env.step(10**5000),
    "an array as action": lambda env: env.step(np.zeros(5000)),  # type: ignore[arg-type]
    "reset with a negative seed": lambda env: env.reset(seed=-1),
    "reset with half a seed": lambda env: env.reset(seed=0.5),  # type: ignore[arg-type]
    "reset with True": lambda env: env.reset(seed=True),
    "reset with thousands of digits": lambda env: env.reset(seed=10**5000),
    "options in a list": lambda env: env.reset(options=["deck"]),  # type: ignore[arg-type]
    "options in a word": lambda env: env.reset(options="deck"),  # type: ignore[arg-type]
    "a deck in a record": lambda env: env.reset(options={"deck": {"guard": 1}}),
    "a deck of arrays": lambda env: env.reset(options={"deck": [np.zeros(3)]}),
    "a deck of nothing": lambda env: env.reset(options={"deck": [None]}),
    "a deck nested deeply": lambda env: env.reset(options={"deck": NESTED}),
    "a misspelt option": lambda env: env.reset(options={"dekc": []}),
    "a start in words": lambda env: env.reset(options={"start": "x" * 5000}),
    "eyes of nobody": lambda env: setattr(env, "render_seat", "player_9"),
    "eyes in a list": lambda env: setattr(env, "render_seat", []),
    "eyes of a long name": lambda env: setattr(env, "render_seat", "x" * 5000),
    "load nothing": lambda env: env.load(None),  # type: ignore[arg-type]
    "load words": lambda env: env.load("CTHULHU1"),  # type: ignore[arg-type]
    "load a list": lambda env: env.load([1, 2]),  # type: ignore[arg-type]
    "load an array": lambda env: env.load(np.zeros(100)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_odd_arguments_are_refused_and_change_nothing(call: Callable[[RawEnv], Any]) -> None:
    env = play(raw(GAME), 3)
    before = facts(env)

    assert_says(lambda: call(env))

    assert facts(env) == before
    assert facts(play(env)) == facts(play(play(raw(GAME), 3)))


BEFORE_RESET: dict[str, Callable[[RawEnv], Any]] = {
    "step": lambda env: env.step(0),
    "last": lambda env: env.last(),
    "observe": lambda env: env.observe("player_0"),
    "state": lambda env: env.state(),
    "view": lambda env: env.view("player_0"),
    "sample_world": lambda env: env.sample_world("player_0"),
    "forfeit": lambda env: env.forfeit("player_0"),
    "save": lambda env: env.save(),
    "replay": lambda env: env.replay(),
}


@pytest.mark.parametrize("call", BEFORE_RESET.values(), ids=BEFORE_RESET)
def test_before_the_first_reset_every_call_says_what_is_missing(
    call: Callable[[RawEnv], Any],
) -> None:
    with pytest.raises(RuntimeError, match="reset"):
        call(RawEnv(GAME))


def test_after_the_last_farewell_a_step_says_that_the_game_is_over() -> None:
    env = play(raw(GAME))
    while env.agents:
        env.step(None)

    for call in (lambda: env.step(0), lambda: env.step(None), env.last):
        with pytest.raises(RuntimeError, match="reset"):
            call()


def test_a_guarded_environment_goes_on_after_odd_arguments() -> None:
    env = play(guarded(GAME), 3)
    before = facts(env)

    for call in (lambda: env.observe("nobody"), lambda: env.load(b"CTHULHU1" * 9)):
        assert_says(call)

    assert facts(env) == before


def state(game: Game = GAME) -> Any:
    return raw(game)._lanes.states.copy()


def with_field(name: str, value: Any) -> Any:
    states = state()
    states[name] = value
    return states


VIEWS: dict[str, Callable[[], View]] = {
    "seat 100": lambda: View(GAME, state(), 100),
    "seat -1": lambda: View(GAME, state(), -1),
    "seat True": lambda: View(GAME, state(), True),
    "a seat in words": lambda: View(GAME, state(), "player_0"),  # type: ignore[arg-type]
    "half a seat": lambda: View(GAME, state(), 0.0),  # type: ignore[arg-type]
    "no state": lambda: View(GAME, None, 0),  # type: ignore[arg-type]
    "a record": lambda: View(GAME, state()[0], 0),
    "two states": lambda: View(GAME, np.concatenate([state(), state()]), 0),
    "states of none": lambda: View(GAME, state()[:0], 0),
    "bytes": lambda: View(GAME, state().view("u1"), 0),
    "another game's state": lambda: View(GAME, state(TABLES[-1]), 0),
    "a name for the game": lambda: View("love_letter", state(), 0),  # type: ignore[arg-type]
    "a seat to move that there is not": lambda: View(GAME, with_field("seat", 100), 0),
    "an ending that there is not": lambda: View(GAME, with_field("ending", 99), 0),
}


@pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
def test_a_view_of_what_cannot_be_is_refused(make: Callable[[], View]) -> None:
    assert_says(make)


ASKED: dict[str, Callable[[View], Any]] = {
    "fewer worlds than none": lambda view: view.sample_worlds(-1, 0),
    "worlds of truth": lambda view: view.sample_worlds(True, 0),
    "half a world": lambda view: view.sample_worlds(0.5, 0),  # type: ignore[arg-type]
    "more worlds than memory": lambda view: view.sample_worlds(10**11, 0),
    "worlds beyond all numbers": lambda view: view.sample_worlds(10**5000, 0),
    "a negative seed": lambda view: view.sample_world(-1),
    "a seed in words": lambda view: view.sample_world("1"),  # type: ignore[arg-type]
    "a seed of truth": lambda view: view.sample_world(True),
    "a seed too high": lambda view: view.sample_world(2**64),
    "fewer histories than none": lambda view: view.sample_histories(-1, 0),
    "more histories than memory": lambda view: view.sample_histories(10**11, 0),
    "words of no action": lambda view: view.text(10**6),
    "words of a negative action": lambda view: view.text(-1),
    "words of a word": lambda view: view.text("guess" * 1000),  # type: ignore[arg-type]
    "words of half an action": lambda view: view.text(0.5),  # type: ignore[arg-type]
    "words of thousands of digits": lambda view: view.text(10**5000),
    "meaning of no action": lambda view: view.game.actions.decode(-1),
    "an unknown name": lambda view: view.game.actions.encode("x" * 5000),
    "a name in a list": lambda view: view.game.actions.encode([]),  # type: ignore[arg-type]
    "parts of a short vector": lambda view: view.game.observations.view(np.zeros(3)),
}


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED)
def test_odd_questions_to_a_view_are_refused(ask: Callable[[View], Any]) -> None:
    view = raw(GAME).view("player_0")

    assert_says(lambda: ask(view))

    assert view.sample_world(1).tobytes() == raw(GAME).view("player_0").sample_world(1).tobytes()


@pytest.mark.parametrize("name", ["seat", "game"])
def test_whose_view_it_is_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(raw(GAME).view("player_0"), name, 100)


PUBLIC: dict[str, Callable[[], Any]] = {
    "make a number": lambda: cthulhu_envs.make(5),  # type: ignore[arg-type]
    "make nothing": lambda: cthulhu_envs.make(None),  # type: ignore[arg-type]
    "make an unknown game": lambda: cthulhu_envs.make("x" * 5000),
    "make with odd guards": lambda: cthulhu_envs.make("love_letter", guards=[]),  # type: ignore
    "make for many": lambda: cthulhu_envs.make("love_letter", num_players=10**5000),
    "make with an odd mode": lambda: cthulhu_envs.make("love_letter", render_mode=5),  # type: ignore
    "make with odd eyes": lambda: cthulhu_envs.make("love_letter", render_seat=5),  # type: ignore
    "game of a list": lambda: cthulhu_envs.game([]),  # type: ignore[arg-type]
    "game of an odd setting": lambda: cthulhu_envs.game("love_letter", edition={}),
    "play with nobody": lambda: cthulhu_envs.play("love_letter", []),
    "play with numbers": lambda: cthulhu_envs.play("love_letter", 5),
    "play with an unknown bot": lambda: cthulhu_envs.play("love_letter", "x" * 5000),
    "play with a bad seed": lambda: cthulhu_envs.play("love_letter", "random", seed=-1),
    "play nothing": lambda: cthulhu_envs.play(None, "random"),  # type: ignore[arg-type]
    "a bot of no game": lambda: cthulhu_envs.make_agent("random", 5),  # type: ignore
    "a bot with an odd option": lambda: cthulhu_envs.make_agent("random:" + "x" * 5000, GAME),
    "a bot from nowhere": lambda: cthulhu_envs.make_agent("no.such." + "x" * 5000, GAME),
    "a bot that a module has not": lambda: cthulhu_envs.make_agent("os." + "x" * 5000, GAME),
    "a bot without a name": lambda: cthulhu_envs.make_agent("os..", GAME),
    "a bot of nothing": lambda: cthulhu_envs.make_agent(None, GAME),
    "evaluate nobody": lambda: cthulhu_envs.evaluate("love_letter", []),
    "evaluate one number": lambda: cthulhu_envs.evaluate("love_letter", 5),  # type: ignore
    "evaluate no deals": lambda: cthulhu_envs.evaluate("love_letter", ["random"] * 2, deals=0),
    "evaluate half a deal": lambda: cthulhu_envs.evaluate(
        "love_letter",
        ["random"] * 2,
        deals=0.5,  # type: ignore[arg-type]
    ),
    "evaluate a bad seed": lambda: cthulhu_envs.evaluate("love_letter", ["random"] * 2, seed=-1),
    "evaluate on no cores": lambda: cthulhu_envs.evaluate("love_letter", ["random"] * 2, cores=0),
    "compare numbers": lambda: cthulhu_envs.compare("love_letter", 1, 2),
    "compare no deals": lambda: cthulhu_envs.compare("love_letter", "random", "heuristic", deals=0),
}


@pytest.mark.parametrize("call", PUBLIC.values(), ids=PUBLIC)
def test_odd_arguments_of_public_functions_are_refused(call: Callable[[], Any]) -> None:
    assert_says(call)


def replay(**parts: Any) -> Replay:
    given: dict[str, Any] = {"game": GAME, "seed": 1} | parts
    return Replay(**given)


REPLAYS: dict[str, dict[str, Any]] = {
    "a name for the game": {"game": "love_letter"},
    "no seed": {"seed": None},
    "a negative seed": {"seed": -1},
    "half a seed": {"seed": 0.5},
    "a seed of truth": {"seed": True},
    "a seed of thousands of digits": {"seed": 10**5000},
    "options in a list": {"options": ["deck"]},
    "a start in words": {"start": "x" * GAME.state.itemsize},
    "a start too short": {"start": b"x"},
    "a start of rubbish": {"start": b"\x7f" * GAME.state.itemsize},
    "no actions": {"actions": None},
    "actions in a word": {"actions": "000"},
    "half an action": {"actions": [0.5]},
    "an action of truth": {"actions": [True]},
    "a negative action": {"actions": [-1]},
    "the least number": {"actions": [-(2**63)]},
    "an action of thousands of digits": {"actions": [10**5000]},
    "an action in a list": {"actions": [[0]]},
    "many actions": {"actions": [0] * 10**6},
}


@pytest.mark.parametrize("parts", REPLAYS.values(), ids=REPLAYS)
def test_a_replay_made_of_odd_parts_is_refused_before_it_is_played(parts: dict[str, Any]) -> None:
    odd = replay(**parts)

    for use in (lambda: list(odd.states()), odd.rewards, lambda: list(odd.lines())):
        assert_says(use)


@pytest.mark.parametrize("path", [5, None, [], "x" * 5000, "\0"], ids=repr)
def test_a_replay_cannot_be_read_from_what_is_no_file(path: Any) -> None:
    for read in (cthulhu_envs.load_replay, lambda where: Replay.read(GAME, where)):
        with pytest.raises((*REFUSED, OSError)):
            read(path)


@pytest.mark.parametrize("number", [10**30, -(10**30), 2**64])
def test_a_number_beyond_all_bounds_is_no_action(number: int) -> None:
    env = guarded(GAME)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(number)

    gym = gymnasium.make("cthulhu_envs/LoveLetter-v1", opponents="random").unwrapped
    gym.reset(seed=1)
    with pytest.raises(ValueError, match="tried"):
        gym.step(number)


ENTERED: dict[str, Callable[[RawEnv], Any]] = {
    "reset": lambda env: env.reset(seed=1),
    "step": lambda env: env.step(int(env.infos[env.agent_selection]["action_mask"].argmax())),
    "observe another": lambda env: [env.observe(agent) for agent in env.possible_agents],
    "state": lambda env: env.state(),
    "view": lambda env: env.view(env.agent_selection),
    "sample_world": lambda env: env.sample_world(env.agent_selection, 1),
    "forfeit": lambda env: env.forfeit(env.agent_selection),
    "save": lambda env: env.save(),
    "clone": lambda env: env.clone(),
    "render": lambda env: env.render(),
}


@pytest.mark.parametrize("call", ENTERED.values(), ids=ENTERED)
def test_while_one_thread_is_inside_others_are_refused(call: Callable[[RawEnv], Any]) -> None:
    """Compiled rules run without the interpreter's lock: two at once would tear a state apart."""
    env = RawEnv(GAME, render_mode="ansi")
    env.reset(seed=1)
    before = facts(env)

    with env._turn, pytest.raises(RuntimeError, match="another thread"):
        call(env)

    assert facts(env) == before
    call(env)


def test_a_refused_step_leaves_the_turn_to_the_next() -> None:
    env = raw(GAME)
    for action in (10**9, "x", None, True):
        with pytest.raises(ValueError):
            env.step(action)  # type: ignore[arg-type]
    play(env)


@pytest.mark.skipif(not is_compiled(), reason="uncompiled, steps do not overlap")
@pytest.mark.parametrize("made", [raw, guarded])
def test_threads_that_step_one_game_are_refused_or_served(made: Callable[..., Any]) -> None:
    env = made(find("call_of_cthulhu"))
    odd: list[BaseException] = []

    def step(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(300):
            try:
                mask = env.observe(env.agent_selection)["action_mask"]
                env.step(int(rng.choice(np.flatnonzero(mask))))
            except (RuntimeError, ValueError, AttributeError, KeyError, IndexError):
                with contextlib.suppress(RuntimeError):
                    env.reset(seed=seed)
            except BaseException as fault:
                odd.append(fault)

    threads = [threading.Thread(target=step, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not odd
    env.reset(seed=1)
    check_states(env.unwrapped.game, env.unwrapped._lanes.states)


def test_what_kernels_look_things_up_in_cannot_be_made_writable() -> None:
    with pytest.raises(ValueError, match="WRITEABLE"):
        GAME.kit.setflags(write=True)
