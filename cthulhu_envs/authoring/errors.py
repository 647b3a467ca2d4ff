"""Words for bad input: one clear sentence that names the fault, and the nearest right name."""

from __future__ import annotations

import difflib
import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cthulhu_envs.authoring.game import Game

MOST_LISTED = 8  # legal actions named in a message
EXTRAS = {  # the extra of this package that brings a library
    "matplotlib": "eval",
    "scipy": "eval",
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "threadpoolctl": "train",
    "tensorboard": "train",
    "ray": "ray",
    "pyspiel": "openspiel",
    "open_spiel": "openspiel",
    "wandb": "wandb",
    "rlcard": "bench",
    "jax": "bench",
    "pgx": "bench",
}
FILE_FAULTS = {  # errors of the operating system, in words
    FileNotFoundError: "there is no {!r}",
    FileExistsError: "{!r} exists already, and is no folder",
    IsADirectoryError: "{!r} is a folder, not a file",
    NotADirectoryError: "{!r} cannot be: a part of it is a file, not a folder",
    PermissionError: "there is no permission to use {!r}",
}


def sentence(fault: Exception) -> str:
    """A fault in words: of a library that is missing how to get it, of a file its name."""
    if isinstance(fault, ModuleNotFoundError) and fault.name:
        library = fault.name.partition(".")[0]
        if library in EXTRAS:
            return how_to_install([library])
    if isinstance(fault, OSError) and fault.strerror:
        name = fault.filename
        if type(fault) in FILE_FAULTS and name is not None:
            return FILE_FAULTS[type(fault)].format(str(name))
        return fault.strerror if name is None else f"{str(name)!r}: {fault.strerror}"
    return str(fault)


def missing(libraries: Iterable[str]) -> list[str]:
    """Those that are not installed; none of them is imported."""
    return [library for library in libraries if not _is_installed(library)]


def require(*libraries: str) -> None:
    """ImportError if one of EXTRAS is not installed; it names all that are missing at once."""
    if lacking := missing(libraries):
        raise ImportError(how_to_install(lacking))


def how_to_install(libraries: Sequence[str]) -> str:
    """One sentence about libraries that are missing, and the extras that bring them."""
    extras = ",".join(dict.fromkeys(EXTRAS[library] for library in libraries))
    named = " and ".join(filter(None, (", ".join(libraries[:-1]), libraries[-1])))
    return f'this needs {named}: pip install "cthulhu_envs[{extras}]"'


def _is_installed(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is not None
    except ImportError:
        return False


def nearest(word: str, known: Iterable[str]) -> str:
    """'; did you mean X?' or '; known: ...', to be put behind a sentence about an unknown name."""
    names = [str(name) for name in known]
    lowered = {name.lower(): name for name in names}
    close = difflib.get_close_matches(str(word).lower(), lowered, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {lowered[close[0]]!r}?"
    return f"; known: {', '.join(names)}"


def known_options(game: Game, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The reset options that are the game's own, as plain values.

    A misspelt one is refused; names like none of ours are other people's, and passed over.
    """
    known = {}
    for name, value in (options or {}).items():
        if name in game.reset_options:
            known[name] = _plain(name, value)
        elif (hint := nearest(name, game.reset_options)).endswith("?"):
            raise ValueError(f"{game.title} has no reset option {name!r}{hint}")
    return known


def _plain(name: str, value: Any) -> Any:
    """A value as JSON can hold it, independent of the caller's."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(name, item) for item in value]
    if value is not None and not isinstance(value, (str, int, float)):
        raise ValueError(f"reset option {name!r} cannot be {value!r}")
    return value


def illegal_action(game: Game, who: str, action: Any, mask: NDArray[Any]) -> str:
    """Who tried what, and what was legal."""
    legal = [int(i) for i in np.flatnonzero(mask)]
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        tried = f"{action!r}, which is no action number"
    elif not 0 <= action < game.actions.size:
        tried = f"{action!r}, which is outside 0 to {game.actions.size - 1}"
    else:
        tried = f"{int(action)} ({game.actions.text(int(action))})"
    listed = "; ".join(f"{i} ({game.actions.text(i)})" for i in legal[:MOST_LISTED])
    more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    return f"{who} tried {tried}; legal: {listed or 'nothing'}{more}"
