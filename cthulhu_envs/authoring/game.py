"""`Game`: the frozen record every game fills in. Environments, tests and documentation know a game
only through it.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cthulhu_envs.authoring.errors import nearest, shown
from cthulhu_envs.authoring.layout import Table
from cthulhu_envs.authoring.own_folder import look_for
from cthulhu_envs.authoring.record import Span

Settings = Mapping[str, Any]
"""Settings of a game by name, such as `{"num_players": 4}`."""
NUM_PLAYERS = "num_players"


class Kernels(NamedTuple):
    """The verbs of a game; authoring/kernel_signatures.py says what each promises."""

    deal: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    observe: Callable[..., Any]
    score: Callable[..., Any]
    prepare: Callable[..., Any]
    determinize: Callable[..., Any]


class Chance(NamedTuple):
    """What the exact solver asks of a game besides its kernels; see kernel_signatures.py.

    The cards nobody has seen lie in a list, in the order in which they will become known.
    """

    stack: Callable[..., Any]  # (kit, s, cards): lay the whole deck of a blank state
    unknown: Callable[..., Any]  # (kit, s, cards) -> n: what is still unknown to everybody
    lay: Callable[..., Any]  # (kit, s, cards): put it back in another order
    remember: Callable[..., Any]  # (kit, s, seat, in_order, words) -> n: all a seat can recall
    described: Callable[[Settings], Mapping[str, str]]  # the table in words: what is solved
    example: Mapping[str, Any]  # settings of a table that is solved in a moment


@dataclass(frozen=True)
class Setting:
    """One choice a user has: its name, default, meaning, and how a value is checked.

    `check(value)` returns the value to use, or raises ValueError with a sentence. `kind` is the
    type of its values where the default, None, does not show it. `known()` gives what a value can
    name where that is no short list of choices: names by what they are of, `{"episodes": (...)}`.
    """

    name: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    check: Callable[[Any], Any] | None = None
    kind: type = str
    known: Callable[[], Mapping[str, Sequence[str]]] | None = None

    @property
    def told(self) -> str:
        """What it means, and what can be named."""
        known = self.known() if self.known else {}
        return "; ".join(
            [self.meaning, *(f"{what}: {', '.join(names)}" for what, names in known.items())]
        )

    @property
    def type(self) -> type:
        """Of its values; None means the usual, which depends on other settings."""
        return self.kind if self.default is None else type(self.default)

    def accept(self, value: Any) -> Any:
        """The value to use for one that a user chose; ValueError says what is wrong with it."""
        if self.choices:
            value = self._chosen(value)
        return self.check(value) if self.check else value

    def _chosen(self, value: Any) -> Any:
        """One of the choices, rather than what only equals it."""
        for choice in self.choices:
            if isinstance(value, type(choice)) and value == choice:
                return choice
        hint = nearest(str(value) if isinstance(value, str) else "", map(str, self.choices))
        raise ValueError(f"{self.name} cannot be {shown(value)}{hint}")


def default_values(num_players: int, settings: Iterable[Setting]) -> dict[str, Any]:
    """Every setting with its default, `num_players` first."""
    return {NUM_PLAYERS: num_players, **{setting.name: setting.default for setting in settings}}


def span_of(numbers: range, to: str = " to ") -> str:
    """`2 to 6`, or `2` where there is no choice."""
    low, high = numbers[0], numbers[-1]
    return f"{low}{to}{high}" if low < high else f"{low}"


def open_to_all(s: Any, seat: int) -> bool:
    """For games whose choices are all made in the open."""
    return False


@dataclass(frozen=True)
class Docs:
    """What the pages about a game say."""

    summary: str = ""  # one sentence
    history: tuple[str, ...] = ("v0: first version.",)  # a line for each version: what changed
    rewards: str = ""  # what pays
    reset_options: str = ""  # what `reset(options=...)` takes
    rules: str = ""  # the file beside the declaration that numbers the rules
    appendix: str = ""  # 'module:function' whose Markdown ends the page
    compile_seconds: int = 10  # about, on one core: for the notice at first use


@dataclass(frozen=True)
class SearchHints:
    """What tree search is told about a game."""

    chapter: str = ""  # field of the state that counts rounds or turns: where search may stop
    horizon: int = 0  # how many of them it looks ahead by default; 0: to the end
    shaped: Mapping[str, Any] = field(default_factory=dict)  # settings that pay on the way there
    c: float = 1.0  # weight of exploration
    margin: float = 0.0  # standard errors by which another action must be better than the guide's
    begin_again: Callable[..., Any] | None = None  # puts a world back to where its history begins


@dataclass(frozen=True)
class Extras:
    """Parts that only some tools want; 'module:NAME' each, loaded when they are asked for."""

    solver: str = ""  # the Chance with which small settings are solved
    signals: str = ""  # the Signals: bluffs and guesses
    coverage: str = ""  # the RuleDetector that sees rules happen
    laws: str = ""  # a tuple of laws of its own, beside those of every game


def no_options(game: Game, s: Any, options: Mapping[str, Any]) -> None:
    """For games that are always dealt at random."""


def always_fine(values: Settings) -> None:
    """For games whose settings go well together."""


def unchecked(game: Game, s: Any) -> None:
    """For games without invariants of their own."""


NO_SCRATCH = np.dtype([("nothing", np.int8)])


@dataclass(frozen=True)
class Game:
    """One game with its settings chosen: tables, kit, kernels. Declared once, then `configure`d.

    The first ten fields are what every game has. docs/tutorial_own_game.md makes a whole one.
    """

    home: str  # 'module:NAME' where the declaration stands; how copies in other processes find it
    name: str
    title: str
    players: range
    endings: type[enum.IntEnum]  # 0 is 'going on'
    state: np.dtype[Any]  # the record of a position, made by `record_dtype`
    actions_of: Callable[[Settings], Table]
    observations_of: Callable[[Settings], Table]
    kit_of: Callable[[Game], NDArray[Any]]  # an array of one record: components and settings
    kernels: Kernels
    settings: tuple[Setting, ...] = ()
    default_players: int = 0  # 0: the least number
    version: int = 0
    scratch: np.dtype[Any] = NO_SCRATCH  # what `determinize` works in
    # the values that fields of `state` can have, made by `bounds_of`: states from outside are
    # refused where they are not within
    bounds: Mapping[str, Span] = field(default_factory=lambda: MappingProxyType({}))
    reset_options: tuple[str, ...] = ()
    # puts reset options into a blank state
    arrange: Callable[[Game, Any, Mapping[str, Any]], None] = no_options
    check_settings: Callable[[Settings], None] = always_fine  # faults that show in combination
    check_state: Callable[[Game, Any], None] = unchecked  # invariants; AssertionError names one
    # (s, seat): whether a seat does not see what `s.seat` is about to choose
    is_secret: Callable[[Any, int], bool] = open_to_all
    truncations: frozenset[int] = frozenset()  # endings that truncate instead of terminating
    is_team: bool = False  # all seats win or lose together
    reward_range: tuple[float, float] = (-1.0, 1.0)
    contents_of: Callable[[Settings], Mapping[str, str]] | None = None  # see `contents`
    draw: str = "cthulhu_envs.drawing.plain:DRAWING"  # 'module:NAME' of the Drawing
    docs: Docs = Docs()
    search: SearchHints = SearchHints()
    extras: Extras = Extras()
    chosen: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def id(self) -> str:
        """Name and version: 'love_letter-v1'."""
        return f"{self.name}-v{self.version}"

    @cached_property
    def values(self) -> Settings:
        """Every setting with its value, `num_players` first."""
        usual = default_values(self.default_players or self.players[0], self.settings)
        return MappingProxyType({**usual, **self.chosen})

    @property
    def table(self) -> dict[str, Any]:
        """What makes this table: the settings that differ from the defaults, and the players."""
        return {**self.chosen, NUM_PLAYERS: self.num_players}

    @cached_property
    def contents(self) -> Mapping[str, str]:
        """Settings that name files of the user's, each with a hash of what the files say."""
        return self.contents_of(self.values) if self.contents_of else {}

    @property
    def num_players(self) -> int:
        """Seats at this table."""
        return int(self.values[NUM_PLAYERS])

    @cached_property
    def actions(self) -> Table:
        """All actions by name: `actions.size`, `encode`, `decode`, `text`."""
        return self.actions_of(self.values)

    @cached_property
    def observations(self) -> Table:
        """The parts of an observation by name; `observations.view(obs)` gives them as arrays."""
        return self.observations_of(self.values)

    @cached_property
    def kit(self) -> NDArray[Any]:
        """What kernels know of the settings: an array of one record, read-only."""
        kit = self.kit_of(self)
        return np.frombuffer(kit.tobytes(), kit.dtype)  # nothing makes bytes writable

    def configure(self, **settings: Any) -> Game:
        """The same game with settings changed; a ValueError names the setting that is wrong."""
        known = {setting.name: setting for setting in self.settings}
        chosen = dict(self.chosen)
        for name, value in settings.items():
            if name == NUM_PLAYERS:
                chosen[name] = self._accept_players(value)
            elif name in known:
                chosen[name] = known[name].accept(value)
                if chosen[name] == known[name].default:
                    del chosen[name]
            else:
                hint = nearest(name, [NUM_PLAYERS, *known])
                raise ValueError(f"{self.title} has no setting {shown(name)}{hint}")
        game = dataclasses.replace(self, chosen=MappingProxyType(chosen))
        self.check_settings(game.values)
        return game

    def _accept_players(self, value: Any) -> int:
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, np.integer))
            or value not in self.players
        ):
            span = span_of(self.players)
            raise ValueError(f"{self.title} is for {span} players, not {shown(value)}")
        return int(value)

    @property
    def rules_text(self) -> str:
        """RULES.md: the rules that the code cites, numbered."""
        if not self.docs.rules:
            raise ValueError(f"{self.title} has no file of rules")
        module = importlib.import_module(self.home.partition(":")[0])
        return (Path(str(module.__file__)).parent / self.docs.rules).read_text(encoding="utf-8")

    def new_states(self, count: int) -> NDArray[Any]:
        """Blank states, not yet dealt."""
        return np.zeros(count, self.state)

    def ending_name(self, ending: int) -> str:
        """An ending as infos name it: 'last_one_standing'. ValueError if there is none."""
        return str(self.endings(ending).name.lower())

    def __repr__(self) -> str:
        table = {NUM_PLAYERS: self.num_players, **self.chosen}
        return f"Game({', '.join([self.id, *(f'{n}={v!r}' for n, v in table.items())])})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _find, (self.home, dict(self.chosen))

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self


def load(path: str) -> Any:
    """The object a 'module:NAME' path points to."""
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def _find(home: str, chosen: dict[str, Any]) -> Game:
    """A game that another process named: it may have found it in its current folder."""
    look_for(home.partition(":")[0])
    declared: Game = load(home)
    return declared.configure(**chosen)
