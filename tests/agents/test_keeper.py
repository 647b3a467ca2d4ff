"""The keeper: plays only from what it sees, repeats itself, and beats random play."""

from __future__ import annotations

import numpy as np
import pytest
from cthulhu_agents.call_of_cthulhu.records import kit_of

from cthulhu_envs.api.agents import make_agent
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.sizes import TITLES, Question
from tests.rules.call_of_cthulhu.position import position


def choice(at):
    """The keeper's action for the seat that is to move, in the words of the tests."""
    view = at.env.view(at.env.agent_selection)
    return at.game.actions.text(make_agent("heuristic", at.game).act(view))


def test_harm_is_aimed_at_them_and_help_at_mine():
    kit = kit_of(GAME)[0]

    assert kit.aim[TITLES.index("Shotgun Blast")] == -1
    assert kit.aim[TITLES.index("Get On Yer Feet!")] == 1


def test_a_character_that_can_be_paid_for_is_played():
    at = position(hand="Blackwood File Clerk", domains="Agency 3")

    assert choice(at) == "choose Blackwood File Clerk"


def at_commit(**described):
    """A position at the moment when the active player commits."""
    at = position(phase="story", **described)
    while at.s.question != Question.COMMIT:
        at.do("done")
    return at


def test_a_story_that_nobody_defends_is_attacked():
    at = at_commit(play="Hired Muscle")

    assert choice(at) == "choose the card in slot 0 of me"


def worth(at, seat):
    """What the keeper thinks a position is worth to a seat."""
    seen = at.env.observe(f"player_{seat}")["observation"]
    return float(make_agent("heuristic", at.game).value_batch(seen[None])[0])


def test_what_is_worth_something_to_one_seat_costs_the_other():
    at = position(play="Hired Muscle; Ghost insane", their_play="Peeler", tokens={(0, 0): 3})

    assert worth(at, 0) == pytest.approx(-worth(at, 1), abs=1e-6)
    assert -1.0 < worth(at, 1) < 0.0 < worth(at, 0) < 1.0


@pytest.mark.parametrize(
    "better",
    [{"won": {"Rotting Away": 0}}, {"tokens": {(0, 0): 4}}, {"play": "G-Men"}, {"hand": "Ghost"}],
    ids=lambda better: next(iter(better)),
)
def test_stories_tokens_characters_and_cards_are_worth_something(better):
    assert worth(position(**better), 0) > worth(position(), 0)


@pytest.mark.skipif(not is_compiled(), reason="hundreds of games")
def test_it_beats_random_play():
    games = 120
    keeper, other = make_agent("heuristic", GAME, 1), make_agent("random", GAME, 2)
    vec = VectorEnv(GAME, games)
    obs, mask, seat = vec.reset(3)
    mine, over, score = np.arange(games) % 2, np.zeros(games, bool), np.zeros(games)
    while not over.all():
        actions = np.where(seat == mine, keeper.act_batch(obs, mask), other.act_batch(obs, mask))
        obs, mask, seat, reward, done = vec.step(actions)
        score[done & ~over] = reward[np.arange(games), mine][done & ~over]
        over |= done

    assert (score > 0).mean() >= 0.95
