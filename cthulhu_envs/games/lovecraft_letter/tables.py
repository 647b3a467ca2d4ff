"""ACTIONS and OBSERVATIONS: the two declarations from which ids, masks, text, docs and offsets
come.
"""

from __future__ import annotations

from typing import Any

from cthulhu_envs.authoring.game import Settings, default_values
from cthulhu_envs.authoring.layout import Axis, Block, Table, count, others, seats
from cthulhu_envs.games._letters.limits import MAX_DECK, MAX_SEATS
from cthulhu_envs.games.lovecraft_letter.cards import (
    CHOICE,
    INSANE_GOAL,
    N_VALUES,
    ONE,
    SANE_GOAL,
    TITLES,
    TWO_SIDED,
    Card,
    Choice,
)
from cthulhu_envs.games.lovecraft_letter.settings import SETTINGS, copies_of, events_of

INSANE = "_insane"  # ends of action names
NOBODY_THERE = "_nobody"

CARDS = Axis(tuple(int(card) for card in Card), tuple(TITLES[card] for card in Card))
NONE = Axis((), ())
CAN_BE_NAMED = tuple(value for value in range(N_VALUES) if value != ONE)
NUMBERS = Axis(CAN_BE_NAMED, tuple(str(value) for value in CAN_BE_NAMED))

# What playing a card does to the one chosen, for the actions' texts.
DOES = {
    Card.INVESTIGATORS: "{seat} holds a {number}?",
    Card.DEEP_ONES: "{seat} holds a {number}?",
    Card.CATS: "look at the hand of {seat}",
    Card.GOLDEN_MEAD: "look at the hand of {seat}",
    Card.GREAT_RACE: "compare hands with {seat}",
    Card.HOUND: "compare hands with {seat}",
    Card.ELDER_SIGN: "protected until my next turn",
    Card.LIBER_IVONIS: "protected until my next turn",
    Card.ARMITAGE: "{seat} must discard and draw",
    Card.MI_GO: "{seat} must discard and draw",
    Card.CARTER: "trade hands with {seat}",
    Card.NYARLATHOTEP: "trade hands with {seat}",
    Card.SILVER_KEY: "no effect",
    Card.TRAPEZOHEDRON: "no effect",
    Card.NECRONOMICON: "I am out",
    Card.CTHULHU: "I am out",
    Card.BRAINCASE: "I am out",
}
DOES_INSANE = {
    Card.DEEP_ONES: "{seat} holds a 1? If not, name a number too",
    Card.GOLDEN_MEAD: "look at the hand of {seat}, draw and play again",
    Card.HOUND: "{seat} is out if sane",
    Card.LIBER_IVONIS: "I cannot be knocked out any more",
    Card.MI_GO: "take the hand of {seat} for the Braincase, play again",
    Card.NYARLATHOTEP: "collect all hands and give each player a card",
    Card.TRAPEZOHEDRON: "win the round beside a 5 or more",
    Card.CTHULHU: "win the game with two Insanity cards before me, or lose the round",
}


def actions(values: Settings) -> Table:
    """Playing a side of a card with its choices is one action; a named number after Deep Ones'
    Insane side and each card that Nyarlathotep gives are further decisions.
    """
    players = values["num_players"]
    sane = [_play(card, players, False) for card in Card]
    insane = [_play(card, players, True) for card in TWO_SIDED]
    lost = [
        Block(
            name_of(card, side) + NOBODY_THERE,
            f"play {TITLES[card]}{', Insane' * side}, nobody can be chosen",
        )
        for card in Card
        for side in (False, True)
        if CHOICE[card, int(side)] == Choice.ANOTHER
    ]
    return Table(
        *sane,
        *insane,
        *lost,
        Block("name", "name the number {number}", number=NUMBERS),
        Block("give", "give away {card}", card=CARDS if players > 2 else NONE),  # R4.6c
    )


def name_of(card: Card, insane: bool) -> str:
    """The name of the actions that play a side of a card."""
    return card.name.lower() + INSANE * insane


def _play(card: Card, players: int, insane: bool) -> Block:
    choice = CHOICE[card, int(insane)]
    does = (DOES_INSANE if insane else DOES)[card]
    axes: dict[str, Any] = {}
    if choice == Choice.ANOTHER:
        axes["seat"] = others(players)
    elif choice == Choice.ANYONE:
        axes["seat"] = seats(players)
    if card in (Card.INVESTIGATORS, Card.DEEP_ONES) and not insane:
        axes["number"] = NUMBERS
    text = f"play {TITLES[card]}{', Insane' * insane}: {does}"
    return Block(name_of(card, insane), text, **axes)


def observations(values: Settings) -> Table:
    """Everything a seat is entitled to know (R8), from its own point of view."""
    players = values["num_players"]
    most = max(1, *copies_of(values))
    every, other = seats(players), others(players)
    row = count(events_of(values))
    numbers = count(N_VALUES)
    times = count(copies_of(values)[Card.NYARLATHOTEP] if players > 2 else 0)  # R8.14
    return Table(
        Block("hand", "cards in my hand, copies by name", high=2, card=CARDS),
        Block(
            "seen", "cards I know in another's hand (R8.4-R8.14)", high=2, seat=other, card=CARDS
        ),
        Block(
            "exposed", "cards of mine that another is sure to know", high=2, seat=other, card=CARDS
        ),
        Block("pool", "cards Nyarlathotep collected for me to give", high=5, card=CARDS),
        Block("taken", "the card Nyarlathotep last took from me among others (R8.8)", card=CARDS),
        Block(
            "among",
            "1 if a card I knew before another's Nyarlathotep mixed it may be in a hand (R8.20)",
            seat=other,
            card=CARDS,
        ),
        Block(
            "collected",
            "the hands I collected by Nyarlathotep, latest time first (R8.8)",
            time=times,
            seat=other,
            card=CARDS,
        ),
        Block("given", "and the cards I gave for them", time=times, seat=other, card=CARDS),
        Block("face_up", "cards set aside face up (R8.2)", high=most, card=CARDS),
        Block("discards", "cards lying open before a seat", high=most, seat=every, card=CARDS),
        Block(
            "in_play", "cards played this turn, not yet in the pile (R3.7)", high=most, card=CARDS
        ),
        Block("unseen", "copies of a card I cannot locate", high=most, card=CARDS),
        Block("insanity", "Insanity cards before a seat", high=MAX_DECK, seat=every),
        Block(
            "sane_tokens", "Sane tokens, as a share of the goal", scale=1 / SANE_GOAL, seat=every
        ),
        Block(
            "insane_tokens",
            "Insane tokens, as a share of the goal",
            scale=1 / INSANE_GOAL,
            seat=every,
        ),
        Block("protected", "1 if protected by an Elder Sign or Liber Ivonis", seat=every),
        Block("immortal", "1 if Liber Ivonis keeps the seat from being knocked out", seat=every),
        Block("out", "1 if out of the round", seat=every),
        Block("pile", "cards in the draw pile", high=MAX_DECK),
        Block("aside", "1 while the face-down card lies there"),
        Block("braincase", "1 while the Braincase lies beside the deck"),
        Block("rounds", "rounds begun, as a share of `max_rounds`", scale=1 / values["max_rounds"]),
        Block("turn", "1 for the seat that decides", seat=every),
        Block("phase", "what it decides: play, name, give", phase=count(3)),
        Block("extra", "1 for an extra play of Golden Mead or Mi-Go"),
        Block("asked", "whom a number is named against, or who gets the next card", seat=every),
        Block("event_actor", "who played or checked, latest first", row=row, seat=every),
        Block("event_card", "which card was played; none: a Sanity Check", row=row, card=CARDS),
        Block("event_insane", "1 for its Insane side", row=row),
        Block("event_target", "who was chosen", row=row, seat=every),
        Block("event_number", "the number named", row=row, number=numbers),
        Block(
            "event_right",
            "1 for a yes: to the number named, to the 1 that Deep Ones ask for (R4.4c)",
            row=row,
            asked=count(2),
        ),
        Block("event_shown", "the card a hand was made to show", row=row, card=CARDS),
        Block(
            "event_out",
            "who went out: the one who played or checked, the one chosen",
            row=row,
            who=count(2),
        ),
        Block("event_turned", "cards turned up by a Sanity Check", high=MAX_DECK, row=row),
        Block(
            "event_saw",
            "the card I saw or got: the hand I looked at, compared with, traded or took",
            row=row,
            card=CARDS,
        ),
        Block(
            "event_gave",
            "the card I gave in a trade, or that was taken from me",
            row=row,
            card=CARDS,
        ),
    )


DEFAULTS = default_values(MAX_SEATS, SETTINGS)
ACTION_NAMES = tuple(actions(DEFAULTS).starts)
OBSERVATION_NAMES = tuple(observations(DEFAULTS).starts)
MAX_ACTIONS = actions(DEFAULTS).size
