"""Records of content that has been read: skills, investigators, enemies, Elder Ones, Episodes."""

from __future__ import annotations

from dataclasses import dataclass, field

from cthulhu_envs.games.death_may_die.components import CULTIST, ELDER, Kind
from cthulhu_envs.games.death_may_die.content.effect_text import Program
from cthulhu_envs.games.death_may_die.content.files import Condition


@dataclass(frozen=True)
class Skill:
    """Traits at level 0 (none) to 4."""

    name: str
    levels: tuple[dict[int, int], ...]


@dataclass(frozen=True)
class Person:
    """An investigator."""

    name: str
    skills: tuple[str, ...]


@dataclass(frozen=True)
class Insanity:
    name: str
    symptom: int
    keeps_wounds: bool
    keeps_mythos: bool
    names_partner: bool


@dataclass(frozen=True)
class Enemy:
    name: str
    pool: int
    health: int
    standard: int
    bonus: int
    traits: dict[int, int]


Mythos = tuple[int, int]  # first row of the effect, how many symbols it shows


@dataclass(frozen=True)
class Stage:
    health: int
    standard: int
    bonus: int
    reveal: int
    advance: int
    end_of_turn: int
    no_token: int


@dataclass(frozen=True)
class ElderOne:
    name: str
    minions: tuple[str, ...]
    token: str
    tokens: int
    lie_on_spaces: bool
    stages: tuple[Stage, ...]
    mythos: tuple[Mythos, ...]
    mythos_texts: tuple[str, ...]


@dataclass(frozen=True)
class Side:
    """What claiming one side of a Discovery card gives."""

    kind: Kind
    name: str
    tags: tuple[int, ...]
    stress: int
    wounds: int
    needs: Condition
    forced: bool
    tradable: bool
    health: int
    skill: str
    traits: dict[int, int]
    if_skill: str
    if_tags: tuple[int, ...]
    if_traits: dict[int, int]
    use: int
    use_when: Condition
    gain: int


@dataclass(frozen=True)
class Discovery:
    name: str
    before: int
    sides: tuple[Side | None, Side | None]


@dataclass(frozen=True)
class Value:
    name: str
    then: str
    effect: int


@dataclass(frozen=True)
class Group:
    """Pieces of one name: a space (or NOTHING for the bag) and a value each."""

    name: str
    at: tuple[int, ...]
    values: tuple[int, ...]
    hidden: bool
    health: int
    blank: int


@dataclass(frozen=True)
class Action:
    name: str
    when: Condition
    effect: int


@dataclass(frozen=True)
class Episode:
    name: str
    spaces: int
    links: tuple[tuple[int, int], ...]
    start: int
    place: int
    gates: tuple[int, int, int]
    fire: tuple[int, ...]
    monsters: tuple[str, ...]
    setup: tuple[tuple[str, int], ...]
    marker: str
    markers: int
    marker_from: str
    goal: Condition
    easier: Condition
    advance: int
    groups: tuple[Group, ...]
    values: tuple[Value, ...]
    actions: tuple[Action, ...]
    mythos: tuple[Mythos, ...]
    mythos_texts: tuple[str, ...]
    discovery: tuple[Discovery, ...]


@dataclass
class Library:
    """All content that a table plays with, its effects as one program."""

    program: Program
    kinds: list[Enemy]
    skills: list[Skill]
    people: list[Person]
    insanities: list[Insanity]
    elder_ones: list[ElderOne] = field(default_factory=list)
    episodes: list[Episode] = field(default_factory=list)

    def skill(self, name: str) -> int:
        return [skill.name for skill in self.skills].index(name)


def figures_of(found: Library, elder: int, episode: int) -> list[int]:
    """The kind of every figure in the two boxes, the Elder One's first."""
    wanted = [*found.elder_ones[elder].minions, *found.episodes[episode].monsters]
    figures = [ELDER]
    for kind, enemy in enumerate(found.kinds):
        if kind == CULTIST or enemy.name in wanted:
            figures += [kind] * enemy.pool
    return figures
