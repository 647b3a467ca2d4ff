"""Actions and observations are told once: ids, words and documentation come from one table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.spectator import seat_names
from tests.every_game.play import play, raw

LONG_ENOUGH = 5000  # steps of a batch in which all that can happen does happen


def test_decoding_and_encoding_an_action_gives_its_id_again(variant: Game) -> None:
    for action in range(variant.actions.size):
        meaning = variant.actions.decode(action)

        assert variant.actions.encode(meaning.name, **meaning.values) == action


def test_decoding_and_encoding_a_place_of_the_observation_gives_it_again(game: Game) -> None:
    for place in range(game.observations.size):
        meaning = game.observations.decode(place)

        assert game.observations.encode(meaning.name, **meaning.values) == place


def test_every_action_has_words_of_its_own(variant: Game) -> None:
    said = [variant.actions.text(action) for action in range(variant.actions.size)]

    assert all(words.strip() and "{" not in words for words in said)
    assert len(set(said)) == len(said)


def test_every_action_can_be_said_with_the_players_names(game: Game) -> None:
    names = seat_names(game, me=1)

    for action in range(game.actions.size):
        meaning = game.actions.decode(action)
        axes = game.actions.blocks[meaning.name].axes
        chosen = [meaning.values[key] for key, axis in axes.items() if axis.is_seat]
        words = game.actions.text(action, names)
        assert all(names[step] in words for step in chosen)


def test_the_documentation_tells_of_every_block_and_covers_every_place(variant: Game) -> None:
    for table in (variant.actions, variant.observations):
        page = table.markdown("id")

        covered: list[int] = []
        for line in page.splitlines()[2:]:
            first, _, last = line.split("|")[1].strip().partition("-")
            covered += range(int(first), int(last or first) + 1)
        assert covered == list(range(table.size))
        assert all(f"`{block.name}`" in page for block in table if block.size)


def test_a_view_of_the_observation_shares_its_memory_and_covers_it(game: Game) -> None:
    env = play(raw(game), 5)
    seen = env.observe(env.agent_selection)["observation"]

    parts = game.observations.view(seen)

    assert np.array_equal(np.concatenate([part.ravel() for part in parts.values()]), seen)
    assert all(np.shares_memory(part, seen) for part in parts.values() if part.size)


def test_every_block_of_actions_is_legal_at_some_time(game: Game) -> None:
    """A block that never is would be a rule that was forgotten."""
    vec = VectorEnv(game, 64)
    rng = np.random.default_rng(0)
    _, mask, _ = vec.reset(seed=0)
    ever = np.zeros(game.actions.size, bool)
    for _ in range(LONG_ENOUGH):
        ever |= mask.any(axis=0)
        if not never_legal(game, ever):
            break
        _, mask, *_ = vec.step((rng.random(mask.shape) * mask).argmax(axis=1))

    assert never_legal(game, ever) == []


def never_legal(game: Game, ever: NDArray[np.bool_]) -> list[str]:
    """Blocks of which no action has been legal; a block may be empty at some player counts."""
    found = game.actions.view(ever).items()
    return [name for name, legal in found if legal.size and not legal.any()]
