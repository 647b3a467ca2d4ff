"""What a table says in words, for text and picture alike."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.engine.game import Game
from cthulhu_envs.games.call_of_cthulhu.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.card_sentences import text_words
from cthulhu_envs.games.call_of_cthulhu.cards import Faction, Keyword
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    NO_FILTER,
    NOTHING,
    SLOTS,
    TITLES,
    Ask,
    Phase,
    Proc,
    V,
)

ASKED = {
    Ask.MULLIGAN: "to keep the hand or not",
    Ask.WINDOW: "an action",
    Ask.RESPOND: "a response",
    Ask.DISRUPT: "a disrupt",
    Ask.WAY: "which text to use",
    Ask.PAY: "the domain that pays",
    Ask.ENTITY: "a card in play",
    Ask.HAND: "a card of the hand",
    Ask.PILE: "a card of a discard pile",
    Ask.DECK: "a card of the deck",
    Ask.TOP: "one of the top cards",
    Ask.STORY: "a story",
    Ask.DOMAIN: "a domain",
    Ask.RESOURCE: "a resource",
    Ask.EFFECT: "whether to execute the effect of the story",
    Ask.NUMBER: "a number",
    Ask.ICON: "a struggle",
    Ask.SEAT: "a player",
    Ask.COMMIT: "who commits",
    Ask.COMMIT_TO: "the story to commit to",
    Ask.ORDER: "which forced response comes first",
    Ask.TOKENS: "a side of a story",
    Ask.WON: "a story that was won",
    Ask.FREEZE: "to lose a resource or cards of the deck",
    Ask.HAND_OR_PILE: "whether a character comes from hand or discard pile",
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
    return bool(s.ask == Ask.TOP or (s.ask == Ask.DECK and s.ask_filter == NO_FILTER))


def keywords(s: Any, inst: int) -> list[str]:
    """The keywords of a card as it is now that matter at a story."""
    words = [name for word, name in WORDS.items() if s.words[inst] & word]
    return [*words, f"Toughness +{s.toughness[inst]}"] if s.toughness[inst] else words


def those_at(s: Any, slot: int, seat: int) -> list[int]:
    """The characters of a side at a story."""
    side = s.play[seat * SLOTS : (seat + 1) * SLOTS]
    return [int(i) for i in side if i != NOTHING and s.at_story[i] == slot]


def headline(s: Any) -> str:
    """Whose turn it is, and the phase."""
    return f"turn {s.turn} of player_{s.active}, {Phase(int(s.phase)).name.lower()} phase"


def status(game: Game, s: Any) -> str:
    """Who chooses what, or how it ended."""
    if s.ending:
        winner = "nobody" if s.winner == NOTHING else f"player_{s.winner}"
        return f"over ({game.ending_name(int(s.ending))}): {winner} wins"
    words = f"player_{s.seat} chooses {ASKED[Ask(int(s.ask))]}"
    for depth in range(int(s.depth) - 1, -1, -1):
        frame = s.fr[depth]
        if frame[V.PROC] == Proc.USE:
            return f"{words} for {TITLES[s.kind[frame[V.SRC]]]}"
    return words


def choice_lines(s: Any) -> list[str]:
    """What the choices mean whose actions give only a number, and what a choice is about."""
    if s.ask == Ask.FREEZE:
        return [f"{TITLES[s.kind[s.ask_card]]} on domain {s.place[s.ask_card]}"]
    if s.ask not in (Ask.WAY, Ask.ORDER):
        return []
    book = card_book()
    lines = []
    for way in range(int(s.ask_n)):
        words = text_words(book, book.texts[s.ways[way]])
        title = TITLES[s.kind[s.way_cards[way]]]
        lines.append(f"{way + 1}: {title} of player_{s.side[s.way_cards[way]]}: {words}")
    return lines


def hand_words(s: Any, seat: int, looker: int | None) -> str:
    """A hand as far as the one who looks knows it."""
    cards = [int(i) for i in s.hand[seat, : s.hand_n[seat]]]
    is_open = looker is None or looker == seat
    shown = [TITLES[s.kind[i]] for i in cards if is_open or s.seen[i] >> looker & 1]
    hidden = len(cards) - len(shown)
    return ", ".join(shown + ([f"{hidden} unknown"] if hidden else [])) or "empty"
