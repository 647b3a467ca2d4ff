"""Millions of random decisions, with the table checked after each one.

    cthulhu check call_of_cthulhu --law decks --seeds 100

plays ten million decisions with every quick deck (21 faction pairs, each with both neutral packets)
against all it can meet, and with the constructed example lists, with and without automatic passes.
It names the first rule that is broken, with the seed, and then fails. The checks are
compiled, and `check_state` in position.py asks the same of states from outside.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import is_compiled, kernel
from cthulhu_envs.authoring.law import BrokenLawError, Law
from cthulhu_envs.authoring.record import STREAM
from cthulhu_envs.authoring.rng import below, seed_stream
from cthulhu_envs.games._script.stack import top
from cthulhu_envs.games.call_of_cthulhu.cards.decks import QUICK, quick_name
from cthulhu_envs.games.call_of_cthulhu.invariants.faults import Fault
from cthulhu_envs.games.call_of_cthulhu.invariants.position import COUNTED, fault_of
from cthulhu_envs.games.call_of_cthulhu.rules.actions import legal
from cthulhu_envs.games.call_of_cthulhu.rules.advance import apply
from cthulhu_envs.games.call_of_cthulhu.rules.deal import deal
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Window
from cthulhu_envs.games.call_of_cthulhu.sizes import Question

EXAMPLES = (("deep_ones", "night_shift"), ("gate_keepers", "yellow_mob"))
DECISIONS, FEW_DECISIONS = 100_000, 500  # for a seed of the law: compiled, uncompiled


@kernel
def alternates(kit, asked, seat, passes, action, s):
    """R7.1, R7.2: after a first pass in a window of actions the other player is asked."""
    if kit.auto_pass or asked != Question.WINDOW or action != kit.act.done or passes != 0:
        return True
    if s.ending != 0:
        return True
    return s.question == Question.WINDOW and s.seat != seat and s.stack[top(s), Window.PASSES] == 1


@kernel
def play_and_check(kits, states, twins, chooser, ids, count, first_seed, decisions, found):
    """Random games until `decisions` decisions are made; `found` gets the fault, and the seed.

    Returns the number of games begun.
    """
    kit, s = kits[0], states[0]
    blank = states[1]
    games = 0
    made = 0
    while made < decisions:
        states[0] = blank
        seed_stream(s, first_seed + games)
        deal(kit, s)
        games += 1
        while s.ending == 0 and made < decisions:
            asked, seat = s.question, s.seat
            passes = s.stack[top(s), Window.PASSES]
            action = ids[below(chooser[0], legal(kit, s, ids))]
            apply(kit, s, action)
            made += 1
            fault = fault_of(kit, s, twins, count)
            if fault == Fault.NOTHING and s.ending == 0 and kit.auto_pass and s.ids_n < 2:
                fault = Fault.NOBODY_ASKED
            if fault == Fault.NOTHING and not alternates(kit, asked, seat, passes, action, s):
                fault = Fault.WINDOW_DOES_NOT_ALTERNATE
            if fault != Fault.NOTHING:
                found[0] = fault
                found[1] = first_seed + games - 1
                return games
    return games


def tables(game: Game) -> Iterator[Game]:
    """Every quick deck against whatever it can meet, and the example lists; both ways to pass."""
    for number in range(len(QUICK)):
        yield game.configure(
            format="first_game",
            deck_0=quick_name(number),
            deck_1=None,
            auto_pass=number % 4 != 3,
        )
    for mine, theirs in EXAMPLES:
        yield game.configure(format="constructed", deck_0=mine, deck_1=theirs)


def check(game: Game, decisions: int, seed: int = 1) -> int:
    """Play decisions over all tables and return the games; AssertionError names the fault."""
    played = 0
    all_tables = list(tables(game))
    shares = np.diff(np.linspace(0, decisions, len(all_tables) + 1).astype(int))
    for number, (table, share) in enumerate(zip(all_tables, shares, strict=True)):
        chooser = np.zeros(1, STREAM)
        chooser[0].rng = seed + number
        found = np.zeros(2, np.int64)
        states, twins = table.new_states(2), table.new_states(1)
        ids = np.zeros(table.actions.size, np.int32)
        count = np.zeros(COUNTED, np.int64)
        first = seed * 1_000_003 + number * 1009
        played += play_and_check(
            table.kit, states, twins, chooser, ids, count, first, int(share), found
        )
        assert not found[0], f"{Fault(found[0]).name} in {dict(table.values)}, seed {found[1]}"
    return played


def every_deck_holds(game: Game, seed: int) -> None:
    """The law that `cthulhu check call_of_cthulhu` adds to those of every game."""
    try:
        check(game, DECISIONS if is_compiled() else FEW_DECISIONS, seed + 1)
    except AssertionError as fault:
        raise BrokenLawError(str(fault)) from fault


LAWS = (Law("decks", "every deck keeps the table in order after each decision", every_deck_holds),)
