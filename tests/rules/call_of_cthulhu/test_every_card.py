"""Every card has a test named after it, and every operation stands on a card."""

from __future__ import annotations

import re
from pathlib import Path

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Op, Trigger
from cthulhu_envs.games.call_of_cthulhu.cards.columns import A, O

HERE = Path(__file__).parent


def name_of(title: str) -> str:
    """'Dr. Carson's Treatment' -> 'dr_carsons_treatment'."""
    plain = re.sub(r"['.!\"]", "", title.lower())
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def test_every_card_has_a_test_named_after_it():
    tests = " ".join(path.read_text() for path in HERE.glob("test_cards_*.py"))

    missing = [
        card.title for card in card_book().cards if f"def test_{name_of(card.title)}" not in tests
    ]

    assert not missing


def test_every_operation_and_trigger_is_used_by_a_card():
    book = card_book()

    assert {row[O.OP] for row in book.ops} == set(Op)
    assert {row[A.TRIGGER] for row in book.texts} == set(Trigger)
