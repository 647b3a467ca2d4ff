"""States that could not be positions are refused, each in its own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cthulhu_envs.authoring.state_checks import BrokenStateError, check_states
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING
from cthulhu_envs.games.death_may_die.invariants.faults import WORDS, Fault
from cthulhu_envs.games.death_may_die.rules import frames
from cthulhu_envs.games.death_may_die.rules.frame_constructors import (
    push_claim,
    push_draw,
    push_hand_over,
    push_step,
    push_trade,
)
from cthulhu_envs.games.death_may_die.rules.frame_values import VALUES
from cthulhu_envs.games.death_may_die.rules.frames import (
    KIND,
    ME,
    Attack,
    AttackStage,
    Choice,
    ElderEffects,
    HandOver,
    Run,
    Trade,
)
from cthulhu_envs.games.death_may_die.rules.steps import Step
from cthulhu_envs.games.death_may_die.state import Ending, Lies, Piece
from tests.rules.death_may_die.position import Position, position

Change = Callable[[Any], object]


def quiet() -> Position:
    return position(where=[6, 1], enemies={"Cultist": [6]})


def with_a_dog() -> Position:
    return position(cards={"Dog": 0})


def with_a_symbol_on_top() -> Position:
    return position(mythos=["Cthulhu 1"])


def choosing() -> Position:
    """In the middle of an effect that gives a choice."""
    return position(mythos=["Cthulhu 8"]).play("done")


def rolling() -> Position:
    return quiet().play("attack Cultist")


def running() -> Position:
    return position().play("run 2")


def running_away() -> Position:
    """Before the step, with somebody to sneak past."""
    sneaky = {"investigators": ["Borden", "Rasputin"], "levels": {"Stealth": 2}}
    return position(**sneaky, where=[3, 1], enemies={"Cultist": [3]}).play("run 4")


def trading() -> Position:
    """Two others could have the Axe."""
    return position(num_players=3, cards={"Axe": 0}).play("trade", "card Axe")


def put(**fields: Any) -> Change:
    """Write fields; a pair is a place and its value."""

    def change(s: Any) -> None:
        for name, value in fields.items():
            if isinstance(value, tuple):
                s[name][value[0]] = value[1]
            else:
                s[name] = value

    return change


def in_frame(column: int, value: int, below: int = 0) -> Change:
    """Write a column of the topmost frame, or of one below it."""

    def change(s: Any) -> None:
        s.stack[s.depth - 1 - below, column] = value

    return change


def top_card_to(**fields: Any) -> Change:
    """The top Mythos card goes elsewhere."""

    def change(s: Any) -> None:
        s.mythos_left -= 1
        card = int(s.mythos[s.mythos_left])
        put(**{name: card if value is None else value for name, value in fields.items()})(s)
        if "trauma" not in fields:
            s.mythos_out[card] = True

    return change


def another_turn_on_top(s: Any) -> None:
    push_step(s, Step.EVEN_OUT, 0)
    push_step(s, Step.ACT, 0)


def twice(s: Any) -> None:
    """The attack and its roll once more on top."""
    s.stack[s.depth : s.depth + 2] = s.stack[s.depth - 2 : s.depth]
    s.depth += 2


def labs_are_done(s: Any) -> None:
    s.piece_is[:4] = Piece.DONE
    s.piece_at[:4] = NOTHING


def hand_over_from_the_deck(s: Any) -> None:
    push_hand_over(s, 0)
    in_frame(HandOver.CARD, 0)(s)


def one_card_twice(s: Any) -> None:
    s.discovery[0] = s.discovery[1]


def one_mythos_card_twice(s: Any) -> None:
    s.mythos[0] = s.mythos[1]


def one_person_twice(s: Any) -> None:
    s.person[1] = s.person[0]


def another_value(s: Any) -> None:
    s.piece_value[0] = (s.piece_value[0] + 1) % 3


CASES: list[tuple[Fault, Callable[[], Position], Change]] = [
    (Fault.NO_EPISODE, quiet, put(episode=1)),
    (Fault.NO_ELDER, quiet, put(elder=1)),
    (Fault.NOT_AS_ASKED, quiet, put(asked_episode=2)),
    (Fault.NOT_AS_ASKED, quiet, put(asked_elder=2)),
    (Fault.NO_SUCH_TURN, quiet, put(active=3)),
    (Fault.NO_SUCH_TURN, quiet, put(actor=3)),
    (Fault.ROLLS, quiet, put(rolls_from=1)),
    (Fault.NO_PERSON, quiet, put(person=(0, 15))),
    (Fault.NO_PERSON, quiet, put(insanity=(0, 15))),
    (Fault.TWO_ALIKE, quiet, one_person_twice),
    (Fault.NOT_AS_CHOSEN, quiet, put(asked_person=(0, 1))),
    (Fault.OFF_THE_MAP, quiet, put(space=(0, 19))),
    (Fault.DEAD, quiet, put(dead=(0, 1))),
    (Fault.DEAD, quiet, put(wounds=(0, 5))),
    (Fault.DEAD_HOLDS, quiet, put(dead=(1, 1), sanity=(1, 20), burning=(1, 1))),
    (Fault.LEVEL, quiet, put(level=((0, 0), 0))),
    (Fault.KEEPS, quiet, put(keeps=(0, 1))),
    (Fault.QUEUED, quiet, put(queued=(0, 1))),
    (Fault.EMPTY_SEAT, quiet, put(boost=(3, 1))),
    (Fault.EMPTY_SEAT, quiet, put(trait=((4, 0), -1))),
    (Fault.KIND, quiet, put(kind=(1, 0))),
    (Fault.FIGURE_AT, quiet, put(at=(25, 0))),
    (Fault.FIGURE_AT, quiet, put(at=(1, 19))),
    (Fault.HURT, quiet, put(hurt=(1, 2))),
    (Fault.HURT, quiet, put(hurt=(2, 1))),
    (Fault.CROWD, quiet, put(crowd=(0, 1))),
    (Fault.FIRE, quiet, put(fire_total=1)),
    (Fault.SPACE, quiet, put(fire=(19, 1), fire_total=1)),
    (Fault.TOKENS, quiet, put(signs=(0, 1))),
    (Fault.MARKERS, quiet, put(marker=(0, 1))),
    (Fault.STAGE, quiet, put(summoned=1)),
    (Fault.TRACK, quiet, put(track=8)),
    (Fault.GOAL, quiet, labs_are_done),
    (Fault.CARD, quiet, put(card_at=(15, Lies.DISCARDED))),
    (Fault.CARD_HOLDER, quiet, put(card_at=(1, 0), card_side=(1, 1))),
    (Fault.CARD_HOLDER, quiet, put(card_at=(0, 3))),
    (Fault.CARD_PAST, quiet, put(card_wounds=(0, 1))),
    (Fault.COMPANION, with_a_dog, put(card_wounds=(11, 1))),
    (Fault.COMPANION, with_a_dog, put(card_gain=(11, 1))),
    (Fault.DISCOVERY, quiet, one_card_twice),
    (Fault.DISCOVERY, quiet, put(card_at=(0, Lies.DISCARDED))),
    (Fault.MYTHOS, quiet, one_mythos_card_twice),
    (Fault.UNDER, quiet, top_card_to(mythos_under=16)),
    (Fault.TRAUMA, with_a_symbol_on_top, top_card_to(trauma=None)),
    (Fault.SYMBOLS, quiet, put(symbols=1)),
    (Fault.PIECE, quiet, put(piece_is=(15, Piece.IN_PLAY))),
    (Fault.PIECE_AT, quiet, put(piece_at=(0, NOTHING))),
    (Fault.PIECE_AT, quiet, put(piece_at=(0, 19))),
    (Fault.PIECE_AT, quiet, put(piece_is=(0, Piece.IN_BAG), piece_at=(0, NOTHING))),
    (Fault.PIECE_HOLDER, quiet, put(piece_holder=(0, 0))),
    (Fault.PIECE_HURT, quiet, put(piece_hurt=(0, 5))),
    (Fault.PIECE_SEEN, quiet, put(piece_seen=(0, 4))),
    (Fault.VALUES, quiet, another_value),
    (Fault.TRAITS, quiet, put(trait=((0, 0), 1))),
    (Fault.TRAITS, quiet, put(skill=((0, 0), 4))),
    (Fault.PROGRESS, quiet, put(progress=0.5)),
    (Fault.FRAME, quiet, in_frame(KIND, 0)),
    (Fault.FRAME, quiet, in_frame(KIND, len(Step))),
    (Fault.COLUMN, quiet, in_frame(ME, 3)),
    (Fault.COLUMN, running, in_frame(Run.SPACE, 15)),
    (Fault.COLUMN, rolling, in_frame(Attack.TARGETS, -1, below=1)),
    (Fault.TURN, quiet, put(stack=((0, KIND), Step.ACT))),
    (Fault.TURN, quiet, put(active=1)),
    (Fault.TURN, quiet, another_turn_on_top),
    (Fault.NOT_BEGUN, quiet, put(stack=((1, ElderEffects.NEXT), 1))),
    (Fault.EFFECT, choosing, in_frame(Choice.ROW, 1)),
    (Fault.EFFECT_SUBJECT, choosing, in_frame(Choice.SUBJECT, 0)),
    (Fault.EFFECT_CARD, choosing, in_frame(Choice.CARD, 0)),
    (Fault.EFFECT_CAUSE, choosing, in_frame(Choice.CAUSE, 0)),
    (Fault.DICE, rolling, put(dice=(0, 9))),
    (Fault.THROWER, rolling, in_frame(Attack.STAGE, AttackStage.FLEE, below=1)),
    (Fault.TARGETS, rolling, in_frame(Attack.TARGETS, 0, below=1)),
    (Fault.TARGETS, rolling, in_frame(Attack.TARGETS, 1 << 2, below=1)),
    (Fault.STEP, running, in_frame(Run.SPACE, 5)),
    (Fault.GOODS, quiet, hand_over_from_the_deck),
    (Fault.GOODS, quiet, lambda s: push_trade(s, 0, 1)),
    (Fault.GOODS, trading, in_frame(Trade.THING, 0)),
    (Fault.BAG, quiet, lambda s: push_draw(s, 0, 1, 0)),
    (Fault.BAG, quiet, lambda s: push_draw(s, 0, 0, 0)),
    (Fault.PARTNER, quiet, put(partner=(0, 1))),
    (Fault.SETTLING, quiet, put(settling=1)),
    (Fault.DRAWN, quiet, lambda s: push_claim(s, 0, 0)),
    (Fault.WHOSE, quiet, put(seat=1)),
    (Fault.NOT_ASKED, quiet, put(waiting=0)),
    (Fault.NOT_ASKED, quiet, put(question=0)),
    (Fault.NOT_ASKED, quiet, put(answered=1)),
    (Fault.STILL_ASKED, quiet, put(ending=Ending.ALL_DEAD)),
    (Fault.COVERED, rolling, twice),
    (Fault.COVERED, rolling, lambda s: push_step(s, Step.EVEN_OUT, 0)),
    (Fault.COVERED, trading, lambda s: push_step(s, Step.EVEN_OUT, 0)),
    (Fault.COVERED, running_away, lambda s: push_step(s, Step.EVEN_OUT, 0)),
]


IDS = [f"{fault.name.lower()}-{n}" for n, (fault, *_) in enumerate(CASES)]


@pytest.mark.parametrize(("fault", "at", "change"), CASES, ids=IDS)
def test_a_broken_invariant_is_named(fault, at, change):
    game, states = at().game, at().env._lanes.states.copy()
    check_states(game, states)

    change(states[0])

    begin, _, end = WORDS[fault].partition("{}")
    with pytest.raises(BrokenStateError) as told:
        game.check_state(game, states[0])
    assert str(told.value).startswith(begin) and str(told.value).endswith(end)
    with pytest.raises(ValueError, match="this is no position of"):
        check_states(game, states)


def test_every_fault_has_a_state_that_shows_it():
    assert {fault for fault, *_ in CASES} == set(Fault) == set(WORDS)


@pytest.mark.parametrize(
    ("at", "change"),
    [
        (running, put(offer=1 << 4)),
        (running, put(may_stop=0)),
        (rolling, put(offer=1)),
        (rolling, put(free=9, offer=1)),
        (choosing, put(question=2)),
        (choosing, put(actor=1, seat=1)),
        (quiet, put(question=3, offer=1)),
    ],
    ids=["other offer", "must go on", "one die", "free", "other question", "other one", "no act"],
)
def test_what_is_asked_must_follow_from_the_topmost_frame(at, change):
    game, states = at().game, at().env._lanes.states.copy()

    change(states[0])

    with pytest.raises(BrokenStateError, match="what is asked"):
        game.check_state(game, states[0])


def test_a_field_outside_its_span_is_named():
    game, states = quiet().game, quiet().env._lanes.states.copy()
    states[0].stress[0] = 5

    with pytest.raises(ValueError, match="stress cannot be 5"):
        check_states(game, states)


COLUMNS_OF = {"Throw": Step.ROLL}


@pytest.mark.parametrize("step", VALUES)
def test_every_column_of_a_frame_declares_its_values(step):
    names = {kind.name.title().replace("_", ""): kind for kind in Step} | COLUMNS_OF
    found = [vars(frames)[name] for name in vars(frames) if names.get(name) == step]

    assert len(found) == 1
    assert {int(column) for column in found[0]} == {int(column) for column in VALUES[step]}


def test_every_kind_of_frame_with_columns_declares_them():
    names = {step.name.title().replace("_", "") for step in VALUES if step != Step.ROLL} | {"Throw"}
    stages = {name for name in vars(frames) if name.endswith("Stage")}
    known = {name for name, kind in vars(frames).items() if isinstance(kind, type)}

    assert known - stages == names
