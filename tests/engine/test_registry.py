"""Finding and making games by name."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cthulhu_envs
from cthulhu_envs.api import registry
from cthulhu_envs.api.make import make, make_vec

FIRST = cthulhu_envs.games()[0]
NAME = FIRST.rpartition("-v")[0]


@pytest.fixture
def homes(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A registry of the test's own."""
    own = dict(registry._registered)
    monkeypatch.setattr(registry, "_registered", own)
    return own


def test_a_game_is_found_by_id_and_by_name() -> None:
    assert registry.find(FIRST) is registry.find(NAME)
    assert registry.find(FIRST).id == FIRST


def test_a_name_means_the_latest_version(homes: dict[str, str]) -> None:
    homes[f"{NAME}-v2"] = "json:dumps"
    homes[f"{NAME}-v10"] = "json:loads"

    assert registry.find(NAME) is json.loads


def test_a_misspelt_game_is_refused_with_the_nearest_name() -> None:
    wrong = NAME[:-1]

    for call in (registry.find, make, lambda name: make_vec(name, 4)):
        with pytest.raises(ValueError, match=f"no game '{wrong}'; did you mean '{NAME}'"):
            call(wrong)


def test_a_game_like_no_other_gets_the_list_of_games() -> None:
    with pytest.raises(ValueError, match="known:.*" + NAME):
        registry.find("zzzzzz")


def test_an_older_version_is_refused_with_what_replaced_it(homes: dict[str, str]) -> None:
    home = homes.pop(FIRST)
    homes[f"{NAME}-v7"] = home

    with pytest.raises(ValueError, match=rf"{NAME}-v7 has replaced {NAME}-v0"):
        registry.find(f"{NAME}-v0")


def test_importing_an_older_version_says_what_replaced_it(homes: dict[str, str]) -> None:
    homes["toy-v3"] = homes[FIRST]

    with pytest.raises(ImportError, match="toy-v3 has replaced toy-v1"):
        _ = cthulhu_envs.toy_v1
    with pytest.raises(AttributeError, match="toy_v4"):
        _ = cthulhu_envs.toy_v4


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no game"):
        registry.find(f"{NAME}-v99")


def test_registering_twice_is_fine_and_something_else_is_not(homes: dict[str, str]) -> None:
    registry.register(FIRST, homes[FIRST])

    with pytest.raises(ValueError, match="registered already"):
        registry.register(FIRST, "elsewhere:GAME")
    assert registry.find(FIRST).id == FIRST


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"num_players": 99}, "players, not 99"),
        ({"num_players": 0}, "players, not 0"),
        ({"num_players": True}, "players, not True"),
        ({"num_players": "4"}, "players, not '4'"),
        ({"num_player": 4}, "did you mean 'num_players'"),
        ({"zzzz": 4}, "has no setting 'zzzz'; known: num_players"),
        ({"guards": "some"}, "guards must be one of"),
        ({"render_mode": "asni"}, "did you mean 'ansi'"),
    ],
    ids=str,
)
def test_a_wrong_setting_is_refused_by_name(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make(FIRST, **settings)


def test_a_wrong_value_of_a_listed_setting_gets_a_hint() -> None:
    for game_id in cthulhu_envs.games():
        for setting in registry.find(game_id).settings:
            if setting.choices:
                with pytest.raises(ValueError, match=f"{setting.name} cannot be"):
                    make(game_id, **{setting.name: "zzzz"})


def test_a_game_can_be_typed_as_module_and_name(homes: dict[str, str]) -> None:
    """It is then known by its id, as games in files are named."""
    with pytest.raises(ValueError, match="no game 'last_candle'"):
        registry.find("last_candle")

    game = registry.find_typed("tests.engine.toy_game:GAME")

    assert game.name == "last_candle" and registry.find("last_candle-v0") is game
    assert make("tests.engine.toy_game:GAME", num_players=2).possible_agents[1:] == ["player_1"]


@pytest.mark.parametrize(
    "typed, fault",
    [
        ("nowhere:GAME", "'nowhere:GAME' cannot be loaded: No module named 'nowhere'"),
        ("json:GAME", "'json:GAME' cannot be loaded: .*no attribute 'GAME'"),
        (":GAME", "':GAME' cannot be loaded"),
        ("json:dumps", "json:dumps is not a Game"),
    ],
)
def test_what_is_no_game_is_refused_when_typed(typed: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        registry.find_typed(typed)


def test_a_file_cannot_name_a_module() -> None:
    with pytest.raises(ValueError, match=r"no game 'tests\.engine\.toy_game:GAME'"):
        registry.find("tests.engine.toy_game:GAME")
