"""`Tree`: every way a small table for two can go, as flat arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.engine.bind import bound
from cthulhu_envs.engine.game import Game
from cthulhu_envs.engine.record import record_dtype
from training.solve import grow as template

GROW = Path(__file__).with_name("grow.py")
MAX_DEPTH = 128  # frames: decisions and chosen cards on one path
MAX_CARDS = 64
MAX_WORDS = 4096
FIRST_SIZE = 1 << 16
GROWTH = 2
DOUBT = ((0.01, 20.0), (0.1, 4.0), (1.0, 1.5))  # an estimate may be off by so much, by share done

# Decisions in the order of a walk: all below a node stand between it and nodes[i].skip.
NODE = record_dtype(
    ("info", np.int32),
    ("skip", np.int32),
    ("edge", np.int32),  # first of its actions in `pays`
    ("chance", np.float32),  # of this outcome, given the action before
    ("act", np.uint8),  # which action of the node above led here
    ("level", np.uint8),  # decisions before it
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
    ("chance", np.float64),
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


class _Walk:
    """The arrays of a walk through the tree that is going on."""

    def __init__(self, game: Game, in_order: bool, shown: int) -> None:
        _check(game)
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
        self.shown = np.zeros(
            shown,
            record_dtype(
                ("obs", np.float32, (game.observations.size,)),
                ("mask", np.int8, (game.actions.size,)),
            ),
        )
        first = self.frames[0]
        cards = np.repeat(np.arange(len(game.kit[0].copies)), game.kit[0].copies)
        first.kind = template.UNTRIED
        first.action = template.DEAL
        first.home = template.NO_FRAME
        first.count = len(cards)
        first.cards[: len(cards)] = cards
        first.chance = 1.0

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
                self.shown,
                self.in_order,
            )
        )

    def share(self) -> float:
        """About how much of the walk is done: of each frame the branches behind it, each frame
        being one branch of the one before.
        """
        done, branch = 0.0, 1.0
        for frame in self.frames[: self.at[template.DEPTH] + 1]:
            tried, branches = _branches(frame)
            branch /= branches
            done += branch * (tried - 1)
        return done

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


def _branches(frame: Any) -> tuple[int, int]:
    """How many branches of a frame were begun, at least one, and how many it has."""
    if frame.kind == template.DECISION:
        return max(int(frame.tried), 1), int(frame.count)
    cards = len(set(frame.cards[frame.fixed : frame.count]))
    return max(int(frame.tried).bit_count(), 1), max(cards, 1)


def _larger(array: NDArray[Any]) -> NDArray[Any]:
    larger = np.zeros(GROWTH * len(array), array.dtype)
    larger[: len(array)] = array
    return larger


def _check(game: Game) -> None:
    if not game.chance:
        raise ValueError(f"{game.title} does not say how its chance is taken apart")
    if game.num_players != 2:
        raise ValueError(f"two players can be solved, not {game.num_players}")
    if game.values.get("rounds", "single") != "single":
        raise ValueError('a match is too long to be solved; use rounds="single"')


def grow_tree(
    game: Game,
    in_order: bool = False,
    most_bytes: int = 4 << 30,
    progress: Callable[[float], None] = lambda share: None,
) -> Tree:
    """The tree of a table; ValueError as soon as it is clear that it needs more memory.

    With `in_order` a seat recalls the order of its own secret draws too, which cannot help it:
    the tree has more information sets and the same value.
    """
    walk = _Walk(game, in_order, shown=0)
    while walk.go_on() == template.FULL:
        share = walk.share()
        progress(share)
        _check_size(game, walk, share, most_bytes)
        walk.make_room()
    nodes, edges, infos = (
        int(walk.at[what]) for what in (template.NODES, template.EDGES, template.INFOS)
    )
    progress(1.0)
    return Tree(game, walk.nodes[:nodes], walk.pays[:edges], walk.infos[:infos], in_order)


def _check_size(game: Game, walk: _Walk, share: float, most_bytes: int) -> None:
    """The part of the walk that is done tells how large the whole will be, at first roughly."""
    now = sum(array.nbytes for array in (walk.nodes, walk.pays, walk.infos, walk.slots))
    wanted = now / max(share, 1e-30)
    doubt = next(factor for limit, factor in DOUBT if share <= limit)
    if now > most_bytes or wanted > doubt * most_bytes:
        raise ValueError(
            f"this deck of {game.title} has about {walk.at[template.NODES] / share:.2g} decisions "
            f"and needs {wanted / 2**30:.1f} GB; {most_bytes / 2**30:.1f} GB are allowed"
        )


def shows(tree: Tree, rows: int = 4096) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Observations and masks of all information sets, in their order, some at a time."""
    walk = _Walk(tree.game, tree.in_order, shown=rows)
    while True:
        stop = walk.go_on()
        if stop == template.FULL:
            walk.make_room()
            continue
        count = int(walk.at[template.SHOWN])
        yield walk.shown["obs"][:count], walk.shown["mask"][:count]
        walk.at[template.SHOWN] = 0
        if stop == template.DONE:
            return


def key_of(game: Game, state: NDArray[Any], seat: int) -> np.uint64:
    """The key of the information set in which a seat is; `state` is an array of one record."""
    words = np.zeros(MAX_WORDS, np.int64)
    return np.uint64(bound(game, GROW).first_key(game.kit, state, seat, words, False))
