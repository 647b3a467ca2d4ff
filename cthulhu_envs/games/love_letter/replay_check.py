"""The round of a state, replayed from its log alone; `check_state` compares the result with it.

Going back through the log gives the deck as it was dealt; then the round is dealt from it and
played by the game's own rules, every action only if it is legal. Even for a state that
a stranger wrote, these kernels run on checked cards and seats and on positions that can occur.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.deal import take_back
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.replay_check import (
    NO_DEAL,
    NO_PLAY,
    REPLAYED,
    is_offered,
    is_whole,
)
from cthulhu_envs.games.love_letter.actions import legal
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.deal import deal_round
from cthulhu_envs.games.love_letter.rules import apply
from cthulhu_envs.games.love_letter.state import RING, Ending, Event, Phase


@kernel
def replay_round(kit, s, t, ids):
    """Bring `t`, a copy of `s` with the tokens of earlier rounds, through the round in the log of
    `s`. The log's cards, seats and actions are within their bounds.
    """
    if not lay_as_dealt(kit, s, t):
        return NO_DEAL
    t.stacked = 1
    t.round_number -= 1
    t.ending = Ending.GOING_ON
    deal_round(kit, t)
    for turn in range(int(s.turns)):
        if not play_if_legal(kit, t, int(s.log[turn, Event.ACTION]), ids):
            return NO_PLAY
        kept, bottom = int(s.log[turn, Event.KEPT]), int(s.log[turn, Event.BOTTOM])
        if kept != NO_CARD and not play_if_legal(kit, t, kit.act.keep + kept, ids):
            return NO_PLAY
        if bottom != NO_CARD and not play_if_legal(kit, t, kit.act.bottom + bottom, ids):
            return NO_PLAY
    for place in range(t.deck.shape[0]):
        if (place - s.top) & RING >= s.left:
            t.deck[place] = s.deck[place]  # no card lies there
    return REPLAYED


@kernel
def play_if_legal(kit, t, action, ids):
    """Play an action; False if it is not among those that may be played."""
    if t.ending != Ending.GOING_ON or not is_offered(ids, legal(kit, t, ids), action):
        return False
    apply(kit, t, np.int64(action))
    return True


@kernel
def lay_as_dealt(kit, s, t):
    """The round's deck as it was dealt into `t.deck`; False if there is none that the log fits."""
    at = 1 + int(kit.num_face_up) + int(kit.num_players) + cards_drawn(s)
    if at & RING != s.top:
        return False
    t.deck[:] = NO_CARD
    for position in range(at, at + int(s.left)):
        put(kit, t, position, s.deck[position & RING])
    if s.aside != NO_CARD:
        t.deck[0] = s.aside
    if s.ending == Ending.GOING_ON and s.phase == Phase.PLAY:
        at -= 1
        put(kit, t, at, s.hand[s.seat, 1])
    for turn in range(int(s.turns) - 1, -1, -1):
        at = undo_effect(kit, s, t, turn, at) - 1
        put(kit, t, at, s.log[turn, Event.DREW])
        if not undo_play(s, t, turn):
            return False
    take_back(kit, s, t.hand[:, 0], t.deck)
    return is_whole(kit, t)


@kernel
def put(kit, t, position, card):
    """A card at a position counted through the round; those behind the deck's were put there by a
    Chancellor.
    """
    if position < kit.deck_size:
        t.deck[position] = card


@kernel
def cards_drawn(s):
    """How many cards were drawn from the pile since the deal."""
    cards = int(s.ending == Ending.GOING_ON and s.phase == Phase.PLAY)
    for turn in range(int(s.turns)):
        cards += 1
        if is_from_pile(s, turn):
            cards += int(s.log[turn, Event.FIRST] != NO_CARD)
            cards += int(s.log[turn, Event.SECOND] != NO_CARD)
    return cards


@kernel
def is_from_pile(s, turn):
    """Whether the cards that a turn's effect drew came from the pile, not the face-down card."""
    is_prince = s.log[turn, Event.CARD] == Card.PRINCE
    return not (is_prince and turn == s.turns - 1 and s.aside == NO_CARD)


@kernel
def undo_effect(kit, s, t, turn, at):
    """The hands before the effect of a turn's card; returns where the cards drawn by it lay."""
    card, actor = s.log[turn, Event.CARD], s.log[turn, Event.ACTOR]
    target, out = s.log[turn, Event.TARGET], s.log[turn, Event.OUT]
    first, second = s.log[turn, Event.FIRST], s.log[turn, Event.SECOND]
    if out != NOBODY:
        t.hand[out, 0] = s.log[turn, Event.SHOWN]
    elif card == Card.KING and target != NOBODY:
        t.hand[actor, 0] = s.log[turn, Event.ACTOR_HELD]
        t.hand[target, 0] = s.log[turn, Event.TARGET_HELD]
    elif card == Card.PRINCE and target != NOBODY:
        t.hand[target, 0] = s.log[turn, Event.SHOWN]
    elif card == Card.CHANCELLOR and first != NO_CARD:
        t.hand[actor, 0] = s.log[turn, Event.HELD]
    if first == NO_CARD:
        return at
    if not is_from_pile(s, turn):
        t.deck[0] = first
        return at
    at -= 1 + int(second != NO_CARD)
    put(kit, t, at, first)
    if second != NO_CARD:
        put(kit, t, at + 1, second)
    return at


@kernel
def undo_play(s, t, turn):
    """The hand before a turn; False if the card played was neither held nor drawn."""
    actor = s.log[turn, Event.ACTOR]
    played, drew = s.log[turn, Event.CARD], s.log[turn, Event.DREW]
    if drew != played:
        if t.hand[actor, 0] != drew:
            return False
        t.hand[actor, 0] = played
    return True
