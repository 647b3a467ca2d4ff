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
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
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
def size_up(sheet, obs, mind):
    """The strength of every card at this stage, and the threat that every other seat is."""
    mind.pile = int(obs[sheet.ob.pile])
    set_stage(sheet, mind)
    weigh_checks(sheet, mind)
    weigh_tokens(sheet, obs, mind)
    weigh_knowledge(sheet, obs, mind)
    mind.all_threat = 0.0
    mind.all_prize = 0.0
    for seat in range(1, sheet.num_players):
        if not mind.is_in[seat]:
            continue
        for more in range(2):
            mind.factor[seat, more] = steadiness(mind, seat, mind.insanity[seat] + more)
            if mind.protected[seat]:
                mind.factor[seat, more] *= exp(sheet.shielded)
        threat = 0.0
        for value in range(N_VALUES + 1):
            mind.lower[seat, value] = 0.0
        for card in range(N_CARDS):
            chance = mind.belief[seat, card]
            if chance > 0.0:
                threat += chance * threat_with(mind, seat, card, 0)
                for value in range(sheet.worth[card] + 1, N_VALUES + 1):
                    mind.lower[seat, value] += chance
        mind.threat[seat] = threat
        mind.all_threat += threat
        mind.all_prize += threat * mind.prize[seat]


@kernel(inline=True)
def set_stage(sheet, mind):
    """How late it is: the turns that the draw pile still has for each seat, checks included."""
    cycle = 0
    for seat in range(sheet.num_players):
        if mind.is_in[seat]:
            cycle += 1 + mind.insanity[seat]
    mind.cycle = cycle
    mind.lateness = exp(-sheet.fade * mind.pile / cycle)
    for mad in range(2):
        for card in range(N_CARDS):
            early, late = sheet.early[mad, card], sheet.late[mad, card]
            mind.strength[mad, card] = exp(between(mind, early, late))


@kernel(inline=True)
def between(mind, early, late):
    """From an early to a late number as the round goes on."""
    return early + (late - early) * mind.lateness


@kernel
def weigh_checks(sheet, mind):
    """R3.2: the chance to stand the checks to come, for every number of Insanity cards.

    Any cards I cannot locate may be turned up, so none of the first m is lethal with the chance
    of m draws without putting back. The round may end before each further turn.
    """
    turns = (mind.pile + mind.cycle // 2) // mind.cycle
    on = min(sheet.going_on + sheet.going_on_each * (mind.still_in - 2), SURELY_ON)
    for insanity in range(MOST_INSANITY + 1):
        stood, reached, harmless, left = 1.0, 1.0, mind.total - mind.lethal, mind.total
        standing = 0.0
        for _ in range(turns):
            standing += reached * (1.0 - on) * stood
            reached *= on
            for _ in range(insanity):
                stood *= max(harmless, 0.0) / max(left, 1.0)
                harmless -= 1.0
                left -= 1.0
        standing = max(standing + reached * stood, LEAST_STANDING)
        mind.standing[insanity] = standing**sheet.caution
    mind.undying = exp(between(mind, sheet.immortal, sheet.immortal_late))


@kernel
def weigh_tokens(sheet, obs, mind):
    """R7: my chance to win the match if I win this round, sane or insane, or another does."""
    if not sheet.tokens_count:
        mind.my_prize[:] = 1.0
        mind.prize[:] = 0.0
        mind.draw_prize = 1.0 / sheet.num_players
        return
    total = 0.0
    for seat in range(sheet.num_players):
        total += nearness(sheet, obs, seat, 0, 0)
    mind.draw_prize = nearness(sheet, obs, 0, 0, 0) / total
    mind.my_prize[0] = match_chance(sheet, obs, 0, 0)
    mind.my_prize[1] = match_chance(sheet, obs, 0, 1)
    turning = sheet.turning * (1.0 - mind.lateness)
    for seat in range(1, sheet.num_players):
        madly = 1.0 if mind.insanity[seat] > 0 else turning
        sane, mad = match_chance(sheet, obs, seat, 0), match_chance(sheet, obs, seat, 1)
        mind.prize[seat] = sane + (mad - sane) * madly


@kernel
def match_chance(sheet, obs, winner, mad):
    """My chance to win the match once a seat has won a token, Sane or Insane."""
    gained = nearness(sheet, obs, winner, 1 - mad, mad)
    if gained == 0.0:
        return 1.0 if winner == 0 else 0.0
    total = gained
    for seat in range(sheet.num_players):
        if seat != winner:
            total += nearness(sheet, obs, seat, 0, 0)
    return (gained if winner == 0 else nearness(sheet, obs, 0, 0, 0)) / total


@kernel(inline=True)
def nearness(sheet, obs, seat, more_sane, more_insane):
    """How near tokens bring a seat, with one more of a kind; 0 if that wins the match."""
    sane = int(obs[sheet.ob.sane_tokens + seat] / sheet.scale.sane_tokens + 0.5) + more_sane
    insane = int(obs[sheet.ob.insane_tokens + seat] / sheet.scale.insane_tokens + 0.5) + more_insane
    if sane >= SANE_GOAL or insane >= INSANE_GOAL:
        return 0.0
    return sheet.closeness[sane, insane]


@kernel(inline=True)
def steadiness(mind, seat, insanity):
    """Factor on the strength of a seat: the checks it has to stand, or being above them."""
    if mind.immortal[seat]:
        return mind.undying
    return mind.standing[min(insanity, MOST_INSANITY)]


@kernel(inline=True)
def threat_with(mind, seat, card, more):
    """The strength of another seat if it holds a card, with so many more Insanity cards."""
    mad = 1 if mind.insanity[seat] + more > 0 else 0
    return mind.factor[seat, more] * mind.strength[mad, card]


@kernel
def my_strength(sheet, mind, card):
    """My own strength with a card when this turn is over."""
    mad = 1 if mind.my_insanity > 0 else 0
    strength = mind.boost * mind.strength[mad, card]
    strength *= steadiness(mind, 0, mind.my_insanity)
    is_one = card == Card.INVESTIGATORS or card == Card.DEEP_ONES
    if mind.insight > 0.0:
        strength *= exp((sheet.insight_one if is_one else sheet.insight) * mind.insight)
    if mind.exposed[card] and not is_one:
        strength *= exp(sheet.exposed)
    return strength


@kernel
def my_prize_now(sheet, mind, mine):
    """My chance to win the match if I win the round from here, sane or insane; with Cthulhu and
    Insanity cards enough I mean to win both at once (R4.8a).
    """
    if mine == Card.CTHULHU and mind.my_insanity >= CTHULHU_NEEDS:
        return 1.0
    if mind.my_insanity > 0:
        return mind.my_prize[1]
    turning = sheet.turning * (1.0 - mind.lateness)
    return mind.my_prize[0] + (mind.my_prize[1] - mind.my_prize[0]) * turning


@kernel
def outlook(sheet, mind, mine, seat, theirs):
    """My chance to win the match with `mine`, if another seat holds `theirs` (NO_CARD: is out)."""
    prize = my_prize_now(sheet, mind, mine)
    if mind.pile == 0:
        return showdown(sheet, mind, prize, mine, seat, theirs)
    strength = my_strength(sheet, mind, mine)
    threat = 0.0
    if seat != NOBODY and theirs != NO_CARD:
        threat = threat_with(mind, seat, theirs, 0)
    return chance(mind, strength, prize, seat, threat)


@kernel(inline=True)
def chance(mind, strength, prize, seat, threat):
    """The same for a strength of mine, if another seat (or NOBODY) is of such strength."""
    everybody, prizes = mind.all_threat, mind.all_prize
    if seat != NOBODY:
        everybody += threat - mind.threat[seat]
        prizes += (threat - mind.threat[seat]) * mind.prize[seat]
    return (strength * prize + prizes) / (strength + everybody)


@kernel
def showdown(sheet, mind, prize, mine, seat, theirs):
    """The same when this turn is the last: the highest value held alone wins (R6.3), and if two
    hold the same, nobody does (R6.4).
    """
    alone, highest, prizes, others = 1.0, 1.0, 0.0, 0
    value = sheet.worth[mine]
    for other in range(1, sheet.num_players):
        if not mind.is_in[other] or (other == seat and theirs == NO_CARD):
            continue
        others += 1
        prizes += mind.prize[other]
        if other != seat:
            alone *= mind.lower[other, value]
            highest *= mind.lower[other, value + 1]
        else:
            alone *= sheet.worth[theirs] < value
            highest *= sheet.worth[theirs] <= value
    if others == 0:
        return prize
    score = alone * prize + (1.0 - alone) * prizes / others
    if others == 1:  # among more, a tie makes a third player win
        score += (highest - alone) * (mind.draw_prize - prizes)
    return score


@kernel
def look_ahead(sheet, obs, mind, played, mine):
    """If I play one card and hold `mine`: my chance as it is, without each seat, against each of
    its cards, and once I am out.
    """
    mind.mine = mine
    mind.boost = exp(between(mind, sheet.tempo, sheet.tempo_late))
    mind.my_insanity = mind.insanity[0]
    for card in range(N_CARDS):
        mind.my_insanity += sheet.insanity[card] * int(obs[sheet.ob.in_play + card])
    if played != NO_CARD:
        mind.my_insanity += sheet.insanity[played]
    is_one = mine == Card.INVESTIGATORS or mine == Card.DEEP_ONES
    mind.learning = sheet.insight_one if is_one else sheet.insight
    mind.my_strength = my_strength(sheet, mind, mine)
    mind.prize_now = my_prize_now(sheet, mind, mine)
    mind.lost = mind.all_prize / mind.all_threat
    if mind.pile == 0:
        mind.calm = showdown(sheet, mind, mind.prize_now, mine, NOBODY, NO_CARD)
    else:
        mind.calm = chance(mind, mind.my_strength, mind.prize_now, NOBODY, 0.0)
    for seat in range(1, sheet.num_players):
        if mind.is_in[seat]:
            look_at(sheet, mind, seat)


@kernel
def look_at(sheet, mind, seat):
    """My chance without a seat, and against each card that it may hold."""
    for card in range(NO_CARD, N_CARDS):
        if mind.pile == 0:
            score = showdown(sheet, mind, mind.prize_now, mind.mine, seat, card)
        else:
            threat = 0.0 if card == NO_CARD else threat_with(mind, seat, card, 0)
            score = chance(mind, mind.my_strength, mind.prize_now, seat, threat)
        if card == NO_CARD:
            mind.gone[seat] = score
        else:
            mind.now[seat, card] = score


@kernel(inline=True)
def boosted(mind, factor):
    """My chance if I am that many times as strong; too late once the round is over."""
    if mind.pile == 0:
        return mind.calm
    return chance(mind, mind.my_strength * factor, mind.prize_now, NOBODY, 0.0)


@kernel
def weigh_knowledge(sheet, obs, mind):
    """How many of the other hands I know, and which of mine another knows."""
    mind.insight = 0.0
    mind.exposed[:] = 0
    for seat in range(1, sheet.num_players):
        if mind.is_in[seat]:
            mind.insight += mind.known[seat] / (mind.still_in - 1)
            for card in range(N_CARDS):
                if obs[sheet.ob.exposed + (seat - 1) * N_CARDS + card] > 0.0:
                    mind.exposed[card] = 1
