"""What a hand is worth to the card-counter: its chance to win the round.

Every card has a strength at each stage of the round, and the chance to win is my strength among
that of all who are in; after the last turn the highest card wins. What the others may do to me
before my next turn is reckoned apart (`look_out`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import MAX_DECK, NO_CARD, NOBODY
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card

TIE = 0.5  # worth of an equal card at the end
MOST_DANGER = 0.95  # no estimate is certain


@kernel
def size_up(kit, obs, notes):
    """The strength of every card at this stage, and the threat that every other seat is."""
    pile = min(max(notes.pile, 0), MAX_DECK)
    for card in range(N_CARDS):
        notes.strength[card] = kit.strength[pile, notes.still_in, card]
    notes.all_threat = 0.0
    notes.all_cost = 0.0
    for seat in range(1, kit.num_players):
        if not notes.is_in[seat]:
            continue
        threat, lower = 0.0, 0.0
        for card in range(N_CARDS):
            prob = notes.belief[seat, card]
            threat += prob * notes.strength[card]
            notes.lower[seat, card] = lower + TIE * prob
            lower += prob
        tokens = float(obs[kit.ob.tokens + seat])
        notes.threat[seat] = threat
        notes.cost[seat] = kit.urgency * tokens * tokens if kit.tokens_count else 0.0
        notes.all_threat += threat
        notes.all_cost += threat * notes.cost[seat]


@kernel
def outlook(kit, notes, mine):
    """My chance to win with `mine`, if nothing happens to the others."""
    if notes.pile == 0:
        return showdown(kit, notes, mine, NOBODY, NO_CARD)
    strength = notes.strength[mine] * kit.tempo
    return (strength - notes.all_cost) / (strength + notes.all_threat)


@kernel(inline=True)
def outlook_if(kit, notes, mine, seat, theirs):
    """My chance to win with `mine`, if another seat holds `theirs` (NO_CARD: is out)."""
    if notes.pile == 0:
        return showdown(kit, notes, mine, seat, theirs)
    strength = notes.strength[mine] * kit.tempo
    threat = notes.all_threat - notes.threat[seat]
    cost = notes.all_cost - notes.threat[seat] * notes.cost[seat]
    if theirs != NO_CARD:
        threat += notes.strength[theirs]
        cost += notes.strength[theirs] * notes.cost[seat]
    return (strength - cost) / (strength + threat)


@kernel
def showdown(kit, notes, mine, seat, theirs):
    """The same when this turn is the last: the highest card wins (R6.3)."""
    win_prob = 1.0
    for other in range(1, kit.num_players):
        if notes.is_in[other] and other != seat:
            win_prob *= notes.lower[other, mine]
    if theirs > mine:
        return 0.0
    return win_prob * TIE if theirs == mine else win_prob


@kernel
def look_out(kit, obs, notes, played, mine):
    """Chances that I am still in after the next turn of each other seat, if I played one card
    and hold `mine`.
    """
    hit = guess_at_me(kit, notes, played, mine)
    higher_drawn = 0.0
    for card in range(mine + 1, N_CARDS):
        higher_drawn += notes.pool[card]
    turns = notes.pile
    notes.safety = 1.0
    for seat in range(1, kit.num_players):
        notes.safe[seat] = 1.0
        if notes.is_in[seat] and turns > 0:
            turns -= 1
            is_known = obs[kit.ob.exposed + (seat - 1) * N_CARDS + mine] > 0.0
            risk = danger(kit, notes, seat, mine, hit, higher_drawn, is_known)
            notes.safe[seat] = 1.0 - risk
            notes.safety *= notes.safe[seat]


@kernel(inline=True)
def danger(kit, notes, seat, mine, hit, higher_drawn, is_known):
    """Chance that a seat's next turn knocks me out, by a Guard, a Baron or a Prince."""
    held, drawn = notes.belief[seat], notes.pool
    aim = 1.0 / (notes.still_in - 1)
    if is_known:
        aim, hit = kit.known_use, 1.0
    higher_held = 1.0 - notes.lower[seat, mine] - (1.0 - TIE) * held[mine]
    armed = held[Card.BARON] * higher_drawn + drawn[Card.BARON] * higher_held
    risk = kit.baron_use * armed
    if mine != Card.GUARD:
        armed = held[Card.GUARD] + (1.0 - held[Card.GUARD]) * drawn[Card.GUARD]
        risk += kit.guard_use * armed * hit
    if mine == Card.PRINCESS:
        armed = held[Card.PRINCE] + (1.0 - held[Card.PRINCE]) * drawn[Card.PRINCE]
        risk += kit.prince_use * armed
    return min(risk * aim, MOST_DANGER)


@kernel
def guess_at_me(kit, notes, played, mine):
    """Chance that a Guard names my card, if the others count and read turns as I do.

    They name likely cards more often than in proportion: squares stand between that and always
    naming the likeliest.
    """
    likely = notes.likely[0]
    total, right = 0.0, 0.0
    for card in range(N_CARDS):
        if card == Card.GUARD:
            continue
        if played == Card.CHANCELLOR:
            weight = kit.keeps[card]
        elif card == played:
            weight = likely[played]
        else:
            weight = (likely[card] + likely[played]) * kit.plays[played, card]
        weight *= notes.unseen[card] + notes.hand[card]
        total += weight * weight
        if card == mine:
            right = weight * weight
    return right / total if total > 0.0 else 0.0
