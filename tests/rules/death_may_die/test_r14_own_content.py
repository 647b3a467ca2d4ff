"""R14: own content that goes to the limits, and what saves and replays know of it."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.api.replay import Replay
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.content.effect_text import Names, Program
from cthulhu_envs.games.death_may_die.content.files import ContentFile
from cthulhu_envs.games.death_may_die.content.library import DATA, library, surely_placed
from cthulhu_envs.games.death_may_die.content.vocabulary import EnemyTrait, Trait
from cthulhu_envs.games.death_may_die.rules.frame_constructors import push_wound
from cthulhu_envs.games.death_may_die.rules.steps import Source
from cthulhu_envs.games.death_may_die.sizes import MOST_ROLLED
from cthulhu_envs.games.death_may_die.state import EFFECT_DEPTH, MAX_DEPTH, Piece
from tests.rulebook import rule
from tests.rules.death_may_die.position import PLAIN, position

EPISODE = (DATA / "episodes" / "blasphemous_alchemy.toml").read_text(encoding="utf-8")
CTHULHU = (DATA / "elder_ones" / "cthulhu.toml").read_text(encoding="utf-8")
LAB = 'at = [6, 7, 11, 13, 14]\nvalues = ["calm", "blaze", "blaze", "blast", "blast"]'
LINKS = EPISODE.split("\n")[3]
BLAST = 'then = "done"\neffect = """\neach near space:\n    wound 2 enemies\n"""'


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def written(folder: Path, text: str, name: str = "mine.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def mines(pieces: int) -> str:
    """Labs on spaces 1, 2, 3 ... in a row, each of which blows up those beside it."""
    places = ", ".join(str(n + 1) for n in range(pieces))
    values = ", ".join(['"blast"'] * pieces)
    links = " ".join(f"{n}-{n + 1}" for n in range(1, 16))
    row = f'links = "{links} 16-17 17-18 18-19 19-20"'
    return changed(
        EPISODE,
        ("spaces = 15", "spaces = 20"),
        (LINKS, row),
        (LAB, f"at = [{places}]\nvalues = [{values}]"),
        ('[[value]]\nname = "calm"\npieces = "lab"\nthen = "done"\neffect = "heal stress all"', ""),
        (
            '[[value]]\nname = "blaze"\npieces = "lab"\nthen = "done"\neffect = """\n'
            'each near space:\n    fire 1 at here\n"""',
            "",
        ),
        (BLAST, 'then = "done"\neffect = """\neach adjacent space:\n    hit 9 "lab"\n"""'),
    )


@rule("R14.4")
@pytest.mark.parametrize(("pieces", "left"), [(8, 0), (16, 5)])
def test_effects_set_off_others_no_deeper_than_the_limit(tmp_path, pieces, left):
    """A row of labs blows up, three steps for each; those that would begin too deep do not."""
    at = position(
        episode=written(tmp_path, mines(pieces)),
        tie_break="lowest_id",
        rolls="success success success success",
        where=[1, 1],
    )
    states = at.env._lanes.states.copy()
    states[0].piece_hurt[0] = 3
    at.env._place(states)

    at.play("second", "done")

    done = [piece for piece in range(pieces) if at.s.piece_is[piece] == Piece.DONE]
    assert done == list(range(pieces - left))
    assert at.s.depth < EFFECT_DEPTH < MAX_DEPTH


@rule("R14.4")
def test_nothing_is_written_beyond_the_stack():
    at = position()
    s = at.env._lanes.states.copy()[0]
    s.depth = MAX_DEPTH
    before = s.copy()

    push_wound(s, 1, 2, Source.OTHER, 3)

    assert s.tobytes() == before.tobytes()


@rule("R14.4")
def test_an_elder_one_without_a_token_does_not_lay_one(tmp_path):
    text = changed(CTHULHU, ("each investigator:\n    sanity 2", "token at you"))

    with pytest.raises(ValueError, match=r"^mine\.toml, line \d+: 'no_token' lays a token"):
        GAME.configure(elder_one=written(tmp_path, text))


@rule("R14.4")
@pytest.mark.parametrize(
    ("then", "effect", "is_refused"),
    [
        ("stays", "each near space:\n    hit 4", True),
        ("done", "each near space:\n    hit 4", False),
        ("stays", "each near space:\n    mend 4", False),
    ],
)
def test_a_piece_that_stays_does_not_hit_itself(tmp_path, then, effect, is_refused):
    new = f'then = "{then}"\neffect = """\n{effect} "lab"\n"""'
    path = written(tmp_path, changed(EPISODE, (BLAST, new)))

    if is_refused:
        with pytest.raises(ValueError, match=r"^mine\.toml, line \d+: 'blast' stays, and its eff"):
            GAME.configure(episode=path)
    else:
        assert GAME.configure(episode=path).kit is not None


@rule("R14.1")
@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("place elder at you", True),
        ("most signs:\n    place elder at here", True),
        ("if fire:\n    place elder at you\nelse:\n    place elder at red", True),
        ("if fire:\n    place elder at you\nplace elder at start", True),
        ("if fire:\n    place elder at you", False),
        ("each space with fire:\n    place elder at here", False),
        ("choose:\n  option if fire:\n    place elder at you\n  option:\n    stress 1", False),
        ("repeat fire:\n    place elder at you", False),
    ],
)
def test_an_elder_one_that_might_never_come_is_found(text, is_sure):
    program = Program()

    start = program.effect(text, Names({}, {}, {}))

    assert surely_placed(program.rows, start) == is_sure


@rule("R14.1", "R8.5")
def test_the_healthiest_stage_can_be_killed(tmp_path):
    at = position(
        elder_one=written(tmp_path, CTHULHU.replace("health = 12", "health = 99")),
        boss_health=20,
        rolls="success blank blank success blank blank",
        where=[2, 1],
        elder={"space": 2, "wounds": 117},
        disrupted=True,
    )

    at.play("attack Elder One", "done")
    assert int(at.s.stage) == 2 and int(at.s.hurt[0]) == 118
    at.play("attack Elder One", "done")

    assert int(at.s.stage) == 3


ENEMY = """
[[enemy]]
name = "{name}"
pool = {pool}
health = {health}
dice = [1, 1]
"""


@rule("R14.1")
@pytest.mark.parametrize(
    ("name", "pool", "said"),
    [
        ("Cultist", 3, "there is another enemy 'Cultist' already"),
        ("Ghoul", 2, "there is another enemy 'Ghoul' already"),
        ("Elder One", 1, "there is another enemy 'Elder One' already"),
    ],
)
def test_an_enemy_that_is_known_is_not_redefined(tmp_path, name, pool, said):
    text = EPISODE + ENEMY.format(name=name, pool=pool, health=3)

    with pytest.raises(ValueError, match=rf"^mine\.toml, line \d+: {said}"):
        GAME.configure(episode=written(tmp_path, text))


@rule("R14.1")
def test_two_enemies_of_one_name_are_refused(tmp_path):
    text = EPISODE + 2 * ENEMY.format(name="Mi-Go", pool=1, health=3)

    with pytest.raises(ValueError, match=r"^mine\.toml, line \d+: there are two 'Mi-Go'"):
        GAME.configure(episode=written(tmp_path, text))


@rule("R14.1")
def test_two_boxes_may_bring_the_same_enemy(tmp_path):
    mi_go = ENEMY.format(name="Mi-Go", pool=1, health=3)
    episode = written(tmp_path, EPISODE + mi_go, "episode.toml")
    elder_one = written(tmp_path, CTHULHU + mi_go, "elder.toml")
    assert GAME.configure(episode=episode, elder_one=elder_one)

    other = written(tmp_path, CTHULHU + mi_go.replace("health = 3", "health = 4"), "other.toml")
    with pytest.raises(ValueError, match=r"another enemy 'Mi-Go' already"):
        GAME.configure(episode=episode, elder_one=other)


@rule("R14.1")
def test_special_rules_of_enemies_are_no_less_than_nothing(tmp_path):
    text = EPISODE + ENEMY.format(name="Mi-Go", pool=1, health=3) + "mend = -1\n"

    with pytest.raises(ValueError, match=r"line \d+: 'mend' must be a whole number from 0 to 99"):
        GAME.configure(episode=written(tmp_path, text))


@rule("R14.1", "R14.3")
def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + EPISODE.replace("\n", "\r\n").encode())

    assert library_names(GAME.configure(episode=path)) == ["Blasphemous Alchemy"]


def library_names(game) -> list[str]:
    own = game.values["episode"]
    assert isinstance(own, ContentFile)
    return [episode.name for episode in library((), (own,), ()).episodes]


def everything() -> tuple[str, str, str]:
    """An Episode, an Elder One and an investigator with the largest numbers of all."""
    special = "\n".join(f"{trait.name.lower()} = 99" for trait in EnemyTrait)
    enemy = ENEMY.format(name="Horror", pool=5, health=99).replace("[1, 1]", "[20, 20]") + special
    traits = ", ".join(f"{trait.name.lower()} = 99" for trait in Trait)
    less = ", ".join(f"{trait.name.lower()} = -99" for trait in Trait)
    episode = changed(
        EPISODE,
        (
            'monsters = ["Fire Vampire", "Byakhee"]',
            'monsters = ["Fire Vampire", "Byakhee", "Horror"]',
        ),
        ('"Byakhee" = [10]', '"Byakhee" = [10], "Horror" = [2, 3, 4]'),
        (
            "start = 1\n",
            'start = 1\nplace = 2\nmarker = "Body"\nmarkers = 99\nmarker_from = "Cultist"\n',
        ),
        ("health = 4\n", "health = 99\n"),
        ("roll\ndouse successes", "roll 99\nboost 99\nboost 99\nheal stress successes\nmark"),
        ("roll\nhit successes", "roll\nhit 99"),
        ("left.traits = { sign_paw = 99 }", f"left.traits = {{ {traits} }}"),
        ("left.traits = { fire_away = 1 }", f"left.traits = {{ {less} }}"),
        ("right.health = 1\n", "right.health = 99\n"),
    )
    elder = CTHULHU.replace("health = 12", "health = 99").replace("tokens = 9", "tokens = 99")
    elder = elder.replace("dice = [3, 0]", "dice = [20, 20]").replace("sanity 1", "sanity 99")
    most, least = f"{{ {traits} }}", f"{{ replace = true, {less} }}"
    person = (
        f'[[skill]]\nname = "All"\nlevels = [{most}, {most}, {least}, {most}]\n'
        '[[investigator]]\nname = "Most"\nskills = ["All", "Lucky", "Toughness"]\n'
    )
    return episode + enemy, elder, person


@rule("R14.1", "R14.4")
@pytest.mark.parametrize("seed", range(3))
def test_the_largest_numbers_of_a_file_are_played(tmp_path, seed):
    """Random play: no number runs over, invariants and bounds of observations hold."""
    episode, elder, person = everything()
    game = GAME.configure(
        num_players=3,
        episode=written(tmp_path, episode, "episode.toml"),
        elder_one=written(tmp_path, elder, "elder.toml"),
        investigators=[written(tmp_path, person, "person.toml"), "Ian Welles", "Rasputin"],
        conversions="all",
        boss_health=20,
        setup_cultists=5,
        reward="progress",
    )
    env = RawEnv(game)
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    most = 0

    for _ in range(200):
        s = env._lanes.states[0]
        if s.ending:
            env.reset()
            continue
        game.check_state(game, s)
        seen = env.observe(env.agent_selection)
        inside = seen["observation"] <= game.observations.highs + 1e-4
        assert (seen["observation"] >= 0).all() and inside.all()
        most = max(most, int(s.dice.sum()))
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))

    assert 20 < most <= 2 * MOST_ROLLED


@rule("R14.3")
def test_paths_become_absolute_when_they_are_given(tmp_path, monkeypatch):
    written(tmp_path, EPISODE)
    person = written(tmp_path, Path(PLAIN[0]).read_text(encoding="utf-8"), "person.toml")
    monkeypatch.chdir(tmp_path)
    game = GAME.configure(
        num_players=2, episode="mine.toml", investigators=["./person.toml", "Borden"]
    )

    monkeypatch.chdir("/")

    assert game.values["episode"] == str(tmp_path / "mine.toml")
    assert game.values["investigators"] == (person, "Borden")
    RawEnv(game).reset(seed=1)
    with pytest.raises(ValueError, match="named twice"):
        monkeypatch.chdir(tmp_path)
        GAME.configure(num_players=2, investigators=["person.toml", "./person.toml"])


@rule("R14.3")
def test_a_table_goes_on_with_the_file_it_began_with(tmp_path):
    path = written(tmp_path, EPISODE)
    game = GAME.configure(num_players=2, episode=path)

    written(tmp_path, "this is no longer TOML")

    env = RawEnv(game)
    env.reset(seed=1)
    assert library_names(game) == ["Blasphemous Alchemy"]
    twin = pickle.loads(pickle.dumps(env))
    assert twin.game.values["episode"].text == EPISODE
    with pytest.raises(ValueError, match=r"^mine\.toml"):
        GAME.configure(num_players=2, episode=path)


def played(path: str, folder: Path) -> tuple[bytes, Path]:
    """A game with an own Episode, saved and as a replay, after a few moves."""
    env = RawEnv(GAME.configure(num_players=2, episode=path))
    env.reset(seed=3)
    for _ in range(5):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[-1]))
    replay = folder / "game.jsonl"
    env.replay().write(replay)
    return env.save(), replay


@rule("R14.5")
def test_saves_and_replays_refuse_a_file_that_says_something_else(tmp_path):
    path = written(tmp_path, EPISODE)
    saved, replay = played(path, tmp_path)
    assert str(path) in replay.read_text() and "contents" in replay.read_text()

    written(tmp_path, changed(EPISODE, ("start = 1", "start = 2")))
    game = GAME.configure(num_players=2, episode=path)

    said = r"this was saved with episode='.*mine\.toml', which said something else: .* has changed"
    with pytest.raises(ValueError, match=said):
        RawEnv(game).load(saved)
    with pytest.raises(ValueError, match=said):
        Replay.read(game, replay)


@rule("R14.5")
def test_a_file_may_move_and_change_its_comments(tmp_path):
    saved, replay = played(written(tmp_path, EPISODE), tmp_path)
    (tmp_path / "elsewhere").mkdir()

    moved = written(tmp_path / "elsewhere", "# a new comment\n" + EPISODE, "renamed.toml")
    game = GAME.configure(num_players=2, episode=moved)

    env = RawEnv(game)
    env.load(saved)
    assert len(Replay.read(game, replay).actions) == 5
    with pytest.raises(ValueError, match="saved with episode="):
        RawEnv(GAME.configure(num_players=2, episode="Blasphemous Alchemy")).load(saved)
