"""Words for bad input: one clear sentence that names the fault, and the nearest right name."""

from __future__ import annotations

import difflib
import errno
import importlib.util
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cthulhu_envs.authoring.game import Game

MOST_LISTED = 8  # legal actions named in a message
MOST_DEPTH = 4  # lists in lists that a reset option may be
MOST_NAMES = 5  # names listed where one is not known
MOST_LETTERS = 300  # of a message about a file
MOST_SHOWN = 60  # letters of a value in a message
CUT = "..."
MORE = " and {} more"
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
    FileExistsError: "{!r} already exists and is not a folder",
    IsADirectoryError: "{!r} is a folder, not a file",
    NotADirectoryError: "{!r} cannot be: a part of it is a file, not a folder",
    PermissionError: "there is no permission to use {!r}",
}
DISK_FAULTS = {  # the same for errors that have no type of their own
    errno.ENOSPC: "the disk is full: {!r} could not be written",
    errno.EDQUOT: "the quota of the disk is used up: {!r} could not be written",
    errno.EFBIG: "{!r} would be larger than files may be here",
    errno.EROFS: "{!r} is on a disk that is read-only",
    errno.ENAMETOOLONG: "{!r} is too long for the name of a file",
}


def sentence(fault: Exception) -> str:
    """A fault in words: of a library that is missing how to get it, of a file its name."""
    if isinstance(fault, ModuleNotFoundError) and fault.name:
        library = fault.name.partition(".")[0]
        if library in EXTRAS:
            return how_to_install([library])
    if isinstance(fault, OSError) and fault.strerror:
        if fault.filename is None:
            return one_line(fault.strerror)
        words = FILE_FAULTS.get(type(fault)) or DISK_FAULTS.get(fault.errno or 0)
        name = bounded(str(fault.filename), MOST_LETTERS // 2)
        return words.format(name) if words else f"{name!r}: {fault.strerror}"
    return one_line(str(fault))


def one_line(text: str) -> str:
    """A text as one line of a bounded length."""
    return bounded(text if text.isprintable() else " ".join(text.split()))


def bounded(text: str, most: int = MOST_LETTERS) -> str:
    """A text of at most that many letters: of a longer one the middle is left out."""
    if len(text) <= most:
        return text
    half = (most - len(CUT)) // 2
    return f"{text[: most - len(CUT) - half]}{CUT}{text[-half:]}"


def shown(value: Any, most: int = MOST_SHOWN) -> str:
    """A value as a message shows it: in one line, never longer than `most` letters."""
    try:
        said = repr(value)
    except ValueError:  # Python does not print whole numbers of thousands of digits
        return "a number of thousands of digits"
    except Exception:  # of another's class, or lists in lists without an end
        return f"something of the type {bounded(type(value).__name__, most // 2)}"
    line = said if said.isprintable() else " ".join(said.split())
    return bounded(line, most)


def asked(word: object, known: Iterable[str]) -> str:
    """A name that there is not, as a message shows it, with the nearest that there is."""
    return f"{shown(word)}{nearest(word, known)}"


def missing(libraries: Iterable[str]) -> list[str]:
    """Those that are not installed, each once; none of them is imported."""
    return [library for library in dict.fromkeys(libraries) if not _is_installed(library)]


def require(*libraries: str) -> None:
    """ImportError if one of EXTRAS is not installed; it names all that are missing at once."""
    if lacking := missing(libraries):
        raise ImportError(how_to_install(lacking))


def how_to_install(libraries: Sequence[str]) -> str:
    """One sentence about libraries that are missing, and the extras that bring them."""
    libraries = list(dict.fromkeys(libraries))
    extras = ",".join(dict.fromkeys(EXTRAS[library] for library in libraries))
    named = " and ".join(filter(None, (", ".join(libraries[:-1]), libraries[-1])))
    return f'this needs {named}: pip install "cthulhu_envs[{extras}]"'


def _is_installed(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is not None
    except ImportError:
        return False


def nearest(word: object, known: Iterable[str]) -> str:
    """'; did you mean X?' or '; known: ...', to be put behind a sentence about an unknown name. Of
    many names the nearest are listed.
    """
    names = [str(name) for name in known]
    lowered = {name.lower(): name for name in names}
    asked = bounded(word.lower(), MOST_SHOWN) if isinstance(word, str) else ""
    close = difflib.get_close_matches(asked, lowered, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {lowered[close[0]]!r}?"
    if len(names) <= MOST_NAMES:
        return f"; known: {', '.join(names)}"
    listed = difflib.get_close_matches(asked, lowered, n=MOST_NAMES, cutoff=0.0)
    few = [name for name in names if name.lower() in listed][:MOST_NAMES]
    return f"; known: {', '.join(few)}{MORE.format(len(names) - len(few))}"


def known_options(game: Game, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The reset options that are the game's own, as plain values.

    A misspelt one is refused; names like none of ours are other people's, and passed over.
    """
    if not isinstance(options, (Mapping, type(None))):
        raise ValueError(f"reset options are a dictionary, not {shown(options)}")
    known = {}
    for name, value in (options or {}).items():
        if not isinstance(name, str):
            continue
        if name in game.reset_options:
            known[name] = _plain(name, value)
        elif (hint := nearest(name, game.reset_options)).endswith("?"):
            raise ValueError(f"{game.title} has no reset option {shown(name)}{hint}")
    return known


def _plain(name: str, value: Any, depth: int = 0) -> Any:
    """A value as JSON can hold it, independent of the caller's."""
    plain = value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
    if isinstance(plain, (list, tuple)) and depth < MOST_DEPTH:
        return [_plain(name, item, depth + 1) for item in plain]
    is_number = isinstance(plain, int) or (isinstance(plain, float) and math.isfinite(plain))
    if value is not None and not is_number and not isinstance(plain, str):
        raise ValueError(f"reset option {name!r} cannot be {shown(value)}")
    return plain


def illegal_action(game: Game, who: str, action: Any, mask: NDArray[Any]) -> str:
    """Who tried what, and what was legal."""
    legal = [int(i) for i in np.flatnonzero(mask)]
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        tried = f"{shown(action)}, which is no action number"
    elif not 0 <= action < game.actions.size:
        tried = f"{shown(action)}, which is outside 0 to {game.actions.size - 1}"
    else:
        tried = f"{int(action)} ({game.actions.text(int(action))})"
    said = f"{who} tried {tried}; legal: "
    listed: list[str] = []
    for i in legal[:MOST_LISTED]:
        listed.append(f"{i} ({game.actions.text(i)})")
        if len(listed) > 1 and len(said) + len("; ".join(listed)) > MOST_LETTERS - len(MORE):
            listed.pop()
            break
    more = MORE.format(len(legal) - len(listed)) if len(legal) > len(listed) else ""
    return bounded(f"{said}{'; '.join(listed) or 'nothing'}{more}")
