"""States from outside: each invariant is asked for, and a broken one is said in a sentence."""

from __future__ import annotations

import numpy as np
import pytest

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.authoring.kernels import is_compiled
from cthulhu_envs.authoring.state_checks import check_states
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import WORDS, Fault
from cthulhu_envs.games.call_of_cthulhu.invariants.position import COUNTED, fault_of
from cthulhu_envs.games.call_of_cthulhu.rules import frames
from cthulhu_envs.games.call_of_cthulhu.rules.frame_spans import FRAME_SPANS
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Frame,
    Proc,
    Window,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    NOTHING,
    SLOTS,
    Phase,
    Question,
    Zone,
)
from cthulhu_envs.tools import hostile, laws
from tests.rules.call_of_cthulhu.faults_of_cards import ON_CARDS, peeler
from tests.rules.call_of_cthulhu.faults_of_play import IN_PLAY, IN_USE
from tests.rules.call_of_cthulhu.position import Position, position


def broken(at):
    found = fault_of(at.game.kit[0], at.s, at.game.new_states(1), np.zeros(COUNTED, np.int64))
    return Fault(found)


def in_operations():
    """Actions of player 0, with cards in play, hand, discard pile and domains."""
    return position(
        hand="Shotgun Blast; Bag Man",
        play="Peeler; T-Men",
        pile="Ghost; Patsy",
        their_play="Hastur",
        domains="Agency 2; Hastur 1; Neutral 1",
    )


def in_use():
    """An event is being paid for."""
    return in_operations().do("Shotgun Blast")


def in_resource():
    """A card of the hand looks for its domain."""
    at = position(hand="Bag Man; Peeler", domains="Agency 1", phase="resource")
    return at.do("Bag Man")


def in_setup():
    env = RawEnv(GAME)
    env.reset(seed=1)
    return Position(env)


def faults(table):
    cases = [(fault, number) for number, found in table.items() for fault in found]
    return pytest.mark.parametrize("fault, number", cases, ids=[c[0].__name__ for c in cases])


@faults({**ON_CARDS, **IN_PLAY})
def test_a_broken_invariant_is_found(fault, number):
    at = in_operations()
    assert broken(at) == Fault.NOTHING

    fault(at.s)

    assert broken(at) == number


@faults(IN_USE)
def test_a_broken_use_of_a_text_is_found(fault, number):
    at = in_use()
    assert at.s.stack[at.s.depth - 1, Frame.PROC] == Proc.USE and broken(at) == Fault.NOTHING

    fault(at.s)

    assert broken(at) == number


def test_a_resource_on_its_way_belongs_to_the_turn():
    at = in_resource()
    assert at.s.question == Question.DOMAIN and broken(at) == Fault.NOTHING

    at.s.stack[0, Window.CARD] = NOTHING

    assert broken(at) == Fault.WRONG_LIMBO


def test_a_hand_too_small_to_set_up_is_found():
    at = in_setup()
    s = at.s
    assert broken(at) == Fault.NOTHING
    seat = 1 - int(s.seat)

    for _ in range(6):
        s.hand_n[seat] -= 1
        card = s.hand[seat, s.hand_n[seat]]
        s.deck[seat, s.deck_n[seat]] = card
        s.deck_n[seat] += 1
        s.zone[card] = Zone.DECK

    assert broken(at) == Fault.HAND_TOO_SMALL


def test_two_of_a_unique_card_are_found():
    at = position(play="Hastur; Peeler", hand="Hastur", domains="Hastur 1")
    card, other = int(at.s.hand[0, 0]), peeler(at.s) if at.play()[0] == "Peeler" else at.s.play[1]

    kinds = at.s.kind
    kinds[card], kinds[other] = int(kinds[other]), int(kinds[card])

    assert broken(at) == Fault.TWO_OF_A_UNIQUE_CARD


def test_a_field_out_of_its_bounds_is_named():
    at = in_operations()
    at.s.place[0] = 2 * SLOTS

    with pytest.raises(ValueError, match=r"no position of Call of Cthulhu.*place cannot be 48"):
        check_states(at.game, at.env._lanes.states)


def test_a_broken_invariant_is_a_sentence():
    at = in_operations()
    at.s.reach[0] += 1

    with pytest.raises(ValueError, match=r"no position of Call of Cthulhu.*slots in use"):
        check_states(at.game, at.env._lanes.states)


def test_every_number_has_its_words():
    assert set(WORDS) == set(Fault) and len(set(WORDS.values())) == len(Fault)


def test_a_new_frame_holds_what_its_kind_can_hold():
    at = in_operations()
    for proc in Proc:
        if proc in (Proc.NOTHING, Proc.USE, Proc.WOUND, Proc.RESOLVE):
            continue  # their constructors fill in more
        frames.begin(at.s, int(proc), 0)

        row = at.s.stack[at.s.depth - 1]
        assert (FRAME_SPANS[proc, :, 0] <= row).all() and (row <= FRAME_SPANS[proc, :, 1]).all()


@pytest.mark.parametrize("phase", ["refresh", "draw", "resource", "operations", "story"])
def test_positions_of_all_phases_pass(phase):
    at = position(hand="Peeler", play="T-Men", their_play="Ghost", domains="Agency 1", phase=phase)

    check_states(at.game, at.env._lanes.states)

    assert at.s.phase in list(Phase)


TABLES = [
    {},
    {"auto_pass": False},
    {"format": "constructed"},
    {"format": "constructed", "deck_0": "yellow_mob", "deck_1": "gate_keepers"},
    {"deck_0": "Cthulhu, Hastur, 1", "deck_1": "The Agency, The Syndicate, 2"},
]


@pytest.mark.parametrize("settings", TABLES, ids=lambda settings: ", ".join(settings) or "default")
def test_damaged_states_of_late_games_do_no_harm(settings, monkeypatch):
    monkeypatch.setattr(hostile, "MOST_APART", 200 if is_compiled() else 20)
    monkeypatch.setattr(laws, "POSITIONS", 20 if is_compiled() else 2)
    monkeypatch.setattr(laws, "DAMAGES", 50 if is_compiled() else 5)

    laws.damaged_states_do_no_harm(GAME.configure(**settings), 1)
