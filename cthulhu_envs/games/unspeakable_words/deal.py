"""Setting up (R2), drawing, discarding and shuffling (R3.7, R3.8), and the dice."""

from __future__ import annotations

from cthulhu_envs.authoring.kernels import kernel
from cthulhu_envs.authoring.rng import below, roll, shuffle
from cthulhu_envs.games.unspeakable_words.cards import D6, D20, FACES, N_LETTERS
from cthulhu_envs.games.unspeakable_words.settings import MAX_SEATS
from cthulhu_envs.games.unspeakable_words.state import NO_CARD, NO_FACE, NO_TURN, NOBODY

N_SIDES = len(FACES)


@kernel
def deal(kit, s):
    """R2.1-R2.4: shuffle, a full hand for each seat, the starter's turn."""
    if s.asked_starter:
        s.seat = s.asked_starter - 1
    else:
        s.seat = below(s, kit.num_players)
    if not s.stacked:
        lay_deck(kit, s)
        shuffle(s, s.pile, kit.deck_size)
    s.left = kit.deck_size
    s.hit = NOBODY
    for seat in range(MAX_SEATS):
        s.hand[seat, :] = NO_CARD
        s.last_code[seat] = NO_TURN
        s.last_face[seat] = NO_FACE
        s.last_target[seat] = NOBODY
    for seat in range(kit.num_players):
        s.tokens[seat] = kit.tokens
        fill_hand(kit, s, seat)


@kernel
def lay_deck(kit, s):
    """All cards in order of the alphabet."""
    size = 0
    for letter in range(N_LETTERS):
        for _ in range(kit.copies[letter]):
            s.pile[size] = letter
            size += 1


@kernel
def fill_hand(kit, s, seat):
    """R3.7, R3.8: draw until the hand is full."""
    held = s.held[seat]
    while held < kit.hand_size:
        if s.left == 0:
            shuffle_discards(s)
        s.left -= 1
        s.hand[seat, held] = s.pile[s.left]
        s.batch_of[seat, held] = s.batch
        s.lacks[seat, held] = 0
        held += 1
    s.held[seat] = held


@kernel
def shuffle_discards(s):
    """R3.8: the discards become the draw pile."""
    size = 0
    for letter in range(N_LETTERS):
        for _ in range(s.discards[letter]):
            s.pile[size] = letter
            size += 1
        s.discards[letter] = 0
    shuffle(s, s.pile, size)
    s.left = size
    s.batch += 1


@kernel
def discard_hand(s, seat):
    """Put a whole hand among the discards."""
    for slot in range(s.held[seat]):
        s.discards[s.hand[seat, slot]] += 1
        s.hand[seat, slot] = NO_CARD
        s.lacks[seat, slot] = 0
    s.held[seat] = 0


@kernel
def take_from_hand(s, seat, letter):
    """Remove a copy of a letter that has been held longest (R8.4); later cards move up."""
    slot = 0
    while s.hand[seat, slot] != letter:
        slot += 1
    if s.batch > 0:
        note_lack(s, seat, slot, letter)
    last = s.held[seat] - 1
    while slot < last:
        s.hand[seat, slot] = s.hand[seat, slot + 1]
        s.batch_of[seat, slot] = s.batch_of[seat, slot + 1]
        s.lacks[seat, slot] = s.lacks[seat, slot + 1]
        slot += 1
    s.hand[seat, last] = NO_CARD
    s.lacks[seat, last] = 0
    s.held[seat] = last


@kernel
def note_lack(s, seat, slot, letter):
    """R8.5: the letter is in none of the hand's cards held since before an earlier shuffle."""
    bit = 1 << int(letter)
    for earlier in range(slot):
        if s.batch_of[seat, earlier] < s.batch_of[seat, slot]:
            s.lacks[seat, earlier] |= bit


@kernel
def roll_d20(s):
    """R4.4; what was laid down in advance comes first (R2.5)."""
    if s.num_rolls > 0:
        s.num_rolls -= 1
        return int(s.rolls[s.num_rolls])
    return int(roll(s, D20))


@kernel
def roll_face(s):
    """R1.6: a face of the Cthulhu die."""
    if s.num_faces > 0:
        s.num_faces -= 1
        return int(s.faces[s.num_faces])
    return int(FACES[below(s, N_SIDES)])


@kernel
def roll_d6(s):
    """R5.6."""
    if s.num_losses > 0:
        s.num_losses -= 1
        return int(s.losses[s.num_losses])
    return int(roll(s, D6))
