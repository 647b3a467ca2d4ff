"""The loops every environment runs, written once over the verbs of a game.

This file is a template: `templates.loops(game)` executes it once per game, with that game's kernels
standing under the names imported below. (Numba keeps kernels that close over other kernels out
of its disk cache; names of a module it keeps.) Arrays of one record stand for a single game, so
the AEC environment and the batch run the same machine code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cthulhu_envs._runtime.legality import ALL_LEGAL, WAIT, first_illegal
from cthulhu_envs._runtime.nonzero import move_nonzero
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, next_seed, seed_stream

if TYPE_CHECKING:
    from cthulhu_envs.authoring.kernel_signatures import (
        apply,
        deal,
        determinize,
        legal,
        observe,
        prepare,
        score,
    )

BEGIN = 0  # deal new games into blank states (or states that hold a stacked deck)
STEP = 1  # play one action in every game
STEP_AND_RESTART = 2  # the same, and finished games restart from their lane's next seed
LOOK = 3  # change nothing, show each game to the seat given in `seat`
NOBODY = -1  # instead of a seat: playouts go on to the end


@kernel
def run_lanes(
    kits, states, streams, seeds, actions, obs, mask, seat, reward, done, ending, ids, blank,
    room, indices, values, offsets, mode,
):  # fmt: skip
    """Do one thing (see above) in every game, then show it to the seat that is to move.

    One entry for all of it, because each entry compiles the whole game again. `ids` is scratch
    space for action ids, `blank` one blank state. Returns ALL_LEGAL, or the first lane whose
    action is illegal; then nothing has changed.

    Dense observations are the rows of `obs`, and `offsets` is empty. For sparse ones `obs` is one
    row of zeros, the beginning of the scratch space `room`, and lane i gets the entries from
    offsets[i] to offsets[i + 1] of `indices` and `values`. If these are too short, offsets[-1] says
    how long they must be: look again with longer ones.
    """
    kit = kits[0]
    is_sparse = offsets.shape[0] > 0
    is_step = mode == STEP or mode == STEP_AND_RESTART
    if is_step:
        lane = first_illegal(actions, mask)
        if lane != ALL_LEGAL:
            return lane
    for i in range(states.shape[0]):
        s = states[i]
        begins = mode == BEGIN
        if is_step and actions[i] == WAIT:
            reward[i, :] = 0.0
            ending[i] = 0
            done[i] = False
            if not is_sparse:  # what the lane showed is still there
                continue
        elif is_step:
            apply(kit, s, actions[i])
            score(kit, s, reward[i])
            ending[i] = s.ending
            done[i] = s.ending != 0
            if mode == STEP_AND_RESTART and s.ending != 0:
                seeds[i] = next_seed(streams, i)
                states[i] = blank[0]
                begins = True
        if begins:
            seed_stream(s, seeds[i])
            deal(kit, s)
        if mode != LOOK:
            seat[i] = s.seat
        if is_sparse:
            row = 0
        else:
            row = i
            obs[i, :] = 0.0
        show(kit, s, seat[i], obs[row], mask[i], ids)
        if is_sparse:
            offsets[i + 1] = move_nonzero(room, indices, values, offsets[i])
    return ALL_LEGAL


@kernel(inline=True)
def show(kit, s, seat, obs, mask, ids):
    """Write what a seat sees and may do; the mask is all zero for a seat that is not to move."""
    observe(kit, s, seat, obs)
    mask[:] = 0
    if s.ending == 0 and seat == s.seat:
        for k in range(legal(kit, s, ids)):
            mask[ids[k]] = 1


@kernel
def playouts(kits, states, lanes, stop_at, chooser, reward, paid, ids):
    """Play the games in some lanes with random legal actions; returns how many were played. Lane i
    goes on until its game ends or the seat stop_at[i] is to move; NOBODY is never to move.

    `chooser` is an array of one record with a stream of its own; `reward` gets the rewards of each
    lane since then, `paid` and `ids` are scratch space.
    """
    kit = kits[0]
    width = reward.shape[1]
    steps = 0
    for k in range(lanes.shape[0]):
        i = lanes[k]
        s = states[i]
        for p in range(width):
            reward[i, p] = 0.0
        while s.ending == 0 and s.seat != stop_at[i]:
            n = legal(kit, s, ids)
            apply(kit, s, ids[below(chooser[0], n)])
            score(kit, s, paid)
            for p in range(width):
                reward[i, p] += paid[p]
            steps += 1
    return steps


@kernel
def sample_worlds(kits, states, seat, seeds, worlds, scratch):
    """Copies of one game with all that a seat cannot know drawn anew, one for each seed."""
    kit = kits[0]
    prepare(kit, states[0], seat, scratch[0])
    for i in range(worlds.shape[0]):
        worlds[i] = states[0]
        world = worlds[i]
        seed_stream(world, seeds[i])
        determinize(kit, world, seat, scratch[0])
