"""The table is readable, and a seat is shown no more than it knows."""

from __future__ import annotations

from cthulhu_envs.drawing.render import picture, text
from cthulhu_envs.games.call_of_cthulhu.view.render import table_lines
from cthulhu_envs.games.call_of_cthulhu.view.scene import look
from tests.rules.call_of_cthulhu.position import position


def test_the_table_as_text_and_picture():
    at = position(
        hand="Shotgun Blast", their_hand="Dagon", play="Peeler at 1; Shotgun on Peeler",
        their_play="Ghost insane; G-Men wounds 2", domains="Agency 2; Hastur 1 drained",
        tokens={(0, 1): 3}, phase="story",
    )  # fmt: skip

    seen = text(at.game, at.s, 0)

    assert "Shotgun Blast" in seen and "Dagon" not in seen and "1 unknown" in seen
    assert "Peeler 1 CC" in seen and "(at story 2)" in seen and "Shotgun on Peeler" in seen
    assert "insane (Ghost)" in seen and "(wounds 2)" in seen
    assert "[AA] [H drained]" in seen and "### |" in seen
    assert "player_0: Peeler: skill 1 CC" in seen and "player_0 chooses an action" in seen
    assert "Dagon" in text(at.game, at.s, None)
    assert picture(at.game, at.s, 0).shape[2] == 3


def test_the_last_screen_counts_all_stories_won():
    at = position(
        phase="story",
        play="Blackwood File Clerk at 0",
        tokens={(0, 0): 4},
        won={"Rotting Away": 0, "Frozen in Time": 0},
    )
    assert "player_0: 2 won" in text(at.game, at.s, 0)

    at.until("number 1").do("number 1")

    assert "player_0: 3 won" in text(at.game, at.s, 0)
    assert "player_1: 0 won" in text(at.game, at.s, 0)


def test_a_scene_holds_only_what_its_seat_may_see():
    at = position(hand="Shotgun Blast", their_hand="Dagon; Ghost", their_deck="Patsy; Peeler")

    mine, theirs, all_open = (look(at.game, at.s, seat) for seat in (0, 1, None))

    assert mine.sides[0].hand == ("Shotgun Blast",) and mine.sides[1].hand == ()
    assert mine.sides[1].unknown == 2 and "Dagon" not in repr(mine) and "Patsy" not in repr(mine)
    assert set(theirs.sides[1].hand) == {"Dagon", "Ghost"} and "Shotgun" not in repr(theirs)
    assert all_open.sides == (mine.sides[0], theirs.sides[1])


def test_a_card_that_a_seat_knows_is_in_its_scene():
    at = position(hand="Gathering at the Stones", pile="Ghost", domains="Yog 2")
    at.do("Gathering at the Stones")

    side = look(at.game, at.s, 1).sides[0]

    assert side.hand == ("Ghost",) and side.unknown == at.s.hand_n[0] - 1


def test_numbered_choices_are_told_in_words():
    at = position(
        hand="Torch the Joint!", domains="Agency 2", their_play="Cathouse", their_domains="Hastur 1"
    )
    at.do("Torch the Joint!")

    first, second = (line.strip() for line, _ in table_lines(look(at.game, at.s, 0))[-2:])

    assert first.startswith("1: Torch the Joint! of player_0: Action, in your operations phase")
    assert "Location" in first and "resource" in second and second.startswith("2: Torch the Joint!")


def test_the_resource_in_question_is_told():
    at = position(
        stories="Frozen in Time",
        phase="story",
        tokens={(0, 0): 4},
        play="Blackwood File Clerk at 0",
        domains="Hastur 1; <Ghost>",
    )

    at.until("number 1").do("number 1", "mode 0", "mode 0")

    assert "Ghost on domain 1" in text(at.game, at.s, 0)


def test_every_choice_between_two_ways_has_words_of_its_own():
    actions = position().game.actions

    words = {
        name: [actions.text(actions.encode(name, choice=choice)) for choice in range(2)]
        for name in ("mulligan", "effect", "freeze", "hand_or_pile")
    }

    assert words["mulligan"] == [
        "keep this hand",
        "shuffle this hand back and draw eight new cards",
    ]
    assert words["effect"][1] == "decline the effect of the story"
    assert len({word for pair in words.values() for word in pair}) == 8
