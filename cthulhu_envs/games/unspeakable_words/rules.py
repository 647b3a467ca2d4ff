"""`apply`: a turn from the first letter to the next player (R3), points and check (R4, R7)."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import D20, DICE_ABOVE, LONG_WORD, POINTS
from cthulhu_envs.games.unspeakable_words.deal import (
    discard_hand,
    fill_hand,
    roll_d20,
    take_from_hand,
)
from cthulhu_envs.games.unspeakable_words.effects import (
    carry_out,
    lose_token,
    may_roll,
    roll_die,
)
from cthulhu_envs.games.unspeakable_words.state import (
    NO_FACE,
    NOBODY,
    ROOT,
    Ending,
    Phase,
)
from cthulhu_envs.games.unspeakable_words.words_laid import follow, longer, note_used


@kernel
def apply(kit, s, action):
    """One decision of the acting seat."""
    s.gained[:] = 0
    s.leaving[:] = 0
    if s.phase == Phase.WORD:
        if action < kit.act.complete:
            lay_letter(kit, s, action - kit.act.letter)
        elif action == kit.act.complete:
            complete_word(kit, s)
        else:
            throw_in(kit, s)
    elif s.phase == Phase.CLAIM:
        worth = worth_of_word(s)
        claimed = worth if action == kit.act.claim_all else half(worth)
        settle(kit, s, claimed, claimed)
    elif s.phase == Phase.DICE:
        if action != kit.act.decline:
            roll_die(kit, s, (s.seat + 1 + action - kit.act.roll) % kit.num_players)
        if s.phase == Phase.DICE:
            end_turn(kit, s)
    else:
        carry_out(kit, s, action - kit.act.eye, s.hit)
        end_turn(kit, s)


@kernel
def lay_letter(kit, s, letter):
    """R3.1: a card goes from the hand to the end of the word."""
    take_from_hand(s, s.seat, letter)
    s.word[s.length] = letter
    s.length += 1
    s.code = longer(int(s.code), letter)
    s.node = follow(kit, s.node, 1 << letter)


@kernel
def throw_in(kit, s):
    """R3.6: a new hand instead of a word."""
    open_record(s, 0)
    discard_hand(s, s.seat)
    fill_hand(kit, s, s.seat)
    end_turn(kit, s)


@kernel
def open_record(s, code):
    """Begin to note down what all see of the seat's turn."""
    me = s.seat
    s.last_code[me] = code
    s.last_claim[me] = 0
    s.last_roll[me] = 0
    s.last_failed[me] = 0
    s.last_face[me] = NO_FACE
    s.last_target[me] = NOBODY


@kernel
def complete_word(kit, s):
    """R3.4: the word is used; then the claim, unless nothing is to be chosen (R4.2-R4.3, R4.10)."""
    code = int(s.code)
    note_used(s, code)
    open_record(s, code)
    worth = worth_of_word(s)
    if s.length >= LONG_WORD:
        settle(kit, s, worth, half(worth))
    elif kit.claim_half and half(worth) < worth:
        s.phase = Phase.CLAIM
    else:
        settle(kit, s, worth, worth)


@kernel
def worth_of_word(s):
    """R4.1: the sum of the points on the cards laid."""
    worth = 0
    for place in range(s.length):
        worth += int(POINTS[s.word[place]])
    return worth


@kernel(inline=True)
def half(points):
    """Half, rounded up."""
    return (points + 1) // 2


@kernel
def settle(kit, s, claimed, against):
    """R3.7, R4.4-R4.10, R7.1-R7.3: cards, check, points and tokens; then the dice or the end."""
    me = s.seat
    needs_sanity = kit.long_if_sane and s.length >= LONG_WORD
    put_word_away(kit, s)
    rolled = roll_d20(s)
    is_sane = rolled == D20 or (rolled <= against if kit.at_most else rolled >= against)
    s.last_claim[me] = claimed
    s.last_roll[me] = rolled
    s.last_failed[me] = not is_sane
    total = s.points[me] + claimed
    if total < kit.target:
        if is_sane or not needs_sanity:
            score_points(kit, s, me, total)
    elif is_sane:
        score_points(kit, s, me, total)
        s.ending = Ending.TARGET_REACHED
        return
    elif kit.lose_all:
        score_points(kit, s, me, 0)
    if not is_sane:
        lose_token(kit, s, me)
    if may_roll(kit, s, me):
        s.phase = Phase.DICE
    else:
        end_turn(kit, s)


@kernel
def put_word_away(kit, s):
    """R3.7: the word's cards are discarded and the hand is filled up."""
    for place in range(s.length):
        s.discards[s.word[place]] += 1
    s.length = 0
    s.node = ROOT
    s.code = 0
    fill_hand(kit, s, s.seat)


@kernel(inline=True)
def score_points(kit, s, seat, total):
    """Set a seat's points; what lies above the target is not paid (R7.7). More than 50 open the
    Cthulhu Dice for the rest of the game (R5.1).
    """
    s.gained[seat] += min(total, kit.target) - s.points[seat]
    s.points[seat] = total
    if total > DICE_ABOVE:
        s.dice_open = True


@kernel
def end_turn(kit, s):
    """R3.10, R7.4, R7.5: the game ends, or the next seat in play has its turn."""
    s.turns += 1
    s.phase = Phase.WORD
    in_play = 0
    for seat in range(kit.num_players):
        in_play += not s.gone[seat]
    if in_play == 1:
        s.ending = Ending.LAST_ONE_STANDING
        return
    if s.turns >= kit.turn_limit:
        s.ending = Ending.TURN_LIMIT
        return
    seat = s.seat
    while True:
        seat = (seat + 1) % kit.num_players
        if not s.gone[seat]:
            break
    s.seat = seat
