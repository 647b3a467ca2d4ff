"""The parts of a search: histories and belief, redrawn worlds, availability, options."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from cthulhu_agents.search import TreeSearch
from cthulhu_agents.search.belief import weigh
from cthulhu_agents.search.models import GUIDE, PlayerModels
from cthulhu_agents.search.records import EDGE, NODE, NONE, ROOT, SEARCH, Tree
from cthulhu_agents.search.tree import find_node, plant, select
from numpy.typing import NDArray

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import Agent, make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.authoring.game import Game, SearchHints
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.love_letter.cards import Card
from tests.agents.test_search import mini, play, positions, start

pytestmark = pytest.mark.skipif(not is_compiled(), reason="plays thousands of games out")

STORYTELLERS = [("love_letter", 2), ("love_letter", 4), ("lovecraft_letter", 3)]


def table(name: str, players: int) -> Game:
    return find(name).configure(num_players=players, rounds="single")


# histories


@pytest.mark.parametrize(("name", "players"), STORYTELLERS)
def test_histories_go_as_everybody_saw_the_game_go(name: str, players: int) -> None:
    """In every world the others did what they really did, but for choices the seat did not see."""
    game = table(name, players)
    rng = np.random.default_rng(3)
    for seed in range(12):
        env = RawEnv(game)
        env.reset(seed=seed)
        done: list[tuple[int, int, set[int]]] = []  # who, what, and the seats that saw it
        for _ in range(seed):
            agent = env.agent_selection
            if env.terminations[agent]:
                break
            action = int(rng.choice(np.flatnonzero(env.infos[agent]["action_mask"])))
            state = env._lanes.states[0]
            saw = {seat for seat in range(players) if not game.is_secret(state, seat)}
            done.append((env.possible_agents.index(agent), action, saw))
            env.step(action)
        if env.terminations[env.agent_selection]:
            continue
        view = env.view(env.agent_selection)
        real = [one for one in done if one[0] != view.seat]

        histories = view.sample_histories(20, seed)

        assert histories.worlds.tobytes() == view.sample_worlds(20, seed).tobytes()
        assert histories.mask[np.arange(len(histories.action)), histories.action].all()
        for world in range(20):
            rows = np.flatnonzero(histories.world == world)
            assert histories.seat[rows].tolist() == [seat for seat, *_ in real]
            for row, (_, action, saw) in zip(rows, real, strict=True):
                assert view.seat not in saw or histories.action[row] == action


def test_no_worlds_have_no_histories() -> None:
    env = RawEnv(find("love_letter"))
    env.reset(seed=1)

    histories = env.view("player_0").sample_histories(0, 1)

    assert len(histories.worlds) == len(histories.action) == len(histories.obs) == 0


def test_a_game_without_histories_says_so() -> None:
    told = find("love_letter").configure(num_players=2)
    silent = dataclasses.replace(told, search=SearchHints())
    env = RawEnv(silent)
    env.reset(seed=1)

    with pytest.raises(ValueError, match="worlds of Love Letter do not tell how they came about"):
        env.view(env.agent_selection).sample_histories(3, 0)
    with pytest.raises(ValueError, match="belief must be none"):
        make_agent("ismcts:belief=heuristic", silent)
    assert make_agent("ismcts", silent).believed == ()


# belief


class First(Agent):
    """Plays the first legal action."""

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.argmax(axis=1)


class Last(Agent):
    """Plays the last legal action."""

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[Any]:
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


KeepsHigh, KeepsLow = First, Last  # actions are in the order of the cards' values


def test_worlds_weigh_what_the_model_would_have_played() -> None:
    """Seat 1 began with a Handmaid. One who plays the lower card has hardly kept a Guard or a
    Priest then.
    """
    game = mini({"guard": 1, "priest": 2, "handmaid": 2, "prince": 2, "countess": 1})
    env = start(game, "priest handmaid countess handmaid prince guard prince priest", seat=1)
    play(env, "handmaid")

    belief = weigh(env.view("player_0"), 4000, [KeepsHigh(game)], 0.1, np.random.default_rng(0))

    # 0.9 if the model plays the Handmaid too, and 0.1 over all that was legal: a Guard may name
    # four characters, a Prince may go to two seats
    chance = dict.fromkeys(range(10), 0.0) | {
        Card.GUARD: 0.1 / 5,
        Card.PRIEST: 0.1 / 2,
        Card.PRINCE: 0.9 + 0.1 / 3,
        Card.COUNTESS: 0.9 + 0.1 / 2,
    }
    kept = belief.worlds["hand"][:, 1, 0]
    expected = np.bincount(kept, minlength=10) * [chance[card] for card in range(10)]
    assert np.count_nonzero(expected) == 4
    assert np.bincount(kept, belief.weights, 10) == pytest.approx(expected / expected.sum())


def test_belief_changes_what_search_does() -> None:
    game = table("love_letter", 2)
    views = (env.view(env.agent_selection) for env in positions(game, games=40, apart=3))
    view = next(view for view in views if len(view.sample_histories(1, 0).action))

    believing = make_agent("ismcts:iters=200", game, seed=2).search(view)
    counting = make_agent("ismcts:iters=200,belief=none", game, seed=2).search(view)

    assert not np.array_equal(believing.means, counting.means)


def test_models_weigh_by_what_each_would_have_played() -> None:
    """Seat 1 drew a second card beside the Handmaid and played the Handmaid: so says one who plays
    the lowest card if the other is higher, and one who plays the highest if it is lower.
    """
    game = mini({"guard": 1, "priest": 2, "handmaid": 2, "prince": 2, "countess": 1})
    env = start(game, "priest handmaid countess handmaid prince guard prince priest", seat=1)
    play(env, "handmaid")
    models = [KeepsHigh(game), KeepsLow(game)]

    belief = weigh(env.view("player_0"), 4000, models, 0.1, np.random.default_rng(0))

    assert belief.shares is not None
    kept = belief.worlds["hand"][:, 1, 0]
    assert belief.shares[:, 0] == pytest.approx(0.5)  # the seat that looks has done nothing
    for card, high in ((Card.PRIEST, 0.1 / 2), (Card.COUNTESS, 0.9 + 0.1 / 2)):
        low = 1.0 - high
        assert belief.shares[kept == card, 1, 0] == pytest.approx(high / (high + low))
    one = [weigh(env.view("player_0"), 4000, [model], 0.1, np.random.default_rng(0))
           for model in models]  # fmt: skip
    chance = [np.bincount(kept, alone.weights, 10) for alone in one]
    mixed = np.bincount(kept, belief.weights, 10)
    assert ((mixed >= np.minimum(*chance)) & (mixed <= np.maximum(*chance))).all()


def test_each_seat_follows_the_models_as_often_as_they_fit() -> None:
    game = table("love_letter", 3)
    player_models = PlayerModels(First(game), [First(game), Last(game)])
    shares = np.array([[[0.5, 0.5], [0.9, 0.1], [0.0, 1.0]]])

    drawn = player_models.draw(shares, np.zeros(20_000, np.int64), 3, np.random.default_rng(3))

    assert drawn.mean(axis=0) == pytest.approx([0.5, 0.1, 1.0], abs=0.02)
    assert player_models.draw(None, np.zeros(20_000, np.int64), 3, np.random.default_rng(3)).mean(
        axis=0
    ) == pytest.approx(0.5, abs=0.02)


def test_the_guide_answers_for_the_seat_that_searches_and_models_for_the_others() -> None:
    game = table("love_letter", 3)
    player_models = PlayerModels(First(game), [First(game), Last(game)])
    obs = np.zeros((4, game.observations.size), np.float32)
    mask = np.zeros((4, game.actions.size), np.int8)
    mask[:, 3:6] = 1

    answers = player_models.answer(obs, mask, np.array([GUIDE, 0, 1, 1]))

    assert list(answers) == [3, 3, 5, 5]


def test_a_guide_among_the_models_is_made_once() -> None:
    agent = make_agent("ismcts:opponents=heuristic+random", table("love_letter", 2))

    assert agent.player_models.guide is agent.player_models.models[0]
    assert agent.believed == agent.player_models.models
    apart = make_agent("ismcts:rollouts=random,opponents=search", table("love_letter", 2))
    assert apart.player_models is None


# other seats


@pytest.mark.parametrize(
    ("players", "options", "is_redrawn"),
    [
        (2, "", False),
        (3, "", True),
        (4, "", True),
        (3, ",redeterminize=no", False),
        (2, ",redeterminize=yes", True),
    ],
)
def test_worlds_are_redrawn_for_others_at_three_and_more(
    players: int, options: str, is_redrawn: bool
) -> None:
    game = table("love_letter", players)
    agent = make_agent(f"ismcts:iters=400,rollouts=random,belief=none{options}", game)
    env = next(positions(game, games=9))

    found = agent.search(env.view(env.agent_selection))

    assert (found.redrawn > 0) == is_redrawn


# the tree


def sapling(rooms: int = 8, edges: int = 8, legal: tuple[int, ...] = (4, 5, 6)) -> tuple[Any, Tree]:
    searches = np.zeros(1, SEARCH)
    tree = Tree(np.zeros(rooms, NODE), np.zeros(edges, EDGE), np.zeros(32, np.int32))
    searches[0].explore = 1.0
    plant(searches[0], tree, np.array(legal, np.int32), -1)
    return searches[0], tree


def test_availability_counts_only_where_an_action_is_legal() -> None:
    search, tree = sapling()
    ids = np.array([4, 6, 0], np.int32)

    for _ in range(5):
        select(search, tree, ROOT, ids, 2)

    assert list(tree.edges["available"][:3]) == [5, 0, 5]


def test_a_rarely_legal_action_is_not_held_back_by_visits_without_it() -> None:
    """Both have paid the same in as many tries; one was legal ten times as often, so it was
    neglected, and is to be explored.
    """
    search, tree = sapling()
    for edge, available in ((0, 1000), (1, 100)):
        e = tree.edges[edge]
        e.available, e.begun, e.count, e.total = available, 20, 20, 5.0

    assert select(search, tree, ROOT, np.array([4, 5], np.int32), 2) == 0


def test_a_full_tree_grows_no_more() -> None:
    search, tree = sapling(rooms=2, edges=3)

    node, is_new = find_node(search, tree, np.uint64(77))
    assert is_new and node == 1
    assert find_node(search, tree, np.uint64(77)) == (1, False)
    assert find_node(search, tree, np.uint64(78)) == (NONE, True)
    assert select(search, tree, node, np.array([4], np.int32), 1) == NONE


# options


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("ismcts:iters=0", "iters must be a whole number of at least 1, not 0"),
        ("ismcts:iters=many", "iters must be a whole number of at least 1, not 'many'"),
        ("ismcts:time=-1", "time must be a number from 0 to 1e"),
        ("ismcts:worlds=0", "worlds must be a whole number of at least 1, not 0"),
        ("ismcts:doubt=2", "doubt must be a number from 0 to 1, not 2"),
        ("ismcts:depth=1.5", "depth must be a whole number of at least 0, not 1.5"),
        ("ismcts:redeterminize=perhaps", "redeterminize cannot be 'perhaps'"),
        ("ismcts:rollouts=human", "rollouts needs an agent that plays in batches, and 'human'"),
        ("ismcts:opponents=random", "opponents must be 'search' or agents, such as heuristic+ppo"),
        ("ismcts:opponents=heuristic+heuristik", "there is no agent 'heuristik' for Love Letter"),
        ("ismcts:opponents=heuristic+human", "opponents needs an agent that plays in batches"),
        ("ismcts:belief=heuristik", "there is no agent 'heuristik' for Love Letter"),
        ("ismcts:iter=5", "agent 'ismcts' has no option 'iter'"),
        ("flat:c=1", "agent 'flat' has no option 'c'"),
    ],
)
def test_a_bad_option_is_refused_in_one_sentence(spec: str, fault: str) -> None:
    with pytest.raises(ValueError) as refused:
        make_agent(spec, find("love_letter"))

    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)


def test_plain_ismcts_is_guided_where_there_is_a_heuristic() -> None:
    agent = make_agent("ismcts", table("love_letter", 2))

    assert isinstance(agent, TreeSearch)
    assert agent.plan.guided and agent.plan.models and agent.believed == agent.player_models.models
