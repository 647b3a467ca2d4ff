"""Rounds played in words, and the worlds drawn and counted in them, for the tests of R9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from cthulhu_envs import make
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.love_letter.cards import Card
from tests.rules.love_letter.worlds_truth import (
    World,
    all_histories,
    assert_fair,
    tally,
)

MANY = 20_000
SAMPLES = MANY if is_compiled() else 20  # uncompiled for its bounds checks only
SEED = 19
RARE = 1e-4  # a named position is refused below this chance of so bad a fit


def played(aside: str, hands: str, pile: str, start: int, *turns: str, **settings: Any) -> RawEnv:
    """A round with the cards as named, top first, and the actions in words: 'guard +1 king'."""
    deck = [aside, *hands.split(), *pile.split()]
    env: Any = make(
        "love_letter",
        guards="none",
        num_players=len(hands.split()),
        deck=dict(Counter(name.lower() for name in deck)),
        **{"face_up": 0, "rounds": "single", **settings},
    )
    env.reset(seed=SEED, options={"deck": deck, "start": start})
    for turn in turns:
        env.step(action_of(env, turn))
    return env


def action_of(env: RawEnv, words: str) -> int:
    name, *said = words.split()
    values = {}
    for (key, axis), word in zip(env.game.actions.blocks[name].axes.items(), said, strict=True):
        labels = [label.lower() for label in axis.labels]
        values[key] = axis.values[labels.index(word)]
    return env.game.actions.encode(name, **values)


def truth(env: RawEnv, seat: int) -> dict[World, int]:
    """Every possible world, with the number of its histories."""
    found = all_histories(env.replay(), seat)
    return tally(env.game, found.states, found.weight)


def state_of(env: RawEnv) -> NDArray[Any]:
    return list(env.replay().states())[-1]


def drawn(env: RawEnv, seat: int, count: int = SAMPLES) -> NDArray[Any]:
    return env.view(f"player_{seat}").sample_worlds(count, SEED)


def held(seat: int, card: Card, slot: int = 0) -> Callable[[World], bool]:
    return lambda world: world.hands[seat][slot] == card


def assert_sampled_fairly(env: RawEnv) -> None:
    """Through the eyes of every seat."""
    for seat in range(env.game.num_players):
        assert_fair(truth(env, seat), tally(env.game, drawn(env, seat)), RARE)


def guard_seen_and_guard_played() -> RawEnv:
    turns = ("priest +1", "guard +1 handmaid")
    return played("Spy", "Baron Guard", "Priest Guard Handmaid King", 0, *turns)
