"""Numbers and names that fix the shape of a state: how many cards, slots, domains and choices."""

from __future__ import annotations

import enum

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import LASTING
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Proc, TurnStage

TITLES = tuple(card.title for card in card_book().cards)
KINDS = len(TITLES)
LASTING_KINDS = card_book().kinds_with(LASTING)
DECK_MAX = 64  # cards in one deck (R2.9)
FIRST_STORY = 2 * DECK_MAX  # cards of seat 0, of seat 1, then the stories
N_STORIES = 10
N_CARDS = FIRST_STORY + N_STORIES
SLOTS = 24  # cards in play on a side (R5.12)
ENTITIES = 2 * SLOTS
START_DOMAINS = 3  # R2.5
MAX_DOMAINS = 10  # R4.12
STORY_SLOTS = 5  # three stories, and a conspiracy of each seat
OPEN_STORIES = 3
MOST_X = 32
MOST_COPIES = 3  # of a title in a deck (R2.12)
TURNS = 200  # turn limit (R3.14), unless another is set
MOST_TURNS = 1000
BOTH = 3  # bits of both seats
OPENLY = 4  # `listed`: both saw it, and know that both did
SHOWN = BOTH | OPENLY
FEW = 8  # where an observation stops to count
COPIES_SHOWN = 10  # copied texts in an observation
MODES = 8
TOP_SHOWN = 5
TRACK = 5  # success tokens that win a story (R6.20)
STORIES_TO_WIN = 3
MAX_LASTING = 64
MAX_TRIGGERS = 64
MAX_USED = 64
MAX_DECKS = 64  # of a format
MAX_PAIRINGS = 1024
DEPTH = 18
RESTORE, CONFLICT, TERROR, COMBAT, ARCANE = range(5)  # RULE_FILTERS of card_file.py
NO_FILTER = -1
TO_RESOLVE, TO_MARK, TO_WIN = -1, -2, -3  # Question.STORY: which stories, where no Aim says it
WITH_RESOURCES = 99  # Question.DOMAIN: one's own with any resource, where no Aim says it

NOTHING = -1


class Zone(enum.IntEnum):
    """Where a card is."""

    NOWHERE = 0
    DECK = 1
    HAND = 2
    PLAY = 3
    PILE = 4  # discard pile
    RESOURCE = 5
    DOMAIN = 6  # face down as a domain
    STORY = 7  # a story or conspiracy between the players
    STORY_DECK = 8
    WON = 9
    LIMBO = 10  # being played or attached as a resource
    ASIDE = 11  # chosen to be swapped


class Phase(enum.IntEnum):
    """R3.1"""

    SETUP = 0
    REFRESH = 1
    DRAW = 2
    RESOURCE = 3
    OPERATIONS = 4
    STORY = 5


class Question(enum.IntEnum):
    """What is to be chosen."""

    NOTHING = 0
    MULLIGAN = 1
    WINDOW = 2
    RESPOND = 3
    DISRUPT = 4
    WAY = 5  # which of several texts of a card
    PAY = 6  # the domain to drain
    ENTITY = 7
    HAND = 8
    PILE = 9
    DECK = 10
    TOP = 11  # one of the top cards of a deck
    STORY = 12
    DOMAIN = 13
    RESOURCE = 14  # a resource on a domain
    EFFECT = 15  # of a story that was won: execute it or not
    NUMBER = 16
    ICON = 17
    SEAT = 18
    COMMIT = 19
    COMMIT_TO = 20
    ORDER = 21
    TOKENS = 22  # a side of a story
    WON = 23
    FREEZE = 24  # lose a resource, or cards of the deck
    HAND_OR_PILE = 25  # where a character comes from


PHASES = tuple(member.name.lower() for member in Phase)
MOMENTS = tuple(member.name.lower() for member in TurnStage)
WINDOWS = ("window", "responses", "disrupts")  # of Proc, in this order
STEPS = tuple(member.name.lower() for member in Proc)
ASKS = tuple(member.name.lower() for member in Question)


class T(enum.IntEnum):
    """Columns of a trigger."""

    EVENT = 0
    INST = 1
    SEAT = 2
    ARG = 3


class U(enum.IntEnum):
    """Columns of a response that was made."""

    CARD = 0
    TRIGGER = 1


class L(enum.IntEnum):
    """Columns of a lasting effect."""

    STAT = 0
    MOD = 1
    INST = 2  # the card it changes or NOTHING
    SEAT = 3
    AUX = 4
    KIND = 5  # the card it came from
