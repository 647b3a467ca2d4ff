"""Positions of Call of Cthulhu as tests write them.

    at = position(hand="Shotgun Blast", play="Peeler", their_play="Ghost", domains="Agency 3")
    at.do("Shotgun Blast", "number 2", "their Ghost")
    assert at.pile(1) == ["Ghost"]

Seat 0 is the active player in the given phase, at its first decision. Cards are separated by `;`
and may carry marks: `Peeler exhausted`, `Ghost insane`, `G-Men wounds 2`, `Shotgun on Peeler`,
`Peeler at 0`. Domains read `Agency 3, Neutral 1; Hastur 2 drained`. Everything else lies in decks
of plain cards. The position is reached by a pass that is pending, so that the game itself goes on.

A decision with one option is made by itself, except in windows of actions. `do` takes the words
that `legal` gives: a title (hand, pile or deck), `my TITLE`, `their TITLE`, `domain N`,
`their domain N`, `story N`, `number N`, `mode N`, `icon NAME`, `seat N`, `done`.
"""

from __future__ import annotations

import re
from typing import Any, Self

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.call_of_cthulhu import GAME
from cthulhu_envs.games.call_of_cthulhu.cards.cards import Icon, Keyword
from cthulhu_envs.games.call_of_cthulhu.rules.domains import attach_resource
from cthulhu_envs.games.call_of_cthulhu.rules.frame_spans import AS_NOTHING
from cthulhu_envs.games.call_of_cthulhu.rules.procedures import (
    Frame,
    Proc,
    TurnStage,
    Window,
    WindowStage,
)
from cthulhu_envs.games.call_of_cthulhu.sizes import (
    DECK_MAX,
    FIRST_STORY,
    KINDS,
    N_STORIES,
    NOTHING,
    SHOWN,
    SLOTS,
    Phase,
    Question,
    Zone,
)
from tests.rules.call_of_cthulhu.sides import TITLES, Side, cards, title_of

STEPS = {
    "refresh": (TurnStage.BEGIN, Phase.STORY),
    "draw": (TurnStage.DRAW, Phase.REFRESH),
    "resource": (TurnStage.RESOURCE, Phase.DRAW),
    "operations": (TurnStage.OPERATIONS, Phase.RESOURCE),
    "story": (TurnStage.STORIES, Phase.OPERATIONS),
}


def position(
    *,
    hand: str = "",
    play: str = "",
    pile: str = "",
    deck: str = "",
    domains: str = "",
    their_hand: str = "",
    their_play: str = "",
    their_pile: str = "",
    their_deck: str = "",
    their_domains: str = "",
    stories: str = "",
    tokens: dict[tuple[int, int], int] | None = None,
    won: dict[str, int] | None = None,
    phase: str = "operations",
    auto_pass: bool = False,
    turn: int = 5,
) -> Position:
    """See above. `tokens` are by story and seat, `won` stories by title."""
    sides = [
        Side(hand, play, pile, deck, domains),
        Side(their_hand, their_play, their_pile, their_deck, their_domains),
    ]
    game = GAME.configure(
        format="constructed",
        deck_0=sides[0].text(),
        deck_1=sides[1].text(),
        auto_pass=auto_pass,
    )
    env = RawEnv(game)
    env.reset(seed=0, options={"start": 0})
    states = env._lanes.states.copy()
    s = states[0]
    _clear(s)
    hosts: list[tuple[int, str]] = []
    for seat, side in enumerate(sides):
        _lay(s, game, seat, side, hosts)
    _lay_stories(s, cards(stories), won or {})
    for inst, host in hosts:
        if host.startswith("story "):
            s.host[inst] = s.story[int(host[6:])]
        else:
            s.host[inst] = next(
                i
                for i in range(FIRST_STORY)
                if s.zone[i] == Zone.PLAY and TITLES[s.kind[i]] == host
            )
    for (slot, seat), number in (tokens or {}).items():
        s.success[slot, seat] = number
    s.turn = turn
    _pend(s, game, *STEPS[phase])
    env._place(states)
    env.step(int(s.ids[0]))
    return Position(env).settle()


def _clear(s: Any) -> None:
    for name in (
        "exhausted",
        "insane",
        "wounds",
        "stamp",
        "res",
        "trans",
        "worth",
        "laid_n",
        "drained",
        "reach",
        "success",
        "won_n",
        "stack",
        "trig_n",
        "lasting_n",
        "hand_n",
        "pile_n",
    ):
        s[name] = 0
    for name in ("host", "at_story", "was_at", "named", "place", "play", "story"):
        s[name] = NOTHING
    s.active, s.starter = 0, 0


def _lay(s: Any, game: Any, seat: int, side: Side, hosts: list[tuple[int, str]]) -> None:
    size = int(game.kit[0].deck_sizes[seat])
    free: dict[str, list[int]] = {}
    for inst in range(seat * DECK_MAX, seat * DECK_MAX + size):
        free.setdefault(TITLES[s.kind[inst]], []).append(inst)
        s.side[inst], s.seen[inst], s.listed[inst] = seat, 0, SHOWN

    def take(title: str, zone: Zone, seen: int) -> int:
        inst = free[title].pop()
        s.zone[inst], s.seen[inst] = zone, seen
        return inst

    for title in side.hand:
        s.hand[seat, s.hand_n[seat]] = take(title, Zone.HAND, 1 << seat)
        s.hand_n[seat] += 1
    for title in side.pile:
        s.pile[seat, s.pile_n[seat]] = take(title, Zone.PILE, 3)
        s.pile_n[seat] += 1
    for slot, words in enumerate(side.play):
        title = title_of(words)
        inst = take(title, Zone.PLAY, 3)
        marks = words.removeprefix(title)
        s.play[seat * SLOTS + slot], s.place[inst] = inst, seat * SLOTS + slot
        s.reach[seat] = slot + 1
        s.exhausted[inst] = "exhausted" in marks or " at " in marks
        s.insane[inst] = "insane" in marks
        if found := re.search(r"wounds (\d+)", marks):
            s.wounds[inst] = int(found[1])
        if found := re.search(r" at (\d)", marks):
            s.at_story[inst] = int(found[1])
        if found := re.search(r" on (.+)", marks):
            hosts.append((inst, found[1]))
    s.domains[seat] = max(3, len(side.domains))
    for domain, titles in enumerate(side.resources):
        s.drained[seat, domain] = "drained" in side.domains[domain]
        for title in titles:
            inst = take(title, Zone.RESOURCE, 3)
            attach_resource(game.kit[0], s, inst, seat, domain)
    top = [free[title].pop() for title in side.deck]
    rest = sorted(inst for cards_left in free.values() for inst in cards_left)
    order = rest + top[::-1]
    s.zone[order] = Zone.DECK
    s.deck_n[seat] = len(order)
    s.deck[seat, : len(order)] = order


def _lay_stories(s: Any, titles: list[str], won: dict[str, int]) -> None:
    kinds = {TITLES[KINDS - N_STORIES + k]: FIRST_STORY + k for k in range(N_STORIES)}
    s.side[FIRST_STORY:] = 0
    s.zone[FIRST_STORY:] = Zone.STORY_DECK
    for title, seat in won.items():
        inst = kinds.pop(title)
        s.zone[inst], s.side[inst] = Zone.WON, seat
        s.won_n[seat] += 1
    laid = [kinds.pop(title) for title in titles]
    laid += [kinds.pop(title) for title in list(kinds)[: 3 - len(laid)]]
    for slot, inst in enumerate(laid):
        s.story[slot], s.zone[inst], s.place[inst] = inst, Zone.STORY, slot
    s.story_deck_n = len(kinds)
    s.story_deck[: len(kinds)] = list(kinds.values())


def _pend(s: Any, game: Any, step: int, phase: Phase) -> None:
    """The last pass of the window before the phase is still to be made."""
    s.phase, s.dirty, s.resolving, s.forced_at, s.used_n = phase, 1, NOTHING, 0, 0
    s.stack[0, Frame.PROC], s.stack[0, Frame.STAGE] = Proc.TURN, step
    s.stack[:2, list(AS_NOTHING)] = NOTHING
    s.stack[1, Frame.PROC], s.stack[1, Frame.STAGE] = Proc.WINDOW, WindowStage.CHOSEN
    s.stack[1, Window.PASSES] = 1
    s.depth = 2
    s.question, s.seat = Question.WINDOW, 0
    s.ids[0], s.ids_n = game.actions.starts["done"], 1


class Position:
    """A game in progress: plays choices in words, and says how things stand."""

    def __init__(self, env: RawEnv) -> None:
        self.env = env
        self.game = env.game

    @property
    def s(self) -> Any:
        return self.env._lanes.states[0]

    @property
    def seat(self) -> int:
        return int(self.s.seat)

    def words(self, action: int) -> str:
        meaning = self.game.actions.decode(action)
        name, at = meaning.name, meaning.values
        if name == "done":
            return "done"
        if name == "card":
            return TITLES[at["card"]]
        side = (self.seat + at.get("seat", 0)) % 2
        if name == "slot":
            title = TITLES[self.s.kind[self.s.play[side * SLOTS + at["slot"]]]]
            return f"{'my' if at['seat'] == 0 else 'their'} {title}"
        if name == "domain":
            return f"{'' if at['seat'] == 0 else 'their '}domain {at['domain']}"
        if name == "icon":
            return f"icon {Icon(at['icon']).name.lower()}"
        if name == "seat":
            return f"seat {side}"
        if "choice" in at:
            return f"mode {at['choice']}"
        return f"{name} {at[name]}"

    @property
    def legal(self) -> set[str]:
        return {self.words(int(action)) for action in self.s.ids[: self.s.ids_n]}

    def do(self, *words: str) -> Self:
        """Make choices; each must be legal, at once or after windows in which one can only pass."""
        for word in words:
            while self.legal == {"done"} and word != "done":
                self._step("done")
            self._step(word)
        return self

    def _step(self, word: str) -> None:
        options = {self.words(int(a)): int(a) for a in self.s.ids[: self.s.ids_n]}
        assert word in options, f"{word!r} is not legal for seat {self.seat}: {sorted(options)}"
        self.env.step(options[word])
        self.game.check_state(self.game, self.s)
        self.settle()

    def settle(self) -> Self:
        """Take single options, but stop where an action could be taken or a character committed."""
        stops = (Question.WINDOW, Question.COMMIT)
        while self.s.ending == 0 and self.s.ids_n == 1 and self.s.question not in stops:
            self.env.step(int(self.s.ids[0]))
        return self

    def can(self, word: str) -> bool:
        return word in self.legal

    def until(self, *words: str) -> Self:
        """Pass, or choose the least, until one of these is legal."""
        for _ in range(200):
            if self.s.ending or any(word in self.legal for word in words):
                return self
            self.env.step(int(self.s.ids[0]))
            self.settle()
        raise AssertionError(f"{words} never became legal: {self.legal}")

    def to_phase(self, phase: Phase, seat: int = 0) -> Self:
        """Pass until a phase of a seat."""
        for _ in range(300):
            if self.s.phase == phase and self.s.active == seat:
                return self
            done = int(self.game.actions.starts["done"])
            legal = [int(a) for a in self.s.ids[: self.s.ids_n]]
            self.env.step(done if done in legal else legal[0])
            self.settle()
        raise AssertionError("the phase never came")

    def inst(self, title: str, seat: int | None = None) -> int:
        """A card by title: in play if there is one, else anywhere."""
        kind = TITLES.index(title)
        found = [i for i in range(FIRST_STORY) if self.s.kind[i] == kind and self.s.zone[i]]
        if seat is not None:
            found = [i for i in found if i // DECK_MAX == seat]
        in_play = [i for i in found if self.s.zone[i] == Zone.PLAY]
        return (in_play or found)[0]

    def get(self, title: str, field: str, seat: int | None = None) -> int:
        return int(self.s[field][self.inst(title, seat)])

    def icons(self, title: str) -> str:
        """'TTC' for two terror and one combat."""
        row = self.s.icons[self.inst(title)]
        return "".join(letter * int(n) for letter, n in zip("TCAI", row, strict=True))

    def has(self, title: str, word: str) -> bool:
        return bool(self.get(title, "words") & Keyword[word.upper()])

    def play(self, seat: int = 0) -> list[str]:
        row = self.s.play[seat * SLOTS : (seat + 1) * SLOTS]
        return [TITLES[self.s.kind[inst]] for inst in row if inst != NOTHING]

    def hand(self, seat: int = 0) -> list[str]:
        return [TITLES[self.s.kind[i]] for i in self.s.hand[seat, : self.s.hand_n[seat]]]

    def pile(self, seat: int = 0) -> list[str]:
        return [TITLES[self.s.kind[i]] for i in self.s.pile[seat, : self.s.pile_n[seat]]]

    def deck(self, seat: int = 0) -> list[str]:
        """Top first."""
        return [TITLES[self.s.kind[i]] for i in self.s.deck[seat, : self.s.deck_n[seat]][::-1]]

    def drained(self, seat: int = 0) -> list[bool]:
        return [bool(d) for d in self.s.drained[seat, : self.s.domains[seat]]]

    def resources(self, seat: int, domain: int) -> int:
        return int(self.s.res[seat, domain].sum())

    def tokens(self, slot: int) -> list[int]:
        return self.s.success[slot].tolist()

    def stories(self) -> list[str]:
        return [TITLES[self.s.kind[inst]] for inst in self.s.story if inst != NOTHING]

    @property
    def ending(self) -> str:
        return self.game.ending_name(int(self.s.ending))

    def listed(self, seat: int, block: str, *at: int) -> list[str]:
        """Kinds that the observation of a seat gives by number; '' is unknown, the end is cut."""
        numbers = self.sees(seat)[block][at].astype(int)
        titles = ["" if number == 0 else TITLES[number - 1] for number in numbers]
        while titles and not titles[-1]:
            titles.pop()
        return titles

    def sees(self, seat: int) -> dict[str, np.ndarray]:
        """The observation of a seat by block."""
        seen = self.env.observe(f"player_{seat}")["observation"]
        return self.game.observations.view(seen)
