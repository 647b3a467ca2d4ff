"""The card-counter: a strong rule player of Love Letter, and the yardstick for learned ones.

belief.py: what the others hold; value.py: what a hand is worth; records.py: the records and
numbers both use; here: the choice.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents._letters.belief import other_card
from cthulhu_agents.love_letter.belief import believe
from cthulhu_agents.love_letter.records import MIND, sheet_of
from cthulhu_agents.love_letter.value import look_out, outlook, outlook_if, size_up
from cthulhu_agents.rule_player import RulePlayer
from cthulhu_agents.scoring import chances_of, choose, find, offer
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.love_letter.actions import N_NAMES
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.state import Phase

N_PHASES = len(Phase)
SUICIDE = -1.0  # less than any chance to win, whatever it costs


@kernel
def decide_all(sheets, obs, mask, minds, uniform, actions, chances):
    """One action for each position; `uniform` breaks ties, `minds` is scratch space. Where
    `chances` has rows, they get the chance of each action instead.
    """
    for i in range(obs.shape[0]):
        mind = minds[0]
        consider(sheets[0], obs[i], mask[i], mind)
        if chances.shape[0] > 0:
            chances_of(mind, chances[i])
        else:
            actions[i] = choose(mind, uniform[i])


@kernel
def consider(sheet, obs, mask, mind):
    """Score every legal action."""
    believe(sheet, obs, mind)
    mind.num_offers = 0
    mind.pile = int(obs[sheet.ob.pile])
    phase = find(obs, sheet.ob.phase, N_PHASES)
    if phase == Phase.PLAY:
        size_up(sheet, obs, mind)
        consider_hand(sheet, obs, mask, mind)
        return
    for card in range(N_CARDS):  # all cards held for a Chancellor go back but one
        mind.pile += int(mind.hand[card])
    mind.pile -= 1
    if phase == Phase.KEEP:
        size_up(sheet, obs, mind)
        consider_keep(sheet, obs, mask, mind)
    else:
        consider_bottom(sheet, mask, mind)


@kernel
def consider_hand(sheet, obs, mask, mind):
    """Each of my two cards, with the other one kept."""
    for played in range(N_CARDS):
        if mind.hand[played] == 0.0:
            continue
        kept = other_card(mind, played)
        look_out(sheet, obs, mind, played, kept)
        consider_card(sheet, obs, mask, mind, played, kept)


@kernel
def consider_card(sheet, obs, mask, mind, card, mine):
    """All ways to play one card; `calm` is my chance if it changes nothing."""
    act = sheet.act
    calm = mind.safety * outlook(sheet, mind, mine)
    if card == Card.SPY:
        offer(mask, mind, act.spy, calm * (1.0 + spy_bonus(sheet, obs, mind)))
    elif card == Card.GUARD:
        consider_guard(sheet, mask, mind, mine, calm)
    elif card == Card.PRIEST:
        consider_priest(sheet, mask, mind, mine, calm)
    elif card == Card.BARON:
        consider_baron(sheet, mask, mind, mine, calm)
    elif card == Card.HANDMAID:
        offer(mask, mind, act.handmaid, outlook(sheet, mind, mine))
    elif card == Card.PRINCE:
        consider_prince(sheet, mask, mind, mine, calm)
    elif card == Card.CHANCELLOR:
        offer(mask, mind, act.chancellor, mind.safety * best_of_three(sheet, mind, mine))
    elif card == Card.KING:
        consider_king(sheet, mask, mind, mine, calm)
    elif card == Card.COUNTESS:
        offer(mask, mind, act.countess, calm)
    else:
        offer(mask, mind, act.princess, SUICIDE)


@kernel
def spy_bonus(sheet, obs, mind):
    """R6.6: the token for the only survivor with a Spy, while nobody who is in has played one."""
    if not sheet.tokens_count:
        return 0.0
    for seat in range(sheet.num_players):
        if mind.is_in[seat] and obs[sheet.ob.discards + seat * N_CARDS + Card.SPY] > 0.0:
            return 0.0
    return sheet.spy_worth


@kernel(inline=True)
def outlook_without(sheet, mind, mine, seat):
    """My chance to win once a seat is out, and no danger any more."""
    return mind.safety / mind.safe[seat] * outlook_if(sheet, mind, mine, seat, NO_CARD)


@kernel
def consider_guard(sheet, mask, mind, mine, calm):
    """R4.1: each character named to each seat."""
    offer(mask, mind, sheet.act.guard_nobody, calm)
    for seat in range(1, sheet.num_players):
        if not mind.is_in[seat]:
            continue
        out = outlook_without(sheet, mind, mine, seat)
        for name in range(N_NAMES):
            action = sheet.act.guard + (seat - 1) * N_NAMES + name
            if mask[action]:
                card = name + (name >= Card.GUARD)
                now = mind.safety * outlook_if(sheet, mind, mine, seat, card)
                offer(mask, mind, action, calm + mind.belief[seat, card] * (out - now))


@kernel
def consider_priest(sheet, mask, mind, mine, calm):
    """R4.2: knowledge, worth more the less I know, and more still beside a Guard."""
    offer(mask, mind, sheet.act.priest_nobody, calm)
    insight = sheet.insight_guard if mine == Card.GUARD else sheet.insight
    if mind.pile == 0:
        insight = 0.0
    for seat in range(1, sheet.num_players):
        surest = 0.0
        for card in range(N_CARDS):
            surest = max(surest, mind.belief[seat, card])
        score = calm * (1.0 + insight * (1.0 - surest))
        offer(mask, mind, sheet.act.priest + seat - 1, score)


@kernel
def consider_baron(sheet, mask, mind, mine, calm):
    """R4.3: the lower card is out."""
    offer(mask, mind, sheet.act.baron_nobody, calm)
    for seat in range(1, sheet.num_players):
        if not mask[sheet.act.baron + seat - 1]:
            continue
        out = outlook_without(sheet, mind, mine, seat)
        score = calm
        for card in range(N_CARDS):
            if card != mine and mind.belief[seat, card] > 0.0:
                now = mind.safety * outlook_if(sheet, mind, mine, seat, card)
                score += mind.belief[seat, card] * ((out if card < mine else 0.0) - now)
        offer(mask, mind, sheet.act.baron + seat - 1, score)


@kernel
def consider_prince(sheet, mask, mind, mine, calm):
    """R4.5: a seat gets a new card, or is out with the Princess; so do I."""
    anew = 0.0
    for card in range(N_CARDS):
        anew += mind.pool[card] * mind.safety * outlook(sheet, mind, card)
    offer(mask, mind, sheet.act.prince, anew if mine != Card.PRINCESS else SUICIDE)
    for seat in range(1, sheet.num_players):
        if not mask[sheet.act.prince + seat]:
            continue
        out = outlook_without(sheet, mind, mine, seat)
        score = calm + mind.belief[seat, Card.PRINCESS] * out
        for card in range(N_CARDS):
            now = mind.safety * outlook_if(sheet, mind, mine, seat, card)
            drawn = mind.pool[card] * (1.0 - mind.belief[seat, Card.PRINCESS])
            score += (drawn - mind.belief[seat, card]) * now
        offer(mask, mind, sheet.act.prince + seat, score)


@kernel
def best_of_three(sheet, mind, mine):
    """R4.6: my chance with the best of my card and the two drawn, or the one left."""
    own = outlook(sheet, mind, mine)
    if mind.pile == 0:
        return own
    score = 0.0
    for first in range(N_CARDS):
        if mind.pool[first] == 0.0:
            continue
        better = max(own, outlook(sheet, mind, first))
        if mind.pile == 1:
            score += mind.pool[first] * better
            continue
        for second in range(N_CARDS):
            best = max(better, outlook(sheet, mind, second))
            score += mind.pool[first] * mind.pool[second] * best
    return score


@kernel
def consider_king(sheet, mask, mind, mine, calm):
    """R4.7, R8.7: we trade, and the other knows what a Guard should name."""
    offer(mask, mind, sheet.act.king_nobody, calm)
    armed = 1.0 if mine == Card.GUARD else mind.pool[Card.GUARD]
    risk = sheet.guard_use * sheet.known_use * armed if mind.pile > 0 else 0.0
    for seat in range(1, sheet.num_players):
        if not mask[sheet.act.king + seat - 1]:
            continue
        others = mind.safety / mind.safe[seat]
        score = calm
        for card in range(N_CARDS):
            now = mind.safety * outlook_if(sheet, mind, mine, seat, card)
            then = others * outlook_if(sheet, mind, card, seat, mine)
            if card != Card.GUARD:
                then *= 1.0 - risk
            score += mind.belief[seat, card] * (then - now)
        offer(mask, mind, sheet.act.king + seat - 1, score)


@kernel
def consider_keep(sheet, obs, mask, mind):
    """R4.6: the card of three with which I am most likely to win."""
    for card in range(N_CARDS):
        if mask[sheet.act.keep + card]:
            look_out(sheet, obs, mind, Card.CHANCELLOR, card)
            offer(mask, mind, sheet.act.keep + card, mind.safety * outlook(sheet, mind, card))


@kernel
def consider_bottom(sheet, mask, mind):
    """R4.6: the higher card lies at the very bottom if I am to draw that one, else the lower."""
    is_mine = mind.pile % mind.still_in == 0
    for card in range(N_CARDS):
        score = float(card) if is_mine else -float(card)
        offer(mask, mind, sheet.act.bottom + card, score)


class CardCounter(RulePlayer):
    """Counts cards, reads the others' turns, and takes the action with which it is most likely
    to win the round.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed, sheet_of(game), MIND, decide_all)
