"""`observe`: everything a seat is entitled to know (R8), written into a vector of zeros.

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute, relative
from cthulhu_envs.games._letters.limits import NO_CARD, NOBODY
from cthulhu_envs.games._letters.observation import observe_hand, observe_open, observe_others
from cthulhu_envs.games.love_letter.cards import N_CARDS, Card
from cthulhu_envs.games.love_letter.state import RING, Event, Phase
from cthulhu_envs.games.love_letter.whereabouts import observe_mixed


@kernel(inline=True)
def observe(kit, s, me, obs):
    """The table as seen from one seat."""
    players = int(kit.num_players)  # wider than the kit's byte, which would overflow uncompiled
    observe_open(kit, s, me, players, obs)
    observe_seats(kit, s, me, players, obs)
    observe_hand(kit, s, me, players, obs)
    observe_own(kit, s, me, obs)
    observe_others(kit, s, me, players, obs)
    observe_events(kit, s, me, players, obs)
    if s.mixed >> me & 1:
        observe_mixed(kit, s, me, players, obs)
    obs[kit.ob.pile] = s.left
    obs[kit.ob.aside] = s.aside != NO_CARD
    obs[kit.ob.turn + relative(s.seat, me, players)] = 1.0
    obs[kit.ob.phase + s.phase] = 1.0


@kernel(inline=True)
def observe_seats(kit, s, me, players, obs):
    """R8.1: how each seat stands."""
    protected, out, tokens = kit.ob.protected, kit.ob.out, kit.ob.tokens
    token = kit.scale.tokens
    for step in range(players):
        seat = absolute(step, me, players)
        obs[protected + step] = s.protected[seat]
        obs[out + step] = s.out[seat]
        obs[tokens + step] = s.tokens[seat] * token


@kernel(inline=True)
def observe_own(kit, s, me, obs):
    """R8.3, R8.8: the card just drawn, and the cards I put under the draw pile."""
    unseen, bottom = kit.ob.unseen, kit.ob.bottom
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
        # written without asking: whether there is a target cannot be predicted by the processor
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
