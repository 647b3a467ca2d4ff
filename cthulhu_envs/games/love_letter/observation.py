"""`observe`: everything a seat is entitled to know (R8), written into a vector of zeros.

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again.
"""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.seating import absolute, relative
from cthulhu_envs.games.love_letter.cards import N_CARDS, NO_CARD, Card
from cthulhu_envs.games.love_letter.state import HAND_SLOTS, NOBODY, RING, Event, Phase
from cthulhu_envs.games.love_letter.whereabouts import observe_mixed


@kernel(inline=True)
def observe(kit, s, me, obs):
    """The table as seen from one chair."""
    players = int(kit.num_players)  # wider than the kit's byte, which would overflow uncompiled
    observe_open(kit, s, me, players, obs)
    observe_own(kit, s, me, players, obs)
    observe_others(kit, s, me, players, obs)
    observe_events(kit, s, me, players, obs)
    if s.mixed >> me & 1:
        observe_mixed(kit, s, me, players, obs)
    obs[kit.ob.pile] = s.left
    obs[kit.ob.aside] = s.aside != NO_CARD
    obs[kit.ob.turn + relative(s.seat, me, players)] = 1.0
    obs[kit.ob.phase + s.phase] = 1.0


@kernel(inline=True)
def observe_open(kit, s, me, players, obs):
    """R8.1, R8.2: what lies open on the table; `unseen` starts as the copies that do not."""
    discards, face_up = kit.ob.discards, kit.ob.face_up
    unseen = kit.ob.unseen
    for card in range(N_CARDS):
        obs[unseen + card] = kit.copies[card] - s.lying[card]
    for step in range(players):
        mine = s.discards[absolute(step, me, players)]
        for card in range(N_CARDS):
            obs[discards + step * N_CARDS + card] = mine[card]
    for place in range(kit.num_face_up):
        card = s.face_up[place]
        obs[face_up + card] += 1.0
        obs[unseen + card] -= 1.0
    protected, out, tokens = kit.ob.protected, kit.ob.out, kit.ob.tokens
    token = 1.0 / kit.goal
    for step in range(players):
        seat = absolute(step, me, players)
        obs[protected + step] = s.protected[seat]
        obs[out + step] = s.out[seat]
        obs[tokens + step] = s.tokens[seat] * token


@kernel(inline=True)
def observe_own(kit, s, me, players, obs):
    """R8.3, R8.8: my hand, the card just drawn, who knows it, and the cards I put under the draw
    pile.
    """
    unseen, hand, exposed, bottom = kit.ob.unseen, kit.ob.hand, kit.ob.exposed, kit.ob.bottom
    for slot in range(HAND_SLOTS):
        card = s.hand[me, slot]
        if card == NO_CARD:
            break
        obs[hand + card] += 1.0
        obs[unseen + card] -= 1.0
        knowing = s.exposed[me, slot]
        if knowing:
            for step in range(1, players):
                if knowing >> absolute(step, me, players) & 1:
                    obs[exposed + (step - 1) * N_CARDS + card] += 1.0
    if s.seat == me and s.phase == Phase.PLAY and s.hand[me, 1] != NO_CARD:
        obs[kit.ob.drawn + s.hand[me, 1]] = 1.0
    last = s.top + s.left - 1
    for place in range(min(kit.num_bottom, s.left)):
        at = (last - place) & RING
        if s.deck_seen[at] >> me & 1:
            card = s.deck[at]
            obs[bottom + place * N_CARDS + card] = 1.0
            obs[unseen + card] -= 1.0


@kernel(inline=True)
def observe_others(kit, s, me, players, obs):
    """R8.4-R8.15: cards I know in the hands of others."""
    unseen, seen = kit.ob.unseen, kit.ob.seen
    for step in range(1, players):
        seat = absolute(step, me, players)
        for slot in range(HAND_SLOTS):
            if s.hand_seen[seat, slot] >> me & 1:
                card = s.hand[seat, slot]
                obs[seen + (step - 1) * N_CARDS + card] += 1.0
                obs[unseen + card] -= 1.0


@kernel(inline=True)
def observe_events(kit, s, me, players, obs):
    """R8.1, R8.20: the latest turns of this round, and what I alone learned in them."""
    actors, targets, cards = kit.ob.event_actor, kit.ob.event_target, kit.ob.event_card
    abouts, outs = kit.ob.event_about, kit.ob.event_out
    drew, saw = kit.ob.event_drew, kit.ob.event_saw
    row = s.turns - 1
    for k in range(min(kit.num_events, s.turns)):
        actor, target = s.log[row, Event.ACTOR], s.log[row, Event.TARGET]
        obs[actors + k * players + relative(actor, me, players)] = 1.0
        obs[cards + k * N_CARDS + s.log[row, Event.CARD]] = 1.0
        # written without asking: whether there is a target cannot be foreseen by the processor
        obs[targets + k * players + relative(max(target, 0), me, players)] = target != NOBODY
        about = max(s.log[row, Event.NAMED], s.log[row, Event.SHOWN])
        obs[abouts + k * N_CARDS + max(about, 0)] = about != NO_CARD
        out = s.log[row, Event.OUT]
        obs[outs + 2 * k + (out != actor)] = out != NOBODY
        if s.log[row, Event.PRIVY] >> me & 1:
            observe_own_event(s, row, me, obs, drew + k * N_CARDS, saw + k * N_CARDS)
        row -= 1


@kernel
def observe_own_event(s, row, me, obs, drew, saw):
    """R8.20: the cards of a turn that I know."""
    actor, card, target = s.log[row, Event.ACTOR], s.log[row, Event.CARD], s.log[row, Event.TARGET]
    if actor == me or s.log[row, Event.DREW_SEEN] >> me & 1:
        obs[drew + s.log[row, Event.DREW]] = 1.0
    if card == Card.PRINCE or card == Card.CHANCELLOR:
        is_mine = me == (target if card == Card.PRINCE else actor)
        observe_draw(s, row, Event.FIRST, is_mine, me, obs, saw)
        observe_draw(s, row, Event.SECOND, is_mine, me, obs, saw)
        return
    is_trade = card == Card.KING and (actor == me or target == me)
    if s.log[row, Event.TARGET_HELD] != NO_CARD and (actor == me or is_trade):
        obs[saw + s.log[row, Event.TARGET_HELD]] += 1.0
    if s.log[row, Event.ACTOR_HELD] != NO_CARD and (target == me or is_trade):
        obs[saw + s.log[row, Event.ACTOR_HELD]] += 1.0


@kernel(inline=True)
def observe_draw(s, row, event, is_mine, me, obs, saw):
    """A card drawn by a Prince or Chancellor; the column behind it says who else knew it."""
    card = s.log[row, event]
    if card != NO_CARD and (is_mine or s.log[row, event + 1] >> me & 1):
        obs[saw + card] += 1.0
