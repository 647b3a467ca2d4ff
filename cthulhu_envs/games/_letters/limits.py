"""The largest table and deck, and what stands for nobody and for no card."""

from __future__ import annotations

MAX_SEATS = 6
EVERY_SEAT = (1 << MAX_SEATS) - 1  # as bits
MAX_DECK = 32  # R1.4
MAX_FACE_UP = 8
NOBODY = -1
NO_CARD = -1
