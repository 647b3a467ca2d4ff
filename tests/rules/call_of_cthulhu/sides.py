"""One seat of a position as tests describe it."""

from __future__ import annotations

import re
from collections import Counter

from cthulhu_envs.games.call_of_cthulhu.cards.card_file import card_book
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Keyword
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K

BOOK = card_book()


TITLES = [card.title for card in BOOK.cards]


PLAIN = [
    "Laboratory Assistant",
    "Blackwood File Clerk",
    "Mad Artist",
    "Servant of Nodens",
    "Degenerate Ghoul",
    "Young Deep One",
    "Freelance Occultist",
    "Byakhee Servant",
    "Guardian Shoggoth",
    "Bag Man",
    "Hired Muscle",
    "Innsmouth Troublemaker",
    "Triggerman",
    "Undercover Security",
    "G-Men",
    "Keeper of the Golden Path",
    "Arcane Initiate",
    "Unearthing the Ancients",
    "Altar of the Blessed",
    "Forbidden Shrine",
]


FACTIONS = {
    "Agency": 0,
    "Miskatonic": 1,
    "Cthulhu": 2,
    "Syndicate": 3,
    "Hastur": 4,
    "Yog": 5,
    "Shub": 6,
    "Neutral": 7,
}


def cards(words: str) -> list[str]:
    return [part.strip() for part in words.split(";") if part.strip()]


def title_of(words: str) -> str:
    """A card without its marks."""
    for title in sorted(TITLES, key=len, reverse=True):
        if words == title or words.startswith(title + " "):
            return title
    raise ValueError(f"no card in {words!r}")


class Side:
    """One seat's cards as they are described."""

    def __init__(self, hand: str, play: str, pile: str, deck: str, domains: str) -> None:
        self.hand, self.play, self.pile = cards(hand), cards(play), cards(pile)
        self.deck, self.domains = cards(deck), cards(domains) or ["", "", ""]
        used = Counter([*self.hand, *map(title_of, self.play), *self.pile, *self.deck])
        self.resources: list[list[str]] = []
        for domain in self.domains:
            found: list[str] = []
            for name, number in re.findall(r"([A-Z]\w+) (\d+)", domain):
                if name in FACTIONS:
                    found += self._fillers(FACTIONS[name], int(number), used)
                else:
                    raise ValueError(f"no faction {name!r}")
            for title in re.findall(r"<(.+?)>", domain):
                found.append(title)
                used[title] += 1
            self.resources.append(found)
        self.listed = list(used.elements())
        for title in PLAIN * 3:
            if len(self.listed) < 60 and used[title] < 3:
                used[title] += 1
                self.listed.append(title)

    @staticmethod
    def _fillers(faction: int, number: int, used: Counter[str]) -> list[str]:
        found = []
        for _ in range(number):
            title = next(
                card.title
                for kind, card in enumerate(BOOK.cards)
                if card.faction == faction
                and card.type != CardType.CONSPIRACY
                and used[card.title] < 3
                and not BOOK.kinds[kind][K.WORDS] & Keyword.TRANSIENT
                and (faction == 7 or card.type == CardType.EVENT)
            )
            used[title] += 1
            found.append(title)
        return found

    def text(self) -> str:
        copies = Counter(self.listed)
        return "\n".join(f"{number} {title}" for title, number in copies.items()) + "\n"
