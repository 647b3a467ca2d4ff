"""The characters: names, values, copies, whom they may choose (R1, R4)."""

from __future__ import annotations

import enum

import numpy as np


class Card(enum.IntEnum):
    """A character; the number is its value."""

    SPY = 0
    GUARD = 1
    PRIEST = 2
    BARON = 3
    HANDMAID = 4
    PRINCE = 5
    CHANCELLOR = 6
    KING = 7
    COUNTESS = 8
    PRINCESS = 9


class Choice(enum.IntEnum):
    """Whom the player of a card chooses."""

    NOBODY = 0
    ANOTHER = 1  # Guard, Priest, Baron, King
    ANYONE = 2  # Prince


N_CARDS = len(Card)

CHOICE = np.zeros(N_CARDS, np.int8)
CHOICE[[Card.GUARD, Card.PRIEST, Card.BARON, Card.KING]] = Choice.ANOTHER
CHOICE[Card.PRINCE] = Choice.ANYONE
CHOICE.setflags(write=False)

EDITIONS: dict[str, dict[Card, int]] = {  # copies of each character
    "2019": {
        Card.SPY: 2,
        Card.GUARD: 6,
        Card.PRIEST: 2,
        Card.BARON: 2,
        Card.HANDMAID: 2,
        Card.PRINCE: 2,
        Card.CHANCELLOR: 2,
        Card.KING: 1,
        Card.COUNTESS: 1,
        Card.PRINCESS: 1,
    },
    "classic": {
        Card.GUARD: 5,
        Card.PRIEST: 2,
        Card.BARON: 2,
        Card.HANDMAID: 2,
        Card.PRINCE: 2,
        Card.KING: 1,
        Card.COUNTESS: 1,
        Card.PRINCESS: 1,
    },
}
EDITION_PLAYERS = {"2019": range(2, 7), "classic": range(2, 5)}

# Decks small enough to be solved exactly, with edition="classic" and rounds="single".
MINI_DECKS: dict[str, dict[Card, int]] = {
    "ll-6": dict.fromkeys(
        [Card.GUARD, Card.PRIEST, Card.BARON, Card.HANDMAID, Card.PRINCE, Card.PRINCESS], 1
    ),
    "ll-8": dict.fromkeys(EDITIONS["classic"], 1),
    "ll-9": {**dict.fromkeys(EDITIONS["classic"], 1), Card.GUARD: 2},
    "ll-10": {**dict.fromkeys(EDITIONS["classic"], 1), Card.GUARD: 3},
}

TOKEN_GOAL = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}  # R7.1, by number of players
FACE_UP_TWO_PLAYERS = 3  # R2.3
