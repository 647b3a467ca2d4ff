"""The law of observations (tests/every_game/law.py) on decks small enough to meet every information
set: those that look alike to a seat hold the same to come.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from cthulhu_training.solve.tree import grow_tree, shows

from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.kernels import is_compiled
from tests.every_game.law import Effort, Eyes, Twins, compare

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_compiled(), reason="walks through thousands of positions"),
]

EFFORT = Effort(worlds=256, future=6)
MOST = 300  # pairs that are looked into, from all over the tree
OLD = ["drawn", "among", "among_bottom", "event_drew", "event_saw"]  # not seen in version 0


def alike(eyes: Eyes) -> list[Twins]:
    """Pairs of information sets, told apart by all that their seat can recall, that look alike."""
    met, pairs = {}, []
    for shown in shows(grow_tree(eyes.game, in_order=True)):
        for name in eyes.without:
            eyes.game.observations.view(shown.obs)[name][:] = 0.0
        for row in range(len(shown.obs)):
            sight = shown.obs[row].tobytes() + shown.mask[row].tobytes()
            state = shown.states[row : row + 1].copy()
            first = met.setdefault(sight, state)
            if first is not state:
                pairs.append(Twins(int(state[0].seat), first, state))
    return pairs


def broken(
    name: str, deck: str, without: Sequence[str] = (), most: int = MOST
) -> tuple[int, list[str]]:
    game = find(name).configure(num_players=2, rounds="single", deck=deck)
    eyes = Eyes(game, without)
    pairs = alike(eyes)
    return compare(eyes, pairs[:: 1 + len(pairs) // most], EFFORT)


@pytest.mark.parametrize(
    ("name", "deck"),
    [
        ("love_letter", "chancellor=2 guard=2 priest king"),
        ("love_letter", "chancellor=2 guard priest=2 king"),
        ("love_letter", "chancellor=2 guard=2 priest prince"),
        ("lovecraft_letter", "cats=2 golden_mead mi_go carter nyarlathotep"),
        ("lovecraft_letter", "liber_ivonis=2 investigators=2 cats=2 carter"),
    ],
)
def test_information_sets_that_look_alike_hold_the_same_to_come(name: str, deck: str) -> None:
    compared, found = broken(name, deck)

    assert compared > 100  # the order of one's own draws, say, need not be told
    assert not found, "\n".join(found)


def test_a_chancellor_made_the_old_observation_forget() -> None:
    _, found = broken("love_letter", "chancellor=2 guard=2 priest king", without=OLD, most=50)

    assert found
