"""R13: maps, figures, Stages and symbols against the tables of the content pack."""

from __future__ import annotations

import pytest

from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.components import BOX_MYTHOS, Gate
from cthulhu_envs.games.death_may_die.content.files import File
from cthulhu_envs.games.death_may_die.content.library import DATA
from cthulhu_envs.games.death_may_die.settings import library_of
from tests.rulebook import rule

PACK = {"boss_health": 0, "setup_cultists": 0, "ritual": "full"}
ALCHEMY, TOMES, DANSE = "Blasphemous Alchemy", "Tomes of Madness", "Danse Macabre"


def table(**settings):
    """Library and kit of a table at the pack's own numbers."""
    game = GAME.configure(**PACK, **settings)
    return library_of(game.values), game.kit[0]


@rule("R2.4")
@pytest.mark.parametrize(
    ("episode", "links", "start", "gates", "place", "widest"),
    [
        (
            ALCHEMY,
            "1-2 2-3 2-4 3-4 3-7 4-5 4-8 4-9 5-6 6-9 7-8 8-9 9-10 10-11 12-13 12-14 13-15 14-15"
            " 9-12",
            1,
            {Gate.YELLOW: 9, Gate.RED: 13, Gate.BLUE: 8},
            0,
            6,
        ),
        (
            TOMES,
            "1-2 2-3 2-4 3-5 4-5 3-6 4-7 5-8 8-9 8-10 9-10 9-11 10-12 6-11 7-12",
            1,
            {Gate.YELLOW: 5, Gate.BLUE: 9, Gate.RED: 10},
            0,
            5,
        ),
        (
            DANSE,
            "1-2 2-3 2-7 3-4 3-7 4-5 5-6 4-12 6-12 12-13 8-9 9-10 9-11 3-8 11-12",
            1,
            {Gate.YELLOW: 5, Gate.BLUE: 10, Gate.RED: 13},
            13,
            5,
        ),
    ],
    ids=[ALCHEMY, TOMES, DANSE],
)
def test_maps(episode, links, start, gates, place, widest):
    _, kit = table(episode=episode, elder_one="Cthulhu")
    pairs = {tuple(sorted(map(int, link.split("-")))) for link in links.split()}
    spaces = int(kit.spaces[0])

    found = {
        (a + 1, b + 1) for a in range(spaces) for b in range(a, spaces) if kit.links[0, a] >> b & 1
    }
    assert found == pairs
    assert spaces == max(max(pair) for pair in pairs)
    assert (int(kit.start[0]) + 1, int(kit.place[0]) + 1) == (start, place)
    assert {gate: int(kit.gate[0, gate]) + 1 for gate in Gate} == gates
    assert kit.distance[0, :spaces, :spaces].max() == widest


@rule("R13.9", "R1.6")
@pytest.mark.parametrize(
    ("name", "pool", "health", "dice"),
    [
        ("Cultist", 10, 2, [0, 2]),
        ("Star Spawn", 1, 7, [3, 0]),
        ("Disciple of Hastur", 4, 5, [2, 1]),
        ("Fire Vampire", 2, 4, [2, 1]),
        ("Byakhee", 2, 3, [1, 2]),
        ("Ghoul", 5, 3, [1, 1]),
        ("Chthonian", 1, 8, [3, 1]),
        ("Deep One", 5, 3, [1, 1]),
        ("Hunting Horror", 2, 5, [2, 1]),
        ("Shoggoth", 1, 9, [3, 1]),
    ],
)
def test_figures(name, pool, health, dice):
    enemies = {
        e.values["name"]: e.values for e in File(DATA / "enemies.toml", "enemy").all("enemy")
    }

    assert [enemies[name][key] for key in ("pool", "health", "dice")] == [pool, health, dice]


@rule("R13.10", "R1.6")
@pytest.mark.parametrize(
    ("episode", "monsters"),
    [
        (ALCHEMY, {"Fire Vampire", "Byakhee"}),
        (TOMES, {"Ghoul", "Chthonian"}),
        (DANSE, {"Hunting Horror", "Deep One"}),
    ],
)
def test_monsters_of_an_episode(episode, monsters):
    found, kit = table(episode=episode, elder_one="Cthulhu")

    kinds = {found.kinds[kind].name for kind in kit.figure_kind[0, 0][: kit.figures[0, 0]]}
    assert kinds == {"Elder One", "Cultist", "Star Spawn", *monsters}


@rule("R13.1", "R8.6")
@pytest.mark.parametrize(
    ("elder_one", "dice"),
    [("Cthulhu", [(3, 0), (0, 2), (1, 1)]), ("Hastur", [(0, 3), (3, 0), (1, 1)])],
)
def test_stages(elder_one, dice):
    _, kit = table(episode=ALCHEMY, elder_one=elder_one)

    assert list(kit.stage_health[0][1:]) == [12, 12, 12]
    assert list(zip(kit.stage_standard[0][1:], kit.stage_bonus[0][1:], strict=True)) == dice


@rule("R13.8", "R7.5")
@pytest.mark.parametrize("elder_one", ["Cthulhu", "Hastur"])
@pytest.mark.parametrize("episode", [ALCHEMY, TOMES, DANSE])
def test_symbols(episode, elder_one):
    _, kit = table(episode=episode, elder_one=elder_one)

    shown = [int(n) for n in kit.mythos_symbol[0, 0]]
    assert shown[:BOX_MYTHOS] == [1] * 5 + [0] * 3
    six = [1] * 6 + [0] * 2
    assert shown[BOX_MYTHOS:] == six


@rule("R13.6", "R13.7", "R13.5")
@pytest.mark.parametrize(
    ("episode", "pieces", "values", "needed"),
    [
        (ALCHEMY, "lab", ["blast", "blast", "blaze", "blaze", "calm"], 4),
        (TOMES, "tome", ["A", "B", "C", "D"], 2),
        (TOMES, "sigil", [*"AABBCCDD", "blank", "blank"], None),
        (DANSE, "dancer", ["guest"] * 4 + ["sorcerer"] * 4, 4),
    ],
)
def test_pieces(episode, pieces, values, needed):
    found, kit = table(episode=episode, elder_one="Cthulhu")
    group = next(g for g in found.episodes[0].groups if g.name == pieces)

    assert sorted(found.episodes[0].values[value].name for value in group.values) == values
    if needed:
        assert found.episodes[0].groups[kit.goal[0, 1]].name == pieces
        assert int(kit.goal[0, 2]) == needed


@rule("R13.6")
def test_the_tomes_lie_open_and_the_sigils_do_not():
    found, _ = table(episode=TOMES, elder_one="Cthulhu")
    tome, sigil = found.episodes[0].groups

    assert sorted(space + 1 for space in tome.at) == [6, 7, 11, 12]
    assert not tome.hidden
    assert set(sigil.at) == {-1}  # the bag
