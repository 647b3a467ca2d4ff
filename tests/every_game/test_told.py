"""What is told of others' choices (`Game.is_secret`) is no more than a seat may know.

Two positions look alike to a seat if one is a world of the other. What can be chosen in them may
differ, for that often depends on hidden cards. So a choice that is told openly tells more than what
it does, and then the seat's observation must show the difference too: else it was secret.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from cthulhu_envs import games
from cthulhu_envs._runtime import loops
from cthulhu_envs._runtime.lanes import Lanes
from cthulhu_envs._runtime.legality import ALL_LEGAL, pick
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import view_of
from cthulhu_envs.authoring.game import Game, open_to_all
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.drawing.spectator import announced
from tests.every_game.play import is_over, positions

pytestmark = pytest.mark.skipif(not is_compiled(), reason="tries every choice of many positions")

WORLDS = 3
DECISIONS = 800  # looked at in each game, by all who do not decide
SECRETS = 20  # positions with a secret choice
LANES, STEPS = 128, 300  # of random play in which those are found


class Tried(NamedTuple):
    """A choice in the true position (0) or in one of its worlds, and what the looker sees then."""

    world: int
    action: int
    told: str
    seen: bytes
    is_settled: bool  # the round, turn or game ended with it: what was known need not be seen


def decisions(game: Game) -> Iterator[NDArray[Any]]:
    """Positions by random play."""
    left = DECISIONS // max(1, game.num_players - 1)
    for seed in range(left):
        for env in positions(game, seed):
            if is_over(env):
                break
            yield env._lanes.states.copy()
            left -= 1
            if left == 0:
                return


def tried(
    game: Game, states: NDArray[Any], looker: int, seed: int
) -> tuple[list[Tried], list[Any]]:
    """Every choice of the true position and of some worlds of the looker; and what is legal in
    each of them.
    """
    seat = int(states[0].seat)
    worlds = view_of(game, states, looker).sample_worlds(WORLDS, seed)
    starts = np.concatenate([states, worlds])
    legal = [view_of(game, starts[n : n + 1], seat).legal for n in range(len(starts))]
    pairs = [(n, action) for n, actions in enumerate(legal) for action in actions]
    lanes = Lanes(game, len(pairs))
    lanes.states[...] = starts[[n for n, _ in pairs]]
    lanes.seat[:] = seat
    lanes.run(loops.LOOK)
    words = [announced(game, starts[n], action, looker) for n, action in pairs]
    lanes.actions[:] = [action for _, action in pairs]
    assert lanes.run(loops.STEP) == ALL_LEGAL
    settled = lanes.done.copy()
    if game.search.chapter:
        settled |= lanes.states[game.search.chapter] != states[0][game.search.chapter]
    lanes.seat[:] = looker
    lanes.run(loops.LOOK)
    rows = zip(pairs, words, lanes.obs, settled, strict=True)
    return [Tried(*pair, word, obs.tobytes(), done) for pair, word, obs, done in rows], legal


def leaks(choices: list[Tried], legal: list[Any]) -> list[tuple[str, str]]:
    """Words that differ, and rule a world out, though the looker sees the same."""
    alike = defaultdict(list)
    for choice in choices:
        if not choice.is_settled:
            alike[choice.seen].append(choice)
    return [
        (one.told, other.told)
        for group in alike.values()
        for one in group
        for other in group
        if one.told != other.told and one.action not in legal[other.world]
    ]


def all_leaks(game: Game) -> Iterator[tuple[str, str]]:
    for number, states in enumerate(decisions(game)):
        for looker in range(game.num_players):
            if looker != states[0].seat:
                yield from leaks(*tried(game, states, looker, number))


def test_no_seat_is_told_a_choice_that_it_does_not_see(game: Game) -> None:
    assert list(all_leaks(game)) == []


def secret_decisions(game: Game) -> Iterator[NDArray[Any]]:
    """Positions of many random games in which something is chosen in secret."""
    lanes, rng = Lanes(game, LANES), np.random.default_rng(3)
    lanes.seed(3)
    lanes.seeds[:] = np.arange(LANES)
    lanes.run(loops.BEGIN)
    for _ in range(STEPS):
        for lane in range(LANES):
            state = lanes.states[lane]
            if any(game.is_secret(state, seat) for seat in range(game.num_players)):
                yield lanes.states[lane : lane + 1].copy()
        pick(lanes.mask, rng.random(LANES), lanes.actions)
        lanes.run(loops.STEP_AND_RESTART)


@pytest.fixture(params=[name for name in games() if find(name).is_secret is not open_to_all])
def with_secrets(request: pytest.FixtureRequest) -> Game:
    """Games in which choices are made in secret, at their largest tables."""
    game = find(request.param)
    return game.configure(num_players=game.players[-1])


def test_a_secret_choice_is_told_alike_whatever_is_chosen(with_secrets: Game) -> None:
    game, hidden = with_secrets, 0
    for number, states in enumerate(islice(secret_decisions(game), SECRETS)):
        for looker in range(game.num_players):
            if looker != states[0].seat and game.is_secret(states[0], looker):
                choices, _ = tried(game, states, looker, number)
                assert len({choice.told for choice in choices}) == 1
                hidden += 1
    assert hidden >= SECRETS


def test_the_law_finds_secret_choices_that_are_told(with_secrets: Game) -> None:
    careless = dataclasses.replace(with_secrets, is_secret=open_to_all)
    found = 0
    for number, states in enumerate(islice(secret_decisions(with_secrets), SECRETS)):
        for looker in range(careless.num_players):
            if looker != states[0].seat:
                found += bool(leaks(*tried(careless, states, looker, number)))

    assert found > 0


def test_whether_a_choice_is_secret_is_no_secret(game: Game) -> None:
    secret = islice(secret_decisions(game), SECRETS)
    for number, states in enumerate((*islice(decisions(game), DECISIONS // 4), *secret)):
        for looker in range(game.num_players):
            is_secret = game.is_secret(states[0], looker)
            worlds = view_of(game, states, looker).sample_worlds(WORLDS, number)
            assert all(game.is_secret(world, looker) == is_secret for world in worlds)
