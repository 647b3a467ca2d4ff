"""R14.1: own content that people got wrong, or meant ill, and what is said about it."""

from __future__ import annotations

import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.death_may_die import GAME
from tests.rulebook import rule
from tests.rules.death_may_die.test_r14_own_content import EPISODE, changed, written

CALM = 'name = "calm"\npieces = "lab"\nthen = "done"'
EFFECT = '[[value]]\nname = "calm"\npieces = "lab"\nthen = "done"\neffect = "heal stress all"'
SPIRIT = 'right.item = "Spirit"\nright.forced = true\nright.tradable = false'


def skill(level: str) -> str:
    """An investigator file with a skill whose every level says the same."""
    levels = ",".join(["{" + level + "}"] * 4)
    return (
        f'[[skill]]\nname = "Mega"\nlevels = [{levels}]\n\n'
        '[[investigator]]\nname = "Mine"\nskills = ["Mega", "Stealth", "Toughness"]\n'
    )


@rule("R14.1")
@pytest.mark.parametrize("trait", ["actions", "bonus_roll", "ward_wounds", "sign_worth"])
def test_traits_that_are_taken_away_again_and_again_are_read(tmp_path, trait):
    file = written(tmp_path, skill(f"{trait} = -99"))

    assert GAME.configure(num_players=2, investigators=[file, "Adam Benchley"]).kit.size


@rule("R14.1")
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "heal stress all",
            '""\nrepeat 99:\n    repeat 99:\n        stress 1\n""',
            "repeated more than 1000 times",
        ),
        ("heal stress all", "heal stress \u00b2", "cannot be counted"),
        ('name = "Blasphemous Alchemy"', f'name = "{"x" * 61}"', "61 letters"),
        ('name = "Blasphemous Alchemy"', 'name = "Alchemy \u202e"', "must not contain"),
        ("heal stress all", '\\"', "is no effect"),
        ("heal stress all", 'heal stress all \\"', "too much here"),
        ("heal stress all", "heal stress all >", "too much here"),
        ("1-2 2-3", "1-2\u00b2 2-3", "is no link"),
        ("cost = { stress = 1 }", "cost = { stress = true }", "costs are"),
        ('skill = "Marksman", bonus', 'skill = ["Marksman"], bonus', "there is no skill"),
        (SPIRIT, '"right" = { item = "Spirit", what = 1 }', "has no 'what'"),
    ],
    ids=[
        *("repeat", "digit", "long", "turned", "quote", "stray quote", "stray sign", "link"),
        *("cost", "skill", "quoted key"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_line(tmp_path, old, new, fault):
    file = written(tmp_path, changed(EPISODE, (old, new)))

    with pytest.raises(ValueError, match=fault) as told:
        GAME.configure(num_players=2, episode=file)
    assert "mine.toml, line" in str(told.value)


@rule("R14.1")
def test_a_goal_that_no_piece_can_reach_is_refused(tmp_path):
    text = EPISODE.replace('pieces = "lab"\nthen = "done"', 'pieces = "lab"\nthen = "gone"')

    with pytest.raises(ValueError, match=r"line \d+: only 0 'lab' can be done"):
        GAME.configure(num_players=2, episode=written(tmp_path, text))


@rule("R14.1")
def test_nested_brackets_are_refused(tmp_path):
    file = written(tmp_path, "x = " + "[" * 5000 + "]" * 5000)

    with pytest.raises(ValueError, match="nested deeper than"):
        GAME.configure(num_players=2, episode=file)


@rule("R14.1")
def test_names_that_differ_by_capitals_are_the_same(tmp_path):
    enemy = '\n[[enemy]]\nname = "cultist"\nhealth = 9\npool = 3\ndice = [1, 0]\n'
    file = written(tmp_path, EPISODE + enemy)

    with pytest.raises(ValueError, match="another enemy 'Cultist' already"):
        GAME.configure(num_players=2, episode=file)


@rule("R14.1")
@pytest.mark.parametrize("wanted", ["1", "{}", "[]", "[{}]"], ids=["1", "table", "list", "tables"])
def test_what_a_level_replaces_is_a_trait(tmp_path, wanted):
    file = written(tmp_path, skill(f"replace = [{wanted}]"))

    with pytest.raises(ValueError, match=r"mine.toml, line \d+: there is no trait"):
        GAME.configure(num_players=2, investigators=[file, "Adam Benchley"])


@rule("R14.1")
def test_an_elder_one_and_an_episode_have_two_names(tmp_path):
    text = changed(EPISODE, ('name = "Blasphemous Alchemy"', 'name = "Cthulhu"'))

    with pytest.raises(ValueError, match="both called 'Cthulhu'"):
        GAME.configure(num_players=2, episode=written(tmp_path, text), elder_one="Cthulhu")


@rule("R14.3")
@pytest.mark.parametrize("path", ["~nobody-here/x.toml", "x" * 300 + ".toml", "a\0.toml"])
def test_a_path_that_leads_nowhere_is_said_in_a_sentence(path):
    with pytest.raises(ValueError, match="there is no file") as told:
        GAME.configure(num_players=2, episode=path)
    assert len(str(told.value)) <= 300


@rule("R2.2")
@pytest.mark.parametrize("option", ["investigators", "insanities", "mythos", "discovery"])
@pytest.mark.parametrize("given", [[["x"]], [1], "x" * 10_000, ["x" * 10_000] * 2])
def test_reset_options_that_are_no_names_are_refused(option, given):
    game = GAME.configure(num_players=2, episode="Danse Macabre", elder_one="Hastur")
    env = RawEnv(game)

    with pytest.raises(ValueError, match=option):
        env.reset(seed=0, options={option: given})
