"""Stacked decks and dice (`reset(options=...)`) and the invariants of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain, pairwise
from typing import Any

import numpy as np

from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.game import Game
from cthulhu_envs.authoring.settings_checks import set_starter, stacked_deck
from cthulhu_envs.authoring.state_checks import demand, in_plain_numbers
from cthulhu_envs.games.unspeakable_words.actions import legal
from cthulhu_envs.games.unspeakable_words.cards import (
    D6,
    D20,
    DICE_ABOVE,
    LONG_WORD,
    MOST_HITS,
    MOST_POINTS,
    POINTS,
    SIDES,
    Effect,
    Letter,
)
from cthulhu_envs.games.unspeakable_words.settings import copies_of, letter_named
from cthulhu_envs.games.unspeakable_words.state import (
    FILLS_A_TURN,
    LETTER_BITS,
    MAX_STACKED,
    NO_CARD,
    NO_FACE,
    NO_TURN,
    NOBODY,
    ROOT,
    Ending,
    Phase,
)
from cthulhu_envs.games.unspeakable_words.used_words import (
    NO_WORD,
    OTHER_LETTERS,
    OTHER_MARKS,
    fault_of_used,
)
from cthulhu_envs.games.unspeakable_words.words_laid import LETTER_MASK, follow, longer

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
    word = name.strip().lower().replace("_", " ") if isinstance(name, str) else ""
    if word not in FACE_NAMES:
        raise ValueError(f"the Cthulhu die has no face {shown(name)}{nearest(word, FACE_NAMES)}")
    return FACE_NAMES[word]


def _side(value: Any, what: str, sides: int) -> int:
    if type(value) is not int or not 1 <= value <= sides:
        raise ValueError(f"{what} are numbers from 1 to {sides}, not {shown(value)}")
    return value


def _stack(field: Any, options: Mapping[str, Any], what: str, read: Callable[[Any], int]) -> int:
    """Lay down what one die will show, the last roll first; returns how many there are."""
    listed = options.get(what)
    if listed is None:
        return 0
    if not isinstance(listed, list) or len(listed) > MAX_STACKED:
        raise ValueError(f"{what} must be a list of up to {MAX_STACKED}, not {shown(listed)}")
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
    plain = in_plain_numbers(s)
    _check_cards(game, plain)
    _check_seats(game, plain)
    _check_time(game, plain)
    _check_dice(game, plain)
    _check_used(game, s, plain)
    _check_word(game, s, plain)


def _check_cards(game: Game, s: Any) -> None:
    """Every card of the deck lies in exactly one place, every hand is full."""
    kit, players = game.kit[0], game.num_players
    hands = [hand[:held] for hand, held in zip(s.hand, s.held, strict=True)]
    cards = [*chain(*hands), *s.pile[: s.left], *s.word[: s.length]]
    demand(NO_CARD not in cards, "a card is missing")
    have = list(s.discards)
    for card in cards:
        have[card] += 1
    demand(have == copies_of(game.values), "cards got lost or doubled")
    demand(s.batch <= FILLS_A_TURN * (s.turns + 1), "more shuffles than there can have been")
    for seat, held in enumerate(s.held):
        laid = s.length if seat == s.seat else 0
        full = 0 if seat >= players or s.gone[seat] else kit.hand_size - laid
        demand(held == full, f"seat {seat} holds {held} cards instead of {full}")
        behind = s.hand[seat][held:]
        demand(behind.count(NO_CARD) == len(behind), "a card behind the hand")
        _check_rows(s, seat)


def _check_rows(s: Any, seat: int) -> None:
    """Cards lie in the order of their shuffles; those of one shuffle lack the same (R8.5)."""
    held = s.held[seat]
    rows = list(zip(s.hand[seat], s.batch_of[seat], s.lacks[seat], strict=True))
    demand(not any(s.lacks[seat][held:]), "a place without a card that lacks a letter")
    for letter, batch, lacks in rows[:held]:
        demand(batch <= s.batch, "a card from a later shuffle")
        demand(not lacks >> letter & 1, "a card of a letter that it lacks")
        demand(batch < s.batch or not lacks, "a card of the latest shuffle that lacks a letter")
    for (_, earlier, before), (_, later, after) in pairwise(rows[:held]):
        demand(earlier <= later, "a card of an earlier shuffle behind a later one")
        demand(earlier < later or before == after, "cards of one shuffle that lack other letters")


def _check_seats(game: Game, s: Any) -> None:
    """Points and tokens, who is in play, and what seats that nobody has are."""
    kit, players = game.kit[0], game.num_players
    demand(sum(s.tokens) <= kit.tokens * players, "more tokens than there are")
    for seat in range(players):
        demand(bool(s.gone[seat]) == (s.tokens[seat] == 0), "gone, and tokens left")
        won = s.ending == Ending.TARGET_REACHED and seat == s.seat
        demand((s.points[seat] >= kit.target) == won, "points enough, and not won, or without")
        demand(s.gone[seat] or not s.leaving[seat], "a seat leaves that is not gone")
        code, face = s.last_code[seat], s.last_face[seat]
        demand(code <= 0 or code in s.used[: s.num_used], "a word was laid that is not used")
        worth = kit.hand_size * MOST_POINTS
        demand(s.last_claim[seat] <= worth, "more points claimed than a word has")
        demand(face == NO_FACE or face in SIDES, "the Cthulhu die has no such face")
        has_target = 0 <= s.last_target[seat] < players
        demand(has_target == (face != NO_FACE), "a face without a target, or a target without")
    blank = {NO_CARD, 0, NO_TURN, NO_FACE, NOBODY}
    lists = (s.points, s.tokens, s.gone, s.gained, s.leaving, s.last_code, s.last_claim,
             s.last_roll, s.last_failed, s.last_face, s.last_target)  # fmt: skip
    demand(
        all(blank.issuperset(part[players:]) for part in lists), "a seat that is not there plays"
    )


def _check_time(game: Game, s: Any) -> None:
    """Whether the game goes on, and whose decision it is."""
    kit = game.kit[0]
    in_play = game.num_players - sum(s.gone)
    demand(s.asked_starter <= game.num_players, "a seat that is not there was asked to start")
    demand(s.turns <= kit.turn_limit, "too many turns")
    if s.ending == Ending.GOING_ON:
        demand(not s.gone[s.seat], "the seat to act is gone")
        demand(s.turns < kit.turn_limit, "too many turns")
    else:
        demand(
            s.length == 0 and s.phase in (Phase.WORD, Phase.CLAIM), "over in the middle of a turn"
        )
    is_last = s.ending == Ending.LAST_ONE_STANDING
    demand(in_play == 1 if is_last else in_play > 1, "so many cannot be in play")
    is_late = s.ending == Ending.TURN_LIMIT
    demand(not is_late or s.turns == kit.turn_limit, "broken off before the limit")


def _check_dice(game: Game, s: Any) -> None:
    """The Cthulhu Dice, and what the dice will show."""
    kit, players = game.kit[0], game.num_players
    stacks = ((s.rolls[: s.num_rolls], range(1, D20 + 1)), (s.faces[: s.num_faces], SIDES),
              (s.losses[: s.num_losses], range(1, D6 + 1)))  # fmt: skip
    demand(
        all(side in sides for stack, sides in stacks for side in stack), "a die has no such side"
    )
    demand(s.dice_open or max(s.points) <= DICE_ABOVE, "points enough, and the dice are closed")
    demand((s.hit == NOBODY) == (s.hits == 0), "a target without a hit")
    demand(s.hit < players, "a hit at a seat that is not there")
    is_time = bool(kit.with_dice and s.dice_open)
    demand(is_time or s.hit == NOBODY, "a hit of dice that are closed")
    if s.phase in (Phase.DICE, Phase.EYE):
        demand(is_time, "the dice are rolled, and closed")
    others = [seat for seat in range(players) if seat != s.seat and not s.gone[seat]]
    if s.phase == Phase.DICE:
        demand(any(s.points[seat] > s.points[s.seat] for seat in others), "the leader rolls")
        free = [seat for seat in others if seat != s.hit or s.hits < MOST_HITS]
        demand(free, "the dice find no target")
    if s.phase == Phase.EYE:
        is_noted = s.last_face[s.seat] == Effect.EYE and s.last_target[s.seat] == s.hit
        demand(s.hit in others and is_noted, "the Eye has no target")


def _check_used(game: Game, s: Any, plain: Any) -> None:
    """The list of used words with its shadows, and the letters that hands lack."""
    used = plain.used[: plain.num_used]
    is_turn_open = plain.phase != Phase.WORD or plain.ending == Ending.TARGET_REACHED
    demand(plain.num_used <= plain.turns + is_turn_open, "more words than turns")
    demand(len(set(used)) == len(used), "a word was laid twice")
    fault = fault_of_used(game.kit[0], s, np.zeros_like(s.marked))
    demand(fault != NO_WORD, "a used word is none")
    demand(fault != OTHER_LETTERS, "the letters of the used words are wrong")
    demand(fault != OTHER_MARKS, "the marks of the used words are wrong")
    laid = 0
    for letters in plain.used_letters[: plain.num_used]:
        laid |= letters
    for letter in plain.word[: plain.length]:
        laid |= 1 << letter
    lacks = chain(*plain.lacks)
    demand(all(letters & ~laid == 0 for letters in lacks), "a letter lacks that was never laid")


def _check_word(game: Game, s: Any, plain: Any) -> None:
    """`code` and `node` are what the letters laid make of them, and lead on."""
    kit, word = game.kit[0], plain.word[: plain.length]
    demand(plain.phase in (Phase.WORD, Phase.CLAIM) or not word, "cards lie there after the check")
    code, node = 0, ROOT
    for letter in word:
        node = follow(kit, node, 1 << letter)
        code = longer(code, letter)
    demand((code, node) == (plain.code, plain.node), "the word and its code differ")
    if plain.ending != Ending.GOING_ON:
        return
    if plain.phase == Phase.CLAIM:
        is_latest = plain.used[: plain.num_used][-1:] == [code] == [plain.last_code[plain.seat]]
        demand(is_latest, "a claim for a word that was not laid last")
        is_open = kit.claim_half and len(word) < LONG_WORD and sum(POINTS[word]) > 1
        demand(is_open, "a claim with nothing to choose")
    elif word:
        ids = np.zeros(game.actions.size, np.int32)
        demand(legal(kit, s, ids) > 0, "the letters laid lead to no word")
