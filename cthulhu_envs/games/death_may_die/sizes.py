"""How much a state can hold, and limits of content (R14)."""

from __future__ import annotations

from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS

MAX_INVESTIGATORS = 5  # at the table
MAX_SPACES = 20
MAX_FIGURES = 26  # the Elder One is figure 0
MAX_KINDS = 14
MAX_CARDS = 16  # Discovery cards of an episode
MAX_TAGS = 4  # of a side: its name and tags
MAX_MYTHOS = 2 * BOX_MYTHOS
MAX_PIECES = 16
MAX_GROUPS = 4
MAX_VALUES = 6  # different faces of pieces
MAX_SKILLS = 22
MAX_PEOPLE = 16  # investigators to choose from
MAX_INSANITIES = 16
MAX_EPISODES = 3
MAX_ELDER_ONES = 2
MAX_ROWS = 1400
N_OPTIONS = 4  # of a choice in an effect
MOST_DICE = 20  # of a colour that an enemy or Stage has
MOST_ROLLED = 99  # R14.4: of a colour in one roll
MOST_HEALTH = 99
MOST_ADDED_HEALTH = 20  # `boss_health`
MOST_STAGE_HEALTH = MOST_HEALTH + MOST_ADDED_HEALTH
MOST_TOKENS = 99  # of an Elder One
MOST_MARKERS = 99  # of an Episode
MOST_FIRE_HELD = 99  # Fire tokens held
MOST_OF_A_FACE = 120  # dice that show it: further ones are not laid
MOST_COUNTED = 20_000  # successes of a roll with every trait at its limit are fewer
MOST_DEALT = 100 * MOST_COUNTED  # wounds, where each success is worth several
MOST_ON_A_CARD = 9_999  # tokens on an Insanity card
MOST_TURNS = 99_999  # the track ends every game long before
