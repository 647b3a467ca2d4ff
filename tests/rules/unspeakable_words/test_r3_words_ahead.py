"""R3.5: the mask of letters against all words of the list, looked through one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.unspeakable_words.words import words_of
from tests.rulebook import rule
from tests.rules.unspeakable_words.table import Table, new_game, position

GAMES = 6 if is_compiled() else 2
TURNS = 25


@cache
def spelled(hand: str, words: tuple[str, ...]) -> list[str]:
    have, no_others = Counter(hand), re.compile(f"[{hand}]*")
    return [w for w in words if no_others.fullmatch(w) and not Counter(w) - have]


def words_in(hand: str, words: Sequence[str]) -> list[str]:
    """All words that a hand can spell."""
    return spelled("".join(sorted(hand)), tuple(words))


def expected(at: Table, words: Sequence[str]) -> set[str]:
    """What may be laid or said, by looking at every word."""
    hand, laid = at.hands[at.seat], at.laid
    can = [w for w in words_in(hand + laid, words) if w not in at.used and w.startswith(laid)]
    said = {f"letter {w[len(laid)].upper()}" for w in can if len(w) > len(laid)}
    if laid in can:
        said.add("complete")
    return said if laid else said | {"throw_in"}


@rule("R3.5", "R3.2", "R3.3", "R3.4")
@pytest.mark.parametrize(
    ("settings", "least", "most"),
    [
        ({}, 2, 5),
        ({"edition": "published", "free_words": False}, 3, 7),
        ({"dictionary": "common", "hand_size": 6, "min_letters": 4}, 4, 6),
    ],
    ids=["manual", "published", "common"],
)
def test_a_letter_is_legal_exactly_if_an_unused_word_lies_ahead(settings, least, most):
    name = settings.get("dictionary", "enable")
    words = tuple(w for w in words_of(name) if least <= len(w) <= most)
    asked = 0
    for seed in range(GAMES):
        at = new_game(seed, num_players=2, tokens=20, turn_limit=300, **settings)
        rng = np.random.default_rng(seed)
        while at.ending == "going_on" and at.state.turns < TURNS:
            if at.state.phase == 0:
                assert at.legal == expected(at, words)
                asked += 1
            mask = at.env.observe(at.env.agent_selection)["action_mask"]
            at.env.step(int(rng.choice(np.flatnonzero(mask))))

    assert asked > 10 * GAMES


@rule("R3.5")
def test_a_letter_whose_every_word_is_used_is_not_legal():
    words = ["tea", "ten", "toe", "at"]
    hand = ["teaon", "..."]

    assert position(hands=hand, dictionary=words).letters == "at"
    assert position(hands=hand, dictionary=words, used=["tea", "ten"]).lay("t").letters == "o"
    assert position(hands=hand, dictionary=words, used=["tea", "ten", "toe"]).letters == "a"
    assert position(hands=hand, dictionary=words, used=words).legal == {"throw_in"}


@rule("R3.5")
def test_a_used_word_may_be_the_beginning_of_an_unused_one():
    at = position(hands=["teamq", "..."], dictionary=["tea", "team"], used=["tea"])

    assert at.lay("tea").legal == {"letter M"}
    assert at.lay("m").legal == {"complete"}


@rule("R3.5", "R3.4")
def test_words_with_the_same_mark_are_told_apart():
    """The marks of used words are a quick first look only."""
    from cthulhu_envs.games.unspeakable_words.state import MARKS
    from tests.rules.unspeakable_words.table import code_of

    pairs: dict[int, str] = {}
    for word in words_of("enable"):
        if len(word) == 3 and len(set(word)) == 3:
            twin = pairs.setdefault(code_of(word) % MARKS, word)
            both = twin + word
            if twin != word and len(set(both)) == 5 and not set(both) & set("jkqxz"):
                break
    hand = "".join(dict.fromkeys(both))
    at = position(hands=[hand, "..."], dictionary=[twin, word], used=[twin])

    assert at.letters == word[0]
    assert at.lay(word).legal == {"complete"}


@rule("R3.5")
def test_many_used_words_are_all_remembered():
    words = [w for w in words_of("enable") if len(w) == 4][:290]
    settings = {"dictionary": words, "deck": dict.fromkeys("abcdefghiklst", 9)}
    hands = ["abase", "abcde", "aback", "bales", "aahed"]
    reached = 0
    for kept in ("able", "ache", "base"):
        used = [w for w in words if w != kept]
        for hand in hands:
            at = position(hands=[hand, "..."], used=used, **settings)
            spells = bool(words_in(hand, [kept]))
            reached += spells
            assert at.letters == (kept[0] if spells else "")

    assert reached > 1
