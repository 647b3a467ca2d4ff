"""The parts of `observe` that are the same in both games (R8).

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute
from cthulhu_envs.games._letters.limits import NO_CARD


@kernel(inline=True)
def observe_open(kit, s, me, players, obs):
    """R8.1, R8.2: what lies open on the table; `unseen` starts as the copies that do not."""
    discards, face_up, unseen = kit.ob.discards, kit.ob.face_up, kit.ob.unseen
    n_cards = s.lying.shape[0]
    for card in range(n_cards):
        obs[unseen + card] = kit.copies[card] - s.lying[card]
    for step in range(players):
        mine = s.discards[absolute(step, me, players)]
        for card in range(n_cards):
            obs[discards + step * n_cards + card] = mine[card]
    for place in range(kit.num_face_up):
        card = s.face_up[place]
        obs[face_up + card] += 1.0
        obs[unseen + card] -= 1.0


@kernel(inline=True)
def observe_hand(kit, s, me, players, obs):
    """R8.3: my hand, and who knows it."""
    unseen, hand, exposed = kit.ob.unseen, kit.ob.hand, kit.ob.exposed
    n_cards = s.lying.shape[0]
    for slot in range(s.hand.shape[1]):
        card = s.hand[me, slot]
        if card == NO_CARD:
            break
        obs[hand + card] += 1.0
        obs[unseen + card] -= 1.0
        knowing = s.exposed[me, slot]
        if knowing:
            for step in range(1, players):
                if knowing >> absolute(step, me, players) & 1:
                    obs[exposed + (step - 1) * n_cards + card] += 1.0


@kernel(inline=True)
def observe_others(kit, s, me, players, obs):
    """R8.4-R8.15: cards I know in the hands of others."""
    unseen, seen = kit.ob.unseen, kit.ob.seen
    n_cards = s.lying.shape[0]
    for step in range(1, players):
        seat = absolute(step, me, players)
        for slot in range(s.hand.shape[1]):
            if s.hand_seen[seat, slot] >> me & 1:
                card = s.hand[seat, slot]
                obs[seen + (step - 1) * n_cards + card] += 1.0
                obs[unseen + card] -= 1.0
