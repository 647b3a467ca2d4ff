"""Reading the words of one line of an effect, from left to right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.death_may_die.components import ELDER, Gate
from cthulhu_envs.games.death_may_die.content.vocabulary import (
    ALL,
    FACES,
    MAX_ARGUMENT,
    Face,
    Var,
    Where,
)

TOKENS = re.compile(r'"[^"]*"|>=|<|:|[^\s:"<>]+|\S')  # the last: a sign that is no word
OF_KINDS = (Var.ENEMIES, Var.ON_BOARD, Var.NEAR)
OF_TAGS = (Var.HAS, Var.ANYONE_HAS)
OF_GROUPS = (
    Var.PIECES,
    Var.HIDDEN,
    Var.REVEALED,
    Var.DAMAGED,
    Var.MATCH,
    Var.DONE,
    Var.UNMASKED,
)


class PhraseError(ValueError):
    """A sentence about what is wrong, and the line of the text it is in (0 is the first)."""

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.line = line


def is_number(word: str) -> bool:
    """Whether a word is written in the digits 0 to 9."""
    return word.isascii() and word.isdecimal()


@dataclass
class Names:
    """What an effect may speak of."""

    kinds: Mapping[str, int]  # enemies by name
    tags: dict[str, int]  # names and tags of Discovery cards
    groups: Mapping[str, int]  # pieces of the episode
    has_partner: bool = False  # whether there can be a partner: in symptoms only

    def tag(self, word: str) -> int:
        if word not in self.tags:
            raise ValueError(f"no Discovery card is called {word!r}{nearest(word, self.tags)}")
        return self.tags[word]

    def group(self, word: str) -> int:
        if word not in self.groups:
            raise ValueError(f"there are no pieces {word!r}{nearest(word, list(self.groups))}")
        return self.groups[word]

    def kind(self, word: str) -> int:
        if word not in self.kinds:
            raise ValueError(f"there is no enemy {word!r}{nearest(word, list(self.kinds))}")
        return self.kinds[word]

    def partner(self) -> None:
        if not self.has_partner:
            raise ValueError("'partner' has no target here: only a symptom speaks of one")


class Reader:
    """Reads the words of one line from left to right."""

    def __init__(self, words: list[str], names: Names) -> None:
        self.words = list(words)
        self.names = names

    def peek(self) -> str:
        return self.words[0] if self.words else ""

    def take(self, what: str = "another word") -> str:
        if not self.words:
            raise ValueError(f"{what} is missing at the end of the line")
        return self.words.pop(0)

    def found(self, word: str) -> bool:
        if self.peek() == word:
            self.words.pop(0)
            return True
        return False

    def want(self, word: str) -> None:
        if not self.found(word):
            raise ValueError(f"{word!r} is expected, not {self.peek() or 'the end'!r}")

    def end(self) -> None:
        if self.words:
            raise ValueError(f"{self.words[0]!r} is too much here")

    def name(self, what: str) -> str:
        word = self.take(f"the name of {what}")
        if not word.startswith('"'):
            raise ValueError(f"the name of {what} stands in quotes, not {word}")
        return word.strip('"')

    def number(self) -> int:
        word = self.take("a number")
        if not is_number(word) or int(word) > ALL:
            raise ValueError(f"a number up to {ALL} is expected, not {word!r}")
        return int(word)

    def amount(self) -> tuple[int, int]:
        """A number, `all`, or something that is counted."""
        if self.found("all"):
            return Var.CONST, ALL
        if is_number(self.peek()):
            return Var.CONST, self.number()
        word = self.take("an amount")
        known = [var.name.lower() for var in Var]
        if word not in known:
            raise ValueError(f"{word!r} cannot be counted{nearest(word, known)}")
        var = Var[word.upper()]
        if var in OF_KINDS:
            return var, self.kinds() if self.peek() and self.is_kind() else self.all_kinds()
        if var in OF_TAGS:
            return var, self.names.tag(self.name("a card"))
        if var in OF_GROUPS:
            return var, self.names.group(self.name("pieces"))
        if var == Var.DISTANCE:
            where, argument = self.where()
            return var, where * MAX_ARGUMENT + argument
        return var, 0

    def condition(self) -> tuple[int, int, int]:
        negated = self.found("not")
        var, argument = self.amount()
        if self.found(">="):
            bound = self.number()
        elif self.found("<"):
            bound = -self.number()
        else:
            bound = 1
        return int(var), argument, -bound if negated else bound

    def is_kind(self) -> bool:
        return self.peek().startswith('"') or self.peek() in ("elder", "monster", "enemy")

    def all_kinds(self) -> int:
        return sum(1 << kind for kind in {*self.names.kinds.values(), ELDER})

    def kinds(self) -> int:
        bits = 0
        while True:
            word = self.take("an enemy")
            if word == "enemy":
                bits |= self.all_kinds()
            elif word == "elder":
                bits |= 1 << ELDER
            elif word == "monster":
                bits |= self.all_kinds() & ~(1 << ELDER) & ~(1 << self.names.kind("Cultist"))
            elif word.startswith('"'):
                bits |= 1 << self.names.kind(word.strip('"'))
            else:
                raise ValueError(f"an enemy is expected, not {word!r}")
            if not self.found("or"):
                return bits

    def where(self) -> tuple[int, int]:
        word = self.take("a place")
        if word.upper() in Gate.__members__:
            return Where.GATE, Gate[word.upper()]
        if word in ("pieces", "hidden", "revealed"):
            face = {"pieces": Face.ANY, "hidden": Face.HIDDEN, "revealed": Face.REVEALED}[word]
            return Where.PIECES, self.names.group(self.name("pieces")) * FACES + face
        plain = {w.name.lower(): w for w in (Where.YOU, Where.HERE, Where.START, Where.ELDER)}
        plain["partner"] = Where.PARTNER
        if word not in plain:
            raise ValueError(f"{word!r} is no place{nearest(word, [*plain, 'blue', 'red'])}")
        if word == "partner":
            self.names.partner()
        return plain[word], 0

    def at(self) -> tuple[int, int]:
        self.want("at")
        return self.where()
