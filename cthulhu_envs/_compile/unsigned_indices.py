"""A compiler pass that tells Numba that no index is ever negative.

Python counts a negative index from the end, so Numba looks at the sign of every one. A kernel has
no use for that, and without it loops over the parts of a vector run several numbers at a time:
Call of Cthulhu's vector environment is an eighth faster. A kernel that does use a negative index
reads or writes beyond the array, as with an index that is too large; NUMBA_BOUNDSCHECK=1 finds
both.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(FunctionPass):  # type: ignore[misc]
    """Asks for unsigned indices where arrays are read or written."""

    _name = "unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        changed = {}
        for node, signature in state.calltypes.items():
            if _is_item(node) and isinstance(signature.args[0], types.Array):
                array, index, *value = signature.args
                changed[node] = signature.replace(args=(array, _unsigned(index), *value))
        state.calltypes.update(changed)
        return bool(changed)


def _is_item(node: Any) -> bool:
    return isinstance(node, ir.SetItem) or (isinstance(node, ir.Expr) and node.op == "getitem")


def _unsigned(index: Any) -> Any:
    """The type of an index, or of each index of several; slices stay what they are."""
    if isinstance(index, types.BaseTuple):  # type: ignore[attr-defined]
        return types.Tuple([_unsigned(part) for part in index])  # type: ignore[attr-defined]
    if isinstance(index, types.Integer) and index.signed:  # type: ignore[attr-defined]
        return types.uintp
    return index
