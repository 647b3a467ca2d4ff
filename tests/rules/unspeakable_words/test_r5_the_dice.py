"""R5: the Cthulhu Dice, when, by whom, at whom, and what each face does."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from tests.rules.unspeakable_words.table import Table, position

EYE = {"eye Yellow Sign", "eye Tentacle", "eye Elder Sign", "eye Cthulhu", "eye Redraw"}


def before_the_roll(points, **settings) -> Table:
    """Seat 0 has laid TEA and claimed half of it (6 points), with success."""
    hands = ["teabc", *["..."] * (len(points) - 1)]
    settings = {"rolls": [1], **settings}
    return position(hands=hands, points=points, **settings).word("tea").claim("half")


def rolled(face, points=(0, 60, 0), seat=1, **settings) -> Table:
    """The same, and the die has shown a face."""
    return before_the_roll(points, faces=[face], **settings).play("roll", seat=seat)


@rule("R5.1")
@pytest.mark.parametrize(("most", "is_time"), [(50, False), (51, True), (112, True)])
def test_the_dice_open_when_somebody_has_more_than_50_points(most, is_time):
    at = before_the_roll([0, most, 0])

    assert ("decline" in at.legal) == is_time
    assert at.seat == (0 if is_time else 1)


@rule("R5.1")
@pytest.mark.parametrize(("points", "is_open"), [(44, False), (45, True)])
def test_a_word_that_brings_its_player_above_50_opens_them_for_all(points, is_open):
    at = position(hands=["teaoo", "eatii", "..."], points=[points, 0, 0], rolls=[1, 1])
    at.word("tea").claim("half")  # 6 points; the leader does not roll (R5.2)
    assert [at.sees(seat)["dice"] for seat in range(3)] == [is_open] * 3

    at.word("eat").claim("half")

    assert ("decline" in at.legal) == is_open


def left_below_50() -> Table:
    """Seat 1 had 52 points and has lost two of them by the Yellow Sign; seat 2 is to move."""
    hands = ["teaoo", "...", "teaii"]
    at = position(hands=hands, points=[0, 52, 0], rolls=[1, 1], faces=["yellow sign"], losses=[2])
    at.word("tea").claim("half").play("roll", seat=1).throw_in()
    assert at.points == [6, 50, 0]
    return at


@rule("R5.1")
def test_the_dice_stay_open_when_the_points_are_lost():
    at = left_below_50()

    at.word("eat").claim("half")

    assert at.legal == {"decline", "roll +1", "roll +2"}


@rule("R5.1")
def test_the_dice_stay_open_when_the_target_is_failed_and_all_points_are_lost():
    at = position(hands=["teaoo", "...", "..."], points=[110, 0, 9], rolls=[19])

    at.word("tea").claim("all")

    assert at.points == [0, 0, 9]
    assert at.legal == {"decline", "roll +1", "roll +2"}


@rule("R5.1", "R6.4")
def test_the_dice_stay_open_when_the_player_who_had_the_points_is_eliminated():
    hands = ["teaoo", "eatii", "..."]
    at = position(hands=hands, points=[60, 0, 9], tokens=[1, 5, 5], rolls=[19, 1])
    at.word("tea").claim("half").leave()
    assert at.gone == [True, False, False]

    at.word("eat").claim("half")

    assert at.legal == {"decline", "roll +1"}


@rule("R5.1")
def test_points_that_a_failed_check_at_the_target_takes_away_were_never_had():
    at = position(hands=["teaoo", "eatii", "..."], points=[45, 0, 9], rolls=[19, 1], target=56)
    at.word("tea").claim("all")  # 56 points, but the check fails
    assert at.points == [0, 0, 9]

    at.word("eat").claim("half")

    assert at.seat == 2 and at.sees(0)["dice"] == 0


@rule("R5.1", "R9.1")
def test_a_world_keeps_the_dice_open_or_closed():
    for at, is_open in ((left_below_50(), 1), (position(hands=["..."] * 3), 0)):
        for seat in range(3):
            for world in at.env.view(f"player_{seat}").sample_worlds(5, seed=1):
                twin = at.env.clone()
                twin._place(world.reshape(1))
                sight = twin.observe(f"player_{seat}")["observation"]
                assert at.game.observations.view(sight)["dice"] == is_open


@rule("R5.1")
def test_the_roll_comes_after_the_check_and_once():
    at = before_the_roll([0, 60, 0], faces=["tentacle"])
    assert at.state.last_roll[0] == 1
    assert at.legal == {"decline", "roll +1", "roll +2"}

    at.play("roll", seat=2)

    assert at.seat == 1


@rule("R5.1")
@pytest.mark.parametrize("settings", [{"dice": False}, {"edition": "published"}], ids=str)
def test_without_the_dice_nobody_is_asked(settings):
    hand = "teabc" if "dice" in settings else "teabcdd"
    at = position(hands=[hand, "...", "..."], points=[0, 60, 0], rolls=[1], **settings)

    at.word("tea")
    if "dice" in settings:
        at.claim("half")

    assert at.seat == 1


@rule("R5.2")
@pytest.mark.parametrize(
    ("points", "may_roll"),
    [([60, 0, 0], False), ([54, 60, 0], False), ([53, 60, 0], True), ([0, 60, 60], True)],
    ids=["leads", "ties for the lead", "is second", "is last"],
)
def test_who_is_in_the_lead_may_not_roll(points, may_roll):
    at = before_the_roll(points)

    assert (at.seat == 0) == may_roll


@rule("R5.3")
def test_any_other_player_in_play_may_be_the_target():
    at = before_the_roll([0, 60, 0, 7])
    assert at.legal == {"decline", "roll +1", "roll +2", "roll +3"}

    gone = position(
        hands=["teaoo", "...", "teaii"],
        points=[0, 60, 0],
        rolls=[12, 1, 1],
        tokens=[5, 5, 1],
        start=2,
    )
    gone.word("tea").claim("all").leave()  # 11 points, a roll of 12: seat 2 is eliminated
    gone.word("eta").claim("half")

    assert gone.gone == [False, False, True]
    assert gone.legal == {"decline", "roll +1"}


@rule("R5.4")
def test_nobody_is_the_target_three_times_running():
    hands = ["teaoo", "teaii", "teauu", "..."]
    at = position(
        hands=hands, points=[0, 0, 0, 90], rolls=[1] * 5, faces=["yellow sign"] * 5, losses=[1] * 5
    )
    at.word("tea").claim("half").play("roll", seat=3)
    at.word("eat").claim("half").play("roll", seat=2)
    at.word("ate").claim("half")

    assert at.legal == {"decline", "roll +2", "roll +3"}  # not seat 3 again
    at.play("roll", seat=2)
    assert (at.state.hit, at.state.hits) == (0, 1)


@rule("R5.4")
def test_turns_without_a_roll_do_not_end_a_run():
    hands = ["teaoo", "teaii", "teauu", "..."]
    at = position(
        hands=hands, points=[0, 0, 0, 90], rolls=[1] * 5, faces=["yellow sign"] * 5, losses=[1] * 5
    )
    at.word("tea").claim("half").play("roll", seat=3)
    at.word("eat").claim("half").play("decline")
    at.word("ate").claim("half").play("roll", seat=1)
    at.throw_in()

    assert (at.state.hit, at.state.hits) == (3, 2)


@rule("R5.4")
def test_who_has_no_target_left_is_not_asked():
    at = position(
        hands=["teabc", "..."], points=[0, 90], rolls=[1] * 3, faces=["elder sign"] * 3, losses=[1]
    )
    at.state.hit, at.state.hits = 1, 2

    at.word("tea").claim("half")

    assert at.seat == 1


@rule("R5.5")
def test_the_player_may_decline():
    at = before_the_roll([0, 60, 0])

    at.play("decline")

    assert (at.seat, at.points, at.tokens) == (1, [6, 60, 0], [5, 5, 5])
    assert at.state.last_face[0] == -1


@rule("R5.6")
@pytest.mark.parametrize(("seat", "loss", "points"), [(1, 4, [6, 56, 3]), (2, 4, [6, 60, 0])])
def test_the_yellow_sign_costs_the_target_what_a_die_shows(seat, loss, points):
    at = rolled("yellow sign", points=(0, 60, 3), seat=seat, losses=[loss])

    assert at.points == points
    assert at.tokens == [5, 5, 5]


@rule("R5.6")
def test_the_die_of_the_yellow_sign_has_six_sides():
    from cthulhu_envs.games.unspeakable_words.deal import roll_d6

    s = rolled("yellow sign").state

    assert {roll_d6(s) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


@rule("R5.7")
def test_the_tentacle_costs_the_target_a_token():
    assert rolled("tentacle", seat=2).tokens == [5, 5, 4]
    assert rolled("tentacle", seat=1).points == [6, 60, 0]


@rule("R5.8", "R5.8a")
@pytest.mark.parametrize(
    ("tokens", "after"),
    [
        ([3, 5, 5, 5], 4),
        ([3, 2, 5, 5], 4),
        ([3, 2, 1, 5], 2),
        ([3, 2, 2, 2], 2),
        ([3, 3, 3, 3], 4),
        ([3, 2, 3, 3], 4),
        ([1, 5, 5, 5], 2),
    ],
    ids=str,
)
def test_the_elder_sign_helps_the_two_lowest_counts(tokens, after):
    at = rolled("elder sign", points=(0, 60, 0, 0), tokens=tokens)

    assert at.tokens == [after, *tokens[1:]]


@rule("R5.8")
def test_eliminated_players_are_not_counted_by_the_elder_sign():
    at = before_the_roll([0, 60, 0, 0], faces=["elder sign"], tokens=[3, 2, 4, 4])
    s = at.state
    for seat in (2, 3):  # as if they had lost their last token
        s.discards += [list(at.hands[seat]).count(c) for c in "abcdefghijklmnopqrstuvwxyz"]
        s.hand[seat], s.held[seat], s.tokens[seat], s.gone[seat] = -1, 0, 0, 1

    at.play("roll", seat=1)

    assert at.tokens == [4, 2, 0, 0]


@rule("R5.8a")
def test_the_elder_sign_eliminates_nobody():
    """Who has two others below has two tokens at least."""
    at = rolled("elder sign", points=(0, 60, 0, 0), tokens=[2, 1, 1, 5])

    assert at.tokens == [1, 1, 1, 5]


@rule("R5.8b")
@pytest.mark.parametrize(("tokens", "after"), [([5, 5, 5], 5), ([5, 5, 4], 6), ([6, 4, 4], 5)])
def test_a_token_gained_is_one_that_was_lost(tokens, after):
    at = rolled("elder sign", tokens=tokens)

    assert at.tokens[0] == after


@rule("R5.9")
def test_cthulhu_costs_everyone_a_token():
    assert rolled("cthulhu", tokens=[5, 4, 3]).tokens == [4, 3, 2]
    at = rolled("cthulhu", tokens=[2, 1, 3])
    assert at.tokens == [1, 0, 2] and at.gone == [False, True, False]


@rule("R5.9")
def test_cthulhu_spares_a_caster_with_one_token():
    at = rolled("cthulhu", tokens=[1, 4, 3])

    assert at.tokens == [1, 3, 2]


@rule("R5.9", "R7.4")
def test_cthulhu_may_leave_the_caster_alone():
    at = rolled("cthulhu", tokens=[1, 1, 1])

    assert at.gone == [False, True, True]
    assert at.ending == "last_one_standing"
    assert at.rewards == [1.0, -0.5, -0.5]


@rule("R5.10")
@pytest.mark.parametrize(
    ("effect", "points", "tokens"),
    [
        ("yellow sign", [6, 55, 0], [4, 4, 4]),
        ("tentacle", [6, 60, 0], [4, 3, 4]),
        ("elder sign", [6, 60, 0], [5, 4, 4]),
        ("cthulhu", [6, 60, 0], [3, 3, 3]),
        ("redraw", [6, 60, 0], [4, 4, 4]),
    ],
)
def test_the_eye_lets_its_caster_choose(effect, points, tokens):
    at = rolled("eye", tokens=[4, 4, 4], losses=[5])
    assert (at.seat, at.legal) == (0, EYE)

    at.play("eye", effect=effect)

    assert (at.seat, at.points, at.tokens) == (1, points, tokens)


@rule("R5.10a")
def test_the_redraw_gives_the_target_a_new_hand():
    hands = ["teabc", "tutor", "..."]
    at = position(hands=hands, points=[0, 60, 0], pile="xyzlmnop...", rolls=[1], faces=["eye"])
    at.word("tea").claim("half").play("roll", seat=1)

    at.play("eye", effect="redraw")

    assert at.hands[:2] == ["bcxyz", "lmnop"]
    assert at.discards == "".join(sorted("teatutor"))
