"""`observe`: everything a seat is entitled to know (R8), written into a vector of zeros.

Offsets are read from the kit once per part: after each write to `obs` the compiler would have to
read them again.
"""

from __future__ import annotations

import numpy as np

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.relative_seats import absolute, relative
from cthulhu_envs.games.unspeakable_words.actions import may_lay_anything
from cthulhu_envs.games.unspeakable_words.cards import (
    MOST_POINTS,
    N_LETTERS,
    POINTS,
    Effect,
)
from cthulhu_envs.games.unspeakable_words.dawg import ENDS, GOES_ON
from cthulhu_envs.games.unspeakable_words.effects import is_dice_time
from cthulhu_envs.games.unspeakable_words.rules import worth_of_word
from cthulhu_envs.games.unspeakable_words.state import LETTER_BITS, NO_FACE, NOBODY, Phase
from cthulhu_envs.games.unspeakable_words.tables import SPENT_WORDS
from cthulhu_envs.games.unspeakable_words.words_laid import (
    LETTER_MASK,
    count_bits,
    count_hand,
    doubles_in_hand,
    follow,
    is_used,
    kinds_in_hand,
    longer,
    sums_ahead,
    take,
    values_ahead,
)

N_FACES = len(Effect) - 1  # all but the redraw


@kernel(inline=True)
def observe(kit, s, me, obs):
    """The table as seen from one seat."""
    players = int(kit.num_players)  # wider than the kit's byte, which would overflow uncompiled
    observe_cards(kit, s, me, players, obs)
    observe_seats(kit, s, me, players, obs)
    observe_turns(kit, s, me, players, obs)
    observe_spent(kit, s, me, obs)
    obs[kit.ob.pile] = s.left
    obs[kit.ob.turn + relative(s.seat, me, players)] = 1.0
    obs[kit.ob.phase + s.phase] = 1.0
    obs[kit.ob.free] = may_lay_anything(kit, s, me)
    obs[kit.ob.dice] = is_dice_time(kit, s)
    obs[kit.ob.worth] = worth_of_word(s) * kit.scale.worth
    obs[kit.ob.age] = s.turns * kit.scale.age
    if kit.word_features and s.seat == me and s.phase == Phase.WORD:
        observe_ahead(kit, s, me, obs)
    if s.hit != NOBODY:
        step = relative(s.hit, me, players)
        obs[kit.ob.hits + step] = s.hits
        if s.phase == Phase.EYE:
            obs[kit.ob.eyed + step] = 1.0


@kernel(inline=True)
def observe_cards(kit, s, me, players, obs):
    """R8.1-R8.5: my hand, the word, the discards, and where the other cards can be."""
    hand, word = kit.ob.hand, kit.ob.word
    discards = obs[kit.ob.discards : kit.ob.discards + N_LETTERS]
    drawable = obs[kit.ob.drawable : kit.ob.drawable + N_LETTERS]
    for letter in range(N_LETTERS):
        lying = np.float32(s.discards[letter])
        discards[letter] = lying
        drawable[letter] = kit.copies[letter] - lying
    for slot in range(s.held[me]):
        letter = s.hand[me, slot]
        obs[hand + letter] += 1.0
        drawable[letter] -= 1.0
    for place in range(s.length):
        letter = s.word[place]
        obs[word + place * N_LETTERS + letter] = 1.0
        drawable[letter] -= 1.0
    if s.batch > 0:
        observe_earlier(kit, s, me, players, drawable, obs)


@kernel
def observe_earlier(kit, s, me, players, drawable, obs):
    """R8.5: the others' cards from before the last shuffle: how many, and which each may hold."""
    held, cards_held, card = kit.ob.held, kit.ob.cards_held, kit.scale.cards_held
    for step in range(1, players):
        seat = absolute(step, me, players)
        earlier = 0
        while earlier < s.held[seat] and s.batch_of[seat, earlier] < s.batch:
            drawable[s.hand[seat, earlier]] -= 1.0
            is_new_row = earlier == 0 or s.batch_of[seat, earlier] > s.batch_of[seat, earlier - 1]
            if is_new_row:
                observe_row(kit, s, me, seat, earlier, obs[held + (step - 1) * N_LETTERS :])
            earlier += 1
        obs[cards_held + step - 1] = earlier * card


@kernel
def observe_row(kit, s, me, seat, first, held):
    """The letters of the others' cards of one shuffle, without those that the seat's cards lack."""
    batch, lacks = s.batch_of[seat, first], int(s.lacks[seat, first])
    for other in range(kit.num_players):
        for slot in range(s.held[other]):
            letter = int(s.hand[other, slot])
            is_alike = other != me and s.batch_of[other, slot] == batch
            if is_alike and not lacks >> letter & 1:
                held[letter] += 1.0


@kernel(inline=True)
def observe_seats(kit, s, me, players, obs):
    """R8.1: points, tokens, who is in play."""
    points, tokens, gone = kit.ob.points, kit.ob.tokens, kit.ob.gone
    point, token = kit.scale.points, kit.scale.tokens
    for step in range(players):
        seat = absolute(step, me, players)
        obs[points + step] = s.points[seat] * point
        obs[tokens + step] = s.tokens[seat] * token
        obs[gone + step] = s.gone[seat]


@kernel(inline=True)
def observe_turns(kit, s, me, players, obs):
    """R8.1: each seat's latest turn."""
    claimed, rolled, failed, face = kit.ob.claimed, kit.ob.rolled, kit.ob.failed, kit.ob.face
    claim, roll = kit.scale.claimed, kit.scale.rolled
    for step in range(players):
        seat = absolute(step, me, players)
        obs[claimed + step] = s.last_claim[seat] * claim
        obs[rolled + step] = s.last_roll[seat] * roll
        obs[failed + step] = s.last_failed[seat]
        shown = s.last_face[seat]
        if shown != NO_FACE:
            obs[face + step * N_FACES + shown - (shown > Effect.REDRAW)] = 1.0


@kernel(inline=True)
def observe_spent(kit, s, me, obs):
    """R8.6: words laid before that my cards could spell."""
    spent, width = kit.ob.spent, int(kit.hand_size)
    have = kinds_in_hand(s, me)
    if s.seat == me:
        for place in range(s.length):
            have |= 1 << int(s.word[place])
    found = 0
    for k in range(s.num_used - 1, -1, -1):
        letters = int(s.used_letters[k])
        if letters & have == letters and can_spell(s, me, int(s.used[k])):
            write_word(obs, spent + found * width, int(s.used[k]))
            found += 1
            if found == SPENT_WORDS:
                return


@kernel
def observe_ahead(kit, s, me, obs):
    """R8.8: for each letter that may come next the points of the words that it leads to."""
    kinds, twice = kinds_in_hand(s, me), doubles_in_hand(s, me)
    copies = count_hand(s, me, kinds) if twice else 0
    is_free, node, worth = may_lay_anything(kit, s, me), int(s.node), worth_of_word(s)
    width = int(kit.hand_size) * MOST_POINTS + 1
    rest = kinds
    while rest:
        bit = rest & -rest
        rest -= bit
        letter = count_bits(bit - 1)
        if is_free:
            found = sums_with(kit, s, me, letter)
        else:
            found = values_with(kit, s, node, kinds, twice, copies, bit)
        value = worth + int(POINTS[letter])
        while found:
            if found & 1:
                obs[kit.ob.ahead + letter * width + value] = 1.0
            found >>= 1
            value += 1


@kernel
def values_with(kit, s, node, kinds, twice, copies, bit):
    """Bits of the points that come after a letter, given by its bit, in unused words."""
    code = longer(int(s.code), count_bits(bit - 1))
    found = 1 if kit.nodes[node, ENDS] & bit and not is_used(s, code) else 0
    if kit.nodes[node, GOES_ON] & bit:
        have, double, less = take(kinds, kinds, twice, copies, bit)
        child = follow(kit, node, bit)
        found |= values_ahead(kit, s, child, kinds, have, double, less, code)
    return found


@kernel
def sums_with(kit, s, me, letter):
    """R3.9: the same where any letters are a word."""
    slot = 0
    while s.hand[me, slot] != letter:
        slot += 1
    least = int(kit.min_letters) - int(s.length) - 1
    return sums_ahead(s, int(me), slot, 0, least)


@kernel
def can_spell(s, me, code):
    """Whether the hand and the word that the seat is laying have all letters of a word."""
    rest = code
    while rest:
        letter = (rest & LETTER_MASK) - 1
        have = 0
        for slot in range(s.held[me]):
            have += s.hand[me, slot] == letter
        if s.seat == me:
            for place in range(s.length):
                have += s.word[place] == letter
        other = code
        while other:
            have -= (other & LETTER_MASK) - 1 == letter
            other >>= LETTER_BITS
        if have < 0:
            return False
        rest >>= LETTER_BITS
    return True


@kernel
def write_word(obs, start, code):
    """The letters of a word, A = 1, in their order."""
    length, rest = 0, code
    while rest:
        length += 1
        rest >>= LETTER_BITS
    rest = code
    while rest:
        length -= 1
        obs[start + length] = rest & LETTER_MASK
        rest >>= LETTER_BITS
