"""The rule player: its word finder against all words of the list, its odds against the rules, and
what it chooses where the right choice is plain.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from cthulhu_agents.random_agent import RandomAgent
from cthulhu_agents.unspeakable_words.bench import measures
from cthulhu_agents.unspeakable_words.finder import (
    MOST_WORTH,
    NO_WORD,
    SEARCH,
    best_words,
    find_words,
    packed,
)
from cthulhu_agents.unspeakable_words.odds import odds_of, sane_chance
from cthulhu_agents.unspeakable_words.scholar import Scholar

from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.unspeakable_words import GAME
from cthulhu_envs.games.unspeakable_words.cards import COPIES, POINTS
from cthulhu_envs.games.unspeakable_words.dawg import dawg_of
from cthulhu_envs.games.unspeakable_words.position import spelled
from cthulhu_envs.games.unspeakable_words.words import words_of
from tests.rules.unspeakable_words.table import ALL, Table, code_of, new_game, position

only_compiled = pytest.mark.skipif(not is_compiled(), reason="too slow uncompiled")
pytestmark = pytest.mark.slow  # many searches, and games against others
GRAPH = dawg_of("enable", [99] * 26, 2, 7)


def hands(size: int, count: int) -> np.ndarray:
    deck = np.repeat(np.arange(26), COPIES)
    rng = np.random.default_rng(size)
    drawn = [rng.choice(deck, size, replace=False) for _ in range(count)]
    return np.array([np.bincount(hand, minlength=26) for hand in drawn])


def worth(word: str) -> int:
    return sum(int(POINTS[ALL.index(letter)]) for letter in word)


def words_in(hand: np.ndarray) -> list[str]:
    have = Counter({letter: int(n) for letter, n in zip(ALL, hand, strict=True) if n})
    letters = set(have)
    return [w for w in words_of("enable") if letters.issuperset(w) and not Counter(w) - have]


def searched(hand: np.ndarray, spent: tuple[str, ...] = ()):
    searches = np.zeros(1, SEARCH)
    search = searches[0]
    search.by_worth = search.by_long_worth = np.arange(MOST_WORTH + 1)
    search.num_spent = len(spent)
    search.spent[: len(spent)] = [code_of(word) for word in spent]
    find_words(GRAPH.nodes, GRAPH.edges, search, *packed(hand))
    return search


@pytest.mark.parametrize("size", [2, 5, 7])
def test_the_finder_finds_every_word_of_a_hand_and_the_best(size):
    for hand in hands(size, 20):
        words = words_in(hand)

        search = searched(hand)

        assert search.found == len(words)
        assert set(np.flatnonzero(search.worths.any(axis=0))) == set(map(worth, words))
        if words:
            assert search.best_worth == max(map(worth, words))
            assert spelled(int(search.best_code)).lower() in words
        else:
            assert search.best_code == NO_WORD


def test_words_that_are_spent_are_not_found():
    (hand,) = hands(7, 1)
    words = sorted(words_in(hand), key=worth)

    search = searched(hand, tuple(words[-3:]))

    assert search.found == len(words) - 3
    assert search.best_worth == worth(words[-4])


def test_the_best_words_of_many_hands_are_those_of_each():
    many = hands(7, 20)

    assert list(best_words(GRAPH, many)) == [searched(hand).best_code for hand in many]


def test_the_bench_measures_the_finder_and_the_graph():
    found = measures(GAME.configure(num_players=2))

    assert [one.unit for one in found] == ["hands/s", "hands/s", "graphs/s"]
    assert [one.lap()[0] for one in found] == [200, 200, 1]


@pytest.mark.parametrize("check", ["at_most", "at_least"])
def test_the_odds_of_a_check_are_those_of_the_rules(check):
    for word, points in (("os", 0), ("lo", 1), ("tea", 11), ("rabid", 20)):
        sane = 0
        for roll in range(1, 21):
            at = position(hands=[word.ljust(5, "o"), "..."], rolls=[roll], check=check)
            at.word(word)
            if points > 1:
                at.claim("all")
            sane += not at.failed[0]
        assert sane_chance(points, check == "at_most") == sane / 20


def test_the_outlook_grows_with_points_and_tokens():
    for edition in ("manual", "published"):
        outlook = odds_of(GAME.configure(edition=edition), "all").outlook

        assert (outlook[:, 0] == 0).all() and (outlook[:, 1:, -1] == 1).all()
        assert (np.diff(outlook, axis=0)[:, 1:, :-1] > 0).all()  # by less hurry
        assert (np.diff(outlook, axis=1)[:, :, :-1] > -1e-3).all()
        assert (np.diff(outlook, axis=2)[:, 1:] > -2e-2).mean() > 0.99


def choice(at: Table, **options) -> str:
    return at._notation(Scholar(at.game, **options).act(at.env.view(at.env.agent_selection)))


def played(at: Table, **options) -> str:
    """The word that the scholar lays; '' if it throws in."""
    agent = Scholar(at.game, **options)
    seat = at.seat
    while at.seat == seat and at.state.phase == 0 and at.ending == "going_on":
        at.env.step(agent.act(at.env.view(at.env.agent_selection)))
    return spelled(int(at.state.last_code[seat])).lower()


def test_the_claim_is_the_one_most_likely_to_win():
    both_win = {"hands": ["teabc", "..."], "points": [107, 60]}

    assert choice(position(**both_win).word("tea")) == "claim_all"  # 12 in 20 against 7
    reverse = position(**both_win, check="at_least", lose_all_on_fail=True).word("tea")
    assert choice(reverse) == "claim_half"  # 15 in 20 against 10


def test_a_word_that_is_used_is_not_laid_again():
    best = played(position(hands=["teabc", "..."]))

    other = played(position(hands=["teabc", "..."], used=[best]))

    assert best and other and other != best


def test_a_hand_without_a_word_is_thrown_in():
    assert choice(position(hands=["qzjxk", "..."])) == "throw_in"


def test_everyday_players_lay_everyday_words():
    at = position(hands=["aatrb", "..."], dictionary=["aa", "tab", "baa"])
    assert played(at, vocabulary="everyday") in ("tab", "baa")
    common = set(words_of("common"))
    game = new_game(4, num_players=2)
    agent = Scholar(game.game, vocabulary="everyday")
    while game.ending == "going_on" and game.state.turns < 12:
        game.env.step(agent.act(game.env.view(game.env.agent_selection)))

    assert game.used and set(game.used) <= common


def test_with_one_token_left_safe_letters_are_found():
    """Four points short in the published game, with time enough: 1 point cannot fail."""
    at = position(
        hands=["oolcuss", "..."], edition="published", tokens=[1, 1], points=[50, 0], used=["cools"]
    )

    word = played(at)

    assert len(word) >= 3 and worth(word) <= 1


def test_the_dice_are_rolled_at_who_is_about_to_win():
    at = position(hands=["teabc", "...", "..."], points=[40, 111, 5], rolls=[1], tokens=[5, 1, 5])
    at.word("tea").claim("all")

    assert choice(at) == "roll +1"


def test_the_eye_eliminates_who_is_about_to_win():
    at = position(
        hands=["teabc", "...", "..."],
        points=[40, 111, 5],
        rolls=[1],
        tokens=[5, 1, 5],
        faces=["eye"],
    )
    at.word("tea").claim("all").play("roll", seat=1)

    assert choice(at) in ("eye Tentacle", "eye Cthulhu")


def test_another_vocabulary_is_refused():
    with pytest.raises(ValueError, match="vocabulary is one of all, everyday, not 'some'"):
        Scholar(GAME, vocabulary="some")


@only_compiled
@pytest.mark.parametrize(
    ("edition", "least"), [("manual", 0.8), ("published", 0.15)], ids=["manual", "published"]
)
def test_it_beats_a_random_player(edition, least):
    game = GAME.configure(edition=edition, num_players=2)
    agents = (Scholar(game), RandomAgent(game))
    vec = VectorEnv(game, 256)
    obs, mask, seat = vec.reset(seed=0)
    lanes, total, games = np.arange(256), 0.0, 0
    while games < 500:
        mine = (lanes + seat) % 2 == 0
        actions = [agent.act_batch(obs, mask) for agent in agents]
        obs, mask, seat, reward, done = vec.step(np.where(mine, *actions))
        total += float(reward[lanes, lanes % 2].sum())
        games += int(done.sum())
    vec.close()

    assert total / games > least


@only_compiled
def test_one_and_many_choose_alike():
    game = GAME.configure(num_players=3)
    agent = Scholar(game)
    at = Table(new_game(1, num_players=3).env)
    for _ in range(30):
        view = at.env.view(at.env.agent_selection)
        alone = agent.act(view)
        assert (
            agent.act_batch(np.tile(view.observation, (3, 1)), np.tile(view.mask, (3, 1))) == alone
        ).all()
        at.env.step(alone)
