"""Only kernels are untyped: Numba infers their types. mypy is told to let functions without
annotations pass where kernels live, so this looks for others among them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOMES = ("cthulhu_envs/games", "cthulhu_envs/api", "cthulhu_envs/tools", "agents", "training")
KERNELS = ("kernel", "_wrapping")  # decorators: `kernel`, and one that makes a kernel of it


def is_kernel(function: ast.FunctionDef) -> bool:
    names = [ast.unparse(decorator).partition("(")[0] for decorator in function.decorator_list]
    return any(name in KERNELS for name in names)


def is_untyped(function: ast.FunctionDef) -> bool:
    """Whether a parameter, or what it returns, has no type; `__init__` returns nothing."""
    each = function.args
    parameters = [*each.posonlyargs, *each.args, *each.kwonlyargs]
    parameters += [one for one in (each.vararg, each.kwarg) if one]
    untyped = [one for one in parameters if not one.annotation and one.arg not in ("self", "cls")]
    return bool(untyped) or (function.returns is None and function.name != "__init__")


def untyped(code: str) -> Iterator[str]:
    """Functions that should have types, by name."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and is_untyped(node) and not is_kernel(node):
            yield node.name


def test_whatever_is_no_kernel_has_types() -> None:
    paths = [path for home in HOMES for path in (ROOT / home).rglob("*.py")]
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in paths
        for name in untyped(path.read_text(encoding="utf-8"))
    ]

    assert len(paths) > 200 and not wrong, "\n".join(wrong)


def test_a_function_without_types_is_found() -> None:
    code = "@kernel(inline=True)\ndef deal(kit, s):\n    pass\n\n"

    assert not list(untyped(code))
    assert list(untyped(code + "def text(action: int):\n    pass\n")) == ["text"]
    assert list(untyped(code + "def text(action) -> str:\n    return ''\n")) == ["text"]
