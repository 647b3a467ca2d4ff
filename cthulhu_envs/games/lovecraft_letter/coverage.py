"""Which rules an action made happen, for `cthulhu coverage`: RULES.md's numbers, counted.

The detector compares a game before and after one action. It is written from the rules alone, apart
from the kernels that carry them out, so it also says what those kernels must have done.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rule_detector import RuleDetector
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import (
    CTHULHU_NEEDS,
    FORCING_VALUE,
    HAS_INSANE_SIDE,
    ONE,
    Card,
)
from cthulhu_envs.games.lovecraft_letter.state import Ending, Event, Phase

SIGNS: tuple[tuple[str, str], ...] = (
    ("R2.4", "five cards lie face up between two players"),
    ("R2.8", "a new round is set up"),
    ("R3.1", "protection ends as the turn begins"),
    ("R3.2", "a Sanity Check is made"),
    ("R3.2", "a Sanity Check of several cards is stood"),
    ("R3.2a", "an Insanity card turned up knocks out"),
    ("R3.2b", "the Necronomicon turned up knocks out"),
    ("R3.2c", "a card turned up goes to the pile without effect"),
    ("R3.2d", "the draw pile runs out during a check"),
    ("R3.2e", "one who cannot be knocked out turns up a lethal card"),
    ("R3.3", "a card is drawn for the turn"),
    ("R3.3a", "there is no card to draw"),
    ("R3.5", "a player becomes insane"),
    ("R3.6", "an insane player plays a Sane side"),
    ("R3.6", "an insane player plays an Insane side"),
    ("R3.7", "a first Insanity card is played with its Sane side"),
    ("R3.8", "a seat that is out is skipped"),
    ("R3.9", "a turn is played with an empty draw pile"),
    ("R4.1", "a number is named and right"),
    ("R4.1", "a number is named and wrong"),
    ("R4.1a", "0 is named"),
    ("R4.1c", "Deep Ones, Insane: a 1 goes out"),
    ("R4.1c", "Deep Ones, Insane: a number is named too"),
    ("R4.2", "a hand is looked at"),
    ("R4.2a", "Golden Mead, Insane: an extra play"),
    ("R4.2b", "Golden Mead, Insane, with an empty draw pile"),
    ("R4.2c", "Golden Mead, Insane, with nobody to choose"),
    ("R4.3", "a comparison puts one out"),
    ("R4.3a", "a comparison is tied"),
    ("R4.3b", "the Braincase is compared"),
    ("R4.3c", "Hound, Insane, on a sane player"),
    ("R4.3c", "Hound, Insane, on an insane player"),
    ("R4.4", "a protected player cannot be chosen"),
    ("R4.4a", "a card finds nobody to choose"),
    ("R4.4b", "Liber Ivonis, Insane"),
    ("R4.4b", "a player who would be knocked out stays in"),
    ("R4.4c", "a right number is named to one who stays in"),
    ("R4.5", "a hand is discarded and replaced"),
    ("R4.5a", "the face-down card is taken"),
    ("R4.5b", "all others protected: one's own hand is discarded"),
    ("R4.5c", "an 8 is discarded and its owner out"),
    ("R4.5d", "an 8 is discarded by one who cannot be knocked out"),
    ("R4.5e", "the Braincase is discarded"),
    ("R4.5f", "Mi-Go, Insane: a hand is taken for the Braincase"),
    ("R4.6", "hands are traded"),
    ("R4.6a", "Nyarlathotep, Insane: hands are given out anew"),
    ("R4.6b", "Nyarlathotep, Insane: a protected player is exempt"),
    ("R4.7", "a seven is played freely"),
    ("R4.7a", "a seven must be played"),
    ("R4.7b", "one of two sevens is played"),
    ("R4.7c", "an insane player keeps the Trapezohedron beside a high card"),
    ("R4.7d", "the Trapezohedron wins a round"),
    ("R4.7d", "the Trapezohedron, Insane, does nothing"),
    ("R4.7e", "a seven must be played as an extra play"),
    ("R4.8", "the Necronomicon or Cthulhu is played"),
    ("R4.8a", "Cthulhu wins the game"),
    ("R4.8b", "Cthulhu, Insane, loses the round"),
    ("R4.9", "the Braincase is played"),
    ("R5.1", "a hand is turned up by going out"),
    ("R6.1", "the last one standing wins a round"),
    ("R6.2", "equal values knock each other out at the end"),
    ("R6.3", "the highest single value wins a round"),
    ("R6.4", "nobody wins a round"),
    ("R6.5", "a Sane token is gained"),
    ("R6.5", "an Insane token is gained"),
    ("R6.5a", "only the card just played makes it an Insane token"),
    ("R6.6", "the winner starts the next round"),
    ("R6.6", "after a drawn round the same player starts"),
    ("R7.1", "two Sane tokens win the game"),
    ("R7.2", "three Insane tokens win the game"),
    ("R7.3", "Cthulhu's Insane side wins the game"),
)


def _at(rule: str, nth: int = 0) -> int:
    """The place of a rule's sign among all."""
    return [at for at, (number, _) in enumerate(SIGNS) if number == rule][nth]


FACE_UP, NEW_ROUND, UNPROTECT = _at("R2.4"), _at("R2.8"), _at("R3.1")
CHECK, CHECK_MANY, CHECK_INSANITY = _at("R3.2"), _at("R3.2", 1), _at("R3.2a")
CHECK_BOOK, CHECK_PILE, CHECK_SHORT = _at("R3.2b"), _at("R3.2c"), _at("R3.2d")
CHECK_IMMORTAL, DRAW, NO_DRAW, MADNESS = _at("R3.2e"), _at("R3.3"), _at("R3.3a"), _at("R3.5")
SANE_SIDE, INSANE_SIDE, FIRST_SANE = _at("R3.6"), _at("R3.6", 1), _at("R3.7")
SKIPPED, LAST_CARD = _at("R3.8"), _at("R3.9")
RIGHT, WRONG, NAMED_0, DEEP_1, DEEP_NAME = (
    _at("R4.1"),
    _at("R4.1", 1),
    _at("R4.1a"),
    _at("R4.1c"),
    _at("R4.1c", 1),
)
LOOK, MEAD, MEAD_EMPTY, MEAD_NOBODY = _at("R4.2"), _at("R4.2a"), _at("R4.2b"), _at("R4.2c")
COMPARED, TIED, COMPARED_0 = _at("R4.3"), _at("R4.3a"), _at("R4.3b")
HOUND_SANE, HOUND_INSANE = _at("R4.3c"), _at("R4.3c", 1)
PROTECTED, LOST, IMMORTAL, SAVED = _at("R4.4"), _at("R4.4a"), _at("R4.4b"), _at("R4.4b", 1)
TRUE_ANSWER = _at("R4.4c")
REPLACED, FACE_DOWN, SELF_ONLY = _at("R4.5"), _at("R4.5a"), _at("R4.5b")
EIGHT_OUT, EIGHT_SAVED, BRAIN_DISCARDED = _at("R4.5c"), _at("R4.5d"), _at("R4.5e")
TAKEN, TRADED, GIVEN_OUT, EXEMPT = _at("R4.5f"), _at("R4.6"), _at("R4.6a"), _at("R4.6b")
FREE_7, FORCED_7, BOTH_7, KEPT_7 = _at("R4.7"), _at("R4.7a"), _at("R4.7b"), _at("R4.7c")
WON_7, IDLE_7, EXTRA_7 = _at("R4.7d"), _at("R4.7d", 1), _at("R4.7e")
PLAYED_8, WON_8, LOST_8, PLAYED_0 = _at("R4.8"), _at("R4.8a"), _at("R4.8b"), _at("R4.9")
TURNED_UP, LAST_ONE, EQUAL, HIGHEST = _at("R5.1"), _at("R6.1"), _at("R6.2"), _at("R6.3")
DRAWN, SANE_TOKEN, INSANE_TOKEN = _at("R6.4"), _at("R6.5"), _at("R6.5", 1)
JUST_PLAYED, WINNER_STARTS, SAME_STARTS = _at("R6.5a"), _at("R6.6"), _at("R6.6", 1)
SANE_WIN, INSANE_WIN, CTHULHU_WIN = _at("R7.1"), _at("R7.2"), _at("R7.3")


@kernel
def count_signs(kits, before, actions, after, fired):
    """Count what happened in every game between two arrays of states."""
    kit = kits[0]
    for i in range(actions.shape[0]):
        b, a = before[i], after[i]
        if b.ending != Ending.GOING_ON:
            continue
        if b.phase == Phase.PLAY:
            see_choice(kit, b, actions[i], fired)
            see_play(kit, b, a, fired)
        elif b.phase == Phase.NAME:
            theirs = b.hand[b.asked, 0]
            see_guess(kit, a, b.rows - 1, theirs, kit.number_of[actions[i]], fired)
            fired[DEEP_NAME] += 1
        see_turns(kit, b, a, fired)
        see_round(kit, b, a, fired)


@kernel
def see_choice(kit, b, action, fired):
    """What was open to the player and what was chosen: sides and sevens."""
    me = b.seat
    card = kit.card_of[action]
    kept = b.hand[me, 1] if b.hand[me, 0] == card else b.hand[me, 0]
    is_mad, is_high = b.insanity[me] > 0, kit.worth[kept] >= FORCING_VALUE
    is_seven = card == Card.SILVER_KEY or card == Card.TRAPEZOHEDRON
    keeps_seven = kept == Card.SILVER_KEY or kept == Card.TRAPEZOHEDRON
    if is_mad and HAS_INSANE_SIDE[card]:
        fired[INSANE_SIDE if kit.insane_of[action] else SANE_SIDE] += 1
    if not is_mad and kit.insanity[card] and HAS_INSANE_SIDE[card]:
        fired[FIRST_SANE] += 1
    if is_seven and keeps_seven:
        fired[BOTH_7] += 1
    elif is_seven and not is_high:
        fired[FREE_7] += 1
    elif is_seven and (card == Card.SILVER_KEY or not is_mad):
        fired[EXTRA_7 if b.extra else FORCED_7] += 1
    if kept == Card.TRAPEZOHEDRON and is_mad and not is_seven:
        fired[KEPT_7] += kit.worth[card] >= FORCING_VALUE
    if b.left == 0:
        fired[LAST_CARD] += 1
    for seat in range(kit.num_players):
        if seat != me and b.protected[seat]:
            fired[PROTECTED] += 1
            break


@kernel
def see_play(kit, b, a, fired):
    """The effect of the card played: one row of the log."""
    row, me = b.rows, b.seat
    card, insane = a.log[row, Event.CARD], a.log[row, Event.INSANE]
    target, out = a.log[row, Event.TARGET], a.log[row, Event.OUT]
    kept = b.hand[me, 1] if b.hand[me, 0] == card else b.hand[me, 0]
    if card == Card.NECRONOMICON or (card == Card.CTHULHU and not insane):
        fired[PLAYED_8] += 1
        fired[SAVED] += out == NOBODY
    elif card == Card.CTHULHU:
        fired[WON_8 if b.insanity[me] >= CTHULHU_NEEDS else LOST_8] += 1
    elif card == Card.BRAINCASE:
        fired[PLAYED_0] += 1
        fired[SAVED] += out == NOBODY
    elif card == Card.LIBER_IVONIS and insane:
        fired[IMMORTAL] += 1
    elif card == Card.TRAPEZOHEDRON and insane:
        fired[WON_7 if kit.worth[kept] >= FORCING_VALUE else IDLE_7] += 1
    elif card == Card.NYARLATHOTEP and insane:
        see_collecting(kit, b, a, row, fired)
    elif target == NOBODY:
        see_nobody(card, insane, fired)
    else:
        theirs = kept if target == me else b.hand[target, 0]
        see_target(kit, b, a, row, kept, theirs, fired)


@kernel
def see_nobody(card, insane, fired):
    """A card without a target: it has no choice to make, or it found nobody."""
    if card == Card.ELDER_SIGN or card == Card.LIBER_IVONIS:
        return
    if card == Card.SILVER_KEY or card == Card.TRAPEZOHEDRON:
        return
    fired[MEAD_NOBODY if card == Card.GOLDEN_MEAD and insane else LOST] += 1


@kernel
def see_target(kit, b, a, row, kept, theirs, fired):
    """The effect of a card on the player chosen."""
    me, target, out = b.seat, a.log[row, Event.TARGET], a.log[row, Event.OUT]
    card, insane = a.log[row, Event.CARD], a.log[row, Event.INSANE]
    if card == Card.INVESTIGATORS or (card == Card.DEEP_ONES and not insane):
        see_guess(kit, a, row, theirs, a.log[row, Event.NUMBER], fired)
    elif card == Card.DEEP_ONES:
        is_one = kit.worth[theirs] == ONE
        fired[DEEP_1] += is_one and out == target
        fired[SAVED] += is_one and out == NOBODY
    elif card == Card.CATS or card == Card.GOLDEN_MEAD:
        fired[LOOK] += 1
        if insane:
            fired[MEAD if b.left > 0 else MEAD_EMPTY] += 1
    elif (card == Card.HOUND and not insane) or card == Card.GREAT_RACE:
        mine, other = kit.worth[kept], kit.worth[theirs]
        fired[TIED] += mine == other
        fired[COMPARED] += out != NOBODY
        fired[SAVED] += mine != other and out == NOBODY
        fired[COMPARED_0] += kept == Card.BRAINCASE or theirs == Card.BRAINCASE
    elif card == Card.HOUND:
        fired[HOUND_INSANE if b.insanity[target] > 0 else HOUND_SANE] += 1
        fired[SAVED] += b.insanity[target] == 0 and out == NOBODY
    elif card == Card.MI_GO and insane:
        fired[TAKEN] += 1
    elif card == Card.ARMITAGE or card == Card.MI_GO:
        see_discard(kit, b, a, row, theirs, fired)
    else:
        fired[TRADED] += 1
    if target == me and can_choose_nobody(kit, b):
        fired[SELF_ONLY] += 1


@kernel
def see_discard(kit, b, a, row, card, fired):
    """A hand discarded to Armitage or Mi-Go."""
    is_eight = card == Card.NECRONOMICON or card == Card.CTHULHU
    if is_eight:
        fired[EIGHT_OUT if a.log[row, Event.OUT] != NOBODY else EIGHT_SAVED] += 1
    else:
        fired[REPLACED] += 1
        fired[FACE_DOWN] += b.left == 0
        fired[BRAIN_DISCARDED] += card == Card.BRAINCASE


@kernel
def can_choose_nobody(kit, b):
    """Whether all other players still in are protected."""
    for seat in range(kit.num_players):
        if seat != b.seat and not b.out[seat] and not b.protected[seat]:
            return False
    return True


@kernel
def see_collecting(kit, b, a, row, fired):
    """Nyarlathotep's Insane side."""
    if can_choose_nobody(kit, b):
        fired[LOST] += 1
        return
    fired[GIVEN_OUT] += 1
    for seat in range(kit.num_players):
        if seat != b.seat and not b.out[seat] and b.protected[seat]:
            fired[EXEMPT] += 1
            break


@kernel
def see_guess(kit, a, row, theirs, number, fired):
    """A number named against a player who holds `theirs`."""
    is_right = kit.worth[theirs] == number
    fired[RIGHT if is_right else WRONG] += 1
    fired[NAMED_0] += number == 0
    if is_right and a.log[row, Event.OUT] == NOBODY:
        fired[SAVED] += 1
        fired[TRUE_ANSWER] += 1


@kernel
def see_turns(kit, b, a, fired):
    """From the end of the effect to the next decision: piles, Sanity Checks, the next turn.

    The log of a round that is over in a match is gone; in single rounds it stays.
    """
    first = b.rows if b.phase == Phase.PLAY else b.rows - 1
    for row in range(first, a.rows):
        out = a.log[row, Event.OUT]
        fired[TURNED_UP] += out != NOBODY
        if a.log[row, Event.CARD] == NO_CARD:
            see_check(kit, a, row, fired)
    if a.round_number != b.round_number:
        return
    for seat in range(kit.num_players):
        fired[UNPROTECT] += b.protected[seat] and not a.protected[seat] and not a.out[seat]
        fired[MADNESS] += b.insanity[seat] == 0 and a.insanity[seat] > 0 and not a.out[seat]
    if a.ending == Ending.GOING_ON and a.turn_row == a.rows and a.seat != b.seat:
        fired[DRAW] += 1
        seat = (b.seat + 1) % kit.num_players
        while seat != a.seat:
            fired[SKIPPED] += b.out[seat]
            seat = (seat + 1) % kit.num_players


@kernel
def see_check(kit, a, row, fired):
    """One Sanity Check."""
    seat, out = a.log[row, Event.ACTOR], a.log[row, Event.OUT]
    start, turned = a.log[row, Event.DREW_AT], a.log[row, Event.TURNED]
    lethal, insanity = 0, 0
    for place in range(start, start + turned):
        card = a.deck[place]
        insanity += kit.insanity[card]
        lethal += kit.insanity[card] or card == Card.NECRONOMICON
    fired[CHECK] += 1
    fired[CHECK_PILE] += turned > lethal
    if out == seat:
        last = a.deck[start + turned - 1]
        fired[CHECK_INSANITY if kit.insanity[last] else CHECK_BOOK] += 1
        return
    fired[CHECK_IMMORTAL] += lethal > 0
    fired[CHECK_MANY] += turned > 1
    if a.ending != Ending.GOING_ON and row == a.rows - 1:
        fired[CHECK_SHORT] += turned < a.insanity[seat] - insanity


@kernel
def see_round(kit, b, a, fired):
    """The end of a round, and of the game."""
    if a.ending == Ending.GOING_ON and a.round_number == b.round_number:
        return
    if a.ending == Ending.GOING_ON:
        fired[NEW_ROUND] += 1
        fired[FACE_UP] += kit.num_players == 2
        fired[WINNER_STARTS if a.winner != NOBODY else SAME_STARTS] += 1
    sane, insane = 0, 0
    for seat in range(kit.num_players):
        sane += a.sane_tokens[seat] - b.sane_tokens[seat]
        insane += a.insane_tokens[seat] - b.insane_tokens[seat]
    fired[SANE_TOKEN] += sane
    fired[INSANE_TOKEN] += insane
    if insane and a.winner == b.seat:
        fired[JUST_PLAYED] += b.insanity[b.seat] == 0
    if a.ending == Ending.SANE_TOKENS:
        fired[SANE_WIN] += 1
    elif a.ending == Ending.INSANE_TOKENS:
        fired[INSANE_WIN] += 1
    elif a.ending == Ending.CTHULHU:
        fired[CTHULHU_WIN] += 1
    elif a.ending == Ending.LAST_ONE_STANDING:
        fired[LAST_ONE] += 1
    elif a.ending == Ending.HIGHEST_CARD or a.ending == Ending.DRAWN_ROUND:
        fired[HIGHEST if a.winner != NOBODY else DRAWN] += 1
        fired[NO_DRAW] += a.rows == 0 or a.log[a.rows - 1, Event.CARD] != NO_CARD
        see_equals(kit, a, fired)


@kernel
def see_equals(kit, a, fired):
    """Two who show equal values."""
    for seat in range(kit.num_players):
        for other in range(seat):
            mine, theirs = a.showdown[seat], a.showdown[other]
            if mine != NO_CARD and theirs != NO_CARD and kit.worth[mine] == kit.worth[theirs]:
                fired[EQUAL] += 1
                return


COVERAGE = RuleDetector(SIGNS, count_signs, tables=({"rounds": "single"}, {"rounds": "match"}))
