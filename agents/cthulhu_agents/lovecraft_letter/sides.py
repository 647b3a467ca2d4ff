"""What the occultist expects of each side of a card: a score for every way to play it.

Every score is `calm`, the chance to win if nothing happens, changed by what the card does against
each card that the chosen player may hold.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from math import exp

from cthulhu_agents.lovecraft_letter.value import boosted, chance, outlook, steadiness, threat_with
from cthulhu_agents.scoring import offer
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.actions import N_NUMBERS
from cthulhu_envs.games.lovecraft_letter.cards import (
    CTHULHU_NEEDS,
    FORCING_VALUE,
    N_CARDS,
    ONE,
    Card,
)

SUICIDE = -1.0  # less than any chance to win, whatever it costs


@kernel
def consider_sane(sheet, mask, mind, card):
    """All ways to play the Sane side of a card."""
    start = sheet.first_id[card, 0]
    if sheet.nobody_id[card, 0] >= 0:
        offer(mask, mind, sheet.nobody_id[card, 0], mind.calm)
    if card == Card.INVESTIGATORS or card == Card.DEEP_ONES:
        consider_numbers(sheet, mask, mind, start)
    elif card == Card.CATS or card == Card.GOLDEN_MEAD:
        consider_look(sheet, mask, mind, start)
    elif card == Card.GREAT_RACE or card == Card.HOUND:
        consider_comparison(sheet, mask, mind, start)
    elif card == Card.ELDER_SIGN or card == Card.LIBER_IVONIS:
        offer(mask, mind, start, boosted(mind, exp(sheet.shielded)))
    elif card == Card.ARMITAGE or card == Card.MI_GO:
        consider_new_hand(sheet, mask, mind, start)
    elif card == Card.CARTER or card == Card.NYARLATHOTEP:
        consider_trade(sheet, mask, mind, start)
    elif card == Card.SILVER_KEY or card == Card.TRAPEZOHEDRON:
        offer(mask, mind, start, mind.calm)
    elif not mind.immortal[0]:
        offer(mask, mind, start, SUICIDE)
    else:  # R4.4b: neither an 8 nor the Braincase does anything to the immortal
        offer(mask, mind, start, mind.calm)


@kernel
def consider_insane(sheet, mask, mind, card):
    """All ways to play the Insane side of a card."""
    start = sheet.first_id[card, 1]
    if sheet.nobody_id[card, 1] >= 0:
        offer(mask, mind, sheet.nobody_id[card, 1], mind.calm)
    if card == Card.DEEP_ONES:
        consider_deep_ones(sheet, mask, mind, start)
    elif card == Card.HOUND:
        consider_hound(sheet, mask, mind, start)
    elif card == Card.LIBER_IVONIS:
        mortal = steadiness(mind, 0, mind.my_insanity)
        offer(mask, mind, start, boosted(mind, mind.undying / mortal))
    elif card == Card.GOLDEN_MEAD or card == Card.MI_GO:
        consider_extra_play(sheet, mask, mind, start, card)
    elif card == Card.NYARLATHOTEP:
        consider_collection(sheet, mask, mind, start)
    elif card == Card.TRAPEZOHEDRON:
        wins = sheet.worth[mind.mine] >= FORCING_VALUE
        offer(mask, mind, start, mind.my_prize[1] if wins else mind.calm)
    elif card == Card.CTHULHU:
        wins = mind.insanity[0] >= CTHULHU_NEEDS
        offer(mask, mind, start, 1.0 if wins else SUICIDE)


@kernel(inline=True)
def hit(mind, seat, card):
    """What it brings to put out a seat that may hold a card, by the chance that it does."""
    if mind.immortal[seat]:
        return 0.0
    return mind.belief[seat, card] * (mind.gone[seat] - mind.now[seat, card])


@kernel
def hit_number(sheet, mind, seat, number):
    """What it brings to name a number to a seat."""
    gain = 0.0
    for card in range(N_CARDS):
        if sheet.worth[card] == number:
            gain += hit(mind, seat, card)
    return gain


@kernel
def consider_numbers(sheet, mask, mind, start):
    """R4.1: each number named to each seat."""
    for seat in range(1, sheet.num_players):
        for place in range(N_NUMBERS):
            action = start + (seat - 1) * N_NUMBERS + place
            if mask[action]:
                gain = hit_number(sheet, mind, seat, place + (place >= ONE))
                offer(mask, mind, action, mind.calm + gain)


@kernel
def consider_deep_ones(sheet, mask, mind, start):
    """R4.1c: a 1, and the best number after it."""
    for seat in range(1, sheet.num_players):
        if not mask[start + seat - 1]:
            continue
        best, gain = 0.0, 0.0
        for number in range(N_NUMBERS + 1):
            gain = hit_number(sheet, mind, seat, number)
            if number == ONE:
                ones = gain
            else:
                best = max(best, gain)
        offer(mask, mind, start + seat - 1, mind.calm + ones + best)


@kernel
def doubt(mind, seat):
    """How much of a seat's hand I do not know, as a share of all other hands."""
    surest = 0.0
    for card in range(N_CARDS):
        surest = max(surest, mind.belief[seat, card])
    return (1.0 - surest) / (mind.still_in - 1)


@kernel
def consider_look(sheet, mask, mind, start):
    """R4.2: knowledge, worth more the less I know."""
    for seat in range(1, sheet.num_players):
        if mask[start + seat - 1]:
            insight = exp(mind.learning * doubt(mind, seat))
            offer(mask, mind, start + seat - 1, boosted(mind, insight))


@kernel
def consider_comparison(sheet, mask, mind, start):
    """R4.3: the lower card is out."""
    value = sheet.worth[mind.mine]
    for seat in range(1, sheet.num_players):
        if not mask[start + seat - 1]:
            continue
        score = mind.calm
        for card in range(N_CARDS):
            if sheet.worth[card] < value:
                score += hit(mind, seat, card)
            elif sheet.worth[card] > value and not mind.immortal[0]:
                score += mind.belief[seat, card] * (mind.lost - mind.now[seat, card])
        offer(mask, mind, start + seat - 1, score)


@kernel
def consider_hound(sheet, mask, mind, start):
    """R4.3c: a sane player is out."""
    for seat in range(1, sheet.num_players):
        if not mask[start + seat - 1]:
            continue
        score = mind.calm
        for card in range(N_CARDS):
            if mind.insanity[seat] == 0:
                score += hit(mind, seat, card)
        offer(mask, mind, start + seat - 1, score)


@kernel
def consider_new_hand(sheet, mask, mind, start):
    """R4.5: a seat gets a new card, or is out with an 8; so do I."""
    if mask[start]:
        offer(mask, mind, start, renew_mine(sheet, mind))
    for seat in range(1, sheet.num_players):
        if not mask[start + seat]:
            continue
        sanely, madly = renew(mind, seat, 0), renew(mind, seat, 1)
        score = mind.calm
        for card in range(N_CARDS):
            is_eight = card == Card.NECRONOMICON or card == Card.CTHULHU
            if is_eight and not mind.immortal[seat]:
                score += hit(mind, seat, card)
            else:
                then = madly if sheet.insanity[card] else sanely
                score += mind.belief[seat, card] * (then - mind.now[seat, card])
        offer(mask, mind, start + seat, score)


@kernel
def renew_mine(sheet, mind):
    """My chance with a new card; the old one may make me insane (R4.5e)."""
    mine = mind.mine
    is_eight = mine == Card.NECRONOMICON or mine == Card.CTHULHU
    if is_eight and not mind.immortal[0]:
        return SUICIDE
    score = 0.0
    mind.my_insanity += sheet.insanity[mine]
    for card in range(N_CARDS):
        if mind.pool[card] > 0.0:
            score += mind.pool[card] * outlook(sheet, mind, card, NOBODY, NO_CARD)
    mind.my_insanity -= sheet.insanity[mine]
    return score


@kernel
def renew(mind, seat, more):
    """My chance if a seat draws a new card, with so many more Insanity cards before it."""
    score, threat = 0.0, 0.0
    for card in range(N_CARDS):
        if mind.pool[card] > 0.0:
            score += mind.pool[card] * mind.now[seat, card]
            threat += mind.pool[card] * threat_with(mind, seat, card, more)
    if mind.pile == 0:
        return score
    return chance(mind, mind.my_strength, mind.prize_now, seat, threat)


@kernel
def consider_trade(sheet, mask, mind, start):
    """R4.6, R8.6: we trade, and know each other's card."""
    for seat in range(1, sheet.num_players):
        if not mask[start + seat - 1]:
            continue
        insight, boost = mind.insight, mind.boost
        mind.insight += (1.0 - mind.known[seat]) / (mind.still_in - 1)
        score = mind.calm
        for card in range(N_CARDS):
            if mind.belief[seat, card] > 0.0:
                mind.boost = boost if sheet.worth[card] == ONE else boost * exp(sheet.exposed)
                then = outlook(sheet, mind, card, seat, mind.mine)
                score += mind.belief[seat, card] * (then - mind.now[seat, card])
        mind.insight, mind.boost = insight, boost
        offer(mask, mind, start + seat - 1, score)


@kernel
def consider_collection(sheet, mask, mind, start):
    """R4.6a: I learn all hands that can be chosen, and give them out as it suits me."""
    if not mask[start]:
        return
    hands, insight = 0, 0.0
    for seat in range(1, sheet.num_players):
        if mind.is_in[seat] and not mind.protected[seat]:
            hands += 1
            insight += doubt(mind, seat)
    sway = sheet.sway if hands > 1 else 1.0  # less of them is more of me
    offer(mask, mind, start, boosted(mind, exp(mind.learning * insight) / sway))


@kernel
def consider_extra_play(sheet, mask, mind, start, card):
    """R4.2a, R4.5f: one card more beside mine, drawn or taken for the Braincase, and I play the
    one that suits me.
    """
    is_taken = card == Card.MI_GO
    theirs = Card.BRAINCASE if is_taken else NO_CARD
    for seat in range(1, sheet.num_players):
        if not mask[start + seat - 1]:
            continue
        score, look = 0.0, 0.0
        if not is_taken:
            look = boosted(mind, exp(mind.learning * doubt(mind, seat))) - mind.calm
            if mind.pile == 0:  # R4.2b
                offer(mask, mind, start + seat - 1, mind.calm)
                continue
            mind.pile -= 1
        for other in range(N_CARDS):
            held = mind.belief[seat, other] if is_taken else mind.pool[other]
            if held > 0.0:
                score += held * play_again(sheet, mind, other, seat if is_taken else NOBODY, theirs)
        mind.pile += not is_taken
        offer(mask, mind, start + seat - 1, score + look)


@kernel
def play_again(sheet, mind, card, seat, theirs):
    """My chance if I hold a card beside my own and play the one that suits me, while another seat
    holds `theirs`.
    """
    best = SUICIDE
    for order in range(2):
        played, kept = (card, mind.mine) if order == 0 else (mind.mine, card)
        best = max(best, play_of_two(sheet, mind, played, kept, seat, theirs))
    return best


@kernel
def play_of_two(sheet, mind, played, kept, seat, theirs):
    """The same by playing one of the two. Only what wins or loses at once is looked at; other
    effects count by habit.
    """
    is_seven = played == Card.SILVER_KEY or played == Card.TRAPEZOHEDRON
    if kept == Card.SILVER_KEY and sheet.worth[played] >= FORCING_VALUE and not is_seven:
        return SUICIDE  # R4.7e: cannot be played
    if played == Card.TRAPEZOHEDRON and sheet.worth[kept] >= FORCING_VALUE:
        return mind.my_prize[1]
    if played == Card.CTHULHU and mind.insanity[0] >= CTHULHU_NEEDS:
        return 1.0
    is_eight = played == Card.NECRONOMICON or played == Card.CTHULHU
    is_fatal = is_eight or played == Card.BRAINCASE
    if is_fatal and not mind.immortal[0]:
        return mind.lost
    boost = mind.boost
    mind.boost *= 1.0 if is_seven or is_fatal else exp(sheet.extra)
    mind.my_insanity += sheet.insanity[played]
    score = outlook(sheet, mind, kept, seat, theirs)
    mind.my_insanity -= sheet.insanity[played]
    mind.boost = boost
    return score
