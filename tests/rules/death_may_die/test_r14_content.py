"""R14: content files and settings."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.content.library import DATA
from cthulhu_envs.games.death_may_die.settings import library_of
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

PAGE = Path(__file__).parents[3] / "docs" / "writing_an_episode.md"
EPISODE = (DATA / "episodes" / "blasphemous_alchemy.toml").read_text(encoding="utf-8")
CTHULHU = (DATA / "elder_ones" / "cthulhu.toml").read_text(encoding="utf-8")


def written(tmp_path: Path, text: str, old: str = "", new: str = "") -> str:
    """A file with that text, one place of it changed."""
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


@rule("R14.1")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("9-12", "9-10", "mine.toml, line 4: the map does not connect: no way from 1 to 12"),
        ("start = 1", "start = 99", "line 5: 99 is no space from 1 to 15"),
        ('monsters = ["Fire', 'monsters = ["Ice', "line 8: there is no enemy 'Ice Vampire'"),
        ('goal = "done', 'goal = "hidden', "line 10: the goal is a number of pieces"),
        ("    fire 1 at here\n", "    fyre 1 at here\n", "line 14: 'fyre' is no effect"),
        ("    if not fire:", "    if not fyre:", "line 13: 'fyre' cannot be counted"),
        ('summon "Fire Vampire" at blue', 'summon "Ghoul" at blue', "there is no enemy 'Ghoul'"),
        ("at blue", "at green", "'green' is no place"),
        ("    place it at you", "    place them at you", "it, you, elder or partner"),
        ("each near space:", "move 1 toward you\neach near space:", "has no target here"),
        ('hit successes "lab"', 'hit successes "cellar"', "there are no pieces 'cellar'"),
        ('skill = "Toughness"', 'skill = "Tuffness"', "no skill 'Tuffness'; did you mean"),
        ("sign_paw = 99", "sign_claw = 99", "there is no trait 'sign_claw'"),
        ('name = "Desk"', 'title = "Desk"', "[discovery] has no 'title'"),
        ("roll\ndouse successes", "scrap\nroll", "this is no effect of a card"),
        ("[[action]]", "[[actions]]", "there is no section 'actions'; did you mean 'action'?"),
        ("roll\ndouse", 'roll"""\n[[action]]\neffect = """\ndouse', "exactly two [[action]]"),
        ('done \\"lab\\" >= 4', 'done \\"lab\\" >= 6', "line 10: there are only 5 'lab'"),
        ("fire = [3", "fire = [1, 1, 1, 3", "line 7: at most 8 Fire tokens"),
        ('"Byakhee" = [10]', '"Byakhee" = [1, 2, 3]', "line 9: 3 Byakhee at setup, but only 2"),
        ("health = 4", "health = 999", "line 22: 'health' must be from 0 to 99, not 999"),
        ("right.health = 1", "right.health = 0", "'health' must be from 1 to 99, not 0"),
        ("right.health = 1\n", "", "[discovery right] needs 'health'"),
        ("left.cost = { stress = 1 }", 'left.cost = { stress = "x" }', "costs are stress and"),
        ('right.tags = ["Student", "Rebel"]', "right.tags = 3", "'tags' must be a list, not 3"),
        ('name = "calm"\npieces = "lab"', 'name = "calm"\npieces = "lob"', "no pieces 'lob'"),
        ('name = "Desk"', 'name = "Clutter"', "there are two 'Clutter'"),
        ('name = "Desk"', 'name = ""', "'name' must not be empty"),
        ("symbol = true", "symbol = 4", "'symbol' must be true, false or a number up to 3"),
        ("    fire 1 at here\n", "    fire 100 at here\n", "a number up to 99 is expected"),
        ("    wound 2 enemies", "    wound fire per fire", "before 'per' stands a number"),
        ("each near space:", "replay\neach near space:", "only a symptom replays a card"),
        ('name = "Blasphemous Alchemy"', 'name = "Blasphemous', "Illegal character"),
        ('name = "Extinguish"', 'name = "Destroy equipment"', "there are two 'Destroy equipment'"),
        ('name = "Extinguish"', 'name = "rest"', "there is an action 'rest' already"),
        ('name = "Desk"', 'name = "[bold]Desk"', "'name' must not contain '[': '[bold]Desk'"),
        ('name = "Extinguish"', 'name = "Put {out}"', "'name' must not contain '{'"),
        ('name = "Desk"', 'name = "Desk\\nTop"', r"'name' must not contain '\n'"),
        ('name = "Desk"', 'name = " Desk"', "'name' must not begin or end with a blank"),
        ('"Rebel"]', '"<Rebel>"]', "'tags' must not contain '<'"),
        ('values = ["calm"', 'values = ["[calm]"', "'values' must not contain '['"),
        ("each near space:", "place you at partner\neach near space:", "only a symptom speaks of"),
        ("each near space:", "place partner at you\neach near space:", "only a symptom speaks of"),
    ],
)
def test_a_broken_episode_is_refused_with_file_and_line(tmp_path, old, new, said):
    path = written(tmp_path, EPISODE, old, new)

    with pytest.raises(ValueError, match=r"^mine\.toml") as refusal:
        GAME.configure(episode=path)

    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@rule("R14.1")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("place elder at you\n", "", "the second Stage must place the Elder One"),
        ('tokens_lie = "on spaces"', 'tokens_lie = "nowhere"', "tokens lie 'on spaces'"),
        ("health = 12", 'health = "much"', "'health' must be a whole number, not 'much'"),
        ("dice = [3, 0]", "dice = [3]", "'dice' must be 2 whole numbers from 0 to 20, not [3]"),
        (
            "dice = [3, 0]",
            "dice = [128, 0]",
            "line 22: 'dice' must be 2 whole numbers from 0 to 20",
        ),
        ("place elder at you\n", "place elder at elder\n", "the second Stage must place"),
        (
            "place elder at you\n",
            "if fire:\n    place elder at you\n",
            "the second Stage must place",
        ),
        ("place elder at you\n", 'nearest "Cultist":\n    place elder at here\n', "must place"),
        ('token = "R\'lyeh"', 'token = "[red]"', "'token' must not contain '['"),
        ("health = 12", "health = 0", "'health' must be from 1 to 99, not 0"),
        ("tokens = 9", "tokens = 999", "'tokens' must be from 0 to 99, not 999"),
        ('minions = ["Cultist"', "minions = [[1]", "'minions' must be a list of names"),
        ("[[mythos]]\nsymbol = true\n", "[[stage]]\n", "has 4 [[stage]] sections, not 5"),
        ("[[mythos]]\nsymbol = true\n", "[[mythos]]\nsymbl = true\n", "has no 'symbl'"),
    ],
)
def test_a_broken_elder_one_is_refused(tmp_path, old, new, said):
    with pytest.raises(ValueError, match=r"^mine\.toml, line \d+") as refusal:
        GAME.configure(elder_one=written(tmp_path, CTHULHU, old, new))

    assert said in str(refusal.value)


INVESTIGATOR = """\
[[skill]]
name = "Calm"
levels = [{ run = 1 }, { replace = ["run"], run = 2 }, {}, {}]

[[investigator]]
name = "Miss Marsh"
skills = ["Calm", "Marksman", "Stealth"]
"""


@rule("R14.1")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('["run"]', "5", "line 3: 'replace' must be true or a list of traits, not 5"),
        ('["run"]', '["walk"]', "line 3: there is no trait 'walk'"),
        (", {}, {}]", "]", "line 3: a skill has 4 levels, not 2"),
        ('"Miss Marsh"', '"Borden"', "line 6: there is an investigator 'Borden' already"),
        ('name = "Calm"', 'name = "Lucky"', "line 2: there is a skill 'Lucky' already"),
        ('"Stealth"]', "[1]]", "line 7: 'skills' must be a list of names"),
        ("[[investigator]]", "[[skill]]", "[skill] has no 'skills'"),
        (INVESTIGATOR, "", "line 1: an [[investigator]] is needed"),
    ],
)
def test_a_broken_investigator_is_refused(tmp_path, old, new, said):
    with pytest.raises(ValueError, match=r"^mine\.toml, line \d+") as refusal:
        GAME.configure(
            num_players=2, investigators=[written(tmp_path, INVESTIGATOR, old, new), "Borden"]
        )

    assert said in str(refusal.value)


@rule("R14.1")
def test_effects_too_deep_for_the_stack_are_refused(tmp_path):
    lines = ["    " * k + "each investigator:\n" for k in range(7)]
    deep = "".join([*lines, "    " * 7 + "stress 1\n"])
    path = written(tmp_path, EPISODE, "roll\ndouse successes\n", deep)

    with pytest.raises(ValueError, match="line 58: lines rule lines below them at most 6 deep"):
        GAME.configure(episode=path)


@rule("R14.1", "R2.2")
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"episode": "Blasphemus Alchemy"}, "did you mean 'Blasphemous Alchemy'?"),
        ({"elder_one": "Dagon"}, "there is no elder_one 'Dagon'"),
        ({"episode": "nowhere.toml"}, "there is no file 'nowhere.toml'"),
        ({"investigators": ["Nobody", "Borden"]}, "there is no investigator 'Nobody'"),
        ({"investigators": ["Borden"], "num_players": 2}, "2 investigators are needed, not 1"),
        ({"insanities": ["Paranoia", "Paranoia"]}, "named twice"),
        ({"insanities": 3}, "insanities must be a list of names, not 3"),
        ({"investigators": 3}, "investigators must be a list of names or files, not 3"),
        ({"symbols": 6}, "17 Mythos cards with a symbol cannot be"),
        ({"ritual": "hard"}, "ritual cannot be 'hard'"),
        ({"symbols": -8, "num_players": 2, "boss_health": 99}, "boss_health must be"),
        ({"first_red": 1}, "first_red must be a whole number from 2 to 7"),
    ],
)
def test_wrong_settings_are_refused(settings, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        GAME.configure(**settings)


@rule("R14.2")
def test_difficulty_changes_the_table():
    easy = GAME.configure(boss_health=-2, setup_cultists=-1, symbols=-1, first_red=6).kit[0]
    hard = GAME.configure(boss_health=2, setup_cultists=2, symbols=1).kit[0]

    assert list(easy.stage_health[0, 1:]) == [10, 10, 10]
    assert list(hard.stage_health[0, 1:]) == [14, 14, 14]
    assert [int((kit.setup_kind[0, : kit.setups[0]] == 1).sum()) for kit in (easy, hard)] == [4, 7]
    assert [int(kit.mythos_symbol[0, 0].sum()) for kit in (easy, hard)] == [10, 12]
    assert int(easy.first_red) == 6


@rule("R14.2")
def test_the_default_is_the_packs_own_numbers():
    kit = GAME.kit[0]

    assert (kit.stage_health[:, 1:] == 12).all()
    cultists = [(kit.setup_kind[e, : kit.setups[e]] == 1).sum() for e in range(3)]
    names = [episode.name for episode in library_of(GAME.values).episodes]
    assert dict(zip(names, cultists, strict=True)) == {
        "Blasphemous Alchemy": 5,
        "Tomes of Madness": 6,
        "Danse Macabre": 5,
    }
    assert dict(zip(names, kit.goal[:, 2], strict=True)) == {
        "Blasphemous Alchemy": 4,
        "Tomes of Madness": 2,
        "Danse Macabre": 4,
    }
    assert int(kit.first_red) == 5
    assert (kit.mythos_symbol.sum(axis=2) == 11).all()


@rule("R14.2", "R8.1")
def test_the_first_red_cell_can_be_later():
    at = position(showing=3, track=4, first_red=6).finish_turn()

    assert not at.s.summoned


def lighthouse(tmp_path: Path) -> str:
    """The worked Episode of the page, as a file."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(r"<!-- lighthouse.toml -->\n```toml\n(.*?)```", text, re.DOTALL)
    assert found
    path = tmp_path / "lighthouse.toml"
    path.write_text(found.group(1), encoding="utf-8")
    return str(path)


@rule("R14.3")
def test_the_episode_of_the_page_is_played(tmp_path):
    at = position(
        episode=lighthouse(tmp_path),
        rolls="success success blank success success blank",
        where=[3, 1],
    )

    at.play("second", "done", "run 4", "done", "second", "done")

    assert at.s.disrupted
    assert at.s.actions_left == 0 or at.s.active == 0


@rule("R13.9", "R13.10", "R14.3")
def test_a_shoggoth_comes_in_an_own_episode_and_heals_at_each_advance(tmp_path):
    at = position(episode=lighthouse(tmp_path), mythos=["The Lighthouse 2"], where=[1, 1])
    at.finish_turn()
    assert at.enemies("Shoggoth") == [4]

    at = position(
        episode=lighthouse(tmp_path),
        showing=3,
        enemies={"Shoggoth": [4], "Deep One": [4]},
        hurt={"Shoggoth": 3, "Deep One": 2},
    ).finish_turn()
    assert at.health("Shoggoth") == [2]
    assert 2 in at.health("Deep One")


@rule("R14.3")
@pytest.mark.parametrize("elder_one", ["Cthulhu", "Hastur"])
def test_random_play_of_the_pages_episode_ends(tmp_path, elder_one):
    game = GAME.configure(episode=lighthouse(tmp_path), elder_one=elder_one, num_players=3)
    env = RawEnv(game)
    rng = np.random.default_rng(0)
    env.reset(seed=1)

    while env._lanes.states[0].ending == 0:
        if env.terminations[env.agent_selection]:
            env.step(None)
            continue
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        game.check_state(game, env._lanes.states[0])

    assert env._lanes.states[0].ending != 0


@rule("R14.3")
def test_an_own_investigator_and_elder_one_are_played(tmp_path):
    own = written(tmp_path, CTHULHU, 'name = "Cthulhu"', 'name = "Dagon"')
    game = GAME.configure(num_players=2, elder_one=own, investigators=[PLAIN[0], "Borden"])
    env = RawEnv(game)

    env.reset(seed=0)

    assert env._lanes.states[0].ending == 0
