"""The picture of a tournament: cross-play as a heat map, ratings with error bars beside it."""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import numpy as np

from cthulhu_training.arena.names import short_names
from cthulhu_training.arena.ratings import Ratings
from cthulhu_training.arena.report import half_width, interval, ranking, title
from cthulhu_training.arena.results import Results
from cthulhu_training.arena.statistics import Matrix

CELL = 1.05  # this and what follows: inches
LETTER = 0.085  # about as wide as a letter of a label
GAP, RATINGS = 1.0, 3.6  # between the panels, and the right one's width
WIDEST_TEXT, TEAM_TEXT = 8.2, 5.6  # the caption's longest line
BELOW = 0.95  # under the panels
ANGLE = 35  # of the column labels
SLOPE = 0.6  # rather more than its sine
LIGHT = 0.55  # of the colour scale: beyond this distance from its middle, letters are white


class Shown(NamedTuple):
    """How numbers stand in a heat map."""

    scale: int
    digits: int
    low: float  # the colour scale goes from here to 1


WINS, REWARDS = Shown(100, 1, 0.0), Shown(1, 2, -1.0)


def picture(results: Results, matrix: Matrix, ratings: Ratings) -> bytes:
    """A PNG; rows of both panels are the same agents, best on top."""
    order = ranking(ratings)
    left, side, figure = _begun(matrix, GAP + RATINGS + 0.3, WIDEST_TEXT)
    image = _heat(_panel(figure, left, side, side), matrix, order, WINS)
    bar = figure.colorbar(image, cax=_panel(figure, left + side + 0.12, 0.14, side))
    ticks = [0.0, matrix.fair / 2, matrix.fair, (1 + matrix.fair) / 2, 1.0]
    bar.set_ticks(ticks, labels=[f"{100 * tick:.3g}" for tick in ticks])
    bar.ax.axhline(matrix.fair, color="black", linewidth=1.2)
    bar.ax.set_title("%", fontsize=9)
    _ratings(_panel(figure, left + side + GAP, RATINGS, side), ratings, order)
    return _png(figure, results, _caption(results, matrix))


def team_picture(results: Results, rewards: Matrix) -> bytes:
    """A PNG of what teams are paid, whose seats win or lose together: nobody is rated."""
    left, side, figure = _begun(rewards, GAP, TEAM_TEXT)
    _heat(_panel(figure, left, side, side), rewards, list(range(len(rewards.agents))), REWARDS)
    others = results.players - 1
    caption = (
        f"Mean reward of the team of one row agent among {others} column agent{'s' * (others > 1)},"
        " every seat in turn,\non the same deals. In brackets: a team of one kind. All intervals "
        "95 %, over deals."
    )
    return _png(figure, results, caption)


def _begun(matrix: Matrix, beside: float, widest: float) -> tuple[float, float, Any]:
    """Where the heat map begins, how wide it is, and a figure with room for it, for its labels and
    for what stands beside it.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    longest = max(map(len, short_names(matrix.agents)))
    side = CELL * len(matrix.agents)
    left, top = LETTER * longest + 0.4, LETTER * longest * SLOPE + 0.75
    size = max(left + side + beside, widest), top + side + BELOW
    figure = Figure(figsize=size, dpi=150)
    FigureCanvasAgg(figure)
    return left, side, figure


def _panel(figure: Any, x: float, wide: float, high: float) -> Any:
    width, height = figure.get_size_inches()
    return figure.add_axes((x / width, BELOW / height, wide / width, high / height))


def _png(figure: Any, results: Results, caption: str) -> bytes:
    """The figure with its title and caption."""
    width, height = figure.get_size_inches()
    figure.text(0.15 / width, 1 - 0.3 / height, title(results), fontsize=12, weight="bold")
    figure.text(0.15 / width, 0.16 / height, caption, fontsize=8, color="0.3")
    file = io.BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def _heat(axes: Any, matrix: Matrix, order: list[int], how: Shown) -> Any:
    from matplotlib.colors import TwoSlopeNorm

    shown = matrix.mean[np.ix_(order, order)]
    norm = TwoSlopeNorm(matrix.fair, how.low, 1.0)
    image = axes.imshow(shown, cmap="RdBu", norm=norm, aspect="equal")
    called = short_names(matrix.agents)
    names = [called[i] for i in order]
    axes.set_xticks(range(len(order)), names, rotation=ANGLE, ha="left", rotation_mode="anchor")
    axes.set_yticks(range(len(order)), names)
    axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    for row, i in enumerate(order):
        for column, j in enumerate(order):
            _write_cell(axes, matrix, (i, j), (row, column), norm(shown[row, column]), how)
    return image


def _write_cell(
    axes: Any,
    matrix: Matrix,
    cell: tuple[int, int],
    place: tuple[int, int],
    shade: float,
    how: Shown,
) -> None:
    row, column = place
    is_self_play = cell[0] == cell[1]
    dark = abs(shade - 0.5) * 2 > LIGHT
    colour = "white" if dark else "0.3" if is_self_play else "black"
    mean = f"{how.scale * matrix.mean[cell]:.{how.digits}f}"
    text = f"({mean})" if is_self_play else mean
    style = "italic" if is_self_play else "normal"
    put = {"ha": "center", "va": "center", "color": colour, "style": style}
    axes.text(column, row - 0.1, text, fontsize=11, **put)
    half = half_width(matrix, *cell)
    spread = "" if np.isnan(half) else f"±{how.scale * half:.{how.digits}f}"
    axes.text(column, row + 0.2, spread, fontsize=8, **put)


def _ratings(axes: Any, ratings: Ratings, order: list[int]) -> None:
    points = ratings.points[order]
    low, high = ratings.low[order], ratings.high[order]
    rows = np.arange(len(order))
    bars = np.nan_to_num(np.clip(np.stack([points - low, high - points]), 0, None))
    axes.axvline(0, color="0.75", linewidth=1, zorder=0)
    axes.errorbar(points, rows, xerr=bars, fmt="o", color="black", capsize=6, markersize=4)
    over: dict[str, Any] = {"textcoords": "offset points", "ha": "center", "fontsize": 8.5}
    over["bbox"] = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    for row, i in enumerate(order):
        words = interval(ratings, i).replace("-", "\N{MINUS SIGN}")
        axes.annotate(words, (points[row], row), (0, 8), **over)
    axes.set_ylim(len(order) - 0.5, -0.5)
    axes.set_yticks(rows, [""] * len(order))
    axes.margins(x=0.22)
    axes.grid(axis="y", color="0.92")
    axes.set_axisbelow(True)
    for edge in ("top", "right", "left"):
        axes.spines[edge].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"rating ({ratings.anchor}; 400 points are odds of 10 to 1)", fontsize=9)


def _caption(results: Results, matrix: Matrix) -> str:
    others = results.players - 1
    return (
        f"Left: % of wins of one row agent among {others} column agent{'s' * (others > 1)}, every "
        f"seat in turn, on the same deals\n(fair: {100 * matrix.fair:.3g}; in brackets: self-play, "
        "a check). All intervals 95 %, over deals."
    )
