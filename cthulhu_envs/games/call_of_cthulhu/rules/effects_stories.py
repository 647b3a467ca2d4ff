"""Operations on success tokens and stories."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import shuffle
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Op
from cthulhu_envs.games.call_of_cthulhu.cards.columns import O
from cthulhu_envs.games.call_of_cthulhu.rules.asking import ask, ask_story_to_mark, is_answered
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, OneQuestion, Use
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    FIRST_STORY,
    N_CARDS,
    NOTHING,
    STORY_SLOTS,
    Question,
    Zone,
)


@kernel
def op_success(s, f, o):
    """Put, remove, move or clear success tokens of a story; Use.TARGET_MORE is the side."""
    op, slot, side, n = o[O.OP], f[Use.TARGET], f[Use.TARGET_MORE], o[O.AMOUNT]
    s.dirty = 1
    if op == Op.CLEAR_SUCCESS:
        s.success[:, :] = 0
    elif op == Op.ADD_SUCCESS:
        if s.story[slot] != NOTHING:
            s.success[slot, f[Frame.WHO]] += n
    elif op == Op.REMOVE_SUCCESS:
        remove_tokens(s, slot, side, n)
    elif op == Op.MOVE_SUCCESS:
        if remove_tokens(s, slot, side, n):
            s.success[slot, 1 - side] += n
    else:
        raise AssertionError("there is no such operation on success tokens")
    return True


@kernel
def remove_tokens(s, slot, side, n):
    """R7.4: exactly this many tokens, or none; whether it was done."""
    if s.story[slot] == NOTHING or s.success[slot, side] < n:
        return False
    s.success[slot, side] -= n
    return True


@kernel
def op_may_add(s, f, o, seat):
    """A player may put tokens on one story on which he does not have too many."""
    if not is_answered(f):
        is_open = False
        for slot in range(STORY_SLOTS):
            is_open = is_open or (s.story[slot] != NOTHING and s.success[slot, seat] <= o[O.MOST])
        if not is_open:
            return True
        f[Use.STEP] = OneQuestion.ANSWERED
        ask_story_to_mark(s, seat, o[O.MOST])
        return False
    if s.answer != NOTHING:
        s.success[s.answer, seat] += o[O.AMOUNT]
        s.dirty = 1
    return True


@kernel
def op_return_won(s, f, seat):
    """R10.16: a player shuffles a story he has won into the story deck."""
    if not is_answered(f):
        has_one = False
        for inst in range(FIRST_STORY, N_CARDS):
            has_one = has_one or (s.zone[inst] == Zone.WON and s.side[inst] == seat)
        if not has_one:
            return True
        f[Use.STEP] = OneQuestion.ANSWERED
        ask(s, Question.WON, seat)
        return False
    inst = s.answer
    s.zone[inst] = Zone.STORY_DECK
    s.side[inst] = 0
    s.won_n[seat] -= 1
    s.story_deck[s.story_deck_n] = inst
    s.story_deck_n += 1
    shuffle(s, s.story_deck, s.story_deck_n)
    return True
