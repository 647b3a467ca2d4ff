"""Reset options put into a blank state, before it is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.game import Game


def stacked(game: Game, options: Mapping[str, Any]) -> NDArray[Any]:
    """A blank state (an array of one record) that holds what the options say; ValueError says in
    one sentence what is wrong with them.
    """
    states = game.new_states(1)
    try:
        game.arrange(game, states[0], options)
    except ValueError as fault:
        raise ValueError(bounded(str(fault))) from None
    except (TypeError, LookupError, OverflowError, RecursionError) as fault:
        what = bounded(f"{type(fault).__name__}: {fault}")
        raise ValueError(bounded(f"{game.title} cannot begin with these options: {what}")) from None
    return states
