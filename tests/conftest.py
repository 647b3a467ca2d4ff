"""Marks and fixtures that all tests share."""

from __future__ import annotations

import pytest

from cthulhu_envs import games
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game

TABLES = [(game_id, players) for game_id in games() for players in find(game_id).players]


SLOWEST = (  # files that are begun first, so that no core is idle at the end
    *("every_game/test_bounds", "training/test_rllib", "house/test_wheel"),
    *("every_game/test_secrecy", "agents/test_search", "cli/test_printed_commands"),
    *("every_game/test_compiled", "rules/test_coverage", "every_game/test_render"),
    *("fuzz/test_faces", "fuzz/test_files"),
    *("every_game/test_random_play", "training/test_examples", "notebooks/test_notebooks"),
    *(
        "every_game/test_law",
        "cli/test_play_to_the_end",
        "training/test_solve",
        "engine/test_shared_cache",
    ),
    *("training/test_openspiel_learning", "training/learn/test_lean", "engine/test_gym_vector"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        name = item.nodeid.partition(".py")[0].removeprefix("tests/")
        return SLOWEST.index(name) if name in SLOWEST else len(SLOWEST)

    items.sort(key=place)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the rules of RULES.md that a test proves")


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}p")
def game(request: pytest.FixtureRequest) -> Game:
    """Every registered game at every player count."""
    game_id, players = request.param
    return find(game_id).configure(num_players=players)


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are as wide as without a terminal; some libraries set these when they are imported."""
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
