"""R13: Cthulhu's stages and Mythos cards."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.death_may_die.position import position


def drawn(number: int, **described):
    """Cthulhu's Mythos card of that number is resolved."""
    described.setdefault("discovery", ["Desk"])
    return position(mythos=[f"Cthulhu {number}"], tie_break="lowest_id", **described).play("done")


def revealed(stage: int, **described):
    """The Stage is revealed by the last wound of the one before."""
    at = position(
        **{
            "where": [2, 1],
            "rolls": "success blank blank",
            "elder": {"space": 2, "stage": stage - 1, "wounds": 11},
            "disrupted": True,
            "stress": [4, 0],
        }
        | described
    )
    return at.play("attack Elder One")


@rule("R13.1")
def test_cthulhu_stage_1_on_each_advance():
    at = position(where=[2, 1], showing=3, token={15: 1}).finish_turn()

    assert at.spaces("token") == {2: 1, 15: 1}
    assert at.enemies("Cultist") == [2, 15]
    assert at.enemies("Star Spawn") == [8]


@rule("R13.1")
def test_cthulhu_stage_1_moves_the_star_spawn():
    at = position(where=[2, 1], showing=3, enemies={"Star Spawn": [9]}).finish_turn()

    assert at.enemies("Star Spawn") == [4]


@rule("R13.1")
def test_cthulhu_stage_2():
    at = position(
        where=[2, 1], disrupted=True, token={4: 1, 6: 1}, enemies={"Cultist": [4, 15]}
    ).finish_turn()

    assert at.enemies("Elder One") == [2]
    assert at.enemies("Cultist") == [2, 15]
    assert 2 in at.spaces("token")  # at the end of the turn, on Cthulhu's space


@rule("R13.1")
def test_cthulhu_stage_3():
    at = revealed(3, token={2: 1})
    assert at.enemies("Elder One") == [8]
    assert (at.of("wounds"), at.of("sanity")) == ([1, 0], [1, 0])

    at.finish_turn()

    assert at.of("sanity") == [2, 1]


@rule("R13.1")
def test_cthulhu_final_stage():
    at = revealed(4, cards={"Pistol": 0, "Dog": 0, "Whisky": 1, "Guilty Conscience": 0})
    assert at.enemies("Elder One") == [1]

    at.play("card Pistol", "done")  # the wound of keeping may go to a Companion
    at.play("done", "done")

    assert set(at.cards(0)) == {"Guilty Conscience", "Pistol"}
    assert at.cards(1) == []
    assert at.of("wounds")[0] == 1


@rule("R13.1", "R13.2")
def test_cthulhu_final_stage_no_token_left():
    tokens = dict.fromkeys(range(7, 16), 1)
    at = position(mythos=["Cthulhu 5"], where=[2, 1], elder={"space": 5, "stage": 4}, token=tokens)

    at.finish_turn()

    assert at.of("sanity") == [3, 3]  # one by Stage 3, two by the token that is missing


@rule("R13.2")
def test_a_second_token_goes_to_the_nearest_free_space():
    at = position(where=[11, 1], showing=3, token={11: 1}).finish_turn()

    assert at.spaces("token") == {10: 1, 11: 1}


@rule("R13.1")
def test_cthulhu_mythos_1():
    at = drawn(1, where=[2, 9], enemies={"Star Spawn": [9]})

    assert at.of("sanity") == [0, 2]
    assert at.enemies("Star Spawn") == [2]


@rule("R13.1")
def test_cthulhu_mythos_2():
    at = drawn(2, where=[2, 4], enemies={"Star Spawn": [12]})

    assert at.enemies("Star Spawn") == [4]
    assert at.of("sanity") == [0, 1]
    assert drawn(2).enemies("Star Spawn") == [13]


@rule("R13.1")
def test_cthulhu_mythos_3():
    at = drawn(3, where=[7, 1], token={7: 1}, enemies={"Cultist": [4]})

    assert at.of("sanity")[0] == 1
    assert at.enemies("Cultist") == [3, 9, 13]


@rule("R13.1")
def test_cthulhu_mythos_4():
    at = drawn(4, where=[2, 1], token={9: 1}, enemies={"Cultist": [9, 15]}, stress=[4, 0])

    assert sorted(at.enemies("Cultist"))[-3:] == [8, 9, 15]


@rule("R13.1")
def test_cthulhu_mythos_5():
    assert drawn(5, where=[2, 1], token={2: 1}).of("sanity") == [1, 0]


@rule("R13.1")
@pytest.mark.parametrize(("elder", "sanity", "stress"), [(True, 1, 0), (False, 0, 2)])
def test_cthulhu_mythos_6(elder, sanity, stress):
    at = drawn(6, **({"elder": {"space": 15}} if elder else {}))

    assert at.of("sanity") == [sanity, sanity]
    assert at.of("stress") == [stress, stress]


@rule("R13.1")
@pytest.mark.parametrize(("tokens", "track"), [({3: 1, 4: 1}, 2), ({3: 1, 5: 1}, 1)])
def test_cthulhu_mythos_7(tokens, track):
    at = position(mythos=["Cthulhu 7"], token=tokens).finish_turn()

    assert int(at.s.track) == track


@rule("R13.1")
@pytest.mark.parametrize(("option", "tokens", "sanity"), [(0, {2: 1}, 0), (1, {}, 2)])
def test_cthulhu_mythos_8(option, tokens, sanity):
    at = drawn(8, where=[2, 1], enemies={"Cultist": [9, 15]})
    assert at.enemies("Cultist") == [2, 15]

    at.play(f"option {option}")

    assert at.spaces("token") == tokens
    assert at.of("sanity")[0] == sanity
