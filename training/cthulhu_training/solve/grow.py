"""The game tree of a small table for two, grown by the game's own kernels.

This file is a template like _runtime/loops.py: bound once per game, with the game's kernels under
the names imported below. The walk goes depth first and keeps all it needs in arrays (tree.py), so
that it can stop when one is full and go on when it is larger.

A frame of the walk is a decision, or a step of chance: an action whose unknown cards are chosen
one after the other, for as long as the outcome depends on the next one. The end of a game is no
node; what it pays is added to the action that led there.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from cthulhu_agents.solved.keys import hash_words

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below

if TYPE_CHECKING:
    from cthulhu_envs.authoring.kernel_signatures import (
        apply,
        deal,
        hidden,
        lay,
        legal,
        observe,
        remember,
        score,
        stack,
        unknown,
    )

DECISION, UNTRIED, CHANCE = 0, 1, 2  # kinds of frames; UNTRIED: chance not yet looked at
DONE, FULL, PAUSE = 0, 1, 2  # what `grow` returns
DEAL = -1  # the action of the first step of chance
NO_FRAME = -1
EMPTY = -1  # in the table of information sets

# Where `at` keeps how much there is of what.
DEPTH, NODES, EDGES, INFOS, CHOICES, SHOWN, SHOWN_INFO = range(7)


@kernel
def grow(
    kits, states, frames, at, nodes, pays, infos, slots, words, ids, blank, obs, mask, met, order
):
    """Walk on until the tree is complete (DONE), an array is FULL, or enough is shown (PAUSE)."""
    kit = kits[0]
    while at[DEPTH] != NO_FRAME:
        depth = at[DEPTH]
        if (
            at[NODES] == nodes.shape[0]
            or at[EDGES] + ids.shape[1] > pays.shape[0]
            or at[INFOS] == infos.shape[0]
            or 2 * at[INFOS] >= slots.shape[0]
        ):
            return FULL
        if obs.shape[0] > 0 and at[SHOWN] == obs.shape[0]:
            return PAUSE
        f = frames[depth]
        if f.kind == DECISION:
            next_action(kit, states, frames, at, nodes, ids)
        elif f.kind == UNTRIED:
            if is_settled(kit, states, f, depth, blank, words):
                settle(kit, states, frames, at, nodes, pays, infos, slots, words, ids, order)
                if obs.shape[0] > 0 and at[DEPTH] == depth and f.kind == DECISION:
                    show_if_new(kit, states, frames, at, nodes, ids, obs, mask, met)
            else:
                f.kind = CHANCE
        else:
            next_card(frames, at)
    return DONE


@kernel
def next_action(kit, states, frames, at, nodes, ids):
    """Try the next action of a decision, or close it."""
    depth = at[DEPTH]
    f = frames[depth]
    if f.tried == f.count:
        nodes[f.node].skip = at[NODES]
        at[DEPTH] = depth - 1
        return
    child = frames[depth + 1]
    child.kind = UNTRIED
    child.action = ids[depth, f.tried]
    child.home = depth
    child.fixed = 0
    child.tried = 0
    child.prob = 1.0
    child.count = unknown(kit, states[depth], child.cards)
    f.tried += 1
    at[DEPTH] = depth + 1


@kernel
def is_settled(kit, states, f, depth, blank, words):
    """Play the action on the cards laid so far; True if no later card has a say."""
    s = states[depth]
    if f.action == DEAL:
        states[depth] = blank[0]
        stack(kit, s, f.cards)
        deal(kit, s)
    else:
        states[depth] = states[f.home]
        lay(kit, s, f.cards)
        apply(kit, s, f.action)
    return f.count - unknown(kit, s, words) <= f.fixed


@kernel
def next_card(frames, at):
    """Try the next different card as the one that becomes known, or go back."""
    depth = at[DEPTH]
    f, child = frames[depth], frames[depth + 1]
    for k in range(f.fixed, f.count):
        card = f.cards[k]
        if f.tried >> card & 1:
            continue
        f.tried |= 1 << card
        copies = 0
        for place in range(f.count):
            child.cards[place] = f.cards[place]
            copies += place >= f.fixed and f.cards[place] == card
        child.cards[k] = f.cards[f.fixed]
        child.cards[f.fixed] = card
        child.kind = UNTRIED
        child.action = f.action
        child.home = f.home
        child.fixed = f.fixed + 1
        child.tried = 0
        child.prob = f.prob * copies / (f.count - f.fixed)
        child.count = f.count
        at[DEPTH] = depth + 1
        return
    at[DEPTH] = depth - 1


@kernel
def settle(kit, states, frames, at, nodes, pays, infos, slots, words, ids, order):
    """An outcome is reached: the end of a game, or a decision that takes the frame's place."""
    depth = at[DEPTH]
    s, f = states[depth], frames[depth]
    if s.ending != 0:
        home = frames[f.home]
        score(kit, s, f.reward)
        pays[home.edge + home.tried - 1] += f.prob * f.reward[0]
        at[DEPTH] = depth - 1
        return
    f.kind = DECISION
    f.count = legal(kit, s, ids[depth])
    put_in_order(ids[depth], f.count)
    f.tried = 0
    f.level = 0 if f.home == NO_FRAME else frames[f.home].level + 1
    f.node = at[NODES]
    f.edge = at[EDGES]
    node = nodes[f.node]
    node.info = find_info(kit, s, at, infos, slots, words, f.count, order)
    node.held = hidden(kit, s, 1 - s.seat)
    node.edge = f.edge
    node.prob = f.prob
    node.level = f.level
    node.act = 0 if f.home == NO_FRAME else frames[f.home].tried - 1
    at[NODES] += 1
    at[EDGES] += f.count


@kernel
def put_in_order(ids, count):
    """Sort action ids: their order must not tell in which order the cards were drawn."""
    for k in range(1, count):
        moved = ids[k]
        place = k
        while place > 0 and ids[place - 1] > moved:
            ids[place] = ids[place - 1]
            place -= 1
        ids[place] = moved


@kernel
def find_info(kit, s, at, infos, slots, words, count, order):
    """The information set of the seat that decides; a new one is added."""
    key = hash_words(words, remember(kit, s, s.seat, order, words))
    place = find_slot(infos, slots, key)
    if slots[place] == EMPTY:
        info = infos[at[INFOS]]
        info.key = key
        info.seat = s.seat
        info.count = count
        info.first = at[CHOICES]
        slots[place] = at[INFOS]
        at[INFOS] += 1
        at[CHOICES] += count
    return slots[place]


@kernel
def find_slot(infos, slots, key):
    """Where a key stands in the table, or the empty place where it belongs."""
    place = np.int64(key % np.uint64(slots.shape[0]))
    while slots[place] != EMPTY and infos[slots[place]].key != key:
        place += 1
        if place == slots.shape[0]:
            place = np.int64(0)
    return place


@kernel
def show_if_new(kit, states, frames, at, nodes, ids, obs, mask, met):
    """What the seat sees and may do at an information set that is met for the first time, and
    the state in which it was met.
    """
    depth = at[DEPTH]
    s, f = states[depth], frames[depth]
    if nodes[f.node].info != at[SHOWN_INFO]:
        return
    met[at[SHOWN]] = states[depth]
    row = at[SHOWN]
    obs[row] = 0.0
    mask[row] = 0
    observe(kit, s, s.seat, obs[row])
    for k in range(f.count):
        mask[row, ids[depth, k]] = 1
    at[SHOWN] += 1
    at[SHOWN_INFO] += 1


@kernel
def fill_slots(infos, count, slots):
    """Enter all information sets into a new, larger table."""
    for k in range(count):
        slots[find_slot(infos, slots, infos[k].key)] = k


@kernel
def probe(kits, states, frames, words, ids, blank, chooser, nodes, edges):
    """Walk down at random, again and again: how many decisions, and actions of them, the whole
    tree would have if it were everywhere as wide as on that path. Right on average (Knuth).

    The first frame is the deal, not yet looked at, as at the start of a walk.
    """
    for i in range(nodes.shape[0]):
        nodes[i] = 0.0
        edges[i] = 0.0
        frames[0].fixed = 0
        probe_once(kits[0], states, frames, words, ids, blank, chooser, nodes, edges, i)


@kernel
def probe_once(kit, states, frames, words, ids, blank, chooser, nodes, edges, i):
    """One path to the end of a game."""
    width = 1.0
    depth = 0
    while True:
        f = frames[depth]
        if not is_settled(kit, states, f, depth, blank, words):
            width *= fix_any_card(f, chooser)
            continue
        s = states[depth]
        if s.ending != 0:
            return
        count = legal(kit, s, ids[depth])
        nodes[i] += width
        edges[i] += width * count
        width *= count
        child = frames[depth + 1]
        child.action = ids[depth, below(chooser[0], count)]
        child.home = depth
        child.fixed = 0
        child.count = unknown(kit, s, child.cards)
        depth += 1


@kernel
def fix_any_card(f, chooser):
    """Make any of the different unknown cards the next one; returns how many there are."""
    different = 0
    chosen = f.fixed
    for k in range(f.fixed, f.count):
        is_new = True
        for earlier in range(f.fixed, k):
            is_new = is_new and f.cards[earlier] != f.cards[k]
        if is_new:
            different += 1
            if below(chooser[0], different) == 0:
                chosen = k
    card = f.cards[chosen]
    f.cards[chosen] = f.cards[f.fixed]
    f.cards[f.fixed] = card
    f.fixed += 1
    return different
