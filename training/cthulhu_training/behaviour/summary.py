"""What was recorded, summed up for each agent: rates and means with intervals clustered by deal, in
one tidy table.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cthulhu_envs.authoring.files import write_whole
from cthulhu_envs.authoring.game import Game
from cthulhu_training.arena.names import short_names
from cthulhu_training.behaviour.events import BLUFF, Row, Tables
from cthulhu_training.fitting import Columns, Fitted
from cthulhu_training.intervals import Z_95

ANY = "any"
LACKING, GAINED = "bits lacking", "bits gained"
FALSE = "beliefs above one half that were false"
PLACE = re.compile(r"\{(\w+)\}")  # of an axis in the text of an action
COLUMNS = ("agent", "measure", "of", "value", "low", "high", "count")

# What a guess is measured by: name, value of a row, rows that count.
GUESSES: tuple[tuple[str, Callable[[Row], float], Callable[[Row], bool]], ...] = (
    ("guesses right", lambda row: row["hit"], lambda row: True),
    ("guesses right by counting", lambda row: row["counting_hits"], lambda row: True),
    ("guesses right by sampled worlds", lambda row: row["worlds_hit"], lambda row: True),
    ("probability named, of the best there was", lambda row: row["prob"] / row["best_prob"],
     lambda row: row["best_prob"] > 0),
    ("bluffs believed", lambda row: row["believed"], lambda row: row["claim"] == BLUFF),
    ("guesses fooled by a bluff", lambda row: row["fooled"], lambda row: True),
)  # fmt: skip


def summary(tables: Tables) -> list[Row]:
    """One row for each agent and measure; `of` tells measures of one name apart."""
    rows: list[Row] = []
    for agent in sorted({agent for agent, _ in tables.choices}):
        rows += _bluffs(agent, [row for row in tables.bluffs if row["agent"] == agent])
        guesses = [row for row in tables.guesses if row["agent"] == agent]
        for name, value, counts in GUESSES:
            rows += _mean(agent, name, ANY, [row for row in guesses if counts(row)], value)
        rows += _information(agent, [row for row in tables.information if row["agent"] == agent])
        for (who, block), (times, taken) in tables.choices.items():
            if who == agent:
                rows.append(_row(agent, "plays", block, taken / times, None, int(times)))
    return rows


def _bluffs(agent: str, bluffs: Sequence[Row]) -> list[Row]:
    rows: list[Row] = []
    for kind in sorted({row["bluff"] for row in bluffs}):
        mine = [row for row in bluffs if row["bluff"] == kind]
        name = f"free {kind}"
        rows += _mean(agent, name, ANY, [row for row in mine if not row["obvious"]], _taken)
        for beside in sorted({row["beside"] for row in mine}):
            here = [row for row in mine if row["beside"] == beside]
            rows += _mean(agent, name, beside, here, _taken)
    return rows


def _taken(row: Row) -> float:
    return float(row["taken"])


def _information(agent: str, found: Sequence[Row]) -> list[Row]:
    """Bits lacking at a decision, bits gained by each kind of action, and how often a belief that
    was likelier than not was false.
    """
    rows = _mean(agent, LACKING, ANY, found, lambda row: row["bits_before"])
    for action in [ANY, *sorted({row["action"] for row in found})]:
        here = [row for row in found if action in (ANY, row["action"])]
        gain = _mean(
            agent, GAINED, action, here, lambda row: row["bits_before"] - row["bits_after"]
        )
        rows += gain
    sure = [row for row in found if row["likeliest"] > 0.5]
    return rows + _mean(
        agent,
        FALSE,
        ANY,
        sure,
        lambda r: 1 - r["likeliest_true"],
    )


def _mean(
    agent: str, measure: str, of: str, rows: Sequence[Row], value: Callable[[Row], float]
) -> list[Row]:
    """The mean over rows, with a 95 % interval that takes a deal for one observation."""
    if not rows:
        return []
    values = np.array([value(row) for row in rows], float)
    _, deal = np.unique([str(row["deal"]) for row in rows], return_inverse=True)
    mean = float(values.mean())
    sums = np.bincount(deal, values - mean)
    half = Z_95 * float(np.sqrt((sums**2).sum())) / len(values) if len(sums) > 1 else None
    return [_row(agent, measure, of, mean, half, len(rows))]


def _row(agent: str, measure: str, of: str, value: float, half: float | None, count: int) -> Row:
    low, high = (None, None) if half is None else (value - half, value + half)
    cells = (agent, measure, of, float(value), low, high, count)
    return dict(zip(COLUMNS, cells, strict=True))


def table(rows: Iterable[Row], title: str, words: Mapping[str, str]) -> Fitted:
    """For the terminal: a column for each agent, where there is room; what it plays is left to the
    file. `words` are those of actions, by the names that the rows have.
    """
    kept = [row for row in rows if row["measure"] != "plays"]
    agents = list(dict.fromkeys(row["agent"] for row in kept))
    found = {(row["agent"], row["measure"], row["of"]): row for row in kept}
    cells = [
        [
            measure if of == ANY else f"... {words.get(of, of)}",
            *(_cell(found.get((agent, measure, of))) for agent in agents),
        ]
        for measure, of in _lines(kept, list(words))
    ]
    caption = "mean ± 95 %, clustered by deal, and how many were counted"
    return Columns(title, short_names(agents), cells, caption).fitted()


def _lines(rows: Sequence[Row], order: Sequence[str]) -> list[tuple[str, str]]:
    """Each measure with what belongs to it below, whichever agents have it. Actions are in the
    order of the game.
    """
    wanted = [name for name, _, _ in GUESSES] + [LACKING, GAINED, FALSE]
    ranks = {name: rank for rank, name in enumerate(wanted, 1)}  # bluffs, which are before, have 0
    measures = sorted(dict.fromkeys(row["measure"] for row in rows), key=lambda m: ranks.get(m, 0))
    lines = []
    for measure in measures:
        kinds = {row["of"] for row in rows if row["measure"] == measure} - {ANY}
        places = {name: place for place, name in enumerate(order)}
        lines.append((measure, ANY))
        lines += [(measure, of) for of in sorted(kinds, key=lambda of: (places.get(of, 0), of))]
    return lines


def action_words(game: Game) -> dict[str, str]:
    """What families of actions are called in tables: `play a Guard` for `guard`."""
    whole = {block.name: PLACE.sub(r"\1", block.text) for block in game.actions}
    short = {name: text.partition(":")[0] for name, text in whole.items()}
    once = Counter(short.values())
    return {name: text if once[text] == 1 else whole[name] for name, text in short.items()}


def _cell(row: Row | None) -> str:
    if row is None:
        return "-"
    half = "" if row["high"] is None else f" ± {row['high'] - row['value']:.3f}"
    return f"{row['value']:.3f}{half} ({row['count']:,})"


def write_tables(folder: Path, tables: Tables, rows: Sequence[Row]) -> None:
    """metrics.csv, and the rows it was made from."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in (
        ("metrics", rows),
        ("bluffs", tables.bluffs),
        ("guesses", tables.guesses),
        ("information", tables.information),
    ):
        write_whole(folder / f"{name}.csv", as_csv(lines))


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Rows of equal columns as text."""
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()
