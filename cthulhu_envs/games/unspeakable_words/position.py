"""Stacked decks and dice (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.settings_checks import set_starter, stacked_deck
from cthulhu_envs.games.unspeakable_words.cards import (
    D6,
    D20,
    DICE_ABOVE,
    N_LETTERS,
    SIDES,
    Effect,
    Letter,
)
from cthulhu_envs.games.unspeakable_words.settings import copies_of, letter_named
from cthulhu_envs.games.unspeakable_words.state import (
    MARK_SHIFT,
    MARKS,
    MAX_STACKED,
    NO_CARD,
    NOBODY,
    ROOT,
    Ending,
    Phase,
)
from cthulhu_envs.games.unspeakable_words.words_laid import LETTER_BITS, LETTER_MASK, follow, longer

FACE_NAMES = {face.name.lower().replace("_", " "): face for face in SIDES}


def arrange(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """R2.5: lay the deck, name the starter, lay down what the dice will show, in a blank state."""
    set_starter(game, s, options)
    copies = copies_of(game.values)
    deck = stacked_deck(options, letter_named, lambda card: card.name, "letters", Letter, copies)
    if deck is not None:
        s.pile[: len(deck)] = deck[::-1]
        s.stacked = True
    s.num_rolls = _stack(s.rolls, options, "rolls", lambda value: _side(value, "rolls", D20))
    s.num_faces = _stack(s.faces, options, "faces", face_named)
    s.num_losses = _stack(s.losses, options, "losses", lambda value: _side(value, "losses", D6))


def face_named(name: Any) -> Effect:
    """The face of the Cthulhu die of that name, in any case."""
    word = str(name).strip().lower().replace("_", " ")
    if word not in FACE_NAMES:
        raise ValueError(f"the Cthulhu die has no face {name!r}{nearest(word, FACE_NAMES)}")
    return FACE_NAMES[word]


def _side(value: Any, what: str, sides: int) -> int:
    if type(value) is not int or not 1 <= value <= sides:
        raise ValueError(f"{what} are numbers from 1 to {sides}, not {value!r}")
    return value


def _stack(field: Any, options: Mapping[str, Any], what: str, read: Callable[[Any], int]) -> int:
    """Lay down what one die will show, the last roll first; returns how many there are."""
    listed = options.get(what)
    if listed is None:
        return 0
    if not isinstance(listed, list) or len(listed) > MAX_STACKED:
        raise ValueError(f"{what} must be a list of up to {MAX_STACKED}, not {listed!r}")
    field[: len(listed)] = [read(value) for value in listed][::-1]
    return len(listed)


def spelled(code: int) -> str:
    """The word of a code, in capitals."""
    word = ""
    while code:
        word = Letter((code & LETTER_MASK) - 1).name + word
        code >>= LETTER_BITS
    return word


def check_state(game: Game, s: Any) -> None:
    """Conservation of cards, full hands, tokens and points in range, the word and its shadows."""
    kit, players = game.kit[0], game.num_players
    word = [int(letter) for letter in s.word[: s.length]]
    hands = [s.hand[seat, : s.held[seat]] for seat in range(players)]
    cards = np.concatenate([*hands, s.pile[: s.left], word]).astype(int)
    have = np.bincount(cards, minlength=N_LETTERS) + s.discards
    assert list(have) == copies_of(game.values), "cards got lost or doubled"
    assert (s.discards >= 0).all(), "fewer than no discards"
    assert int(s.tokens.sum()) <= kit.tokens * players, "more tokens than there are"
    for seat in range(players):
        laid = int(s.length) if seat == s.seat else 0
        full = 0 if s.gone[seat] else kit.hand_size - laid
        assert s.held[seat] == full, f"seat {seat} holds {s.held[seat]} cards instead of {full}"
        assert (s.hand[seat, s.held[seat] :] == NO_CARD).all(), "a card behind the hand"
        _check_rows(s, seat)
        assert bool(s.gone[seat]) == (s.tokens[seat] == 0), "gone, and tokens left"
        won = s.ending == Ending.TARGET_REACHED and seat == s.seat
        assert s.points[seat] >= 0 and (s.points[seat] < kit.target or won), "points out of range"
    _check_word(kit, s, word)
    used = [int(code) for code in s.used[: s.num_used]]
    assert len(set(used)) == len(used), f"{spelled(used[-1])} was laid twice"
    letters = [{ord(c) - ord("A") for c in spelled(code)} for code in used]
    bits = [sum(1 << letter for letter in word) for word in letters]
    assert bits == list(s.used_letters[: s.num_used]), "the letters of the used words are wrong"
    marks = sum(1 << place for place in {code % MARKS for code in used})
    kept = sum(int(bits) << (k << MARK_SHIFT) for k, bits in enumerate(s.marked))
    assert marks == kept, "the marks of the used words are wrong"
    assert s.num_used <= s.turns + 1 and s.turns <= kit.turn_limit, "too many turns"
    assert (s.hit == NOBODY) == (s.hits == 0), "a target without a hit"
    assert s.dice_open or s.points.max() <= DICE_ABOVE, "points enough, and the dice are closed"
    assert s.dice_open or s.hit == NOBODY, "a hit of dice that are closed"


def _check_rows(s: Any, seat: int) -> None:
    """Cards lie in the order of their shuffles; those of one shuffle lack the same (R8.5)."""
    held = int(s.held[seat])
    batches, lacks = s.batch_of[seat, :held], s.lacks[seat, :held]
    assert (np.diff(batches) >= 0).all(), "a card of an earlier shuffle behind a later one"
    assert (batches <= s.batch).all(), "a card from a later shuffle"
    assert not (lacks >> s.hand[seat, :held] & 1).any(), "a card of a letter that it lacks"
    assert (lacks[1:][np.diff(batches) == 0] == lacks[:-1][np.diff(batches) == 0]).all(), (
        "cards of one shuffle that lack different letters"
    )
    assert not lacks[batches == s.batch].any(), "a card of the latest shuffle that lacks a letter"
    assert not s.lacks[seat, held:].any(), "a place without a card that lacks a letter"


def _check_word(kit: Any, s: Any, word: list[int]) -> None:
    """`code` and `node` are what the letters laid make of them."""
    assert s.phase in (Phase.WORD, Phase.CLAIM) or not word, "cards lie there after the check"
    code, node = 0, ROOT
    for letter in word:
        node = follow(kit, node, 1 << letter)
        code = longer(code, letter)
    assert (code, node) == (int(s.code), int(s.node)), "the word and its code differ"
