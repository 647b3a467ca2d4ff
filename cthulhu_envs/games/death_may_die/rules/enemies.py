"""Enemies on the map: where they stand, how they are hurt, killed and summoned; Fire and tokens."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import ELDER, GATES, MOST_FIRE, STAGES
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Trait
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_effect
from cthulhu_envs.games.death_may_die.rules.steps import Cause
from cthulhu_envs.games.death_may_die.state import Ending


@kernel
def count_figures(kit, s):
    """Figures in the boxes of this game."""
    return int(kit.figures[s.elder, s.episode])


@kernel
def distance(kit, s, here, there):
    """Steps between two spaces."""
    return int(kit.distance[s.episode, here, there])


@kernel
def put_figure(s, figure, space):
    """Place or move an enemy; NOTHING takes it off the map."""
    if s.at[figure] != NOTHING:
        s.crowd[s.at[figure]] -= 1
    s.at[figure] = space
    if space != NOTHING:
        s.crowd[space] += 1


@kernel
def can_hurt(s, figure):
    """R5.9: the Elder One is immune until the ritual is disrupted."""
    return s.at[figure] != NOTHING and (figure != ELDER or s.disrupted)


@kernel
def health_of(kit, s, figure):
    """All wounds the figure can take, of the Stage in force for the Elder One."""
    if figure == ELDER:
        return int(kit.stage_health[s.elder, s.stage - 1])
    return int(kit.kind_health[s.kind[figure]])


@kernel
def hurt_figure(kit, s, figure, wounds):
    """R5.2, R8.5: wound an enemy; returns whether it, or its Stage, is killed."""
    if wounds <= 0 or not can_hurt(s, figure):
        return False
    health = health_of(kit, s, figure)
    s.hurt[figure] = min(health, int(s.hurt[figure]) + wounds)
    if s.hurt[figure] < health:
        return False
    s.hurt[figure] = 0
    if figure == ELDER:
        defeat_stage(kit, s)
        return True
    space = int(s.at[figure])
    put_figure(s, figure, NOTHING)
    if s.kind[figure] == kit.marker_kind[s.episode] and s.markers_left > 0:  # R13.6
        s.marker[space] += 1
        s.markers_left -= 1
    return True


@kernel
def defeat_stage(kit, s):
    """R8.5, R9.6: the next Stage is revealed, or the game is won."""
    if s.stage == STAGES:
        s.ending = Ending.VICTORY
        return
    s.stage += 1
    push_effect(s, kit.stage_reveal[s.elder, s.stage - 1], int(s.active), Cause.OTHER)


@kernel
def summon(kit, s, kind, space):
    """R1.6: a figure of the pool onto a space; returns it, or NOTHING if there is none."""
    for figure in range(1, count_figures(kit, s)):
        if s.kind[figure] == kind and s.at[figure] == NOTHING:
            s.hurt[figure] = 0
            put_figure(s, figure, space)
            warp_at_gate(kit, s, figure, space)
            return figure
    return NOTHING


@kernel
def in_pool(kit, s, kind):
    """Figures of a kind that could be summoned."""
    left = 0
    for figure in range(1, count_figures(kit, s)):
        left += s.kind[figure] == kind and s.at[figure] == NOTHING
    return left


@kernel
def is_gate(kit, s, space):
    """Whether a Gate is there."""
    for gate in range(GATES):
        if kit.gate[s.episode, gate] == space:
            return True
    return False


@kernel
def warp_at_gate(kit, s, figure, space):
    """R10.17: Gate Manipulation halves what is summoned into a Gate's space."""
    if not is_gate(kit, s, space):
        return
    for person in range(kit.people):
        if s.trait[person, Trait.GATE_HALVE] > 0 and not s.dead[person]:
            steps = distance(kit, s, int(s.space[person]), space)
            if steps <= s.trait[person, Trait.GATE_REACH] and s.at[figure] != NOTHING:
                hurt_figure(kit, s, figure, (health_of(kit, s, figure) + 1) // 2)


@kernel
def add_fire(s, space, amount):
    """R1.8: Fire tokens on a space, as far as there are any."""
    laid = min(amount, MOST_FIRE - s.fire_total)
    if laid > 0:
        s.fire[space] += laid
        s.fire_total += laid


@kernel
def douse(s, space, amount):
    """Take Fire tokens off a space."""
    gone = min(amount, int(s.fire[space]))
    s.fire[space] -= gone
    s.fire_total -= gone


@kernel
def enemies_at(kit, s, space):
    """Bits of the enemies on a space."""
    bits = 0
    if s.crowd[space] > 0:
        for figure in range(count_figures(kit, s)):
            if s.at[figure] == space:
                bits |= 1 << figure
    return bits


@kernel
def targets_at(kit, s, space):
    """Bits of the enemies on a space that can be hurt."""
    bits = enemies_at(kit, s, space)
    if not s.disrupted:
        bits &= ~1
    return bits


@kernel
def unlike(kit, s, bits):
    """The same figures less those that are like an earlier one: kind, space and wounds."""
    kept = 0
    for figure in range(count_figures(kit, s)):
        if bits >> figure & 1:
            is_new = True
            for other in range(figure):
                if kept >> other & 1 and s.kind[other] == s.kind[figure]:
                    same_place = s.at[other] == s.at[figure]
                    is_new = is_new and not (same_place and s.hurt[other] == s.hurt[figure])
            if is_new:
                kept |= 1 << figure
    return kept
