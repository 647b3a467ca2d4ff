"""The occultist: a strong rule player of Lovecraft Letter, on both sides of sanity.

belief.py: what the others hold; value.py: what a hand is worth; sides.py: what each side of a card
brings; records.py: the records and numbers all use; here: the choice.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import numpy as np

from cthulhu_agents._letters.belief import other_card
from cthulhu_agents.lovecraft_letter.belief import believe
from cthulhu_agents.lovecraft_letter.records import NOTES, kit_of
from cthulhu_agents.lovecraft_letter.sides import consider_insane, consider_sane, hit_number
from cthulhu_agents.lovecraft_letter.value import look_ahead, size_up, threat_with
from cthulhu_agents.rule_player import RulePlayer
from cthulhu_agents.scoring import answer, find, find_one, propose, whole
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games.lovecraft_letter.actions import N_NUMBERS
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, ONE
from cthulhu_envs.games.lovecraft_letter.state import MAX_POOL, Phase

N_PHASES = len(Phase)


@kernel
def decide_all(kits, obs, mask, notebook, uniform, actions, probs):
    """One action for each position; `uniform` breaks ties, `notebook` is scratch space. Where
    `probs` has rows, they get the probability of each action instead.
    """
    kit, notes = kits[0], notebook[0]
    for i in range(obs.shape[0]):
        notes.num_candidates = 0
        believe(kit, obs[i], notes)
        size_up(kit, obs[i], notes)
        phase = find(obs[i], kit.ob.phase, N_PHASES)
        if phase == Phase.PLAY:
            consider_hand(kit, obs[i], mask[i], notes)
        elif phase == Phase.NAME:
            consider_number(kit, obs[i], mask[i], notes)
        elif kit.num_players > 2:
            consider_gift(kit, obs[i], mask[i], notes)
        answer(notes, i, uniform, actions, probs)


@kernel
def consider_hand(kit, obs, mask, notes):
    """Each of my two cards, with the other one kept."""
    for played in range(N_CARDS):
        if notes.hand[played] == 0.0:
            continue
        kept = other_card(notes, played)
        look_ahead(kit, obs, notes, played, kept)
        consider_sane(kit, mask, notes, played)
        if notes.insanity[0] > 0:
            consider_insane(kit, mask, notes, played)


@kernel
def consider_number(kit, obs, mask, notes):
    """R4.1c: the number that puts the player asked out for the greatest gain."""
    look_ahead(kit, obs, notes, NO_CARD, find_one(obs, kit.ob.hand, N_CARDS))
    asked = find_one(obs, kit.ob.asked, kit.num_players)
    for place in range(N_NUMBERS):
        score = hit_number(kit, notes, asked, place + (place >= ONE))
        propose(mask, notes, kit.act.name + place, score)


@kernel
def consider_gift(kit, obs, mask, notes):
    """R4.6a: the cards that do least harm in the hands of those who get them.

    `best` holds, for every set of cards, the least harm if they go to as many last takers.
    """
    asked = find_one(obs, kit.ob.asked, kit.num_players)
    cards = 0
    for card in range(N_CARDS):
        for _ in range(whole(obs[kit.ob.pool + card], MAX_POOL)):
            if cards < MAX_POOL:
                notes.gifts[cards] = card
                cards += 1
    takers = 0
    for seat in range(asked, kit.num_players):
        if notes.is_in[seat] and not notes.protected[seat] and takers < cards:
            notes.takers[takers] = seat
            takers += 1
    notes.best[0] = 0.0
    for gifts in range(1, 1 << cards):
        size = 0
        for place in range(cards):
            size += gifts >> place & 1
        seat = notes.takers[max(takers - size, 0)]
        notes.best[gifts] = np.inf
        for place in range(cards):
            if gifts >> place & 1:
                harm = harm_of(notes, seat, notes.gifts[place])
                rest = notes.best[gifts - (1 << place)]
                notes.best[gifts] = min(notes.best[gifts], harm + rest)
    everything = (1 << cards) - 1
    for place in range(cards):
        if place > 0 and notes.gifts[place] == notes.gifts[place - 1]:
            continue
        harm = harm_of(notes, asked, notes.gifts[place])
        rest = notes.best[everything - (1 << place)]
        propose(mask, notes, kit.act.give + notes.gifts[place], -harm - rest)


@kernel(inline=True)
def harm_of(notes, seat, card):
    """What a card adds to another seat's threat, weighed by what its winning would cost me."""
    return threat_with(notes, seat, card, 0) * (notes.my_prize[1] - notes.prize[seat])


class Occultist(RulePlayer):
    """Counts cards, reads the others' turns, weighs madness against its risk, and takes the
    action with which it is most likely to win.
    """

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed, kit_of(game), NOTES, decide_all)
