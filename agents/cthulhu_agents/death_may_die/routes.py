"""Where the hunter wants to be, and the cheapest way there."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents.death_may_die.records import NEVER
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.board import CULTIST, MAX_KINDS, MAX_VALUES
from cthulhu_envs.games.death_may_die.observation import steps_away
from cthulhu_envs.games.death_may_die.vocabulary import NOTHING

DETOUR = 1.0  # steps that a way may be longer than the best, which is barred


@kernel
def set_goals(kit, obs, mind, temper):
    """Steps that each space is worth less than the best: 0 for the best goals."""
    size = int(kit.spaces[mind.episode])
    for space in range(size):
        mind.goal[space] = NEVER
    if mind.disrupted:
        if mind.elder_at != NOTHING:
            mind.goal[mind.elder_at] = 0.0
        return
    ready = tome_goals(kit, obs, mind)
    place = int(kit.place[mind.episode])
    for space in range(size):
        down = obs[kit.ob.sites + 2 * space]
        up = obs[kit.ob.sites + 2 * space + 1]
        if place != NOTHING:
            if up > 0:
                mind.goal[space] = 0.5 * kit.distance[mind.episode, space, place]
            elif down > 0:
                mind.goal[space] = 1.0
        elif kit.markers[mind.episode] > 0:
            if obs[kit.ob.marker + space] > 0:
                mind.goal[space] = 1.0 if not ready else 6.0
            elif obs[kit.ob.kinds + space * MAX_KINDS + CULTIST] > 0:
                mind.goal[space] = min(mind.goal[space], 4.0 if not ready else 9.0)
        elif down + up > 0:
            mind.goal[space] = 0.0
    share_out(kit, mind, size, temper)


@kernel
def tome_goals(kit, obs, mind):
    """Pieces on the map that a piece I hold opens; returns whether there are any."""
    found = False
    steps = kit.distance[mind.episode, mind.here]
    for mine in range(kit.pieces[mind.episode]):
        if obs[kit.ob.piece_held + mine * mind.people] == 0.0:
            continue
        for piece in range(kit.pieces[mind.episode]):
            near = obs[kit.ob.piece_near + piece]
            if near == 0.0 or not same_face(kit, obs, mine, piece):
                continue
            for space in range(kit.spaces[mind.episode]):
                is_there = obs[kit.ob.sites + 2 * space] + obs[kit.ob.sites + 2 * space + 1] > 0
                if is_there and steps[space] == steps_away(near):
                    mind.goal[space] = -3.0
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
def share_out(kit, mind, size, temper):
    """Goals that others are nearer to are left to them."""
    for space in range(size):
        if mind.goal[space] >= NEVER or mind.goal[space] < 0.0:
            continue
        mine = kit.distance[mind.episode, mind.here, space]
        for person in range(1, mind.people):
            if mind.alive[person]:
                theirs = kit.distance[mind.episode, mind.space[person], space]
                if theirs < mine:
                    mind.goal[space] += temper.queue


@kernel
def lone_goal(kit, mind, goal):
    """Go to one space only."""
    for space in range(kit.spaces[mind.episode]):
        mind.goal[space] = NEVER
    mind.goal[goal] = 0.0


@kernel
def quiet_goals(kit, mind):
    """Spaces without enemies, to rest on."""
    for space in range(kit.spaces[mind.episode]):
        mind.goal[space] = 0.0 if mind.crowd[space] == 0.0 else NEVER


@kernel
def reckon_ways(kit, obs, mind, temper):
    """The cost from every space to the best goal; Fire costs who leaves, enemies who enters."""
    size = int(kit.spaces[mind.episode])
    for space in range(size):
        mind.cost[space] = mind.goal[space]
    for _ in range(size):
        changed = False
        for space in range(size):
            links = kit.links[mind.episode, space]
            leave = cost_of_leaving(kit, obs, temper, space)
            for other in range(size):
                if links >> other & 1:
                    way = leave + temper.fright * risk_at(mind, other) + mind.cost[other]
                    if way < mind.cost[space] - 1e-9:
                        mind.cost[space] = way
                        changed = True
        if not changed:
            return


@kernel(inline=True)
def cost_of_leaving(kit, obs, temper, space):
    """A step, and the Fire that comes along."""
    return 1.0 + temper.scorch * (obs[kit.ob.fire + space] / kit.scale.fire)


@kernel(inline=True)
def risk_at(mind, space):
    """Wounds to expect on a space; who hunts the Elder One does not mind it."""
    if mind.disrupted and space == mind.elder_at:
        return 0.0
    return mind.harm[space]


@kernel
def is_bearable(mind, space, actions, temper):
    """Whether what waits there, with what follows from here, can be borne or killed in time."""
    if mind.disrupted and mind.elder_at == space:
        return True
    if mind.harm[space] == 0.0:
        return True
    rest = mind.harm[mind.here] + mind.harm[space] - temper.kills * actions
    return mind.wounds + max(0.0, rest) <= (temper.bold if mind.summoned else temper.bearable)


@kernel
def next_step(kit, obs, mask, mind, actions, temper):
    """The space to run to with so many actions left then, or NOTHING if this one is best."""
    reckon_ways(kit, obs, mind, temper)
    leave = cost_of_leaving(kit, obs, temper, mind.here)
    best, step = mind.cost[mind.here] + DETOUR, NOTHING
    if mind.goal[mind.here] <= mind.cost[mind.here]:
        return NOTHING
    for space in range(kit.spaces[mind.episode]):
        if mask[kit.act.run + space] and is_bearable(mind, space, actions, temper):
            way = leave + temper.fright * risk_at(mind, space) + mind.cost[space]
            if way < best - 1e-9:
                best, step = way, space
    return step
