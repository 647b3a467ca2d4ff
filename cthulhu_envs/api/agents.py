"""Players, named by a spec wherever a bot is wanted: `random`, `heuristic`,
`kind:option=value,...`, `kind:path`, `my_module.MyBot`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

from cthulhu_envs.api import plugins
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game, load

__all__ = ["Agent", "kinds", "make_agent", "register", "travels"]

_registered: dict[str, Callable[..., Agent]] = {}


def register(kind: str, make: Callable[..., Agent]) -> None:
    """Give a bot of your own a name, in this process: `make(game, seed=..., **options)`. The bot of
    one game has its name before it: `my_game.heuristic`.

    A class that stands in a module needs no name: its spec is `my_module.MyBot`.
    """
    is_name = all(part.isidentifier() for part in kind.split(".")) and kind.count(".") < 2
    if not is_name or kind in plugins.found(plugins.AGENTS):
        raise ValueError(f"a bot cannot be called {kind!r}")
    _registered[kind] = make


def own_kinds(game: Game) -> list[str]:
    """The kinds of bots made for this game alone, such as `heuristic`."""
    own = f"{game.name}."
    known = (*plugins.found(plugins.AGENTS), *_registered)
    return sorted({name.removeprefix(own) for name in known if name.startswith(own)})


def kinds(game: Game) -> dict[str, Any]:
    """The kinds of players that can play a game, and what makes each: a class, or where it is.

    Packages declare theirs as entry points: `kind` for every game, `game.kind` for one.
    """
    known = {**plugins.found(plugins.AGENTS), **_registered}
    general = {name: one for name, one in known.items() if "." not in name}
    return general | {kind: known[f"{game.name}.{kind}"] for kind in own_kinds(game)}


def travels(spec: str) -> bool:
    """Whether other processes can make the player too."""
    kind = spec.partition(":")[0]
    return not any(name == kind or name.endswith(f".{kind}") for name in _registered)


def make_agent(spec: str, game: Game, seed: int = 0) -> Agent:
    """The player that a spec describes; a ValueError says what is wrong with it."""
    kind, _, rest = spec.partition(":")
    make = _imported(kind) if "." in kind else _known(kind, game)
    options = _options(kind, rest, make)
    return make(game, seed=seed, **options)


def _known(kind: str, game: Game) -> Callable[..., Agent]:
    known = kinds(game)
    if kind not in known:
        raise ValueError(f"there is no agent {kind!r} for {game.title}{nearest(kind, known)}")
    found = known[kind]
    make: Callable[..., Agent] = found.load() if isinstance(found, EntryPoint) else found
    return make


def _imported(path: str) -> Callable[..., Agent]:
    """`my_module.MyBot`, wherever Python finds the module."""
    module, _, name = path.rpartition(".")
    try:
        found = load(f"{module}:{name}")
    except (ImportError, AttributeError, ValueError) as fault:
        raise ValueError(f"agent {path!r} cannot be loaded: {fault}") from None
    if not (isinstance(found, type) and issubclass(found, Agent)):
        raise ValueError(f"{path!r} is no agent: it must be a subclass of cthulhu_envs.Agent")
    return found


def _options(kind: str, rest: str, make: Callable[..., Agent]) -> dict[str, Any]:
    """'iters=100,c=0.5' as keyword arguments; text without '=' is the agent's `path`."""
    takes = [name for name in inspect.signature(make).parameters if name not in ("game", "seed")]
    options: dict[str, Any] = {}
    for item in filter(None, rest.split(",")):
        name, equals, value = item.partition("=")
        if not equals:
            name, value = "path", item
        if name not in takes:
            what = f"{nearest(name, takes)}" if takes else "; it takes none"
            raise ValueError(f"agent {kind!r} has no option {name!r}{what}")
        options[name] = _value(value)
    return options


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
