"""The policies that come with the package, one for a game and a number of players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cthulhu_agents.learned.family import PolicyFamily
from cthulhu_envs.api.registry import find, games
from cthulhu_envs.api.typed import how_to_seat, table_options, value_words
from cthulhu_envs.authoring.game import Game

FOLDER = Path(__file__).parents[1] / "policies"


def name_of(games: Sequence[Game]) -> str:
    """The file of a policy for some tables: `love_letter-2p.npz`, or `love_letter-2-3-4p.npz`."""
    counts = sorted(game.num_players for game in games)
    return f"{games[0].name}-{'-'.join(map(str, counts))}p.npz"


def _described(path: Path) -> tuple[str, list[int]]:
    """The game and the numbers of players in the name of a file."""
    name, _, counts = path.stem.partition("-")
    return name, [int(count) for count in counts.removesuffix("p").split("-")]


def shipped() -> list[Path]:
    """The files of the collection, in the order of the games."""
    order = [find(game).name for game in games()]

    def rank(path: Path) -> tuple[int, list[int]]:
        name, counts = _described(path)
        return order.index(name), counts

    return sorted(FOLDER.glob("*.npz"), key=rank)


def shipped_tables(game: Game) -> list[str]:
    """The tables of a game that the collection has policies for: '-p 2 --set rounds=single'."""
    homes = [
        home
        for path in shipped()
        if _described(path)[0] == game.name
        for home in PolicyFamily.read(path).games
    ]
    return list(dict.fromkeys(" ".join(table_options(one.table)) for one in _by_size(homes)))


def _by_size(homes: Sequence[Game]) -> list[Game]:
    return sorted(homes, key=lambda home: home.num_players)


def check_own_choices(game: Game, path: Path) -> None:
    """ValueError if a table has something of its own, such as a small deck, that changes what is
    seen, where the policy knows only what the game brings: nothing typed besides would help.
    """
    home = next(one for one in PolicyFamily.read(path).games if one.num_players == game.num_players)
    own = {
        name: value
        for name, value in game.chosen.items()
        if value is not None and home.values[name] is None
    }
    is_alike = (home.observations.size, home.actions.size) == (
        game.observations.size,
        game.actions.size,
    )
    if own and not is_alike:
        told = ", ".join(f"{name}={value_words(value)}" for name, value in own.items())
        words = " ".join(table_options(game.table))
        raise ValueError(
            f"no policy of the package was trained with {told}; "
            f"`cthulhu train {game.name} {words}` trains one, and ppo:FILE plays it"
        )


def shipped_for(game: Game) -> Path:
    """The policy for a table, of several the one for the fewest numbers of players; ValueError says
    which there are.
    """
    known = [one for one in shipped() if _described(one)[0] == game.name]
    fitting = [one for one in known if game.num_players in _described(one)[1]]
    if fitting:
        found = min(fitting, key=lambda path: len(_described(path)[1]))
        check_own_choices(game, found)
        return found
    if not known:
        raise ValueError(f"no policy of {game.title} comes with the package; ppo:FILE plays yours")
    first, *others = (game for one in known for game in PolicyFamily.read(one).games)
    ways = [how_to_seat(first, game, "the policy of the package was trained")]
    ways += [how_to_seat(home, game, "another") for home in others]
    raise ValueError("; ".join(ways))
