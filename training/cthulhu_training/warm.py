"""What `cthulhu warm` compiles of this package: the kernels of training, metrics and solving, by a
tiny run of each.
"""

from __future__ import annotations

import importlib.util
import tempfile
from pathlib import Path

from cthulhu_envs.api.agents import own_kinds
from cthulhu_envs.authoring.game import Chance, Game, load

RANDOM, HEURISTIC = "random", "heuristic"


def warm(game: Game) -> None:
    """Run everything once, in small, that compiles something for a game."""
    bots = [RANDOM, *(kind for kind in own_kinds(game) if kind == HEURISTIC)]
    with tempfile.TemporaryDirectory() as folder:
        if importlib.util.find_spec("torch"):  # else nobody trains here
            warm_training(game, bots, Path(folder))
    warm_metrics(game, bots)
    if game.extras.solver:
        warm_solver(game, bots)


def warm_training(game: Game, bots: list[str], folder: Path) -> None:
    """The lean trainer, from cloning to the last evaluation."""
    from cthulhu_training.ppo.run import train
    from cthulhu_training.ppo.settings import Settings

    settings = Settings(
        game=game.id,
        table=game.table,
        steps=64,
        num_envs=4,
        num_steps=4,
        minibatches=1,
        hidden="8",
        clone=bots[-1],
        clone_steps=16,
        opponents=bots[-1],
        self_play=0.5,
        pool_every=1,
        evaluate_games=2,
        evaluate_against=" ".join(bots),
    )
    train(settings, folder / "run")


def warm_metrics(game: Game, bots: list[str]) -> None:
    """A tournament, and what is counted in its games."""
    from cthulhu_training.public import behaviour

    behaviour(game, [RANDOM, bots[-1] if len(bots) > 1 else "flat:iters=2"], deals=1, worlds=2)


def warm_solver(game: Game, bots: list[str]) -> None:
    """The smallest table that the game knows, solved and used to judge its bots."""
    from cthulhu_training.solve.exploit import EQUILIBRIUM, exploit

    chance: Chance = load(game.extras.solver)
    table = game.configure(**chance.example)
    exploit(table, [*bots, EQUILIBRIUM], draws=1, target=0.1)
