"""The map and what lies on it: figures, tokens, pieces, the track (R1, R8, R13)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.death_may_die.components import TRACK_CELLS
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.invariants.faults import SOUND, Fault, told
from cthulhu_envs.games.death_may_die.rules.enemies import count_figures, health_of
from cthulhu_envs.games.death_may_die.rules.objectives import count_done
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_FIGURES,
    MAX_GROUPS,
    MAX_PIECES,
    MAX_SPACES,
    MAX_VALUES,
)
from cthulhu_envs.games.death_may_die.state import Ending, Piece


@kernel
def fault_of_figures(kit, s):
    """Figures are those of the boxes, alive, and counted."""
    figures, spaces = count_figures(kit, s), int(kit.spaces[s.episode])
    for figure in range(MAX_FIGURES):
        is_there = figure < figures
        kind = kit.figure_kind[s.elder, s.episode, figure] if is_there else 0
        if s.kind[figure] != kind:
            return told(Fault.KIND, figure)
        if s.at[figure] >= spaces or (s.at[figure] != NOTHING and not is_there):
            return told(Fault.FIGURE_AT, figure)
        most = 0 if s.at[figure] == NOTHING else health_of(kit, s, figure) - 1
        if s.hurt[figure] > most:
            return told(Fault.HURT, figure)
    for space in range(MAX_SPACES):
        crowd = 0
        for figure in range(figures):
            crowd += int(s.at[figure] == space)
        if crowd != s.crowd[space]:
            return told(Fault.CROWD, space)
    return SOUND


@kernel
def fault_of_tokens(kit, s):
    """Tokens are neither lost nor doubled."""
    fire, tokens, markers = 0, int(s.tokens_left), int(s.markers_left)
    for space in range(MAX_SPACES):
        lie = int(s.fire[space]) + int(s.token[space]) + int(s.marker[space])
        if lie > 0 and space >= kit.spaces[s.episode]:
            return told(Fault.SPACE, space)
        fire += int(s.fire[space])
        tokens += int(s.token[space])
        markers += int(s.marker[space])
    for person in range(kit.people):
        tokens += int(s.signs[person])
    if fire != s.fire_total:
        return told(Fault.FIRE, 0)
    if tokens != kit.elder_tokens[s.elder]:
        return told(Fault.TOKENS, 0)
    return told(Fault.MARKERS, 0) if markers != kit.markers[s.episode] else SOUND


@kernel
def fault_of_track(kit, s):
    """The track, the Stages and the ritual."""
    if (s.stage >= 2) != (s.summoned > 0):
        return told(Fault.STAGE, 0)
    if (s.track == TRACK_CELLS) != (s.ending == Ending.TRACK):
        return told(Fault.TRACK, 0)
    goal = kit.goal[s.episode]
    is_reached = count_done(kit, s, goal[1]) >= goal[2]
    return told(Fault.GOAL, 0) if is_reached and not s.disrupted else SOUND


@kernel
def fault_of_pieces(kit, s):
    """Objective pieces: where they are, who has them, and their values."""
    count = int(kit.pieces[s.episode])
    for piece in range(MAX_PIECES):
        is_there = s.piece_is[piece] != Piece.ABSENT
        if is_there != (piece < count):
            return told(Fault.PIECE, piece)
        at, holder = int(s.piece_at[piece]), int(s.piece_holder[piece])
        if at >= kit.spaces[s.episode]:
            return told(Fault.PIECE_AT, piece)
        if (s.piece_is[piece] == Piece.IN_PLAY) != (at != NOTHING):
            return told(Fault.PIECE_AT, piece)
        if (s.piece_is[piece] == Piece.HELD) != (holder != NOTHING):
            return told(Fault.PIECE_HOLDER, piece)
        if holder != NOTHING and (holder >= kit.people or s.dead[holder] > 0):
            return told(Fault.PIECE_HOLDER, piece)
        if s.piece_is[piece] == Piece.IN_BAG and kit.piece_start[s.episode, piece] != NOTHING:
            return told(Fault.PIECE_AT, piece)
        group = kit.piece_group[s.episode, piece] if is_there else 0
        most = kit.group_health[s.episode, group] if is_there else 0
        if s.piece_hurt[piece] > most:
            return told(Fault.PIECE_HURT, piece)
        if s.piece_seen[piece] >> kit.num_players > 0 or (s.piece_seen[piece] and not is_there):
            return told(Fault.PIECE_SEEN, piece)
        if not is_there and (s.piece_value[piece] > 0 or s.piece_up[piece] > 0):
            return told(Fault.PIECE, piece)
    return fault_of_values(kit, s)


@kernel
def fault_of_values(kit, s):
    """Each group has the values it began with."""
    for group in range(MAX_GROUPS):
        for value in range(MAX_VALUES):
            left = 0
            for piece in range(kit.pieces[s.episode]):
                if kit.piece_group[s.episode, piece] == group:
                    left += int(kit.piece_value[s.episode, piece] == value)
                    left -= int(s.piece_value[piece] == value)
            if left != 0:
                return told(Fault.VALUES, 0)
    return SOUND
