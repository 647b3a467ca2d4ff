"""`observe`: everything a seat is entitled to know (R15), written into a vector of zeros."""

from __future__ import annotations

import numpy as np

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.games.death_may_die.asked import observe_asked
from cthulhu_envs.games.death_may_die.board import (
    DEADLY_WOUNDS,
    MADNESS,
    MAX_CARDS,
    MAX_INSANITIES,
    MAX_KINDS,
    MAX_MYTHOS,
    MAX_SKILLS,
    MAX_SPACES,
    MAX_STRESS,
    MAX_VALUES,
    NEXT_STOP,
    SIDES,
    SKILLS_EACH,
    STAGES,
    TRACK_CELLS,
)
from cthulhu_envs.games.death_may_die.dice import bonus_of, standard_of, turn_rerolls
from cthulhu_envs.games.death_may_die.figures import count_figures, health_of
from cthulhu_envs.games.death_may_die.objectives import count_done
from cthulhu_envs.games.death_may_die.question import Step
from cthulhu_envs.games.death_may_die.state import KIND, B, C, Lies, Piece
from cthulhu_envs.games.death_may_die.vocabulary import NOTHING

THIRD, TWELFTH, SPACE = 1.0 / 3.0, 1.0 / 12.0, 1.0 / MAX_SPACES
NEARNESS = np.array([1.0 / (1 + steps) for steps in range(100)], np.float32)  # by steps
MYTHOS_DEPTH = 10  # a turn's steps lie at the bottom of the stack, its Mythos card among them


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
    ob = kit.ob
    obs[ob.space + step * MAX_SPACES + s.space[person]] = 1.0
    obs[ob.alive + step] = not s.dead[person]
    obs[ob.wounds + step] = s.wounds[person] * (1.0 / DEADLY_WOUNDS)
    obs[ob.stress + step] = s.stress[person] * (1.0 / MAX_STRESS)
    obs[ob.sanity + step] = s.sanity[person] * (1.0 / MADNESS)
    if s.sanity[person] < MADNESS:
        obs[ob.brink + step] = (NEXT_STOP[s.sanity[person]] - s.sanity[person]) * 0.25
    obs[ob.burning + step] = min(8.0, s.burning[person] * 0.125)
    obs[ob.signs + step] = s.signs[person] * 0.25
    obs[ob.lying + step] = s.lying[person]
    obs[ob.keeps + step] = min(32.0, s.keeps[person] * 0.125)
    obs[ob.insanity + step * MAX_INSANITIES + s.insanity[person]] = 1.0
    obs[ob.revived + step] = s.revived[person] * THIRD
    if s.partner[person] != NOTHING:
        people = int(kit.people)
        obs[ob.partner + (step + s.partner[person] - person) % people] = 1.0
    skills = ob.skills + step * MAX_SKILLS
    for slot in range(SKILLS_EACH):
        skill = int(kit.person_skill[s.person[person], slot])
        obs[skills + skill] = s.skill[person, skill] * 0.25
        obs[ob.levels + step * SKILLS_EACH + slot] = s.level[person, slot] * 0.25
    rerolls = turn_rerolls(s, person, True)
    if rerolls > 0:
        obs[ob.rerolls + step] = turn_rerolls(s, person, False) * THIRD
        obs[ob.rerolls_attacked + step] = rerolls * THIRD
    if s.queued[person] > 0:
        obs[ob.thresholds + step] = s.queued[person] * THIRD


@kernel
def observe_map(kit, s, me, obs):
    """Fire, tokens, markers and nearness of every space."""
    fire, token, marker, near = kit.ob.fire, kit.ob.token, kit.ob.marker, kit.ob.near
    steps = kit.distance[s.episode, s.space[me]]
    for space in range(kit.spaces[s.episode]):
        obs[near + space] = NEARNESS[steps[space]]
        if s.fire[space] > 0:
            obs[fire + space] = s.fire[space] * 0.25
        if s.token[space]:
            obs[token + space] = 1.0
        if s.marker[space] > 0:
            obs[marker + space] = s.marker[space] * 0.25


@kernel
def observe_figures(kit, s, me, obs):
    """Every enemy on the map."""
    kinds, near, at = kit.ob.kinds, kit.ob.figure_near, kit.ob.figure_at
    health, dice = kit.ob.figure_health, kit.ob.figure_dice
    steps = kit.distance[s.episode, s.space[me]]
    for figure in range(count_figures(kit, s)):
        space = int(s.at[figure])
        if space == NOTHING:
            continue
        obs[kinds + space * MAX_KINDS + s.kind[figure]] += 1.0
        obs[near + figure] = NEARNESS[steps[space]]
        obs[at + figure] = (space + 1) * SPACE
        obs[health + figure] = (health_of(kit, s, figure) - s.hurt[figure]) * TWELFTH
        obs[dice + figure] = (standard_of(kit, s, figure) + bonus_of(kit, s, figure)) * 0.25


@kernel
def observe_pieces(kit, s, me, seat, people, obs):
    """R15.2: objective pieces; a hidden face only for those who have looked."""
    ob = kit.ob
    steps = kit.distance[s.episode, s.space[me]]
    for piece in range(kit.pieces[s.episode]):
        place = s.piece_is[piece]
        if place == Piece.IN_PLAY:
            obs[ob.piece_near + piece] = NEARNESS[steps[s.piece_at[piece]]]
            obs[ob.piece_at + piece] = (s.piece_at[piece] + 1) * SPACE
            obs[ob.sites + 2 * int(s.piece_at[piece]) + s.piece_up[piece]] += 1.0
            obs[ob.piece_hidden + piece] = not s.piece_up[piece]
        obs[ob.piece_wounds + piece] = s.piece_hurt[piece] * 0.25
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
            for column in range(B, C + 1):
                if s.stack[k, column] != NOTHING:
                    obs[ob.mythos_drawn + s.stack[k, column]] = NEARNESS[column - B]
    if s.trauma != NOTHING:
        obs[ob.mythos_kept + s.trauma] = 1.0
    obs[ob.mythos_left] = s.mythos_left / MAX_MYTHOS
    obs[ob.symbols] = s.symbols / 3
    obs[ob.discovery_left] = s.discovery_left / MAX_CARDS
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
            obs[wounds + card] = s.card_wounds[card] * THIRD
            if s.card_gain[card] > 0:
                obs[gain + card] = 1.0
                skill = int(kit.side_skill[s.episode, card, side])
                obs[skills + step * MAX_SKILLS + skill] = s.skill[holder, skill] * 0.25
        elif holder == Lies.DISCARDED:
            obs[out + card] = 1.0
        elif holder == Lies.DRAWN:
            obs[drawn + card] = 1.0


@kernel
def observe_state(kit, s, me, people, obs):
    """The track, the goal, whose turn it is, and what is asked."""
    ob = kit.ob
    obs[ob.track] = s.track / TRACK_CELLS
    obs[ob.advances] = s.must_advance
    for stage in range(STAGES):
        obs[ob.stage + stage] = stage < s.stage
    obs[ob.disrupted] = s.disrupted
    goal = kit.goal[s.episode]
    obs[ob.goal] = count_done(kit, s, goal[1]) / goal[2]
    obs[ob.turn + (s.active - me) % people] = 1.0
    obs[ob.decides + (s.actor - me) % people] = 1.0
    obs[ob.actions_left] = s.actions_left / 3
    obs[ob.free_actions] = s.free_runs
    obs[ob.free_actions + 1] = s.free_shots
    obs[ob.free_actions + 2] = s.free_rests
    obs[ob.boost] = s.boost[s.active] / 4
    observe_asked(kit, s, me, people, obs)
