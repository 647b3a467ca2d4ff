"""Bots read the scale of a block from its declaration; a number in the source would be a second
copy, which nothing keeps right.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

BOTS = Path(__file__).parents[2] / "agents" / "cthulhu_agents"
OBSERVATIONS = ("obs", "seen")  # what bots call the vector, and its parts by name


def undone_by_hand(source: str) -> Iterator[str]:
    """Where an observation is multiplied by a whole number above 1, or divided by its inverse.

    Scales are 1 / n, so those are the numbers that undo one. Weights of a bot are others.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Mult, ast.Div)):
            continue
        factors = [_number(node.right)]
        if isinstance(node.op, ast.Div):
            factors = [1.0 / one for one in factors if one]
        else:
            factors.append(_number(node.left))
        if any(one > 1.0 and one.is_integer() for one in factors) and _reads_observation(node):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def _number(node: ast.expr) -> float:
    """The value of a number in the source, also of `1 / 4`; 0 for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return float(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        below = _number(node.right)
        return _number(node.left) / below if below else 0.0
    return 0.0


def _reads_observation(node: ast.AST) -> bool:
    return any(
        isinstance(part, ast.Subscript)
        and isinstance(part.value, ast.Name)
        and part.value.id in OBSERVATIONS
        for part in ast.walk(node)
    )


@pytest.mark.parametrize(
    "path", sorted(BOTS.rglob("*.py")), ids=lambda path: str(path.relative_to(BOTS))
)
def test_no_bot_undoes_a_scale_by_hand(path: Path) -> None:
    assert list(undone_by_hand(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "line",
    [
        "x = 4.0 * obs[kit.ob.dice + face]",
        "x = (obs[a] + obs[b]) * 8",
        "x = obs[kit.ob.dice] / 0.25",
        "x = round(seen['dice'].sum() / (1 / 4))",
    ],
)
def test_a_scale_undone_by_hand_is_found(line: str) -> None:
    assert len(list(undone_by_hand(line))) == 1


@pytest.mark.parametrize(
    "line", ["x = obs[kit.ob.dice] / kit.scale.dice", "x = 0.5 * obs[at]", "x = 4.0 * health"]
)
def test_weights_and_declared_scales_are_no_fault(line: str) -> None:
    assert list(undone_by_hand(line)) == []
