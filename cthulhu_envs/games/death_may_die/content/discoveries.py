"""Reading Discovery cards: what stands before the options, and the sides to be claimed."""

from __future__ import annotations

from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.games.death_may_die.components import Kind
from cthulhu_envs.games.death_may_die.content.effect_text import Names, Program
from cthulhu_envs.games.death_may_die.content.files import ALWAYS, File, Section, traits_of
from cthulhu_envs.games.death_may_die.content.records import Discovery, Side
from cthulhu_envs.games.death_may_die.content.vocabulary import Trait
from cthulhu_envs.games.death_may_die.sizes import MAX_CARDS, MAX_TAGS, MOST_HEALTH

TRAITS = {trait.name.lower(): int(trait) for trait in Trait}
COSTS = range(10)
SIDE_NAMES = ("left", "right")
KIND_WORDS = {
    "item": Kind.ITEM,
    "companion": Kind.COMPANION,
    "condition": Kind.CONDITION,
    "event": Kind.NONE,
}
SIDE_KEYS = (
    *("tags", "cost", "needs", "forced", "tradable", "health", "skill"),
    *("traits", "traits_if", "use", "use_when", "gain"),
)


def tags_of(file: File) -> dict[str, int]:
    """Every name and tag of a side, numbered."""
    tags: dict[str, int] = {}
    for section in file.all("discovery"):
        for side in SIDE_NAMES:
            values = section.get(side, dict, {})
            words = [values[word] for word in KIND_WORDS if word in values]
            more = values.get("tags", [])
            for word in [*words, *(more if isinstance(more, list) else [])]:
                tags.setdefault(str(word), len(tags))
    return tags


def discoveries_of(
    file: File, program: Program, names: Names, skills: set[str]
) -> tuple[Discovery, ...]:
    """All cards of an Episode."""
    cards = []
    file.differ("discovery")
    for section in file.all("discovery"):
        section.known("name", "before", *SIDE_NAMES)
        before = section.effect(program, "before", names)
        sides = [_side(section, side, program, names, skills) for side in SIDE_NAMES]
        if sides == [None, None]:
            raise section.fault("a Discovery card has a left or a right side")
        cards.append(Discovery(section.title(), before, (sides[0], sides[1])))
    if len(cards) > MAX_CARDS:
        raise file.fault("discovery", f"there are at most {MAX_CARDS} [[discovery]] cards")
    return tuple(cards)


def _side(
    card: Section, side: str, program: Program, names: Names, skills: set[str]
) -> Side | None:
    if side not in card.values:
        return None
    section = _section(card, side)
    kinds = [word for word in KIND_WORDS if word in section.values]
    if len(kinds) != 1:
        raise section.fault(f"a side is one of {', '.join(KIND_WORDS)}")
    name, kind = section.title(kinds[0]), KIND_WORDS[kinds[0]]
    cost = _cost(section)
    needs, use_when = (
        section.condition(program, key, names, section.values[key])
        if key in section.values
        else ALWAYS
        for key in ("needs", "use_when")
    )
    if_skill, if_tags, if_traits = _extra(section, names, skills)
    return Side(
        kind=kind,
        name=name,
        tags=_tags(section, name, names),
        stress=cost.get("stress", 0),
        wounds=cost.get("wounds", 0),
        needs=needs,
        forced=section.get("forced", bool, False),
        tradable=section.get("tradable", bool, kind != Kind.CONDITION),
        health=_health(section, kind),
        skill=_skill(section, "skill", section.get("skill", str, ""), skills),
        traits=traits_of(section, "traits", section.get("traits", dict, {}), TRAITS),
        if_skill=if_skill,
        if_tags=if_tags,
        if_traits=if_traits,
        use=section.effect(program, "use", names),
        use_when=use_when,
        gain=section.effect(program, "gain", names),
    )


def _section(card: Section, side: str) -> Section:
    """One side of a card as a section of its own."""
    lines = {k.removeprefix(f"{side}."): n for k, n in card.lines.items() if k.startswith(side)}
    values = card.get(side, dict)
    line = lines.get(side, card.lines[""])  # [discovery.left] is a section to TOML alone
    section = Section(card.path, f"discovery {side}", values, lines | {"": line})
    section.known(*KIND_WORDS, *SIDE_KEYS)
    return section


def _cost(section: Section) -> dict[str, int]:
    cost: dict[str, int] = section.get("cost", dict, {})
    if not set(cost) <= {"stress", "wounds"} or not all(
        type(n) is int and n in COSTS for n in cost.values()
    ):
        raise section.fault(f"costs are stress and wounds up to {max(COSTS)}", "cost")
    return cost


def _tags(section: Section, name: str, names: Names) -> tuple[int, ...]:
    words = (name, *section.words("tags", []))
    if len(words) > MAX_TAGS:
        raise section.fault(f"a side has at most {MAX_TAGS - 1} tags", "tags")
    return tuple(names.tag(word) for word in words)


def _skill(section: Section, key: str, word: Any, skills: set[str]) -> str:
    if word and (not isinstance(word, str) or word not in skills):
        raise section.fault(f"there is no skill {word!r}{nearest(str(word), skills)}", key)
    return str(word or "")


def _extra(
    section: Section, names: Names, skills: set[str]
) -> tuple[str, tuple[int, ...], dict[int, int]]:
    """`traits_if`: the skill or tags that bring them, and the traits."""
    extra = dict(section.get("traits_if", dict, {}))
    skill, wanted = extra.pop("skill", ""), extra.pop("has", [])
    if not isinstance(wanted, list) or len(wanted) > MAX_TAGS:
        raise section.fault(f"'has' must list up to {MAX_TAGS} cards or tags", "traits_if")
    if extra and not skill and not wanted:
        raise section.fault("'traits_if' needs a skill, or what one has", "traits_if")
    try:
        tags = tuple(names.tag(str(word)) for word in wanted)
    except ValueError as fault:
        raise section.fault(str(fault), "traits_if") from None
    traits = traits_of(section, "traits_if", extra, TRAITS)
    return _skill(section, "traits_if", skill, skills), tags, traits


def _health(section: Section, kind: Kind) -> int:
    """R11.2: a Companion has health, and nothing else has."""
    if kind == Kind.COMPANION:
        return section.number("health", 1, MOST_HEALTH)
    if "health" in section.values:
        raise section.fault("only a companion has health", "health")
    return 0
