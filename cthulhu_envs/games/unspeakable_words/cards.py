"""The letter cards and the Cthulhu die: copies, points, faces (R1), and the numbers of the
editions.
"""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

Letter = enum.IntEnum("Letter", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z", start=0)
N_LETTERS = len(Letter)

#                   A  B  C  D   E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U  V  W  X  Y  Z
COPIES = np.array([10, 2, 2, 3, 10, 2, 2, 3, 9, 1, 1, 5, 3, 5, 8, 2, 1, 5, 5, 5, 4, 2, 2, 1, 2, 1])
POINTS = np.array([5, 5, 0, 2, 4, 3, 2, 4, 4, 2, 3, 1, 3, 2, 0, 3, 2, 4, 0, 2, 0, 1, 3, 4, 3, 2])
MOST_POINTS = int(POINTS.max())


class Effect(enum.IntEnum):
    """What the Cthulhu die can bring about (R5.6-R5.10)."""

    YELLOW_SIGN = 0
    TENTACLE = 1
    ELDER_SIGN = 2
    CTHULHU = 3
    REDRAW = 4  # no face of the die, but one of the Eye's choices
    EYE = 5  # a face, but no choice of its own


N_CHOICES = len(Effect) - 1  # what the Eye lets its caster choose from
SIDES = {  # R1.6: sides of the Cthulhu die
    Effect.YELLOW_SIGN: 5,
    Effect.TENTACLE: 4,
    Effect.ELDER_SIGN: 1,
    Effect.CTHULHU: 1,
    Effect.EYE: 1,
}
FACES = np.array([face for face, sides in SIDES.items() for _ in range(sides)])
for _table in (COPIES, POINTS, FACES):
    _table.setflags(write=False)

D20 = 20  # R1.5
D6 = 6  # R5.6
DICE_ABOVE = 50  # points, R5.1
MOST_HITS = 2  # R5.4: as often running may somebody be the target
LONG_WORD = 7  # letters, R4.10
TOKENS = 5  # R1.4

EDITIONS: dict[str, dict[str, Any]] = {
    "manual": {
        "target": 113,
        "hand_size": 5,
        "min_letters": 2,
        "check": "at_most",
        "claim_half": True,
        "dice": True,
        "lose_all_on_fail": True,
        "long_words": "if_sane",
        "free_words": False,
    },
    "published": {
        "target": 100,
        "hand_size": 7,
        "min_letters": 3,
        "check": "at_least",
        "claim_half": False,
        "dice": False,
        "lose_all_on_fail": False,
        "long_words": "always",
        "free_words": True,
    },
}
