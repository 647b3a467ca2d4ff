"""DRAWING for games that bring none: what a seat observes, block by block."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.table import Table

from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.render import Drawing
from cthulhu_envs.drawing.spectator import name_of, seen_by


def text(game: Game, s: Any, seat: int | None) -> Table:
    """The blocks that are not all zero, of one seat or of all."""
    states = game.new_states(1)
    states[0] = s
    shown = Table(title=f"{game.title}, {seen_by(seat)}")
    seats = range(game.num_players) if seat is None else (seat,)
    shown.add_column("")
    for number in seats:
        shown.add_column(name_of(number))
    seen = [View(game, states, number).parts for number in seats]
    for block in game.observations:
        parts = [parts[block.name] for parts in seen]
        if any(np.any(part) for part in parts):
            shown.add_row(block.name, *(" ".join(f"{x:g}" for x in np.ravel(p)) for p in parts))
    return shown


def picture(game: Game, s: Any, seat: int | None) -> Any:
    """The same text, drawn."""
    from PIL import Image, ImageDraw

    from cthulhu_envs.drawing import render

    words = render.text(game, s, seat)
    lines = words.splitlines()
    image = Image.new("RGB", (8 * render.WIDTH, 16 * len(lines) + 16), "white")
    ImageDraw.Draw(image).multiline_text((8, 8), words, fill="black")
    return image


DRAWING = Drawing(text, f"{__name__}:picture")
