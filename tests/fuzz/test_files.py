"""Files that were changed: each reader reads them, or refuses them in one bounded sentence. What is
read is used, as its user would.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from cthulhu_agents.archive import HEAD
from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_training.arena import Tournament, play_missing
from cthulhu_training.arena.results import NAME, read_results
from cthulhu_training.behaviour.sources import of_folder
from cthulhu_training.benchmark.run import read_run
from cthulhu_training.benchmark.run import write as write_points
from cthulhu_training.ppo.checkpoint import load
from cthulhu_training.ppo.lean import LeanPPO
from cthulhu_training.ppo.run import CHECKPOINT, read_checkpoint, train
from cthulhu_training.ppo.run_folder import LOG, RunLog
from cthulhu_training.ppo.settings import Settings
from cthulhu_training.run_settings import RUN, checked, read_toml
from cthulhu_training.solve.cfr import Solver
from cthulhu_training.solve.checkpoint import load_checkpoint, save_checkpoint, table_of
from cthulhu_training.solve.tree import grow_tree
from hypothesis import given
from hypothesis import strategies as st

import cthulhu_envs
from cthulhu_envs.games.call_of_cthulhu.cards.decks import FOLDER as LISTS
from cthulhu_envs.games.death_may_die.content.library import DATA
from tests.every_game.play import play, raw
from tests.fuzz.mutations import (
    Sound,
    changed_archive,
    changed_lines,
    changed_toml,
    changed_words,
)
from tests.fuzz.trial import attempt, few
from tests.training.learn.runs import LL6, small

SETTINGS = {**LL6, "deck": "guard=2, priest, baron, princess"}
GAME = cthulhu_envs.game("love_letter", **SETTINGS)
TINY = small(
    table=SETTINGS, steps=512, num_envs=16, num_steps=8, evaluate_games=0, evaluate_every=1.0
)
AGENTS = ("random", "random:")


class Case(NamedTuple):
    """A sound file, how it is changed, and what reads it."""

    whole: bytes
    change: Callable[[bytes], st.SearchStrategy[bytes]]
    name: str  # of the file that is read
    read: Callable[[Path], Any]


def archives(whole: bytes) -> st.SearchStrategy[bytes]:
    return changed_archive(whole, HEAD)


def playing(kind: str) -> Callable[[Path], Any]:
    """A bot made of a file, as it chooses."""

    def choose(path: Path) -> None:
        env = raw(GAME)
        view = env.view(env.agent_selection)
        assert cthulhu_envs.make_agent(f"{kind}:{path}", GAME).act(view) in view.legal

    return choose


def go_on(path: Path) -> None:
    """Read a checkpoint as a run that goes on does."""
    learner = LeanPPO(TINY)
    head, arrays = read_checkpoint(path, learner)
    load(learner, head["learner"], arrays)
    with open(path.parent / "log", "w", encoding="utf-8"):
        run_log = RunLog(TINY, path.parent / "new")
    run_log.load(head["run_log"], learner.steps)
    run_log.close()


def run_settings(path: Path) -> Settings:
    told = read_toml(path)
    own = {key: value for key, value in told.items() if key not in ("game", "trainer", "table")}
    checked(own, Settings, path)
    return Settings.from_values(told)


def setting(game: str, name: str) -> Callable[[Path], Any]:
    """A table whose setting names a file, as it is played."""
    more = {"format": "constructed"} if name.startswith("deck_") else {}
    if game == "unspeakable_words":
        more = {"deck": "A=20, E=20, T=20, S=20"}
    return lambda path: play(raw(cthulhu_envs.game(game, **{name: str(path)}, **more)), 3)


def policies(folder: Path) -> Iterator[tuple[str, Case]]:
    rng = np.random.default_rng(1)
    size = GAME.observations.size
    layers = [
        tuple(
            (rng.normal(size=pair).astype(np.float32), np.zeros(pair[1], np.float32))
            for pair in ((size, 3), (3, last))
        )
        for last in (GAME.actions.size, 1)
    ]
    LearnedPolicy(GAME, layers[0], layers[1], {"steps": 3}).write(folder / "learned.npz")
    tree = grow_tree(GAME)
    solver = Solver(tree)
    solver.run(2)
    save_checkpoint(solver, folder / "solver.npz")
    table_of(tree, solver.average(), {"value": 0.5}).write(folder / "solved.npz")
    train(TINY, folder / "run")
    for name, path, read in (
        ("learned policy", "learned.npz", playing("ppo")),
        ("solved policy", "solved.npz", playing("solved")),
        ("solver checkpoint", "solver.npz", lambda one: load_checkpoint(tree, one).run(1)),
        ("training checkpoint", f"run/{CHECKPOINT}", go_on),
    ):
        yield name, Case((folder / path).read_bytes(), archives, "f.npz", read)
    run = folder / "run"
    yield "run.toml", Case((run / RUN).read_bytes(), changed_toml, RUN, run_settings)


def tournaments(folder: Path) -> Iterator[tuple[str, Case]]:
    played = Tournament("love_letter", AGENTS, 3, settings=LL6)
    play_missing(played, folder, progress=False)
    whole = (folder / NAME).read_bytes()

    def resume(path: Path) -> None:
        play_missing(played, path.parent, progress=False)

    for name, read in (
        ("results.jsonl, resumed", resume),
        ("results.jsonl, read", lambda path: read_results(path.parent)),
        ("results.jsonl, measured", lambda path: of_folder(path.parent)),
    ):
        yield name, Case(whole, changed_lines, NAME, read)


def logs(folder: Path) -> Iterator[tuple[str, Case]]:
    rows = [{"steps": n, "exploitability": 0.5 / n, "what": "evaluation"} for n in (1, 2, 3)]
    log = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    (folder / "ppo-1").mkdir(parents=True)
    (folder / "ppo-1" / LOG).write_bytes(log)
    write_points(folder / "points.csv", read_run(folder / "ppo-1"))
    points = (folder / "points.csv").read_bytes()
    yield (
        "log of a run",
        Case(log, changed_lines, f"ppo-1/{LOG}", lambda path: read_run(path.parent)),
    )
    yield (
        "benchmark",
        Case(
            points,
            changed_words,
            "points.csv",
            lambda path: cthulhu_envs.read_benchmark(path).markdown(),
        ),
    )


def replays(folder: Path) -> Iterator[tuple[str, Case]]:
    def read(path: Path) -> None:
        cthulhu_envs.load_replay(path).rewards()

    env = play(raw(GAME), 3)
    world = play(env.unwrapped.sample_world(env.agent_selection, 1), 2)
    for name, one in (("replay", env), ("replay with a start", world)):
        one.replay().write(folder / "replay.jsonl")
        yield name, Case((folder / "replay.jsonl").read_bytes(), changed_lines, "r.jsonl", read)


def contents() -> Iterator[tuple[str, Case]]:
    words = " ".join(("cat", "eats", "seat", "teas", "asset", "state"))
    for name, whole, change, game, option in (
        ("deck list", LISTS / "deep_ones.txt", changed_words, "call_of_cthulhu", "deck_0"),
        ("Episode", DATA / "episodes" / "blasphemous_alchemy.toml", changed_toml, "", "episode"),
        ("Elder One", DATA / "elder_ones" / "hastur.toml", changed_toml, "", "elder_one"),
    ):
        read = setting(game or "death_may_die", option)
        suffix = ".toml" if change is changed_toml else ".txt"
        yield name, Case(whole.read_bytes(), change, f"mine{suffix}", read)
    listed = words.replace(" ", "\n").encode() + b"\n"
    read = setting("unspeakable_words", "dictionary")
    yield "dictionary", Case(listed, changed_words, "mine.txt", read)


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    folder = tmp_path_factory.mktemp("sound")
    return dict(
        [
            *policies(folder),
            *tournaments(folder / "tournament"),
            *logs(folder),
            *replays(folder),
            *contents(),
        ]
    )


EXAMPLES = {
    "learned policy": 60,
    "solved policy": 60,
    "solver checkpoint": 60,
    "training checkpoint": 30,
    "run.toml": 60,
    "results.jsonl, resumed": 60,
    "results.jsonl, read": 60,
    "results.jsonl, measured": 20,
    "log of a run": 60,
    "benchmark": 60,
    "replay": 60,
    "replay with a start": 60,
    "deck list": 40,
    "Episode": 40,
    "Elder One": 40,
    "dictionary": 30,
}


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_changed_file_is_read_or_refused(
    cases: dict[str, Case], kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    case, folder = cases[kind], tmp_path_factory.mktemp("changed")
    path = folder / case.name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(case.whole)
    case.read(path)  # the sound file is read

    @few(EXAMPLES[kind])
    @given(case.change(Sound(case.whole)))
    def try_one(data: bytes) -> None:
        for left in folder.rglob("*"):
            if left.is_file():
                left.unlink()
        path.write_bytes(data)
        attempt(kind, lambda: case.read(path))

    try_one()
