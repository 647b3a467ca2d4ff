"""DRAWING for games that bring none: what a seat observes, block by block."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.table import Table

from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.spectator import name_of, seen_by


def text(game: Game, s: Any, seat: int | None) -> Table:
    """The blocks that are not all zero, of one seat or of all."""
    shown = Table(title=f"{game.title}, {seen_by(seat)}")
    seats = [*range(game.num_players)] if seat is None else [seat]
    shown.add_column("")
    for number in seats:
        shown.add_column(name_of(number))
    lanes = Lanes(game, len(seats))
    lanes.states[:] = s
    lanes.seat[:] = seats
    lanes.run(loops.LOOK)
    seen = game.observations.view(lanes.obs)
    for block in game.observations:
        parts = seen[block.name]
        if np.any(parts):
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
