"""Everything a table plays with, read from the package's files and the user's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.games.death_may_die.board import (
    ELDER,
    LEVELS,
    MAX_FIGURES,
    MAX_KINDS,
    MAX_PEOPLE,
    MAX_SKILLS,
    MOST_HEALTH,
    SKILLS_EACH,
    STAGES,
)
from cthulhu_envs.games.death_may_die.content import (
    ElderOne,
    Enemy,
    Insanity,
    Library,
    Person,
    Skill,
    Stage,
    figures_of,
)
from cthulhu_envs.games.death_may_die.discoveries import TRAITS
from cthulhu_envs.games.death_may_die.episodes import read_episode
from cthulhu_envs.games.death_may_die.files import (
    File,
    Section,
    mythos_of,
    mythos_texts,
    numbers_of,
    traits_of,
)
from cthulhu_envs.games.death_may_die.phrases import Names, Program
from cthulhu_envs.games.death_may_die.vocabulary import ALL, EnemyTrait, Op, Who

MOST_TOKENS = 99
DATA = Path(__file__).with_name("data")
ELDER_ONE = ("enemy", "elder_one", "stage", "mythos")  # sections of a file
EPISODE = ("enemy", "episode", "pieces", "value", "action", "mythos", "discovery")
ENEMY_TRAITS = {trait.name.lower(): int(trait) for trait in EnemyTrait}


@cache
def builtin(folder: str) -> Mapping[str, Path]:
    """The Elder Ones or Episodes of the package, by name; their files are read once."""
    files = sorted((DATA / folder).glob("*.toml"))
    section = folder.rstrip("s")
    return {str(tomllib.loads(p.read_text(encoding="utf-8"))[section]["name"]): p for p in files}


def library(elder_ones: tuple[Path, ...], episodes: tuple[Path, ...], people: tuple[Path, ...]):
    """Load everything; the same files give the same library."""
    stamps = tuple(p.stat().st_mtime_ns for p in (*elder_ones, *episodes, *people) if p.exists())
    return _library(elder_ones, episodes, people, stamps)


@cache
def _library(
    elder_ones: tuple[Path, ...],
    episodes: tuple[Path, ...],
    people: tuple[Path, ...],
    stamps: tuple[int, ...],
) -> Library:
    program = Program()
    elder_files = [File(path, *ELDER_ONE) for path in elder_ones]
    episode_files = [File(path, *EPISODE) for path in episodes]
    own_files = [File(path, "skill", "investigator") for path in people]
    kinds = _kinds([*elder_files, *episode_files])
    names = Names({e.name: i for i, e in enumerate(kinds) if i != ELDER}, {}, {})
    skills = _skills([File(DATA / "skills.toml", "skill"), *own_files])
    found = Library(
        program,
        kinds,
        skills,
        _people([File(DATA / "investigators.toml", "investigator"), *own_files], skills),
        _insanities(program, names),
    )
    known = {skill.name for skill in skills}
    found.elder_ones = [_elder_one(file, program, names) for file in elder_files]
    found.episodes = [read_episode(file, program, names, known) for file in episode_files]
    _check_figures(found, [file.one("episode") for file in episode_files])
    return found


def _skills(files: list[File]) -> list[Skill]:
    skills: list[Skill] = []
    for section in [s for file in files for s in file.all("skill")]:
        section.known("name", "levels")
        levels = section.get("levels", list)
        if len(levels) != LEVELS:
            raise section.fault(f"a skill has {LEVELS} levels, not {len(levels)}", "levels")
        now: dict[int, int] = {}
        table = [now]
        for level in levels:
            if not isinstance(level, dict):
                raise section.fault(f"a level is a table in braces, not {level!r}", "levels")
            words = [w for w in level if w != "replace"]
            added = traits_of(section, "levels", {w: level[w] for w in words}, TRAITS)
            now = _replaced(section, now, level.get("replace", False))
            now = {t: min(ALL, now.get(t, 0) + added.get(t, 0)) for t in {*now, *added}}
            table.append(now)
        if section.title() in [skill.name for skill in skills]:
            raise section.fault(f"there is a skill {section.title()!r} already", "name")
        skills.append(Skill(section.title(), tuple(table)))
        if len(skills) > MAX_SKILLS:
            raise section.fault(f"there are more than {MAX_SKILLS} skills")
    return skills


def _replaced(section: Section, now: dict[int, int], gone: Any) -> dict[int, int]:
    """R10.1: what a level keeps of those before: all, nothing, or all but some traits."""
    if isinstance(gone, bool):
        return {} if gone else now
    if not isinstance(gone, list):
        raise section.fault(f"'replace' must be true or a list of traits, not {gone!r}", "levels")
    for word in gone:
        if word not in TRAITS:
            hint = nearest(str(word), TRAITS)
            raise section.fault(f"there is no trait {word!r}{hint}", "levels")
    return {trait: n for trait, n in now.items() if trait not in [TRAITS[w] for w in gone]}


def _people(files: list[File], skills: list[Skill]) -> list[Person]:
    known = [skill.name for skill in skills]
    people: list[Person] = []
    for section in [s for file in files for s in file.all("investigator")]:
        section.known("name", "skills")
        own = section.words("skills")
        if len(own) != SKILLS_EACH or len(set(own)) != SKILLS_EACH:
            raise section.fault(f"an investigator has {SKILLS_EACH} different skills", "skills")
        for name in own:
            if name not in known:
                raise section.fault(f"there is no skill {name!r}{nearest(name, known)}", "skills")
        if section.title() in [person.name for person in people]:
            raise section.fault(f"there is an investigator {section.title()!r} already", "name")
        people.append(Person(section.title(), tuple(own)))
        if len(people) > MAX_PEOPLE:
            raise section.fault(f"there are more than {MAX_PEOPLE} investigators")
    for file in files:
        if not file.all("investigator"):
            raise file.fault("investigator", "an [[investigator]] is needed")
    return people


def _insanities(program: Program, names: Names) -> list[Insanity]:
    found = []
    for section in File(DATA / "insanities.toml", "insanity").all("insanity"):
        section.known("name", "symptom", "keeps_wounds", "keeps_mythos", "names_partner")
        flags = [
            section.get(key, bool, False)
            for key in ("keeps_wounds", "keeps_mythos", "names_partner")
        ]
        symptom = section.effect(program, "symptom", names)
        found.append(Insanity(section.get("name", str), symptom, *flags))
    return found


def _enemy(section: Section) -> Enemy:
    section.known("name", "pool", "health", "dice", *ENEMY_TRAITS)
    dice = numbers_of(section, "dice", 2)
    special = {word: section.values[word] for word in section.values if word in ENEMY_TRAITS}
    traits = traits_of(section, "dice", special, ENEMY_TRAITS)
    health = section.number("health", 1, MOST_HEALTH)
    pool = section.number("pool", 1, MAX_FIGURES)
    return Enemy(section.title(), pool, health, dice[0], dice[1], traits)


def _kinds(files: list[File]) -> list[Enemy]:
    """Elder One and Cultist first, then the enemies that the files ask for."""
    known = {e.name: e for e in map(_enemy, File(DATA / "enemies.toml", "enemy").all("enemy"))}
    wanted = ["Cultist"]
    for file in files:
        known.update((e.name, e) for e in map(_enemy, file.all("enemy")))
        name, key = ("elder_one", "minions") if "elder_one" in file.sections else ("", "")
        section = file.one(name or "episode")
        key = key or "monsters"
        for enemy in section.words(key):
            if enemy not in known:
                hint = nearest(str(enemy), list(known))
                raise section.fault(f"there is no enemy {enemy!r}{hint}", key)
            if enemy not in wanted:
                wanted.append(enemy)
    kinds = [Enemy("Elder One", 1, 0, 0, 0, {}), *(known[name] for name in wanted)]
    if len(kinds) > MAX_KINDS:
        raise section.fault(f"a game knows at most {MAX_KINDS - 1} kinds of enemies", key)
    return kinds


def _elder_one(file: File, program: Program, names: Names) -> ElderOne:
    head = file.one("elder_one")
    head.known("name", "minions", "token", "tokens", "tokens_lie")
    lie = head.get("tokens_lie", str)
    if lie not in ("on spaces", "with investigators"):
        raise head.fault("tokens lie 'on spaces' or 'with investigators'", "tokens_lie")
    stages = []
    sections = file.all("stage")
    if len(sections) != STAGES:
        raise head.fault(f"an Elder One has {STAGES} [[stage]] sections, not {len(sections)}")
    for number, section in enumerate(sections):
        section.known("health", "dice", "reveal", "advance", "end_of_turn", "no_token")
        on_track = number == 0
        health = 0 if on_track else section.number("health", 1, MOST_HEALTH)
        dice = [0, 0] if on_track else numbers_of(section, "dice", 2)
        keys = ("reveal", "advance", "end_of_turn", "no_token")
        first = len(program.rows)
        effects = [section.effect(program, key, names) for key in keys]
        rows = [(row[0], row[1]) for row in program.rows[first:]]
        if number == 1 and (int(Op.PLACE), int(Who.ELDER)) not in rows:
            raise section.fault("the second Stage must place the Elder One", "reveal")
        stages.append(Stage(health, dice[0], dice[1], *effects))
    return ElderOne(
        head.title(),
        tuple(head.words("minions")),
        head.get("token", str),
        head.number("tokens", 0, MOST_TOKENS),
        lie == "on spaces",
        tuple(stages),
        mythos_of(file, program, names),
        mythos_texts(file),
    )


def _check_figures(found: Library, heads: list[Section]) -> None:
    for elder, (number, head) in product(range(len(found.elder_ones)), enumerate(heads)):
        figures = figures_of(found, elder, number)
        if len(figures) > MAX_FIGURES:
            raise head.fault(f"there are more than {MAX_FIGURES} figures in all", "monsters")
        for kind, enemy in enumerate(found.kinds):
            placed = sum(name == enemy.name for name, _ in found.episodes[number].setup)
            left = figures.count(kind)
            if placed > left:
                words = f"{placed} {enemy.name} at setup, but only {left} in the boxes"
                raise head.fault(words, "setup")
