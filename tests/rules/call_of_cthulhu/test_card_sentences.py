"""The encoding of every card in words, as the documentation gives it."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.card_sentences import sentences
from cthulhu_envs.games.call_of_cthulhu.cards.card_table import card_table

SAID = {
    "Cthulhu": [
        "Forced Response, after a player has drawn in his draw phase: that player sacrifices a "
        "character of his own, if able."
    ],
    "Yog-Sothoth": ["It costs 1 less for each Spell in your discard pile, but at least 1."],
    "Patrol Wagon": [
        "Attaches to a character.",
        "The card it is attached to has Toughness +1.",
        "Disrupt, when the card it is attached to is about to be wounded: pay 2, prevent one "
        "wound.",
    ],
    "Working a Hunch": [
        "Action: choose a character, it has combat +2 until the phase ends; if overpaid, it has "
        "arcane +1 until the phase ends; if overpaid, it has investigation +1 until the phase ends."
    ],
    "G-Men": [],
}


@pytest.mark.parametrize("title", SAID)
def test_a_card_is_told_in_sentences(title):
    book = card_book()

    assert sentences(book, book.kind_named(title)) == SAID[title]


def test_every_text_of_every_card_is_told():
    book = card_book()

    for kind, card in enumerate(book.cards):
        boosters = sum(text.startswith("booster") for text in card.texts)
        told = sentences(book, kind)
        assert len(told) == len(card.texts) and boosters <= 1, card.title
        assert all(line[0].isupper() and line.endswith(".") and "  " not in line for line in told)


def test_every_card_stands_in_the_table():
    rows = [line for line in card_table().splitlines() if line.startswith("| F")]

    assert len(rows) == 165 and len(set(rows)) == 165
