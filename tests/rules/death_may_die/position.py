"""Positions of Death May Die as tests write them.

    at = position(rolls="success blank tentacle", where=[2, 1], enemies={"Cultist": [2]})
    at.play("attack Cultist", "done")
    assert at.health("Cultist") == [1]

Two plain investigators (no skill does anything) stand on the starting space of Blasphemous
Alchemy against Cthulhu; investigator 0 begins. Spaces are numbered as printed, from 1. Decks and
dice go through the public `reset(options=...)`; boards and map are then written into the state,
which `check_state` accepts or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cthulhu_envs.api.aec import RawEnv
from cthulhu_envs.games.death_may_die import GAME
from cthulhu_envs.games.death_may_die.components import ACTIONS, ELDER, SIDES, Die
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Trait
from cthulhu_envs.games.death_may_die.rules.enemies import put_figure
from cthulhu_envs.games.death_may_die.rules.investigators import refresh
from cthulhu_envs.games.death_may_die.settings import investigators_of, library_of
from cthulhu_envs.games.death_may_die.state import Lies

PLAIN = [str(Path(__file__).parent / "plain" / f"{n}.toml") for n in range(1, 6)]
CALM = [
    "Hypochondria",
    "Short-term Memory Loss",
    "Fear of Crowds",
    "Catatonia",
    "Pyromania",
]
QUIET = {"Cthulhu": "Cthulhu 7", "Hastur": "Hastur 6"}  # Mythos cards that change nothing at first


class Position:
    """A game in progress, with words for what is there."""

    def __init__(self, env: RawEnv) -> None:
        self.env = env
        self.game = env.game
        self.library = library_of(self.game.values)
        self.people = investigators_of(self.game.values)

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.env._lanes.states[0]

    @property
    def kit(self) -> Any:
        return self.game.kit[0]

    def write(self, **fields: Any) -> Position:
        """Describe boards and map; see `_WRITERS`."""
        states = self.env._lanes.states.copy()
        s = states[0]
        for name, value in fields.items():
            if name in _WRITERS:
                _WRITERS[name](self, s, value)
            else:
                for person, number in enumerate(value):
                    s[name][person] = number
        for person in range(self.people):
            refresh(self.kit, s, person)
        if {"levels", "cards"} & set(fields):
            s.actions_left = ACTIONS + s.trait[s.active, Trait.ACTIONS]
            s.free_runs = s.trait[s.active, Trait.FREE_RUN]
            s.free_shots = s.trait[s.active, Trait.FREE_SHOT]
            s.free_rests = s.trait[s.active, Trait.FREE_REST]
        self.env._place(states)
        self.game.check_state(self.game, self.s)
        return self

    def play(self, *answers: str) -> Position:
        """Give answers one after another; one that is not legal raises ValueError."""
        for answer in answers:
            while self.s.ending == 0 and self.env.terminations[self.env.agent_selection]:
                self.env.step(None)
            for action in self._ids():
                if self.word(action) == answer:
                    self.env.step(action)
                    break
            else:
                raise ValueError(f"{answer!r} is not one of {sorted(self.legal())}")
            self.game.check_state(self.game, self.s)
        return self

    def finish_turn(self) -> Position:
        """Decline everything until somebody else's turn begins, or the end."""
        turn = int(self.s.turns)
        while self.s.turns == turn and self.s.ending == 0:
            self.play("done" if "done" in self.legal() else sorted(self.legal())[0])
        return self

    def _ids(self) -> list[int]:
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        return [int(action) for action in np.flatnonzero(mask)]

    def legal(self, *blocks: str) -> set[str]:
        """What may be answered, or only answers of these blocks."""
        said = {self.word(action) for action in self._ids()}
        return {word for word in said if not blocks or word.split()[0] in blocks}

    def word(self, action: int) -> str:
        """An action as tests write it."""
        meaning = self.game.actions.decode(action)
        if not meaning.values:
            return meaning.name
        ((axis, value),) = meaning.values.items()
        words = {
            "space": lambda: str(value + 1),
            "figure": lambda: self.figure_name(value),
            "seat": lambda: f"+{value}" if value else "me",
            "card": lambda: self.card_name(value),
            "die": lambda: Die(value).name.lower().replace("_", " "),
            "side": lambda: ("left", "right")[value],
            "skill": lambda: self.skills(int(self.s.actor))[value],
        }
        return f"{meaning.name} {words[axis]() if axis in words else value}"

    def figure_name(self, figure: int) -> str:
        return self.library.kinds[self.s.kind[figure]].name

    def card_name(self, card: int) -> str:
        found = self.library.episodes[self.s.episode].discovery[card]
        side = found.sides[self.s.card_side[card]]
        return side.name if self.s.card_at[card] >= 0 and side else found.name

    def skills(self, person: int) -> list[str]:
        return [
            self.library.skills[number].name
            for number in self.kit.person_skill[self.s.person[person]]
        ]

    def enemies(self, name: str) -> list[int]:
        """Spaces of the enemies of that name."""
        figures = range(len(self.s.at))
        at = [
            int(self.s.at[f]) + 1
            for f in figures
            if self.s.at[f] != NOTHING and self.figure_name(f) == name
        ]
        return sorted(at)

    def health(self, name: str) -> list[int]:
        """Wounds of the enemies of that name on the map."""
        figures = range(len(self.s.at))
        return [
            int(self.s.hurt[f])
            for f in figures
            if self.s.at[f] != NOTHING and self.figure_name(f) == name
        ]

    def cards(self, person: int = 0) -> list[str]:
        """Cards held, by the name of the claimed side."""
        held = [c for c in range(self.kit.cards[self.s.episode]) if self.s.card_at[c] == person]
        return [self.card_name(card) for card in held]

    def trait(self, trait: Trait, person: int = 0) -> int:
        return int(self.s.trait[person, trait])

    def spaces(self, field: str) -> dict[int, int]:
        """Tokens of a field by space."""
        return {i + 1: int(n) for i, n in enumerate(self.s[field]) if n}

    def of(self, field: str) -> list[int]:
        """A field of all investigators."""
        return [int(n) for n in self.s[field][: self.people]]

    @property
    def where(self) -> list[int]:
        return [int(n) + 1 for n in self.s.space[: self.people]]

    @property
    def ending(self) -> str:
        return self.game.ending_name(int(self.s.ending))

    @property
    def actor(self) -> int:
        return int(self.s.actor)


def _write_where(at: Position, s: Any, spaces: Sequence[int]) -> None:
    for person, space in enumerate(spaces):
        s.space[person] = space - 1


def _write_enemies(at: Position, s: Any, enemies: Mapping[str, Sequence[int]]) -> None:
    """All enemies on the map, by name."""
    for figure in range(1, len(s.at)):
        put_figure(s, figure, NOTHING)
        s.hurt[figure] = 0
    names = [kind.name for kind in at.library.kinds]
    for name, spaces in enemies.items():
        box = range(1, at.kit.figures[s.elder, s.episode])
        free = [f for f in box if s.kind[f] == names.index(name)]
        for figure, space in zip(free, spaces, strict=False):
            put_figure(s, figure, space - 1)


def _write_hurt(at: Position, s: Any, hurt: Mapping[str, int]) -> None:
    for figure in range(1, len(s.at)):
        name = at.library.kinds[s.kind[figure]].name
        if s.at[figure] != NOTHING and name in hurt:
            s.hurt[figure] = hurt[name]


def _write_elder(at: Position, s: Any, elder: Mapping[str, int]) -> None:
    """`space`, `stage`, `wounds`: the Elder One on the map."""
    s.summoned = True
    s.stage = elder.get("stage", 2)
    s.hurt[ELDER] = elder.get("wounds", 0)
    put_figure(s, ELDER, elder["space"] - 1)


def _write_levels(at: Position, s: Any, levels: Mapping[str, int]) -> None:
    """Levels of skills, for whoever has them."""
    for person in range(at.people):
        for slot, name in enumerate(at.skills(person)):
            if name in levels:
                s.level[person, slot] = levels[name]


def _write_cards(at: Position, s: Any, cards: Mapping[str, int]) -> None:
    """Cards held, by the name of the side: holder."""
    for card, found in enumerate(at.library.episodes[s.episode].discovery):
        for number in range(SIDES):
            side = found.sides[number]
            if side and side.name in cards and s.card_at[card] == Lies.IN_DECK:
                s.card_at[card] = cards[side.name]
                s.card_side[card] = number
                s.card_gain[card] = bool(side.skill)
                deck = [c for c in s.discovery[: s.discovery_left] if c != card]
                s.discovery_left -= 1
                s.discovery[: s.discovery_left] = deck
                break


def _write_spaces(field: str) -> Any:
    def write(at: Position, s: Any, spaces: Mapping[int, int]) -> None:
        s[field][:] = 0
        for space, number in spaces.items():
            s[field][space - 1] = number
        if field == "fire":
            s.fire_total = sum(spaces.values())
        elif field == "token":
            s.tokens_left = at.kit.elder_tokens[s.elder] - sum(spaces.values())
        else:
            s.markers_left = at.kit.markers[s.episode] - sum(spaces.values())

    return write


def _write_signs(at: Position, s: Any, signs: Sequence[int]) -> None:
    for person, number in enumerate(signs):
        s.signs[person] = number
    s.tokens_left = at.kit.elder_tokens[s.elder] - sum(signs)


def _write_showing(at: Position, s: Any, symbols: int) -> None:
    """Discard cards with so many symbols from under the deck."""
    deck = [int(card) for card in s.mythos[: s.mythos_left]]
    shown = at.kit.mythos_symbol[s.elder, s.episode]
    for card in list(deck):
        if shown[card] and s.symbols + shown[card] <= symbols:
            s.mythos_out[card] = True
            s.symbols += shown[card]
            deck.remove(card)
    s.mythos_left = len(deck)
    s.mythos[: len(deck)] = deck


def _write_scalar(field: str) -> Any:
    def write(at: Position, s: Any, value: int) -> None:
        s[field] = value

    return write


_WRITERS: dict[str, Any] = {
    "where": _write_where,
    "enemies": _write_enemies,
    "hurt": _write_hurt,
    "elder": _write_elder,
    "levels": _write_levels,
    "cards": _write_cards,
    "fire": _write_spaces("fire"),
    "token": _write_spaces("token"),
    "marker": _write_spaces("marker"),
    "signs": _write_signs,
    **{name: _write_scalar(name) for name in ("track", "disrupted", "trauma")},
    "showing": _write_showing,
}
_SETTINGS = {setting.name for setting in GAME.settings} | {"num_players"}


def position(
    *,
    rolls: str = "",
    mythos: Sequence[str] = (),
    discovery: Sequence[str] = (),
    seed: int = 0,
    start: int = 0,
    **described: Any,
) -> Position:
    """Investigator 0 is to act; no enemies and no Fire unless described.

    `rolls` names dice, bonus ones as 'bonus_success'; `mythos` and `discovery` the top cards.
    """
    settings = {key: described.pop(key) for key in list(described) if key in _SETTINGS}
    settings.setdefault("num_players", 2)
    settings.setdefault("episode", "Blasphemous Alchemy")
    settings.setdefault("elder_one", "Cthulhu")
    settings.setdefault("boss_health", 0)
    settings.setdefault("setup_cultists", 0)
    people = investigators_of(settings)
    settings.setdefault("investigators", PLAIN[:people])
    given = [Path(name).stem for name in settings["investigators"]]
    if any(name.isdigit() for name in given) and PLAIN[0] not in settings["investigators"]:
        raise ValueError("the first plain investigator brings the plain skills")
    settings.setdefault("insanities", CALM[:people])
    game = GAME.configure(**settings)
    env = RawEnv(game)
    quiet = [QUIET[game.values["elder_one"]]] if game.values["elder_one"] in QUIET else []
    options: dict[str, Any] = {"start": start, "mythos": [*mythos] or quiet}
    if discovery:
        options["discovery"] = [*discovery]
    if rolls:
        options["rolls"] = [word.replace("_", " ") for word in rolls.split()]
    env.reset(seed=seed, options=options)
    at = Position(env)
    return at.write(**{"enemies": {}, "fire": {}, **described})
