"""ACTIONS and OBSERVATIONS: the two declarations from which ids, masks, text, docs and offsets
come.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Settings, default_values
from cthulhu_envs.authoring.layout import Block, Table, axis_of, count, others, seats
from cthulhu_envs.games.unspeakable_words.cards import (
    D20,
    MOST_HITS,
    MOST_POINTS,
    N_LETTERS,
    Effect,
    Letter,
)
from cthulhu_envs.games.unspeakable_words.settings import (
    MAX_DECK,
    MAX_SEATS,
    SETTINGS,
    copies_of,
    setting_of,
)

SPENT_WORDS = 8  # R8.6
N_PHASES = 4


def actions(values: Settings) -> Table:
    """A word is laid letter by letter; claim, target and the Eye's choice are decisions apart."""
    choices = axis_of(Effect, without=(Effect.EYE,))
    return Table(
        Block("letter", "lay {letter}", letter=axis_of(Letter)),
        Block("complete", "the word is complete"),
        Block("throw_in", "throw in the hand and draw a new one"),
        Block("claim_all", "claim all points of the word"),
        Block("claim_half", "claim half the points of the word"),
        Block("roll", "roll the Cthulhu die at {seat}", seat=others(values["num_players"])),
        Block("decline", "leave the Cthulhu die alone"),
        Block("eye", "by the Eye: {effect}", effect=choices),
    )


def observations(values: Settings) -> Table:
    """Everything a seat is entitled to know (R8), from its own point of view."""
    players, hand_size = values["num_players"], setting_of(values, "hand_size")
    most = max(copies_of(values))
    most_points = hand_size * MOST_POINTS
    target = setting_of(values, "target")
    of_target, of_20 = 1 / target, 1 / D20
    every, other, letters = seats(players), others(players), axis_of(Letter)
    place, word = count(hand_size), count(SPENT_WORDS)
    faces = axis_of(Effect, without=(Effect.REDRAW,))
    return Table(
        Block("hand", "copies of a letter in my hand", high=hand_size, letter=letters),
        Block("word", "the word being laid, letter by letter", place=place, letter=letters),
        Block("discards", "copies among the discards", high=most, letter=letters),
        Block(
            "drawable",
            "copies in the draw pile, or drawn from it by others since the last shuffle",
            high=most,
            letter=letters,
        ),
        Block(
            "held",
            "copies that others together have held since before the last shuffle, if this one may "
            "hold any of them (R8.5)",
            high=most,
            seat=other,
            letter=letters,
        ),
        Block(
            "cards_held",
            "cards that another has held since before the last shuffle, as a share of a hand",
            scale=1 / hand_size,
            seat=other,
        ),
        Block(
            "spent",
            "words laid before that I could spell, latest first: letters from A = 1 on (R8.6)",
            high=N_LETTERS,
            word=word,
            place=place,
        ),
        Block(
            "points",
            "points, as a share of the target",
            high=(target + most_points) * of_target,
            scale=of_target,
            seat=every,
        ),
        Block(
            "tokens",
            "tokens, as a share of those at the start",
            high=players,
            scale=1 / values["tokens"],
            seat=every,
        ),
        Block("gone", "1 if eliminated", seat=every),
        Block("pile", "cards in the draw pile", high=MAX_DECK),
        Block("turn", "1 for the seat that decides", seat=every),
        Block("phase", "what it decides: word, claim, dice, eye", phase=count(N_PHASES)),
        Block(
            "worth",
            "points of the cards laid",
            high=most_points * of_20,
            scale=of_20,
        ),
        Block("free", "1 if any letters are a word for me (R3.9)"),
        Block("dice", "1 once the Cthulhu Dice are open (R5.1)"),
        Block("hits", "how often running a seat was the dice's target", high=MOST_HITS, seat=every),
        Block("eyed", "1 for the target while the Eye's caster chooses", seat=every),
        Block(
            "claimed",
            "points claimed in a seat's last turn",
            high=most_points * of_20,
            scale=of_20,
            seat=every,
        ),
        Block("rolled", "what it rolled then", scale=of_20, seat=every),
        Block("failed", "1 if it failed that check", seat=every),
        Block("face", "the face of the Cthulhu die at its end", seat=every, face=faces),
        Block("age", "turns played, as a share of the limit", scale=1 / values["turn_limit"]),
        Block(
            "ahead",
            "1 if a word of that many points can still be completed with this letter next (R8.8)",
            letter=letters if values["word_features"] else count(0),
            value=count(most_points + 1),
        ),
    )


DEFAULTS = default_values(MAX_SEATS, SETTINGS)
ACTION_NAMES = tuple(actions(DEFAULTS).starts)
OBSERVATION_NAMES = tuple(observations(DEFAULTS).starts)
