"""R6.7, R6.22, R7.8: what happens in the middle of a story, and at the end of a phase."""

from __future__ import annotations

from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.rules.advance import advance
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, WindowStage
from cthulhu_envs.games.call_of_cthulhu.sizes import NOTHING, Phase, Question
from tests.rulebook import rule
from tests.rules.call_of_cthulhu.position import position
from tests.rules.call_of_cthulhu.test_r9_r10_lasting import CROWD


@rule("R6.7", "R7.8")
def test_a_forced_response_to_a_storys_effect_comes_before_the_next_story():
    at = position(
        phase="story",
        stories="Through the Gates",
        tokens={(0, 0): 4},
        play="Laboratory Assistant at 0; Mad Genius at 1",
        their_play="Living Mummy; Ghost",
    )

    at.until("number 1").do("number 1", "mode 0")

    assert at.play() == at.play(1) == []  # the Mummy was sacrificed and wounded everybody
    assert at.tokens(1) == [0, 0]


@rule("R6.7", "R7.8")
def test_a_forced_response_to_a_storys_effect_comes_before_the_new_story():
    at = position(
        phase="story",
        stories="Rotting Away",
        tokens={(0, 0): 4},
        play="Blackwood File Clerk at 0; Hired Muscle",
        their_play="Serpent from Yoth",
    )

    at.until("number 1").do("number 1", "mode 0")

    assert at.seat == 0 and at.legal == {"my Blackwood File Clerk", "my Hired Muscle"}
    assert at.s.story[0] == NOTHING and at.s.won_n.tolist() == [0, 0]
    at.do("my Hired Muscle")
    assert at.s.story[0] != NOTHING and at.s.won_n.tolist() == [1, 0]


@rule("R7.8", "R10.4")
def test_a_forced_response_to_the_end_of_a_phase_comes_before_the_next_draw():
    at = position(
        phase="refresh",
        hand="Blind Submission",
        play="Hired Muscle; Bag Man",
        domains="Hastur 2",
        their_play=f"Serpent from Yoth; {CROWD}",
        their_hand="Unspeakable Resurrection",
        their_domains="Yog 1",
        their_pile="Laboratory Assistant",
    )

    at.do("Blind Submission", "their Serpent from Yoth")
    at.do("Unspeakable Resurrection")  # nobody has room for the Serpent any more
    at.until("my Hired Muscle")

    assert "Serpent from Yoth" in at.pile(1)
    assert at.seat == 0 and at.legal == {"my Hired Muscle", "my Bag Man"}
    assert at.hand() == []


def with_tokens(at, tokens):
    """All these success tokens are put at once, in a window of actions."""
    states = at.env._lanes.states.copy()
    s = states[0]
    for (slot, seat), number in tokens.items():
        s.success[slot, seat] = number
    s.question, s.dirty = Question.NOTHING, 1
    s.stack[top(s), Frame.STAGE] = WindowStage.ASK
    advance(at.game.kit[0], s)
    at.env._place(states)
    return at


@rule("R6.22")
def test_the_active_player_orders_stories_won_at_the_same_time():
    at = position(stories="Rotting Away; The Other Path; Nowhere to Hide")

    with_tokens(at, {(0, 1): 5, (2, 0): 5})
    assert at.seat == 0 and at.legal == {"story 0", "story 2"}
    at.do("story 0")
    assert at.seat == 1 and at.legal == {"mode 0", "mode 1"}
    at.do("mode 1")
    assert at.s.won_n.tolist() == [0, 1]
    assert at.seat == 0 and at.legal == {"mode 0", "mode 1"}
    at.do("mode 1")

    assert at.s.won_n.tolist() == [1, 1] and at.s.question == Question.WINDOW


@rule("R6.22", "R6.24")
def test_the_order_decides_who_wins_a_third_story_first():
    won = {"Dreamwalkers": 0, "Frozen in Time": 0, "Opening Night": 1, "The Call of Cthulhu": 1}
    for slot, winner in ((0, 1), (1, 0)):
        at = with_tokens(position(won=won), {(0, 1): 5, (1, 0): 5})

        at.do(f"story {slot}")

        assert at.ending == "three_stories" and at.s.winner == winner


@rule("R6.22")
def test_the_active_player_wins_a_story_on_which_both_have_five():
    at = with_tokens(position(), {(1, 0): 5, (1, 1): 6})

    assert at.seat == 0 and at.legal == {"mode 0", "mode 1"}
    at.do("mode 1")

    assert at.s.won_n.tolist() == [1, 0] and at.tokens(1) == [0, 0]


@rule("R6.22")
def test_on_the_other_players_turn_the_other_player_wins_and_orders():
    at = position(their_play="Clover Club Bouncer", play="Clover Club Bouncer")
    at.to_phase(Phase.OPERATIONS, seat=1)

    with_tokens(at, {(1, 0): 5, (1, 1): 5, (2, 0): 5})
    assert at.seat == 1 and at.legal == {"story 1", "story 2"}
    at.do("story 1", "mode 1", "mode 1")

    assert at.s.won_n.tolist() == [1, 1]
