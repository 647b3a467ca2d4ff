"""The tree: information sets found by what a seat observes, and the choice among their actions."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from cthulhu_agents.search.records import NONE, ROOT
from cthulhu_envs.authoring.kernels import is_compiled, kernel
from cthulhu_envs.authoring.rng import below, mix, unit

NEVER_TRIED = 1e9  # more than any score


def _wrapping(function: Callable[..., Any]) -> Any:
    """A kernel whose numbers may run over; uncompiled, numpy would warn of it."""
    return kernel(inline=True)(function) if is_compiled() else np.errstate(over="ignore")(function)


@_wrapping
def key_of(words, factors, seat):
    """A hash of an observation: equal where a seat cannot tell two positions apart.

    `words` are its numbers as bits, `factors` random odd numbers. Two observations that differ
    agree in their keys with a probability below 2**-40.
    """
    total = np.uint64(seat)
    for i in range(words.shape[0]):
        total += np.uint64(words[i]) * factors[i]
    return mix(total)


@kernel
def plant(search, tree, legal, advice):
    """The root with its actions, of which the policy would play `advice`."""
    search.num_nodes = 0
    search.num_edges = 0
    tree.slots[:] = NONE
    add_node(search, tree, np.uint64(0))
    for k in range(legal.shape[0]):
        edge = find_edge(search, tree, ROOT, legal[k], NONE)
        tree.edges[edge].prior = legal[k] == advice


@kernel
def add_node(search, tree, key):
    """A node without edges; there must be room."""
    number = np.int64(search.num_nodes)
    search.num_nodes += 1
    node = tree.nodes[number]
    node.key = key
    node.first = NONE
    node.count = 0
    node.total = 0.0
    return number


@kernel
def find_node(search, tree, key):
    """The node of a key, made if it is new and there is room; and whether it is new."""
    slots = tree.slots
    last = slots.shape[0] - 1
    slot = np.int64(key & np.uint64(last))
    while slots[slot] != NONE:
        if tree.nodes[slots[slot]].key == key:
            return np.int64(slots[slot]), False
        slot = (slot + 1) & last
    if search.num_nodes == tree.nodes.shape[0]:
        return np.int64(NONE), True
    slots[slot] = search.num_nodes
    return add_node(search, tree, key), True


@kernel
def find_edge(search, tree, node, action, before):
    """The edge of an action, made at the end of the list if it is new and there is room.

    `before` is the edge found last: actions mostly come in the order in which edges were made.
    """
    edges = tree.edges
    if before != NONE and edges[before].node == node:
        edge = np.int64(edges[before].after)
        if edge != NONE and edges[edge].action == action:
            return edge
    last, edge = np.int64(NONE), np.int64(tree.nodes[node].first)
    while edge != NONE and edges[edge].action != action:
        last, edge = edge, np.int64(edges[edge].after)
    if edge != NONE or search.num_edges == edges.shape[0]:
        return edge
    made = np.int64(search.num_edges)
    search.num_edges += 1
    new = edges[made]
    new.node, new.action, new.after = node, action, NONE
    new.available, new.begun, new.count = 0, 0, 0
    new.total, new.squares, new.prior = 0.0, 0.0, 0.0
    if last == NONE:
        tree.nodes[node].first = made
    else:
        edges[last].after = made
    return made


@kernel
def select(search, tree, node, ids, n):
    """The edge to follow: what it paid, how seldom it was tried when it was legal (availability,
    not visits of the node: not every action is legal in every world), and what the policy says.

    Iterations on their way count as tries that pay the mean. NONE if there is no room.
    """
    best, found, ties = -np.inf, np.int64(NONE), 0
    mean = tree.nodes[node].total / max(tree.nodes[node].count, 1)
    edge = np.int64(NONE)
    for k in range(n):
        edge = find_edge(search, tree, node, ids[k], edge)
        if edge == NONE:
            continue
        e = tree.edges[edge]
        e.available += 1
        if e.begun == 0 and search.bias == 0.0:
            score = NEVER_TRIED
        else:
            value = e.total / e.count if e.count > 0 else mean
            tries = max(e.begun, 1)
            score = value + search.explore * math.sqrt(math.log(e.available) / tries)
            score += search.bias * e.prior / (e.begun + 1)
        if score > best:
            best, found, ties = score, edge, 1
        elif score == best:
            ties += 1
            if below(search, ties) == 0:
                found = edge
    return found


@kernel
def imitate(search, tree, node, ids, n):
    """An action as often as it was tried so far: what a seat seems to play; random if unknown."""
    total = 0
    edge = np.int64(NONE)
    for k in range(n):
        edge = find_edge(search, tree, node, ids[k], edge)
        if edge != NONE:
            total += tree.edges[edge].begun
    mark = unit(search) * total
    edge = np.int64(NONE)
    for k in range(n):
        edge = find_edge(search, tree, node, ids[k], edge)
        if edge != NONE:
            mark -= tree.edges[edge].begun
            if mark < 0.0:
                return np.int64(ids[k])
    return np.int64(ids[below(search, n)])


@kernel
def least_tried(tree, node):
    """The first edge of those that were played least."""
    found, edge = np.int64(tree.nodes[node].first), np.int64(tree.nodes[node].first)
    while edge != NONE:
        if tree.edges[edge].begun < tree.edges[found].begun:
            found = edge
        edge = np.int64(tree.edges[edge].after)
    return found


@kernel(inline=True)
def follow(tree, lane, edge, actor):
    """Go down an edge, and remember it."""
    tree.edges[edge].begun += 1
    lane.edge[lane.depth] = edge
    lane.actor[lane.depth] = actor
    lane.depth += 1


@kernel
def settle(tree, lane):
    """Tell the edges of a finished iteration what it paid the seat that chose them."""
    for k in range(lane.depth):
        e = tree.edges[lane.edge[k]]
        paid = lane.paid[lane.actor[k]]
        e.count += 1
        e.total += paid
        e.squares += paid * paid
        node = tree.nodes[e.node]
        node.count += 1
        node.total += paid
