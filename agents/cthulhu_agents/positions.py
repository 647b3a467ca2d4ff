"""What a bot is asked about, checked before kernels read it: they take for granted that rows are as
many and as wide as those of the game.

What stands in the rows is not checked, which would take longer than some bots do: `scoring.whole`
and `scoring.find` read nothing from an observation that a table has no room for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.sparse import SparseObs
from cthulhu_envs.authoring.errors import bounded
from cthulhu_envs.authoring.game import Game


def checked_obs(game: Game, obs: Any) -> NDArray[np.float32]:
    """Observations (N, D) of a game; ValueError for what cannot be any."""
    return _table(obs, "fiub", game.observations.size, "observations", np.float32)


def checked_mask(game: Game, mask: Any) -> NDArray[np.int8]:
    """Masks (N, A) of a game; ValueError for what cannot be any."""
    return _table(mask, "iub", game.actions.size, "masks", np.int8)


def checked_positions(game: Game, obs: Any, mask: Any, sparse: bool = False) -> tuple[Any, Any]:
    """Observations and as many masks, as kernels read them; with `sparse` a SparseObs too, whose
    entries are left to who reads them.
    """
    rows = obs if sparse and isinstance(obs, SparseObs) else checked_obs(game, obs)
    legal = checked_mask(game, mask)
    if len(rows) != len(legal):
        raise ValueError(f"{len(rows)} observations do not fit {len(legal)} masks")
    return rows, legal


def _table(given: Any, kinds: str, width: int, what: str, kept: Any) -> NDArray[Any]:
    is_table = isinstance(given, np.ndarray) and given.ndim == 2 and given.shape[1] == width
    if not is_table or given.dtype.kind not in kinds:
        array = given if isinstance(given, np.ndarray) else None
        shape = "" if array is None else f" {array.dtype} of shape {array.shape}"
        words = f"{what} are an array of rows of {width} numbers, not{shape or ' ' + _kind(given)}"
        raise ValueError(bounded(words))
    return np.ascontiguousarray(given, kept)


def _kind(given: Any) -> str:
    return SparseObs.__name__ if isinstance(given, SparseObs) else type(given).__name__
