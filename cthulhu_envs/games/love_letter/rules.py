"""`apply`: a turn from the card played to the next decision (R3), and the end of a round (R6,
R7).
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below
from cthulhu_envs.games._letters.hands import lay_open, play_from_hand
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.turn import next_still_in
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.deal import deal_round, start_turn
from cthulhu_envs.games.love_letter.effects import keep, play_effect, put_down
from cthulhu_envs.games.love_letter.state import N_EVENT, Ending, Event, Phase


@kernel
def apply(kit, s, action):
    """One decision of the acting seat."""
    s.gained[:] = 0
    card = kit.card_of[action]
    if s.phase == Phase.KEEP:
        keep(s, card)
    elif s.phase == Phase.BOTTOM:
        put_down(s, card)
    else:
        play_card(s, card)
        target = NOBODY
        if kit.target_of[action] != NOBODY:
            target = (s.seat + kit.target_of[action]) % kit.num_players
        log_turn(s, action, card, target, kit.name_of[action])
        play_effect(s, card, target, kit.name_of[action])
    if s.phase == Phase.PLAY:
        end_turn(kit, s)


@kernel(inline=True)
def play_card(s, card):
    """R3.4, R3.5: the card leaves the hand and lies open; the row keeps what was drawn."""
    me = s.seat
    lay_open(s, me, card)
    s.turns += 1
    row = s.turns - 1
    s.log[row, Event.DREW] = s.hand[me, 1]
    s.log[row, Event.DREW_SEEN] = s.hand_seen[me, 1]
    play_from_hand(s, card)


@kernel(inline=True)
def log_turn(s, action, card, target, named):
    """Open the turn's row of the log; effects fill in what else is known."""
    row = s.turns - 1
    s.log[row, Event.ACTOR] = s.seat
    s.log[row, Event.ACTION] = action
    s.log[row, Event.CARD] = card
    s.log[row, Event.TARGET] = target
    s.log[row, Event.NAMED] = named
    s.log[row, Event.OUT] = NOBODY
    s.log[row, Event.SHOWN] = NO_CARD
    for column in range(Event.ACTOR_HELD, N_EVENT):
        s.log[row, column] = NO_CARD
    s.log[row, Event.PRIVY] = 1 << s.seat | s.log[row, Event.DREW_SEEN]
    if target != NOBODY:
        s.log[row, Event.PRIVY] |= 1 << target


@kernel(inline=True)
def end_turn(kit, s):
    """R3.6, R3.7, R6.1, R6.2: the round ends, or the next seat that is still in has its turn."""
    still_in = 0
    for seat in range(kit.num_players):
        still_in += not s.out[seat]
    if still_in == 1 or s.left == 0:
        end_round(kit, s, still_in)
        return
    start_turn(s, next_still_in(kit, s))


@kernel
def end_round(kit, s, still_in):
    """R6, R7: tokens for the winners and the Spy, then the next round or the end of the episode."""
    winners = find_winners(kit, s, still_in)
    give_tokens(kit, s)
    if kit.single:
        s.ending = Ending.LAST_ONE_STANDING if still_in == 1 else Ending.HIGHEST_CARD
        return
    for seat in range(kit.num_players):
        if s.tokens[seat] >= kit.goal:
            s.ending = Ending.TOKEN_GOAL
    if s.ending == Ending.GOING_ON:
        choose_starter(kit, s, winners)
        deal_round(kit, s)


@kernel
def find_winners(kit, s, still_in):
    """R6.1, R6.3, R6.4: the highest cards among those still in; returns how many win."""
    best = NO_CARD
    for seat in range(kit.num_players):
        if not s.out[seat]:
            best = max(best, s.hand[seat, 0])
    winners = 0
    for seat in range(kit.num_players):
        s.won[seat] = not s.out[seat] and s.hand[seat, 0] == best
        winners += s.won[seat]
        s.showdown[seat] = s.hand[seat, 0] if still_in > 1 else NO_CARD  # R8.19
    return winners


@kernel
def give_tokens(kit, s):
    """R6.5 and R6.6: one token for each winner, one for the only survivor with a Spy before
    them.
    """
    spies = 0
    owner = NOBODY
    for seat in range(kit.num_players):
        s.gained[seat] += s.won[seat]
        if not s.out[seat] and s.discards[seat, Card.SPY] > 0:
            spies += 1
            owner = seat
    if spies == 1:
        s.gained[owner] += 1
    for seat in range(kit.num_players):
        s.tokens[seat] += s.gained[seat]


@kernel
def choose_starter(kit, s, winners):
    """R6.7: the winner starts, a random one after a tie."""
    pick = below(s, winners) if winners > 1 else 0
    for seat in range(kit.num_players):
        if s.won[seat]:
            if pick == 0:
                s.starter = seat
                return
            pick -= 1
