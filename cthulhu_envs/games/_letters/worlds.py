"""Drawing a world for `determinize` (R9): cases and their weights, and placing unseen cards.

A case is one choice of `digit` out of `radix` for each row of the log; within a case the hidden
places are independent of each other. `w` is the scratch record of either game.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import shuffle, unit
from cthulhu_envs.games._letters.limits import NO_CARD

MAX_CASES = 1024  # kept; a position with more is gone through again for every world
NO_CASE = -1


# Cases


@kernel
def no_cases(w):
    """Before the first one is weighed."""
    w.cases = 0
    w.total = 0.0
    w.ready = NO_CASE
    w.history_length = 0


@kernel
def first_case(w, rows):
    """Start to count through the cases."""
    for row in range(rows):
        w.digit[row] = 0


@kernel
def next_case(w, rows):
    """Count on, latest row first; False after the last case."""
    for row in range(rows - 1, -1, -1):
        if w.digit[row] + 1 < w.radix[row]:
            w.digit[row] += 1
            return True
        w.digit[row] = 0
    return False


@kernel
def add_case(w, rows, weight):
    """Note the case at hand, if it has any histories."""
    if weight > 0.0:
        if w.cases < MAX_CASES:
            w.case_weight[w.cases] = weight
            for row in range(rows):
                w.case_digit[w.cases, row] = w.digit[row]
        w.cases += 1
        w.total += weight


@kernel
def case_at(w, mark):
    """The case that a mark between 0 and the weight of all of them falls into."""
    case = 0
    while case < w.cases - 1 and mark >= w.case_weight[case]:
        mark -= w.case_weight[case]
        case += 1
    return case


@kernel
def set_case(w, rows, case):
    """Go back to a case that was noted."""
    for row in range(rows):
        w.digit[row] = w.case_digit[case, row]


# Places unlike any other


@kernel(inline=True)
def count_hidden(kit, s, me, w):
    """The copies of each card that lie neither open nor in my hand, into `w.unseen`."""
    for card in range(s.lying.shape[0]):
        w.unseen[card] = kit.copies[card] - s.lying[card]
    for place in range(kit.num_face_up):
        w.unseen[s.face_up[place]] -= 1
    for slot in range(s.hand.shape[1]):
        if s.hand[me, slot] != NO_CARD:
            w.unseen[s.hand[me, slot]] -= 1


@kernel
def rank_place(w, place, weights):
    """Enter a place to be filled; those that few cards fit come first, so that seldom any fail."""
    w.fitting[place] = 0
    for card in range(w.unseen.shape[0]):
        if weights[card] > 0.0:
            w.fitting[place] += w.unseen[card]
    rank = w.places
    while rank > 0 and w.fitting[w.order[rank - 1]] > w.fitting[place]:
        w.order[rank] = w.order[rank - 1]
        rank -= 1
    w.order[rank] = place
    w.places += 1


@kernel
def most_ways(w, weights, gone):
    """The most that unseen cards can weigh in a place when the `gone` lightest are used up."""
    total = 0.0
    for card in range(w.unseen.shape[0]):
        total += w.unseen[card] * weights[card]
    lightest = -1.0
    while gone > 0:
        least, copies = np.inf, 0
        for card in range(w.unseen.shape[0]):
            if w.unseen[card] > 0 and lightest < weights[card] <= least:
                copies = w.unseen[card] + (copies if weights[card] == least else 0)
                least = weights[card]
        if copies == 0:
            return 0.0
        total -= min(gone, copies) * least
        gone -= min(gone, copies)
        lightest = least
    return total


@kernel
def ways_to_lay(w):
    """In how many orders the cards for the other places can lie."""
    cards = -w.places
    for card in range(w.unseen.shape[0]):
        cards += w.unseen[card]
    orders = 1.0
    for k in range(2, cards + 1):
        orders *= k
    return orders


# Placing the unseen cards


@kernel
def fill_pool(w):
    """All unseen cards are still to be placed."""
    for card in range(w.unseen.shape[0]):
        w.pool[card] = w.unseen[card]


@kernel
def ways_to_place(w, weights):
    """Weight of all ways to put a card of the pool into a place."""
    total = 0.0
    for card in range(w.pool.shape[0]):
        total += w.pool[card] * weights[card]
    return total


@kernel
def draw_weighted(s, w, weights, total):
    """Take a card out of the pool in proportion to its weight."""
    mark = unit(s) * total
    last = 0
    for card in range(w.pool.shape[0]):
        weight = w.pool[card] * weights[card]
        if weight > 0.0:
            last = card
            if mark < weight:
                break
            mark -= weight
    w.pool[last] -= 1
    return last


@kernel
def shuffle_pool(s, w):
    """What is left in the pool, in random order into `w.rest`; returns how many cards."""
    size = 0
    for card in range(w.pool.shape[0]):
        for _ in range(w.pool[card]):
            w.rest[size] = card
            size += 1
    shuffle(s, w.rest, size)
    return size


@kernel
def stack_history(kit, s, w):
    """Lay the cards of the round as the drawn history has them, to be dealt again."""
    s.stacked = 1
    s.round_number -= 1
    for position in range(kit.deck_size):
        s.deck[position] = w.card_at[position]
