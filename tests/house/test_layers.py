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
COMMAND_LINE = HOMES["cthulhu_training"] / "cli"


def imported(tree: ast.AST) -> Iterator[str]:
    """Modules that a file imports when it runs; what only type checkers see does not count."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        else:
            yield from imported(node)


def files(package: str) -> list[Path]:
    found = HOMES[package].rglob("*.py")
    return [path for path in found if COMMAND_LINE not in path.parents]


@pytest.mark.parametrize("package", HOMES)
def test_nothing_imports_what_stands_above_it(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in files(package)
        for module in imported(ast.parse(path.read_text(encoding="utf-8")))
        if any(module == above or module.startswith(f"{above}.") for above in ABOVE[package])
    ]

    assert len(files(package)) > 20 and not wrong, "\n".join(wrong)


def test_games_know_neither_users_nor_tools() -> None:
    """A game is built from what its author touches, and drawn."""
    allowed = ("authoring", "drawing", "games", "api.view", "api.registry.register", "api.registry")
    allowed += ("_runtime.histories", "_compile.kernel_cache", "tools.rule_coverage", "tools.laws")
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in (HOMES["cthulhu_envs"] / "games").rglob("*.py")
        for module in imported(ast.parse(path.read_text(encoding="utf-8")))
        if module.startswith("cthulhu_envs.")
        and not module.removeprefix("cthulhu_envs.").startswith(allowed)
    ]

    assert not wrong, "\n".join(wrong)


def test_an_import_that_runs_the_other_way_is_found() -> None:
    told = "def later():\n    from cthulhu_training.arena import play\n"

    assert "cthulhu_training.arena.play" in set(imported(ast.parse(told)))
