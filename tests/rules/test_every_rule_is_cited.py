"""Every rule of every game's RULES.md has a test that cites it, and every citation a rule."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cthulhu_envs import games
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game
from tests.rulebook import NUMBER, rule

HERE = Path(__file__).parent
RULE_LINE = re.compile(rf"^- \*\*({NUMBER.pattern})\*\*", re.MULTILINE)


def rules_of(game: Game) -> list[str]:
    """The numbers that the game's RULES.md declares, in its order."""
    module = importlib.import_module(game.home.partition(":")[0])
    assert module.__file__ is not None
    text = Path(module.__file__).with_name(game.docs.rules).read_text(encoding="utf-8")
    return RULE_LINE.findall(text)


def citations_in(path: Path) -> Iterator[tuple[str, str]]:
    """(number, where) of each `rule("R4.3", ...)` that marks a test or a parameter of one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rule":
            for argument in node.args:
                where = f"{path.name}:{argument.lineno}"
                assert isinstance(argument, ast.Constant), f"{where}: a rule number is a literal"
                yield argument.value, where


def citations_of(game: Game) -> dict[str, str]:
    """Where each number is cited, by the tests in the folder named after the game."""
    paths = sorted((HERE / game.name).glob("**/test_*.py"))
    return dict(citation for path in paths for citation in citations_in(path))


@pytest.fixture(params=games())
def any_game(request: pytest.FixtureRequest) -> Game:
    return find(request.param)


def test_every_rule_has_a_test_that_cites_it(any_game):
    cited = citations_of(any_game)

    missing = [number for number in rules_of(any_game) if number not in cited]

    assert not missing, f"no test of {any_game.name} cites {', '.join(missing)}"


def test_every_citation_names_a_rule_that_exists(any_game):
    known = set(rules_of(any_game))

    wrong = [
        f"{number} in {at}" for number, at in citations_of(any_game).items() if number not in known
    ]

    assert not wrong, f"{any_game.docs.rules} of {any_game.name} has no {', '.join(wrong)}"


def test_rules_are_numbered_once_and_in_order(any_game):
    rules = rules_of(any_game)

    assert len(rules) > 0
    assert rules == sorted(set(rules), key=_order)


def _order(number: str) -> tuple[int, int, str]:
    chapter, item, letter = re.fullmatch(r"R(\d+)\.(\d+)([a-z]?)", number).groups()
    return int(chapter), int(item), letter


@pytest.mark.parametrize("number", ["4.3", "R4", "R4.3aa", "r4.3", ""])
def test_a_misspelt_number_is_refused_at_once(number):
    with pytest.raises(ValueError, match="is no rule number"):
        rule(number)


def test_a_citation_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs the number of a rule"):
        rule()
