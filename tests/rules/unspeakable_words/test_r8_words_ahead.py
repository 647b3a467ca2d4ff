"""R8.8: what the observation tells of the dictionary, against the list of words itself."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cthulhu_envs.api.make import make
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.unspeakable_words import GAME
from cthulhu_envs.games.unspeakable_words.cards import POINTS
from cthulhu_envs.games.unspeakable_words.state import Phase
from cthulhu_envs.games.unspeakable_words.words import words_of
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import ALL, Table, new_game, position

WORDS = words_of("enable")
Ahead = dict[str, set[int]]  # by letter, the points of the words


def worth(letters: str) -> int:
    return sum(int(POINTS[ALL.index(letter)]) for letter in letters)


def told(at: Table, seat: int) -> Ahead:
    """What the observation says."""
    rows = at.sees(seat)["ahead"]
    found = {ALL[number]: set(np.flatnonzero(row).tolist()) for number, row in enumerate(rows)}
    return {letter: values for letter, values in found.items() if values}


def truth(at: Table, shortest: int) -> Ahead:
    """The same, by looking through the whole dictionary."""
    laid, hand = at.laid, Counter(at.hands[at.seat])
    found: Ahead = {}
    for word in WORDS:
        rest = word[len(laid) :]
        is_ahead = rest and word.startswith(laid) and not Counter(rest) - hand
        if is_ahead and len(word) >= shortest and word not in at.used:
            found.setdefault(rest[0], set()).add(worth(word))
    return found


@rule("R8.8")
def test_each_letter_tells_the_points_of_the_words_it_leads_to():
    words = ["tea", "teat", "ta", "eta", "bee"]
    at = position(hands=["teabt", "..."], dictionary=words, used=["ta"], word_features=True)

    assert told(at, 0) == {"t": {11, 13}, "e": {11}}  # BEE needs two Es, and TA is used
    at.lay("te")
    assert told(at, 0) == {"a": {11, 13}}
    at.lay("a")
    assert told(at, 0) == {"t": {13}}  # to end the word here is no letter


@rule("R8.8")
def test_letters_twice_in_the_hand_count_twice():
    at = position(hands=["eetbc", "..."], dictionary=["bee", "tee"], word_features=True)

    assert told(at, 0) == {"b": {13}, "t": {10}}
    assert told(at.lay("te"), 0) == {"e": {10}}


@rule("R8.8")
@pytest.mark.parametrize("edition", ["manual", "published"])
def test_they_are_those_of_the_whole_dictionary_and_lead_where_letters_may_be_laid(edition):
    shortest = 2 if edition == "manual" else 3
    for seed in range(3 if is_compiled() else 1):
        at = new_game(seed, num_players=2, edition=edition, word_features=True)
        rng = np.random.default_rng(seed)
        while at.state.turns < 6:
            if at.state.phase == Phase.WORD:
                assert told(at, at.seat) == truth(at, shortest)
                assert "".join(sorted(told(at, at.seat))) == at.letters
            legal = np.flatnonzero(at.env.observe(at.env.agent_selection)["action_mask"])
            at.env.step(int(rng.choice(legal)))


@rule("R8.8", "R3.9")
def test_where_any_letters_are_a_word_all_sums_are_told():
    settings = {"free_words": True, "tokens": [1, 5], "min_letters": 3}
    at = position(hands=["teabc", "..."], used=["tea"], word_features=True, **settings)

    for laid in ("", "t", "te"):
        rest = sorted(Counter("teabc") - Counter(laid))
        for letter in rest:
            others = [card for card in rest if card != letter]
            sums = {
                worth(laid + letter + "".join(chosen))
                for number in range(max(0, 2 - len(laid)), len(others) + 1)
                for chosen in combinations(others, number)
            }
            assert told(at, 0)[letter] == sums
        at.lay("tea"[len(laid)])


@rule("R8.8")
def test_only_who_lays_a_word_is_told():
    at = position(hands=["teabc", "..."], rolls=[1], points=[0, 60], word_features=True)
    assert told(at, 0) and not told(at, 1)
    at.word("tea")
    assert not told(at, 0)  # it claims
    at.claim("half")
    assert not told(at, 0) and not told(at, 1)  # it rolls
    at.play("decline")
    assert told(at, 1)


@rule("R8.8", "R9.1")
def test_it_is_the_same_in_all_worlds():
    at = new_game(3, num_players=3, word_features=True)
    rng = np.random.default_rng(3)
    for number in range(40):
        for seat in range(3):
            for world in at.env.view(f"player_{seat}").sample_worlds(2, seed=number):
                twin = at.env.clone()
                twin._place(world.reshape(1))
                assert (twin.observe(f"player_{seat}")["observation"] == at.vector(seat)).all()
        legal = np.flatnonzero(at.env.observe(at.env.agent_selection)["action_mask"])
        at.env.step(int(rng.choice(legal)))


@rule("R8.8")
def test_the_rest_of_the_observation_is_the_same_without_it():
    plain, full = (new_game(2, word_features=is_told) for is_told in (False, True))
    size = plain.game.observations.size

    assert full.game.observations.size == size + 26 * 26
    assert (full.vector(full.seat)[:size] == plain.vector(plain.seat)).all()
    assert plain.sees(0)["ahead"].size == 0


@rule("R8.8")
@pytest.mark.parametrize("value", [1, "yes", None])
def test_it_is_on_or_off(value):
    with pytest.raises(ValueError, match="word_features must be True or False"):
        make(GAME, word_features=value)
