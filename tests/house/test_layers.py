"""Imports run one way: cthulhu_envs <- cthulhu_agents <- cthulhu_training <- the command line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOMES = {
    "cthulhu_envs": ROOT / "cthulhu_envs",
    "cthulhu_agents": ROOT / "agents" / "cthulhu_agents",
    "cthulhu_training": ROOT / "training" / "cthulhu_training",
}
ABOVE = {  # what a package may not import
    "cthulhu_envs": ("cthulhu_agents", "cthulhu_training"),
    "cthulhu_agents": ("cthulhu_training",),
    "cthulhu_training": ("cthulhu_training.cli",),
}
# Rooms of cthulhu_envs: each imports itself and those before it. The last two stand side by side.
# docs/architecture.md gives the reasons.
BELOW = ("_compile", "authoring", "_runtime", "drawing", "api")
ROOMS = (*BELOW, "tools", "games")
SHARED = (["_letters"], ["_script"])  # what two games have in common
COMMAND_LINE = HOMES["cthulhu_training"] / "cli"


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules that a file imports when it runs; what only type checkers see does not count."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)
        else:
            yield from imported(node)


def files(package: str) -> list[Path]:
    found = HOMES[package].rglob("*.py")
    return [path for path in found if COMMAND_LINE not in path.parents]


def modules(path: Path) -> Iterator[str]:
    """What a file imports, as whole names."""
    yield from imported(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("package", HOMES)
def test_nothing_imports_what_stands_above_it(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in files(package)
        for module in modules(path)
        if any(module == above or module.startswith(f"{above}.") for above in ABOVE[package])
    ]

    assert len(files(package)) > 20 and not wrong, "\n".join(wrong)


def room_of(path: Path) -> str:
    """The folder of `cthulhu_envs` that a file is in."""
    return path.relative_to(HOMES["cthulhu_envs"]).parts[0].removesuffix(".py")


def climbs(room: str, module: str) -> bool:
    """Whether a file of a room may not import a module, because its room does not stand lower."""
    names = module.split(".")
    if names[0] != "cthulhu_envs":
        return False
    below = BELOW[: BELOW.index(room)] if room in BELOW else BELOW
    return names[1:2] == [] or names[1] not in (*below, room)


def test_the_rooms_of_the_environments_import_in_one_order() -> None:
    paths = [path for path in files("cthulhu_envs") if room_of(path) in ROOMS]
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in paths
        for module in modules(path)
        if climbs(room_of(path), module)
    ]

    assert {room_of(path) for path in paths} == set(ROOMS) and not wrong, "\n".join(wrong)


def test_every_room_has_its_place_in_the_order() -> None:
    """What is at the top of the package stands above all rooms; nothing in them imports it."""
    folders = {path.parent.name for path in HOMES["cthulhu_envs"].glob("*/__init__.py")}

    assert folders == set(ROOMS)


def is_foreign(game: str, module: str) -> bool:
    """Whether a module belongs to another game."""
    names = module.split(".")
    return names[:2] == ["cthulhu_envs", "games"] and names[2:3] not in ([game], *SHARED)


def test_games_import_no_other_game() -> None:
    home = HOMES["cthulhu_envs"] / "games"
    games = {path.parent.name for path in home.glob("*/__init__.py")}
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for game in games
        for path in (home / game).rglob("*.py")
        for module in modules(path)
        if is_foreign(game, module)
    ]

    assert len(games) == 7 and not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "room, module, is_wrong",
    [
        ("api", "cthulhu_envs.games.love_letter", True),
        ("authoring", "cthulhu_envs._runtime.lanes", True),
        ("drawing", "cthulhu_envs.api.view", True),
        ("games", "cthulhu_envs.tools.laws", True),
        ("api", "cthulhu_envs", True),  # the public API stands above all rooms
        ("api", "cthulhu_envs.apiary", True),
        ("tools", "cthulhu_envs.games.love_letter", True),
        ("tools", "cthulhu_envs.api.view", False),
        ("_runtime", "cthulhu_envs.authoring.game", False),
        ("_compile", "numba.core", False),
    ],
)
def test_a_room_may_import_those_below(room: str, module: str, is_wrong: bool) -> None:
    assert climbs(room, module) == is_wrong


def test_another_game_is_found() -> None:
    assert is_foreign("love_letter", "cthulhu_envs.games.lovecraft_letter.cards")
    assert is_foreign("love_letter", "cthulhu_envs.games.love_letter_of_others")
    assert not is_foreign("love_letter", "cthulhu_envs.games._letters.deal")
    assert not is_foreign("_script", "cthulhu_envs.games._script.stack")
    assert is_foreign("_letters", "cthulhu_envs.games.love_letter")


def test_an_import_that_runs_the_other_way_is_found() -> None:
    code = "def later():\n    from cthulhu_training.arena import play\n"

    assert list(imported(ast.parse(code))) == ["cthulhu_training.arena.play"]
