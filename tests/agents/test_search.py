"""Search from views: what it finds, that it leaks nothing, that a seed repeats it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.love_letter.cards import Card

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plays thousands of games out")

QUICK = (
    "ismcts:iters=40,worlds=8",
    "ismcts:iters=40,worlds=8,rollouts=random,belief=none",
    "ismcts:iters=40,worlds=8,opponents=heuristic+random",
    "flat:iters=40,worlds=8",
)


def positions(game: Game, games: int, apart: int = 5) -> Iterator[RawEnv]:
    """Positions with a choice, met in random play."""
    rng = np.random.default_rng(1)
    for seed in range(games):
        env = RawEnv(game)
        env.reset(seed=seed)
        for step in range(4 * apart):
            agent = env.agent_selection
            if env.terminations[agent] or env.truncations[agent]:
                break
            legal = np.flatnonzero(env.infos[agent]["action_mask"])
            if step % apart == apart - 1 and len(legal) > 1:
                yield env
            env.step(int(rng.choice(legal)))


def mini(deck: Any, **settings: Any) -> Game:
    chosen = {"num_players": 2, "rounds": "single", "deck": deck, "face_up": 0} | settings
    return find("love_letter").configure(**chosen)


def start(game: Game, deck: str, seat: int = 0) -> RawEnv:
    """A game with the deck stacked: face down, a card for each seat, then the draw pile."""
    env = RawEnv(game)
    env.reset(seed=1, options={"deck": deck.split(), "start": seat})
    return env


def play(env: RawEnv, block: str, **what: Any) -> None:
    env.step(env.game.actions.encode(block, **what))


# every game


@pytest.mark.parametrize("spec", QUICK)
def test_every_game_is_searched_to_a_legal_action(game: Game, spec: str) -> None:
    agent = make_agent(spec, game, seed=3)

    for env in positions(game, games=2):
        view = env.view(env.agent_selection)
        assert view.mask[agent.act(view)]


@pytest.mark.parametrize("spec", QUICK)
def test_the_choice_is_the_same_in_every_world_the_seat_holds_possible(
    game: Game, spec: str
) -> None:
    """What the seat cannot know is drawn anew: with equal seeds the search finds the same, to
    the last bit. So it can have used nothing else.
    """
    for env in positions(game, games=2):
        view = env.view(env.agent_selection)
        found = [
            make_agent(spec, game, seed=5).search(seen)
            for seen in (view, *(View(game, view.sample_world(k), view.seat) for k in range(2)))
        ]

        for other in found[1:]:
            assert np.array_equal(other.visits, found[0].visits)
            assert np.array_equal(other.means, found[0].means)


@pytest.mark.parametrize("spec", QUICK)
def test_a_seed_repeats_the_play(game: Game, spec: str) -> None:
    agent, again = make_agent(spec, game, seed=8), make_agent(spec, game)
    views = [env.view(env.agent_selection) for env in positions(game, games=2)]
    chosen = [agent.act(view) for view in views]

    again.act(views[0])  # what came before does not matter once it is seeded
    again.seed(8)

    assert [again.act(view) for view in views] == chosen


def test_iterations_are_as_many_as_asked(game: Game) -> None:
    env = next(positions(game, games=9))

    found = make_agent("ismcts:iters=70,worlds=4", game).search(env.view(env.agent_selection))

    assert found.iterations == 70
    assert found.visits.sum() == 70 or found.redrawn


def test_seconds_bound_a_move(game: Game) -> None:
    env = next(positions(game, games=9))

    found = make_agent("ismcts:time=0.01", game).search(env.view(env.agent_selection))

    assert found.iterations >= 64


# what it finds


def certain_win() -> tuple[View, int]:
    """A Guard in hand, and a Priest has shown that the other seat holds the Princess."""
    deck = {"guard": 2, "priest": 2, "handmaid": 2, "princess": 1}
    env = start(mini(deck), "handmaid priest princess guard guard handmaid priest")
    play(env, "priest", seat=1)
    play(env, "guard", seat=1, card=Card.HANDMAID)
    game = env.game
    return env.view("player_0"), game.actions.encode("guard", seat=1, card=Card.PRINCESS)


@pytest.mark.parametrize(
    "spec",
    [
        "ismcts:iters=300",
        "ismcts:iters=600,rollouts=random,belief=none",
        "ismcts:iters=600,rollouts=random,belief=none,bias=1",
        "ismcts:iters=600,rollouts=heuristic,opponents=search",
        "flat:iters=600",
        "flat:iters=600,rollouts=heuristic,belief=heuristic",
    ],
)
def test_a_certain_win_is_found(spec: str) -> None:
    view, winning = certain_win()

    assert make_agent(spec, view.game, seed=1).act(view) == winning


def test_what_a_certain_win_pays_is_found() -> None:
    view, winning = certain_win()

    found = make_agent("flat:iters=90", view.game).search(view)

    assert found.means[found.actions == winning] == 1.0
    assert found.visits.max() - found.visits.min() <= 1


def test_a_flat_search_compares_with_its_guide_world_by_world() -> None:
    view = certain_win()[0]
    tried = 50
    spec = f"flat:iters={tried * len(view.legal)},rollouts=heuristic,margin=2"
    found = make_agent(spec, view.game, seed=1).search(view)

    advised = found.actions == found.advice
    assert (found.visits == tried).all()
    assert found.gains[advised] == 0 and found.gain_errors[advised] == 0
    assert np.allclose(found.gains, found.means - found.means[advised])
    apart = np.hypot(found.errors, found.errors[advised])
    assert (found.gain_errors <= apart + 1e-12).sum() > len(apart) / 2  # the same luck helps


def test_a_few_tries_are_nothing_to_compare() -> None:
    view = certain_win()[0]

    for tried, compared in ((1, 0), (7, 0), (8, len(view.legal))):
        spec = f"flat:iters={tried * len(view.legal)},rollouts=heuristic,margin=2"
        agent = make_agent(spec, view.game, seed=1)
        found = agent.search(view)
        assert len(found.gains) == compared
        assert compared or agent.choose(found) == found.advice


def test_a_flat_search_departs_from_its_guide_only_by_a_margin() -> None:
    class Found:
        actions, advice = np.array([3, 5, 8]), 5
        gains, gain_errors = np.array([0.3, 0.0, 0.2]), np.array([0.2, 0.0, 0.05])

    game = certain_win()[0].game

    def chosen(margin: int) -> int:
        agent = make_agent(f"flat:rollouts=heuristic,margin={margin}", game)
        return agent.choose(Found)

    assert [chosen(margin) for margin in (1, 2, 5)] == [3, 8, 5]
    Found.gains = np.zeros(0)  # nothing to compare
    assert chosen(1) == 5
    with pytest.raises(ValueError, match="margin needs an agent in rollouts"):
        make_agent("flat:margin=2", game)
