"""The compiled invariants: they hold in random play, and see what is broken."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.rules import invariants
from cthulhu_envs.games.call_of_cthulhu.rules.invariants import (
    Broken,
    check,
    tables,
    what_is_broken,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import N_CARDS
from cthulhu_envs.tools.laws import BrokenLawError, laws_of
from cthulhu_envs.tools.laws import check as check_laws
from tests.rules.call_of_cthulhu.position import position

DECISIONS = 200_000 if is_compiled() else 1_000


def broken(at):
    twin = at.game.new_states(1)
    return Broken(what_is_broken(at.game.kit[0], at.s, twin, np.zeros(N_CARDS, np.int64)))


def test_every_quick_deck_is_among_the_tables():
    assert len({table.values["deck_0"] for table in tables(GAME)}) == 42 + 2


def test_random_play_over_all_decks_breaks_nothing():
    assert check(GAME, DECISIONS) >= 44


def insane_at_a_story(s, inst):
    s.insane[inst] = 1
    s.at_story[inst] = 0


def wounded(s, inst):
    s.wounds[inst] = 3


def in_two_places(s, inst):
    s.hand[0, s.hand_n[0]] = inst
    s.hand_n[0] += 1
    s.zone[inst] = 2


def drained_twice(s, inst):
    s.drained[0, 0] = 2


def dearer_domain(s, inst):
    s.res[0, 0, 0] += 1


def five_tokens(s, inst):
    s.success[0, 1] = 5


def stronger(s, inst):
    s.skill[inst] += 1


def nobody_asked(s, inst):
    s.ids_n = 0


FAULTS = {
    insane_at_a_story: Broken.INSANE_AND_COMMITTED,
    wounded: Broken.WOUNDS_BEYOND_DEATH,
    in_two_places: Broken.CARD_LOST_OR_DOUBLED,
    drained_twice: Broken.DRAINED_TWICE,
    dearer_domain: Broken.RESOURCES_DO_NOT_ADD_UP,
    five_tokens: Broken.STORY_NOT_WON,
    stronger: Broken.VALUES_OUT_OF_DATE,
    nobody_asked: Broken.NOBODY_ASKED,
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_broken_table_is_named(fault):
    at = position(play="Peeler", domains="Agency 2; Hastur 1")
    assert broken(at) == Broken.NOTHING

    fault(at.s, int(at.s.play[0]))

    assert broken(at) == FAULTS[fault]


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

    monkeypatch.setattr(invariants, "check", broken)

    with pytest.raises(BrokenLawError, match="STORY_NOT_WON"):
        invariants.every_deck_holds(GAME, 0)
