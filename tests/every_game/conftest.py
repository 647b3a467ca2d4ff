"""Fixtures of the tests that hold for every game."""

from __future__ import annotations

import pytest

from cthulhu_envs.authoring.game import Game
from tests.every_game.play import VARIANTS, name_of


@pytest.fixture(params=VARIANTS, ids=name_of)
def variant(request: pytest.FixtureRequest) -> Game:
    """Every game at every player count with every combination of its listed settings."""
    chosen: Game = request.param
    return chosen
