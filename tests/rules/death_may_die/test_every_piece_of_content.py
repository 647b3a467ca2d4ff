"""Every skill level, insanity, Mythos card, Discovery card and side of it, stage and enemy has a
test of its own name: in the name of the function, or among what the function is called with.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS, LEVELS, STAGES
from cthulhu_envs.games.death_may_die.settings import library_of

HERE = Path(__file__).parent
CONTENT = library_of(GAME.values)


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


def told() -> Iterator[str]:
    """Every test of this folder with each set of its arguments: 'stealth level=1 sneaks=1'."""
    for path in sorted(HERE.glob("test_r*.py")):
        module = importlib.import_module(f"tests.rules.death_may_die.{path.stem}")
        for name, function in vars(module).items():
            if name.startswith("test_"):
                for arguments in _calls(function):
                    yield f"{name.removeprefix('test_')} {arguments}"


def _calls(function: Any) -> Iterator[str]:
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        yield ""
    for mark in marks:
        names, sets = mark.args[0], mark.args[1]
        names = [names] if isinstance(names, str) else names
        for values in sets:
            values = [values] if len(names) == 1 else values
            pairs = zip(names, values, strict=False)
            yield " ".join(f"{key}={slug(str(value))}" for key, value in pairs)


TOLD = list(told())


def skill_levels() -> Iterator[str]:
    for skill in CONTENT.skills:
        for level in range(1, LEVELS + 1):
            yield f"{skill.name} {level}"


def cards() -> Iterator[str]:
    for insanity in CONTENT.insanities:
        yield insanity.name
    for episode in CONTENT.episodes:
        for card in episode.discovery:
            yield card.name
            yield from {side.name for side in card.sides if side and side.name != card.name}
        for number in range(1, BOX_MYTHOS + 1):
            yield f"{episode.name} {number}"
    for elder in CONTENT.elder_ones:
        for number in range(1, BOX_MYTHOS + 1):
            yield f"{elder.name} Mythos {number}"
        for stage in range(1, STAGES):
            yield f"{elder.name} stage {stage}"
        yield f"{elder.name} final stage"


@pytest.mark.parametrize("piece", list(skill_levels()))
def test_a_test_has_the_name_of_skill_and_level(piece: str) -> None:
    name, level = slug(piece).rsplit("_", 1)
    named = re.compile(rf"\b{name}_{level}(_|\b)")
    called = re.compile(rf"\b{name}.*\blevel={level}\b")
    assert any(named.search(test) or called.search(test) for test in TOLD)


@pytest.mark.parametrize("piece", sorted(set(cards())))
def test_a_test_has_the_name_of_the_card_or_stage(piece: str) -> None:
    wanted = re.compile(rf"(\b|_){slug(piece)}(_|\b)")
    assert any(wanted.search(test) for test in TOLD)


KINDS = {enemy.name for enemy in CONTENT.kinds[1:]}
OF_THE_EPISODES = sorted(
    KINDS
    & {
        CONTENT.kinds[kind].name
        for pairs in GAME.kit[0].figure_kind
        for figures in pairs
        for kind in figures
    }
)


@pytest.mark.parametrize("piece", [name for name in OF_THE_EPISODES if name != "Cultist"])
def test_a_test_has_the_name_of_the_enemy(piece: str) -> None:
    first = slug(piece).split("_of_")[0]
    assert any(re.search(rf"(\b|_){first}(_|\b)", test) for test in TOLD)
