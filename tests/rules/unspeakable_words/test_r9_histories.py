"""R9: sampled worlds against all histories of a game on a small deck, several shuffles long."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.authoring.kernels import is_compiled
from tests.rulebook import rule
from tests.rules.unspeakable_words.histories import Histories, World, world_of
from tests.rules.unspeakable_words.table import ALL, Table, new_game, position
from tests.worlds import assert_fair

WORDS = ["at", "ta", "to", "et", "te", "tea", "eat", "ate", "oat", "a", "e", "o", "t"]
WORDS += ["tot", "toe", "tee", "ot", "oe", "ae", "ea", "ta", "tat", "ett", "aa", "ee", "tt"]
SMALL = {
    "dictionary": sorted(set(WORDS)),
    "min_letters": 1,
    "target": 1000,
    "claim_half": False,
}
TABLES = {
    "two": {"num_players": 2, "hand_size": 3, "deck": {"a": 2, "t": 3, "e": 3, "o": 1}},
    "three": {"num_players": 3, "hand_size": 2, "deck": {"a": 2, "t": 3, "e": 2, "o": 1}},
    "three, larger hands": {"num_players": 3, "hand_size": 3, "deck": {"a": 3, "t": 4, "e": 4}},
    "four": {"num_players": 4, "hand_size": 2, "deck": {"a": 3, "t": 3, "e": 3, "o": 1}},
}
SEEDS, ACTIONS = (4, 60) if is_compiled() else (1, 36)
EACH, SAMPLES = (20, 4000) if is_compiled() else (2, 100)  # worlds after each action, at the end
RARE = 1e-5


def drawn(at: Table, seat: int, count: int, seed: int) -> Counter[World]:
    worlds = at.env.view(f"player_{seat}").sample_worlds(count, seed=seed)
    return Counter(world_of(world) for world in worlds)


def random_action(at: Table, rng: np.random.Generator) -> tuple[str, dict[str, Any]]:
    """Mostly letters, so that few words are short; the dice if they are open, and the redraw."""
    mask = at.env.observe(at.env.agent_selection)["action_mask"]
    legal = [at.game.actions.decode(int(action)) for action in np.flatnonzero(mask)]
    letters = [meaning for meaning in legal if meaning.name == "letter"]
    if letters and rng.random() < 0.8:
        legal = letters
    legal = [meaning for meaning in legal if meaning.name == "roll"] or legal
    meaning = legal[int(rng.integers(len(legal)))]
    if meaning.name == "eye":
        return "eye", {"effect": "redraw"}
    if meaning.name == "letter":
        return "letter", {"letter": ALL[meaning.values["letter"]]}
    return meaning.name, dict(meaning.values)


def play_and_compare(at: Table, seed: int) -> list[Histories]:
    """Random play; after each action every seat's worlds are among those that can be."""
    rng = np.random.default_rng(seed)
    minds = [Histories(at, seat) for seat in range(at.num_players)]
    for number in range(ACTIONS):
        if at.ending != "going_on":
            break
        before = at.state.copy()
        name, values = random_action(at, rng)
        at.play(name, **values)
        for mind in minds:
            mind.see(before, name, values, at.state)
            assert world_of(at.state) in mind.worlds
            seen = drawn(at, mind.me, EACH, number)
            assert not set(seen) - set(mind.worlds), "a world that contradicts what was seen"
    return minds


def can_go_on(at: Table, world: World) -> bool:
    """R9.6: whether the player of a word that is being laid can complete it in a world."""
    hand = Counter(letter for _, letters in world[0][at.seat] for letter in letters)
    words = (word for word in WORDS if word.startswith(at.laid) and word not in at.used)
    return any(not Counter(word[len(at.laid) :]) - hand for word in words)


def assert_all_fair(at: Table, minds: list[Histories]) -> None:
    for mind in minds:
        aspects = {"world": lambda world: world}
        worlds = mind.worlds
        if at.laid and at.seat != mind.me:
            worlds = {one: ways for one, ways in worlds.items() if can_go_on(at, one)}
        assert_fair(worlds, drawn(at, mind.me, SAMPLES, 7), RARE, aspects)


@rule("R9.1", "R9.2", "R9.3", "R9.4", "R9.6", "R8.5a")
@pytest.mark.parametrize("table", TABLES)
def test_worlds_are_drawn_from_all_histories_that_agree_with_what_was_seen(table: str) -> None:
    for seed in range(SEEDS):
        at = new_game(seed, tokens=20, dice=False, **SMALL, **TABLES[table])

        minds = play_and_compare(at, seed)

        assert at.state.batch > 1
        assert_all_fair(at, minds)
        if at.num_players == 2:  # R8.5a: the letters alone tell as much
            assert [mind.by_rows for mind in minds] == [0, 0]


@rule("R9.2", "R8.3")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_so_they_are_when_hands_are_redrawn(seed: int) -> None:
    hands, points = ["tea", "tea", "eat"], [0, 60, 70]
    dice = {"rolls": [20] * 32, "faces": ["eye"] * 32}
    at = position(hands=hands, pile="teaoo", points=points, hand_size=3, **dice, **SMALL)

    minds = play_and_compare(at, seed)

    assert at.state.num_faces < 30 and at.state.batch > 1
    assert_all_fair(at, minds)
