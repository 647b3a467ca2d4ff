"""Everything a table plays with, read from the package's files and the user's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.parsing import parse_toml
from cthulhu_envs.games._script.places import text_of
from cthulhu_envs.games.death_may_die.components import ELDER, LEVELS, SKILLS_EACH, STAGES
from cthulhu_envs.games.death_may_die.content.discoveries import TRAITS
from cthulhu_envs.games.death_may_die.content.effect_rows import (
    OP,
    ChooseRow,
    IfRow,
    JumpRow,
    Op,
    PlaceRow,
    RepeatRow,
    SelectRow,
)
from cthulhu_envs.games.death_may_die.content.effect_text import Names, Program
from cthulhu_envs.games.death_may_die.content.episodes import read_episode
from cthulhu_envs.games.death_may_die.content.files import (
    ContentFile,
    File,
    Section,
    dice_of,
    mythos_of,
    mythos_texts,
    same_name,
    traits_of,
)
from cthulhu_envs.games.death_may_die.content.records import (
    ElderOne,
    Enemy,
    Insanity,
    Library,
    Person,
    Skill,
    Stage,
    figures_of,
)
from cthulhu_envs.games.death_may_die.content.vocabulary import ALL, EnemyTrait, Mode, Where, Who
from cthulhu_envs.games.death_may_die.sizes import (
    MAX_FIGURES,
    MAX_KINDS,
    MAX_PEOPLE,
    MAX_SKILLS,
    MOST_HEALTH,
    MOST_TOKENS,
)

BOSS = Enemy("Elder One", 1, 0, 0, 0, {})  # its numbers stand on its Stages
DATA = Path(__file__).with_name("data")
ELDER_ONE = ("enemy", "elder_one", "stage", "mythos")  # sections of a file
EPISODE = ("enemy", "episode", "pieces", "value", "action", "mythos", "discovery")
ENEMY_TRAITS = {trait.name.lower(): int(trait) for trait in EnemyTrait}


@cache
def builtin(folder: str) -> Mapping[str, Path]:
    """The Elder Ones or Episodes of the package, by name; their files are read once."""
    files = sorted((DATA / folder).glob("*.toml"))
    section = folder.rstrip("s")
    return {str(parse_toml(text_of(p), p.name)[section]["name"]): p for p in files}


Sources = tuple[Path | ContentFile, ...]


def library(elder_ones: Sources, episodes: Sources, people: Sources) -> Library:
    """Load everything; the same texts give the same library."""
    texts = tuple(getattr(source, "text", "") for source in (*elder_ones, *episodes, *people))
    return _library(elder_ones, episodes, people, texts)


@cache
def _library(
    elder_ones: Sources, episodes: Sources, people: Sources, texts: tuple[str, ...]
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
            now = {t: _within(now.get(t, 0) + added.get(t, 0)) for t in {*now, *added}}
            table.append(now)
        if section.title() in [skill.name for skill in skills]:
            raise section.fault(f"there is a skill {section.title()!r} already", "name")
        skills.append(Skill(section.title(), tuple(table)))
        if len(skills) > MAX_SKILLS:
            raise section.fault(f"there are more than {MAX_SKILLS} skills")
    return skills


def _within(amount: int) -> int:
    return max(-ALL, min(ALL, amount))


def _replaced(section: Section, now: dict[int, int], gone: Any) -> dict[int, int]:
    """R10.1: what a level keeps of those before: all, nothing, or all but some traits."""
    if isinstance(gone, bool):
        return {} if gone else now
    if not isinstance(gone, list):
        raise section.fault(f"'replace' must be true or a list of traits, not {gone!r}", "levels")
    for word in gone:
        if not isinstance(word, str) or word not in TRAITS:
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
    names = replace(names, has_partner=True)
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
    dice = dice_of(section)
    special = {word: section.values[word] for word in section.values if word in ENEMY_TRAITS}
    traits = traits_of(section, "dice", special, ENEMY_TRAITS, least=0)
    health = section.number("health", 1, MOST_HEALTH)
    pool = section.number("pool", 1, MAX_FIGURES)
    return Enemy(section.title(), pool, health, dice[0], dice[1], traits)


def _kinds(files: list[File]) -> list[Enemy]:
    """Elder One and Cultist first, then the enemies that the files ask for."""
    known = {e.name: e for e in map(_enemy, File(DATA / "enemies.toml", "enemy").all("enemy"))}
    known[BOSS.name] = BOSS
    wanted = ["Cultist"]
    for file in files:
        file.differ("enemy")
        for own in file.all("enemy"):
            enemy = _enemy(own)
            alike = next((e for e in known.values() if same_name(e.name, enemy.name)), enemy)
            if alike != enemy:
                raise own.fault(f"there is another enemy {alike.name!r} already", "name")
            known[enemy.name] = enemy
        of_elder = "elder_one" in file.sections
        section = file.one("elder_one" if of_elder else "episode")
        key = "minions" if of_elder else "monsters"
        for name in section.words(key):
            if name not in known or name == BOSS.name:
                hint = nearest(name, [one for one in known if one not in (BOSS.name, name)])
                raise section.fault(f"there is no enemy {name!r}{hint}", key)
            if name not in wanted:
                wanted.append(name)
    kinds = [BOSS, *(known[name] for name in wanted)]
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
        dice = (0, 0) if on_track else dice_of(section)
        keys = ("reveal", "advance", "end_of_turn", "no_token")
        effects = [section.effect(program, key, names) for key in keys]
        if number == 1 and not surely_placed(program.rows, effects[0]):
            raise section.fault(
                "the second Stage must place the Elder One, whatever else it does", "reveal"
            )
        if any(row[OP] == Op.TOKEN for row in program.rows_of(effects[3])):
            raise section.fault("'no_token' lays a token and would set itself off", "no_token")
        stages.append(Stage(health, dice[0], dice[1], *effects))
    return ElderOne(
        head.title(),
        tuple(head.words("minions")),
        head.title("token"),
        head.number("tokens", 0, MOST_TOKENS),
        lie == "on spaces",
        tuple(stages),
        mythos_of(file, program, names),
        mythos_texts(file),
    )


def surely_placed(rows: list[list[int]], at: int, end: int | None = None) -> bool:
    """Whether an effect places the Elder One in any case: R14.1, who is not on the map cannot be
    killed. The rows are those up to an END, or to `end`.
    """
    while at != end and rows[at][OP] != Op.END:
        row = rows[at]
        op, behind = row[OP], at + 1
        if op == Op.PLACE and row[PlaceRow.WHO] == Who.ELDER and row[PlaceRow.WHERE] != Where.ELDER:
            return True
        if op == Op.IF:
            otherwise = row[IfRow.OTHERWISE]
            jump = rows[otherwise - 1]
            has_else = jump[OP] == Op.JUMP
            behind = jump[JumpRow.TO] if has_else else otherwise
            parts = ((at + 1, otherwise - 1), (otherwise, behind))
            if has_else and all(surely_placed(rows, *part) for part in parts):
                return True
        elif op == Op.SELECT:
            behind = row[SelectRow.BEHIND]
            if row[SelectRow.MODE] in (Mode.MOST, Mode.FEWEST) and surely_placed(rows, at + 1):
                return True
        elif op == Op.CHOOSE:
            behind = row[ChooseRow.BEHIND]
        elif op == Op.REPEAT:
            behind = row[RepeatRow.BEHIND]
        at = behind
    return False


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
