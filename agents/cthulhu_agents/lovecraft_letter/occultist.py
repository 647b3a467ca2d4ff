"""The occultist: a strong rule player of Lovecraft Letter, on both sides of sanity.

belief.py: what the others hold; value.py: what a hand is worth; sides.py: what each side of a card
brings; records.py: the records and numbers all use; here: the choice.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np

from cthulhu_agents._letters.belief import other_card
from cthulhu_agents.lovecraft_letter.belief import believe
from cthulhu_agents.lovecraft_letter.records import MIND, sheet_of
from cthulhu_agents.lovecraft_letter.sides import consider_insane, consider_sane, hit_number
from cthulhu_agents.lovecraft_letter.value import look_ahead, size_up, threat_with
from cthulhu_agents.rule_player import RulePlayer
from cthulhu_agents.scoring import chances_of, choose, find, offer
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.lovecraft_letter.actions import N_NUMBERS
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, ONE
from cthulhu_envs.games.lovecraft_letter.state import Phase

N_PHASES = len(Phase)


@kernel
def decide_all(sheets, obs, mask, minds, uniform, actions, chances):
    """One action for each position; `uniform` breaks ties, `minds` is scratch space. Where
    `chances` has rows, they get the chance of each action instead.
    """
    sheet, mind = sheets[0], minds[0]
    for i in range(obs.shape[0]):
        mind.num_offers = 0
        believe(sheet, obs[i], mind)
        size_up(sheet, obs[i], mind)
        phase = find(obs[i], sheet.ob.phase, N_PHASES)
        if phase == Phase.PLAY:
            consider_hand(sheet, obs[i], mask[i], mind)
        elif phase == Phase.NAME:
            consider_number(sheet, obs[i], mask[i], mind)
        else:
            consider_gift(sheet, obs[i], mask[i], mind)
        if chances.shape[0] > 0:
            chances_of(mind, chances[i])
        else:
            actions[i] = choose(mind, uniform[i])


@kernel
def consider_hand(sheet, obs, mask, mind):
    """Each of my two cards, with the other one kept."""
    for played in range(N_CARDS):
        if mind.hand[played] == 0.0:
            continue
        kept = other_card(mind, played)
        look_ahead(sheet, obs, mind, played, kept)
        consider_sane(sheet, mask, mind, played)
        if mind.insanity[0] > 0:
            consider_insane(sheet, mask, mind, played)


@kernel
def consider_number(sheet, obs, mask, mind):
    """R4.1c: the number that puts the player asked out for the greatest gain."""
    look_ahead(sheet, obs, mind, NO_CARD, find(obs, sheet.ob.hand, N_CARDS))
    asked = find(obs, sheet.ob.asked, sheet.num_players)
    for place in range(N_NUMBERS):
        score = hit_number(sheet, mind, asked, place + (place >= ONE))
        offer(mask, mind, sheet.act.name + place, score)


@kernel
def consider_gift(sheet, obs, mask, mind):
    """R4.6a: the cards that do least harm in the hands of those who get them.

    `best` holds, for every set of cards, the least harm if they go to as many last takers.
    """
    asked = find(obs, sheet.ob.asked, sheet.num_players)
    cards = 0
    for card in range(N_CARDS):
        for _ in range(int(obs[sheet.ob.pool + card])):
            mind.gifts[cards] = card
            cards += 1
    takers = 0
    for seat in range(asked, sheet.num_players):
        if mind.is_in[seat] and not mind.protected[seat] and takers < cards:
            mind.takers[takers] = seat
            takers += 1
    mind.best[0] = 0.0
    for gifts in range(1, 1 << cards):
        size = 0
        for place in range(cards):
            size += gifts >> place & 1
        seat = mind.takers[takers - size]
        mind.best[gifts] = np.inf
        for place in range(cards):
            if gifts >> place & 1:
                harm = harm_of(mind, seat, mind.gifts[place])
                rest = mind.best[gifts - (1 << place)]
                mind.best[gifts] = min(mind.best[gifts], harm + rest)
    everything = (1 << cards) - 1
    for place in range(cards):
        if place > 0 and mind.gifts[place] == mind.gifts[place - 1]:
            continue
        harm = harm_of(mind, asked, mind.gifts[place])
        rest = mind.best[everything - (1 << place)]
        offer(mask, mind, sheet.act.give + mind.gifts[place], -harm - rest)


@kernel(inline=True)
def harm_of(mind, seat, card):
    """What a card adds to another seat's threat, weighed by what its winning would cost me."""
    return threat_with(mind, seat, card, 0) * (mind.my_prize[1] - mind.prize[seat])


class Occultist(RulePlayer):
    """Counts cards, reads the others' turns, weighs madness against its risk, and takes the
    action with which it is most likely to win.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed, sheet_of(game), MIND, decide_all)
