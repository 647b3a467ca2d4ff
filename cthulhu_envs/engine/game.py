"""`Game`: the frozen record every game fills in. Faces, tests and documentation know a game only
through it.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.engine.layout import Table

Settings = Mapping[str, Any]
NUM_PLAYERS = "num_players"


class Kernels(NamedTuple):
    """The verbs of a game; engine/verbs.py says what each promises."""

    deal: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    observe: Callable[..., Any]
    score: Callable[..., Any]
    prepare: Callable[..., Any]
    determinize: Callable[..., Any]


class Chance(NamedTuple):
    """What the exact solver asks of a game besides its verbs; engine/verbs.py says more.

    The cards nobody has seen lie in a list, in the order in which they will become known.
    """

    stack: Callable[..., Any]  # (kit, s, cards): lay the whole deck of a blank state
    unknown: Callable[..., Any]  # (kit, s, cards) -> n: what is still unknown to everybody
    lay: Callable[..., Any]  # (kit, s, cards): put it back in another order
    remember: Callable[..., Any]  # (kit, s, seat, in_order, words) -> n: all a seat can recall
    described: Callable[[Settings], Mapping[str, str]]  # the table in words: what is solved


@dataclass(frozen=True)
class Setting:
    """One choice a user has: its name, default, meaning, and how a value is checked.

    `check(value)` returns the value to use, or raises ValueError with a sentence.
    """

    name: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    check: Callable[[Any], Any] | None = None

    def accept(self, value: Any) -> Any:
        if self.choices and value not in self.choices:
            hint = nearest(str(value), [str(choice) for choice in self.choices])
            raise ValueError(f"{self.name} cannot be {value!r}{hint}")
        return self.check(value) if self.check else value


def open_to_all(s: Any, seat: int) -> bool:
    """For games whose choices are all made in the open."""
    return False


@dataclass(frozen=True)
class Game:
    """One game with its settings chosen: tables, kit, kernels. Declared once, then `configure`d."""

    home: str  # 'module:NAME' where the declaration stands; how copies in other processes find it
    name: str
    title: str
    summary: str
    version: int
    history: tuple[str, ...]  # one line for each version: what changed what can be learned
    players: range
    settings: tuple[Setting, ...]
    endings: type[enum.IntEnum]  # 0 is 'going on'
    state: np.dtype[Any]
    scratch: np.dtype[Any]  # what `determinize` works in
    actions_of: Callable[[Settings], Table]
    observations_of: Callable[[Settings], Table]
    kit_of: Callable[[Game], NDArray[Any]]  # an array of one record: components and settings
    kernels: Kernels
    arrange: Callable[[Game, Any, Mapping[str, Any]], None]  # puts reset options into a blank state
    check_settings: Callable[[Settings], None]  # faults that show only in combination
    check_state: Callable[[Game, Any], None]  # invariants; AssertionError names the broken one
    draw: str  # 'module:NAME' of the Drawing, loaded when something is rendered
    rules: str  # file name of RULES.md beside the declaration
    default_players: int
    rewards_text: str  # what pays, for the documentation
    reset_options: tuple[str, ...]
    options_text: str  # what `reset(options=...)` takes
    compile_seconds: int  # about, on one core: for the notice at first use
    agents: Mapping[str, str] = field(default_factory=dict)  # own bots: kind -> 'module:Class'
    # (s, seat): whether a seat does not see what `s.seat` is about to choose
    is_secret: Callable[[Any, int], bool] = open_to_all
    chance: str = ""  # 'module:NAME' of the Chance with which small settings are solved
    tells: str = ""  # 'module:NAME' of the Tells: its bluffs and guesses, if it has some
    witness: str = ""  # 'module:NAME' of the Witness that sees its rules happen, if it has one
    bench: str = ""  # 'module:function' that gives Measures of its own (bench/clock.py)
    appendix: str = ""  # 'module:function' whose Markdown ends the game's page
    truncations: frozenset[int] = frozenset()  # endings that truncate instead of terminating
    reward_range: tuple[float, float] = (-1.0, 1.0)
    begin_again: Callable[..., Any] | None = None  # puts a world back to where its story begins
    chapter: str = ""  # field of the state that counts rounds or turns: where search may stop
    horizon: int = 0  # so many of them search looks ahead unless told otherwise, 0: to the end
    shaped: Mapping[str, Any] = field(default_factory=dict)  # settings that pay on the way there
    search: Mapping[str, float] = field(default_factory=dict)  # its own `c` and `margin` of search
    contents_of: Callable[[Settings], Mapping[str, str]] | None = None  # see `contents`
    chosen: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def id(self) -> str:
        return f"{self.name}-v{self.version}"

    @cached_property
    def values(self) -> Settings:
        """Every setting with its value, `num_players` first."""
        values: dict[str, Any] = {NUM_PLAYERS: self.default_players}
        values.update((setting.name, setting.default) for setting in self.settings)
        values.update(self.chosen)
        return MappingProxyType(values)

    @cached_property
    def contents(self) -> Mapping[str, str]:
        """Settings that name files of the user's, each with a hash of what the files say."""
        return self.contents_of(self.values) if self.contents_of else {}

    @property
    def num_players(self) -> int:
        return int(self.values[NUM_PLAYERS])

    @cached_property
    def actions(self) -> Table:
        return self.actions_of(self.values)

    @cached_property
    def observations(self) -> Table:
        return self.observations_of(self.values)

    @cached_property
    def kit(self) -> NDArray[Any]:
        kit = self.kit_of(self)
        kit.setflags(write=False)
        return kit

    def configure(self, **settings: Any) -> Game:
        """The same game with settings changed; a ValueError names the setting that is wrong."""
        known = {setting.name: setting for setting in self.settings}
        chosen = dict(self.chosen)
        for name, value in settings.items():
            if name == NUM_PLAYERS:
                chosen[name] = self._accept_players(value)
            elif name in known:
                chosen[name] = known[name].accept(value)
            else:
                hint = nearest(name, [NUM_PLAYERS, *known])
                raise ValueError(f"{self.title} has no setting {name!r}{hint}")
        game = dataclasses.replace(self, chosen=MappingProxyType(chosen))
        self.check_settings(game.values)
        return game

    def _accept_players(self, value: Any) -> int:
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, np.integer))
            or value not in self.players
        ):
            low, high = self.players[0], self.players[-1]
            raise ValueError(f"{self.title} is for {low} to {high} players, not {value!r}")
        return int(value)

    def new_states(self, count: int) -> NDArray[Any]:
        """Blank states, not yet dealt."""
        return np.zeros(count, self.state)

    def ending_name(self, ending: int) -> str:
        return str(self.endings(ending).name.lower())

    def __reduce__(self) -> tuple[Any, ...]:
        return _find, (self.home, dict(self.chosen))

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self


def load(path: str) -> Any:
    """The object a 'module:NAME' path points to."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def _find(home: str, chosen: dict[str, Any]) -> Game:
    declared: Game = load(home)
    return declared.configure(**chosen)
