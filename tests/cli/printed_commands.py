"""Every command that the documentation prints, with small settings that let it run in a moment."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial_own_game.md"
OWN_TRAINER = ROOT / "docs" / "own_trainer.md"
PROGRAMS = ("cthulhu", "python -m", "make")
LEADING = r"(?:\$ |[A-Z_]+=\S+ |/usr/bin/time -v )*"  # prompts, variables, a clock
COMMAND = re.compile(rf"^{LEADING}((?:{'|'.join(PROGRAMS)})\s.*)$", re.DOTALL)
FENCED = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?:^(?: {4}|\t).*\n?)+", re.MULTILINE)
INLINE = re.compile(r"`([^`]+)`")

# Words that stand for something, and what they stand for here.
PLACEHOLDERS = {
    "GAME": "love_letter",
    "my_game": "kuhn:GAME",
    "kuhn": "kuhn:GAME",  # once it is a package
    "my_trainer": "lean",
    "my_command": "games",
    "N": "2",
    "K": "1",
    "NEW": "heuristic",
    "OLD": "random",
    "RUNS": "ppo-1",
}
COVERED = "lovecraft_letter"  # a game with a RuleDetector, where one is needed
# Options whose printed values take long, and values that do not.
SMALL = {
    "--steps": "256",
    "--num-steps": "8",
    "--hidden": "8",
    "--evaluate-games": "8",
    "--evaluate-every": "1",
    "--deals": "2",
    "--games": "2",
    "--episodes": "24",
    "--minutes": "0.02",
    "--oracle-episodes": "8",
    "--entry-games": "2",
    "--batch": "8",
    "--learn-every": "16",  # OpenSpiel's oracles fail when asked to learn before they have played
    "--decisions": "500",
    "--seconds": "0.01",
    "--num-envs": "16",
    "--worlds": "4",
    "--draws": "2",
    "--target": "0.05",
    "--seeds": "1",
    "--cores": "1",
    "--delay": "0",
}
DECK = "ll-6"  # instead of larger ones
SEARCH = re.compile(r"\b(ismcts|flat)(?::iters=\d+)?")


class Printed(NamedTuple):
    """A command as it is printed, and where."""

    page: str
    text: str

    @property
    def words(self) -> list[str]:
        """As a shell would read it, without what is a comment, with placeholders filled in."""
        found = shlex.split(self.text, comments=True)
        known = PLACEHOLDERS | ({"GAME": COVERED} if "coverage" in found else {})
        return [known.get(word, word) for word in found]

    @property
    def is_mention(self) -> bool:
        """Only the name of a command, in the middle of a sentence."""
        return len(self.words) == (3 if self.words[0] == "python" else 2)


def pages() -> list[Path]:
    """Everything people read."""
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    found += (ROOT / "cthulhu_envs").rglob("*.md")
    return sorted([*found, *(ROOT / "notebooks").glob("*.ipynb")])


def text_of(page: Path) -> str:
    """A page's text; of a notebook the cells that are not code."""
    text = page.read_text(encoding="utf-8")
    if page.suffix != ".ipynb":
        return text
    cells = json.loads(text)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] != "code")


def code_of(page: Path, language: str = "python") -> list[str]:
    """The blocks of code of a page."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def entry_points_of(page: Path) -> dict[str, dict[str, EntryPoint]]:
    """What the pyproject.toml of a page declares: entry points by group and name."""
    (text,) = code_of(page, "toml")
    groups = tomllib.loads(text)["project"]["entry-points"]
    return {
        group: {name: EntryPoint(name, value, group) for name, value in entries.items()}
        for group, entries in groups.items()
    }


def commands_in(text: str) -> Iterator[str]:
    """Commands in blocks of code, line by line, then those in the middle of sentences."""
    blocks = FENCED.findall(text)
    rest = FENCED.sub("\n", text)
    blocks += INDENTED.findall(rest)
    for block in blocks:
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            if found := COMMAND.match(line.strip()):
                yield found[1]
    for code in INLINE.findall(INDENTED.sub("\n", rest)):
        if found := COMMAND.match(re.sub(r"\s+", " ", code).strip()):
            yield found[1]


def printed(page: Path) -> list[Printed]:
    """The commands of a page, each once."""
    name = str(page.relative_to(ROOT))
    return [Printed(name, text) for text in dict.fromkeys(commands_in(text_of(page)))]


OTHER_WORK = ("--decisions",)  # options that ask for something else; only made smaller


def in_small(words: list[str], options: Iterable[str]) -> list[str]:
    """The same command with values that take no time, for `options` that it takes as well."""
    small, option = [], ""
    for word in words:
        if word.startswith("--"):
            option = word
        if option in SMALL and word != option:
            word = SMALL[option]
        word = SEARCH.sub(r"\1:iters=4", word)
        small.append(re.sub(r"\bll-[89]\b", DECK, word))
    for option in SMALL:
        if option in options and option not in (*words, *OTHER_WORK):
            small += [option, SMALL[option]]
    return small
