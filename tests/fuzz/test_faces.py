"""Odd arguments for the public API: what can be played is played on, everything else is refused in
one bounded sentence. Where something was refused, the game is as it was.
"""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cthulhu_envs
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import View
from cthulhu_envs.tools import hostile
from tests.every_game.play import TABLES, choose, facts, is_over, play, raw
from tests.every_game.test_crafted_saves import closed, opened
from tests.fuzz.mutations import ODD, Sound, changed, changed_array, changed_json, damaged
from tests.fuzz.trial import attempt, few

GAMES = cthulhu_envs.games()
GAME = TABLES[0]
LANES = 4
every_game = pytest.mark.parametrize("name", GAMES)

plain = st.one_of(
    st.sampled_from(ODD),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=20),
)
odd = st.one_of(
    plain,
    st.lists(plain, max_size=6),
    st.dictionaries(st.text(max_size=8), plain, max_size=4),
    st.tuples(plain, plain),
    st.sampled_from((np.zeros(3), np.array(None, object), np.array(2), np.float32("nan"), len)),
    st.sampled_from((np.int8(-1), np.uint64(2**63), np.zeros((2, 0)), range(3), 3j, object())),
)


WORDS = {  # that a game knows, so that options are nearly right
    "love_letter-v1": ["guard", "Priest", "king", "princess", "chancellor", "ll-8"],
    "lovecraft_letter-v1": ["cats", "mi_go", "carter", "Liber Ivonis", "investigators"],
    "unspeakable_words-v1": ["A", "E", "q", "T", "common", "enable", "standard"],
    "death_may_die-v1": ["Blasphemous Alchemy", "cthulhu", "hastur", "random", "Lab", "sign"],
    "call_of_cthulhu-v1": ["Cthulhu, Hastur, 2", "3 Peeler", "Peeler", "constructed"],
}


def either(one: st.SearchStrategy[Any], other: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """As often the one as the other, however many there are of each."""
    return st.booleans().flatmap(lambda is_one: one if is_one else other)


@st.composite
def option(draw: st.DrawFn, words: list[str]) -> Any:
    """A value of a setting or a reset option: lists and numbers of copies of the game's names."""
    word = st.one_of(st.sampled_from(words), st.integers(-1, 30), plain)
    return draw(
        either(
            odd,
            st.one_of(
                st.integers(-2, 40),
                st.sampled_from(words),
                st.lists(word, max_size=20),
                st.dictionaries(st.sampled_from(words), st.integers(-1, 30), max_size=6),
                st.lists(st.sampled_from(words), max_size=4).map(", ".join),
            ),
        )
    )


def is_played_on(env: RawEnv, seed: int = 0) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(20):
        if is_over(env):
            return
        env.step(choose(env, rng))


@every_game
def test_settings(name: str) -> None:
    game = cthulhu_envs.game(name)
    names = [one.name for one in game.settings]

    @few(40)
    @given(st.data())
    def try_one(data: st.DataObject) -> None:
        chosen = data.draw(
            st.dictionaries(
                st.sampled_from(["num_players", *names]), option(WORDS[name]), max_size=3
            )
        )
        taken, table = attempt("settings", lambda: cthulhu_envs.game(name, **chosen))
        if taken:
            is_played_on(raw(table))

    try_one()


@every_game
def test_reset_options(name: str) -> None:
    env = raw(cthulhu_envs.game(name))
    listed = list(env.game.reset_options)

    @few(60)
    @given(st.data())
    def try_one(data: st.DataObject) -> None:
        options = data.draw(
            st.dictionaries(st.sampled_from(listed), option(WORDS[name]), max_size=3)
        )
        seed = data.draw(either(st.integers(0, 2**64 - 1), odd))
        before = env.save()
        if attempt("reset options", lambda: env.reset(seed=seed, options=options))[0]:
            is_played_on(env)
        else:
            assert env.save() == before

    try_one()


@few(300)
@given(either(odd, st.integers(-5, 50)))
def test_actions(action: Any) -> None:
    env = play(raw(GAME), 2)
    before = facts(env)
    if not attempt("actions, one game", lambda: env.step(action))[0]:
        assert facts(env) == before


@few(200)
@given(st.data())
def test_actions_of_a_batch(data: st.DataObject) -> None:
    vec = VectorEnv(GAME, LANES)
    _, mask, _ = vec.reset(1)
    legal = mask.argmax(axis=1)
    actions = data.draw(st.one_of(odd, changed_array(legal), changed(legal.tolist())))
    waits = data.draw(st.one_of(st.none(), odd, changed_array(np.zeros(LANES, bool))))
    before = vec.states.tobytes()
    if not attempt("actions, a batch", lambda: vec.step(actions, waits))[0]:
        assert vec.states.tobytes() == before
    vec.step(vec.mask.argmax(axis=1))


QUESTIONS = (
    *("text", "sample_world", "sample_worlds", "sample_histories"),
    *("observe", "view", "last", "seat", "forfeit", "load", "action_space", "observation_space"),
    *("lane_seed", "decode", "encode", "threads", "num_envs", "obs", "rows", "bot", "replay"),
)


def ask(question: str, one: Any, two: Any) -> Any:
    """A question to an object of the public API, with one or two odd arguments."""
    env = raw(GAME)
    view = env.view("player_0")
    asked: dict[str, Any] = {
        "text": lambda: view.text(one),
        "sample_world": lambda: view.sample_world(one),
        "sample_worlds": lambda: view.sample_worlds(one, two),
        "sample_histories": lambda: view.sample_histories(one, two),
        "observe": lambda: env.observe(one),
        "view": lambda: env.view(one),
        "last": lambda: env.sample_world(one, two),
        "seat": lambda: View(GAME, env._lanes.states, one),
        "forfeit": lambda: env.forfeit(one),
        "load": lambda: env.load(one),
        "action_space": lambda: env.action_space(one),
        "observation_space": lambda: env.observation_space(one),
        "lane_seed": lambda: VectorEnv(GAME, LANES).reset(1) and VectorEnv(GAME, 1).lane_seed(one),
        "decode": lambda: GAME.actions.decode(one),
        "encode": lambda: GAME.actions.encode(one, seat=two),
        "threads": lambda: VectorEnv(GAME, LANES, one).close(),
        "num_envs": lambda: VectorEnv(GAME, one, two),
        "obs": lambda: VectorEnv(GAME, LANES, obs=one),
        "rows": lambda: SparseObs.from_dense(np.eye(4, dtype=np.float32))[one],
        "bot": lambda: cthulhu_envs.make_agent(one, GAME),
        "replay": lambda: list(cthulhu_envs.Replay(GAME, one, actions=two).states()),
    }
    return asked[question]()


@few(900)
@given(st.sampled_from(QUESTIONS), either(odd, st.integers(-3, 12)), odd)
def test_questions(question: str, one: Any, two: Any) -> None:
    attempt("questions to objects", lambda: ask(question, one, two), (IndexError, AttributeError))


MODULE = "no_such_module.Bot:x=1"
SPECS = (
    *("random", "heuristic", "ismcts:iters=3", "flat:iters=3", "ppo", "solved", "human", MODULE),
    "ismcts:iters=3,rollouts=random,opponents=search,belief=none,seconds=0.1,explore=1",
    *("ppo:x,temperature=2", "solved:x"),
)


@few(150)
@given(st.sampled_from(SPECS).flatmap(lambda spec: damaged(Sound(spec.encode()))))
def test_names_of_bots(spec: bytes) -> None:
    words = spec.decode("utf-8", "replace")
    attempt("names of bots", lambda: cthulhu_envs.make_agent(words, GAME))


@few(120)
@given(st.data())
def test_evaluate(data: st.DataObject) -> None:
    bots = st.sampled_from((["random", "random:"], ("random", "random:"), ["random", 5], ["x"]))
    agents = data.draw(either(odd, bots))
    options = data.draw(
        st.dictionaries(st.sampled_from(("seed", "faults", "move_seconds", "out")), odd, max_size=1)
    )
    deals = data.draw(either(st.just(2), odd.filter(lambda one: not isinstance(one, int))))
    out = options.get("out")
    if isinstance(out, (str, bytes)) or hasattr(out, "__fspath__"):
        del options["out"]  # it would be a folder
    attempt(
        "evaluate",
        lambda: cthulhu_envs.evaluate("love_letter", agents, deals=deals, cores=1, **options),
    )


@every_game
def test_states_of_a_batch(name: str) -> None:
    """Also with other arrays, seeds that no stream gives, and a pickle of it."""
    game = cthulhu_envs.game(name)
    known = hostile.positions(game, np.random.default_rng(1), 12)
    vec = VectorEnv(game, LANES)
    vec.reset(1)
    sound = pickle.loads(pickle.dumps(vec)).save()

    @few(80)
    @given(st.integers(0, 2**32), st.data())
    def try_one(seed: int, data: st.DataObject) -> None:
        saved: dict[str, Any] = {key: array.copy() for key, array in sound.items()}
        if data.draw(st.integers(0, 3)):
            lane = saved["states"][seed % LANES :][:1]
            hostile.damage(game, lane, known, np.random.default_rng(seed))
        else:
            key = data.draw(st.sampled_from([*saved, "more"]))
            saved[key] = data.draw(st.one_of(odd, changed_array(saved.get(key, np.zeros(2)))))
        before = vec.save()
        if attempt("load of a batch", lambda: vec.load(saved))[0]:
            for _ in range(10):
                vec.step(vec.mask.argmax(axis=1))
            vec.load(sound)
        else:
            assert all(np.array_equal(vec.save()[key], array) for key, array in before.items())

    try_one()


@every_game
def test_saved_games(name: str) -> None:
    game = cthulhu_envs.game(name)
    env = play(raw(game, 4), 7)
    whole = env.save()
    head, state = opened(whole)
    known = hostile.positions(game, np.random.default_rng(1), 12)
    twin = raw(game)

    @few(80)
    @given(st.integers(0, 2**32), st.data())
    def try_one(seed: int, data: st.DataObject) -> None:
        how = data.draw(st.integers(0, 2))
        if how == 0:
            crafted = data.draw(damaged(Sound(whole)))
        elif how == 1:
            crafted = closed(data.draw(changed_json(head)), state)
        else:
            other = np.frombuffer(state, game.state).copy()
            hostile.damage(game, other, known, np.random.default_rng(seed))
            crafted = closed(head, other.tobytes())
        if attempt("saved games", lambda: twin.load(crafted))[0]:
            is_played_on(twin)

    try_one()


@few(150)
@given(st.data())
def test_sparse_observations(data: st.DataObject) -> None:
    sound = SparseObs.from_dense(np.eye(4, 9, dtype=np.float32))
    parts = {name: getattr(sound, name) for name in ("indices", "values", "offsets")}
    name = data.draw(st.sampled_from(sorted(parts)))
    parts[name] = data.draw(changed_array(parts[name]))
    rows = data.draw(st.one_of(odd, st.lists(st.integers(-5, 5), max_size=4)))
    obs = SparseObs(**parts, size=data.draw(st.sampled_from((9, 3, 0))))
    attempt("sparse observations", obs.to_dense)
    attempt("sparse observations", lambda: obs[rows].to_dense(), (IndexError,))
