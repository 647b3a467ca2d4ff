"""What the occultist expects of each side of a card: a score for every way to play it.

Every score is `calm`, the chance to win if nothing happens, changed by what the card does against
each card that the chosen player may hold.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from math import exp

from cthulhu_agents.lovecraft_letter.value import (
    boosted,
    outlook,
    steadiness,
    threat_with,
    win_prob,
)
from cthulhu_agents.scoring import propose
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
def consider_sane(kit, mask, notes, card):
    """All ways to play the Sane side of a card."""
    start = kit.first_id[card, 0]
    if kit.nobody_id[card, 0] >= 0:
        propose(mask, notes, kit.nobody_id[card, 0], notes.calm)
    if card == Card.INVESTIGATORS or card == Card.DEEP_ONES:
        consider_numbers(kit, mask, notes, start)
    elif card == Card.CATS or card == Card.GOLDEN_MEAD:
        consider_look(kit, mask, notes, start)
    elif card == Card.GREAT_RACE or card == Card.HOUND:
        consider_comparison(kit, mask, notes, start)
    elif card == Card.ELDER_SIGN or card == Card.LIBER_IVONIS:
        propose(mask, notes, start, boosted(notes, exp(kit.shielded)))
    elif card == Card.ARMITAGE or card == Card.MI_GO:
        consider_new_hand(kit, mask, notes, start)
    elif card == Card.CARTER or card == Card.NYARLATHOTEP:
        consider_trade(kit, mask, notes, start)
    elif card == Card.SILVER_KEY or card == Card.TRAPEZOHEDRON:
        propose(mask, notes, start, notes.calm)
    elif not notes.immortal[0]:
        propose(mask, notes, start, SUICIDE)
    else:  # R4.4b: neither an 8 nor the Braincase does anything to the immortal
        propose(mask, notes, start, notes.calm)


@kernel
def consider_insane(kit, mask, notes, card):
    """All ways to play the Insane side of a card."""
    start = kit.first_id[card, 1]
    if kit.nobody_id[card, 1] >= 0:
        propose(mask, notes, kit.nobody_id[card, 1], notes.calm)
    if card == Card.DEEP_ONES:
        consider_deep_ones(kit, mask, notes, start)
    elif card == Card.HOUND:
        consider_hound(kit, mask, notes, start)
    elif card == Card.LIBER_IVONIS:
        mortal = steadiness(notes, 0, notes.my_insanity)
        propose(mask, notes, start, boosted(notes, notes.undying / mortal))
    elif card == Card.GOLDEN_MEAD or card == Card.MI_GO:
        consider_extra_play(kit, mask, notes, start, card)
    elif card == Card.NYARLATHOTEP:
        consider_collection(kit, mask, notes, start)
    elif card == Card.TRAPEZOHEDRON:
        wins = kit.worth[notes.mine] >= FORCING_VALUE
        propose(mask, notes, start, notes.my_prize[1] if wins else notes.calm)
    elif card == Card.CTHULHU:
        wins = notes.insanity[0] >= CTHULHU_NEEDS
        propose(mask, notes, start, 1.0 if wins else SUICIDE)


@kernel(inline=True)
def hit(notes, seat, card):
    """What it brings to put out a seat that may hold a card, by the chance that it does."""
    if notes.immortal[seat]:
        return 0.0
    return notes.belief[seat, card] * (notes.gone[seat] - notes.now[seat, card])


@kernel
def hit_number(kit, notes, seat, number):
    """What it brings to name a number to a seat."""
    gain = 0.0
    for card in range(N_CARDS):
        if kit.worth[card] == number:
            gain += hit(notes, seat, card)
    return gain


@kernel
def consider_numbers(kit, mask, notes, start):
    """R4.1: each number named to each seat."""
    for seat in range(1, kit.num_players):
        for place in range(N_NUMBERS):
            action = start + (seat - 1) * N_NUMBERS + place
            if mask[action]:
                gain = hit_number(kit, notes, seat, place + (place >= ONE))
                propose(mask, notes, action, notes.calm + gain)


@kernel
def consider_deep_ones(kit, mask, notes, start):
    """R4.1c: a 1, and the best number after it."""
    for seat in range(1, kit.num_players):
        if not mask[start + seat - 1]:
            continue
        best, gain = 0.0, 0.0
        for number in range(N_NUMBERS + 1):
            gain = hit_number(kit, notes, seat, number)
            if number == ONE:
                ones = gain
            else:
                best = max(best, gain)
        propose(mask, notes, start + seat - 1, notes.calm + ones + best)


@kernel
def doubt(notes, seat):
    """How much of a seat's hand I do not know, as a share of all other hands."""
    surest = 0.0
    for card in range(N_CARDS):
        surest = max(surest, notes.belief[seat, card])
    return (1.0 - surest) / (notes.still_in - 1)


@kernel
def consider_look(kit, mask, notes, start):
    """R4.2: knowledge, worth more the less I know."""
    for seat in range(1, kit.num_players):
        if mask[start + seat - 1]:
            insight = exp(notes.learning * doubt(notes, seat))
            propose(mask, notes, start + seat - 1, boosted(notes, insight))


@kernel
def consider_comparison(kit, mask, notes, start):
    """R4.3: the lower card is out."""
    value = kit.worth[notes.mine]
    for seat in range(1, kit.num_players):
        if not mask[start + seat - 1]:
            continue
        score = notes.calm
        for card in range(N_CARDS):
            if kit.worth[card] < value:
                score += hit(notes, seat, card)
            elif kit.worth[card] > value and not notes.immortal[0]:
                score += notes.belief[seat, card] * (notes.lost - notes.now[seat, card])
        propose(mask, notes, start + seat - 1, score)


@kernel
def consider_hound(kit, mask, notes, start):
    """R4.3c: a sane player is out."""
    for seat in range(1, kit.num_players):
        if not mask[start + seat - 1]:
            continue
        score = notes.calm
        for card in range(N_CARDS):
            if notes.insanity[seat] == 0:
                score += hit(notes, seat, card)
        propose(mask, notes, start + seat - 1, score)


@kernel
def consider_new_hand(kit, mask, notes, start):
    """R4.5: a seat gets a new card, or is out with an 8; so do I."""
    if mask[start]:
        propose(mask, notes, start, renew_mine(kit, notes))
    for seat in range(1, kit.num_players):
        if not mask[start + seat]:
            continue
        sanely, madly = renew(notes, seat, 0), renew(notes, seat, 1)
        score = notes.calm
        for card in range(N_CARDS):
            is_eight = card == Card.NECRONOMICON or card == Card.CTHULHU
            if is_eight and not notes.immortal[seat]:
                score += hit(notes, seat, card)
            else:
                then = madly if kit.insanity[card] else sanely
                score += notes.belief[seat, card] * (then - notes.now[seat, card])
        propose(mask, notes, start + seat, score)


@kernel
def renew_mine(kit, notes):
    """My chance with a new card; the old one may make me insane (R4.5e)."""
    mine = notes.mine
    is_eight = mine == Card.NECRONOMICON or mine == Card.CTHULHU
    if is_eight and not notes.immortal[0]:
        return SUICIDE
    score = 0.0
    notes.my_insanity += kit.insanity[mine]
    for card in range(N_CARDS):
        if notes.pool[card] > 0.0:
            score += notes.pool[card] * outlook(kit, notes, card, NOBODY, NO_CARD)
    notes.my_insanity -= kit.insanity[mine]
    return score


@kernel
def renew(notes, seat, more):
    """My chance if a seat draws a new card, with `more` Insanity cards added before it."""
    score, threat = 0.0, 0.0
    for card in range(N_CARDS):
        if notes.pool[card] > 0.0:
            score += notes.pool[card] * notes.now[seat, card]
            threat += notes.pool[card] * threat_with(notes, seat, card, more)
    if notes.pile == 0:
        return score
    return win_prob(notes, notes.my_strength, notes.prize_now, seat, threat)


@kernel
def consider_trade(kit, mask, notes, start):
    """R4.6, R8.6: we trade, and know each other's card."""
    for seat in range(1, kit.num_players):
        if not mask[start + seat - 1]:
            continue
        insight, boost = notes.insight, notes.boost
        notes.insight += (1.0 - notes.known[seat]) / (notes.still_in - 1)
        score = notes.calm
        for card in range(N_CARDS):
            if notes.belief[seat, card] > 0.0:
                notes.boost = boost if kit.worth[card] == ONE else boost * exp(kit.exposed)
                then = outlook(kit, notes, card, seat, notes.mine)
                score += notes.belief[seat, card] * (then - notes.now[seat, card])
        notes.insight, notes.boost = insight, boost
        propose(mask, notes, start + seat - 1, score)


@kernel
def consider_collection(kit, mask, notes, start):
    """R4.6a: I learn all hands that can be chosen, and give them out as it suits me."""
    if not mask[start]:
        return
    hands, insight = 0, 0.0
    for seat in range(1, kit.num_players):
        if notes.is_in[seat] and not notes.protected[seat]:
            hands += 1
            insight += doubt(notes, seat)
    sway = kit.sway if hands > 1 else 1.0  # less of them is more of me
    propose(mask, notes, start, boosted(notes, exp(notes.learning * insight) / sway))


@kernel
def consider_extra_play(kit, mask, notes, start, card):
    """R4.2a, R4.5f: one card more beside mine, drawn or taken for the Braincase, and I play the
    one that suits me.
    """
    is_taken = card == Card.MI_GO
    theirs = Card.BRAINCASE if is_taken else NO_CARD
    for seat in range(1, kit.num_players):
        if not mask[start + seat - 1]:
            continue
        score, look = 0.0, 0.0
        if not is_taken:
            look = boosted(notes, exp(notes.learning * doubt(notes, seat))) - notes.calm
            if notes.pile == 0:  # R4.2b
                propose(mask, notes, start + seat - 1, notes.calm)
                continue
            notes.pile -= 1
        for other in range(N_CARDS):
            held = notes.belief[seat, other] if is_taken else notes.pool[other]
            if held > 0.0:
                score += held * play_again(kit, notes, other, seat if is_taken else NOBODY, theirs)
        notes.pile += not is_taken
        propose(mask, notes, start + seat - 1, score + look)


@kernel
def play_again(kit, notes, card, seat, theirs):
    """My chance if I hold a card beside my own and play the one that suits me, while another seat
    holds `theirs`.
    """
    best = SUICIDE
    for order in range(2):
        played, kept = (card, notes.mine) if order == 0 else (notes.mine, card)
        best = max(best, play_of_two(kit, notes, played, kept, seat, theirs))
    return best


@kernel
def play_of_two(kit, notes, played, kept, seat, theirs):
    """The same by playing one of the two. Only what wins or loses at once is looked at; other
    effects count by habit.
    """
    is_seven = played == Card.SILVER_KEY or played == Card.TRAPEZOHEDRON
    if kept == Card.SILVER_KEY and kit.worth[played] >= FORCING_VALUE and not is_seven:
        return SUICIDE  # R4.7e: cannot be played
    if played == Card.TRAPEZOHEDRON and kit.worth[kept] >= FORCING_VALUE:
        return notes.my_prize[1]
    if played == Card.CTHULHU and notes.insanity[0] >= CTHULHU_NEEDS:
        return 1.0
    is_eight = played == Card.NECRONOMICON or played == Card.CTHULHU
    is_fatal = is_eight or played == Card.BRAINCASE
    if is_fatal and not notes.immortal[0]:
        return notes.lost
    boost = notes.boost
    notes.boost *= 1.0 if is_seven or is_fatal else exp(kit.extra)
    notes.my_insanity += kit.insanity[played]
    score = outlook(kit, notes, kept, seat, theirs)
    notes.my_insanity -= kit.insanity[played]
    notes.boost = boost
    return score
