"""Stacked decks (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, compress
from typing import Any

import numpy as np

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.state_checks import demand, in_plain_numbers
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.position import lay_deck
from cthulhu_envs.games._letters.replay_check import NO_DEAL, NO_PLAY, demand_same
from cthulhu_envs.games.lovecraft_letter.cards import (
    INSANE_GOAL,
    N_CARDS,
    SANE_GOAL,
    TITLES,
    Card,
)
from cthulhu_envs.games.lovecraft_letter.replay_check import replay_round
from cthulhu_envs.games.lovecraft_letter.settings import card_named, copies_of, insanity_of
from cthulhu_envs.games.lovecraft_letter.state import Ending, Event, Phase

HOW_ROUNDS_END = (
    Ending.CTHULHU,
    Ending.LAST_ONE_STANDING,
    Ending.HIGHEST_CARD,
    Ending.TRAPEZOHEDRON,
    Ending.DRAWN_ROUND,
)
HELD_BY_ACTOR = {Phase.PLAY: 2, Phase.NAME: 1, Phase.GIVE: 1}


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """Lay the first round's deck and name its starter (R2.3-R2.5)."""
    lay_deck(game, s, options, Card, copies_of(game.values), card_named, TITLES.__getitem__)


def pile(s: Any) -> list[int]:
    """The draw pile, top first."""
    return [int(card) for card in s.deck[s.top : s.top + s.left]]


def in_play(s: Any) -> list[int]:
    """Cards played this turn that are not yet in a pile (R3.7)."""
    return [int(card) for card in s.log[s.turn_row : s.rows, Event.CARD]]


def check_state(game: Game, s: Any) -> None:
    """Every card in one place, tokens and rounds in range, and the round as its log says."""
    plain = in_plain_numbers(s)
    check_table(game, plain)
    _check_rounds(game, plain)
    demand_same(replayed(game, s), s)


def check_table(game: Game, s: Any) -> None:
    """What holds of a table in plain numbers however it came about: conservation of cards, hands of
    the right size, whose decision it is.
    """
    kit = game.kit[0]
    _check_cards(game, s)
    demand(NO_CARD not in s.face_up[: kit.num_face_up], "a card face up is missing")
    demand(s.top + s.left == kit.deck_size, "the pile is not what is left of the deck")
    pool = len(s.pool) - s.pool.count(NO_CARD)
    demand(pool == s.pool_size, "the pool is not as large as it says")
    for seat in range(game.num_players):
        _check_hand(s, seat)
    _check_turn(game, s)


def _check_cards(game: Game, s: Any) -> None:
    played = [row[Event.CARD] for row in s.log[s.turn_row : s.rows]]
    demand(NO_CARD not in played, "a Sanity Check is no card in play")
    demand(not played or max(played) < N_CARDS, "there is no such card in play")
    lying = [sum(copies) for copies in zip(*s.discards, strict=True)]
    demand(s.lying == lying, "the piles are not what lies open")
    have = list(lying)
    loose = (*s.deck[s.top : s.top + s.left], s.aside, *s.face_up, *s.pool, *chain(*s.hand))
    for card in (*loose, *played):
        if card != NO_CARD:
            have[card] += 1
    wanted = copies_of(game.values)
    wanted[Card.BRAINCASE] += not s.braincase
    demand(have == wanted, "cards got lost or doubled")
    kinds = insanity_of(game.values)
    insanity = [sum(compress(copies, kinds)) for copies in s.discards]
    demand(s.insanity == insanity, "Insanity cards are counted wrongly")


def _check_hand(s: Any, seat: int) -> None:
    first, second = s.hand[seat]
    held = (first != NO_CARD) + (second != NO_CARD)
    least = most = 1
    if s.out[seat]:
        least = most = 0
    elif s.ending == Ending.GOING_ON and seat == s.seat:
        least = most = HELD_BY_ACTOR[Phase(s.phase)]
    elif s.phase == Phase.GIVE:
        least = 0
    demand(least <= held <= most, f"seat {seat} holds {held} cards")
    demand(first != NO_CARD or held == 0, "the first slot is empty")
    for card, seen, exposed in zip(s.hand[seat], s.hand_seen[seat], s.exposed[seat], strict=True):
        demand(not seen >> seat & 1, "a seat is told its own card as news")
        demand(card != NO_CARD or not seen, "a card that is not there is known")
        demand(not exposed & ~seen, "exposed to one who does not know")
    demand(not s.out[seat] or not (s.protected[seat] or s.immortal[seat]), "out and shielded")


def _check_turn(game: Game, s: Any) -> None:
    """Whose decision it is, and what is left over from earlier ones."""
    if s.ending != Ending.GOING_ON:
        demand(s.turn_row == s.rows and s.pool_size == 0, "a game is over in the middle of a turn")
        return
    demand(not s.out[s.seat], "the seat to act is out")
    demand(s.out[: game.num_players].count(0) > 1, "one player alone is in")
    demand((s.asked == NOBODY) == (s.phase == Phase.PLAY), "nobody is asked, or without reason")
    demand((s.pool_size > 1) == (s.phase == Phase.GIVE), "cards to give, or none")
    is_extra = s.phase == Phase.PLAY and s.rows > s.turn_row
    demand(bool(s.extra) == is_extra, "an extra play without reason, or none")


def _check_rounds(game: Game, s: Any) -> None:
    """What earlier rounds have left: tokens, the last winner, who starts."""
    kit, players = game.kit[0], game.num_players
    is_over, finished = s.ending != Ending.GOING_ON, s.round_number - 1
    demand(s.asked_starter <= players, "a seat that is not there was asked to start")
    demand(s.starter < players, "a seat that is not there starts")
    demand(not s.stacked, "the deck is laid for a round that has begun")
    most = 0 if kit.single else int(kit.max_rounds) - 1
    demand(0 <= finished <= most, "too many rounds")
    tokens = (s.sane_tokens, s.insane_tokens, s.gained)
    demand(not any(any(part[players:]) for part in tokens), "tokens of a seat that is not there")
    demand(s.winner < players, "a seat that is not there has won")
    has_ended = finished > 0 or is_over
    if has_ended:
        demand(s.last_round in HOW_ROUNDS_END, "a round cannot end like that")
        is_drawn = s.last_round == Ending.DRAWN_ROUND
        demand((s.winner == NOBODY) == is_drawn, "a drawn round is won, or a won one is drawn")
    else:
        is_open = s.winner == NOBODY and s.last_round == Ending.GOING_ON
        demand(is_open, "a round is won before it has ended")
    if s.last_round == Ending.HIGHEST_CARD:
        demand(s.showdown[s.winner] != NO_CARD, "the winner's card was not shown")
    gained = [seat for seat in range(players) if s.gained[seat]]
    demand(gained in ([], [s.winner]), "a token gained without winning")


def replayed(game: Game, s: Any) -> Any:
    """The state to which the turns of the log lead."""
    t = np.array([s])[0]
    if s.ending != Ending.GOING_ON:
        demand(s.rows > 0 and 0 <= s.log[0, Event.ACTOR] < game.num_players, "nobody has started")
        t.starter = s.log[0, Event.ACTOR]  # it has become the winner
        if s.winner != NOBODY and s.last_round != Ending.CTHULHU:
            is_insane = s.insanity[s.winner] > 0
            (t.insane_tokens if is_insane else t.sane_tokens)[s.winner] -= 1
    for tokens, goal in ((t.sane_tokens, SANE_GOAL), (t.insane_tokens, INSANE_GOAL)):
        demand(tokens.min() >= 0 and tokens.max() < goal, "tokens out of range")
    found = replay_round(game.kit[0], s, t, np.zeros(game.actions.size, np.int32))
    demand(found != NO_DEAL, "the round's deck is not the table's")
    demand(found != NO_PLAY, "a turn of the round was against the rules")
    t.rng = s.rng
    return t
