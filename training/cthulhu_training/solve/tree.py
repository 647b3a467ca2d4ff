"""`Tree`: every way a small table for two can go, as flat arrays."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from cthulhu_agents.solved.keys import MAX_WORDS
from numpy.typing import NDArray

from cthulhu_envs._runtime.templates import bound
from cthulhu_envs.api.registry import find, games
from cthulhu_envs.api.typed import value_words
from cthulhu_envs.authoring.game import Chance, Game, load
from cthulhu_envs.authoring.record import STREAM, record_dtype
from cthulhu_training.solve import grow as template

GROW = Path(__file__).with_name("grow.py")
MAX_DEPTH = 128  # frames: decisions and chosen cards on one path
MAX_CARDS = 64
FIRST_SIZE = 1 << 16
GROWTH = 2
NODE_BYTES, CHOICE_BYTES = 8, 20  # of a solver's arrays, see cfr.py and values.py
MOST_OF_IT = 0.8
GUESSED_BYTES = 4 << 30
PROBES = 20_000  # random paths from which the size of a tree is estimated
SURE = 3.0  # standard errors by which an estimate must pass the limit
WITH_INFOS = 1.2  # information sets take so much beside nodes and actions, about

# Decisions in the order of a walk: all below a node stand between it and nodes[i].skip.
NODE = record_dtype(
    ("info", np.int32),
    ("skip", np.int32),
    ("edge", np.int32),  # first of its actions in `pays`
    ("prob", np.float32),  # of this outcome, given the action before
    ("act", np.uint8),  # which action of the node above led here
    ("level", np.uint8),  # decisions before it
    ("held", np.int8),  # what the other seat hides, as the game's Signals name it
)
INFO = record_dtype(
    ("key", np.uint64),
    ("first", np.int64),  # first of its actions in a policy
    ("count", np.int16),  # how many actions it has
    ("seat", np.int8),
)
FRAME = record_dtype(
    ("kind", np.int8),
    ("action", np.int32),
    ("home", np.int32),  # frame of the decision that took the action
    ("fixed", np.int32),  # unknown cards chosen so far
    ("tried", np.int64),  # actions tried, or bits of the cards tried
    ("count", np.int32),  # actions, or unknown cards
    ("prob", np.float64),
    ("node", np.int64),
    ("edge", np.int64),
    ("level", np.int32),
    ("reward", np.float32, (2,)),
    ("cards", np.int8, (MAX_CARDS,)),
)


@dataclass(frozen=True)
class Tree:
    """The whole game; a policy is one number for each action of each information set."""

    game: Game
    nodes: NDArray[Any]
    pays: NDArray[np.float32]  # for each action of each node, what seat 0 gets if it ends the game
    infos: NDArray[Any]
    in_order: bool

    @property
    def choices(self) -> int:
        """Numbers in a policy."""
        last = self.infos[-1]
        return int(last["first"] + last["count"])

    @property
    def nbytes(self) -> int:
        return self.nodes.nbytes + self.pays.nbytes + self.infos.nbytes


class Walk:
    """The arrays of a walk through the tree that is going on."""

    def __init__(self, game: Game, in_order: bool, shown: int) -> None:
        check_table(game)
        self.game = game
        self.kernels = bound(game, GROW)
        self.in_order = in_order
        self.states = game.new_states(MAX_DEPTH)
        self.frames = np.zeros(MAX_DEPTH, FRAME)
        self.at = np.zeros(7, np.int64)
        self.nodes = np.zeros(FIRST_SIZE, NODE)
        self.pays = np.zeros(FIRST_SIZE, np.float32)
        self.infos = np.zeros(FIRST_SIZE, INFO)
        self.slots = np.full(4 * FIRST_SIZE, template.EMPTY, np.int32)
        self.words = np.zeros(MAX_WORDS, np.int64)
        self.ids = np.zeros((MAX_DEPTH, game.actions.size), np.int32)
        self.blank = game.new_states(1)
        self.blank["asked_starter"] = 1
        # Two arrays: a record would be of another type, and compiled anew, for each table.
        self.obs = np.zeros((shown, game.observations.size), np.float32)
        self.mask = np.zeros((shown, game.actions.size), np.int8)
        self.met = game.new_states(shown)
        first = self.frames[0]
        cards = np.repeat(np.arange(len(game.kit[0].copies)), game.kit[0].copies)
        first.kind = template.UNTRIED
        first.action = template.DEAL
        first.home = template.NO_FRAME
        first.count = len(cards)
        first.cards[: len(cards)] = cards
        first.prob = 1.0

    def go_on(self) -> int:
        """Walk until an array is full, what is shown is full, or the end."""
        return int(
            self.kernels.grow(
                self.game.kit,
                self.states,
                self.frames,
                self.at,
                self.nodes,
                self.pays,
                self.infos,
                self.slots,
                self.words,
                self.ids,
                self.blank,
                self.obs,
                self.mask,
                self.met,
                self.in_order,
            )
        )

    @property
    def bytes_to_solve(self) -> int:
        """What the tree so far takes, and a solver's arrays beside it."""
        at = self.at
        grown = at[template.NODES] * NODE.itemsize + at[template.EDGES] * self.pays.itemsize
        table = at[template.INFOS] * INFO.itemsize + self.slots.nbytes
        solving = NODE_BYTES * at[template.NODES] + CHOICE_BYTES * at[template.CHOICES]
        return int(grown + table + solving)

    def make_room(self) -> None:
        """Enlarge what is full."""
        at = self.at
        if at[template.NODES] == len(self.nodes):
            self.nodes = _larger(self.nodes)
        if at[template.EDGES] + self.ids.shape[1] > len(self.pays):
            self.pays = _larger(self.pays)
        if at[template.INFOS] == len(self.infos):
            self.infos = _larger(self.infos)
        if 2 * at[template.INFOS] >= len(self.slots):
            self.slots = np.full(GROWTH * len(self.slots), template.EMPTY, np.int32)
            self.kernels.fill_slots(self.infos, at[template.INFOS], self.slots)


def _larger(array: NDArray[Any]) -> NDArray[Any]:
    larger = np.zeros(GROWTH * len(array), array.dtype)
    larger[: len(array)] = array
    return larger


def check_solvable(game: Game) -> None:
    """ValueError if a game has no table that can be solved; it says which games have."""
    if game.extras.solver:
        return
    known = [one for one in map(find, games()) if one.extras.solver]
    can = " and ".join(f"{one.title} ({one.name})" for one in known)
    raise ValueError(f"{game.title} cannot be solved exactly; {can} can")


def check_table(game: Game) -> None:
    """ValueError if a table is not of the kind that can be solved."""
    check_solvable(game)
    if game.num_players != 2:
        raise ValueError(f"only games of two players can be solved, not of {game.num_players}")
    if game.values.get("rounds", "single") != "single":
        raise ValueError('a match is too long to be solved; use rounds="single"')


def described(game: Game) -> dict[str, str]:
    """The table that is solved, in words: its deck, and what follows from the settings."""
    check_table(game)
    chance: Chance = load(game.extras.solver)
    return dict(chance.described(game.values))


def grow_tree(
    game: Game,
    in_order: bool = False,
    most_bytes: int | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Tree:
    """The tree of a table; ValueError as soon as it is clear that solving it needs more memory
    than `most_bytes`, or than is free.

    With `in_order` a seat recalls the order of its own secret draws too, which cannot help it:
    the tree has more information sets and the same value.
    """
    allowed = free_bytes() if most_bytes is None else most_bytes
    size = estimate(game)
    if size.bytes_to_solve - SURE * size.error > allowed:
        raise ValueError(_too_large(game, size, allowed))
    walk = Walk(game, in_order, shown=0)
    while walk.go_on() == template.FULL:
        progress(min(1.0, walk.at[template.NODES] / size.nodes))
        if walk.bytes_to_solve > allowed:
            raise ValueError(_too_large(game, size, allowed))
        walk.make_room()
    nodes, edges, infos = (
        int(walk.at[what]) for what in (template.NODES, template.EDGES, template.INFOS)
    )
    progress(1.0)
    return Tree(game, walk.nodes[:nodes], walk.pays[:edges], walk.infos[:infos], in_order)


def free_bytes() -> int:
    """Most of the memory that programs can still have; where nobody can say, a modest guess."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return GUESSED_BYTES
    return int(MOST_OF_IT * 1024 * kilobytes)


class Size(NamedTuple):
    """About how large a tree is."""

    nodes: float
    bytes_to_solve: float
    error: float  # standard error of the bytes


def estimate(game: Game, probes: int = PROBES) -> Size:
    """The size of a table's tree, from random paths through it; always the same answer."""
    walk = Walk(game, False, shown=0)
    nodes, edges = np.zeros(probes), np.zeros(probes)
    walk.kernels.probe(
        game.kit,
        walk.states,
        walk.frames,
        walk.words,
        walk.ids,
        walk.blank,
        np.zeros(1, STREAM),
        nodes,
        edges,
    )
    taken = WITH_INFOS * ((NODE.itemsize + NODE_BYTES) * nodes + walk.pays.itemsize * edges)
    error = float(taken.std() / np.sqrt(probes))
    return Size(float(nodes.mean()), float(taken.mean()), error)


def _too_large(game: Game, size: Size, allowed: int) -> str:
    needed, most = size.bytes_to_solve / 2**30, allowed / 2**30
    return (
        f"this deck of {game.title} has about {size.nodes:.2g} decisions, and solving it needs "
        f"about {needed:.2g} GB; {most:.2g} GB are allowed{_smaller(game)}"
    )


def _smaller(game: Game) -> str:
    """Where to begin, if a table was given no deck: that of the smallest table, as it is typed."""
    chance: Chance = load(game.extras.solver)
    deck = chance.example.get("deck")
    if deck is None or game.values.get("deck") is not None:
        return ""
    words = shlex.quote(value_words(deck))
    return f"; take a small deck, such as deck={words} (typed: --deck {words})"


class Shown(NamedTuple):
    """Some information sets, each as it is first met: row by row in the order of `Tree.infos`."""

    obs: NDArray[np.float32]
    mask: NDArray[np.int8]
    states: NDArray[Any]


def shows(tree: Tree, rows: int = 4096) -> Iterator[Shown]:
    """What the deciding seats see at all information sets, some at a time; the arrays are used
    again for the next ones.
    """
    walk = Walk(tree.game, tree.in_order, shown=rows)
    while True:
        stop = walk.go_on()
        if stop == template.FULL:
            walk.make_room()
            continue
        count = int(walk.at[template.SHOWN])
        yield Shown(walk.obs[:count], walk.mask[:count], walk.met[:count])
        walk.at[template.SHOWN] = 0
        if stop == template.DONE:
            return
