"""`apply`: a turn from the card played to the next decision (R3), and the end of a round (R6,
R7).
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.hands import play_from_hand
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.turn import next_still_in
from cthulhu_envs.games.lovecraft_letter.cards import INSANE_GOAL, N_VALUES, SANE_GOAL, Card
from cthulhu_envs.games.lovecraft_letter.deal import deal_round, discard, draw_card, take_top
from cthulhu_envs.games.lovecraft_letter.effects import (
    DECIDE,
    ROUND_WON,
    TURN_OVER,
    give,
    knock_out,
    name_number,
    play_effect,
)
from cthulhu_envs.games.lovecraft_letter.state import NO_ACTION, NOTHING, Ending, Event, Phase


@kernel
def apply(kit, s, action):
    """One decision of the acting seat."""
    s.gained[:] = 0
    if s.phase == Phase.NAME:
        name_number(kit, s, kit.number_of[action])
        then = TURN_OVER
    elif s.phase == Phase.GIVE:
        then = give(kit, s, kit.card_of[action])
    else:
        then = play(kit, s, action)
    if then != DECIDE:
        end_turn(kit, s, then)


@kernel(inline=True)
def play(kit, s, action):
    """R3.4: play a side of a card; returns what its effect leaves to do."""
    card, insane, number = kit.card_of[action], kit.insane_of[action], kit.number_of[action]
    target = NOBODY
    if kit.target_of[action] != NOBODY:
        target = (s.seat + kit.target_of[action]) % kit.num_players
    open_row(s, s.seat, card)
    row = s.rows - 1
    s.acts[row] = action
    s.log[row, Event.INSANE] = insane
    s.log[row, Event.TARGET] = target
    s.log[row, Event.NUMBER] = number
    if not (s.extra and s.log[row - 1, Event.CARD] == Card.MI_GO):
        s.log[row, Event.DREW_AT] = s.top - 1
    s.extra = False
    play_from_hand(s, card)  # R3.7: it is not yet in the pile
    return play_effect(kit, s, card, insane, target, number)


@kernel
def open_row(s, actor, card):
    """A new row of the log; effects fill in what else is known."""
    row = s.rows
    s.rows += 1
    s.acts[row] = NO_ACTION
    s.log[row, :] = NOTHING
    s.log[row, Event.ACTOR] = actor
    s.log[row, Event.CARD] = card
    s.log[row, Event.INSANE] = 0
    s.log[row, Event.TURNED] = 0
    s.log[row, Event.PARTY] = 0
    s.log[row, Event.RIGHT] = 0
    s.log[row, Event.PRIVY] = 0


@kernel(inline=True)
def end_turn(kit, s, then):
    """R3.7, R3.8: what was played goes to the pile, and the next seat has its turn."""
    for row in range(s.turn_row, s.rows):
        discard(kit, s, s.seat, s.log[row, Event.CARD])
    s.turn_row = s.rows
    if then == TURN_OVER:
        next_turn(kit, s)
    else:  # R4.7d, R4.8a
        clear_showdown(s)
        end_round(kit, s, s.seat, Ending.TRAPEZOHEDRON if then == ROUND_WON else Ending.CTHULHU)


@kernel
def next_turn(kit, s):
    """R3.1-R3.3, R6.1: the next seat still in that stands its check draws, or the round ends."""
    while True:
        survivor = only_survivor(kit, s)
        if survivor != NOBODY:
            clear_showdown(s)
            end_round(kit, s, survivor, Ending.LAST_ONE_STANDING)
            return
        seat = next_still_in(kit, s)
        s.seat = seat
        s.protected[seat] = False
        is_complete = check_sanity(kit, s, seat)
        s.turn_row = s.rows
        if s.out[seat]:
            continue
        if not is_complete or s.left == 0:
            show_hands(kit, s)
            return
        draw_card(s, seat, 1)
        return


@kernel
def only_survivor(kit, s):
    """The seat that alone is still in, or NOBODY."""
    survivor = NOBODY
    for seat in range(kit.num_players):
        if not s.out[seat]:
            if survivor != NOBODY:
                return NOBODY
            survivor = seat
    return survivor


@kernel
def check_sanity(kit, s, seat):
    """R3.2-R3.2e: one card for each Insanity card before the seat; False if the pile ran out."""
    wanted = s.insanity[seat]
    if wanted == 0:
        return True
    if s.left == 0:
        return False
    open_row(s, seat, NO_CARD)
    row = s.rows - 1
    s.log[row, Event.DREW_AT] = s.top
    for _ in range(wanted):
        if s.left == 0:
            return False
        card = take_top(s)
        s.log[row, Event.TURNED] += 1
        discard(kit, s, seat, card)
        if kit.insanity[card] or card == Card.NECRONOMICON:
            knock_out(kit, s, seat)
            if s.out[seat]:
                return True
    return True


@kernel
def show_hands(kit, s):
    """R6.2-R6.4: the highest value that one player alone holds wins."""
    winner = NOBODY
    clear_showdown(s)
    for value in range(N_VALUES):
        holders, holder = 0, NOBODY
        for seat in range(kit.num_players):
            if not s.out[seat]:
                s.showdown[seat] = s.hand[seat, 0]
                if kit.worth[s.hand[seat, 0]] == value:
                    holders += 1
                    holder = seat
        if holders == 1:
            winner = holder
    end_round(kit, s, winner, Ending.HIGHEST_CARD if winner != NOBODY else Ending.DRAWN_ROUND)


@kernel
def clear_showdown(s):
    """R8.18: no hand was shown."""
    s.showdown[:] = NO_CARD


@kernel
def end_round(kit, s, winner, how):
    """R6.5, R6.6, R7: a token for the winner, then the next round or the end of the episode."""
    s.winner = winner
    s.last_round = how
    if winner != NOBODY:
        s.gained[winner] = 1
        s.starter = winner
        if how != Ending.CTHULHU:
            give_token(s, winner)
    if kit.single or how == Ending.CTHULHU:
        s.ending = how
    elif winner != NOBODY and s.sane_tokens[winner] >= SANE_GOAL:
        s.ending = Ending.SANE_TOKENS
    elif winner != NOBODY and s.insane_tokens[winner] >= INSANE_GOAL:
        s.ending = Ending.INSANE_TOKENS
    elif s.round_number >= kit.max_rounds:
        s.ending = Ending.ROUND_CAP
    else:
        deal_round(kit, s)


@kernel(inline=True)
def give_token(s, winner):
    """R6.5: its kind depends on the winner's pile."""
    if s.insanity[winner] > 0:
        s.insane_tokens[winner] += 1
    else:
        s.sane_tokens[winner] += 1
