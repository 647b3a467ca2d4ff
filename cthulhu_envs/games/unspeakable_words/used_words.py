"""Whether a state's list of used words is as `note_used` writes it: `check_state` asks."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import N_LETTERS
from cthulhu_envs.games.unspeakable_words.state import LETTER_BITS, MARK_SHIFT, MARKS
from cthulhu_envs.games.unspeakable_words.words_laid import LETTER_MASK, MARK_MASK

FINE, NO_WORD, OTHER_LETTERS, OTHER_MARKS = 0, 1, 2, 3


@kernel
def fault_of_used(kit, s, marks):
    """What is wrong with the used words, their letters and their marks; `marks` are zeros."""
    for k in range(int(s.num_used)):
        code, rest = int(s.used[k]), int(s.used[k])
        letters, length = 0, 0
        while rest > 0:
            letter = (rest & LETTER_MASK) - 1
            if letter < 0 or letter >= N_LETTERS:
                return NO_WORD
            letters |= 1 << letter
            length += 1
            rest >>= LETTER_BITS
        if length < kit.min_letters or length > kit.hand_size:
            return NO_WORD
        if letters != s.used_letters[k]:
            return OTHER_LETTERS
        place = code % MARKS
        marks[place >> MARK_SHIFT] |= 1 << (place & MARK_MASK)
    for k in range(marks.shape[0]):
        if marks[k] != s.marked[k]:
            return OTHER_MARKS
    return FINE
