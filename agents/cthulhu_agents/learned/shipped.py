"""The policies that come with the package, one for a game and a number of players."""

from __future__ import annotations

from pathlib import Path

from cthulhu_agents.learned.policy import LearnedPolicy
from cthulhu_envs.api.registry import find, games
from cthulhu_envs.api.typed import how_to_seat
from cthulhu_envs.authoring.game import Game

FOLDER = Path(__file__).parents[1] / "policies"


def name_of(game: Game) -> str:
    return f"{game.name}-{game.num_players}p.npz"


def shipped() -> list[Path]:
    """The files of the collection, in the order of the games."""
    order = [find(game).name for game in games()]
    found = FOLDER.glob("*.npz")
    return sorted(found, key=lambda path: (order.index(path.stem.rpartition("-")[0]), path.stem))


def shipped_for(game: Game) -> Path:
    """The policy for a table; ValueError says which there are."""
    path = FOLDER / name_of(game)
    if path.is_file():
        return path
    known = [one for one in shipped() if one.stem.rpartition("-")[0] == game.name]
    if not known:
        raise ValueError(f"no policy of {game.title} comes with the package; ppo:FILE plays yours")
    first, *others = (LearnedPolicy.read(one).game for one in known)
    ways = [how_to_seat(first, game, "the policy of the package was trained")]
    ways += [how_to_seat(home, game, "another") for home in others]
    raise ValueError("; ".join(ways))
