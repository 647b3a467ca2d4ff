"""What a hand is worth to the card-counter: its chance to win the round.

Every card has a strength at each stage of the round, and the chance to win is my strength among
that of all who are in; after the last turn the highest card wins. What the others may do to me
before my next turn is reckoned apart (`look_out`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card

TIE = 0.5  # worth of an equal card at the end
MOST_DANGER = 0.95  # no estimate is certain


@kernel
def size_up(sheet, obs, mind):
    """The strength of every card at this stage, and the threat that every other seat is."""
    for card in range(N_CARDS):
        mind.strength[card] = sheet.strength[mind.pile, mind.still_in, card]
    mind.all_threat = 0.0
    mind.all_cost = 0.0
    for seat in range(1, sheet.num_players):
        if not mind.is_in[seat]:
            continue
        threat, lower = 0.0, 0.0
        for card in range(N_CARDS):
            chance = mind.belief[seat, card]
            threat += chance * mind.strength[card]
            mind.lower[seat, card] = lower + TIE * chance
            lower += chance
        tokens = float(obs[sheet.ob.tokens + seat])
        mind.threat[seat] = threat
        mind.cost[seat] = sheet.urgency * tokens * tokens if sheet.tokens_count else 0.0
        mind.all_threat += threat
        mind.all_cost += threat * mind.cost[seat]


@kernel
def outlook(sheet, mind, mine):
    """My chance to win with `mine`, if nothing happens to the others."""
    if mind.pile == 0:
        return showdown(sheet, mind, mine, NOBODY, NO_CARD)
    strength = mind.strength[mine] * sheet.tempo
    return (strength - mind.all_cost) / (strength + mind.all_threat)


@kernel(inline=True)
def outlook_if(sheet, mind, mine, seat, theirs):
    """My chance to win with `mine`, if another seat holds `theirs` (NO_CARD: is out)."""
    if mind.pile == 0:
        return showdown(sheet, mind, mine, seat, theirs)
    strength = mind.strength[mine] * sheet.tempo
    threat = mind.all_threat - mind.threat[seat]
    cost = mind.all_cost - mind.threat[seat] * mind.cost[seat]
    if theirs != NO_CARD:
        threat += mind.strength[theirs]
        cost += mind.strength[theirs] * mind.cost[seat]
    return (strength - cost) / (strength + threat)


@kernel
def showdown(sheet, mind, mine, seat, theirs):
    """The same when this turn is the last: the highest card wins (R6.3)."""
    chance = 1.0
    for other in range(1, sheet.num_players):
        if mind.is_in[other] and other != seat:
            chance *= mind.lower[other, mine]
    if theirs > mine:
        return 0.0
    return chance * TIE if theirs == mine else chance


@kernel
def look_out(sheet, obs, mind, played, mine):
    """Chances that I am still in after the next turn of each other seat, if I played one card
    and hold `mine`.
    """
    hit = guess_at_me(sheet, mind, played, mine)
    higher_drawn = 0.0
    for card in range(mine + 1, N_CARDS):
        higher_drawn += mind.pool[card]
    turns = mind.pile
    mind.safety = 1.0
    for seat in range(1, sheet.num_players):
        mind.safe[seat] = 1.0
        if mind.is_in[seat] and turns > 0:
            turns -= 1
            is_known = obs[sheet.ob.exposed + (seat - 1) * N_CARDS + mine] > 0.0
            risk = danger(sheet, mind, seat, mine, hit, higher_drawn, is_known)
            mind.safe[seat] = 1.0 - risk
            mind.safety *= mind.safe[seat]


@kernel(inline=True)
def danger(sheet, mind, seat, mine, hit, higher_drawn, is_known):
    """Chance that a seat's next turn knocks me out, by a Guard, a Baron or a Prince."""
    held, drawn = mind.belief[seat], mind.pool
    aim = 1.0 / (mind.still_in - 1)
    if is_known:
        aim, hit = sheet.known_use, 1.0
    higher_held = 1.0 - mind.lower[seat, mine] - (1.0 - TIE) * held[mine]
    armed = held[Card.BARON] * higher_drawn + drawn[Card.BARON] * higher_held
    risk = sheet.baron_use * armed
    if mine != Card.GUARD:
        armed = held[Card.GUARD] + (1.0 - held[Card.GUARD]) * drawn[Card.GUARD]
        risk += sheet.guard_use * armed * hit
    if mine == Card.PRINCESS:
        armed = held[Card.PRINCE] + (1.0 - held[Card.PRINCE]) * drawn[Card.PRINCE]
        risk += sheet.prince_use * armed
    return min(risk * aim, MOST_DANGER)


@kernel
def guess_at_me(sheet, mind, played, mine):
    """Chance that a Guard names my card, if the others count and read turns as I do.

    They name likely cards more often than in proportion: squares stand between that and always
    naming the likeliest.
    """
    likely = mind.likely[0]
    total, right = 0.0, 0.0
    for card in range(N_CARDS):
        if card == Card.GUARD:
            continue
        if played == Card.CHANCELLOR:
            weight = sheet.keeps[card]
        elif card == played:
            weight = likely[played]
        else:
            weight = (likely[card] + likely[played]) * sheet.plays[played, card]
        weight *= mind.unseen[card] + mind.hand[card]
        total += weight * weight
        if card == mine:
            right = weight * weight
    return right / total if total > 0.0 else 0.0
