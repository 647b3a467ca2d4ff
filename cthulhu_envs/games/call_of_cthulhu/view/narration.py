"""What is going on at a table, in words; a Scene (scene.py) holds them."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.card_sentences import text_words
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Faction, Keyword
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import Frame, Proc, Use
from cthulhu_envs.games.call_of_cthulhu.sizes import NO_FILTER, NOTHING, TITLES, Phase, Question

ASKED = {
    Question.MULLIGAN: "to keep the hand or not",
    Question.WINDOW: "an action",
    Question.RESPOND: "a response",
    Question.DISRUPT: "a disrupt",
    Question.WAY: "which text to use",
    Question.PAY: "the domain that pays",
    Question.ENTITY: "a card in play",
    Question.HAND: "a card of the hand",
    Question.PILE: "a card of a discard pile",
    Question.DECK: "a card of the deck",
    Question.TOP: "one of the top cards",
    Question.STORY: "a story",
    Question.DOMAIN: "a domain",
    Question.RESOURCE: "a resource",
    Question.EFFECT: "whether to execute the effect of the story",
    Question.NUMBER: "a number",
    Question.ICON: "a struggle",
    Question.SEAT: "a player",
    Question.COMMIT: "who commits",
    Question.COMMIT_TO: "the story to commit to",
    Question.ORDER: "which forced response comes first",
    Question.TOKENS: "a side of a story",
    Question.WON: "a story that was won",
    Question.FREEZE: "to lose a resource or cards of the deck",
    Question.HAND_OR_PILE: "whether a character comes from hand or discard pile",
}
FACTION_LETTERS = {faction: faction.name.removeprefix("THE_")[0] for faction in Faction}
FACTION_LETTERS[Faction.SHUB_NIGGURATH] = "B"  # the black goat; S is the Syndicate
FACTION_LETTERS[Faction.NEUTRAL] = "-"
WORDS = {
    Keyword.FAST: "Fast",
    Keyword.WILLPOWER: "Willpower",
    Keyword.INVULNERABILITY: "Invulnerability",
}


def is_secret(s: Any, seat: int) -> bool:
    """R11.4: only who looks at cards of a deck sees which is chosen; R10.17: a search for any
    card at all shows none.
    """
    return bool(
        s.question == Question.TOP or (s.question == Question.DECK and s.ask_filter == NO_FILTER)
    )


def keywords(s: Any, inst: int) -> tuple[str, ...]:
    """The keywords of a card as it is now that matter at a story."""
    words = tuple(name for word, name in WORDS.items() if s.words[inst] & word)
    return (*words, f"Toughness +{s.toughness[inst]}") if s.toughness[inst] else words


def headline(s: Any) -> str:
    """Whose turn it is, and the phase."""
    return f"turn {s.turn} of player_{s.active}, {Phase(int(s.phase)).name.lower()} phase"


def status(game: Game, s: Any) -> str:
    """Who chooses what, or how it ended."""
    if s.ending:
        winner = "nobody" if s.winner == NOTHING else f"player_{s.winner}"
        return f"over ({game.ending_name(int(s.ending))}): {winner} wins"
    words = f"player_{s.seat} chooses {ASKED[Question(int(s.question))]}"
    for depth in range(int(s.depth) - 1, -1, -1):
        frame = s.stack[depth]
        if frame[Frame.PROC] == Proc.USE:
            return f"{words} for {TITLES[s.kind[frame[Use.CARD]]]}"
    return words


def choices(s: Any) -> tuple[str, ...]:
    """What the choices mean whose actions give only a number, and what a choice is about."""
    if s.ending:
        return ()
    if s.question == Question.FREEZE:
        return (f"{TITLES[s.kind[s.ask_card]]} on domain {s.place[s.ask_card]}",)
    if s.question not in (Question.WAY, Question.ORDER):
        return ()
    book = card_book()
    lines = []
    for way in range(int(s.ask_n)):
        words = text_words(book, book.texts[s.ways[way]])
        title = TITLES[s.kind[s.way_cards[way]]]
        lines.append(f"{way + 1}: {title} of player_{s.side[s.way_cards[way]]}: {words}")
    return tuple(lines)


def hand_words(known: tuple[str, ...], unknown: int) -> str:
    """A hand as far as the one who looks knows it."""
    return ", ".join([*known, *([f"{unknown} unknown"] if unknown else [])]) or "empty"
