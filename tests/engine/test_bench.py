"""The bench: every figure is there and makes sense, with or without peers."""

from __future__ import annotations

import builtins
import io
import json
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest
from cthulhu_training.fitting import Fitted
from rich.console import Console

from cthulhu_envs.api import plugins
from cthulhu_envs.api.registry import find, games
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.tools.bench import Bench, clock, ours, peers, report, run_bench, searching
from cthulhu_envs.tools.bench.clock import Rate, rates

TINY = 0.002  # seconds a figure
PLAYERS = [2, 3]
WIDTH = 140
ROWS = (
    ours.VECTOR,
    ours.VECTOR_COPIES,
    ours.VECTOR_AND_CHOICE,
    ours.PLAYOUTS,
    ours.WORLDS,
    searching.RANDOM,
    searching.GUIDED,
    ours.RAW,
    ours.ENV,
    ours.COPIES,
    ours.BOTS,
    ours.GAMES,
    ours.VECTOR_SPARSE,
    ours.SPARSE_TIMES,
    ours.GYM,
    ours.GYM_VECTOR,
    ours.GYM_TIMES,
    ours.GYM_SYNC,
    ours.GYM_SYNC_TIMES,
    ours.THREADED,
    ours.SPEED_UP,
    ours.MEMORY,
)
GAME = find("love_letter")
PEER_PACKAGES = {"rlcard", "pygame", "pyspiel", "open_spiel", "jax", "pgx"}


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium's own vectorisation takes seconds to make its single environments."""
    monkeypatch.setattr(ours, "GYM_GAMES", 8)


def quick_bench(**changes: Any) -> Bench:
    wanted: dict[str, Any] = {
        "seconds": TINY,
        "players": PLAYERS,
        "threads": 2,
        "num_envs": 8,
        "peers": False,
        "startup": False,
        "progress": lambda line: None,
    }
    return run_bench(GAME, **(wanted | changes))


@pytest.fixture(scope="module")
def bench() -> Bench:
    """A run in which only PettingZoo is there to be compared with."""
    really_import = builtins.__import__

    def without_peers(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] in PEER_PACKAGES or "rlcard" in name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return really_import(name, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "__import__", without_peers)
        patch.setattr(ours, "GYM_GAMES", 8)
        return quick_bench(peers=True)


def text_of(bench: Bench) -> str:
    console = Console(width=WIDTH, file=io.StringIO())
    console.print(bench.table())
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return " ".join(written.split())


def test_every_figure_is_measured_at_every_player_count(bench: Bench) -> None:
    found = [(figure.players, figure.what) for figure in bench.figures]

    assert found == [(players, row) for players in PLAYERS for row in ROWS]


def own_measures(game: Game) -> list[clock.Measure]:
    return [clock.Measure("letters sealed", "letters/s", lambda: (3, 0.5))]


def test_what_a_game_wants_measured_stands_among_its_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    group, found_by = plugins.MEASURES, plugins.found
    own = {GAME.name: EntryPoint(GAME.name, f"{__name__}:own_measures", group)}
    monkeypatch.setattr(plugins, "found", lambda name: own if name == group else found_by(name))

    figures = ours.measure_game(GAME, TINY, 1, 8, lambda line: None)

    (found,) = [figure for figure in figures if figure.what == "letters sealed"]
    assert (found.unit, found.median, found.best) == ("letters/s", 6.0, 6.0)


def test_figures_are_positive_and_no_median_beats_the_best(bench: Bench) -> None:
    ratios = {row for row in ROWS if "times" in row} | {ours.SPEED_UP}  # of medians, and of bests

    for figure in bench.figures:
        assert 0 < figure.median < np.inf and 0 < figure.best < np.inf
        assert figure.what in ratios or figure.median <= figure.best


def test_things_measured_in_turns_each_get_their_own_speed() -> None:
    slow, fast = rates([lambda: (1, 0.01), lambda: (10, 0.01)], seconds=0.05)

    assert (slow.median, slow.best) == pytest.approx((100, 100))
    assert (fast.median, fast.best) == pytest.approx((1000, 1000))


def test_missing_peers_are_named_with_the_extra_that_brings_them(bench: Bench) -> None:
    missing = [peer for peer in bench.peers if peer.steps_per_second is None]

    assert len(bench.peers) == len(peers.PEERS)
    assert [peer.name for peer in missing] == [
        peer.name for peer in peers.PEERS if peer.package != "pettingzoo"
    ]
    assert all(peer.note.startswith("missing ") for peer in missing)
    assert all("cthulhu_envs[bench]" in peer.note for peer in missing)
    assert "missing" not in text_of(bench)  # the command says it once, before it measures


def test_ratio_is_our_best_over_the_peers_best(bench: Bench) -> None:
    peer = peers.PeerResult("slow", "none", Rate(median=2.0, best=4.0), "")

    assert bench.ratio(ours.ENV, 2, peer) == bench.figure(ours.ENV, 2).best / 4


def test_table_has_a_row_for_each_figure_and_each_peer_that_is_here(bench: Bench) -> None:
    text = text_of(bench)
    here = [peer.name for peer in bench.peers if not peer.is_missing]

    assert all(row in text for row in ROWS)
    assert all(name in text for name in here)
    assert bench.table().row_count == len(ROWS) + 1 + len(here)


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_no_figure_is_cut_or_broken_at_any_width(bench: Bench, width: int) -> None:
    three = replace(
        bench,
        figures=tuple(
            replace(figure, players=players) for players in (2, 4, 6) for figure in bench.figures
        ),
    )
    console = Console(width=width, file=io.StringIO())

    console.print(Fitted(three.forms()))

    text = console.file.getvalue()  # type: ignore[attr-defined]
    lines = text.splitlines()
    assert max(map(len, lines)) <= width and "…" not in text
    shown = [report._cell(figure) for figure in bench.figures if figure.players == 2]
    for cell in shown:
        assert text.count(cell) >= 3, cell
    heads = [line for line in lines if "2 players" in line]
    assert ("4 players" in heads[0]) is (width >= 80)


def test_table_without_peers_says_nothing_of_ratios() -> None:
    alone = quick_bench(players=[2])

    assert "ratios" not in text_of(alone)
    assert alone.to_json()["peers"] == []


def test_json_holds_all_that_the_table_shows(bench: Bench) -> None:
    read = json.loads(json.dumps(bench.to_json()))

    assert read["game"] == GAME.id
    assert [figure["what"] for figure in read["figures"]] == [*ROWS, *ROWS]
    assert read["machine"]["packages"]["numba"]
    measured = [peer for peer in read["peers"] if peer["steps_per_second"]]
    assert measured and all(ratio["ratio"] > 0 for ratio in measured[0]["ratios"])


def test_positions_for_worlds_differ_and_have_not_ended() -> None:
    states = ours.positions(GAME)

    assert len({state.tobytes() for state in states}) == ours.POSITIONS
    assert not states["ending"].any()


def test_a_rate_is_work_over_the_time_the_laps_report() -> None:
    laps = iter([(1, 1.0), (10, 2.0), (10, 1.0), (10, 5.0)])

    found = clock.rate(lambda: next(laps), seconds=1.0)  # the first lap is the warm-up

    assert found == Rate(median=5.0, best=10.0)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seconds": 0.0}, "seconds must be more than 0, not 0.0"),
        ({"seconds": float("nan")}, "seconds must be more than 0"),
        ({"players": []}, "without a number of players"),
        ({"players": [2, 9]}, "2 to 6 players, not 9"),
        ({"threads": 0}, "threads must be at least 1, not 0"),
        ({"num_envs": 0}, "num_envs must be at least 1, not 0"),
    ],
)
def test_bad_input_is_refused_before_anything_is_measured(
    changes: dict[str, Any], sentence: str
) -> None:
    told: list[str] = []

    with pytest.raises(ValueError, match=sentence):
        quick_bench(progress=told.append, **changes)

    assert told == []


@pytest.mark.parametrize(
    ("number", "text"), [(3.214e6, "3.21 M"), (92_140, "92.1 k"), (999, "999 "), (0.5, "0.50 ")]
)
def test_quantities_have_three_digits(number: float, text: str) -> None:
    assert report.quantity(number) == text


def test_a_batch_that_fits_a_cache_is_as_large_as_the_games_allow() -> None:
    for name in games():
        game = find(name)
        fitting = ours.fitting_batch(game)
        each = VectorEnv(game, 2).nbytes - VectorEnv(game, 1).nbytes

        assert fitting * each <= ours.CACHE < 2 * fitting * each


def test_a_batch_holds_at_least_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "CACHE", 1)

    assert ours.fitting_batch(GAME) == 1
