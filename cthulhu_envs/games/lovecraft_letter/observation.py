"""`observe`: everything a seat is entitled to know (R8), written into a vector of zeros.

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute, relative
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.observation import observe_hand, observe_open, observe_others
from cthulhu_envs.games.lovecraft_letter.cards import N_CARDS, N_VALUES, Card
from cthulhu_envs.games.lovecraft_letter.rows import is_taking, is_trade, rank_of, size_of
from cthulhu_envs.games.lovecraft_letter.state import (
    NO_NUMBER,
    NOWHERE,
    Answer,
    Event,
    Phase,
)
from cthulhu_envs.games.lovecraft_letter.whereabouts import observe_mixed


@kernel(inline=True)
def observe(kit, s, me, obs):
    """The table as seen from one seat."""
    players = int(kit.num_players)  # wider than the kit's byte, which would overflow uncompiled
    observe_open(kit, s, me, players, obs)
    observe_in_play(kit, s, obs)
    observe_seats(kit, s, me, players, obs)
    observe_hand(kit, s, me, players, obs)
    observe_own(kit, s, me, obs)
    observe_others(kit, s, me, players, obs)
    observe_events(kit, s, me, players, obs)
    if s.mixed_row != NOWHERE:
        observe_gifts(kit, s, me, players, obs)
        observe_mixed(kit, s, me, players, obs)
    obs[kit.ob.pile] = s.left
    obs[kit.ob.aside] = s.aside != NO_CARD
    obs[kit.ob.braincase] = s.braincase
    obs[kit.ob.rounds] = s.round_number * kit.scale.rounds
    obs[kit.ob.turn + relative(s.seat, me, players)] = 1.0
    obs[kit.ob.phase + s.phase] = 1.0
    obs[kit.ob.extra] = s.extra
    if s.asked != NOBODY:
        obs[kit.ob.asked + relative(s.asked, me, players)] = 1.0


@kernel(inline=True)
def observe_in_play(kit, s, obs):
    """R8.1: cards played this turn, and a Braincase that does not lie beside the deck."""
    in_play, unseen = kit.ob.in_play, kit.ob.unseen
    obs[unseen + Card.BRAINCASE] += not s.braincase
    for row in range(s.turn_row, s.rows):
        card = s.log[row, Event.CARD]
        obs[in_play + card] += 1.0
        obs[unseen + card] -= 1.0


@kernel(inline=True)
def observe_seats(kit, s, me, players, obs):
    """R8.1: how each seat stands."""
    insanity, sane, insane = kit.ob.insanity, kit.ob.sane_tokens, kit.ob.insane_tokens
    protected, immortal, out = kit.ob.protected, kit.ob.immortal, kit.ob.out
    sane_token, insane_token = kit.scale.sane_tokens, kit.scale.insane_tokens
    for step in range(players):
        seat = absolute(step, me, players)
        obs[insanity + step] = s.insanity[seat]
        obs[sane + step] = s.sane_tokens[seat] * sane_token
        obs[insane + step] = s.insane_tokens[seat] * insane_token
        obs[protected + step] = s.protected[seat]
        obs[immortal + step] = s.immortal[seat]
        obs[out + step] = s.out[seat]


@kernel(inline=True)
def observe_own(kit, s, me, obs):
    """R8.8: cards I have to give, and the card taken from me."""
    unseen, pool = kit.ob.unseen, kit.ob.pool
    if s.phase == Phase.GIVE and s.seat == me:
        for place in range(s.pool_size):
            obs[pool + s.pool[place]] += 1.0
            obs[unseen + s.pool[place]] -= 1.0
    if s.taken[me] != NO_CARD:
        obs[kit.ob.taken + s.taken[me]] = 1.0


@kernel(inline=True)
def observe_events(kit, s, me, players, obs):
    """R8.1, R8.19: the latest rows of this round's log, and what I alone learned in them."""
    actors, targets, cards = kit.ob.event_actor, kit.ob.event_target, kit.ob.event_card
    sides, numbers, shown = kit.ob.event_insane, kit.ob.event_number, kit.ob.event_shown
    outs, turned, rights = kit.ob.event_out, kit.ob.event_turned, kit.ob.event_right
    saw, gave = kit.ob.event_saw, kit.ob.event_gave
    row = s.rows - 1
    for k in range(min(kit.num_events, s.rows)):
        actor, card = s.log[row, Event.ACTOR], s.log[row, Event.CARD]
        target, number = s.log[row, Event.TARGET], s.log[row, Event.NUMBER]
        obs[actors + k * players + relative(actor, me, players)] = 1.0
        if card == NO_CARD:
            obs[turned + k] = s.log[row, Event.TURNED]
        else:
            obs[cards + k * N_CARDS + card] = 1.0
            obs[sides + k] = s.log[row, Event.INSANE]
        if target != NOBODY:
            obs[targets + k * players + relative(target, me, players)] = 1.0
        if number != NO_NUMBER:
            obs[numbers + k * N_VALUES + number] = 1.0
        right = s.log[row, Event.RIGHT]
        if right:
            obs[rights + 2 * k] = right & Answer.NUMBER != 0
            obs[rights + 2 * k + 1] = right & Answer.ONE != 0
        if s.log[row, Event.SHOWN] != NO_CARD:
            obs[shown + k * N_CARDS + s.log[row, Event.SHOWN]] = 1.0
        out = s.log[row, Event.OUT]
        if out != NOBODY:
            obs[outs + 2 * k + (out != actor)] = 1.0
        if s.log[row, Event.PRIVY] >> me & 1:
            observe_own_event(kit, s, row, me, obs, saw + k * N_CARDS, gave + k * N_CARDS)
        row -= 1


@kernel
def observe_own_event(kit, s, row, me, obs, saw, gave):
    """R8.19: the cards of a row that I saw or gave."""
    party, is_actor = s.log[row, Event.PARTY], s.log[row, Event.ACTOR] == me
    if party != 0:
        if is_actor:
            observe_card(obs, saw, s.log[row, Event.TAKEN] if size_of(party) == 1 else NO_CARD)
        else:
            rank = rank_of(kit, s.log[row, Event.ACTOR], party, me)
            observe_card(obs, saw, s.log[row, Event.GIVEN + rank])
            observe_card(obs, gave, s.log[row, Event.TAKEN + rank])
        return
    mine = s.log[row, Event.ACTOR_HELD if is_actor else Event.TARGET_HELD]
    theirs = s.log[row, Event.TARGET_HELD if is_actor else Event.ACTOR_HELD]
    observe_card(obs, saw, theirs)
    if is_trade(s, row) or (is_taking(s, row) and not is_actor):
        observe_card(obs, gave, mine)


@kernel(inline=True)
def observe_card(obs, start, card):
    """A card, if there is one."""
    if card != NO_CARD:
        obs[start + card] = 1.0


@kernel
def observe_gifts(kit, s, me, players, obs):
    """R8.8: the hands I collected by Nyarlathotep and what I gave for them, latest time first."""
    time, width = 0, (players - 1) * N_CARDS
    for row in range(s.rows - 1, -1, -1):
        party = s.log[row, Event.PARTY]
        if s.log[row, Event.ACTOR] != me or size_of(party) < 2:
            continue
        rank = 0
        for step in range(1, players):
            if party >> absolute(step, me, players) & 1:
                at = time * width + (step - 1) * N_CARDS
                observe_card(obs, kit.ob.collected + at, s.log[row, Event.TAKEN + rank])
                observe_card(obs, kit.ob.given + at, s.log[row, Event.GIVEN + rank])
                rank += 1
        time += 1
