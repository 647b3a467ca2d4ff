"""Stacked decks (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.layout import title
from cthulhu_envs.authoring.state_checks import demand, in_plain_numbers
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games._letters.position import lay_deck
from cthulhu_envs.games._letters.replay_check import NO_DEAL, NO_PLAY, demand_same
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.replay_check import replay_round
from cthulhu_envs.games.love_letter.settings import card_named, copies_of
from cthulhu_envs.games.love_letter.state import (
    COLUMNS,
    RING,
    Ending,
    Event,
)

SEAT_COLUMNS = [Event.ACTOR, Event.TARGET, Event.OUT]


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Lay the first round's deck and name its starter (R2.2-R2.5)."""
    lay_deck(game, s, options, Card, copies_of(game.values), card_named, title)


def pile(s: Any) -> list[int]:
    """The draw pile, top first."""
    return [int(s.deck[(s.top + k) & RING]) for k in range(s.left)]


def check_state(game: Game, s: Any) -> None:
    """Every card in one place, tokens and rounds in range, and the round as its log says."""
    plain = in_plain_numbers(s)
    _check_cards(game, plain)
    _check_rounds(game, plain)
    _check_log(game, plain)
    demand_same(replayed(game, s), s)


def _check_cards(game: Game, s: Any) -> None:
    """Conservation of cards, and knowledge that its holder has no use for."""
    lying = [sum(copies) for copies in zip(*s.discards, strict=True)]
    demand(s.lying == lying, "what lies open is not what was discarded")
    have = list(lying)
    for card in (*pile(s), s.aside, *s.face_up, *chain(*s.hand)):
        if card != NO_CARD:
            have[card] += 1
    demand(have == copies_of(game.values), "cards got lost or doubled")
    demand(NO_CARD not in s.face_up[: game.kit[0].num_face_up], "a card face up is missing")
    for seat in range(game.num_players):
        seen, exposed = s.hand_seen[seat], s.exposed[seat]
        demand(not seen[0] >> seat & 1, "a seat is told its own card as news")
        sure = all(sees & ~knows == 0 for sees, knows in zip(exposed, seen, strict=True))
        demand(sure, "exposed to one who does not know")


def _check_rounds(game: Game, s: Any) -> None:
    """What earlier rounds have left: tokens, winners, who starts."""
    kit, players = game.kit[0], game.num_players
    is_over, finished = s.ending != Ending.GOING_ON, s.round_number - 1
    before = s.tokens
    if is_over:
        before = [tokens - gained for tokens, gained in zip(s.tokens, s.gained, strict=True)]
    others = (s.tokens, s.gained, s.won, s.showdown)
    demand(not any(any(part[players:]) for part in others), "tokens of a seat that is not there")
    demand(s.starter < players, "a seat that is not there starts")
    demand(s.asked_starter <= players, "a seat that is not there was asked to start")
    demand(not s.stacked, "the deck is laid for a round that has begun")
    demand(min(before) >= 0 and max(before) < kit.goal, "tokens out of range")
    most = 0 if kit.single else sum(before)
    demand(0 <= finished <= most, "more rounds than tokens")
    demand(any(s.won) == (is_over or finished > 0), "a round is won before it has ended, or not")
    has_ended = is_over or finished > 0
    most_gained = [has_ended * (1 + won) for won in s.won]
    fits = all(gained <= most for gained, most in zip(s.gained, most_gained, strict=True))
    demand(fits, "tokens gained without winning")


def _check_log(game: Game, s: Any) -> None:
    """What `replay_round` relies on: every column of the turns is within its bounds."""
    for row in s.log[: s.turns]:
        for event, span in COLUMNS.items():
            demand(span.low <= row[event] <= span.high, f"a turn's {event.name} is out of range")
        there = max(row[event] for event in SEAT_COLUMNS) < game.num_players
        demand(there, "a turn of a seat that is not there")


def replayed(game: Game, s: Any) -> Any:
    """The state to which the turns of the log lead."""
    after = np.array([s])
    if s.ending != Ending.GOING_ON:
        after["tokens"] -= after["gained"]
    found = replay_round(game.kit[0], s, after[0], np.zeros(game.actions.size, np.int32))
    demand(found != NO_DEAL, "no deck can be dealt that the turns of the round fit")
    demand(found != NO_PLAY, "a turn of the round was against the rules")
    after["rng"] = s.rng
    return after[0]
