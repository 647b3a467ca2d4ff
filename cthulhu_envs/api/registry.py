"""'love_letter-v1' -> Game, loaded on demand; and the registries of PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.api import plugins
from cthulhu_envs.authoring.errors import asked, bounded, shown
from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.authoring.own_folder import look_for
from cthulhu_envs.authoring.parsing import Fields

_registered: dict[str, str] = {}  # 'love_letter-v1' -> 'module:GAME'


def register(game_id: str, home: str) -> None:
    """Make a game known by its id, in this process: `register("my_game-v0", "my_module:GAME")`. Its
    module is imported when it is first asked for.

    A package makes its games known to everybody by entry points (api/plugins.py).
    """
    name, _, version = game_id.rpartition("-v")
    if not name.isidentifier() or not version.isdigit():
        raise ValueError(f"the id of a game is like 'my_game-v0', not {shown(game_id)}")
    known = _homes().get(game_id, home)
    if known != home:
        raise ValueError(f"{game_id} is registered already, as {known}")
    _registered[game_id] = home


def _homes() -> dict[str, str]:
    """Where each game is declared: those registered here, then those of installed packages."""
    declared = {name: entry.value for name, entry in plugins.found(plugins.GAMES).items()}
    return declared | _registered


def games() -> tuple[str, ...]:
    """The ids of all known games, ours first."""
    return (*_registered, *(name for name in _homes() if name not in _registered))


def find(name: str) -> Game:
    """The game of an id ('love_letter-v1'), or the latest version of a name ('love_letter')."""
    if name in (homes := _homes()):
        game: Game = load(homes[name])
        return game
    latest = _latest(name)
    if latest is None:
        check_not_replaced(name)
        check_not_replaced("-v".join(name.rsplit("_v", 1)))
        names = [*dict.fromkeys(game_id.rpartition("-v")[0] for game_id in homes)]
        raise ValueError(f"there is no game {asked(name, names)}")
    return find(latest)


def find_typed(name: str) -> Game:
    """The game that somebody types: its id, its name, or `module:NAME` of a module that Python
    finds. The last is registered, so that this process knows it by its id from then on.

    Names that stand in a file go to `find`: a file must not choose which module is imported.
    """
    if ":" not in name:
        return find(name)
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in [*module.split("."), attribute]):
        raise ValueError(f"game {shown(name)} cannot be loaded: it is no module:NAME")
    try:
        look_for(module)
        game = load(name)
    except (ImportError, AttributeError, ValueError) as fault:
        raise ValueError(f"game {shown(name)} cannot be loaded: {fault!s:.400}") from None
    if not isinstance(game, Game):
        raise ValueError(f"{name} is not a Game")
    register(game.id, game.home)
    return game


def game_of(game: str | Game) -> Game:
    """A game that is named, or given."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise TypeError(f"a game is a name such as 'love_letter' or a Game, not {shown(game)}")
    return find_typed(game)


def game_in(head: Fields) -> Game:
    """The game that a file names, with the settings that it names; ValueError if they are none."""
    name, settings = head.text("game"), head.table("settings")
    try:
        return find(name).configure(**settings)
    except ValueError as fault:
        raise ValueError(bounded(str(fault))) from None
    except Exception as fault:  # a game's own checks may stumble over what nobody would type
        raise head.fault(f"settings that cannot be used ({type(fault).__name__})") from None


def check_not_replaced(game_id: str) -> None:
    """ValueError if a newer version took the place of this one; it says which and why."""
    name, _, version = game_id.rpartition("-v")
    latest = _latest(name)
    if latest and version.isdigit() and int(version) < _version(latest):
        reasons = find(latest).docs.history[int(version) + 1 :]
        raise ValueError(f"{latest} has replaced {game_id} ({' '.join(reasons)})")


def _latest(name: str) -> str | None:
    """The id of the newest version of a game."""
    versions = [game_id for game_id in _homes() if game_id.rpartition("-v")[0] == name]
    return max(versions, key=_version, default=None)


def _version(game_id: str) -> int:
    return int(game_id.rpartition("-v")[2])


def camel(game_id: str) -> str:
    """'love_letter-v1' -> 'LoveLetter-v1', as Gymnasium spells ids."""
    name, _, version = game_id.rpartition("-v")
    return "".join(part.title() for part in name.split("_")) + f"-v{version}"


def register_everywhere(namespace: str) -> None:
    """Tell Gymnasium, and PettingZoo where it has a registry, about all games."""
    import gymnasium
    import pettingzoo

    for game_id in games():
        gym_id = f"{namespace}/{camel(game_id)}"
        if gym_id not in gymnasium.registry:
            gymnasium.register(
                gym_id,
                entry_point="cthulhu_envs.api.gymnasium_env:GymEnv",
                vector_entry_point="cthulhu_envs.api.gymnasium_vector:GymVectorEnv",
                kwargs={"game": game_id},
            )
        if game_id in _registered and hasattr(pettingzoo, "register"):
            module = f"{namespace}.{game_id.replace('-v', '_v')}"
            _register_pettingzoo(pettingzoo, f"cthulhu/{game_id}", f"{module}:env")


def _register_pettingzoo(pettingzoo: Any, env_id: str, entry_point: str) -> None:
    try:
        pettingzoo.register("aec", env_id, entry_point=entry_point)
    except Exception as fault:  # registered before: the module was loaded twice
        if "already" not in str(fault).lower():
            raise
