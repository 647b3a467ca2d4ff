"""The round of a state, replayed from its deck and log alone; `check_state` compares the result
with it.

The round is dealt and played by the game's own rules, every action only if it is legal. Even for
a state that a stranger wrote, these kernels run on a whole deck and on positions that can occur.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games._letters.limits import NO_CARD
from cthulhu_envs.games._letters.replay_check import (
    NO_DEAL,
    NO_PLAY,
    REPLAYED,
    is_offered,
    is_whole,
)
from cthulhu_envs.games.lovecraft_letter.actions import legal
from cthulhu_envs.games.lovecraft_letter.cards import ONE
from cthulhu_envs.games.lovecraft_letter.deal import deal_round
from cthulhu_envs.games.lovecraft_letter.rules import apply
from cthulhu_envs.games.lovecraft_letter.state import (
    MAX_POOL,
    NO_NUMBER,
    Ending,
    Event,
    Phase,
)


@kernel
def replay_round(kit, s, t, ids):
    """Bring `t`, a copy of `s` with the starter and the tokens of when the round began, through the
    round in the log of `s`.
    """
    if not is_whole(kit, t):
        return NO_DEAL
    t.stacked = 1
    t.round_number -= 1
    t.ending = Ending.GOING_ON
    deal_round(kit, t)
    for row in range(int(s.rows)):
        if s.log[row, Event.CARD] == NO_CARD:
            continue  # a Sanity Check: `apply` has made it
        if not play_row(kit, s, t, row, ids):
            return NO_PLAY
    return REPLAYED


@kernel
def play_row(kit, s, t, row, ids):
    """Play a row's card and what was named or given with it; False if that was not legal."""
    if not play_if_legal(kit, t, int(s.acts[row]), ids):
        return False
    number = int(s.log[row, Event.NUMBER])
    if t.phase == Phase.NAME and number != NO_NUMBER:
        return play_if_legal(kit, t, kit.act.name + number - int(number > ONE), ids)
    for rank in range(MAX_POOL):
        gift = int(s.log[row, Event.GIVEN + rank])
        if t.phase != Phase.GIVE or gift == NO_CARD:
            break
        if not play_if_legal(kit, t, kit.act.give + gift, ids):
            return False
    return True


@kernel
def play_if_legal(kit, t, action, ids):
    """Play an action; False if it is not among those that may be played."""
    if t.ending != Ending.GOING_ON or not is_offered(ids, legal(kit, t, ids), action):
        return False
    apply(kit, t, np.int64(action))
    return True
