"""Columns of the tables that the card rows become: filters, texts, operations, modifiers, kinds."""

from __future__ import annotations

import enum

OF_AIM = 1  # how far behind AIM1 or AIM2 stands what that aim needs
TOKENS = 100  # what Aim.TOKENS needs is least * TOKENS + most


class F(enum.IntEnum):
    """Columns of a filter; a card passes if it passes all of them."""

    TYPES = 0  # bits of card types, 0: any
    SIDE = 1  # Whose
    FLAGS = 2  # bits of Flag
    SUBS = 3  # at least one of these subtypes
    NOT_SUBS = 4
    FACTION = 5  # NONE: any
    WORDS = 6  # at least one of these keywords
    SKILL = 7  # at most
    COST = 8  # at most
    TERROR_MIN = 9
    TERROR_MAX = 10
    PRINTED_SKILL_MIN = 11
    PRINTED_SKILL_MAX = 12
    TITLE = 13  # kind, NONE: any


class Whose(enum.IntEnum):
    """Which side a filter demands, seen by the player whose text it is."""

    ANY = 0
    MINE = 1
    THEIRS = 2


class Flag(enum.IntEnum):
    """Yes-or-no demands of a filter, as bits."""

    INSANE = 1
    READY = 2
    EXHAUSTED = 4
    COMMITTED = 8
    OTHER = 16  # not the card whose text it is
    HERE = 32  # at the same story
    WITNESSED = 64  # was at the story that the trigger is about
    WOUNDABLE = 128
    MADDENABLE = 256
    RESTORABLE = 512
    BARE = 1024  # carries no Attachment
    TAKEABLE = 2048  # may change to my side
    ENTERABLE = 4096  # may enter play
    EITHER = 8192  # keyword or subtype is enough
    EXHAUST_OR_MADDEN = 16384
    AT_THIS = 32768  # committed to the very story whose text it is
    PRINTED_COST = 65536


class A(enum.IntEnum):
    """Columns of a text that is used."""

    TIMING = 0
    FROM = 1
    TRIGGER = 2
    COND = 3
    PAY = 4
    EXHAUST = 5  # 1: exhausts itself
    SACRIFICE = 6  # 1: is sacrificed itself
    EXHAUST_FILTER = 7  # NONE or a filter: exhaust one of these
    SACRIFICE_FILTER = 8
    AIM1 = 9
    FILTER1 = 10  # what the aim needs: a filter, a faction (RESOURCE), numbers (TOKENS)
    AIM2 = 11
    FILTER2 = 12
    MAYBE2 = 13  # 1: the second target may be left out
    FIRST_OP = 14
    NUM_OPS = 15
    KIND = 16  # the card it stands on


class O(enum.IntEnum):  # noqa: E742 - columns are short words
    """Columns of an operation."""

    OP = 0
    WHOM = 1
    AMOUNT = 2
    FILTER = 3
    MOST = 3  # MAY_ADD_SUCCESS has no filter, but the most tokens that a story may have before
    WHEN = 4
    MOD = 5  # the modifier of PHASE and its like


class M(enum.IntEnum):
    """Columns of a modifier."""

    STAT = 0
    SCOPE = 1
    FILTER = 2
    AMOUNT = 3
    PER = 4
    WHILE = 5
    LEAST = 6  # COST: not below
    NEXT = 7  # COST: only for the next card played
    LAYER = 8  # in which it is worked out, see layer_of


class K(enum.IntEnum):
    """Columns of a kind of card."""

    TYPE = 0
    FACTION = 1
    COST = 2  # OF_X for X
    SKILL = 3
    WORDS = 4
    TOUGHNESS = 5
    SUBS = 6
    UNIQUE = 7
    STEADFAST = 8
    FIRST_TEXT = 9
    NUM_TEXTS = 10
    FIRST_MOD = 11
    NUM_MODS = 12
    ATTACH = 13  # Aim of what it attaches to
    TIMINGS = 14  # bits of the timings of its texts
    TRIGGERS = 15  # bits of their triggers
    TERROR = 16  # printed icons
    COMBAT = 17
    ARCANE = 18
    INVESTIGATION = 19
    BOOST_TERROR = 20  # extra struggles
    BOOST_COMBAT = 21
    BOOST_ARCANE = 22
    BOOST_INVESTIGATION = 23
    BOOSTS = 24  # their sum
    LAYERS = 25  # bits of the layers of its modifiers, and of Effect
    OWN_COST = 26  # 1: it changes what it costs itself
    FROM_PILE = 27  # 1: it has a text that is used from the discard pile
