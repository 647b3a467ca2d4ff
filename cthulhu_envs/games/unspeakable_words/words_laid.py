"""Words in the kernels: codes, the way through the graph, and whether a word lies ahead.

A word's code has five bits for each letter, A = 1, the first letter highest. A hand to search with
is four numbers: `kinds` and `have` have a bit for each letter, of the whole hand and of what is
left of it, `twice` for each letter left twice or more; for those alone `copies` counts what is
left, in four bits for each of the kinds in the order of the alphabet.
"""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import POINTS
from cthulhu_envs.games.unspeakable_words.dawg import (
    END_OF_WORD,
    ENDS,
    FIRST_EDGE,
    GOES_ON,
)
from cthulhu_envs.games.unspeakable_words.state import LETTER_BITS, MARK_SHIFT, MARKS, ROOT

LETTER_MASK = (1 << LETTER_BITS) - 1
LETTERS = (1 << END_OF_WORD) - 1  # the bits of all letters
MARK_MASK = (1 << MARK_SHIFT) - 1
COPY_BITS = 4
COPY_MASK = (1 << COPY_BITS) - 1
# Counting bits in parallel, for numbers of up to 32 bits.
ODD, PAIRS, NIBBLES, ONES = 0x55555555, 0x33333333, 0x0F0F0F0F, 0x01010101
BYTE, TOP_BYTE = 0xFF, 24


@kernel(inline=True)
def longer(code, letter):
    """The code of a word with one more letter."""
    return (code << LETTER_BITS) + letter + 1


@kernel(inline=True)
def count_bits(bits):
    """How many bits are set; of `bit - 1`, the number of the bit."""
    bits -= bits >> 1 & ODD
    bits = (bits & PAIRS) + (bits >> 2 & PAIRS)
    bits = bits + (bits >> 4) & NIBBLES
    return bits * ONES >> TOP_BYTE & BYTE


@kernel(inline=True)
def is_end(kit, node):
    """Whether a word ends at a node."""
    return kit.nodes[node, ENDS] >> END_OF_WORD & 1 != 0


@kernel(inline=True)
def follow(kit, node, bit):
    """The node that a letter, given by its bit, leads to; the root if it leads nowhere."""
    row = kit.nodes[node]
    branches = int(row[ENDS] | row[GOES_ON]) & LETTERS
    if not branches & bit:
        return ROOT
    return int(kit.edges[row[FIRST_EDGE] + count_bits(branches & bit - 1)])


@kernel(inline=True)
def kinds_in_hand(s, seat):
    """A bit for each letter in a hand."""
    kinds = 0
    for slot in range(s.held[seat]):
        kinds |= 1 << int(s.hand[seat, slot])
    return kinds


@kernel(inline=True)
def doubles_in_hand(s, seat):
    """A bit for each letter that is twice or more in a hand."""
    kinds, twice = 0, 0
    for slot in range(s.held[seat]):
        bit = 1 << int(s.hand[seat, slot])
        twice |= kinds & bit
        kinds |= bit
    return twice


@kernel(inline=True)
def count_hand(s, seat, kinds):
    """The copies of each kind in a hand."""
    copies = 0
    for slot in range(s.held[seat]):
        bit = 1 << int(s.hand[seat, slot])
        copies += 1 << COPY_BITS * count_bits(kinds & bit - 1)
    return copies


@kernel(inline=True)
def take(kinds, have, twice, copies, bit):
    """What is left of a hand when a letter is laid: have, twice and copies."""
    if not twice & bit:
        return have - bit, twice, copies
    shift = COPY_BITS * count_bits(kinds & bit - 1)
    less = copies - (1 << shift)
    if less >> shift & COPY_MASK == 1:
        return have, twice - bit, less
    return have, twice, less


@kernel(inline=True)
def is_used(s, code):
    """R3.4: whether the word was laid before; nearly always the marks say no."""
    place = code % MARKS
    if not s.marked[place >> MARK_SHIFT] >> (place & MARK_MASK) & 1:
        return False
    for k in range(s.num_used):
        if s.used[k] == code:
            return True
    return False


@kernel
def note_used(s, code):
    """Enter a word into the list of used ones, with its letters and its mark."""
    letters, rest = 0, code
    while rest:
        letters |= 1 << (rest & LETTER_MASK) - 1
        rest >>= LETTER_BITS
    s.used[s.num_used] = code
    s.used_letters[s.num_used] = letters
    s.num_used += 1
    place = code % MARKS
    s.marked[place >> MARK_SHIFT] |= 1 << (place & MARK_MASK)


@kernel
def is_word_ahead(kit, s, node, kinds, have, twice, copies, code):
    """R3.5: whether an unused word lies beyond a node, within the letters left.

    It calls itself, so every argument must have one type: two kinds of machine code that call each
    other do not come back whole from the disk cache.
    """
    ends = int(kit.nodes[node, ENDS]) & have
    while ends:
        bit = ends & -ends
        if not is_used(s, longer(code, count_bits(bit - 1))):
            return True
        ends -= bit
    on = int(kit.nodes[node, GOES_ON]) & have
    while on:
        bit = on & -on
        left, double, less = take(kinds, have, twice, copies, bit)
        laid = longer(code, count_bits(bit - 1))
        child = follow(kit, node, bit)
        if left and is_word_ahead(kit, s, child, kinds, left, double, less, laid):
            return True
        on -= bit
    return False


@kernel
def values_ahead(kit, s, node, kinds, have, twice, copies, code):
    """R8.8: bit v for each number v of points that letters beyond a node add in unused words.

    As it calls itself, every argument must have one type.
    """
    found = 0
    ends = int(kit.nodes[node, ENDS]) & have
    on = int(kit.nodes[node, GOES_ON]) & have
    rest = ends | on
    while rest:
        bit = rest & -rest
        rest -= bit
        letter = count_bits(bit - 1)
        laid = longer(code, letter)
        beyond = 1 if ends & bit and not is_used(s, laid) else 0
        if on & bit:
            left, double, less = take(kinds, have, twice, copies, bit)
            if left:
                child = follow(kit, node, bit)
                beyond |= values_ahead(kit, s, child, kinds, left, double, less, laid)
        found |= beyond << int(POINTS[letter])
    return found


@kernel
def sums_ahead(s, seat, without, slot, least):
    """R8.8, R3.9: the same for any cards of a hand from a place on, at least `least`, without
    one of them.
    """
    if slot == s.held[seat]:
        return 1 if least <= 0 else 0
    found = sums_ahead(s, seat, without, slot + 1, least)
    if slot != without:
        points = int(POINTS[s.hand[seat, slot]])
        found |= sums_ahead(s, seat, without, slot + 1, least - 1) << points
    return found


@kernel
def is_free_word_ahead(kit, s, length, kinds, have, twice, copies, code):
    """R3.9: the same where any letters are a word."""
    on = have
    while on:
        bit = on & -on
        laid = longer(code, count_bits(bit - 1))
        if length + 1 >= kit.min_letters and not is_used(s, laid):
            return True
        left, double, less = take(kinds, have, twice, copies, bit)
        if left and is_free_word_ahead(kit, s, length + 1, kinds, left, double, less, laid):
            return True
        on -= bit
    return False
