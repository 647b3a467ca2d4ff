"""Reading an Episode: map, pieces, actions, Mythos and Discovery cards."""

from __future__ import annotations

from collections import deque
from typing import Any

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.games.death_may_die.board import (
    MAX_CARDS,
    MAX_GROUPS,
    MAX_PIECES,
    MAX_SPACES,
    MAX_VALUES,
    Gate,
    Kind,
)
from cthulhu_envs.games.death_may_die.content import (
    Action,
    Discovery,
    Episode,
    Group,
    Side,
    Value,
)
from cthulhu_envs.games.death_may_die.files import (
    ALWAYS,
    NO_EFFECT,
    ContentError,
    File,
    Section,
    mythos_of,
    traits_of,
)
from cthulhu_envs.games.death_may_die.phrases import Names, Program
from cthulhu_envs.games.death_may_die.vocabulary import NOTHING, Trait, Var

TRAITS = {trait.name.lower(): int(trait) for trait in Trait}
THEN = ("done", "gone", "stays")
HEAD_KEYS = (
    *("name", "spaces", "links", "start", "gates", "place", "fire", "monsters", "setup"),
    *("goal", "advance", "marker", "markers", "marker_from"),
)
SIDE_KEYS = (
    *("tags", "cost", "needs", "forced", "tradable", "health", "skill"),
    *("traits", "traits_if", "use", "use_when", "gain"),
)


def _space(section: Section, key: str, value: Any, spaces: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= spaces:
        raise section.fault(f"{value!r} is no space from 1 to {spaces}", key)
    return value - 1


def _links(head: Section, spaces: int) -> tuple[tuple[int, int], ...]:
    links = []
    for word in head.get("links", str).split():
        ends = word.split("-")
        if len(ends) != 2 or not all(end.isdigit() for end in ends) or ends[0] == ends[1]:
            raise head.fault(f"{word!r} is no link like 1-2", "links")
        first, second = (_space(head, "links", int(end), spaces) for end in ends)
        links.append((first, second))
    reached, queue = {0}, deque([0])
    while queue:
        at = queue.popleft()
        for pair in links:
            if at in pair:
                other = pair[0] if pair[1] == at else pair[1]
                if other not in reached:
                    reached.add(other)
                    queue.append(other)
    if len(reached) < spaces:
        lost = ", ".join(str(s + 1) for s in range(spaces) if s not in reached)
        raise head.fault(f"the map does not connect: no way from 1 to {lost}", "links")
    return tuple(links)


def read_episode(file: File, program: Program, names: Names, skills: set[str]) -> Episode:
    head = file.one("episode")
    head.known(
        *HEAD_KEYS,
    )
    spaces = head.get("spaces", int)
    if not 2 <= spaces <= MAX_SPACES:
        raise head.fault(f"a map has 2 to {MAX_SPACES} spaces, not {spaces}", "spaces")
    links = _links(head, spaces)
    gates = head.get("gates", dict)
    if set(gates) != {gate.name.lower() for gate in Gate}:
        raise head.fault("gates are yellow, red and blue", "gates")
    groups, values = _groups(file, spaces)
    tags = _tags(file)
    own = Names(names.kinds, tags, {group.name: i for i, group in enumerate(groups)})
    return Episode(
        name=head.get("name", str),
        spaces=spaces,
        links=links,
        start=_space(head, "start", head.get("start", int), spaces),
        place=_space(head, "place", head.values["place"], spaces)
        if "place" in head.values
        else NOTHING,
        gates=tuple(_space(head, "gates", gates[g.name.lower()], spaces) for g in Gate),  # type: ignore[arg-type]
        fire=tuple(_space(head, "fire", at, spaces) for at in head.get("fire", list, [])),
        monsters=tuple(head.get("monsters", list)),
        setup=_setup(head, spaces, names),
        marker=head.get("marker", str, ""),
        markers=head.get("markers", int, 0),
        marker_from=head.get("marker_from", str, ""),
        goal=_goal(head, program, own),
        advance=head.effect(program, "advance", own),
        groups=tuple(groups),
        values=_values(file, program, own, groups, values),
        actions=_actions(file, program, own),
        mythos=mythos_of(file, program, own),
        discovery=_discoveries(file, program, own, skills),
    )


def _goal(head: Section, program: Program, names: Names) -> tuple[int, int, int]:
    goal = head.condition(program, "goal", names, head.get("goal", str))
    if goal[0] != Var.DONE or goal[2] < 1:
        raise head.fault('the goal is a number of pieces, like: done "lab" >= 4', "goal")
    return goal


def _setup(head: Section, spaces: int, names: Names) -> tuple[tuple[str, int], ...]:
    placed = []
    for name, at in head.get("setup", dict).items():
        try:
            names.kind(name)
        except ValueError as fault:
            raise head.fault(str(fault), "setup") from None
        if not isinstance(at, list):
            raise head.fault(f"{name!r} needs a list of spaces, not {at!r}", "setup")
        placed += [(name, _space(head, "setup", space, spaces)) for space in at]
    return tuple(placed)


def _groups(file: File, spaces: int) -> tuple[list[Group], dict[str, int]]:
    groups: list[Group] = []
    values: dict[str, int] = {}
    pieces = 0
    for section in file.all("pieces"):
        section.known("name", "at", "values", "hidden", "health", "blank")
        words = section.get("values", list)
        for word in words:
            values.setdefault(str(word), len(values))
        at = section.values.get("at")
        if at == "bag":
            at = [NOTHING] * len(words)
        elif isinstance(at, list):
            at = [_space(section, "at", space, spaces) for space in at]
        else:
            raise section.fault("'at' is a list of spaces or \"bag\"", "at")
        if len(at) != len(words):
            raise section.fault(f"{len(at)} places cannot hold {len(words)} values", "values")
        pieces += len(at)
        if pieces > MAX_PIECES or len(values) > MAX_VALUES or len(groups) >= MAX_GROUPS:
            raise section.fault(
                f"an episode has at most {MAX_PIECES} pieces, {MAX_VALUES} values and "
                f"{MAX_GROUPS} groups of them"
            )
        blank = section.get("blank", str, "")
        groups.append(
            Group(
                section.get("name", str),
                tuple(at),
                tuple(values[str(word)] for word in words),
                section.get("hidden", bool, False),
                section.get("health", int, 0),
                values[blank] if blank else NOTHING,
            )
        )
    return groups, values


def _values(
    file: File, program: Program, names: Names, groups: list[Group], values: dict[str, int]
) -> tuple[Value, ...]:
    told = {}
    for section in file.all("value"):
        section.known("name", "pieces", "then", "effect")
        name = section.get("name", str)
        if name not in values:
            raise section.fault(f"no piece has the value {name!r}", "name")
        then = section.get("then", str)
        if then not in THEN:
            raise section.fault(f"'then' is one of {', '.join(THEN)}, not {then!r}", "then")
        told[name] = Value(name, then, section.effect(program, "effect", names))
    return tuple(told.get(name, Value(name, "done", NO_EFFECT)) for name in values)


def _actions(file: File, program: Program, names: Names) -> tuple[Action, ...]:
    sections = file.all("action")
    if len(sections) != 2:
        raise ContentError(f"{file.path.name}: exactly two [[action]] sections are needed")
    actions = []
    for section in sections:
        section.known("name", "when", "effect")
        when = section.condition(program, "when", names, section.get("when", str))
        effect = section.effect(program, "effect", names, section.get("effect", str))
        actions.append(Action(section.get("name", str), when, effect))
    return tuple(actions)


SIDE_NAMES = ("left", "right")
KIND_WORDS = {
    "item": Kind.ITEM,
    "companion": Kind.COMPANION,
    "condition": Kind.CONDITION,
    "event": Kind.NONE,
}


def _tags(file: File) -> dict[str, int]:
    """Every name and tag of a side, numbered."""
    tags: dict[str, int] = {}
    for section in file.all("discovery"):
        for side in SIDE_NAMES:
            values = section.values.get(side, {})
            words = [values[word] for word in KIND_WORDS if word in values]
            for word in [*words, *values.get("tags", [])]:
                tags.setdefault(str(word), len(tags))
    return tags


def _discoveries(
    file: File, program: Program, names: Names, skills: set[str]
) -> tuple[Discovery, ...]:
    cards = []
    for section in file.all("discovery"):
        section.known("name", "before", *SIDE_NAMES)
        before = section.effect(program, "before", names)
        sides = [_side(section, side, program, names, skills) for side in SIDE_NAMES]
        if sides == [None, None]:
            raise section.fault("a Discovery card has a left or a right side")
        cards.append(Discovery(section.get("name", str), before, (sides[0], sides[1])))
    if len(cards) > MAX_CARDS:
        raise ContentError(f"{file.path.name}: at most {MAX_CARDS} [[discovery]] cards")
    return tuple(cards)


def _side(
    card: Section, side: str, program: Program, names: Names, skills: set[str]
) -> Side | None:
    if side not in card.values:
        return None
    lines = {k.removeprefix(f"{side}."): n for k, n in card.lines.items() if k.startswith(side)}
    section = Section(
        card.path, f"discovery {side}", card.get(side, dict), lines | {"": lines[side]}
    )
    section.known(
        *KIND_WORDS,
        *SIDE_KEYS,
    )
    kinds = [word for word in KIND_WORDS if word in section.values]
    if len(kinds) != 1:
        raise section.fault(f"a side is one of {', '.join(KIND_WORDS)}")
    name, kind = section.get(kinds[0], str), KIND_WORDS[kinds[0]]
    cost = section.get("cost", dict, {})
    if not set(cost) <= {"stress", "wounds"}:
        raise section.fault("costs are stress and wounds", "cost")
    skill = section.get("skill", str, "")
    extra = dict(section.get("traits_if", dict, {}))
    if_skill, if_tags = extra.pop("skill", ""), extra.pop("has", [])
    for word in (skill, if_skill):
        if word and word not in skills:
            raise section.fault(f"there is no skill {word!r}{nearest(word, skills)}", "skill")
    conditions = [
        section.condition(program, key, names, section.values[key])
        if key in section.values
        else ALWAYS
        for key in ("needs", "use_when")
    ]
    try:
        wanted = tuple(names.tag(word) for word in if_tags)
    except ValueError as fault:
        raise section.fault(str(fault), "traits_if") from None
    return Side(
        kind=kind,
        name=name,
        tags=tuple(names.tag(word) for word in (name, *section.get("tags", list, []))),
        stress=cost.get("stress", 0),
        wounds=cost.get("wounds", 0),
        needs=conditions[0],
        forced=section.get("forced", bool, False),
        tradable=section.get("tradable", bool, kind != Kind.CONDITION),
        health=section.get("health", int, 0),
        skill=skill,
        traits=traits_of(section, "traits", section.get("traits", dict, {}), TRAITS),
        if_skill=if_skill,
        if_tags=wanted,
        if_traits=traits_of(section, "traits_if", extra, TRAITS),
        use=section.effect(program, "use", names),
        use_when=conditions[1],
        gain=section.effect(program, "gain", names),
    )
