"""What a try is taken for, and the table that is made of many."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.fuzz import trial
from tests.fuzz.tally import table
from tests.fuzz.trial import attempt


def refuse(words: str, kind: type[Exception] = ValueError) -> Callable[[], Any]:
    def act() -> None:
        raise kind(words)

    return act


def test_a_try_works_is_refused_or_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "counts", {})

    assert attempt("files", lambda: 5) == (True, 5)
    assert attempt("files", refuse("there is no such card")) == (False, None)
    assert attempt("files", refuse("rows are 0 to 3", IndexError), (IndexError,)) == (False, None)
    for kind in (KeyError, RecursionError):  # the second is a RuntimeError, but nobody's words
        with pytest.raises(kind):
            attempt("files", refuse("deck", kind))

    assert trial.counts["files"] == {"tried": 5, "refused": 2, "accepted": 1, "traceback": 2}


@pytest.mark.parametrize("words", ["", "x" * 301, "two\nlines"], ids=["none", "many", "lines"])
def test_a_refusal_is_one_bounded_sentence(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "counts", {})
    with pytest.raises(AssertionError):
        attempt("words", refuse(words))


def test_the_table_adds_up() -> None:
    rows = [
        {"input": "decks", "tried": 1000, "refused": 990, "accepted": 10},
        {"input": "saves", "tried": 5, "refused": 5},
        {"input": "decks", "tried": 1, "traceback": 1},
    ]

    assert table([json.dumps(row) for row in rows])[2:] == [
        "| decks | 1,001 | 990 | 10 | 1 |",
        "| saves | 5 | 5 | 0 | 0 |",
        "| all | 1,006 | 995 | 10 | 1 |",
    ]
