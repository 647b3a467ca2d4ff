"""What a user may choose, how it is checked, and the content that follows from it (R2, R14)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cthulhu_envs.authoring.errors import nearest
from cthulhu_envs.authoring.game import Setting, Settings
from cthulhu_envs.authoring.settings_checks import whole_number
from cthulhu_envs.games._script.places import text_of
from cthulhu_envs.games.death_may_die.components import (
    BOX_MYTHOS,
    FIRST_CELL,
    MOST_SYMBOLS,
    TRACK_CELLS,
)
from cthulhu_envs.games.death_may_die.content.files import ContentFile, File, same_name
from cthulhu_envs.games.death_may_die.content.library import DATA, builtin, library
from cthulhu_envs.games.death_may_die.content.records import Library
from cthulhu_envs.games.death_may_die.sizes import MAX_INVESTIGATORS, MOST_ADDED_HEALTH

RANDOM = "random"
EASIER, FULL = "easier", "full"  # rituals
SUFFIX = ".toml"
FIRST_RED = 5  # R8.1
SOLO_INVESTIGATORS = 2  # R2.1


def _own(what: str, path: str) -> ContentFile:
    """R14.3: a file of the user's, read when its path is given."""
    if not isinstance(path, ContentFile) and not os.path.isfile(os.path.expanduser(path)):
        raise ValueError(f"{what}: there is no file {path!r:.120}")
    return ContentFile.read(path, text_of)


def _named(folder: str) -> Callable[[], dict[str, list[str]]]:
    """The Episodes or Elder Ones of the package."""
    return lambda: {folder.replace("_", " ").title(): list(builtin(folder))}


def _people() -> dict[str, list[str]]:
    return {"Investigators": _names_in(_people_file(), "investigator")}


def _insanities() -> dict[str, list[str]]:
    return {"Insanity cards": _names_in(File(DATA / "insanities.toml", "insanity"), "insanity")}


def _names_in(file: File, section: str) -> list[str]:
    return [str(one.values["name"]) for one in file.all(section)]


def _check_content(what: str, folder: str) -> Any:
    """A name of ours, a file, or `random`."""

    def check(value: Any) -> str:
        known = builtin(folder)
        if isinstance(value, Path):
            value = str(value)
        if not isinstance(value, str):
            raise ValueError(f"{what} is a name or the path of a file, not {value!r:.60}")
        if value == RANDOM or value in known:
            return value
        if value.endswith(SUFFIX):
            return _own(what, value)
        raise ValueError(f"there is no {what} {value!r:.60}{nearest(value, [*known, RANDOM])}")

    return check


def _listed(value: Any) -> Any:
    """Names in one text, as a command line gives them: 'Borden, Rasputin'."""
    return [name.strip() for name in value.split(",")] if isinstance(value, str) else value


def _check_people(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    value = _listed(value)
    is_list = isinstance(value, (list, tuple))
    if not is_list or not all(isinstance(name, (str, Path)) for name in value):
        raise ValueError(f"investigators must be a list of names or files, not {value!r:.60}")
    given = [str(name) if isinstance(name, Path) else name for name in value]
    names = tuple(_own("investigators", n) if n.endswith(SUFFIX) else n for n in given)
    known = _names_in(_people_file(), "investigator")
    for name in names:
        if not isinstance(name, ContentFile) and name not in known:
            raise ValueError(f"there is no investigator {name!r:.60}{nearest(name, known)}")
    if len(set(names)) != len(names):
        raise ValueError("an investigator is named twice")
    return names


def _people_file() -> File:
    return File(DATA / "investigators.toml", "investigator")


def _check_insanities(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    (known,) = _insanities().values()
    value = _listed(value)
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"insanities must be a list of names, not {value!r:.60}")
    for name in value:
        if name not in known:
            hint = nearest(f"{name!s:.60}", known)
            raise ValueError(f"there is no Insanity card {name!r:.60}{hint}")
    if len(set(value)) != len(value):
        raise ValueError("an Insanity card is named twice")
    return tuple(value)


SETTINGS = (
    Setting(
        "episode",
        RANDOM,
        "name of an Episode, path of your own, or random at each reset",
        check=_check_content("episode", "episodes"),
        known=_named("episodes"),
    ),
    Setting(
        "elder_one",
        RANDOM,
        "name of an Elder One, path of your own, or random at each reset",
        check=_check_content("elder_one", "elder_ones"),
        known=_named("elder_ones"),
    ),
    Setting(
        "investigators",
        None,
        "names or files, one for each investigator (a list, or with commas); None: drawn at random",
        check=_check_people,
        known=_people,
    ),
    Setting(
        "insanities",
        None,
        "Insanity cards by name, one for each investigator (a list, or with commas); None: dealt",
        check=_check_insanities,
        known=_insanities,
    ),
    Setting(
        "tie_break",
        "agent",
        "who breaks ties of paths and targets: the active investigator, or the lowest number",
        ("agent", "lowest_id"),
    ),
    Setting(
        "conversions",
        "own",
        "rolls on which icons are converted: own ones, or those against oneself too",
        ("own", "all"),
    ),
    Setting(
        "reward",
        "win",
        "the result at the end, or also the progress on the way",
        ("win", "progress"),
    ),
    Setting(
        "ritual",
        FULL,
        "difficulty: the goal of the Episode in full, or its easier variant where it has one",
        (FULL, EASIER),
    ),
    Setting(
        "boss_health",
        0,
        "difficulty: health added to each Stage of the Elder One",
        check=whole_number("boss_health", -8, MOST_ADDED_HEALTH),
    ),
    Setting(
        "setup_cultists",
        0,
        "difficulty: Cultists more or less at setup",
        check=whole_number("setup_cultists", -5, 5),
    ),
    Setting(
        "symbols",
        0,
        "difficulty: Mythos cards with a symbol, more or less",
        check=whole_number("symbols", -8, 8),
    ),
    Setting(
        "first_red",
        FIRST_RED,
        "difficulty: the cell of the track whose entry summons the Elder One",
        check=whole_number("first_red", FIRST_CELL + 1, TRACK_CELLS - 1),
    ),
)


def investigators_of(values: Settings) -> int:
    """How many investigators are at the table (R2.1)."""
    return max(SOLO_INVESTIGATORS, int(values["num_players"]))


def _sources(value: str, folder: str) -> tuple[Path | ContentFile, ...]:
    if isinstance(value, ContentFile):
        return (value,)
    known = builtin(folder)
    return tuple(known.values()) if value == RANDOM else (known[value],)


def library_of(values: Settings) -> Library:
    """The content that a table plays with."""
    return library(
        _sources(values["elder_one"], "elder_ones"),
        _sources(values["episode"], "episodes"),
        tuple(name for name in values["investigators"] or () if isinstance(name, ContentFile)),
    )


def people_of(values: Settings) -> list[int]:
    """The chosen investigators as numbers in the library."""
    found = library_of(values)
    names = [person.name for person in found.people]
    builtins = len(_people_file().all("investigator"))
    chosen, own = [], builtins
    for name in values["investigators"] or ():
        if isinstance(name, ContentFile):
            chosen.append(own)
            own += len(File(name, "skill", "investigator").all("investigator"))
        else:
            chosen.append(names.index(name))
    return chosen


def check_settings(values: Settings) -> None:
    """Faults that show only in combination (R14.1)."""
    wanted = investigators_of(values)
    for key in ("investigators", "insanities"):
        given = values[key]
        if given is not None and len(given) != wanted:
            raise ValueError(f"{wanted} {key} are needed, not {len(given)}")
    found = library_of(values)
    for elder in found.elder_ones:
        for episode in found.episodes:
            if same_name(elder.name, episode.name):
                raise ValueError(f"an Elder One and an Episode are both called {elder.name!r}")
            symbols = sum(shown > 0 for _, shown in (*elder.mythos, *episode.mythos))
            if not MOST_SYMBOLS <= symbols + values["symbols"] <= 2 * BOX_MYTHOS:
                raise ValueError(
                    f"{symbols + values['symbols']} Mythos cards with a symbol cannot be: there "
                    f"are {2 * BOX_MYTHOS} cards, and at least {MOST_SYMBOLS} must show one"
                )
    assert wanted <= MAX_INVESTIGATORS
