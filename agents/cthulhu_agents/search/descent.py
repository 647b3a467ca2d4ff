"""Iterations of a search, from worlds to what they pay: `advance`, the loop over the verbs.

Lanes are iterations side by side. Each runs until the policy must say what a seat plays, or what a
position is worth; then the caller asks the policy for all waiting lanes at once and advances them
again. A lane that has finished begins the next iteration. Without a policy nothing ever waits, and
iterations follow one another.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np

from cthulhu_agents.search.records import (
    FRESH,
    IDLE,
    IN_TREE,
    JUDGED,
    MAX_PATH,
    NONE,
    PLAY_OUT,
    ROOT,
)
from cthulhu_agents.search.tree import (
    find_edge,
    find_node,
    follow,
    imitate,
    key_of,
    least_tried,
    select,
    settle,
)
from cthulhu_envs._runtime.addresses import (
    APPLY,
    DETERMINIZE,
    LEGAL,
    OBSERVE,
    PREPARE,
    SCORE,
    ask,
    do,
)
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, next_word, seed_stream, unit

REDRAW = 0.5  # how often another's decision in the tree is looked at from its own view
NO_ACTION = -1  # the policy is to decide


@kernel
def advance(searches, rules, tree, hasher, start, asking, lanes, live, chapters, legal):
    """Run all lanes as far as they go; returns how many wait to be told an action.

    These stand in the first rows of `asking`. Lanes in mode JUDGED wait for what their position
    is worth: it must be added to `paid` before they are advanced again.
    """
    search = searches[0]
    waiting = 0
    answers = 0
    for i in range(lanes.shape[0]):
        lane = lanes[i]
        action = np.int64(NO_ACTION)
        if lane.mode == JUDGED:
            finish(search, tree, start, lane)
        elif lane.is_asking:
            action = np.int64(asking.actions[answers])
            answers += 1
            lane.is_asking = 0
            expand(search, tree, lane, live[i].seat, action)
        while True:
            if lane.mode == FRESH:
                if search.budget == 0:
                    lane.mode = IDLE
                else:
                    action = set_out(search, tree, start, lane, live, chapters, legal, i)
            if lane.mode == IDLE:
                break
            if action == NO_ACTION:
                action = decide(search, rules, tree, hasher, lane, live[i])
            if action == NO_ACTION:
                show(rules, live[i], asking.obs[waiting], asking.mask[waiting])
                asking.lane[waiting] = i
                lane.is_asking = 1
                waiting += 1
                break
            play(search, rules, lane, live[i], action)
            action = np.int64(NO_ACTION)
            is_cut = search.horizon > 0 and chapters[i] >= lane.last
            if live[i].ending == 0 and is_cut and search.estimates_values:
                lane.mode = JUDGED
                break
            if live[i].ending != 0 or is_cut:
                if live[i].ending == 0:
                    for seat in range(search.num_players):
                        lane.paid[seat] += lane.shaped[seat]
                finish(search, tree, start, lane)
    return waiting


@kernel(inline=True)
def finish(search, tree, start, lane):
    """Book what an iteration paid; its lane is free for the next."""
    settle(tree, lane)
    if search.is_flat:
        tried = lane.edge[0] - tree.nodes[ROOT].first
        start.book[lane.turn, tried] = lane.paid[search.me]
    lane.mode = FRESH


@kernel
def set_out(search, tree, start, lane, live, chapters, legal, i):
    """Begin an iteration: choose the root action, then the world.

    All root actions meet the same worlds with the same luck in the same order, so that what
    differs is what they pay. Returns the action.
    """
    search.budget -= 1
    search.begun += 1
    if search.is_flat:
        edge = least_tried(tree, ROOT)
    else:
        edge = select(search, tree, ROOT, legal, legal.shape[0])
    turn = tree.edges[edge].begun % start.order.shape[0]
    lane.turn = turn
    live[i] = start.worlds[start.order[turn]]
    seed_stream(live[i], start.seeds[turn])
    lane.mode = PLAY_OUT if search.is_flat else IN_TREE
    lane.is_asking = 0
    lane.viewer = search.me
    lane.expanding = NONE
    lane.last = chapters[i] + search.horizon
    lane.depth = 0
    lane.paid[:] = 0.0
    lane.shaped[:] = 0.0
    follow(tree, lane, edge, search.me)
    return np.int64(tree.edges[edge].action)


@kernel
def decide(search, rules, tree, hasher, lane, s):
    """What the seat to move plays, in the tree or at random; NO_ACTION if the policy is to say."""
    is_modelled = search.models and s.seat != search.me
    if lane.mode == IN_TREE and is_modelled:
        return np.int64(NO_ACTION)
    n = ask(rules.verbs[LEGAL], rules.kits[0], s, rules.ids)
    if lane.mode == IN_TREE:
        action = descend(search, rules, tree, hasher, lane, s, n)
        if action != NO_ACTION or lane.expanding != NONE:
            return action
    if search.guided:
        return np.int64(NO_ACTION)
    return np.int64(rules.ids[below(search, n)])


@kernel
def descend(search, rules, tree, hasher, lane, s, n):
    """One step down the tree; NO_ACTION if it ends here, or if the policy is to say what it would
    play in this new node (`expanding`).

    A node is what the searching seat observes, also when another seat is to move. Where worlds are
    redrawn, it is what the seat to move observes, and it learns only from worlds drawn from its own
    view: in half of its decisions all that it cannot know is drawn again, and the iteration goes on
    for that seat; in the other half it plays what it has learnt so far. So nothing that I know
    guides what others do.
    """
    actor = np.int64(s.seat)
    observer = actor if search.redraws else search.me
    node, is_new = look_up(search, rules, tree, hasher, s, observer)
    is_own = actor == lane.viewer or not search.redraws
    if node != NONE and not is_own and unit(search) < REDRAW:
        redraw(search, rules, lane, s, actor)
        is_own = True
    if node == NONE or (is_new and not is_own) or lane.depth == MAX_PATH:
        lane.mode = PLAY_OUT
        return np.int64(NO_ACTION)
    if not is_own:
        return imitate(search, tree, node, rules.ids, n)
    if is_new and search.bias > 0.0:
        lane.expanding = node
        return np.int64(NO_ACTION)
    if is_new:
        lane.mode = PLAY_OUT
    edge = select(search, tree, node, rules.ids, n)
    if edge == NONE:
        lane.mode = PLAY_OUT
        return np.int64(NO_ACTION)
    follow(tree, lane, edge, actor)
    return np.int64(tree.edges[edge].action)


@kernel
def redraw(search, rules, lane, s, actor):
    """From here on the iteration is the actor's: a world from its view, a path of its own."""
    do(rules.verbs[PREPARE], rules.kits[0], s, actor, rules.scratch[0])
    seed_stream(s, next_word(search))
    do(rules.verbs[DETERMINIZE], rules.kits[0], s, actor, rules.scratch[0])
    search.num_redrawn += 1
    lane.viewer = actor
    lane.depth = 0


@kernel
def look_up(search, rules, tree, hasher, s, observer):
    """The node of what a seat observes now."""
    hasher.obs[:] = 0.0
    do(rules.verbs[OBSERVE], rules.kits[0], s, np.int8(observer), hasher.obs)
    return find_node(search, tree, key_of(hasher.words, hasher.factors, s.seat))


@kernel
def expand(search, tree, lane, actor, action):
    """A new node learns what the policy would play there; that is played first."""
    if lane.expanding == NONE:
        return
    edge = find_edge(search, tree, lane.expanding, action, NONE)
    lane.expanding = NONE
    lane.mode = PLAY_OUT
    if edge != NONE:
        tree.edges[edge].prior = 1.0
        tree.edges[edge].available += 1
        follow(tree, lane, edge, actor)


@kernel
def show(rules, s, obs, mask):
    """What the seat to move sees and may do, for the policy."""
    obs[:] = 0.0
    do(rules.verbs[OBSERVE], rules.kits[0], s, s.seat, obs)
    mask[:] = 0
    for k in range(ask(rules.verbs[LEGAL], rules.kits[0], s, rules.ids)):
        mask[rules.ids[k]] = 1


@kernel
def play(search, rules, lane, s, action):
    """Play an action, and book what it pays."""
    do(rules.verbs[APPLY], rules.kits[0], s, action)
    do(rules.verbs[SCORE], rules.kits[0], s, rules.paid)
    for seat in range(search.num_players):
        lane.paid[seat] += rules.paid[seat]
    if search.horizon > 0 and not search.estimates_values:
        do(rules.verbs[SCORE], rules.shaping[0], s, rules.paid)
        for seat in range(search.num_players):
            lane.shaped[seat] += rules.paid[seat]
