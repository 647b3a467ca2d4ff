"""`cthulhu info` lists what can be named, `cthulhu agents` who can play."""

from __future__ import annotations

from pathlib import Path

import pytest

import cthulhu_envs
from cthulhu_envs.api.registry import find
from tests.cli.program import piped


def told(command: str, game_id: str, folder: Path) -> str:
    """What a command says of a game, without the ends of lines."""
    found = piped([command, game_id], folder, COLUMNS="300")
    assert found.returncode == 0, found.stderr.decode()
    return " ".join(found.stdout.decode().split())


@pytest.mark.parametrize(
    ("game_id", "setting", "name"),
    [
        ("death_may_die", "episode", "Blasphemous Alchemy"),
        ("death_may_die", "elder_one", "Hastur"),
        ("call_of_cthulhu", "deck_0", "night_shift"),
        ("call_of_cthulhu", "deck_0", "Yog Sothoth"),
        ("love_letter", "deck", "ll-8"),
        ("unspeakable_words", "dictionary", "common"),
        ("death_may_die", "investigators", "Rasputin"),
        ("death_may_die", "insanities", "Paranoia"),
    ],
)
def test_info_lists_what_a_setting_can_name(
    game_id: str, setting: str, name: str, tmp_path: Path
) -> None:
    entry = told("info", game_id, tmp_path).partition(f" {setting}=")[2]

    assert name in entry


@pytest.mark.parametrize("game_id", cthulhu_envs.games())
def test_every_name_that_stands_for_one_thing_is_accepted(game_id: str) -> None:
    game = find(game_id)
    for setting in game.settings:
        for names in (setting.known() if setting.known else {}).values():
            assert names and len(set(names)) == len(names)
            if setting.name not in ("deck_0", "investigators", "insanities"):  # these combine
                for name in names:
                    assert setting.accept(name) == name


def test_what_cannot_play_is_not_listed(tmp_path: Path) -> None:
    assert "cthulhu solve" in told("agents", "love_letter", tmp_path)
    assert "solved" not in told("agents", "death_may_die", tmp_path)


def test_ppo_says_which_tables_it_has_policies_for(tmp_path: Path) -> None:
    love, death = (told("agents", game, tmp_path) for game in ("love_letter", "death_may_die"))

    assert "Policies of the package: -p 2 --set edition=classic --set rounds=single" in love
    assert "Policies of the package: -p" in death
    assert "`path` is the file of the policy. `temperature` 1 plays" in love
    assert "Set `ask`" not in love
