"""Every history that agrees with what a seat has seen, counted one by one on a small deck.

A history is an order of the deck and of every later shuffle, and which copy of a letter was laid
where several were held since the same shuffle. What is seen is what R8.1 to R8.5 say: letters laid,
hands put away, one's own cards, and since which shuffle a card laid or put away was held; `by_rows`
counts the worlds that only this last rules out. Nothing here uses the kernels.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.rules.unspeakable_words.table import ALL, Table

Rows = tuple[tuple[int, str], ...]  # of one hand: (shuffle, letters in order of the alphabet)
World = tuple[tuple[Rows, ...], str]  # the hands, and the letters of the draw pile


def hands_of(s: Any) -> tuple[Rows, ...]:
    """All hands by shuffle; of seats that nobody has, empty ones."""
    hands = []
    for held, letters, batches in zip(
        s.held.tolist(), s.hand.tolist(), s.batch_of.tolist(), strict=True
    ):
        found: dict[int, list[str]] = {}
        for slot in range(held):
            found.setdefault(batches[slot], []).append(ALL[letters[slot]])
        hands.append(tuple((batch, "".join(sorted(found[batch]))) for batch in sorted(found)))
    return tuple(hands)


def world_of(s: Any) -> World:
    return hands_of(s), "".join(sorted(ALL[letter] for letter in s.pile[: s.left].tolist()))


def with_card(rows: Rows, batch: int, letter: str) -> Rows:
    held = dict(rows)
    held[batch] = "".join(sorted(held.get(batch, "") + letter))
    return tuple(sorted(held.items()))


def without_card(rows: Rows, batch: int, letter: str) -> Rows:
    held = dict(rows)
    held[batch] = held[batch].replace(letter, "", 1)
    return tuple((number, letters) for number, letters in sorted(held.items()) if letters)


class Histories:
    """What a seat can think while a game goes on: worlds, and how many histories lead to each."""

    def __init__(self, at: Table, seat: int) -> None:
        self.me = seat
        self.batch, self.discards, self.by_rows = 0, "", 0
        hands, pile = world_of(at.state)
        deck = "".join(sorted("".join(letters for hand in hands for _, letters in hand) + pile))
        self.worlds: Counter[World] = Counter({(((),) * len(hands), deck): 1})
        for owner in range(at.num_players):
            self.fill(at.state, owner)

    def see(self, before: Any, name: str, values: dict[str, Any], after: Any) -> None:
        """Keep the histories that agree with what is seen of an action."""
        actor = int(before.seat)
        assert not after.gone.any(), "eliminations are not retold here"
        if name == "letter":
            self.lay(hands_of(before)[actor], actor, values["letter"])
        elif name == "throw_in":
            self.put_away(before, actor)
            self.fill(after, actor)
        elif before.length and not after.length:
            self.discards += "".join(ALL[letter] for letter in before.word[: before.length])
            self.fill(after, actor)
        elif values.get("effect") == "redraw":
            self.put_away(before, int(before.hit))
            self.fill(after, int(before.hit))

    def lay(self, true_rows: Rows, owner: int, letter: str) -> None:
        """The copy is of the row held longest that has the letter; which of them is a choice."""
        seen = next(batch for batch, letters in true_rows if letter in letters)
        found: Counter[World] = Counter()
        for (hands, pile), histories in self.worlds.items():
            rows = [(batch, letters.count(letter)) for batch, letters in hands[owner]]
            batch, copies = next(((b, n) for b, n in rows if n), (-1, 0))
            if batch == seen:
                hand = without_card(hands[owner], batch, letter)
                found[self.replaced(hands, owner, hand), pile] += histories * copies
            elif copies:
                self.by_rows += 1
        self.worlds = found

    def put_away(self, before: Any, owner: int) -> None:
        """A whole hand is laid open among the discards."""
        true_rows = hands_of(before)[owner]
        found: Counter[World] = Counter()
        for (hands, pile), histories in self.worlds.items():
            if hands[owner] == true_rows:
                found[self.replaced(hands, owner, ()), pile] += histories
            elif Counter(self.letters(hands[owner])) == Counter(self.letters(true_rows)):
                self.by_rows += 1
        self.worlds = found
        self.discards += self.letters(true_rows)

    def fill(self, after: Any, owner: int) -> None:
        """Draw until the hand is full; the discards are shuffled when the pile is empty."""
        mine = hands_of(after)[owner] if owner == self.me else None
        full = int(after.held[owner])
        while any(len(self.letters(hands[owner])) < full for hands, _ in self.worlds):
            if not next(iter(self.worlds))[1]:
                pile, self.discards = "".join(sorted(self.discards)), ""
                self.batch += 1
                self.worlds = Counter({(hands, pile): n for (hands, _), n in self.worlds.items()})
            self.draw(owner, mine)

    def draw(self, owner: int, mine: Rows | None) -> None:
        found: Counter[World] = Counter()
        for (hands, pile), histories in self.worlds.items():
            for letter, copies in Counter(pile).items():
                hand = with_card(hands[owner], self.batch, letter)
                if mine is None or self.fits(hand, mine):
                    world = self.replaced(hands, owner, hand), pile.replace(letter, "", 1)
                    found[world] += histories * copies
        self.worlds = found

    def fits(self, hand: Rows, mine: Rows) -> bool:
        """Whether my hand can still become the one that I have."""
        have = dict(mine)
        return all(not Counter(letters) - Counter(have.get(b, "")) for b, letters in hand)

    def letters(self, hand: Rows) -> str:
        return "".join(letters for _, letters in hand)

    def replaced(self, hands: tuple[Rows, ...], owner: int, hand: Rows) -> tuple[Rows, ...]:
        return (*hands[:owner], hand, *hands[owner + 1 :])
