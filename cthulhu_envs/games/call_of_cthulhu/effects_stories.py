"""Operations on success tokens and stories."""

from __future__ import annotations

from cthulhu_envs.engine.jit import kernel
from cthulhu_envs.engine.rng import shuffle
from cthulhu_envs.games.call_of_cthulhu.cards import Op
from cthulhu_envs.games.call_of_cthulhu.columns import O
from cthulhu_envs.games.call_of_cthulhu.frames import ask
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    N_CARDS,
    NOTHING,
    STORY_SLOTS,
    TO_MARK,
    Ask,
    V,
    Zone,
)


@kernel
def op_success(s, f, o):
    """Put, remove, move or clear success tokens; T1 is the story, EXTRA the side."""
    op, slot, side, n = o[O.OP], f[V.T1], f[V.EXTRA], o[O.AMOUNT]
    s.dirty = 1
    if op == Op.CLEAR_SUCCESS:
        s.success[:, :] = 0
        return True
    if s.story[slot] == NOTHING:
        return True
    if op == Op.ADD_SUCCESS:
        s.success[slot, f[V.WHO]] += n
    elif s.success[slot, side] >= n:  # R7.4: exactly so many, or none
        s.success[slot, side] -= n
        if op == Op.MOVE_SUCCESS:
            s.success[slot, 1 - side] += n
    return True


@kernel
def op_may_add(s, f, o, seat):
    """A player may put tokens on one story on which he has at most so many."""
    if f[V.SUB] == 0:
        is_open = False
        for slot in range(STORY_SLOTS):
            is_open = is_open or (s.story[slot] != NOTHING and s.success[slot, seat] <= o[O.FILTER])
        if not is_open:
            return True
        f[V.SUB] = 1
        ask(s, Ask.STORY, seat)
        s.ask_n = TO_MARK
        s.ask_filter = o[O.FILTER]
        s.ask_may = 1
        return False
    if s.answer != NOTHING:
        s.success[s.answer, seat] += o[O.AMOUNT]
        s.dirty = 1
    return True


@kernel
def op_return_won(s, f, seat):
    """R10.16: a player shuffles a story he has won into the story deck."""
    if f[V.SUB] == 0:
        has_one = False
        for inst in range(FIRST_STORY, N_CARDS):
            has_one = has_one or (s.zone[inst] == Zone.WON and s.side[inst] == seat)
        if not has_one:
            return True
        f[V.SUB] = 1
        ask(s, Ask.WON, seat)
        return False
    inst = s.answer
    s.zone[inst] = Zone.STORY_DECK
    s.side[inst] = 0
    s.won_n[seat] -= 1
    s.story_deck[s.story_deck_n] = inst
    s.story_deck_n += 1
    shuffle(s, s.story_deck, s.story_deck_n)
    return True
