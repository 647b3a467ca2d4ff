"""STATE: a game in progress as one record, and KIT: the content and settings it is played with.

What is to be done next lies on a stack of frames (`Step` and operands); an answer that is awaited
belongs to the topmost. Invariants: see `check_state`.
"""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.authoring.record import (
    FLAG,
    record_dtype,
    scales_dtype,
    starts_dtype,
    state_dtype,
)
from cthulhu_envs.games.death_may_die.components import (
    BOX_MYTHOS,
    GATES,
    LEVELS,
    N_DICE,
    SIDES,
    SKILLS_EACH,
    STAGES,
)
from cthulhu_envs.games.death_may_die.content.effect_rows import ROW
from cthulhu_envs.games.death_may_die.content.vocabulary import N_ENEMY_TRAITS, N_TRAITS
from cthulhu_envs.games.death_may_die.rules.frames import COLUMNS
from cthulhu_envs.games.death_may_die.rules.questions import Question
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_CARDS,
    MAX_ELDER_ONES,
    MAX_EPISODES,
    MAX_FIGURES,
    MAX_GROUPS,
    MAX_INSANITIES,
    MAX_INVESTIGATORS,
    MAX_KINDS,
    MAX_MYTHOS,
    MAX_PEOPLE,
    MAX_PIECES,
    MAX_ROWS,
    MAX_SKILLS,
    MAX_SPACES,
    MAX_TAGS,
    MAX_VALUES,
)
from cthulhu_envs.games.death_may_die.tables import ACTION_NAMES, OBSERVATION_NAMES

MAX_DEPTH = 64  # frames on the stack
EFFECT_DEPTH = 40  # R14.4: no effect is set off on top of more; the rest is what one can need
MAX_ROLLS = 64  # dice laid by hand
MAX_ACTIONS = 256


class Ending(enum.IntEnum):
    """Why the game is over."""

    GOING_ON = 0
    VICTORY = 1  # R9.6
    DEATH_BEFORE_SUMMONING = 2  # R9.1
    ALL_DEAD = 3  # R9.4
    TRACK = 4  # R9.5


class Lies(enum.IntEnum):
    """Where a Discovery card is, if nobody holds it."""

    IN_DECK = -1
    DISCARDED = -2
    DRAWN = -3


class Piece(enum.IntEnum):
    """What has become of an objective piece."""

    IN_PLAY = 0
    DONE = 1
    GONE = 2
    IN_BAG = 3
    HELD = 4
    ABSENT = 5


_PEOPLE = (MAX_INVESTIGATORS,)
_CARDS = (MAX_CARDS,)
_PIECES = (MAX_PIECES,)

STATE = state_dtype(
    ("stacked", FLAG, (2,)),  # Mythos, Discovery deck laid by hand
    ("asked_starter", np.int8),  # investigator + 1, 0: a random one
    ("asked_episode", np.int8),  # the same of Episodes
    ("asked_elder", np.int8),  # and of Elder Ones
    ("asked_person", np.int8, (MAX_INVESTIGATORS,)),  # and of investigators, 0: as the kit has it
    ("asked_insanity", np.int8, (MAX_INVESTIGATORS,)),
    ("rolls", np.int8, (MAX_ROLLS,)),  # Die classes laid by hand
    ("rolls_from", np.int8),
    ("rolls_to", np.int8),
    ("episode", np.int8),
    ("elder", np.int8),
    ("active", np.int8),  # investigator whose turn it is
    ("actor", np.int8),  # investigator who decides
    ("actions_left", np.int8),
    ("free_runs", np.int8),
    ("free_shots", np.int8),
    ("free_rests", np.int8),
    ("turns", np.int32),
    ("person", np.int8, _PEOPLE),
    ("insanity", np.int8, _PEOPLE),
    ("partner", np.int8, _PEOPLE),
    ("space", np.int8, _PEOPLE),
    ("wounds", np.int8, _PEOPLE),
    ("stress", np.int8, _PEOPLE),
    ("sanity", np.int8, _PEOPLE),  # lost so far
    ("burning", np.int8, _PEOPLE),  # Fire tokens held
    ("signs", np.int8, _PEOPLE),  # Elder One tokens held
    ("keeps", np.int16, _PEOPLE),  # tokens on the Insanity card
    ("lying", FLAG, _PEOPLE),
    ("dead", FLAG, _PEOPLE),
    ("revived", np.int8, _PEOPLE),  # deaths cancelled
    ("rerolled", np.int8, _PEOPLE),  # free rerolls a turn, used
    ("rerolled_attack", np.int8, _PEOPLE),
    ("boost", np.int8, _PEOPLE),  # bonus dice for the next attack
    ("queued", np.int8, _PEOPLE),  # thresholds to be settled
    ("level", np.int8, (MAX_INVESTIGATORS, SKILLS_EACH)),  # own, without Companions
    ("skill", np.int8, (MAX_INVESTIGATORS, MAX_SKILLS)),  # with Companions
    ("trait", np.int8, (MAX_INVESTIGATORS, N_TRAITS)),  # of skills and cards together
    ("kind", np.int8, (MAX_FIGURES,)),
    ("at", np.int8, (MAX_FIGURES,)),  # space or NOTHING
    ("hurt", np.int8, (MAX_FIGURES,)),
    ("crowd", np.int8, (MAX_SPACES,)),  # enemies on a space
    ("fire", np.int8, (MAX_SPACES,)),
    ("fire_total", np.int8),
    ("token", FLAG, (MAX_SPACES,)),
    ("tokens_left", np.int8),
    ("marker", np.int8, (MAX_SPACES,)),
    ("markers_left", np.int8),
    ("card_at", np.int8, _CARDS),  # investigator or Lies
    ("card_side", np.int8, _CARDS),
    ("card_wounds", np.int8, _CARDS),
    ("card_gain", np.int8, _CARDS),  # levels its Companion gave
    ("discovery", np.int8, _CARDS),  # deck, top first
    ("discovery_left", np.int8),  # cards in it, from the end
    ("mythos", np.int8, (MAX_MYTHOS,)),
    ("mythos_left", np.int8),
    ("mythos_under", np.int8),  # cards at the bottom that all have seen
    ("mythos_out", FLAG, (MAX_MYTHOS,)),  # discarded
    ("trauma", np.int8),  # kept by Recurring Trauma, or NOTHING
    ("symbols", np.int8),
    ("piece_at", np.int8, _PIECES),
    ("piece_value", np.int8, _PIECES),
    ("piece_is", np.int8, _PIECES),  # Piece
    ("piece_up", FLAG, _PIECES),
    ("piece_hurt", np.int8, _PIECES),
    ("piece_holder", np.int8, _PIECES),
    ("piece_seen", np.uint8, _PIECES),  # bits of seats that looked at it
    ("track", np.int8),
    ("stage", np.int8),  # Stages revealed, 1 to 4
    ("summoned", FLAG),
    ("disrupted", FLAG),
    ("must_advance", FLAG),
    ("dice", np.int8, (N_DICE,)),
    ("successes", np.int16),
    ("tentacles", np.int16),
    ("free", np.int8),  # free rerolls of this roll
    ("settling", FLAG),
    ("stack", np.int32, (MAX_DEPTH, COLUMNS)),
    ("depth", np.int16),
    ("question", np.int8),
    ("offer", np.int64),  # bits of what may be chosen
    ("may_stop", FLAG),
    ("waiting", FLAG),
    ("answered", FLAG),
    ("answer", np.int64),
    ("answer_block", np.int64),
    ("progress", np.float32),
    ("progress_before", np.float32),
)

_E, _L = MAX_EPISODES, MAX_ELDER_ONES
_SIDE = (_E, MAX_CARDS, SIDES)

KIT = record_dtype(
    ("num_players", np.int8),
    ("people", np.int8),  # investigators at the table
    ("num_episodes", np.int8),
    ("num_elders", np.int8),
    ("num_persons", np.int8),  # investigators to draw from
    ("num_insanities", np.int8),
    ("asked_person", np.int8, _PEOPLE),
    ("asked_insanity", np.int8, _PEOPLE),
    ("ask_ties", FLAG),
    ("convert_all", FLAG),
    ("pay_progress", FLAG),
    ("first_red", np.int8),
    ("rows", np.int64, (MAX_ROWS, ROW)),
    ("row_effect", np.int8, (MAX_ROWS,)),  # Effect
    ("row_number", np.int8, (MAX_ROWS,)),  # which of them
    ("row_first", np.int16, (MAX_ROWS,)),  # its first row
    ("skill_trait", np.int8, (MAX_SKILLS, LEVELS + 1, N_TRAITS)),
    ("person_skill", np.int8, (MAX_PEOPLE, SKILLS_EACH)),
    ("symptom", np.int16, (MAX_INSANITIES,)),
    ("keeps_wounds", FLAG, (MAX_INSANITIES,)),
    ("keeps_mythos", FLAG, (MAX_INSANITIES,)),
    ("names_partner", FLAG, (MAX_INSANITIES,)),
    ("kind_health", np.int8, (MAX_KINDS,)),
    ("kind_standard", np.int8, (MAX_KINDS,)),
    ("kind_bonus", np.int8, (MAX_KINDS,)),
    ("kind_trait", np.int8, (MAX_KINDS, N_ENEMY_TRAITS)),
    ("elder_tokens", np.int8, (_L,)),
    ("elder_on_spaces", FLAG, (_L,)),
    ("stage_health", np.int8, (_L, STAGES)),
    ("stage_standard", np.int8, (_L, STAGES)),
    ("stage_bonus", np.int8, (_L, STAGES)),
    ("stage_reveal", np.int16, (_L, STAGES)),
    ("stage_advance", np.int16, (_L, STAGES)),
    ("stage_end", np.int16, (_L, STAGES)),
    ("stage_no_token", np.int16, (_L, STAGES)),
    ("elder_mythos", np.int16, (_L, BOX_MYTHOS)),
    ("mythos_symbol", np.int8, (_L, _E, MAX_MYTHOS)),  # how many it shows
    ("figures", np.int8, (_L, _E)),
    ("figure_kind", np.int8, (_L, _E, MAX_FIGURES)),
    ("spaces", np.int8, (_E,)),
    ("links", np.int32, (_E, MAX_SPACES)),  # bits of adjacent spaces
    ("distance", np.int8, (_E, MAX_SPACES, MAX_SPACES)),
    ("start", np.int8, (_E,)),
    ("place", np.int8, (_E,)),
    ("gate", np.int8, (_E, GATES)),
    ("gate_near", np.int32, (_E,)),  # bits of the spaces at or next to a Gate
    ("setup_fire", np.int8, (_E, MAX_SPACES)),
    ("setups", np.int8, (_E,)),
    ("setup_kind", np.int8, (_E, MAX_FIGURES)),
    ("setup_space", np.int8, (_E, MAX_FIGURES)),
    ("markers", np.int8, (_E,)),
    ("marker_kind", np.int8, (_E,)),
    ("goal", np.int64, (_E, 3)),
    ("advance", np.int16, (_E,)),
    ("pieces", np.int8, (_E,)),
    ("piece_group", np.int8, (_E, MAX_PIECES)),
    ("piece_start", np.int8, (_E, MAX_PIECES)),
    ("piece_value", np.int8, (_E, MAX_PIECES)),
    ("group_hidden", FLAG, (_E, MAX_GROUPS)),
    ("group_health", np.int8, (_E, MAX_GROUPS)),
    ("group_blank", np.int8, (_E, MAX_GROUPS)),
    ("value_then", np.int8, (_E, MAX_VALUES)),  # Piece
    ("value_effect", np.int16, (_E, MAX_VALUES)),
    ("action_when", np.int64, (_E, 2, 3)),
    ("action_effect", np.int16, (_E, 2)),
    ("episode_mythos", np.int16, (_E, BOX_MYTHOS)),
    ("cards", np.int8, (_E,)),
    ("card_before", np.int16, (_E, MAX_CARDS)),
    ("side_is", FLAG, _SIDE),
    ("side_kind", np.int8, _SIDE),
    ("side_stress", np.int8, _SIDE),
    ("side_wounds", np.int8, _SIDE),
    ("side_forced", FLAG, _SIDE),
    ("side_tradable", FLAG, _SIDE),
    ("side_health", np.int8, _SIDE),
    ("side_skill", np.int8, _SIDE),
    ("side_use", np.int16, _SIDE),
    ("side_gain", np.int16, _SIDE),
    ("side_needs", np.int64, (*_SIDE, 3)),
    ("side_use_when", np.int64, (*_SIDE, 3)),
    ("side_tags", np.int8, (*_SIDE, MAX_TAGS)),
    ("side_trait", np.int8, (*_SIDE, N_TRAITS)),
    ("side_if_skill", np.int8, _SIDE),
    ("side_if_tags", np.int8, (*_SIDE, MAX_TAGS)),
    ("side_if_trait", np.int8, (*_SIDE, N_TRAITS)),
    ("answer_base", np.int16, (len(Question),)),  # first id of the block that answers a question
    ("block_of", np.int8, (MAX_ACTIONS,)),  # number of the block of an action id
    ("index_of", np.int8, (MAX_ACTIONS,)),  # and its place in the block
    ("act", starts_dtype(ACTION_NAMES)),
    ("ob", starts_dtype(OBSERVATION_NAMES)),
    ("scale", scales_dtype(OBSERVATION_NAMES)),
)
