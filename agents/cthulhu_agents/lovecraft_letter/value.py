"""What a hand is worth to the occultist: its chance to win the match.

Every card has a strength at each stage of the round, for sane and for insane holders, and the
chance of a seat to win the round is its strength among that of all who are in; after the last turn
the highest value held alone wins. An insane seat is weaker by its chance to fail a Sanity Check. A
round won counts for as much as its token brings its winner nearer to the goal.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from math import exp

from cthulhu_agents.lovecraft_letter.records import MOST_INSANITY
from cthulhu_agents.scoring import whole
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import MAX_DECK, NO_CARD, NOBODY
from cthulhu_envs.games.lovecraft_letter.cards import (
    CTHULHU_NEEDS,
    INSANE_GOAL,
    N_CARDS,
    N_VALUES,
    SANE_GOAL,
    Card,
)

SURELY_ON = 0.97  # no round is certain to go on
LEAST_STANDING = 1e-6  # and nobody lost for certain: strengths are divided by one another


@kernel
def size_up(kit, obs, notes):
    """The strength of every card at this stage, and the threat that every other seat is."""
    notes.pile = whole(obs[kit.ob.pile], MAX_DECK)
    set_stage(kit, notes)
    weigh_checks(kit, notes)
    weigh_tokens(kit, obs, notes)
    weigh_knowledge(kit, obs, notes)
    notes.all_threat = 0.0
    notes.all_prize = 0.0
    for seat in range(1, kit.num_players):
        if not notes.is_in[seat]:
            continue
        for more in range(2):
            notes.factor[seat, more] = steadiness(notes, seat, notes.insanity[seat] + more)
            if notes.protected[seat]:
                notes.factor[seat, more] *= exp(kit.shielded)
        threat = 0.0
        for value in range(N_VALUES + 1):
            notes.lower[seat, value] = 0.0
        for card in range(N_CARDS):
            prob = notes.belief[seat, card]
            if prob > 0.0:
                threat += prob * threat_with(notes, seat, card, 0)
                for value in range(kit.worth[card] + 1, N_VALUES + 1):
                    notes.lower[seat, value] += prob
        notes.threat[seat] = threat
        notes.all_threat += threat
        notes.all_prize += threat * notes.prize[seat]


@kernel(inline=True)
def set_stage(kit, notes):
    """How late it is: the turns that the draw pile still has for each seat, checks included."""
    cycle = 0
    for seat in range(kit.num_players):
        if notes.is_in[seat]:
            cycle += 1 + notes.insanity[seat]
    notes.cycle = cycle
    notes.lateness = exp(-kit.fade * notes.pile / cycle)
    for mad in range(2):
        for card in range(N_CARDS):
            early, late = kit.early[mad, card], kit.late[mad, card]
            notes.strength[mad, card] = exp(between(notes, early, late))


@kernel(inline=True)
def between(notes, early, late):
    """From an early to a late number as the round goes on."""
    return early + (late - early) * notes.lateness


@kernel
def weigh_checks(kit, notes):
    """R3.2: the chance to stand the checks to come, for every number of Insanity cards.

    Any cards I cannot locate may be turned up, so none of the first m is lethal with the chance
    of m draws without putting back. The round may end before each further turn.
    """
    turns = (notes.pile + notes.cycle // 2) // notes.cycle
    on = min(kit.going_on + kit.going_on_each * (notes.still_in - 2), SURELY_ON)
    for insanity in range(MOST_INSANITY + 1):
        stood, reached, harmless, left = 1.0, 1.0, notes.total - notes.lethal, notes.total
        standing = 0.0
        for _ in range(turns):
            standing += reached * (1.0 - on) * stood
            reached *= on
            for _ in range(insanity):
                stood *= max(harmless, 0.0) / max(left, 1.0)
                harmless -= 1.0
                left -= 1.0
        standing = max(standing + reached * stood, LEAST_STANDING)
        notes.standing[insanity] = standing**kit.caution
    notes.undying = exp(between(notes, kit.immortal, kit.immortal_late))


@kernel
def weigh_tokens(kit, obs, notes):
    """R7: my chance to win the match if I win this round, sane or insane, or another does."""
    if not kit.tokens_count:
        notes.my_prize[:] = 1.0
        notes.prize[:] = 0.0
        notes.draw_prize = 1.0 / kit.num_players
        return
    total = 0.0
    for seat in range(kit.num_players):
        total += nearness(kit, obs, seat, 0, 0)
    notes.draw_prize = nearness(kit, obs, 0, 0, 0) / total if total > 0.0 else 0.0
    notes.my_prize[0] = match_chance(kit, obs, 0, 0)
    notes.my_prize[1] = match_chance(kit, obs, 0, 1)
    turning = kit.turning * (1.0 - notes.lateness)
    for seat in range(1, kit.num_players):
        madly = 1.0 if notes.insanity[seat] > 0 else turning
        sane, mad = match_chance(kit, obs, seat, 0), match_chance(kit, obs, seat, 1)
        notes.prize[seat] = sane + (mad - sane) * madly


@kernel
def match_chance(kit, obs, winner, mad):
    """My chance to win the match once a seat has won a token, Sane or Insane."""
    gained = nearness(kit, obs, winner, 1 - mad, mad)
    if gained == 0.0:
        return 1.0 if winner == 0 else 0.0
    total = gained
    for seat in range(kit.num_players):
        if seat != winner:
            total += nearness(kit, obs, seat, 0, 0)
    return (gained if winner == 0 else nearness(kit, obs, 0, 0, 0)) / total


@kernel(inline=True)
def nearness(kit, obs, seat, more_sane, more_insane):
    """How near tokens bring a seat, with one more of a kind; 0 if that wins the match."""
    seen = obs[kit.ob.sane_tokens + seat] / kit.scale.sane_tokens
    sane = whole(seen + 0.5, MAX_DECK) + more_sane
    seen = obs[kit.ob.insane_tokens + seat] / kit.scale.insane_tokens
    insane = whole(seen + 0.5, MAX_DECK) + more_insane
    if sane >= SANE_GOAL or insane >= INSANE_GOAL:
        return 0.0
    return kit.closeness[sane, insane]


@kernel(inline=True)
def steadiness(notes, seat, insanity):
    """Factor on the strength of a seat: the checks it has to stand, or being above them."""
    if notes.immortal[seat]:
        return notes.undying
    return notes.standing[min(insanity, MOST_INSANITY)]


@kernel(inline=True)
def threat_with(notes, seat, card, more):
    """The strength of another seat if it holds a card, with more Insanity cards."""
    mad = 1 if notes.insanity[seat] + more > 0 else 0
    return notes.factor[seat, more] * notes.strength[mad, card]


@kernel
def my_strength(kit, notes, card):
    """My own strength with a card when this turn is over."""
    mad = 1 if notes.my_insanity > 0 else 0
    strength = notes.boost * notes.strength[mad, card]
    strength *= steadiness(notes, 0, notes.my_insanity)
    is_one = card == Card.INVESTIGATORS or card == Card.DEEP_ONES
    if notes.insight > 0.0:
        strength *= exp((kit.insight_one if is_one else kit.insight) * notes.insight)
    if notes.exposed[card] and not is_one:
        strength *= exp(kit.exposed)
    return strength


@kernel
def my_prize_now(kit, notes, mine):
    """My chance to win the match if I win the round from here, sane or insane; with Cthulhu and
    Insanity cards enough I mean to win both at once (R4.8a).
    """
    if mine == Card.CTHULHU and notes.my_insanity >= CTHULHU_NEEDS:
        return 1.0
    if notes.my_insanity > 0:
        return notes.my_prize[1]
    turning = kit.turning * (1.0 - notes.lateness)
    return notes.my_prize[0] + (notes.my_prize[1] - notes.my_prize[0]) * turning


@kernel
def outlook(kit, notes, mine, seat, theirs):
    """My chance to win the match with `mine`, if another seat holds `theirs` (NO_CARD: is out)."""
    prize = my_prize_now(kit, notes, mine)
    if notes.pile == 0:
        return showdown(kit, notes, prize, mine, seat, theirs)
    strength = my_strength(kit, notes, mine)
    threat = 0.0
    if seat != NOBODY and theirs != NO_CARD:
        threat = threat_with(notes, seat, theirs, 0)
    return win_prob(notes, strength, prize, seat, threat)


@kernel(inline=True)
def win_prob(notes, strength, prize, seat, threat):
    """The same for a strength of mine, if another seat (or NOBODY) is of such strength."""
    everybody, prizes = notes.all_threat, notes.all_prize
    if seat != NOBODY:
        everybody += threat - notes.threat[seat]
        prizes += (threat - notes.threat[seat]) * notes.prize[seat]
    return (strength * prize + prizes) / (strength + everybody)


@kernel
def showdown(kit, notes, prize, mine, seat, theirs):
    """The same when this turn is the last: the highest value held alone wins (R6.3), and if two
    hold the same, nobody does (R6.4).
    """
    alone, highest, prizes, others = 1.0, 1.0, 0.0, 0
    value = kit.worth[mine]
    for other in range(1, kit.num_players):
        if not notes.is_in[other] or (other == seat and theirs == NO_CARD):
            continue
        others += 1
        prizes += notes.prize[other]
        if other != seat:
            alone *= notes.lower[other, value]
            highest *= notes.lower[other, value + 1]
        else:
            alone *= kit.worth[theirs] < value
            highest *= kit.worth[theirs] <= value
    if others == 0:
        return prize
    score = alone * prize + (1.0 - alone) * prizes / others
    if others == 1:  # among more, a tie makes a third player win
        score += (highest - alone) * (notes.draw_prize - prizes)
    return score


@kernel
def look_ahead(kit, obs, notes, played, mine):
    """If I play one card and hold `mine`: my chance as it is, without each seat, against each of
    its cards, and once I am out.
    """
    notes.mine = mine
    notes.boost = exp(between(notes, kit.tempo, kit.tempo_late))
    notes.my_insanity = notes.insanity[0]
    for card in range(N_CARDS):
        notes.my_insanity += kit.insanity[card] * whole(obs[kit.ob.in_play + card], MAX_DECK)
    if played != NO_CARD:
        notes.my_insanity += kit.insanity[played]
    is_one = mine == Card.INVESTIGATORS or mine == Card.DEEP_ONES
    notes.learning = kit.insight_one if is_one else kit.insight
    notes.my_strength = my_strength(kit, notes, mine)
    notes.prize_now = my_prize_now(kit, notes, mine)
    notes.lost = notes.all_prize / notes.all_threat
    if notes.pile == 0:
        notes.calm = showdown(kit, notes, notes.prize_now, mine, NOBODY, NO_CARD)
    else:
        notes.calm = win_prob(notes, notes.my_strength, notes.prize_now, NOBODY, 0.0)
    for seat in range(1, kit.num_players):
        if notes.is_in[seat]:
            look_at(kit, notes, seat)


@kernel
def look_at(kit, notes, seat):
    """My chance without a seat, and against each card that it may hold."""
    for card in range(NO_CARD, N_CARDS):
        if notes.pile == 0:
            score = showdown(kit, notes, notes.prize_now, notes.mine, seat, card)
        else:
            threat = 0.0 if card == NO_CARD else threat_with(notes, seat, card, 0)
            score = win_prob(notes, notes.my_strength, notes.prize_now, seat, threat)
        if card == NO_CARD:
            notes.gone[seat] = score
        else:
            notes.now[seat, card] = score


@kernel(inline=True)
def boosted(notes, factor):
    """My chance if I am that many times as strong; too late once the round is over."""
    if notes.pile == 0:
        return notes.calm
    return win_prob(notes, notes.my_strength * factor, notes.prize_now, NOBODY, 0.0)


@kernel
def weigh_knowledge(kit, obs, notes):
    """How many of the other hands I know, and which of mine another knows."""
    notes.insight = 0.0
    notes.exposed[:] = 0
    for seat in range(1, kit.num_players):
        if notes.is_in[seat]:
            notes.insight += notes.known[seat] / (notes.still_in - 1)
            for card in range(N_CARDS):
                if obs[kit.ob.exposed + (seat - 1) * N_CARDS + card] > 0.0:
                    notes.exposed[card] = 1
