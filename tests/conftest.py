"""Marks and fixtures that all tests share."""

from __future__ import annotations

import pytest

from cthulhu_envs import games
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game

TABLES = [(game_id, players) for game_id in games() for players in find(game_id).players]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the rules of RULES.md that a test proves")


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}p")
def game(request: pytest.FixtureRequest) -> Game:
    """Every registered game at every player count."""
    game_id, players = request.param
    return find(game_id).configure(num_players=players)
