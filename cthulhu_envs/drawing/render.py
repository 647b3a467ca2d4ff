"""Showing a game: text, pictures and notebook pages, from the Drawing that each game brings.

Drawing libraries are imported when something is drawn, never before.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.drawing import Drawing
from cthulhu_envs.authoring.errors import asked, nearest, shown
from cthulhu_envs.authoring.game import Game, load
from cthulhu_envs.drawing.encoding import printable
from cthulhu_envs.drawing.spectator import name_of, seen_by

MODES = ("human", "ansi", "rgb_array")
CURRENT, ALL = "current", "all"  # eyes: of the seat to move, of a spectator who sees every card
WIDTH, LEAST = 100, 20  # columns of rendered text: where there is room, and where there is none
ALL_SEATS = None  # the spectator, where a seat is given by its number


def check_mode(mode: str | None) -> str | None:
    """A `render_mode` that there is."""
    if mode is not None and not (isinstance(mode, str) and mode in MODES):
        raise ValueError(f"render_mode cannot be {asked(mode, MODES)}")
    return mode


def check_seat(game: Game, seat: str) -> str:
    """A `render_seat` that there is: the name of an agent, "current" or "all"."""
    known = (CURRENT, ALL, *map(name_of, range(game.num_players)))
    if not isinstance(seat, str) or seat not in known:
        hint = nearest(seat, known)
        raise ValueError(f"there is no seat {shown(seat)} to look from{hint}")
    return seat


def looker(seat: str, to_move: int) -> int | None:
    """Whose eyes a `render_seat` means, as the number of a seat or ALL_SEATS."""
    if seat == ALL:
        return ALL_SEATS
    return to_move if seat == CURRENT else int(seat.rpartition("_")[2])


def drawing(game: Game) -> Drawing:
    """The game's Drawing."""
    found: Drawing = load(game.draw)
    return found


def image(game: Game, s: Any, seat: int | None) -> Any:
    """The table as a PIL image."""
    return load(drawing(game).picture)(game, s, seat)


def text(
    game: Game,
    s: Any,
    seat: int | None = ALL_SEATS,
    color: bool = False,
    width: int = WIDTH,
) -> str:
    """The table as text of some width, with terminal colours if asked."""
    look = drawing(game).text(game, s, seat)
    from rich.console import Console

    from cthulhu_envs.drawing.narrow import narrowed

    out = StringIO()
    if width < WIDTH:
        look = narrowed(look, width)
    Console(
        file=out,
        width=width,
        force_terminal=color,
        force_jupyter=False,  # in a notebook rich would show the text instead of writing it
        color_system="truecolor" if color else None,
    ).print(look)
    return out.getvalue()


def picture(game: Game, s: Any, seat: int | None = ALL_SEATS) -> NDArray[np.uint8]:
    """The table as an image, height x width x 3, the caller's to change."""
    return np.array(image(game, s, seat).convert("RGB"), dtype=np.uint8)


def html(game: Game, s: Any, seat: int | None = ALL_SEATS) -> str:
    """The picture as an HTML image, for notebooks."""
    import base64
    from io import BytesIO

    out = BytesIO()
    image(game, s, seat).save(out, format="PNG")
    data = base64.b64encode(out.getvalue()).decode()
    words = f"{game.title}, {seen_by(seat)}"
    return f'<img alt="{words}" style="max-width:100%" src="data:image/png;base64,{data}">'


def show(game: Game, s: Any, mode: str, seat: int | None = ALL_SEATS) -> Any:
    """What `render()` returns in one of the MODES; 'human' prints and returns None."""
    if mode == "rgb_array":
        return picture(game, s, seat)
    if mode == "ansi":
        return text(game, s, seat, width=columns() if sys.stdout.isatty() else WIDTH)
    print_text(game, s, seat)
    return None


def print_text(game: Game, s: Any, seat: int | None = ALL_SEATS) -> None:
    """Print the table as the terminal can show it: its width, colours and signs."""
    look = text(game, s, seat, color=shows_colors(), width=columns())
    print(printable(look, sys.stdout))


def in_columns(line: str, indent: int = 4) -> str:
    """A line of words broken between words where the terminal ends; in a pipe it stays whole."""
    if not (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        return line
    return textwrap.fill(line, columns(), subsequent_indent=" " * indent, break_on_hyphens=False)


def shows_colors() -> bool:
    """Whether what is printed goes to a terminal, and nobody has set NO_COLOR."""
    is_dumb = os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not is_dumb and not os.environ.get("NO_COLOR")


def columns() -> int:
    """How wide text may be: as the terminal, or as COLUMNS says, from LEAST to WIDTH."""
    if not (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        return WIDTH
    return min(max(shutil.get_terminal_size((WIDTH, 0)).columns, LEAST), WIDTH)
