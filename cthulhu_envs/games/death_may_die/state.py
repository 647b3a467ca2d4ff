"""STATE: a game in progress as one record, and KIT: the content and settings it is played with.

What is to be done next lies on a stack of frames (`Step` and operands); an answer that is awaited
belongs to the topmost. Invariants: see `check_state`.
"""

from __future__ import annotations

import enum

import numpy as np

from cthulhu_envs.authoring.record import (
    ANY,
    FLAG,
    Span,
    bounds_of,
    record_dtype,
    scales_dtype,
    starts_dtype,
    state_dtype,
)
from cthulhu_envs.games.death_may_die.components import (
    ACTIONS,
    BOX_MYTHOS,
    DEADLY_WOUNDS,
    FIRST_CELL,
    GATES,
    LEVELS,
    MADNESS,
    MAX_STRESS,
    MOST_FIRE,
    MOST_SYMBOLS,
    N_DICE,
    SIDES,
    SKILLS_EACH,
    STAGES,
    THRESHOLDS,
    TRACK_CELLS,
    Die,
)
from cthulhu_envs.games.death_may_die.content.effect_rows import ROW
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ALL,
    N_ENEMY_TRAITS,
    N_TRAITS,
    NOTHING,
)
from cthulhu_envs.games.death_may_die.rules.frames import COLUMNS
from cthulhu_envs.games.death_may_die.rules.questions import Question, Reply
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
    MOST_COUNTED,
    MOST_FIRE_HELD,
    MOST_HEALTH,
    MOST_MARKERS,
    MOST_OF_A_FACE,
    MOST_ON_A_CARD,
    MOST_STAGE_HEALTH,
    MOST_TOKENS,
    MOST_TURNS,
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


A_PERSON = Span.below(MAX_INVESTIGATORS)
A_SPACE_OR_NONE = Span.below(MAX_SPACES, NOTHING)

_PEOPLE = (MAX_INVESTIGATORS,)
_FIGURES = (MAX_FIGURES,)
_SPACES = (MAX_SPACES,)
_CARDS = (MAX_CARDS,)
_PIECES = (MAX_PIECES,)

FIELDS = (
    ("stacked", FLAG, (2,)),  # Mythos, Discovery deck laid by hand
    ("asked_starter", np.int8, Span(0, MAX_INVESTIGATORS)),  # investigator + 1, 0: a random one
    ("asked_episode", np.int8, Span(0, MAX_EPISODES)),  # the same of Episodes
    ("asked_elder", np.int8, Span(0, MAX_ELDER_ONES)),  # and of Elder Ones
    # and of investigators, 0: as the kit has it
    ("asked_person", np.int8, _PEOPLE, Span(0, MAX_PEOPLE)),
    ("asked_insanity", np.int8, _PEOPLE, Span(0, MAX_INSANITIES)),
    ("rolls", np.int8, (MAX_ROLLS,), Span.of(Die)),  # laid by hand
    ("rolls_from", np.int8, Span(0, MAX_ROLLS)),
    ("rolls_to", np.int8, Span(0, MAX_ROLLS)),
    ("episode", np.int8, Span.below(MAX_EPISODES)),
    ("elder", np.int8, Span.below(MAX_ELDER_ONES)),
    ("active", np.int8, A_PERSON),  # investigator whose turn it is
    ("actor", np.int8, A_PERSON),  # investigator who decides
    ("actions_left", np.int8, Span(0, ACTIONS + ALL)),
    ("free_runs", np.int8, Span(0, ALL)),
    ("free_shots", np.int8, Span(0, ALL)),
    ("free_rests", np.int8, Span(0, ALL)),
    ("turns", np.int32, Span(1, MOST_TURNS)),
    ("person", np.int8, _PEOPLE, Span.below(MAX_PEOPLE)),
    ("insanity", np.int8, _PEOPLE, Span.below(MAX_INSANITIES)),
    ("partner", np.int8, _PEOPLE, Span.below(MAX_INVESTIGATORS, NOTHING)),
    ("space", np.int8, _PEOPLE, Span.below(MAX_SPACES)),
    ("wounds", np.int8, _PEOPLE, Span(0, DEADLY_WOUNDS)),
    ("stress", np.int8, _PEOPLE, Span(0, MAX_STRESS)),
    ("sanity", np.int8, _PEOPLE, Span(0, MADNESS)),  # lost so far
    ("burning", np.int8, _PEOPLE, Span(0, MOST_FIRE_HELD)),  # Fire tokens held
    ("signs", np.int8, _PEOPLE, Span(0, MOST_TOKENS)),  # Elder One tokens held
    ("keeps", np.int16, _PEOPLE, Span(0, MOST_ON_A_CARD)),  # tokens on the Insanity card
    ("lying", FLAG, _PEOPLE),
    ("dead", FLAG, _PEOPLE),
    ("revived", np.int8, _PEOPLE, Span(0, ALL)),  # deaths cancelled
    ("rerolled", np.int8, _PEOPLE, Span(0, ALL)),  # free rerolls a turn, used
    ("rerolled_attack", np.int8, _PEOPLE, Span(0, ALL)),
    ("boost", np.int8, _PEOPLE, Span(0, ALL)),  # bonus dice for the next attack
    ("queued", np.int8, _PEOPLE, Span(0, len(THRESHOLDS))),  # thresholds to be settled
    # own levels, without Companions
    ("level", np.int8, (MAX_INVESTIGATORS, SKILLS_EACH), Span(0, LEVELS)),
    ("skill", np.int8, (MAX_INVESTIGATORS, MAX_SKILLS), Span(0, LEVELS)),  # with Companions
    # of skills and cards together
    ("trait", np.int8, (MAX_INVESTIGATORS, N_TRAITS), Span(-ALL, ALL)),
    ("kind", np.int8, _FIGURES, Span.below(MAX_KINDS)),
    ("at", np.int8, _FIGURES, A_SPACE_OR_NONE),
    ("hurt", np.int8, _FIGURES, Span(0, MOST_STAGE_HEALTH)),
    ("crowd", np.int8, _SPACES, Span(0, MAX_FIGURES)),  # enemies on a space
    ("fire", np.int8, _SPACES, Span(0, MOST_FIRE)),
    ("fire_total", np.int8, Span(0, MOST_FIRE)),
    ("token", FLAG, _SPACES),
    ("tokens_left", np.int8, Span(0, MOST_TOKENS)),
    ("marker", np.int8, _SPACES, Span(0, MOST_MARKERS)),
    ("markers_left", np.int8, Span(0, MOST_MARKERS)),
    # investigator or Lies
    ("card_at", np.int8, _CARDS, Span(min(Lies), MAX_INVESTIGATORS - 1)),
    ("card_side", np.int8, _CARDS, Span.below(SIDES)),
    ("card_wounds", np.int8, _CARDS, Span(0, MOST_HEALTH)),
    ("card_gain", np.int8, _CARDS, Span(0, 1)),  # levels its Companion gave
    ("discovery", np.int8, _CARDS, Span.below(MAX_CARDS)),  # deck, top last
    ("discovery_left", np.int8, Span(0, MAX_CARDS)),  # cards in it, from the beginning
    ("mythos", np.int8, (MAX_MYTHOS,), Span.below(MAX_MYTHOS)),
    ("mythos_left", np.int8, Span(0, MAX_MYTHOS)),
    ("mythos_under", np.int8, Span(0, MAX_MYTHOS)),  # cards at the bottom that all have seen
    ("mythos_out", FLAG, (MAX_MYTHOS,)),  # discarded
    ("trauma", np.int8, Span.below(MAX_MYTHOS, NOTHING)),  # kept by Recurring Trauma
    ("symbols", np.int8, Span(0, 2 * MOST_SYMBOLS - 1)),
    ("piece_at", np.int8, _PIECES, A_SPACE_OR_NONE),
    ("piece_value", np.int8, _PIECES, Span.below(MAX_VALUES)),
    ("piece_is", np.int8, _PIECES, Span.of(Piece)),
    ("piece_up", FLAG, _PIECES),
    ("piece_hurt", np.int8, _PIECES, Span(0, MOST_HEALTH)),
    ("piece_holder", np.int8, _PIECES, Span.below(MAX_INVESTIGATORS, NOTHING)),
    # bits of seats that looked at it
    ("piece_seen", np.uint8, _PIECES, Span.below(1 << MAX_INVESTIGATORS)),
    ("track", np.int8, Span(FIRST_CELL, TRACK_CELLS)),
    ("stage", np.int8, Span(1, STAGES)),  # Stages revealed
    ("summoned", FLAG),
    ("disrupted", FLAG),
    ("must_advance", FLAG),
    ("dice", np.int8, (N_DICE,), Span(0, MOST_OF_A_FACE)),
    ("successes", np.int16, Span(0, MOST_COUNTED)),
    ("tentacles", np.int16, Span(0, MOST_COUNTED)),
    ("free", np.int8, Span(0, ALL)),  # free rerolls of this roll
    ("settling", FLAG),
    # each column by the kind of its frame: rules/frame_values.py
    ("stack", np.int32, (MAX_DEPTH, COLUMNS), ANY),
    ("depth", np.int16, Span(1, MAX_DEPTH)),
    ("question", np.int8, Span.of(Question)),
    ("offer", np.int64, Span.below(1 << MAX_FIGURES)),  # bits of what may be chosen
    ("may_stop", FLAG),
    ("waiting", FLAG),
    ("answered", FLAG),
    ("answer", np.int64, Span.below(MAX_FIGURES, NOTHING)),
    ("answer_block", np.int64, Span.of(Reply)),
    ("progress", np.float32, Span(0, 1)),
    ("progress_before", np.float32, Span(0, 1)),
)
STATE = state_dtype(*FIELDS)
BOUNDS = bounds_of(*FIELDS)

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
    ("row_box", np.int8, (MAX_ROWS,)),  # which Elder One or Episode it belongs to
    ("row_among", np.int8, (MAX_ROWS,)),  # Among: what the subject is in this row
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
