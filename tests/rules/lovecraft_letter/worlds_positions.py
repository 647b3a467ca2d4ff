"""Rounds played in words, and the worlds drawn and counted in them, for the tests of R9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray

from cthulhu_envs import make
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.lovecraft_letter.cards import Card
from cthulhu_envs.games.lovecraft_letter.settings import card_named
from tests.rules.lovecraft_letter.worlds_truth import World, all_histories, assert_fair, tally

MANY = 20_000
SAMPLES = MANY if is_compiled() else 20  # uncompiled for its bounds checks only
SEED = 19
RARE = 1e-4  # a named position is refused below this chance of so bad a fit

GIFTS = ("nyarlathotep_insane", "give elder_sign", "give cats")


def played(aside: str, hands: str, pile: str, start: int, *turns: str, **settings: Any) -> RawEnv:
    """A round with the cards as named, top first, and the actions in words: 'cats +1'."""
    deck = [aside, *hands.split(), *pile.split()]
    env: Any = make(
        "lovecraft_letter",
        guards="none",
        num_players=len(hands.split()),
        deck=dict(Counter(deck)),
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
        if key == "card":
            values[key] = int(card_named(word))
        else:
            values[key] = axis.values[[label.lower() for label in axis.labels].index(word)]
    return env.game.actions.encode(name, **values)


def truth(env: RawEnv, seat: int) -> dict[World, int]:
    """Every possible history's world, with the number of its histories."""
    found = all_histories(env.replay(), seat)
    return tally(env.game, found.states, found.weight)


def state_of(env: RawEnv) -> NDArray[Any]:
    return list(env.replay().states())[-1]


def drawn(env: RawEnv, seat: int, count: int = SAMPLES) -> NDArray[Any]:
    return env.view(f"player_{seat}").sample_worlds(count, SEED)


def held(seat: int, *cards: Card, slot: int = 0) -> Callable[[World], bool]:
    """That a hand is one of these cards."""
    return lambda world: world.hands[seat][slot] in cards


def assert_sampled_fairly(env: RawEnv) -> None:
    """Through the eyes of every seat."""
    for seat in range(env.game.num_players):
        assert_fair(truth(env, seat), tally(env.game, drawn(env, seat)), RARE)


def investigators_seen_and_played() -> RawEnv:
    """Seat 0 saw them in the hand of seat 1, who then drew a card and played some."""
    pile = "cats investigators elder_sign hound"
    turns = ("cats +1", "investigators +1 2")
    return played("carter", "great_race investigators", pile, 0, *turns)


def cats_given_away(decisions: int) -> RawEnv:
    """Seat 1 collects Hound, Elder Sign and the Cats of seat 0, and gives them out: the Elder Sign
    to seat 2, the Cats to seat 3, the Hound to seat 0.
    """
    turns = ("liber_ivonis", "silver_key", "silver_key", "silver_key", *GIFTS[:decisions])
    pile = "liber_ivonis silver_key silver_key silver_key great_race armitage investigators"
    return played("carter", "cats nyarlathotep hound elder_sign", pile, 1, *turns)
