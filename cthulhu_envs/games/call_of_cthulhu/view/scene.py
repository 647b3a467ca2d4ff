"""`look`: the table as one seat sees it (R11). Text and picture are drawn from a Scene alone, so
a secret that is not in it cannot be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cthulhu_envs.authoring.game import Game
from cthulhu_envs.drawing.spectator import has, name_of, seen_by
from cthulhu_envs.games.call_of_cthulhu.cards.cards import CardType, Faction
from cthulhu_envs.games.call_of_cthulhu.cards.columns import K
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    NOTHING,
    SLOTS,
    STORY_SLOTS,
    TITLES,
)
from cthulhu_envs.games.call_of_cthulhu.state import Ending
from cthulhu_envs.games.call_of_cthulhu.view.narration import choices, headline, keywords, status


@dataclass(frozen=True)
class Card:
    """A card in play as it is now."""

    title: str
    faction: Faction
    is_character: bool  # by its type; an attached one is a support card now (R10.9)
    skill: int
    icons: tuple[int, ...]  # by Icon
    keywords: tuple[str, ...]
    insane: bool
    exhausted: bool
    wounds: int
    story: int | None  # the slot of the story it is committed to
    host: str | None  # the title of what it is attached to
    attached: tuple[str, ...]  # titles of what is attached to it
    blank: bool
    borrowed: bool  # the other player owns it


@dataclass(frozen=True)
class Domain:
    """One domain of a side."""

    resources: tuple[Faction, ...]
    transient: int  # how many of them are Transient
    drained: bool


@dataclass(frozen=True)
class Side:
    """What lies before one seat. Of its hand there are only the cards that the looker knows."""

    seat: int
    name: str
    is_active: bool
    is_to_act: bool
    won: int
    deck: int
    hand: tuple[str, ...]
    unknown: int  # cards in hand that the looker does not know
    pile: tuple[str, ...]  # the discard pile, top first
    domains: tuple[Domain, ...]
    cards: tuple[Card, ...]

    def at(self, slot: int) -> tuple[Card, ...]:
        """Its characters at a story."""
        return tuple(card for card in self.cards if card.story == slot)


@dataclass(frozen=True)
class Story:
    """A story, or a conspiracy, between the players."""

    slot: int
    title: str
    success: tuple[int, int]  # tokens by seat
    is_resolving: bool
    attached: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """One moment of a game. `sides` are by seat; `below` is the one that is drawn below."""

    title: str
    looker: str
    headline: str  # turn and phase
    status: str  # who chooses what, or how it ended
    choices: tuple[str, ...]  # what the numbered choices mean
    below: int
    sides: tuple[Side, Side]
    stories: tuple[Story, ...]

    @property
    def downward(self) -> tuple[Side, Side]:
        """The sides from the top of the table to the bottom."""
        return self.sides[1 - self.below], self.sides[self.below]


def look(game: Game, s: Any, seat: int | None) -> Scene:
    """The scene that a seat sees, or for a spectator who sees all (None)."""
    return Scene(
        title=game.title,
        looker=seen_by(seat),
        headline=headline(s),
        status=status(game, s),
        choices=choices(s),
        below=seat or 0,
        sides=(_side(game, s, 0, seat), _side(game, s, 1, seat)),
        stories=tuple(_story(s, slot) for slot in range(STORY_SLOTS) if s.story[slot] != NOTHING),
    )


def _side(game: Game, s: Any, seat: int, looker: int | None) -> Side:
    hand = [int(inst) for inst in s.hand[seat, : s.hand_n[seat]]]
    known = [inst for inst in hand if looker == seat or has(s.seen[inst], looker)]
    in_play = [int(i) for i in s.play[seat * SLOTS : (seat + 1) * SLOTS] if i != NOTHING]
    return Side(
        seat=seat,
        name=name_of(seat),
        is_active=bool(s.active == seat),
        is_to_act=bool(s.ending == 0 and s.seat == seat),
        won=_won(s, seat),
        deck=int(s.deck_n[seat]),
        hand=tuple(_title(s, inst) for inst in known),
        unknown=len(hand) - len(known),
        pile=tuple(_title(s, inst) for inst in s.pile[seat, : s.pile_n[seat]][::-1]),
        domains=tuple(_domain(s, seat, number) for number in range(s.domains[seat])),
        cards=tuple(_card(game, s, inst) for inst in in_play),
    )


def _won(s: Any, seat: int) -> int:
    """Stories won. The third ends the game at once (R6.24), before the state counts it."""
    is_third = s.ending == Ending.THREE_STORIES and s.winner == seat
    return int(s.won_n[seat]) + int(is_third)


def _domain(s: Any, seat: int, number: int) -> Domain:
    return Domain(
        resources=tuple(f for f in Faction for _ in range(int(s.res[seat, number, f]))),
        transient=int(s.trans[seat, number].sum()),
        drained=bool(s.drained[seat, number]),
    )


def _card(game: Game, s: Any, inst: int) -> Card:
    row = game.kit[0].kinds[s.kind[inst]]
    story, host = int(s.at_story[inst]), int(s.host[inst])
    return Card(
        title=_title(s, inst),
        faction=Faction(int(row[K.FACTION])),
        is_character=bool(row[K.TYPE] == CardType.CHARACTER),
        skill=int(s.skill[inst]),
        icons=tuple(int(n) for n in s.icons[inst]),
        keywords=keywords(s, inst),
        insane=bool(s.insane[inst]),
        exhausted=bool(s.exhausted[inst]),
        wounds=int(s.wounds[inst]),
        story=None if story == NOTHING else story,
        host=None if host == NOTHING else _title(s, host),
        attached=_attached_to(s, inst),
        blank=bool(s.blank[inst]),
        borrowed=bool(s.side[inst] != inst // DECK_MAX),
    )


def _story(s: Any, slot: int) -> Story:
    inst = int(s.story[slot])
    return Story(
        slot=slot,
        title=_title(s, inst),
        success=(int(s.success[slot, 0]), int(s.success[slot, 1])),
        is_resolving=bool(s.resolving == slot),
        attached=_attached_to(s, inst),
    )


def _attached_to(s: Any, inst: int) -> tuple[str, ...]:
    return tuple(_title(s, i) for i in s.play if i != NOTHING and s.host[i] == inst)


def _title(s: Any, inst: int) -> str:
    return str(TITLES[s.kind[inst]])
