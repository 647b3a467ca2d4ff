"""ACTIONS and OBSERVATIONS: the two declarations from which ids, masks, text, docs and offsets
come.
"""

from __future__ import annotations

from cthulhu_envs.authoring.game import Settings, default_values
from cthulhu_envs.authoring.layout import Block, Table, axis_of, count, others, seats
from cthulhu_envs.games._letters.limits import MAX_DECK, MAX_SEATS
from cthulhu_envs.games.love_letter.cards import Card
from cthulhu_envs.games.love_letter.settings import SETTINGS, copies_of, events_of, goal_of

BOTTOM_PER_CHANCELLOR = 2


def actions(values: Settings) -> Table:
    """Playing a card with its choices is one action; a Chancellor adds two more decisions."""
    players = values["num_players"]
    other, anyone = others(players), seats(players)
    cards, names = axis_of(Card), axis_of(Card, without=(Card.GUARD,))
    return Table(
        Block("spy", "play the Spy"),
        Block("guard", "play a Guard: {seat} holds the {card}?", seat=other, card=names),
        Block("priest", "play a Priest: look at the hand of {seat}", seat=other),
        Block("baron", "play a Baron: compare hands with {seat}", seat=other),
        Block("handmaid", "play a Handmaid: protected until my next turn"),
        Block("prince", "play a Prince: {seat} must discard and draw", seat=anyone),
        Block("chancellor", "play a Chancellor: draw two, keep one"),
        Block("king", "play the King: trade hands with {seat}", seat=other),
        Block("countess", "play the Countess"),
        Block("princess", "play the Princess and be out"),
        Block("guard_nobody", "play a Guard, nobody can be chosen"),
        Block("priest_nobody", "play a Priest, nobody can be chosen"),
        Block("baron_nobody", "play a Baron, nobody can be chosen"),
        Block("king_nobody", "play the King, nobody can be chosen"),
        Block("keep", "keep the {card}", card=cards),
        Block("bottom", "put the {card} at the very bottom of the deck", card=cards),
    )


def observations(values: Settings) -> Table:
    """Everything a seat is entitled to know (R8), from its own point of view."""
    players = values["num_players"]
    copies = copies_of(values)
    most = max(copies)
    goal = goal_of(values)
    token = 1 / goal
    cards, every, other = axis_of(Card), seats(players), others(players)
    under = count(BOTTOM_PER_CHANCELLOR * copies[Card.CHANCELLOR])
    turn = count(events_of(values))
    return Table(
        Block("hand", "cards in my hand, copies by character", high=3, card=cards),
        Block("drawn", "which of them I drew for this turn", card=cards),
        Block(
            "seen", "cards I know in another's hand (R8.4-R8.15)", high=3, seat=other, card=cards
        ),
        Block(
            "exposed", "cards of mine that another is sure to know", high=3, seat=other, card=cards
        ),
        Block(
            "bottom",
            "cards I know in the draw pile, by place from the bottom up (R8.8)",
            place=under,
            card=cards,
        ),
        Block(
            "among",
            "1 if a card I knew before another's Chancellor mixed it may be in a hand (R8.21)",
            seat=other,
            card=cards,
        ),
        Block(
            "among_bottom",
            "the same for places in the draw pile, from the bottom up",
            place=under,
            card=cards,
        ),
        Block("face_up", "cards set aside face up (R8.2)", high=most, card=cards),
        Block("discards", "cards lying open before a seat", high=most, seat=every, card=cards),
        Block("unseen", "copies of a character I cannot locate", high=most, card=cards),
        Block("protected", "1 if protected by a Handmaid", seat=every),
        Block("out", "1 if out of the round", seat=every),
        Block(
            "tokens",
            "favor tokens, as a share of the goal",
            high=(goal + 1) * token,
            scale=token,
            seat=every,
        ),
        Block("pile", "cards in the draw pile", high=MAX_DECK),
        Block("aside", "1 while the face-down card lies there"),
        Block("turn", "1 for the seat that decides", seat=every),
        Block("phase", "what it decides: play, keep, bottom", phase=count(3)),
        Block("event_actor", "who played, latest turn first", turn=turn, seat=every),
        Block("event_card", "which card was played", turn=turn, card=cards),
        Block("event_target", "who was chosen", turn=turn, seat=every),
        Block(
            "event_about",
            "the character a Guard named, or the card a hand was made to show",
            turn=turn,
            card=cards,
        ),
        Block(
            "event_out",
            "who went out: the player of the card, the one chosen",
            turn=turn,
            who=count(2),
        ),
        Block(
            "event_drew", "the card drawn as the turn began, if I know it", turn=turn, card=cards
        ),
        Block(
            "event_saw",
            "other cards I came to know: the hand I looked at, compared with or got; both cards of "
            "my trade; cards that a Prince or Chancellor drew, if I know them",
            high=2,
            turn=turn,
            card=cards,
        ),
    )


DEFAULTS = default_values(MAX_SEATS, SETTINGS)
ACTION_NAMES = tuple(actions(DEFAULTS).starts)
OBSERVATION_NAMES = tuple(observations(DEFAULTS).starts)
MAX_ACTIONS = actions(DEFAULTS).size
