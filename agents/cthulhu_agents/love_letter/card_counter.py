"""The card-counter: a strong rule player of Love Letter, and the yardstick for learned ones.

belief.py: what the others hold; value.py: what a hand is worth; records.py: the records and
numbers both use; here: the choice.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from cthulhu_agents._letters.belief import other_card
from cthulhu_agents.love_letter.belief import believe
from cthulhu_agents.love_letter.records import NOTES, kit_of
from cthulhu_agents.love_letter.value import look_out, outlook, outlook_if, size_up
from cthulhu_agents.rule_player import RulePlayer
from cthulhu_agents.scoring import answer, find, propose, whole
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import MAX_DECK, NO_CARD
from cthulhu_envs.games.love_letter.actions import N_NAMES
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.state import Phase

N_PHASES = len(Phase)
SUICIDE = -1.0  # less than any chance to win, whatever it costs


@kernel
def decide_all(kits, obs, mask, notebook, uniform, actions, probs):
    """One action for each position; `uniform` breaks ties, `notebook` is scratch space. Where
    `probs` has rows, they get the probability of each action instead.
    """
    for i in range(obs.shape[0]):
        notes = notebook[0]
        consider(kits[0], obs[i], mask[i], notes)
        answer(notes, i, uniform, actions, probs)


@kernel
def consider(kit, obs, mask, notes):
    """Score every legal action."""
    believe(kit, obs, notes)
    notes.num_candidates = 0
    notes.pile = whole(obs[kit.ob.pile], MAX_DECK)
    phase = find(obs, kit.ob.phase, N_PHASES)
    if phase == Phase.PLAY:
        size_up(kit, obs, notes)
        consider_hand(kit, obs, mask, notes)
        return
    for card in range(N_CARDS):  # all cards held for a Chancellor go back but one
        notes.pile += whole(notes.hand[card], MAX_DECK)
    notes.pile -= 1
    if phase == Phase.KEEP:
        size_up(kit, obs, notes)
        consider_keep(kit, obs, mask, notes)
    else:
        consider_bottom(kit, mask, notes)


@kernel
def consider_hand(kit, obs, mask, notes):
    """Each of my two cards, with the other one kept."""
    for played in range(N_CARDS):
        if notes.hand[played] == 0.0:
            continue
        kept = other_card(notes, played)
        look_out(kit, obs, notes, played, kept)
        consider_card(kit, obs, mask, notes, played, kept)


@kernel
def consider_card(kit, obs, mask, notes, card, mine):
    """All ways to play one card; `calm` is my chance if it changes nothing."""
    act = kit.act
    calm = notes.safety * outlook(kit, notes, mine)
    if card == Card.SPY:
        propose(mask, notes, act.spy, calm * (1.0 + spy_bonus(kit, obs, notes)))
    elif card == Card.GUARD:
        consider_guard(kit, mask, notes, mine, calm)
    elif card == Card.PRIEST:
        consider_priest(kit, mask, notes, mine, calm)
    elif card == Card.BARON:
        consider_baron(kit, mask, notes, mine, calm)
    elif card == Card.HANDMAID:
        propose(mask, notes, act.handmaid, outlook(kit, notes, mine))
    elif card == Card.PRINCE:
        consider_prince(kit, mask, notes, mine, calm)
    elif card == Card.CHANCELLOR:
        propose(mask, notes, act.chancellor, notes.safety * best_of_three(kit, notes, mine))
    elif card == Card.KING:
        consider_king(kit, mask, notes, mine, calm)
    elif card == Card.COUNTESS:
        propose(mask, notes, act.countess, calm)
    else:
        propose(mask, notes, act.princess, SUICIDE)


@kernel
def spy_bonus(kit, obs, notes):
    """R6.6: the token for the only survivor with a Spy, while nobody who is in has played one."""
    if not kit.tokens_count:
        return 0.0
    for seat in range(kit.num_players):
        if notes.is_in[seat] and obs[kit.ob.discards + seat * N_CARDS + Card.SPY] > 0.0:
            return 0.0
    return kit.spy_worth


@kernel(inline=True)
def outlook_without(kit, notes, mine, seat):
    """My chance to win once a seat is out, and no danger any more."""
    return notes.safety / notes.safe[seat] * outlook_if(kit, notes, mine, seat, NO_CARD)


@kernel
def consider_guard(kit, mask, notes, mine, calm):
    """R4.1: each character named to each seat."""
    propose(mask, notes, kit.act.guard_nobody, calm)
    for seat in range(1, kit.num_players):
        if not notes.is_in[seat]:
            continue
        out = outlook_without(kit, notes, mine, seat)
        for name in range(N_NAMES):
            action = kit.act.guard + (seat - 1) * N_NAMES + name
            if mask[action]:
                card = name + (name >= Card.GUARD)
                now = notes.safety * outlook_if(kit, notes, mine, seat, card)
                propose(mask, notes, action, calm + notes.belief[seat, card] * (out - now))


@kernel
def consider_priest(kit, mask, notes, mine, calm):
    """R4.2: knowledge, worth more the less I know, and more still beside a Guard."""
    propose(mask, notes, kit.act.priest_nobody, calm)
    insight = kit.insight_guard if mine == Card.GUARD else kit.insight
    if notes.pile == 0:
        insight = 0.0
    for seat in range(1, kit.num_players):
        surest = 0.0
        for card in range(N_CARDS):
            surest = max(surest, notes.belief[seat, card])
        score = calm * (1.0 + insight * (1.0 - surest))
        propose(mask, notes, kit.act.priest + seat - 1, score)


@kernel
def consider_baron(kit, mask, notes, mine, calm):
    """R4.3: the lower card is out."""
    propose(mask, notes, kit.act.baron_nobody, calm)
    for seat in range(1, kit.num_players):
        if not mask[kit.act.baron + seat - 1]:
            continue
        out = outlook_without(kit, notes, mine, seat)
        score = calm
        for card in range(N_CARDS):
            if card != mine and notes.belief[seat, card] > 0.0:
                now = notes.safety * outlook_if(kit, notes, mine, seat, card)
                score += notes.belief[seat, card] * ((out if card < mine else 0.0) - now)
        propose(mask, notes, kit.act.baron + seat - 1, score)


@kernel
def consider_prince(kit, mask, notes, mine, calm):
    """R4.5: a seat gets a new card, or is out with the Princess; so do I."""
    anew = 0.0
    for card in range(N_CARDS):
        anew += notes.pool[card] * notes.safety * outlook(kit, notes, card)
    propose(mask, notes, kit.act.prince, anew if mine != Card.PRINCESS else SUICIDE)
    for seat in range(1, kit.num_players):
        if not mask[kit.act.prince + seat]:
            continue
        out = outlook_without(kit, notes, mine, seat)
        score = calm + notes.belief[seat, Card.PRINCESS] * out
        for card in range(N_CARDS):
            now = notes.safety * outlook_if(kit, notes, mine, seat, card)
            drawn = notes.pool[card] * (1.0 - notes.belief[seat, Card.PRINCESS])
            score += (drawn - notes.belief[seat, card]) * now
        propose(mask, notes, kit.act.prince + seat, score)


@kernel
def best_of_three(kit, notes, mine):
    """R4.6: my chance with the best of my card and the two drawn, or the one left."""
    own = outlook(kit, notes, mine)
    if notes.pile == 0:
        return own
    score = 0.0
    for first in range(N_CARDS):
        if notes.pool[first] == 0.0:
            continue
        better = max(own, outlook(kit, notes, first))
        if notes.pile == 1:
            score += notes.pool[first] * better
            continue
        for second in range(N_CARDS):
            best = max(better, outlook(kit, notes, second))
            score += notes.pool[first] * notes.pool[second] * best
    return score


@kernel
def consider_king(kit, mask, notes, mine, calm):
    """R4.7, R8.7: we trade, and the other knows what a Guard should name."""
    propose(mask, notes, kit.act.king_nobody, calm)
    armed = 1.0 if mine == Card.GUARD else notes.pool[Card.GUARD]
    risk = kit.guard_use * kit.known_use * armed if notes.pile > 0 else 0.0
    for seat in range(1, kit.num_players):
        if not mask[kit.act.king + seat - 1]:
            continue
        others = notes.safety / notes.safe[seat]
        score = calm
        for card in range(N_CARDS):
            now = notes.safety * outlook_if(kit, notes, mine, seat, card)
            then = others * outlook_if(kit, notes, card, seat, mine)
            if card != Card.GUARD:
                then *= 1.0 - risk
            score += notes.belief[seat, card] * (then - now)
        propose(mask, notes, kit.act.king + seat - 1, score)


@kernel
def consider_keep(kit, obs, mask, notes):
    """R4.6: the card of three with which I am most likely to win."""
    for card in range(N_CARDS):
        if mask[kit.act.keep + card]:
            look_out(kit, obs, notes, Card.CHANCELLOR, card)
            propose(mask, notes, kit.act.keep + card, notes.safety * outlook(kit, notes, card))


@kernel
def consider_bottom(kit, mask, notes):
    """R4.6: the higher card lies at the very bottom if I am to draw that one, else the lower."""
    is_mine = notes.pile % max(notes.still_in, 1) == 0
    for card in range(N_CARDS):
        score = float(card) if is_mine else -float(card)
        propose(mask, notes, kit.act.bottom + card, score)


class CardCounter(RulePlayer):
    """Counts cards, reads the others' turns, and takes the action with which it is most likely
    to win the round.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed, kit_of(game), NOTES, decide_all)
