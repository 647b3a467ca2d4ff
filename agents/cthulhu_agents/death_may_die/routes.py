"""Where the hunter wants to be, and the cheapest way there."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents.death_may_die.records import NEVER
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import CULTIST
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.sizes import MAX_KINDS, MAX_VALUES
from cthulhu_envs.games.death_may_die.view.observation import steps_away

DETOUR = 1.0  # steps that a way may be longer than the best, which is barred


@kernel
def set_goals(kit, obs, notes, judgement):
    """Steps that each space is worth less than the best: 0 for the best goals."""
    size = int(kit.spaces[notes.episode])
    for space in range(size):
        notes.goal[space] = NEVER
    if notes.disrupted:
        if notes.elder_at != NOTHING:
            notes.goal[notes.elder_at] = 0.0
        return
    ready = tome_goals(kit, obs, notes)
    place = int(kit.place[notes.episode])
    for space in range(size):
        down = obs[kit.ob.sites + 2 * space]
        up = obs[kit.ob.sites + 2 * space + 1]
        if place != NOTHING:
            if up > 0:
                notes.goal[space] = 0.5 * kit.distance[notes.episode, space, place]
            elif down > 0:
                notes.goal[space] = 1.0
        elif kit.markers[notes.episode] > 0:
            if obs[kit.ob.marker + space] > 0:
                notes.goal[space] = 1.0 if not ready else 6.0
            elif obs[kit.ob.kinds + space * MAX_KINDS + CULTIST] > 0:
                notes.goal[space] = min(notes.goal[space], 4.0 if not ready else 9.0)
        elif down + up > 0:
            notes.goal[space] = 0.0
    share_out(kit, notes, size, judgement)


@kernel
def tome_goals(kit, obs, notes):
    """Pieces on the map that a piece I hold opens; returns whether there are any."""
    found = False
    steps = kit.distance[notes.episode, notes.here]
    for mine in range(kit.pieces[notes.episode]):
        if obs[kit.ob.piece_held + mine * notes.people] == 0.0:
            continue
        for piece in range(kit.pieces[notes.episode]):
            near = obs[kit.ob.piece_near + piece]
            if near == 0.0 or not same_face(kit, obs, mine, piece):
                continue
            for space in range(kit.spaces[notes.episode]):
                is_there = obs[kit.ob.sites + 2 * space] + obs[kit.ob.sites + 2 * space + 1] > 0
                if is_there and steps[space] == steps_away(near):
                    notes.goal[space] = -3.0
                    found = True
    return found


@kernel
def same_face(kit, obs, first, second):
    """Whether two pieces show the same value."""
    for value in range(MAX_VALUES):
        if obs[kit.ob.piece_face + first * MAX_VALUES + value] > 0:
            return obs[kit.ob.piece_face + second * MAX_VALUES + value] > 0
    return False


@kernel
def share_out(kit, notes, size, judgement):
    """Goals that others are nearer to are left to them."""
    for space in range(size):
        if notes.goal[space] >= NEVER or notes.goal[space] < 0.0:
            continue
        mine = kit.distance[notes.episode, notes.here, space]
        for person in range(1, notes.people):
            if notes.alive[person] and notes.space[person] != NOTHING:
                theirs = kit.distance[notes.episode, notes.space[person], space]
                if theirs < mine:
                    notes.goal[space] += judgement.queue


@kernel
def lone_goal(kit, notes, goal):
    """Go to one space only."""
    for space in range(kit.spaces[notes.episode]):
        notes.goal[space] = NEVER
    notes.goal[goal] = 0.0


@kernel
def quiet_goals(kit, notes):
    """Spaces without enemies, to rest on."""
    for space in range(kit.spaces[notes.episode]):
        notes.goal[space] = 0.0 if notes.crowd[space] == 0.0 else NEVER


@kernel
def reckon_ways(kit, obs, notes, judgement):
    """The cost from every space to the best goal; Fire costs who leaves, enemies who enters."""
    size = int(kit.spaces[notes.episode])
    for space in range(size):
        notes.cost[space] = notes.goal[space]
    for _ in range(size):
        changed = False
        for space in range(size):
            links = kit.links[notes.episode, space]
            leave = cost_of_leaving(kit, obs, judgement, space)
            for other in range(size):
                if links >> other & 1:
                    way = leave + judgement.fright * risk_at(notes, other) + notes.cost[other]
                    if way < notes.cost[space] - 1e-9:
                        notes.cost[space] = way
                        changed = True
        if not changed:
            return


@kernel(inline=True)
def cost_of_leaving(kit, obs, judgement, space):
    """A step, and the Fire that comes along."""
    return 1.0 + judgement.scorch * (obs[kit.ob.fire + space] / kit.scale.fire)


@kernel(inline=True)
def risk_at(notes, space):
    """Wounds to expect on a space; those at the space of a vulnerable Elder One are accepted."""
    if notes.disrupted and space == notes.elder_at:
        return 0.0
    return notes.harm[space]


@kernel
def is_bearable(notes, space, actions, judgement):
    """Whether what waits there, with what follows from here, can be borne or killed in time."""
    if notes.disrupted and notes.elder_at == space:
        return True
    if notes.harm[space] == 0.0:
        return True
    rest = notes.harm[notes.here] + notes.harm[space] - judgement.kills * actions
    return notes.wounds + max(0.0, rest) <= (
        judgement.bold if notes.summoned else judgement.bearable
    )


@kernel
def next_step(kit, obs, mask, notes, actions, judgement):
    """The space to run to with `actions` left then, or NOTHING if this one is best."""
    reckon_ways(kit, obs, notes, judgement)
    leave = cost_of_leaving(kit, obs, judgement, notes.here)
    best, step = notes.cost[notes.here] + DETOUR, NOTHING
    if notes.goal[notes.here] <= notes.cost[notes.here]:
        return NOTHING
    for space in range(kit.spaces[notes.episode]):
        if mask[kit.act.run + space] and is_bearable(notes, space, actions, judgement):
            way = leave + judgement.fright * risk_at(notes, space) + notes.cost[space]
            if way < best - 1e-9:
                best, step = way, space
    return step
