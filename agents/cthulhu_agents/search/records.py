"""The records a search works in, all in arrays that are made once and used again.

A node is an information set, found by a hash of what one seat observes. Its edges are the actions
that were legal there in some world.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cthulhu_envs.authoring.record import FLAG, record_dtype

MAX_SEATS = 8
MAX_PATH = 64  # edges of one iteration that are remembered; deeper down is play-out
NONE = -1  # no node, no edge
ROOT = 0  # the first node: the position that is searched

FRESH, IN_TREE, PLAY_OUT, JUDGED, IDLE = range(5)  # where a lane is

SEARCH = record_dtype(  # one search: its settings and counters
    ("me", np.int64),  # the seat that searches; first, so that `rng` lies elsewhere than in a state
    ("rng", np.uint64),
    ("num_players", np.int64),
    ("explore", np.float64),  # weight of the term that explores
    ("bias", np.float64),  # weight of what the policy would play
    ("horizon", np.int64),  # chapters after which an iteration is cut, 0: never
    ("is_flat", FLAG),  # no tree below the root, all actions tried alike
    ("models", FLAG),  # the others play by the policy inside the tree too
    ("guided", FLAG),  # play-outs are by the policy, else random
    ("redraws", FLAG),  # worlds are drawn anew for the others' decisions
    (
        "estimates_values",
        FLAG,
    ),  # the policy says what a position is worth where an iteration is cut
    ("budget", np.int64),  # iterations still to begin
    ("begun", np.int64),  # iterations so far
    ("num_nodes", np.int64),
    ("num_edges", np.int64),
    ("num_redrawn", np.int64),  # worlds drawn anew so far
)

NODE = record_dtype(
    ("key", np.uint64),
    ("first", np.int32),  # its first edge
    ("count", np.int32),  # iterations that came back
    ("total", np.float64),  # what they paid the seat that decides
)

EDGE = record_dtype(
    ("node", np.int32),
    ("action", np.int32),
    ("after", np.int32),  # the next edge of the node
    ("available", np.int32),  # how often it was legal when the node was visited
    ("begun", np.int32),  # how often it was played
    ("count", np.int32),  # how many of those came back; fewer while others are on their way
    ("total", np.float64),
    ("squares", np.float64),  # of what they paid
    ("prior", np.float64),  # 1 if the policy would play it
)

LANE = record_dtype(  # one iteration on its way
    ("mode", np.int8),
    ("is_asking", FLAG),  # it waits for the policy
    ("viewer", np.int64),  # the seat from whose view the world was drawn
    ("expanding", np.int64),  # node that waits to be told what the policy would play
    ("turn", np.int64),  # which world and luck it began with
    ("last", np.int64),  # the chapter at which it is cut
    ("depth", np.int64),  # edges on the path
    ("edge", np.int32, (MAX_PATH,)),
    ("actor", np.int8, (MAX_PATH,)),
    ("paid", np.float64, (MAX_SEATS,)),
    ("shaped", np.float64, (MAX_SEATS,)),
)


class Rules(NamedTuple):
    """A game's compiled verbs, and room for them to write to."""

    kits: Any
    shaping: Any  # the kit that pays on the way, for iterations that are cut
    verbs: Any
    ids: Any
    paid: Any
    scratch: Any


class Tree(NamedTuple):
    """Nodes, their edges, and where to find a node by its key."""

    nodes: Any
    edges: Any
    slots: Any


class ObsHasher(NamedTuple):
    """Room for an observation, the same room read as integers, and the factors that hash it."""

    obs: Any
    words: Any
    factors: Any


class Start(NamedTuple):
    """Worlds, and which of them with which luck the k-th try of every root action begins in; of a
    flat search also what that try paid, by try and action.
    """

    worlds: Any
    order: Any
    seeds: Any
    book: Any


class Asking(NamedTuple):
    """Lanes that wait for the policy, what it is shown of each, and its actions."""

    lane: Any
    obs: Any
    mask: Any
    actions: Any
