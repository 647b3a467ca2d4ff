"""Reading an Episode: map, pieces, actions, Mythos and Discovery cards."""

from __future__ import annotations

from collections import deque
from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.death_may_die.components import ACTION_WORDS, MOST_FIRE, Gate
from cthulhu_envs.games.death_may_die.content.discoveries import discoveries_of, tags_of
from cthulhu_envs.games.death_may_die.content.effect_line import is_number
from cthulhu_envs.games.death_may_die.content.effect_rows import OP, Op, PiecesRow
from cthulhu_envs.games.death_may_die.content.effect_text import Names, Program
from cthulhu_envs.games.death_may_die.content.files import (
    NO_EFFECT,
    File,
    Section,
    mythos_of,
    mythos_texts,
    same_name,
)
from cthulhu_envs.games.death_may_die.content.records import Action, Episode, Group, Value
from cthulhu_envs.games.death_may_die.content.vocabulary import NOTHING, Var
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_GROUPS,
    MAX_PIECES,
    MAX_SPACES,
    MAX_VALUES,
    MOST_HEALTH,
    MOST_MARKERS,
)

THEN = ("done", "gone", "stays")
HEAD_KEYS = (
    *("name", "spaces", "links", "start", "gates", "place", "fire", "monsters", "setup"),
    *("goal", "easier", "advance", "marker", "markers", "marker_from"),
)


def _space(section: Section, key: str, value: Any, spaces: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= spaces:
        raise section.fault(f"{value!r} is no space from 1 to {spaces}", key)
    return value - 1


def _links(head: Section, spaces: int) -> tuple[tuple[int, int], ...]:
    links = []
    for word in head.get("links", str).split():
        ends = word.split("-")
        if len(ends) != 2 or not all(is_number(end) for end in ends) or ends[0] == ends[1]:
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
    tags = tags_of(file)
    own = Names(names.kinds, tags, {group.name: i for i, group in enumerate(groups)})
    return Episode(
        name=head.title(),
        spaces=spaces,
        links=links,
        start=_space(head, "start", head.get("start", int), spaces),
        place=_space(head, "place", head.values["place"], spaces)
        if "place" in head.values
        else NOTHING,
        gates=tuple(_space(head, "gates", gates[g.name.lower()], spaces) for g in Gate),  # type: ignore[arg-type]
        fire=_fire(head, spaces),
        monsters=tuple(head.words("monsters")),
        setup=_setup(head, spaces, names),
        marker=head.title("marker") if "marker" in head.values else "",
        markers=head.number("markers", 0, MOST_MARKERS, 0),
        marker_from=_marker_from(head, names),
        goal=_goal(head, "goal", program, own, groups),
        easier=_goal(head, "easier" if "easier" in head.values else "goal", program, own, groups),
        advance=head.effect(program, "advance", own),
        groups=tuple(groups),
        values=_values(file, program, own, groups, values),
        actions=_actions(file, program, own),
        mythos=mythos_of(file, program, own),
        mythos_texts=mythos_texts(file),
        discovery=discoveries_of(file, program, own, skills),
    )


def _goal(
    head: Section, key: str, program: Program, names: Names, groups: list[Group]
) -> tuple[int, int, int]:
    goal = head.condition(program, key, names, head.get(key, str))
    if goal[0] != Var.DONE or goal[2] < 1:
        raise head.fault('the goal is a number of pieces, like: done "lab" >= 4', key)
    group = groups[goal[1]]
    if goal[2] > len(group.at):
        raise head.fault(f"there are only {len(group.at)} {group.name!r} to be done", key)
    return goal


def _fire(head: Section, spaces: int) -> tuple[int, ...]:
    fire = tuple(_space(head, "fire", at, spaces) for at in head.get("fire", list, []))
    if len(fire) > MOST_FIRE:
        raise head.fault(f"at most {MOST_FIRE} Fire tokens lie on the board", "fire")
    return fire


def _marker_from(head: Section, names: Names) -> str:
    word: str = head.get("marker_from", str, "")
    try:
        if word:
            names.kind(word)
    except ValueError as fault:
        raise head.fault(str(fault), "marker_from") from None
    return word


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
    file.differ("pieces")
    for section in file.all("pieces"):
        section.known("name", "at", "values", "hidden", "health", "blank")
        words = section.words("values")
        for word in words:
            values.setdefault(word, len(values))
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
        if blank and blank not in words:
            raise section.fault(f"no piece here has the value {blank!r}", "blank")
        groups.append(
            Group(
                section.title(),
                tuple(at),
                tuple(values[word] for word in words),
                section.get("hidden", bool, False),
                section.number("health", 0, MOST_HEALTH, 0),
                values[blank] if blank else NOTHING,
            )
        )
    return groups, values


def _values(
    file: File, program: Program, names: Names, groups: list[Group], values: dict[str, int]
) -> tuple[Value, ...]:
    told = {}
    file.differ("value")
    for section in file.all("value"):
        section.known("name", "pieces", "then", "effect")
        name, group = section.title(), section.get("pieces", str)
        if group not in names.groups:
            hint = nearest(group, list(names.groups))
            raise section.fault(f"there are no pieces {group!r}{hint}", "pieces")
        if values.get(name) not in groups[names.groups[group]].values:
            raise section.fault(f"no {group!r} has the value {name!r}", "name")
        then = section.get("then", str)
        if then not in THEN:
            raise section.fault(f"'then' is one of {', '.join(THEN)}, not {then!r}", "then")
        told[name] = Value(name, then, section.effect(program, "effect", names))
    _check_hits(file, program, groups, values, told)
    found = tuple(told.get(name, Value(name, "done", NO_EFFECT)) for name in values)
    _check_winnable(file, program, names, groups, found)
    return found


def _check_winnable(
    file: File, program: Program, names: Names, groups: list[Group], values: tuple[Value, ...]
) -> None:
    """R14.1: enough pieces of the goal can be done."""
    head = file.one("episode")
    for key in ("goal", "easier"):
        if key in head.values:
            _, number, wanted = head.condition(program, key, names, head.get(key, str))
            group = groups[number]
            can = sum(values[value].then != "gone" for value in group.values)
            if can < wanted:
                raise head.fault(f"only {can} {group.name!r} can be done, not {wanted}", key)


def _check_hits(
    file: File,
    program: Program,
    groups: list[Group],
    values: dict[str, int],
    told: dict[str, Value],
) -> None:
    """R14.4: a piece that stays when it is hit must not be hit again by what it sets off."""
    stays = {values[name]: value for name, value in told.items() if value.then == "stays"}
    hits = {
        number: {
            hit
            for row in program.rows_of(value.effect)
            if value.effect != NO_EFFECT and row[OP] == Op.HIT
            for hit in groups[row[PiecesRow.GROUP]].values
        }
        for number, value in stays.items()
    }
    for section in file.all("value"):
        start = values[section.title()]
        reached: set[int] = set()
        queue = [start] if start in stays else []
        while queue:
            found = hits[queue.pop()] & set(stays) - reached
            reached |= found
            queue += found
        if start in reached:
            raise section.fault(
                f"{section.title()!r} stays, and its effect would set itself off", "effect"
            )


def _actions(file: File, program: Program, names: Names) -> tuple[Action, ...]:
    sections = file.all("action")
    if len(sections) != 2:
        raise file.fault("action", "exactly two [[action]] sections are needed")
    file.differ("action")
    actions = []
    for section in sections:
        section.known("name", "when", "effect")
        when = section.condition(program, "when", names, section.get("when", str))
        effect = section.effect(program, "effect", names, section.get("effect", str))
        if any(same_name(section.title(), word) for word in ACTION_WORDS):
            raise section.fault(f"there is an action {section.title()!r} already", "name")
        actions.append(Action(section.title(), when, effect))
    return tuple(actions)
