"""Players, named by a spec where a bot is wanted: `random`, `heuristic`,
`kind:option=value,...`, `kind:path`, `my_module.MyBot`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint
from typing import Any

from cthulhu_envs.api import plugins
from cthulhu_envs.api.adapt import adapt, title_of
from cthulhu_envs.api.agent import Agent
from cthulhu_envs.api.registry import game_of
from cthulhu_envs.api.trust import check_place, check_wanted, why_not_here
from cthulhu_envs.authoring.errors import bounded, nearest, shown
from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.own_folder import look_for

__all__ = ["Agent", "kinds", "make_agent", "named", "register", "travels"]

_registered: dict[str, Callable[..., Agent]] = {}


def register(kind: str, make: Callable[..., Agent]) -> None:
    """Name your own bot in this process; `make(game, seed=..., **options)` makes it. The name of a
    bot for one game begins with the game: `my_game.heuristic`.

    A class in a module needs no name: its spec is `my_module.MyBot`.
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


def make_agent(bot: Any, game: str | Game, seed: int = 0) -> Agent:
    """The player that a spec describes, or that is handed over: a class or an object with
    `act(view)` or `act_batch(obs, mask)`, a function, a stable-baselines3 model. A ValueError
    says what is wrong with it. The game is the name of one with its usual settings, or a `Game`
    with settings of its own: a bot plays only at the table that it was made for.

        make_agent("heuristic", "love_letter")
        make_agent("ismcts:iters=200", cthulhu_envs.game("love_letter", num_players=2))
        make_agent(lambda view: view.legal[0], game)
    """
    game = game_of(game)
    if not isinstance(bot, str):
        return adapt(bot, game, seed)
    kind, _, rest = bot.partition(":")
    if "." not in kind:
        make = _known(kind, game)
        options = _options(kind, rest, make)
        if isinstance(make, type):
            return adapt(make, game, seed, options)
        return adapt(make(game, seed=seed, **options), game, seed)
    found = _imported(kind)
    if isinstance(found, type):
        return adapt(found, game, seed, _options(kind, rest, found))
    if rest:
        raise ValueError(f"agent {kind!r} has no option {shown(rest)}; it takes none")
    return adapt(found, game, seed)


def named(players: Sequence[Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """What players are called in tables, and those of them that are no specs, by name:
    classes, functions and objects go by the name of the class or function.
    """
    names: list[str] = []
    bots: dict[str, Any] = {}
    for player in players:
        name = title = title_of(player)
        if not isinstance(player, str):
            taken = [*names, *(one for one in players if isinstance(one, str))]
            number = 1
            while name in taken:
                number += 1
                name = f"{title} {number}"
            bots[name] = player
        names.append(name)
    return tuple(names), bots


def _known(kind: str, game: Game) -> Callable[..., Agent]:
    known = kinds(game)
    if kind not in known:
        raise ValueError(f"there is no agent {shown(kind)} for {game.title}{nearest(kind, known)}")
    found = known[kind]
    make: Callable[..., Agent] = found.load() if isinstance(found, EntryPoint) else found
    return make


def _imported(path: str) -> Any:
    """`my_module.MyBot`, wherever Python finds the module; trust.py says when it is not looked
    for.
    """
    if not all(part.isidentifier() for part in path.split(".")):
        raise ValueError(f"agent {shown(path)} cannot be loaded: it is no module.NAME")
    check_wanted(path)
    module, _, name = path.rpartition(".")
    try:
        look_for(module)
        check_place(module)
        return load(f"{module}:{name}")
    except (ImportError, AttributeError, ValueError) as fault:
        more = why_not_here() if isinstance(fault, ModuleNotFoundError) else ""
        words = f"agent {shown(path)} cannot be loaded: {fault}{more}"
        raise ValueError(bounded(words)) from None


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
            raise ValueError(f"agent {kind!r} has no option {shown(name)}{what}")
        options[name] = _value(value)
    return options


def _value(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
