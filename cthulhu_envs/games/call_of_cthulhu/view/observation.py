"""`observe`: everything a seat is entitled to know (R11), written into a vector of zeros.

Here: the table as a whole, and cards out of play. Cards in play are in observation_play.py, stories
in observation_stories.py, what is going on in observation_pending.py.

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again. Numbers are written without asking whether they are zero: in a batch of games that
branch cannot be foreseen.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.bits import EMPTY, bit, lowest, without_lowest
from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.call_of_cthulhu.features import DECK_KINDS
from cthulhu_envs.games.call_of_cthulhu.sizes import DECK_MAX, TOP_SHOWN, Zone
from cthulhu_envs.games.call_of_cthulhu.view.observation_lasting import observe_lasting
from cthulhu_envs.games.call_of_cthulhu.view.observation_pending import (
    observe_frames,
    observe_question,
    observe_triggers,
)
from cthulhu_envs.games.call_of_cthulhu.view.observation_play import (
    observe_domains,
    observe_resources,
    observe_side,
    relative,
)
from cthulhu_envs.games.call_of_cthulhu.view.observation_stories import observe_stories


@kernel
def observe(kit, s, me, obs):
    """The table as a seat sees it."""
    me = np.int64(me)
    observe_hands(kit, s, me, obs)
    observe_list(kit, s, me, obs)
    changes_struggles = False
    for step in range(2):
        seat = (me + step) % 2
        observe_pile(kit, s, seat, step, obs)
        observe_deck(kit, s, me, seat, step, obs)
        changes_struggles |= observe_side(kit, s, me, seat, step, obs)
        observe_domains(kit, s, me, seat, step, obs)
        observe_resources(kit, s, seat, step, obs)
        obs[kit.ob.won + step] = s.won_n[seat]
        obs[kit.ob.deck + step] = s.deck_n[seat]
        obs[kit.ob.hand_size + step] = s.hand_n[seat]
    observe_stories(kit, s, me, changes_struggles, obs)
    observe_turn(kit, s, me, obs)
    if s.depth > 0:
        observe_frames(kit, s, me, obs)
        observe_question(kit, s, me, obs)
    if s.trig_n > 0:
        observe_triggers(kit, s, me, obs)
    if s.lasting_n > 0:
        observe_lasting(kit, s, me, obs)


@kernel
def observe_hands(kit, s, me, obs):
    """R11.2, R11.3: my hand, what the other knows of it, what I know of the other hand."""
    hand, shown, theirs = kit.ob.hand, kit.ob.shown, kit.ob.their_hand
    other = 1 - me
    for k in range(s.hand_n[me]):
        inst = s.hand[me, k]
        obs[hand + s.kind[inst]] += 1.0
        obs[shown + s.kind[inst]] += s.seen[inst] >> other & 1
    for k in range(s.hand_n[other]):
        inst = s.hand[other, k]
        obs[theirs + s.kind[inst]] += s.seen[inst] >> me & 1


@kernel
def observe_pile(kit, s, seat, step, obs):
    """R4.2: a discard pile by kind and in its order, and how much of it is of this phase."""
    pile, order = kit.ob.pile + step * DECK_KINDS, kit.ob.pile_order + step * DECK_MAX
    aside, n, fresh = s.aside_n[seat], s.pile_n[seat], 0
    for k in range(aside):
        obs[order + k] = s.kind[s.pile[seat, n + aside - 1 - k]] + 1
    for k in range(n):
        inst = s.pile[seat, n - 1 - k]
        obs[pile + s.kind[inst]] += 1.0
        obs[order + aside + k] = s.kind[inst] + 1
        fresh += s.stamp[inst] == s.phase_no
    obs[kit.ob.fresh + step] = fresh
    obs[kit.ob.aside] += aside


@kernel
def observe_list(kit, s, me, obs):
    """R11.7: their whole deck list where it is known, else the cards of it I have seen."""
    listed = kit.ob.listed
    other = 1 - me
    first = other * DECK_MAX
    is_open = kit.open_deck[other] != 0
    known = EMPTY
    for k in range(DECK_MAX):
        listed_open = is_open & (s.zone[first + k] != Zone.NOWHERE)
        known |= bit(listed_open | (s.listed[first + k] >> me & 1), k)
    add_kinds(s, known, first, obs, listed)


@kernel(inline=True)
def add_kinds(s, cards, first, obs, at):
    """Copies by kind of a set of a seat's cards, numbered from its first."""
    while cards != EMPTY:
        obs[at + s.kind[first + lowest(cards)]] += 1.0
        cards = without_lowest(cards)


@kernel
def observe_deck(kit, s, me, seat, step, obs):
    """R11.2, R11.4, R11.5: what is left in my deck; cards I know in a deck, by place."""
    order, soon = kit.ob.deck_order + step * DECK_MAX, kit.ob.soon + step * DECK_KINDS
    n = s.deck_n[seat]
    for k in range(n):
        inst = s.deck[seat, n - 1 - k]
        if s.seen[inst] >> me & 1:
            obs[order + k] = s.kind[inst] + 1
            at = soon + s.kind[inst]
            obs[at] = max(obs[at], TOP_SHOWN - k)
    seen, other = kit.ob.top_seen + step * TOP_SHOWN, 1 - me
    for k in range(min(n, TOP_SHOWN)):
        obs[seen + k] = s.seen[s.deck[seat, n - 1 - k]] >> other & 1
    if step == 0:
        mine = kit.ob.my_deck
        for k in range(n):
            obs[mine + s.kind[s.deck[seat, k]]] += 1.0


@kernel
def observe_turn(kit, s, me, obs):
    """Whose turn, which phase, who is asked what."""
    obs[kit.ob.active + relative(s.active, me)] = 1.0
    obs[kit.ob.to_act + relative(s.seat, me)] = 1.0
    obs[kit.ob.turn] = s.turn
    obs[kit.ob.phase + s.phase] = 1.0
    obs[kit.ob.ask + s.question] = 1.0
