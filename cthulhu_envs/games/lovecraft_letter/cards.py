"""The cards: names, values, copies, Insanity cards, sides, whom they may choose (R1, R4)."""

from __future__ import annotations

import enum
from typing import NamedTuple

import numpy as np


class Card(enum.IntEnum):
    """A card of the box, in order of the published values."""

    BRAINCASE = 0
    INVESTIGATORS = 1
    DEEP_ONES = 2
    CATS = 3
    GOLDEN_MEAD = 4
    GREAT_RACE = 5
    HOUND = 6
    ELDER_SIGN = 7
    LIBER_IVONIS = 8
    ARMITAGE = 9
    MI_GO = 10
    CARTER = 11
    NYARLATHOTEP = 12
    SILVER_KEY = 13
    TRAPEZOHEDRON = 14
    NECRONOMICON = 15
    CTHULHU = 16


class Choice(enum.IntEnum):
    """Whom the player of a card chooses."""

    NOBODY = 0
    ANOTHER = 1
    ANYONE = 2  # oneself too


class Row(NamedTuple):
    """What an edition prints of a card."""

    value: int
    copies: int
    insanity: bool


N_CARDS = len(Card)
N_VALUES = 9  # 0 to 8
ONE = 1  # R4.1a: the number that cannot be named
FORCING_VALUE = 5  # R4.7a
CTHULHU_NEEDS = 2  # R4.8a

TITLES = {
    Card.BRAINCASE: "Mi-Go Braincase",
    Card.INVESTIGATORS: "Investigators",
    Card.DEEP_ONES: "Deep Ones",
    Card.CATS: "Cats of Ulthar",
    Card.GOLDEN_MEAD: "Golden Mead",
    Card.GREAT_RACE: "Great Race of Yith",
    Card.HOUND: "Hound of Tindalos",
    Card.ELDER_SIGN: "Elder Sign",
    Card.LIBER_IVONIS: "Liber Ivonis",
    Card.ARMITAGE: "Professor Henry Armitage",
    Card.MI_GO: "Mi-Go",
    Card.CARTER: "Randolph Carter",
    Card.NYARLATHOTEP: "Nyarlathotep",
    Card.SILVER_KEY: "The Silver Key",
    Card.TRAPEZOHEDRON: "The Shining Trapezohedron",
    Card.NECRONOMICON: "The Necronomicon",
    Card.CTHULHU: "Cthulhu",
}

# The Braincase has no copy to shuffle: it lies beside the deck (R2.1).
EDITIONS: dict[str, dict[Card, Row]] = {
    "published": {
        Card.BRAINCASE: Row(0, 0, True),
        Card.INVESTIGATORS: Row(1, 5, False),
        Card.DEEP_ONES: Row(1, 1, True),
        Card.CATS: Row(2, 2, False),
        Card.GOLDEN_MEAD: Row(2, 1, True),
        Card.GREAT_RACE: Row(3, 2, False),
        Card.HOUND: Row(3, 1, True),
        Card.ELDER_SIGN: Row(4, 2, False),
        Card.LIBER_IVONIS: Row(4, 1, True),
        Card.ARMITAGE: Row(5, 2, False),
        Card.MI_GO: Row(5, 1, True),
        Card.CARTER: Row(6, 1, False),
        Card.NYARLATHOTEP: Row(6, 1, True),
        Card.SILVER_KEY: Row(7, 1, False),
        Card.TRAPEZOHEDRON: Row(7, 1, True),
        Card.NECRONOMICON: Row(8, 1, False),
        Card.CTHULHU: Row(8, 1, True),
    },
    "manual": {
        Card.BRAINCASE: Row(0, 0, False),
        Card.INVESTIGATORS: Row(1, 1, False),
        Card.DEEP_ONES: Row(1, 1, False),
        Card.CATS: Row(2, 2, False),
        Card.GOLDEN_MEAD: Row(1, 2, False),
        Card.GREAT_RACE: Row(2, 2, False),
        Card.HOUND: Row(1, 2, False),
        Card.ELDER_SIGN: Row(2, 2, False),
        Card.LIBER_IVONIS: Row(1, 2, False),
        Card.ARMITAGE: Row(2, 2, False),
        Card.MI_GO: Row(1, 2, False),
        Card.CARTER: Row(1, 2, False),
        Card.NYARLATHOTEP: Row(1, 2, False),
        Card.SILVER_KEY: Row(1, 2, False),
        Card.TRAPEZOHEDRON: Row(1, 2, False),
        Card.NECRONOMICON: Row(8, 2, True),
        Card.CTHULHU: Row(8, 2, True),
    },
}

TWO_SIDED = (
    Card.DEEP_ONES,
    Card.GOLDEN_MEAD,
    Card.HOUND,
    Card.LIBER_IVONIS,
    Card.MI_GO,
    Card.NYARLATHOTEP,
    Card.TRAPEZOHEDRON,
    Card.CTHULHU,
)

HAS_INSANE_SIDE = np.zeros(N_CARDS, np.uint8)
HAS_INSANE_SIDE[list(TWO_SIDED)] = 1

# Whom a card chooses: [card, 0] its Sane side, [card, 1] its Insane one.
CHOICE = np.zeros((N_CARDS, 2), np.int8)
CHOICE[[Card.INVESTIGATORS, Card.CATS, Card.GREAT_RACE, Card.CARTER], 0] = Choice.ANOTHER
CHOICE[[Card.DEEP_ONES, Card.GOLDEN_MEAD, Card.HOUND], :] = Choice.ANOTHER
CHOICE[[Card.ARMITAGE, Card.MI_GO], 0] = Choice.ANYONE
CHOICE[Card.MI_GO, 1] = Choice.ANOTHER
CHOICE[Card.NYARLATHOTEP, 0] = Choice.ANOTHER
HAS_INSANE_SIDE.setflags(write=False)
CHOICE.setflags(write=False)

SANE_GOAL = 2  # R7.1
INSANE_GOAL = 3  # R7.2
FACE_UP_TWO_PLAYERS = 5  # R2.4
