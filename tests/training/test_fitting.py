"""Tables at every width: whole names where there is room, letters, lists; never empty."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from cthulhu_training.arena import Tournament, run_tournament
from cthulhu_training.arena.tables import CrossPlay
from cthulhu_training.arena.tournament import Outcome
from cthulhu_training.fitting import Columns, Fitted, letters
from rich.console import Console, RenderableType

from cthulhu_envs.api.registry import find, games
from cthulhu_envs.authoring.game import load
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.tools.rule_coverage import Coverage

AGENTS = ["heuristic", "ppo:policy.npz", "ismcts:iters=200", "random"]
MEASURES = ["exploitability", "guesses right", "... by the posterior", "wins against random"]
ROWS = [[what, *(f"{10 * k + row}.{row} %" for k in range(4))] for row, what in enumerate(MEASURES)]


def printed(look: RenderableType, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), legacy_windows=False)
    console.print(look)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def measures() -> Fitted:
    return Columns("Love Letter", AGENTS, ROWS, "what it means").fitted()


def cross_play(agents: int = 4) -> Fitted:
    facts = (("rating", ["+120 [+100, +140]"] * agents), ("Nash", ["25 %"] * agents))
    names = [AGENTS[k % 4] + str(k) for k in range(agents)]
    return CrossPlay("cup", names, facts, lambda i, j: f"{i}{j}.5±0.9", "what it means").fitted()


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
@pytest.mark.parametrize("look", [measures, cross_play], ids=["measures", "cross-play"])
def test_all_cells_are_whole_at_every_width(look, width: int) -> None:
    text = printed(look(), width)

    assert max(map(len, text.splitlines())) <= width
    cells = [cell for row in ROWS for cell in row[1:]]
    if look is cross_play:
        cells = [f"{i}{j}.5±0.9" for i in range(4) for j in range(4)]
        assert text.count("+120 [+100, +140]") == 4
    assert all(cell in text for cell in cells)
    assert all(agent in text for agent in AGENTS)
    assert "what it means" in text


def test_there_are_as_few_letters_as_the_width_allows() -> None:
    assert "A: heuristic" not in printed(measures(), 120)
    assert "A: heuristic" in printed(measures(), 60)
    assert "A heuristic0" not in printed(cross_play(), 200)
    assert "A heuristic0" in printed(cross_play(), 100)
    assert "A : B" not in printed(cross_play(), 80)
    assert "A : B" in printed(cross_play(), 40)


def test_many_agents_are_a_list_of_pairs() -> None:
    text = printed(cross_play(12), 80)

    assert "L : K" in text and text.count("±") == 144


COVERED = [name for name in games() if find(name).extras.coverage]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", COVERED)
def test_rules_that_were_seen_are_readable_where_there_is_little_room(
    name: str, width: int
) -> None:
    game = find(name)
    signs = load(game.extras.coverage).signs
    counts = np.arange(len(signs)) * 1_234_567

    text = printed(Coverage(game, 1_000_000, signs, counts).table(), width)

    assert max(map(len, text.splitlines())) <= width and "…" not in text
    assert all(f"{count:,}" in text for count in counts[1:]) and "never" in text
    words = {word for sign in signs for part in sign for word in part.split()}
    assert [word for word in words if word not in text] == []


def test_letters_do_not_run_out() -> None:
    assert letters(28)[0:2] + letters(28)[25:] == ["A", "B", "Z", "A1", "B1"]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    agents = ["random", "heuristic", "ismcts:iters=4", "flat:iters=4"]
    settings = {"num_players": 2, "edition": "classic", "rounds": "single", "deck": "ll-6"}
    folder: Path = tmp_path_factory.mktemp("cup")
    return run_tournament(
        Tournament("love_letter", agents, 10, settings=settings), folder, progress=False
    )


@pytest.mark.skipif(not is_compiled(), reason="plays a tournament")
@pytest.mark.parametrize("width", [40, 80])
def test_a_tournament_is_readable_where_there_is_little_room(outcome: Outcome, width: int) -> None:
    text = printed(outcome.table(), width)

    assert all(name in text for name in outcome.results.agents)
    assert "…" not in text
    for mean in outcome.matrix.mean.ravel():
        assert f"{100 * mean:.1f}" in text
