"""Last Candle, a toy game outside the package: stay or leave; the last one wins, till morning.

It has what Love Letter has not: players who leave for good, and an ending that truncates.
"""

from __future__ import annotations

import enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.game import Game, Kernels, Settings
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.layout import Block, Table, seats
from cthulhu_envs.authoring.record import (
    FLAG,
    Span,
    bounds_of,
    record_dtype,
    starts_dtype,
    state_dtype,
)
from cthulhu_envs.authoring.rng import below
from cthulhu_envs.authoring.state_checks import demand

MAX_SEATS = 4
DAWN = 40  # turns until the night is over


class Ending(enum.IntEnum):
    GOING_ON = 0
    LAST_CANDLE = 1
    MORNING = 2


FIELDS: tuple[Any, ...] = (
    ("gone", FLAG, (MAX_SEATS,)),
    ("left", FLAG, (MAX_SEATS,)),
    ("turns", np.int16, Span(0, DAWN)),
)
STATE = state_dtype(*FIELDS)


def actions(values: Settings) -> Table:
    return Table(Block("stay", "stay"), Block("leave", "leave"))


def observations(values: Settings) -> Table:
    every = seats(values["num_players"])
    return Table(Block("gone", "1 if gone", seat=every), Block("turns", "turns played", high=DAWN))


OB = starts_dtype(["gone", "turns"])
KIT = record_dtype(("num_players", np.int8), ("ob", OB))


def kit_of(game: Game) -> NDArray[Any]:
    kits = np.zeros(1, KIT)
    kits[0].num_players = game.num_players
    kits[0].ob = game.observations.start_record()
    return kits


@kernel
def deal(kit, s):
    s.seat = below(s, kit.num_players)


@kernel
def legal(kit, s, ids):
    ids[0], ids[1] = 0, 1
    return 2


@kernel
def apply(kit, s, action):
    s.left[:] = 0
    s.turns += 1
    if action == 1:
        s.gone[s.seat] = 1
        s.left[s.seat] = 1
    still_in = 0
    for seat in range(kit.num_players):
        still_in += not s.gone[seat]
    if still_in == 1:
        s.ending = Ending.LAST_CANDLE
    elif s.turns == DAWN:
        s.ending = Ending.MORNING
    while s.ending == 0:
        s.seat = (s.seat + 1) % kit.num_players
        if not s.gone[s.seat]:
            break


@kernel
def observe(kit, s, me, obs):
    for step in range(kit.num_players):
        obs[kit.ob.gone + step] = s.gone[(me + step) % kit.num_players]
    obs[kit.ob.turns] = s.turns


@kernel
def score(kit, s, rewards):
    for seat in range(kit.num_players):
        rewards[seat] = -1.0 / (kit.num_players - 1) * s.left[seat]
        if s.ending == Ending.LAST_CANDLE and not s.gone[seat]:
            rewards[seat] = 1.0


@kernel
def prepare(kit, s, seat, w):
    """There is nothing hidden."""


@kernel
def determinize(kit, s, seat, w):
    """There is nothing hidden."""


def check_state(game: Game, s: Any) -> None:
    demand(s.ending or s.gone[: game.num_players].sum() < game.num_players - 1, "it is over")
    demand(s.ending or s.turns < DAWN, "it is morning")
    demand(s.ending or not s.gone[s.seat], "who is to decide has left")


GAME = Game(
    home="tests.engine.toy_game:GAME",
    name="last_candle",
    title="Last Candle",
    players=range(2, MAX_SEATS + 1),
    default_players=3,
    endings=Ending,
    state=STATE,
    actions_of=actions,
    observations_of=observations,
    kit_of=kit_of,
    kernels=Kernels(deal, legal, apply, observe, score, prepare, determinize),
    bounds=bounds_of(*FIELDS),
    check_state=check_state,
    truncations=frozenset({Ending.MORNING}),
)
