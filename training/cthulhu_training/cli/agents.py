"""`cthulhu agents`: the bots that can play a game, with their options."""

from __future__ import annotations

import argparse
import inspect
from importlib.metadata import EntryPoint
from typing import Any

from cthulhu_envs.api.agents import kinds, own_kinds
from cthulhu_envs.api.registry import find_typed
from cthulhu_envs.authoring.errors import sentence
from cthulhu_envs.authoring.game import Game
from cthulhu_training.command import GAME, Command

HOW = """\
Options follow the name: ismcts:iters=200,worlds=100. Where auto or -1 stands, the game decides.
A bot of your own is my_module.MyBot.
These names are meant wherever a command takes bots (--agents, --opponents)."""
GIVEN = ("self", "game", "seed")  # what every bot is made with


def run(options: argparse.Namespace) -> int:
    """Print a bot's line, its options with their defaults, and what they mean."""
    from cthulhu_training.cli.show import entries, show

    game = find_typed(options.game)
    show(f"bots for {game.title}\n")
    show(entries((kind, described(made_by, game)) for kind, made_by in ordered(game)))
    show(f"\n{HOW}")
    return 0


def ordered(game: Game) -> list[tuple[str, Any]]:
    """The game's own bots first, then those of every game that can play this one."""
    own = own_kinds(game)
    found = sorted(kinds(game).items(), key=lambda one: (one[0] not in own, one[0]))
    return [(kind, made_by) for kind, made_by in found if can_play(made_by, game)]


def can_play(made_by: Any, game: Game) -> bool:
    """What a bot says of itself; one that cannot be loaded is listed, with the reason."""
    try:
        asked = getattr(loaded(made_by), "can_play", None)
    except ImportError:
        return True
    return asked is None or bool(asked(game))


def loaded(made_by: Any) -> Any:
    """The class or function that makes a bot."""
    return made_by.load() if isinstance(made_by, EntryPoint) else made_by


def described(made_by: Any, game: Game) -> str:
    """What a bot does in a sentence, its options, and the rest of its docstring about them."""
    try:
        make = loaded(made_by)
    except ImportError as fault:
        return sentence(fault)
    first, _, rest = inspect.cleandoc(make.__doc__ or "").partition("\n\n")
    lines = [" ".join(first.split())]
    if takes := options_of(make):
        lines.append(f"options: {', '.join(takes)}")
        lines += [" ".join(rest.split())] if rest else []
    about = getattr(make, "about", None)
    lines += [more] if about and (more := about(game)) else []
    return "\n".join(lines)


def options_of(make: Any) -> list[str]:
    """`iters=1000`, one for each option of a bot; a file that must be named is FILE."""
    found = []
    for name, one in inspect.signature(make).parameters.items():
        if name not in GIVEN:
            is_open = one.default in ("", inspect.Parameter.empty)
            found.append(f"{name}={'FILE' if is_open else one.default}")
    return found


COMMAND = Command(
    run, "list the bots of a game with their options", (GAME,), "cthulhu agents love_letter"
)
