"""Agents in general: spec strings, seeds, one against many, and the person at the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable

import numpy as np
import pytest
from cthulhu_agents.human import HELP, HumanAgent, Quit
from cthulhu_agents.love_letter.card_counter import CardCounter
from cthulhu_agents.random_agent import RandomAgent

from cthulhu_envs.api import agents
from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.agents import Agent, kinds, make_agent
from cthulhu_envs.api.registry import find
from cthulhu_envs.api.vector import VectorEnv
from cthulhu_envs.api.view import View
from cthulhu_envs.authoring.game import Game

BATCHED = ("random", "heuristic")


@pytest.fixture(scope="module")
def game() -> Game:
    return find("love_letter").configure(num_players=3)


@pytest.fixture
def view(game: Game) -> View:
    env = RawEnv(game)
    env.reset(seed=5)
    return env.view(env.agent_selection)


# spec strings


@pytest.mark.parametrize(
    ("spec", "kind"), [("random", RandomAgent), ("heuristic", CardCounter), ("human", HumanAgent)]
)
def test_a_spec_names_an_agent(game: Game, spec: str, kind: type[Agent]) -> None:
    assert isinstance(make_agent(spec, game), kind)
    assert spec in kinds(game)


def test_a_game_may_be_named() -> None:
    agent = make_agent("heuristic", "love_letter")

    assert isinstance(agent, CardCounter) and agent.game == find("love_letter")
    assert make_agent(lambda view: view.legal[0], "love_letter-v1").game.name == "love_letter"
    with pytest.raises(ValueError, match=r"no game 'love_leter'.*love_letter"):
        make_agent("random", "love_leter")
    with pytest.raises(TypeError, match="or a Game, not 7"):
        make_agent("random", 7)  # type: ignore[arg-type]


def test_a_misspelt_kind_is_told_its_nearest(game: Game) -> None:
    with pytest.raises(ValueError, match=r"no agent 'heuristik' for Love Letter.*'heuristic'"):
        make_agent("heuristik", game)


def test_an_option_nobody_takes_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match=r"'heuristic' has no option 'depth'; it takes none"):
        make_agent("heuristic:depth=3", game)
    with pytest.raises(ValueError, match=r"'human' has no option 'path'; it takes none"):
        make_agent("human:somewhere", game)


# seeds, and one against many


def positions(game: Game, count: int) -> list[View]:
    """Views of games that random players have brought to different lengths."""
    rng = np.random.default_rng(0)
    views = []
    for seed in range(count):
        env = RawEnv(game)
        env.reset(seed=seed)
        for _ in range(seed % 9):
            env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
        views.append(env.view(env.agent_selection))
    return views


@pytest.mark.parametrize("spec", BATCHED)
def test_a_batch_plays_as_one_by_one(game: Game, spec: str) -> None:
    views = positions(game, 60)

    together = make_agent(spec, game, seed=8).act_batch(
        np.stack([view.observation for view in views]), np.stack([view.mask for view in views])
    )
    alone = make_agent(spec, game, seed=8)

    assert together.tolist() == [alone.act(view) for view in views]


@pytest.mark.parametrize("spec", BATCHED)
def test_a_seed_repeats_its_play_and_another_does_not(game: Game, spec: str) -> None:
    vec = VectorEnv(game, 512)
    obs, mask, _ = vec.reset(seed=1)
    agent = make_agent(spec, game, seed=3)

    first, second = agent.act_batch(obs, mask), agent.act_batch(obs, mask)
    agent.seed(3)

    assert np.array_equal(agent.act_batch(obs, mask), first)
    assert not np.array_equal(second, first)  # ties fall differently


@pytest.mark.parametrize("spec", BATCHED)
def test_a_slice_of_a_larger_array_will_do(game: Game, spec: str) -> None:
    vec = VectorEnv(game, 64)
    obs, mask, _ = vec.reset(seed=1)
    some = np.arange(64) % 2 == 0

    sliced = make_agent(spec, game, seed=1).act_batch(obs[::2], mask[::2])

    assert np.array_equal(sliced, make_agent(spec, game, seed=1).act_batch(obs[some], mask[some]))


def test_an_agent_that_defines_nothing_says_so(game: Game, view: View) -> None:
    with pytest.raises(NotImplementedError, match="neither act nor act_batch"):
        Agent(game).act(view)
    with pytest.raises(NotImplementedError, match="more than observation and mask"):
        Agent(game).act_batch(view.observation[None], view.mask[None])


# a person at the terminal


def person(game: Game, answers: Iterable[str]) -> tuple[HumanAgent, list[str]]:
    """An agent that gets these answers, and the list in which its words appear."""
    agent, said = HumanAgent(game), list[str]()
    left = iter(answers)

    def ask(question: str) -> str:
        said.append(question)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    agent.ask, agent.tell = ask, said.append
    return agent, said


def test_a_person_chooses_by_number(game: Game, view: View) -> None:
    for number, action in enumerate(view.legal, 1):
        agent, said = person(game, [f" {number} "])

        assert agent.act(view) == action
        assert f"{number:4}  {view.text(action)}" in said
        assert said[-1].startswith(f"player_{view.seat}, your choice")


def test_kinds_of_actions_stand_apart(game: Game, view: View) -> None:
    agent, said = person(game, ["1"])

    agent.act(view)

    kinds_shown = {game.actions.decode(action).name for action in view.legal}
    assert said.count("") == len(kinds_shown) - 1


@pytest.mark.parametrize("answer", ["", "0", "99", "-1", "guard", "1.5", "²"])
def test_a_bad_answer_is_named_and_asked_again(game: Game, view: View, answer: str) -> None:
    agent, said = person(game, [answer, "1"])

    assert agent.act(view) == view.legal[0]
    assert f"{answer!r} is not a number from 1 to {len(view.legal)}" in said


def test_a_question_mark_explains(game: Game, view: View) -> None:
    agent, said = person(game, ["?", "1"])

    assert agent.act(view) == view.legal[0]
    assert HELP in said


@pytest.mark.parametrize("answers", [["q"], [" Q "], []], ids=["q", "Q", "end of input"])
def test_a_person_may_leave(game: Game, view: View, answers: list[str]) -> None:
    agent, _ = person(game, answers)

    with pytest.raises(Quit):
        agent.act(view)


def test_the_terminal_is_the_default(
    game: Game, view: View, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n2\n"))
    agent = make_agent("human", game)

    assert agent.act(view) == view.legal[1]
    assert view.text(view.legal[1]) in capsys.readouterr().out
    with pytest.raises(Quit):
        agent.act(view)


class Mine(Agent):
    """A bot of a user, in a module of theirs."""

    def act_batch(self, obs, mask):
        return mask.argmax(axis=1)


def test_a_bot_of_ones_own_is_named_by_its_module_or_registered(monkeypatch):
    game = find("love_letter")
    monkeypatch.setattr(agents, "_registered", {})
    agents.register("mine", Mine)

    assert isinstance(make_agent("mine", game), Mine)
    assert isinstance(make_agent(f"{__name__}.Mine", game), Mine)
    assert not agents.travels("mine") and agents.travels(f"{__name__}.Mine")


@pytest.mark.parametrize(
    "spec, fault",
    [
        ("nowhere.Bot", "agent 'nowhere.Bot' cannot be loaded: No module named 'nowhere'"),
        (
            "cthulhu_envs.api.agent.Nobody",
            "cannot be loaded: module 'cthulhu_envs.api.agent' has no attribute",
        ),
        ("cthulhu_envs.api.agent.np", "cannot play: a bot is a spec such as"),
        (".Bot", "cannot be loaded"),
    ],
)
def test_what_cannot_be_loaded_is_one_sentence(spec, fault):
    with pytest.raises(ValueError, match=fault):
        make_agent(spec, find("love_letter"))


def test_a_known_name_is_not_given_away():
    with pytest.raises(ValueError, match="a bot cannot be called 'random'"):
        agents.register("random", Mine)
