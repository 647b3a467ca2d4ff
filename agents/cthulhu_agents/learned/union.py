"""Tables of several games laid over each other: what has the same name has the same place.

Observations and actions are made of named entries: a block and a label on each of its axes, such
as ("hand_of", "+1", "Guard"). Seats are relative, so the entries of a game for two are entries of
the same game for four too. A network over the union of their entries plays both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import Table

Entry = tuple[str, ...]  # the name of a block, then a label for each axis
Places = NDArray[np.int32]
OTHER = "another seat"  # instead of the label of one


def entries_of(blocks: Sequence[Sequence[Any]]) -> Iterator[Entry]:
    """The entries of blocks in their order; each block is a name, the labels of its axes, and
    whatever follows.
    """
    return ((name, *labels) for name, axes, *_ in blocks for labels in product(*axes))


def _entries(table: Table) -> list[Entry]:
    return list(entries_of([(b.name, [a.labels for a in b.axes.values()]) for b in table]))


class Union:
    """The entries of several games; those of the first game keep their order, then come those of
    the second that the first has not, and so on.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        self.games = tuple(games)
        self.observations, self.obs_places = _laid_over([game.observations for game in games])
        self.actions, self.action_places = _laid_over([game.actions for game in games])

    @cached_property
    def without_seats(self) -> tuple[Places, Places]:
        """For each entry of the observations, and of the actions, the number of its group: those
        that differ in the seats alone that they speak of, the seat that looks apart.
        """
        return (
            _groups(self.observations, [game.observations for game in self.games]),
            _groups(self.actions, [game.actions for game in self.games]),
        )


def _laid_over(tables: Sequence[Table]) -> tuple[list[Entry], list[Places]]:
    place: dict[Entry, int] = {}
    found = []
    for table in tables:
        own = [place.setdefault(entry, len(place)) for entry in _entries(table)]
        found.append(np.array(own, np.int32))
    return list(place), found


def _groups(entries: Sequence[Entry], tables: Sequence[Table]) -> Places:
    seats: dict[tuple[str, int], set[str]] = {}  # labels on an axis of a block
    for block in chain(*tables):
        for number, axis in enumerate(block.axes.values()):
            if axis.is_seat:
                steps = zip(axis.labels, axis.values, strict=True)
                others = {label for label, step in steps if step != 0}
                seats.setdefault((block.name, number), set()).update(others)
    group: dict[Entry, int] = {}
    found = []
    for name, *labels in entries:
        kept = [
            OTHER if label in seats.get((name, number), ()) else label
            for number, label in enumerate(labels)
        ]
        found.append(group.setdefault((name, *kept), len(group)))
    return np.array(found, np.int32)
