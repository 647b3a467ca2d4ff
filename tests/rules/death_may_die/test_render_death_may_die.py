"""The table as text and picture."""

from __future__ import annotations

import re

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.drawing import render
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.view.scene import look
from cthulhu_envs.games.death_may_die.view.text_map import WIDE, map_lines
from tests.rules.death_may_die.position import position


@pytest.mark.parametrize("episode", ["Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"])
def test_the_text_says_what_is_there(episode):
    at = position(episode=episode, where=[2, 1], enemies={"Cultist": [2, 2]}, wounds=[3, 0])

    text = render.text(at.game, at.s)

    assert "Cultist, Cultist" in text
    assert "3/5" in text
    assert "investigator 1 is asked: Act" in text


def test_a_seat_does_not_see_hidden_faces():
    at = position(episode="Danse Macabre")

    assert "dancer ?" in render.text(at.game, at.s, 0)
    assert "dancer ?" not in render.text(at.game, at.s, None)


def test_the_picture_has_one_size_and_changes_with_the_state():
    at = position(enemies={"Cultist": [2]})
    before = render.picture(at.game, at.s)

    at.play("run 2", "done")
    after = render.picture(at.game, at.s)

    assert before.shape == after.shape == (760, 1200, 3)
    assert not np.array_equal(before, after)


@pytest.mark.parametrize("episode", ["Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"])
def test_the_map_is_drawn_for_a_terminal_with_every_space(episode):
    at = position(episode=episode, enemies={"Cultist": [2, 2]}, fire={3: 2}, num_players=5)

    lines = map_lines(look(at.game, at.s, None))

    drawn = "\n".join(lines)
    spaces = int(at.kit.spaces[0])
    assert "[1|12345]" in drawn and "[2|x2]" in drawn and "**" in drawn
    assert all(re.search(rf"\[{n}[YRB]*[|\]]", drawn) for n in range(1, spaces + 1))
    assert "·" in drawn and max(map(len, lines)) <= WIDE


@pytest.mark.parametrize(
    ("played", "said"),
    [
        (["done"], "Janitor, left: Ammonia for 1 stress, right: Janitor (1 health, +1 Toughness)"),
        (["first"], "1 Success, 2 Blank"),
        (["first", "done"], "skill 0 is Plain A"),
    ],
)
def test_what_is_asked_is_told_in_words(played, said):
    at = position(
        discovery=["Janitor"],
        rolls="success blank blank" if len(played) == 1 else "tentacle blank blank",
        sanity=[3, 0],
        fire={1: 1},
    )

    assert said in look(at.game, at.play(*played).s, 0).asked


def test_whom_and_what_a_question_is_about_is_told():
    at = position(mythos=["Blasphemous Alchemy 8"], where=[3, 1], enemies={"Byakhee": [8]})
    at.play("done")
    assert "(Move) about Byakhee 1, space 3;" in look(at.game, at.s, 0).asked

    at = position(num_players=3, cards={"Pistol": 0}).play("trade", "card Pistol")
    assert look(at.game, at.s, 1).asked.endswith("(Trade) about Furious student")


def test_a_choice_of_a_mythos_card_is_told_with_its_text():
    at = position(mythos=["Cthulhu 8"]).play("done")

    asked = look(at.game, at.s, 0).asked

    assert 'Cthulhu 8: nearest "Cultist":' in asked and "sanity 2" in asked


def test_enemies_are_called_as_the_actions_call_them():
    env = RawEnv(GAME.configure(num_players=2))
    env.reset(seed=0, options={"episode": "Blasphemous Alchemy", "elder_one": "Cthulhu"})

    enemies = {e for sp in look(env.game, env._lanes.states[0], 0).spaces for e in sp.enemies}

    assert enemies == {"Cultist", "Byakhee [figure 15]", "Fire Vampire [figure 13]"}
    assert env.game.actions.text(env.game.actions.encode("attack", figure=1)) == "attack Cultist 1"


def test_cards_are_called_as_the_actions_call_them_also_in_the_text():
    """Brackets are no markup."""
    env = RawEnv(GAME.configure(num_players=2))
    env.reset(seed=0, options={"episode": "Blasphemous Alchemy", "elder_one": "Cthulhu"})
    states = env._lanes.states.copy()
    states[0].card_at[1] = 0
    states[0].discovery_left -= 1
    states[0].discovery[:14] = [card for card in states[0].discovery[:15] if card != 1]

    text = render.text(env.game, states[0], 0)

    assert "Whisky [card 2]" in re.sub(r"[\s│]+", " ", text)
