"""`observe`: everything a seat is entitled to know (R15), written into a vector of zeros."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import (
    MADNESS,
    NEXT_STOP,
    SIDES,
    SKILLS_EACH,
    STAGES,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.rules.dice import bonus_of, standard_of, turn_rerolls
from cthulhu_envs.games.death_may_die.rules.enemies import count_figures, health_of
from cthulhu_envs.games.death_may_die.rules.frames import KIND, Mythos
from cthulhu_envs.games.death_may_die.rules.objectives import count_done
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_CARDS,
    MAX_INSANITIES,
    MAX_KINDS,
    MAX_MYTHOS,
    MAX_SKILLS,
    MAX_SPACES,
    MAX_VALUES,
)
from cthulhu_envs.games.death_may_die.state import Lies, Piece
from cthulhu_envs.games.death_may_die.tables import MOST_BURNING, MOST_KEPT
from cthulhu_envs.games.death_may_die.view.observation_pending import observe_asked

NEARNESS = np.array([1.0 / (1 + steps) for steps in range(100)], np.float32)  # by steps
MYTHOS_DEPTH = 10  # a turn's steps lie at the bottom of the stack, its Mythos card among them


@kernel
def steps_away(nearness):
    """The steps that a nearness in the observation stands for: NEARNESS read backwards."""
    return round(1.0 / nearness - 1.0)


@kernel
def observe(kit, s, seat, obs):
    """The table as one investigator sees it; a single player looks through the one who decides."""
    me = int(seat) if kit.num_players > 1 else int(s.actor)
    people = int(kit.people)
    obs[kit.ob.episode + s.episode] = 1.0
    obs[kit.ob.elder_one + s.elder] = 1.0
    for step in range(people):
        observe_person(kit, s, (me + step) % people, step, obs)
    observe_map(kit, s, me, obs)
    observe_figures(kit, s, me, obs)
    observe_pieces(kit, s, me, seat, people, obs)
    observe_decks(kit, s, me, people, obs)
    observe_state(kit, s, me, people, obs)


@kernel
def observe_person(kit, s, person, step, obs):
    """One investigator's board."""
    ob, scale = kit.ob, kit.scale
    obs[ob.space + step * MAX_SPACES + s.space[person]] = 1.0
    obs[ob.alive + step] = not s.dead[person]
    obs[ob.wounds + step] = s.wounds[person] * scale.wounds
    obs[ob.stress + step] = s.stress[person] * scale.stress
    obs[ob.sanity + step] = s.sanity[person] * scale.sanity
    if s.sanity[person] < MADNESS:
        left = NEXT_STOP[s.sanity[person]] - s.sanity[person]
        obs[ob.brink + step] = left * scale.brink
    obs[ob.burning + step] = min(MOST_BURNING, s.burning[person] * scale.burning)
    obs[ob.signs + step] = s.signs[person] * scale.signs
    obs[ob.lying + step] = s.lying[person]
    obs[ob.keeps + step] = min(MOST_KEPT, s.keeps[person] * scale.keeps)
    obs[ob.insanity + step * MAX_INSANITIES + s.insanity[person]] = 1.0
    obs[ob.revived + step] = s.revived[person] * scale.revived
    if s.partner[person] != NOTHING:
        people = int(kit.people)
        obs[ob.partner + (step + s.partner[person] - person) % people] = 1.0
    skills = ob.skills + step * MAX_SKILLS
    for slot in range(SKILLS_EACH):
        skill = int(kit.person_skill[s.person[person], slot])
        obs[skills + skill] = s.skill[person, skill] * scale.skills
        obs[ob.levels + step * SKILLS_EACH + slot] = s.level[person, slot] * scale.levels
    rerolls = turn_rerolls(s, person, True)
    if rerolls > 0:
        obs[ob.rerolls + step] = turn_rerolls(s, person, False) * scale.rerolls
        obs[ob.rerolls_attacked + step] = rerolls * scale.rerolls_attacked
    if s.queued[person] > 0:
        obs[ob.thresholds + step] = s.queued[person] * scale.thresholds


@kernel
def observe_map(kit, s, me, obs):
    """Fire, tokens, markers and nearness of every space."""
    fire, token, marker, near = kit.ob.fire, kit.ob.token, kit.ob.marker, kit.ob.near
    steps = kit.distance[s.episode, s.space[me]]
    for space in range(kit.spaces[s.episode]):
        obs[near + space] = NEARNESS[steps[space]]
        if s.fire[space] > 0:
            obs[fire + space] = s.fire[space] * kit.scale.fire
        if s.token[space]:
            obs[token + space] = 1.0
        if s.marker[space] > 0:
            obs[marker + space] = s.marker[space] * kit.scale.marker


@kernel
def observe_figures(kit, s, me, obs):
    """Every enemy on the map."""
    kinds, near, at = kit.ob.kinds, kit.ob.figure_near, kit.ob.figure_at
    health, dice, scale = kit.ob.figure_health, kit.ob.figure_dice, kit.scale
    steps = kit.distance[s.episode, s.space[me]]
    for figure in range(count_figures(kit, s)):
        space = int(s.at[figure])
        if space == NOTHING:
            continue
        obs[kinds + space * MAX_KINDS + s.kind[figure]] += 1.0
        obs[near + figure] = NEARNESS[steps[space]]
        obs[at + figure] = (space + 1) * scale.figure_at
        left = health_of(kit, s, figure) - s.hurt[figure]
        obs[health + figure] = left * scale.figure_health
        attack = standard_of(kit, s, figure) + bonus_of(kit, s, figure)
        obs[dice + figure] = attack * scale.figure_dice


@kernel
def observe_pieces(kit, s, me, seat, people, obs):
    """R15.2: objective pieces; a hidden face only for those who have looked."""
    ob = kit.ob
    steps = kit.distance[s.episode, s.space[me]]
    for piece in range(kit.pieces[s.episode]):
        place = s.piece_is[piece]
        if place == Piece.IN_PLAY:
            obs[ob.piece_near + piece] = NEARNESS[steps[s.piece_at[piece]]]
            obs[ob.piece_at + piece] = (s.piece_at[piece] + 1) * kit.scale.piece_at
            obs[ob.sites + 2 * int(s.piece_at[piece]) + s.piece_up[piece]] += 1.0
            obs[ob.piece_hidden + piece] = not s.piece_up[piece]
        obs[ob.piece_wounds + piece] = s.piece_hurt[piece] * kit.scale.piece_wounds
        if place == Piece.HELD:
            holder = (s.piece_holder[piece] - me) % people
            obs[ob.piece_held + piece * people + holder] = 1.0
        obs[ob.piece_done + piece] = place == Piece.DONE
        if s.piece_up[piece] or s.piece_seen[piece] >> seat & 1:
            obs[ob.piece_face + piece * MAX_VALUES + s.piece_value[piece]] = 1.0


@kernel
def observe_decks(kit, s, me, people, obs):
    """Both decks, counted, with what lies open."""
    ob = kit.ob
    mythos_out = ob.mythos_out
    for card in range(MAX_MYTHOS):
        if s.mythos_out[card]:
            obs[mythos_out + card] = 1.0
    for place in range(s.mythos_under):
        obs[ob.mythos_under + s.mythos[place]] = NEARNESS[place]
    for k in range(min(s.depth, MYTHOS_DEPTH)):
        if s.stack[k, KIND] == Step.MYTHOS:
            first, second = s.stack[k, Mythos.CARD], s.stack[k, Mythos.SECOND]
            if first != NOTHING:
                obs[ob.mythos_drawn + first] = NEARNESS[0]
            if second != NOTHING:
                obs[ob.mythos_drawn + second] = NEARNESS[1]
    if s.trauma != NOTHING:
        obs[ob.mythos_kept + s.trauma] = 1.0
    obs[ob.mythos_left] = s.mythos_left * kit.scale.mythos_left
    obs[ob.symbols] = s.symbols * kit.scale.symbols
    obs[ob.discovery_left] = s.discovery_left * kit.scale.discovery_left
    observe_cards(kit, s, me, people, obs)


@kernel
def observe_cards(kit, s, me, people, obs):
    """Discovery cards where they lie open; a Companion's skill counts with its holder's."""
    held, skills, gain = kit.ob.held, kit.ob.skills, kit.ob.card_gain
    out, drawn, wounds = kit.ob.discovery_out, kit.ob.discovery_drawn, kit.ob.card_wounds
    for card in range(kit.cards[s.episode]):
        holder = int(s.card_at[card])
        if holder >= 0:
            side, step = int(s.card_side[card]), (holder - me) % people
            obs[held + (step * MAX_CARDS + card) * SIDES + side] = 1.0
            obs[wounds + card] = s.card_wounds[card] * kit.scale.card_wounds
            if s.card_gain[card] > 0:
                obs[gain + card] = 1.0
                skill = int(kit.side_skill[s.episode, card, side])
                obs[skills + step * MAX_SKILLS + skill] = s.skill[holder, skill] * kit.scale.skills
        elif holder == Lies.DISCARDED:
            obs[out + card] = 1.0
        elif holder == Lies.DRAWN:
            obs[drawn + card] = 1.0


@kernel
def observe_state(kit, s, me, people, obs):
    """The track, the goal, whose turn it is, and what is asked."""
    ob = kit.ob
    obs[ob.track] = s.track * kit.scale.track
    obs[ob.advances] = s.must_advance
    for stage in range(STAGES):
        obs[ob.stage + stage] = stage < s.stage
    obs[ob.disrupted] = s.disrupted
    goal = kit.goal[s.episode]
    obs[ob.goal] = count_done(kit, s, goal[1]) / goal[2]
    obs[ob.turn + (s.active - me) % people] = 1.0
    obs[ob.decides + (s.actor - me) % people] = 1.0
    obs[ob.actions_left] = s.actions_left * kit.scale.actions_left
    obs[ob.free_actions] = s.free_runs
    obs[ob.free_actions + 1] = s.free_shots
    obs[ob.free_actions + 2] = s.free_rests
    obs[ob.boost] = s.boost[s.active] * kit.scale.boost
    observe_asked(kit, s, me, people, obs)
