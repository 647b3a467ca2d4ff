"""Words for bad input: one clear sentence that names the fault, and the nearest right name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cthulhu_envs.engine.game import Game

MOST_LISTED = 8  # legal actions named in a message


def nearest(word: str, known: Iterable[str]) -> str:
    """'; did you mean X?' or '; known: ...', to be put behind a sentence about an unknown name."""
    names = [str(name) for name in known]
    lowered = {name.lower(): name for name in names}
    close = difflib.get_close_matches(str(word).lower(), lowered, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {lowered[close[0]]!r}?"
    return f"; known: {', '.join(names)}"


def check_options(game: Game, options: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse a misspelt reset option. Names like none of ours are other people's, and passed
    over as Gymnasium does.
    """
    for name in options:
        if name not in known and (hint := nearest(name, known)).endswith("?"):
            raise ValueError(f"{game.title} has no reset option {name!r}{hint}")


def illegal_action(game: Game, who: str, action: Any, mask: NDArray[Any]) -> str:
    """Who tried what, and what was legal."""
    legal = [int(i) for i in np.flatnonzero(mask)]
    if not isinstance(action, (int, np.integer)) or not 0 <= action < game.actions.size:
        tried = f"{action!r}, which is outside 0 to {game.actions.size - 1}"
    else:
        tried = f"{int(action)} ({game.actions.text(int(action))})"
    listed = "; ".join(f"{i} ({game.actions.text(i)})" for i in legal[:MOST_LISTED])
    more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    return f"{who} tried {tried}; legal: {listed or 'nothing'}{more}"
