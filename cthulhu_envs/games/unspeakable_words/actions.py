"""What the acting seat may do."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.games.unspeakable_words.cards import MOST_HITS, N_CHOICES
from cthulhu_envs.games.unspeakable_words.dawg import ENDS, GOES_ON
from cthulhu_envs.games.unspeakable_words.state import Phase
from cthulhu_envs.games.unspeakable_words.words_laid import (
    count_bits,
    count_hand,
    doubles_in_hand,
    follow,
    is_end,
    is_free_word_ahead,
    is_used,
    is_word_ahead,
    kinds_in_hand,
    longer,
    take,
)


@kernel(inline=True)
def legal(kit, s, ids):
    """R3-R5: the ids of what may be decided; never empty (R3.11)."""
    if s.phase == Phase.WORD:
        return legal_word(kit, s, ids)
    if s.phase == Phase.CLAIM:  # R4.2
        ids[0], ids[1] = kit.act.claim_all, kit.act.claim_half
        return 2
    if s.phase == Phase.DICE:
        return legal_dice(kit, s, ids)
    for effect in range(N_CHOICES):  # R5.10
        ids[effect] = kit.act.eye + effect
    return N_CHOICES


@kernel(inline=True)
def legal_word(kit, s, ids):
    """R3.1-R3.6, R3.9: throwing in, the end of the word, or a letter it begins or goes on with."""
    n = 0
    is_free = may_lay_anything(kit, s, s.seat)
    if s.length == 0:
        ids[0] = kit.act.throw_in
        n = 1
    elif can_complete(kit, s, is_free):
        ids[0] = kit.act.complete
        n = 1
    kinds = kinds_in_hand(s, s.seat)
    twice = doubles_in_hand(s, s.seat)
    copies = count_hand(s, s.seat, kinds) if twice else 0
    node = int(s.node)
    rest = kinds
    if not is_free:
        rest &= int(kit.nodes[node, ENDS] | kit.nodes[node, GOES_ON])
    while rest:
        bit = rest & -rest
        if can_lay(kit, s, is_free, node, kinds, twice, copies, bit):
            ids[n] = kit.act.letter + count_bits(bit - 1)
            n += 1
        rest -= bit
    return n


@kernel(inline=True)
def can_lay(kit, s, is_free, node, kinds, twice, copies, bit):
    """R3.5: whether an unused word ends with this letter or lies beyond it."""
    code, length = longer(int(s.code), count_bits(bit - 1)), int(s.length) + 1
    is_word = length >= kit.min_letters if is_free else kit.nodes[node, ENDS] & bit != 0
    if is_word and not is_used(s, code):
        return True
    have, double, less = take(kinds, kinds, twice, copies, bit)
    if is_free:
        return is_free_word_ahead(kit, s, length, kinds, have, double, less, code)
    if not kit.nodes[node, GOES_ON] & bit:
        return False
    return is_word_ahead(kit, s, follow(kit, node, bit), kinds, have, double, less, code)


@kernel(inline=True)
def may_lay_anything(kit, s, seat):
    """R3.9: with one token left, where the setting says so."""
    return kit.free_words != 0 and s.tokens[seat] == 1


@kernel(inline=True)
def can_complete(kit, s, is_free):
    """R3.2-R3.4: whether the letters laid are an unused word."""
    if is_free:
        return s.length >= kit.min_letters and not is_used(s, int(s.code))
    return is_end(kit, s.node) and not is_used(s, int(s.code))


@kernel
def legal_dice(kit, s, ids):
    """R5.3-R5.5: to decline, or a target."""
    ids[0] = kit.act.decline
    n = 1
    for step in range(1, kit.num_players):
        if can_hit(s, (s.seat + step) % kit.num_players):
            ids[n] = kit.act.roll + step - 1
            n += 1
    return n


@kernel(inline=True)
def can_hit(s, seat):
    """R5.3, R5.4: in play, and not the target of the last two rolls."""
    return not s.gone[seat] and not (s.hit == seat and s.hits >= MOST_HITS)
