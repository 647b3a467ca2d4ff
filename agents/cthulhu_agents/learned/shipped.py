"""The policies that come with the package, one for a game and a number of players."""

from __future__ import annotations

from pathlib import Path

from cthulhu_envs.api.registry import find, games
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
    if not path.is_file():
        known = ", ".join(path.stem for path in shipped())
        raise ValueError(
            f"no policy comes with the package for {game.title} with {game.num_players} players "
            f"(only {known}); ppo:FILE plays one of your own"
        )
    return path
