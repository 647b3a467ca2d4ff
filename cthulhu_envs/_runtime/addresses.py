"""The compiled verbs of a game, called by address.

A kernel that calls another by name is optimised together with it, so each new loop over the verbs
would compile the whole game once more (minutes, for the largest). Called by address, the machine
code that the environments use already is used again: a search compiles in seconds for any game.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.kernels import is_compiled

LEGAL, APPLY, OBSERVE, SCORE, PREPARE, DETERMINIZE = range(6)  # places in `verbs(game)`

Verbs = Any  # addresses as int64, or where nothing is compiled a tuple of functions


def verbs(game: Game) -> Verbs:
    """Where the verbs of a game are, in the order of the names above."""
    return _verbs(game.home)


@cache
def _verbs(home: str) -> Verbs:
    game: Game = load(home)
    kit, s, w = (record_type(dtype) for dtype in (game.kit.dtype, game.state, game.scratch))
    ids, vector = types.Array(types.int32, 1, "C"), types.Array(types.float32, 1, "C")
    kernels = game.kernels
    signatures = (  # the same types as in loops.py: so nothing is compiled that is not there
        (kernels.legal, (kit, s, ids)),
        (kernels.apply, (kit, s, types.int64)),
        (kernels.observe, (kit, s, types.int8, vector)),
        (kernels.score, (kit, s, vector)),
        (kernels.prepare, (kit, s, types.int64, w)),
        (kernels.determinize, (kit, s, types.int64, w)),
    )
    return addresses(signatures)


def addresses(signatures: Sequence[tuple[Callable[..., Any], tuple[Any, ...]]]) -> Verbs:
    """Compile kernels for these types, or find them on disk, and say where they are."""
    if not is_compiled():
        return tuple(function for function, _ in signatures)
    return np.array([_address(function, given) for function, given in signatures], np.int64)


def _address(function: Any, given: tuple[Any, ...]) -> int:
    function.compile(given)
    found = function.overloads[given]
    return int(found.library.get_pointer_to_function(found.fndesc.llvm_cfunc_wrapper_name))


def record_type(dtype: np.dtype[Any]) -> Any:
    """What Numba calls a record."""
    return numba.typeof(np.zeros(1, dtype)).dtype


def _call(returns: Any) -> Callable[..., Any]:
    """An intrinsic that calls the kernel at an address; the caller vouches for the types."""

    def call(typingctx, address, *arguments):
        def generate(context, builder, signature, values):
            where, given = values[0], cgutils.unpack_tuple(builder, values[1])
            kinds = [context.get_value_type(kind) for kind in signature.args[1]]
            kind = ir.FunctionType(context.get_value_type(returns), kinds)
            result = builder.call(builder.inttoptr(where, kind.as_pointer()), given)
            return context.get_dummy_value() if returns is types.none else result

        return returns(types.int64, types.StarArgTuple(arguments)), generate

    return call


if is_compiled():
    do = intrinsic(_call(types.none))  # do(address, ...): a verb that returns nothing
    ask = intrinsic(_call(types.int64))  # ask(address, ...): a verb that returns a whole number
else:

    def do(function, *arguments):
        function(*arguments)

    def ask(function, *arguments):
        return function(*arguments)
