"""The invariants hold in random play over all decks; test_states_from_outside.py breaks them."""

from __future__ import annotations

import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.authoring.law import BrokenLawError
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.invariants import laws
from cthulhu_envs.games.call_of_cthulhu.invariants.laws import check, tables
from cthulhu_envs.tools.laws import check as check_laws
from cthulhu_envs.tools.laws import laws_of

DECISIONS = 200_000 if is_compiled() else 1_000


def test_every_quick_deck_is_among_the_tables():
    assert len({table.values["deck_0"] for table in tables(GAME)}) == 42 + 2


def test_random_play_over_all_decks_breaks_nothing():
    assert check(GAME, DECISIONS) >= 44


def test_the_game_adds_a_law_of_its_own():
    told = []

    check_laws(GAME, seeds=1, progress=told.append, only="decks")

    assert [law.name for law in laws_of(GAME)][-1] == "decks"
    assert len(told) == 1 and "every deck" in told[0]


def test_a_law_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"has no law 'deck'.*decks"):
        check_laws(GAME, only="deck")


def test_a_broken_table_is_a_broken_law(monkeypatch):
    def broken(game, decisions, seed):
        raise AssertionError("STORY_NOT_WON in {}, seed 4")

    monkeypatch.setattr(laws, "check", broken)

    with pytest.raises(BrokenLawError, match="STORY_NOT_WON"):
        laws.every_deck_holds(GAME, 0)
