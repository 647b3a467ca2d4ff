"""Everything a table plays with, read from the package's files and the user's own."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from cthulhu_envs.engine.errors import nearest
from cthulhu_envs.games.death_may_die.board import (
    ELDER,
    LEVELS,
    MAX_FIGURES,
    MAX_KINDS,
    MAX_SKILLS,
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
from cthulhu_envs.games.death_may_die.episodes import TRAITS, read_episode
from cthulhu_envs.games.death_may_die.files import (
    ContentError,
    File,
    Section,
    mythos_of,
    numbers_of,
    traits_of,
)
from cthulhu_envs.games.death_may_die.phrases import Names, Program
from cthulhu_envs.games.death_may_die.vocabulary import EnemyTrait, Op, Who

DATA = Path(__file__).with_name("data")
ELDER_ONE = ("enemy", "elder_one", "stage", "mythos")  # sections of a file
EPISODE = ("enemy", "episode", "pieces", "value", "action", "mythos", "discovery")
ENEMY_TRAITS = {trait.name.lower(): int(trait) for trait in EnemyTrait}


def builtin(folder: str) -> dict[str, Path]:
    """The Elder Ones or Episodes of the package, by name."""
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
    _check_figures(found)
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
            gone = level.get("replace", [])
            words = [w for w in level if w != "replace"]
            added = traits_of(section, "levels", {w: level[w] for w in words}, TRAITS)
            if gone is True:
                now = {}
            elif gone:
                now = {t: n for t, n in now.items() if t not in [TRAITS.get(w) for w in gone]}
            now = {t: now.get(t, 0) + added.get(t, 0) for t in {*now, *added}}
            table.append(now)
        skills.append(Skill(section.get("name", str), tuple(table)))
        if len(skills) > MAX_SKILLS:
            raise section.fault(f"there are more than {MAX_SKILLS} skills")
    return skills


def _people(files: list[File], skills: list[Skill]) -> list[Person]:
    known = [skill.name for skill in skills]
    people: list[Person] = []
    for section in [s for file in files for s in file.all("investigator")]:
        section.known("name", "skills")
        own = section.get("skills", list)
        if len(own) != SKILLS_EACH or len(set(own)) != SKILLS_EACH:
            raise section.fault(f"an investigator has {SKILLS_EACH} different skills", "skills")
        for name in own:
            if name not in known:
                raise section.fault(f"there is no skill {name!r}{nearest(name, known)}", "skills")
        people.append(Person(section.get("name", str), tuple(own)))
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
    health, pool = section.get("health", int), section.get("pool", int)
    if not (1 <= health <= 99 and 1 <= pool <= MAX_FIGURES):
        raise section.fault("health and pool are at least 1", "health")
    return Enemy(section.get("name", str), pool, health, dice[0], dice[1], traits)


def _kinds(files: list[File]) -> list[Enemy]:
    """Elder One and Cultist first, then the enemies that the files ask for."""
    known = {e.name: e for e in map(_enemy, File(DATA / "enemies.toml", "enemy").all("enemy"))}
    wanted = ["Cultist"]
    for file in files:
        known.update((e.name, e) for e in map(_enemy, file.all("enemy")))
        name, key = ("elder_one", "minions") if "elder_one" in file.sections else ("", "")
        section = file.one(name or "episode")
        key = key or "monsters"
        for enemy in section.get(key, list):
            if enemy not in known:
                hint = nearest(str(enemy), list(known))
                raise section.fault(f"there is no enemy {enemy!r}{hint}", key)
            if enemy not in wanted:
                wanted.append(enemy)
    kinds = [Enemy("Elder One", 1, 0, 0, 0, {}), *(known[name] for name in wanted)]
    if len(kinds) > MAX_KINDS:
        raise ContentError(f"a game knows at most {MAX_KINDS} kinds of enemies")
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
        health = section.get("health", int, 0 if on_track else None)
        dice = [0, 0] if on_track else numbers_of(section, "dice", 2)
        if not on_track and not 1 <= health <= 99:
            raise section.fault("health is 1 to 99", "health")
        keys = ("reveal", "advance", "end_of_turn", "no_token")
        first = len(program.rows)
        effects = [section.effect(program, key, names) for key in keys]
        rows = [(row[0], row[1]) for row in program.rows[first:]]
        if number == 1 and (int(Op.PLACE), int(Who.ELDER)) not in rows:
            raise section.fault("the second Stage must place the Elder One", "reveal")
        stages.append(Stage(health, dice[0], dice[1], *effects))
    return ElderOne(
        head.get("name", str),
        tuple(head.get("minions", list)),
        head.get("token", str),
        head.get("tokens", int),
        lie == "on spaces",
        tuple(stages),
        mythos_of(file, program, names),
    )


def _check_figures(found: Library) -> None:
    for elder in range(len(found.elder_ones)):
        for number, episode in enumerate(found.episodes):
            figures = figures_of(found, elder, number)
            if len(figures) > MAX_FIGURES:
                raise ContentError(f"{episode.name}: more than {MAX_FIGURES} figures in all")
            for kind, enemy in enumerate(found.kinds):
                placed = sum(name == enemy.name for name, _ in episode.setup)
                if placed > figures.count(kind):
                    raise ContentError(
                        f"{episode.name}: {placed} {enemy.name} at setup, but only "
                        f"{figures.count(kind)} in the boxes"
                    )
